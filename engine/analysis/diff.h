// What changed between two models, or between two results of the same comparison: counts, figures per device, layers.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/compare.h"

namespace whichchip::analysis {

// The figures of one device, SI, per inference but for the batch latency.
struct RevisionRun {
  std::string hardware;
  double latency_s = 0, energy_j = 0, peak_memory_bytes = 0;
  struct Layer {
    std::string name;
    double latency_s = 0;
  };
  std::vector<Layer> layers;  // empty where the result was written without them
};

// One side of a difference: of a comparison made now, or read back from its JSON.
struct Revision {
  std::string name;
  double parameters = 0;
  std::optional<double> macs, weight_bytes;       // absent in a compare JSON
  std::map<std::string, std::int64_t> operators;  // type → count; empty in a compare JSON
  std::vector<RevisionRun> runs;
};

Revision revision(const Comparison& comparison);

struct CountChange {
  std::string what;  // "Conv", "MACs"
  double before = 0, after = 0;
};

struct RunChange {
  std::string hardware;
  std::string metric;  // "latency", "energy", "memory"
  double before = 0, after = 0;
};

// Layers are matched by their names in schedule order (longest common subsequence): what was only renamed counts as one
// gone and one new.
struct LayerChange {
  std::string hardware, name;
  std::optional<double> before, after;  // seconds; absent: not there
  double difference() const { return after.value_or(0) - before.value_or(0); }
};

// Changed layers of one name on one device, together.
struct LayerKindChange {
  std::string hardware, name;
  std::int64_t changed = 0, added = 0, gone = 0;  // layers
  double before = 0, after = 0;                   // seconds, of all of them
  double difference() const { return after - before; }
};

struct Difference {
  std::string before, after;                         // names
  std::vector<CountChange> counts;                   // that changed
  std::vector<RunChange> runs;                       // devices on both sides
  std::vector<LayerChange> layers;                   // that changed, per device the largest first
  std::vector<std::string> only_before, only_after;  // devices
  std::vector<std::string> summary;                  // over the devices; empty where there are too few to need one
  std::vector<std::string> text;                     // device by device
};

Difference difference(const Revision& before, const Revision& after);

// By device in the order of the layers, then the largest change first.
std::vector<LayerKindChange> layer_kinds(const std::vector<LayerChange>& layers);
// "17 new, 3 gone, 2 changed"
std::string describe(const LayerKindChange& kind);

}  // namespace whichchip::analysis
