#include "estimate/traffic.h"

#include <algorithm>

#include "estimate/mapping/classes.h"

namespace whichchip::estimate {
namespace {

using hardware::Mapping;

double clamp01(double x) { return std::min(1.0, std::max(0.0, x)); }
double residency(double footprint, double capacity) { return capacity > 0 ? clamp01(2 - footprint / capacity) : 0; }

std::size_t index(int tensor) { return static_cast<std::size_t>(tensor); }

struct Sums {
  double bytes = 0, graph_bytes = 0;  // graph_bytes: of the model's inputs and outputs among them
};

Sums sum(const workload::Workload& workload, const workload::Accesses& accesses, const ElementBytes& element_bytes) {
  Sums sums;
  for (const workload::Access& access : accesses) {
    const workload::Tensor& tensor = workload.tensors[index(access.tensor)];
    const double bytes = static_cast<double>(access.elements) * element_bytes(tensor);
    sums.bytes += bytes;
    if (tensor.graph_input || tensor.graph_output) sums.graph_bytes += bytes;
  }
  return sums;
}

// A residual of the output's size is overwritten in place: it takes no room of its own.
double in_place_bytes(const workload::Workload& workload, const workload::Subgraph& subgraph,
                      const ElementBytes& element_bytes) {
  if (subgraph.matrix.empty() || subgraph.reads.size() < 2 || subgraph.writes.size() != 1) return 0;
  for (std::size_t i = 1; i < subgraph.reads.size(); ++i) {
    const workload::Access& read = subgraph.reads[i];
    if (read.elements == subgraph.writes[0].elements)
      return static_cast<double>(read.elements) * element_bytes(workload.tensors[index(read.tensor)]);
  }
  return 0;
}

// A convolution with a bias or anything else fused to it, or a product with more fused to it than its bias. Libraries
// add the bias of a product themselves (cuBLASLt, addmm); that of a convolution cuDNN does not.
bool has_epilogue(const workload::Subgraph& subgraph) {
  if (subgraph.matrix.empty() || subgraph.weights.empty()) return false;
  const bool biased = subgraph.weights.size() > 1;
  if (mapping::is_convolution(subgraph.matrix.front())) return biased || subgraph.operators.size() > 1;
  return subgraph.operators.size() > (biased ? 2U : 1U);
}

double times_read(const workload::Subgraph& subgraph) {
  std::int64_t steps = 1;
  for (const workload::MatrixWork& work : subgraph.matrix) steps = std::max(steps, work.steps);
  return static_cast<double>(steps);
}

// The state that the walk over the schedule carries.
struct Walk {
  const hardware::Device& device;
  double capacity;     // of activations
  double weight_hit;   // share of the weights that stays on the chip between runs
  double weight_link;  // share of the weights that crosses the link every run
  double batch;
  double previous_hit = 0;  // of the step before: what it wrote and this one reads
};

// Bytes of the activations beyond the chip.
double activation_dram(Walk& walk, const Traffic& t, double graph_bytes, double shared_bytes) {
  const double in = t.input_bytes, out = t.output_bytes;
  switch (walk.device.mapping) {
    case Mapping::gpu:
    case Mapping::cpu:
    case Mapping::kpu: {
      const double hit = residency(in + out + t.weight_bytes - shared_bytes, walk.capacity);
      const double bytes = in * (1 - walk.previous_hit) + out * (1 - hit);
      walk.previous_hit = hit;
      return bytes;
    }
    case Mapping::systolic: {
      const double spilled = walk.capacity > 0 ? clamp01((in + out) / walk.capacity - 1) : 1;
      return (in + out) * spilled + graph_bytes * (1 - spilled);
    }
    case Mapping::dataflow:
      return 0;
    case Mapping::npu:
    case Mapping::dsp:
    case Mapping::dpu:
    case Mapping::cgra:
      break;
  }
  double bytes = 0;
  if ((in + out) / walk.batch > walk.capacity) bytes = in + out;
  return std::max(bytes, graph_bytes);
}

}  // namespace

ElementBytes::ElementBytes(hardware::Precision own, hardware::Precision chosen) {
  for (std::size_t i = 0; i < activations_.size(); ++i) {
    const auto type = static_cast<model::DataType>(i);
    const bool resized = own != chosen && model::is_floating(type);
    activations_[i] = (resized ? hardware::storage_bits(chosen) : model::bits(type)) / 8.0;
    weights_[i] = resized ? hardware::weight_bits(chosen) / 8.0 : activations_[i];
  }
}

double weight_bytes(const workload::Workload& workload, const ElementBytes& element_bytes) {
  double bytes = 0;
  for (const workload::Tensor& tensor : workload.tensors)
    if (tensor.weight) bytes += static_cast<double>(tensor.elements) * element_bytes(tensor);
  return bytes;
}

double on_chip_capacity_bytes(const hardware::Device& device) {
  struct Visitor {
    double operator()(const hardware::GpuGeometry& g) const { return g.l2_bytes + g.last_level_bytes; }
    double operator()(const hardware::CpuGeometry& g) const { return g.l2_bytes_per_core * g.cores + g.l3_bytes; }
    double operator()(const hardware::SystolicGeometry& g) const { return g.sram_bytes; }
    double operator()(const hardware::DpuGeometry& g) const { return g.buffer_bytes; }
    double operator()(const hardware::NpuGeometry& g) const { return g.sram_bytes; }
    double operator()(const hardware::DataflowGeometry& g) const { return g.weight_capacity_bytes; }
    double operator()(const hardware::KpuGeometry& g) const {
      double tiles = 0;
      for (const hardware::KpuPool& pool : g.pools) tiles += pool.tiles;
      return tiles * g.tile_memory_bytes + g.shared_memory_bytes;
    }
    double operator()(const hardware::CgraGeometry& g) const { return g.memory_units * g.memory_unit_bytes; }
  };
  return std::visit(Visitor{}, device.geometry);
}

std::vector<Traffic> traffic_of(const workload::Workload& workload, const workload::Partition& partition,
                                const hardware::Device& device, const ElementBytes& element_bytes,
                                double total_weight_bytes, double offload_share, Framework framework) {
  std::vector<Traffic> traffic(partition.subgraphs.size());
  std::vector<double> graph_bytes(traffic.size());
  double largest_maps = 0;
  for (std::size_t i = 0; i < traffic.size(); ++i) {
    const workload::Subgraph& subgraph = partition.subgraphs[i];
    const Sums in = sum(workload, subgraph.reads, element_bytes), out = sum(workload, subgraph.writes, element_bytes);
    traffic[i].input_bytes = in.bytes;
    traffic[i].output_bytes = out.bytes;
    traffic[i].weight_bytes = sum(workload, subgraph.weights, element_bytes).bytes;
    graph_bytes[i] = in.graph_bytes + out.graph_bytes;
    largest_maps = std::max(largest_maps, in.bytes + out.bytes);
  }

  const double capacity = on_chip_capacity_bytes(device);
  Walk walk{device, capacity, 0, offload_share, static_cast<double>(std::max<std::int64_t>(1, workload.batch))};
  const auto* systolic = std::get_if<hardware::SystolicGeometry>(&device.geometry);
  const bool link_only = (systolic != nullptr && systolic->weights_over_link) || device.mapping == Mapping::dataflow;
  if (device.mapping == Mapping::gpu || device.mapping == Mapping::cpu || device.mapping == Mapping::kpu) {
    walk.weight_hit = residency(total_weight_bytes + largest_maps, capacity);
  } else if (systolic != nullptr && systolic->weight_capacity_bytes && total_weight_bytes > 0) {
    walk.weight_hit = clamp01(*systolic->weight_capacity_bytes / total_weight_bytes);
    if (systolic->weights_over_link) walk.weight_link = 1 - walk.weight_hit;
  } else if (device.mapping == Mapping::dataflow) {
    // Beyond the capacity contexts are switched: all weights cross once a batch.
    walk.weight_link = total_weight_bytes > capacity ? 1 : 0;
  }
  const double weight_loads = device.mapping == Mapping::dpu && !mapping::shares_weights(device) ? walk.batch : 1;

  for (std::size_t i = 0; i < traffic.size(); ++i) {
    const workload::Subgraph& subgraph = partition.subgraphs[i];
    Traffic& t = traffic[i];
    const double steps = times_read(subgraph);
    const double reloads = t.weight_bytes > capacity ? steps : 1;
    const double activations =
        activation_dram(walk, t, graph_bytes[i], in_place_bytes(workload, subgraph, element_bytes));
    const double repeat = static_cast<double>(std::max<std::int64_t>(1, subgraph.repeat));
    t.on_chip_bytes = repeat * (t.input_bytes + t.output_bytes + t.weight_bytes * steps);
    if (!link_only) {
      t.streamed_weight_bytes = repeat * t.weight_bytes * reloads * weight_loads * (1 - walk.weight_hit);
      t.dram_bytes = repeat * activations + t.streamed_weight_bytes;
    }
    if (framework.separate_epilogues && has_epilogue(subgraph)) {
      t.side_kernels += 1;
      t.side_on_chip_bytes += repeat * 2 * t.output_bytes;
      t.side_dram_bytes += repeat * 2 * t.output_bytes * (1 - walk.previous_hit);
    }
    if (framework.casts_weights && !subgraph.matrix.empty() && t.weight_bytes > 0) {
      constexpr double kReadWidth = 2;  // a single-precision weight beside its half-precision copy
      const double bytes = repeat * t.weight_bytes * (kReadWidth + 1);
      t.side_kernels += 1;
      t.side_on_chip_bytes += bytes;
      t.side_dram_bytes += bytes * (1 - walk.weight_hit);
    }
    t.on_chip_bytes += t.side_on_chip_bytes;
    t.dram_bytes += t.side_dram_bytes;
    t.link_bytes = repeat * t.weight_bytes * walk.weight_link + (link_only ? graph_bytes[i] : 0);
  }
  return traffic;
}

}  // namespace whichchip::estimate
