// What a comparison costs, in money and carbon: tables, sections of a report, a document of its own, JSON parts.
#pragma once

#include <vector>

#include "analysis/costing.h"
#include "report/document.h"

namespace whichchip::report {

// "costs": a row per device: bill per million, price, ownership over the life, from when on buying pays, carbon.
Table costs_table(const analysis::Comparison& comparison, const analysis::Costing& costing);
// "fleet": devices that serve the rate of requests. "battery": hours and inferences of one charge. Without rows when no
// rate or battery is given.
Table fleet_table(const analysis::Comparison& comparison, const analysis::Costing& costing);
Table battery_table(const analysis::Comparison& comparison, const analysis::Costing& costing);
// "carbon": a row per grid, the cleanest first, and a column for each of the first devices: gCO2 per million
// inferences.
Table carbon_table(const analysis::Comparison& comparison, const analysis::Costing& costing);

// What the figures rest on, each with the option that changes it; of rent and own the bases that some row has, or
// `both`.
std::vector<std::string> economics_lines(const analysis::Comparison& comparison, bool both);

// Answers, then the tables above; `grids` adds the carbon of every grid.
std::vector<Section> cost_sections(const analysis::Comparison& comparison, bool grids);
Document cost_document(const analysis::Comparison& comparison);

}  // namespace whichchip::report
