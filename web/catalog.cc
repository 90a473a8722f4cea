#include "web/catalog.h"

#include <string_view>
#include <utility>

#include "analysis/builtin_measurements.h"
#include "analysis/measurements.h"
#include "hardware/builtin_catalog.h"

namespace whichchip {

// In place of the libraries' own, which hold the texts.
std::string_view hardware::builtin_device_files() { return {}; }
std::string_view analysis::builtin_measurements_json() { return {}; }

namespace web {
namespace {

hardware::Catalog& whole() {
  static hardware::Catalog catalog = hardware::builtin_catalog();
  return catalog;
}

}  // namespace

const hardware::Catalog& catalog() { return whole(); }

void attach_sources(std::string devices_jsonl, const std::string& measurements_json) {
  static std::string text;  // the devices read their own lines of it when they are asked
  if (!text.empty()) return;
  text = std::move(devices_jsonl);
  hardware::attach_provenance(whole(), text);
  analysis::attach_measurements(measurements_json);
}

}  // namespace web
}  // namespace whichchip
