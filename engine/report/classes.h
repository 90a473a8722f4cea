// The catalogue by class: how many devices, what they can do together, what they draw.
#pragma once

#include <vector>

#include "hardware/device.h"
#include "report/table.h"

namespace whichchip::report {

// "classes": a row per class that is there, most devices first; the counts add up to the devices.
Table classes_table(const std::vector<hardware::Device>& devices);
// Adds to the rows of hardware_table() how sure predictions for a device are, what it computes in, who says what it
// does (a program, or how it was built), what it costs, and where most of its figures are from.
void add_kinds(Table& table, const std::vector<hardware::Device>& devices);

}  // namespace whichchip::report
