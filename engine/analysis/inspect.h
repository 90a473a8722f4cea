// Facts about a model that need no device: its type, where its work sits, its arithmetic intensity, its parallelism.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "workload/workload.h"

namespace whichchip::analysis {

// Share of the MACs by kind of operator; all 0 for a model without MACs.
struct Shares {
  double convolution = 0;  // depthwise included
  double matmul = 0;       // attention apart
  double attention = 0;
  double recurrent = 0;
};

struct KindCount {
  workload::OperatorKind kind = workload::OperatorKind::unknown;
  std::int64_t count = 0;  // operators
  std::int64_t macs = 0, vector_ops = 0;
};

// Operators of one type: a row of inspect's operator table.
struct OperatorGroup {
  std::string op_type, domain;
  std::int64_t count = 0, macs = 0, vector_ops = 0;
  std::int64_t unknown = 0;  // of `count`, those without a rule: the sums are of the others
  double bytes = 0;          // unfused, at the model's own types
};

// External traffic of one subgraph at the model's own types.
struct SubgraphBytes {
  double input = 0, weight = 0, output = 0;
  double total() const { return input + weight + output; }
};

enum class CoverageBand : std::uint8_t { complete, partial, incomplete };  // ≥ 99 %, 90-99 %, < 90 % of the MACs
const char* name(CoverageBand band);
CoverageBand coverage_band(const workload::Coverage& coverage);

// Whether operators without a rule are missing from the sums: work, time and energy are then at least what is shown.
bool sums_are_least(const workload::Coverage& coverage);

struct Inspection {
  std::string type;  // "CNN", "transformer", "MLP" (matrix products without attention), "hybrid, conv-led",
                     // "recurrent", "hybrid", "no matrix work"
  Shares shares;
  std::vector<KindCount> kinds;               // in the order of OperatorKind, those present
  std::vector<OperatorGroup> operators;       // most MACs first
  std::vector<SubgraphBytes> subgraph_bytes;  // as the partition's subgraphs
  std::optional<double> intensity_fused;      // FLOP/byte; absent when nothing moves
  std::optional<double> intensity_unfused;
  std::int64_t levels = 0;  // longest chain of dependent subgraphs
  double parallelism = 0;   // mean number of subgraphs per level
  CoverageBand coverage = CoverageBand::complete;
};

Inspection inspect(const workload::Workload& workload, workload::Runtime runtime = workload::Runtime::engine);

}  // namespace whichchip::analysis
