#include "web/catalog.h"

#include <string_view>
#include <utility>

#include "hardware/builtin_catalog.h"

namespace whichchip {

// In place of the library's own, which holds the text.
std::string_view hardware::builtin_device_files() { return {}; }

namespace web {
namespace {

hardware::Catalog& whole() {
  static hardware::Catalog catalog = hardware::builtin_catalog();
  return catalog;
}

}  // namespace

const hardware::Catalog& catalog() { return whole(); }

void attach_device_files(std::string devices_jsonl) {
  static std::string text;  // the devices read their own lines of it when they are asked
  if (!text.empty()) return;
  text = std::move(devices_jsonl);
  hardware::attach_provenance(whole(), text);
}

}  // namespace web
}  // namespace whichchip
