// The energy of one device as areas: what takes a third of it takes a third of the picture.
#pragma once

#include "analysis/energy.h"
#include "report/chart.h"

namespace whichchip::report {

// A tile for every event of the tree, those of one group beside one another and in one colour, which the series name.
Chart energy_treemap(const analysis::EnergyRow& row);

}  // namespace whichchip::report
