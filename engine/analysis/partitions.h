// How much each runtime fuses: the model operator by operator, and as eager, graph and engine execute it, side by side;
// what is left alone, and which fusions are missed. No hardware.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "workload/workload.h"

namespace whichchip::analysis {

// Bytes at the model's own types; the same MACs at every level.
struct FusionLevel {
  std::optional<workload::Runtime> runtime;  // absent: every operator by itself
  std::int64_t subgraphs = 0;
  double mean_operators = 0;  // of a subgraph
  std::int64_t most_operators = 0;
  double bytes = 0;        // read and written by all subgraphs
  double saved_bytes = 0;  // against every operator by itself
  std::int64_t macs = 0;
  std::int64_t compute_subgraphs = 0;  // those with MACs
  std::int64_t alone = 0;              // of them, with a single operator
  double balance = 0;                  // mean MACs of a compute subgraph ÷ those of the largest; 1 is even
};

// Element-wise work that runs by itself behind the only subgraph that feeds it, though nothing else reads what lies
// between.
struct MissedFusion {
  int subgraph = 0;
  std::string name, behind;
  double bytes = 0;  // of what lies between, written and read
};

struct FusionReport {
  std::vector<FusionLevel> levels;   // unfused, then eager, graph, engine
  std::vector<std::string> alone;    // compute subgraphs of a single operator at `runtime`, each name once
  std::vector<MissedFusion> missed;  // at `runtime`, most bytes first
  bool least = false;                // operators without a rule are missing from the MACs
  std::vector<std::string> text;     // what is worth a word: many compute subgraphs alone, missed fusions
};

FusionReport fusion_report(const workload::Workload& workload, workload::Runtime runtime);

// Bytes of some accesses, `repeat` times.
double access_bytes(const workload::Workload& workload, const workload::Accesses& accesses, std::int64_t repeat);

}  // namespace whichchip::analysis
