#include <algorithm>
#include <optional>
#include <utility>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/output.h"

#include "core/error.h"
#include "core/suggest.h"
#include "core/units.h"
#include "report/classes.h"
#include "report/figures.h"
#include "report/json.h"
#include "report/tables.h"

namespace whichchip::cli {
namespace {

// The widest peak that says how fast a device is at what it is for: fp16, else bf16, else int8, else fp32.
double flops(const hardware::Device& device) {
  using hardware::Precision;
  for (const Precision precision : {Precision::fp16, Precision::bf16, Precision::int8, Precision::fp32}) {
    if (const std::optional<double> peak = hardware::at(device.peak_ops_per_s, precision)) return *peak;
  }
  return 0;
}

enum class HardwareSort { name, flops, int8, bandwidth, power };

HardwareSort hardware_sort(const std::string& text) {
  const std::string name = core::lower_case(text);
  if (name.empty() || name == "name") return HardwareSort::name;
  if (name == "flops") return HardwareSort::flops;
  if (name == "int8") return HardwareSort::int8;
  if (name == "bandwidth") return HardwareSort::bandwidth;
  if (name == "power") return HardwareSort::power;
  throw core::Error(core::ErrorCode::bad_usage, "unknown sort '" + text + "'", "--sort",
                    "choose name, flops, int8, bandwidth or power");
}

void sort_devices(std::vector<hardware::Device>& devices, HardwareSort sort) {
  const auto most_first = [&devices](auto value) {
    std::stable_sort(devices.begin(), devices.end(), [&](const auto& a, const auto& b) { return value(a) > value(b); });
  };
  std::stable_sort(devices.begin(), devices.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  if (sort == HardwareSort::flops) most_first(flops);
  if (sort == HardwareSort::int8)
    most_first([](const hardware::Device& device) {
      return hardware::at(device.peak_ops_per_s, hardware::Precision::int8).value_or(0);
    });
  if (sort == HardwareSort::bandwidth)
    most_first([](const hardware::Device& device) { return device.memory.bandwidth_bytes_per_s; });
  if (sort == HardwareSort::power) most_first([](const hardware::Device& device) { return device.tdp_w; });
}

report::Document list_document(const report::Table& table, report::Table classes) {
  report::Document document;
  document.title = core::counted(static_cast<std::int64_t>(table.rows.size()), "device", "devices");
  document.subtitle =
      "Peaks are dense, at the sustained clock. `whichchip hardware show ID` gives the source of every figure.";
  document.sections.push_back({"", {}, {table}});
  if (classes.rows.size() > 1) document.sections.push_back({"By class", {}, {std::move(classes)}});
  return document;
}

// Whether the word stands in a name of the device, its vendor, class or deployment.
bool mentions(const hardware::Device& device, const std::string& word) {
  std::vector<std::string> texts = device.aliases;
  texts.insert(texts.end(), device.deployment.begin(), device.deployment.end());
  texts.insert(texts.end(), {device.id, device.name, device.vendor, hardware::name(device.device_class)});
  const std::string wanted = core::lower_case(word);
  return std::any_of(texts.begin(), texts.end(), [&wanted](const std::string& text) {
    return core::lower_case(text).find(wanted) != std::string::npos;
  });
}

void keep_matching(std::vector<hardware::Device>& devices, const std::vector<std::string>& words) {
  std::erase_if(devices, [&words](const hardware::Device& device) {
    return !std::all_of(words.begin(), words.end(),
                        [&device](const std::string& word) { return mentions(device, word); });
  });
  if (!devices.empty()) return;
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  throw core::Error(core::ErrorCode::bad_usage, "no device matches '" + all + "'", {},
                    "words are looked for in names, vendors, classes and deployments; `whichchip hardware list` shows "
                    "all");
}

void list(const Arguments& arguments, const std::vector<std::string>& words) {
  const HardwareSort sort = hardware_sort(arguments.value("sort"));
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  std::vector<hardware::Device> devices = analysis::select_devices(arguments.request, catalog);
  keep_matching(devices, words);
  sort_devices(devices, sort);
  if (arguments.format == Format::json)
    return write(report::hardware_json(devices, report::versions(catalog)) + "\n", arguments);
  report::Table table = report::hardware_table(devices);
  report::add_kinds(table, devices);
  if (arguments.format == Format::csv) return write(report::csv(table), arguments);
  write(rendered(list_document(table, report::classes_table(devices)), arguments), arguments);
}

void show(const Arguments& arguments, const std::vector<std::string>& ids) {
  const hardware::Catalog catalog = load_catalog(arguments.catalogs, arguments.request.edits);
  std::vector<hardware::Device> devices;
  for (const std::string& id : ids) devices.push_back(hardware::find_device(catalog, id));
  if (arguments.format == Format::json)
    return write(report::hardware_json(devices, report::versions(catalog)) + "\n", arguments);
  if (arguments.format == Format::csv) return write(report::csv(report::hardware_table(devices)), arguments);
  if (devices.size() == 1) return write(rendered(report::hardware_document(devices.front()), arguments), arguments);
  report::Document all;
  all.title = core::counted(static_cast<std::int64_t>(devices.size()), "device", "devices");
  for (const hardware::Device& device : devices) {
    report::Document one = report::hardware_document(device);
    one.sections.front().title = one.title + " (" + one.subtitle + ")";
    for (report::Section& section : one.sections) all.sections.push_back(std::move(section));
  }
  write(rendered(all, arguments), arguments);
}

}  // namespace

void run_hardware(const Arguments& arguments) {
  std::vector<std::string> words = arguments.positionals;
  const std::string verb = words.empty() ? "list" : words.front();
  if (!words.empty()) words.erase(words.begin());
  const auto fail = [](std::string message, std::string advice) {
    throw core::Error(core::ErrorCode::bad_usage, std::move(message), {}, std::move(advice));
  };
  if (verb == "list") return list(arguments, words);
  if (verb != "show")
    fail("unknown action 'hardware " + verb + "'",
         "write `whichchip hardware list " + verb + "` to search, or `whichchip hardware show ID`");
  if (words.empty()) fail("hardware show needs an ID", "`whichchip hardware list` shows them");
  show(arguments, words);
}

}  // namespace whichchip::cli
