// Activations and normalisations that exporters write as several operators, recognised by what they are: a region of
// element-wise operators (and means, for a normalisation) that starts at one tensor x and ends at one join.
#include <algorithm>
#include <optional>
#include <string_view>

#include "workload/fusion.h"

namespace whichchip::workload {

namespace {

constexpr std::size_t kLargestRegion = 24;

struct Region {
  std::vector<int> operators;  // ascending, the join last
  int input = -1;
};

bool is_any(std::string_view op, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), op) != names.end();
}

bool is_mean(const FusionGraph& graph, int i) {
  return is_any(graph.op(i).op_type, {"ReduceMean", "ReduceL2", "ReduceSumSquare"});
}

using Allowed = bool (*)(const FusionGraph&, int);

bool in_activation(const FusionGraph& graph, int i) { return graph.op(i).kind == OperatorKind::elementwise; }

bool in_normalization(const FusionGraph& graph, int i) {
  const OperatorKind kind = graph.op(i).kind;
  return kind == OperatorKind::elementwise || kind == OperatorKind::quantize || is_mean(graph, i);
}

// Walks back from the join, always taking the latest producer, until everything comes from one tensor. Every operator
// taken feeds the region alone, so the region has one entry and one exit.
std::optional<Region> single_input_region(const FusionGraph& graph, int join, Allowed allowed) {
  const TensorList operands = graph.data_inputs(join);
  if (operands.size() != 2) return std::nullopt;
  std::vector<int> members{join};
  TensorList frontier = operands;  // distinct
  while (frontier.size() > 1) {
    const auto latest = std::max_element(frontier.begin(), frontier.end(), [&](int a, int b) {
      return std::pair(graph.producer(a), a) < std::pair(graph.producer(b), b);
    });
    const int i = graph.producer(*latest);
    if (!graph.free(i) || graph.in_composite(i) || !allowed(graph, i) || !graph.same_loop(i, join)) return std::nullopt;
    if (!graph.feeds_only(i, members) || members.size() >= kLargestRegion) return std::nullopt;
    *latest = frontier.back();
    frontier.pop_back();
    insert(members, i);
    for (const int t : graph.data_inputs(i)) {
      if (std::find(frontier.begin(), frontier.end(), t) == frontier.end()) frontier.push_back(t);
    }
    if (frontier.size() > 4) return std::nullopt;
  }
  if (frontier.empty()) return std::nullopt;
  return Region{members, frontier[0]};
}

bool has(const FusionGraph& graph, const std::vector<int>& members, std::initializer_list<std::string_view> names) {
  return std::any_of(members.begin(), members.end(), [&](int i) { return is_any(graph.op(i).op_type, names); });
}

std::string activation_label(const FusionGraph& graph, const std::vector<int>& members) {
  if (has(graph, members, {"Erf"})) return "Gelu";
  if (has(graph, members, {"Softplus"})) return "Mish";
  if (has(graph, members, {"Tanh"})) return "Gelu";
  if (has(graph, members, {"HardSigmoid", "Clip", "Relu"})) return "HardSwish";
  if (!has(graph, members, {"Sigmoid"})) return "";
  return members.size() > 2 ? "QuickGelu" : "Silu";
}

// The constant that scales an activation's result: ½ of a GELU, 6 or 1/6 of a HardSwish.
bool is_closing_scale(const FusionGraph& graph, int i, std::string_view label) {
  const std::string_view op = graph.op(i).op_type;
  if (!is_any(op, {"Mul", "Div"}) || graph.data_inputs(i).size() != 1) return false;
  double value = 0;
  if (!graph.scalar_operand(i, 1, value) && !graph.scalar_operand(i, 0, value)) return false;
  const double factor = op == "Div" && value != 0 ? 1 / value : value;
  const double wanted = label == "Gelu" ? 0.5 : 1.0 / 6;
  return factor > wanted * 0.99 && factor < wanted * 1.01;
}

void take_closing_scale(const FusionGraph& graph, Region& region, std::string_view label) {
  if (!is_any(label, {"Gelu", "HardSwish"})) return;
  const Unit next = graph.sole_reader(graph.output(region.operators.back()));
  if (next.operators.size() == 1 && is_closing_scale(graph, next.exit(), label)) insert(region.operators, next.exit());
}

bool find_activation(FusionGraph& graph, int join) {
  if (graph.op(join).op_type != "Mul") return false;
  auto region = single_input_region(graph, join, in_activation);
  if (!region) return false;
  const std::int64_t size = graph.elements(region->input);
  const bool whole = std::all_of(region->operators.begin(), region->operators.end(),
                                 [&](int i) { return graph.elements(graph.output(i)) == size; });
  const std::string label = activation_label(graph, region->operators);
  if (!whole || label.empty()) return false;
  // A framework has one operator for these; the others are written out in Python, and run as they are written.
  const bool own = is_any(label, {"Silu", "HardSwish", "Mish"}) || has(graph, region->operators, {"Erf"});
  if (graph.level == Runtime::eager && !own) return false;
  take_closing_scale(graph, *region, label);
  graph.add_composite({.operators = region->operators, .label = label, .kind = OperatorKind::elementwise});
  return true;
}

// x − mean(x) before the scaling makes a layer norm of an RMS norm.
bool take_centering(const FusionGraph& graph, Region& region) {
  const int centre = graph.producer(region.input);
  if (!graph.free(centre) || graph.op(centre).op_type != "Sub" || !graph.feeds_only(centre, region.operators))
    return false;
  const int x = graph.data_operand(centre, 0);
  const int mean_of_x = graph.data_operand(centre, 1);
  const int mean = graph.producer(mean_of_x);
  if (!graph.free(mean) || graph.op(mean).op_type != "ReduceMean" || graph.data_operand(mean, 0) != x) return false;
  std::vector<int> members = region.operators;
  insert(members, centre);
  if (!graph.feeds_only(mean, members)) return false;
  insert(members, mean);
  region = {members, x};
  return true;
}

// γ, β and a change of number format that follow the normalised value.
void take_affine(const FusionGraph& graph, Region& region) {
  for (int budget = 3; budget > 0; --budget) {
    const int out = graph.output(region.operators.back());
    const Unit next = graph.sole_reader(out);
    if (next.operators.size() != 1) return;
    const int i = next.exit();
    const bool affine = is_any(graph.op(i).op_type, {"Mul", "Add"}) && graph.has_static_operand(i);
    if (!affine && graph.op(i).op_type != "Cast") return;
    if (graph.data_inputs(i).size() != 1 || graph.elements(graph.output(i)) != graph.elements(out) ||
        !graph.same_loop(i, region.operators.back()))
      return;
    insert(region.operators, i);
  }
}

bool find_normalization(FusionGraph& graph, int join) {
  if (!is_any(graph.op(join).op_type, {"Div", "Mul", "Add", "Sub"})) return false;
  auto region = single_input_region(graph, join, in_normalization);
  if (!region ||
      !std::any_of(region->operators.begin(), region->operators.end(), [&](int i) { return is_mean(graph, i); }))
    return false;
  const bool lp = has(graph, region->operators, {"ReduceL2"});
  if (!lp && !has(graph, region->operators, {"Sqrt", "Pow", "Reciprocal"})) return false;
  if (lp && graph.level == Runtime::eager) return false;
  const bool centred = take_centering(graph, *region) || has(graph, region->operators, {"Sub"});
  if (!centred && graph.level == Runtime::eager) return false;
  take_affine(graph, *region);
  const std::string label = lp ? "LpNormalization" : centred ? "LayerNormalization" : "RMSNormalization";
  graph.add_composite({.operators = region->operators, .label = label, .kind = OperatorKind::normalization});
  return true;
}

}  // namespace

void find_composites(FusionGraph& graph) {
  // From the end, so that an outer join is tried before the joins inside its region.
  for (int i = graph.operator_count() - 1; i >= 0; --i) {
    if (!graph.free(i) || graph.in_composite(i) || graph.op(i).kind != OperatorKind::elementwise) continue;
    if (!find_activation(graph, i)) find_normalization(graph, i);
  }
}

namespace {

// The sum of two activations, or of one and a table (positions); the bias of a product belongs to the product.
bool is_skip(const FusionGraph& graph, int i) {
  if (graph.op(i).op_type != "Add") return false;
  const TensorList inputs = graph.data_inputs(i);
  if (inputs.size() == 2) return true;
  const int from = inputs.empty() ? -1 : graph.producer(inputs[0]);
  return from < 0 || graph.op(from).matrix.empty();
}

}  // namespace

void fuse_skip_normalization(FusionGraph& graph) {
  const auto is_layer_norm = [](const Unit& unit) {
    return is_any(unit.label, {"LayerNormalization", "RMSNormalization", "SimplifiedLayerNormalization"});
  };
  for (int i = 0; i < graph.operator_count(); ++i) {
    if (!graph.free(i)) continue;
    const Unit unit = graph.unit_of(i);
    if (unit.kind != OperatorKind::normalization || unit.operators.front() != i || unit.label == "BatchNormalization")
      continue;
    Cluster cluster{.operators = unit.operators, .anchor = i, .kind = OperatorKind::normalization, .head = unit.label};
    const std::vector<int> inputs = graph.unit_inputs(unit);
    int sum = inputs.size() == 1 ? graph.producer(inputs[0]) : -1;
    // Norms of half-precision models begin with a cast to float.
    if (graph.free(sum) && graph.op(sum).op_type == "Cast" && graph.feeds_only(sum, unit.operators)) {
      insert(cluster.operators, sum);
      sum = graph.producer(graph.data_operand(sum, 0));
    }
    // The sum may have other readers (the next residual): it is then a second result of the kernel.
    if (is_layer_norm(unit) && graph.free(sum) && is_skip(graph, sum) && graph.same_loop(sum, i)) {
      insert(cluster.operators, sum);
      cluster.head = "Add + " + unit.label;
    }
    graph.claim(std::move(cluster));
  }
}

}  // namespace whichchip::workload
