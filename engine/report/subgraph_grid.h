// Subgraphs × devices: what each subgraph of one partition costs on the devices that ran it. Private to report/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/tables.h"

namespace whichchip::report {

struct SubgraphGrid {
  const std::vector<workload::Subgraph>* subgraphs = nullptr;
  std::vector<const analysis::Row*> rows;
  std::vector<std::vector<double>> values;  // by subgraph, then by device

  // Index of the cheapest device, of the second, and how many times as much that one needs.
  struct Winner {
    std::size_t index = 0;
    std::optional<std::size_t> next;
    std::optional<double> margin;
  };
  Winner winner(std::size_t subgraph) const;
  // What the second loses most by against the winner: "memory traffic"; empty without a second.
  std::string reason(std::size_t subgraph, SubgraphQuantity quantity) const;
};

// Seconds of a batch, or joules of an inference.
SubgraphGrid subgraph_grid(const analysis::Comparison& comparison, workload::Runtime runtime,
                           SubgraphQuantity quantity);

}  // namespace whichchip::report
