// The catalogue as the page has it: the figures are part of the module; the sources and notes of every figure and the
// published measurements are files beside it, which nobody needs for a first result.
#pragma once

#include <string>

#include "hardware/catalog.h"

namespace whichchip::web {

const hardware::Catalog& catalog();
// `devices_jsonl`: each line one device in full. Devices that were taken from catalog() before stay without sources.
// `measurements_json`: as analysis::builtin_measurements_json() of a program that has them from the start.
void attach_sources(std::string devices_jsonl, const std::string& measurements_json);

}  // namespace whichchip::web
