// One layer, that is one subgraph: how its operators were counted, and what it takes on every device.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/document.h"

namespace whichchip::report {

// "1×64×56×56"; "?" for an extent that is not known.
std::string shape_of(const std::vector<std::int64_t>& dims);
// Of the first tensor of a subgraph's reads or writes; a dash where there is none.
std::string first_shape(const workload::Workload& workload, const workload::Accesses& accesses);

// One line per operator: "#3 Conv /layer1/conv1: Conv: B·OH·…; MAC B·OH·… = …; vector …; read …; assumed: …"
std::vector<std::string> arithmetic_lines(const workload::Workload& workload, const workload::Subgraph& subgraph);

// "layer": a row per device that ran the scenario's partition, the fastest first; `id` is a subgraph of that partition,
// as text. Empty without one of that id.
std::vector<Section> layer_sections(const analysis::Comparison& comparison, const std::string& id);

}  // namespace whichchip::report
