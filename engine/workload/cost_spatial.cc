// Pooling, resizing and sampling of feature maps.
#include <algorithm>

#include "workload/cost.h"

namespace whichchip::workload {

namespace {

Cost count_pool(const NodeView& node, const OperatorRule& rule) {
  const Dims kernel = node.integers("kernel_shape");
  if (kernel.empty()) throw NotKnown{"kernel_shape is missing"};
  if (std::any_of(kernel.begin(), kernel.end(), [](std::int64_t k) { return k < 1; }))
    throw NotKnown{"kernel_shape is not positive"};
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(rule.vector_per_element, product(kernel), node.output_elements(0));
  return cost;
}

Cost count_global_pool(const NodeView& node, const OperatorRule& rule) {
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(rule.vector_per_element, node.input_elements(0));
  return cost;
}

// Bins of a region partition it: every region's elements once, at most the whole map.
Cost count_roi_pool(const NodeView& node, const OperatorRule& rule) {
  const Dims& x = node.input_dims(0);
  const Dims& y = node.output_dims(0);
  if (x.size() != 4 || y.size() != 4) throw NotKnown{"the feature map has an unexpected rank"};
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(y[0], product(x, 1));
  cost.assumptions = {"every region covers the whole map"};
  return cost;
}

// RoiAlign: sampling_ratio² bilinear samples (7 operations) per output; 0 means adaptive, taken as 2.
Cost count_roi_align(const NodeView& node, const OperatorRule& rule) {
  const std::int64_t told = node.integer("sampling_ratio", 0);
  const std::int64_t ratio = told > 0 ? told : 2;
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(8, times(ratio, ratio), node.output_elements(0));
  if (told <= 0) cost.assumptions = {"adaptive sampling taken as 2×2"};
  return cost;
}

std::int64_t interpolation_cost(const std::string& mode) {
  if (mode == "linear" || mode == "bilinear") return 7;
  if (mode == "cubic" || mode == "bicubic") return 40;
  return 0;
}

Cost count_resize(const NodeView& node, const OperatorRule& rule) {
  const std::int64_t in = node.input_elements(0);
  const std::int64_t out = node.output_elements(0);
  const std::int64_t per_output = interpolation_cost(node.text("mode", "nearest"));
  if (node.input_dims(0) == node.output_dims(0)) return count_view(node, rule);
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = times(per_output, out);
  cost.own_traffic = true;
  const std::int64_t taps = per_output == 0 ? 1 : per_output == 7 ? 4 : 16;
  cost.reads = {node.read(0, std::min(in, times(taps, out)))};
  cost.writes = {node.write(0)};
  return cost;
}

// GridSample: bilinear unless told otherwise; 4 operations more per output point for the coordinates.
Cost count_grid_sample(const NodeView& node, const OperatorRule& rule) {
  const std::string mode = node.text("mode", "linear");
  Cost cost;
  cost.kind = rule.kind;
  const std::int64_t samples = node.output_elements(0);
  cost.vector_ops = plus(times(interpolation_cost(mode), samples), times(2, node.input_elements(1)));
  return cost;
}

}  // namespace

std::vector<OperatorRule> spatial_rules() {
  const auto pool = OperatorKind::pooling;
  const auto resize = OperatorKind::resize;
  const std::string_view ms = "com.microsoft";
  const std::string_view window = "kh·kw per output element";
  const std::string_view interpolate =
      "nearest 0, linear 7, cubic 40 per output element; reads at most what is touched";
  return {
      {"", "MaxPool", pool, window, count_pool, 1},
      {"", "AveragePool", pool, window, count_pool, 1},
      {"", "LpPool", pool, "2·kh·kw per output element", count_pool, 2},
      {"", "GlobalMaxPool", pool, "1 per input element", count_global_pool, 1},
      {"", "GlobalAveragePool", pool, "1 per input element", count_global_pool, 1},
      {"", "GlobalLpPool", pool, "2 per input element", count_global_pool, 2},
      {"", "MaxRoiPool", pool, "every region's elements once", count_roi_pool},
      {"", "RoiAlign", pool, "8·ratio² per output element", count_roi_align},
      {"", "Resize", resize, interpolate, count_resize},
      {"", "Upsample", resize, interpolate, count_resize},
      {"", "GridSample", resize, "linear 7, cubic 40 per output element; 2 per coordinate", count_grid_sample},
      {ms, "GridSample", resize, "linear 7, cubic 40 per output element; 2 per coordinate", count_grid_sample},
      {ms, "NhwcMaxPool", pool, window, count_pool, 1},
      {ms, "MaxpoolWithMask", pool, window, count_pool, 1},
      {ms, "CropAndResize", resize, "8 per output element", count_roi_align},
  };
}

}  // namespace whichchip::workload
