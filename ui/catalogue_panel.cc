#include "ui/catalogue_panel.h"

#include <utility>

#include "core/units.h"
#include "report/classes.h"
#include "report/tables.h"
#include "ui/row_order.h"

namespace whichchip::ui {
namespace {

constexpr const char* kOne = "one";
constexpr const char* kAll = "all";
constexpr const char* kAny = "any";
constexpr const char* kByName = "id";

// Columns by which the list may be ordered: most first, but for names.
constexpr std::pair<const char*, const char*> kOrders[] = {{kByName, "Name"},
                                                           {"peak_fp16_ops_per_s", "16-bit peak"},
                                                           {"peak_int8_ops_per_s", "int8 peak"},
                                                           {"int8_ops_per_j", "int8 per watt"},
                                                           {"bandwidth_bytes_per_s", "Bandwidth"},
                                                           {"memory_bytes", "Memory"},
                                                           {"tdp_w", "TDP"},
                                                           {"price_usd", "Price"}};

bool lists_all(const PanelContext& context) { return option(context.options, "list", "") == kAll; }

std::vector<hardware::Device> listed(const PanelContext& context) {
  const std::string wanted = option(context.options, "kind", kAny);
  std::vector<hardware::Device> devices;
  for (const hardware::Device& device : context.catalog.devices) {
    if (wanted == kAny || wanted == hardware::name(device.device_class)) devices.push_back(device);
  }
  return devices;
}

// Figures stand in sight, beside the names that they are of.
void move_to_the_end(report::Table& table, const char* column) {
  std::size_t index = 0;
  while (table.columns[index].key != column) ++index;
  const auto move = [index](auto& list) {
    for (std::size_t i = index; i + 1 < list.size(); ++i) std::swap(list[i], list[i + 1]);
  };
  move(table.columns);
  for (report::Row& row : table.rows) move(row.cells);
}

report::Document catalogue(const PanelContext& context) {
  const std::vector<hardware::Device> devices = listed(context);
  report::Table table = report::hardware_table(devices);
  report::add_kinds(table, devices);
  for (const char* column : {"name", "deployment"}) move_to_the_end(table, column);
  const std::string order = option(context.options, "order", kByName);
  order_rows(table, order, order != kByName);
  report::Document document;
  document.title = "Catalogue: " + core::counted(static_cast<std::int64_t>(devices.size()), "device", "devices");
  document.subtitle = "Peaks are dense, at the sustained clock. Find keeps the rows that hold your words.";
  report::add_table(document.sections, "", std::move(table));
  report::add_table(document.sections, "By class", report::classes_table(devices));
  return document;
}

}  // namespace

report::Document hardware_panel(const PanelContext& context) {
  if (lists_all(context)) return catalogue(context);
  if (context.device == nullptr) return {"Hardware", "No device has an estimate.", {}};
  return report::hardware_document(context.device->device);
}

std::vector<Setting> hardware_settings(const PanelContext& context) {
  std::vector<Setting> settings(lists_all(context) ? 3 : 1);
  const auto choose = [](Setting& setting, const char* value, const char* label) {
    setting.choices.push_back({value, label});
  };
  settings[0].option = "list";
  settings[0].label = "Show";
  settings[0].value = settings.size() > 1 ? kAll : kOne;
  choose(settings[0], kOne, "One device");
  choose(settings[0], kAll, "All devices");
  if (settings.size() == 1) return settings;
  settings[1].option = "kind";
  settings[1].label = "Class";
  settings[1].value = option(context.options, "kind", kAny);
  choose(settings[1], kAny, "Any");
  for (int i = 0; i <= static_cast<int>(hardware::DeviceClass::cgra); ++i) {
    const char* name = hardware::name(static_cast<hardware::DeviceClass>(i));
    choose(settings[1], name, name);
  }
  settings[2].option = "order";
  settings[2].label = "Order";
  settings[2].value = option(context.options, "order", kByName);
  for (const auto& [column, label] : kOrders) choose(settings[2], column, label);
  return settings;
}

std::string hardware_panel_json(const PanelContext& context, const report::Versions& versions) {
  if (lists_all(context)) return report::hardware_json(listed(context), versions);
  std::vector<hardware::Device> one;
  one.push_back(context.device->device);
  return report::hardware_json(one, versions);
}

}  // namespace whichchip::ui
