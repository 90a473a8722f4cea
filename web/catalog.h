// The catalogue as the page has it: the figures are part of the module, the sources and notes of every figure a file
// beside it, which nobody needs for a first result.
#pragma once

#include <string>

#include "hardware/catalog.h"

namespace whichchip::web {

const hardware::Catalog& catalog();
// `devices_jsonl`: each line one device in full. Devices that were taken from catalog() before stay without sources.
void attach_device_files(std::string devices_jsonl);

}  // namespace whichchip::web
