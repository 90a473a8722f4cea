#include "ui/catalogue_panel.h"

#include <algorithm>
#include <utility>

#include "core/units.h"
#include "report/classes.h"
#include "report/tables.h"
#include "ui/row_order.h"

namespace whichchip::ui {
namespace {

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
  std::vector<hardware::Device> devices = context.catalog.devices;
  std::erase_if(devices, [&](const hardware::Device& device) {
    return wanted != kAny && wanted != hardware::name(device.device_class);
  });
  return devices;
}

report::Document catalogue(const PanelContext& context) {
  const std::vector<hardware::Device> devices = listed(context);
  report::Table table = report::hardware_table(devices);
  report::add_kinds(table, devices);
  const std::string order = option(context.options, "order", kByName);
  order_rows(table, order, order != kByName);
  report::Document document{
      "Catalogue: " + core::counted(static_cast<std::int64_t>(devices.size()), "device", "devices"),
      "Peaks are dense, at the sustained clock. Find keeps the rows that hold your words.",
      {{"", {}, {std::move(table)}}}};
  report::Table classes = report::classes_table(devices);
  if (classes.rows.size() > 1) document.sections.push_back({"By class", {}, {std::move(classes)}});
  return document;
}

}  // namespace

report::Document hardware_panel(const PanelContext& context) {
  if (lists_all(context)) return catalogue(context);
  if (context.device == nullptr) return {"Hardware", "No device has an estimate.", {}};
  return report::hardware_document(context.device->device);
}

std::vector<Setting> hardware_settings(const PanelContext& context) {
  Setting list{
      "list", "Show", {{"one", "One device"}, {kAll, "The whole catalogue"}}, lists_all(context) ? kAll : "one"};
  if (!lists_all(context)) return {list};
  Setting kind{"kind", "Class", {{kAny, "Any"}}, option(context.options, "kind", kAny)};
  for (const hardware::Device& device : context.catalog.devices) {
    const char* name = hardware::name(device.device_class);
    const bool known = std::any_of(kind.choices.begin(), kind.choices.end(),
                                   [&](const Choice& choice) { return choice.value == name; });
    if (!known) kind.choices.push_back({name, name});
  }
  Setting order{"order", "Order", {}, option(context.options, "order", kByName)};
  for (const auto& [column, label] : kOrders) order.choices.push_back({column, label});
  return {list, kind, order};
}

std::string hardware_panel_json(const PanelContext& context, const report::Versions& versions) {
  return report::hardware_json(
      lists_all(context) ? listed(context) : std::vector<hardware::Device>{context.device->device}, versions);
}

}  // namespace whichchip::ui
