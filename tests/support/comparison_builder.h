// Comparisons from figures that a test writes down, without a predictor behind them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analysis/compare.h"

namespace whichchip::tests {

// Two subgraphs of equal work at every runtime level: 50 MMAC each.
inline workload::Workload small_workload(std::int64_t batch = 1) {
  workload::Workload workload;
  workload.model.name = "tiny";
  workload.model.producer = "by hand";
  workload.model.ir_version = 8;
  workload.model.opsets = {{"", 17}};
  workload.model.nodes = 2;
  workload.model.parameters.parameters = 1000;
  workload.model.inputs = {{"input", model::DataType::float32, {"batch", "3", "?"}, true}};
  workload.model.outputs = {{"output", model::DataType::float32, {"batch", "10"}, true}};
  workload.model.symbols = {{"batch", batch, model::SymbolOrigin::known}};
  workload.batch = batch;
  const auto tensor = [&](const char* name, std::int64_t elements, bool weight) {
    workload::Tensor result;
    result.name = name;
    result.type = model::DataType::float32;
    result.dims = {elements};
    result.elements = elements;
    result.weight = weight;
    workload.tensors.push_back(result);
  };
  tensor("input", 100, false);
  tensor("weights", 1000, true);
  tensor("middle", 200, false);
  tensor("output", 50, false);
  workload.tensors[0].graph_input = true;
  workload.tensors[3].graph_output = true;
  for (int i = 0; i < 2; ++i) {
    workload::Operator op;
    op.name = i == 0 ? "/conv" : "";
    op.op_type = i == 0 ? "Conv" : "MatMul";
    op.kind = i == 0 ? workload::OperatorKind::convolution : workload::OperatorKind::matmul;
    op.macs = 50'000'000 * batch;
    op.vector_ops = 1000 * batch;
    op.reads = i == 0 ? workload::Accesses{{0, 100}, {1, 1000}} : workload::Accesses{{2, 200}};
    op.writes = {{i == 0 ? 2 : 3, i == 0 ? 200 : 50}};
    workload.operators.push_back(op);
  }
  for (workload::Partition& partition : workload.partitions) {
    for (int i = 0; i < 2; ++i) {
      const auto index = static_cast<std::size_t>(i);
      workload::Subgraph subgraph;
      subgraph.id = i;
      subgraph.name = i == 0 ? "Conv 3×3" : "MatMul";
      subgraph.anchor = i;
      subgraph.kind = workload.operators[index].kind;
      subgraph.operators = {i};
      if (i == 1) subgraph.dependencies = {0};
      subgraph.reads = {{i == 0 ? 0 : 2, i == 0 ? 100 : 200}};
      if (i == 0) subgraph.weights = {{1, 1000}};
      subgraph.writes = workload.operators[index].writes;
      subgraph.macs = workload.operators[index].macs;
      subgraph.vector_ops = workload.operators[index].vector_ops;
      partition.subgraphs.push_back(subgraph);
    }
    partition.peak_activation_bytes = 1200;
  }
  workload.totals = {100'000'000 * batch, 2000 * batch, 0, 4000, 1000};
  workload.coverage.nodes = workload.coverage.nodes_modelled = 2;
  return workload;
}

struct Figures {
  double latency_s = 1e-3;
  double spread = 1.1;  // interval: ÷ and ×
  double energy_j = 1e-3;
  double memory_bytes = 1e6;
  hardware::DeviceClass device_class = hardware::DeviceClass::gpu;
  double usd_per_hour = 0;  // 0: no price
  estimate::Fit fits = estimate::Fit::yes;
};

// A device and its estimate, per batch, consistent in itself: two subgraphs of half the time each, one compute bound
// and one memory bound.
inline analysis::Estimated estimated(const std::string& id, const Figures& figures, std::int64_t batch = 1) {
  analysis::Estimated result;
  hardware::Device& device = result.device;
  device.id = device.name = id;
  device.vendor = "Maker";
  device.device_class = figures.device_class;
  device.deployment = {"datacenter"};
  device.unit_name = "core";
  device.units = 10;
  device.memory = {"HBM", 1e9, 1e12};
  device.tdp_w = 100;
  hardware::PowerMode mode;
  mode.id = device.power_mode = "default";
  mode.name = "Default";
  mode.cap_w = 100;
  device.power_modes = {mode};
  if (figures.usd_per_hour > 0)
    device.cloud_prices = {{"Cloud", "large", figures.usd_per_hour * 2, 2023},
                           {"Cloud", "spot", figures.usd_per_hour, 2024}};

  estimate::Estimate& estimate = result.estimate;
  estimate.precision.precision = hardware::Precision::fp16;
  estimate.latency_s = figures.latency_s;
  estimate.latency_interval_s = {figures.latency_s / figures.spread, figures.latency_s * figures.spread};
  estimate.energy_j = figures.energy_j;
  estimate.dynamic_energy_j = figures.energy_j * 0.75;
  estimate.idle_energy_j = figures.energy_j * 0.25;
  estimate.energy_interval_j = {figures.energy_j / figures.spread, figures.energy_j * figures.spread};
  estimate.power_w = figures.energy_j / figures.latency_s;
  estimate.cap_w = 100;
  estimate.idle_w = 10;
  estimate.macs = 1e8 * static_cast<double>(batch);
  estimate.dram_bytes = 4e6;
  estimate.peak_ops_per_s = 1e12;
  estimate.units_used = 8;
  estimate.units_total = 10;
  estimate.units_mean = 6.5;
  estimate.memory.weight_bytes = figures.memory_bytes;
  estimate.fits = figures.fits;
  for (int i = 0; i < 2; ++i) {
    estimate::SubgraphEstimate part;
    part.latency_s = figures.latency_s / 2;
    part.bound = i == 0 ? estimate::Bound::compute : estimate::Bound::memory;
    part.rungs_s[static_cast<std::size_t>(estimate::Rung::ideal)] = figures.latency_s / 8;
    const estimate::Rung loss = i == 0 ? estimate::Rung::padding : estimate::Rung::memory;
    part.rungs_s[static_cast<std::size_t>(loss)] = figures.latency_s * 3 / 8;
    part.dynamic_energy_j = figures.energy_j * 0.375;
    part.static_energy_j = figures.energy_j * 0.125;
    part.units_used = 8 - i;
    part.dram_bytes = 2e6;
    estimate.subgraphs.push_back(part);
  }
  return result;
}

inline analysis::Comparison ranked(const workload::Workload& workload, std::vector<analysis::Estimated> estimates,
                                   analysis::Metric sort = analysis::Metric::latency,
                                   const std::string& baseline = {}) {
  return analysis::rank(workload, std::move(estimates), {}, {}, sort, baseline);
}

}  // namespace whichchip::tests
