// Bytes that each subgraph moves at the precision used, and where they come from.
//
// Residency in a cache of size C (GPU L2, CPU L2 + L3, tile memories): h(foot) = clamp(2 − foot/C, 0, 1), 1 while it
// fits and 0 from 2·C on. DRAM_i = in·(1 − h_{i−1}) + out·(1 − h_i) + W·(1 − h_W) with h_i of step i's in + out + W and
// h_W of all weights plus the largest in + out; a residual that the output overwrites counts once (weights persist from
// one inference to the next). On-chip bytes = in + W + out. Scratchpads (systolic) spill with share clamp((in +
// out)/SRAM − 1, 0, 1); line buffers (DPU, NPU, DSP, CGRA) send a map that is larger than the buffer to DRAM; pipelines
// (dataflow) keep everything. (Modelling §2, §3.)
#pragma once

#include <vector>

#include "estimate/mapping.h"
#include "estimate/scenario.h"

namespace whichchip::estimate {

// Bytes of one element of every data type, once the precision is chosen: a model in its own precision keeps its types,
// in another its floating tensors take that one's width (weights may take another than activations) and its integer
// tensors keep theirs.
class ElementBytes {
 public:
  ElementBytes(hardware::Precision own, hardware::Precision chosen);
  double operator()(const workload::Tensor& tensor) const {
    return (tensor.weight ? weights_ : activations_)[static_cast<std::size_t>(tensor.type)];
  }

 private:
  std::array<double, 32> activations_{}, weights_{};
};

// Distinct weights, each once.
double weight_bytes(const workload::Workload& workload, const ElementBytes& element_bytes);

// What a framework adds to the kernels of the model itself.
struct Framework {
  bool separate_epilogues = false;
  bool casts_weights = false;  // the run's format is narrower than the model's, and the weights keep the model's
};

// Per subgraph, in order. `offload_share` of the weights lies in the host's memory and crosses the link every run.
std::vector<Traffic> traffic_of(const workload::Workload& workload, const workload::Partition& partition,
                                const hardware::Device& device, const ElementBytes& element_bytes,
                                double total_weight_bytes, double offload_share, Framework framework);

// What the device keeps on the chip for activations; the cache of the law above.
double on_chip_capacity_bytes(const hardware::Device& device);

}  // namespace whichchip::estimate
