// If, Loop, Scan and SequenceMap: which branch, how many trips, and how tensors pass between a body and what surrounds
// it.
#include <algorithm>
#include <string_view>

#include "core/integer.h"
#include "model/expand.h"
#include "model/tensor_values.h"
#include "model/text.h"

namespace whichchip::model {
namespace {

constexpr std::int64_t kEndless = std::int64_t{1} << 62;  // what exporters write for "while"
constexpr std::int64_t kManyTrips = 1'000'000;

const onnx::GraphProto* body_of(const Operation& operation, std::string_view name) {
  const auto* attribute = operation.attribute(name);
  return attribute != nullptr && attribute->has_g() ? &attribute->g() : nullptr;
}

// Matrix work outweighs everything else.
std::int64_t weigh(const onnx::GraphProto& graph) {
  std::int64_t weight = 0;
  for_each_node(graph.node(), [&](const onnx::NodeProto& node) {
    const std::string& type = node.op_type();
    const bool heavy = type.find("Conv") != std::string::npos || type.find("MatMul") != std::string::npos ||
                       type == "Gemm" || type.find("Attention") != std::string::npos || type == "LSTM" || type == "GRU";
    weight += heavy ? 1000 : 1;
  });
  return weight;
}

const char* yes_no(bool yes) { return yes ? "true" : "false"; }

}  // namespace

bool Expander::choose_branch(const onnx::NodeProto& node, int condition, const onnx::GraphProto& then_branch,
                             const onnx::GraphProto& else_branch) {
  std::string name = "condition of " + label(node);
  bool fed = false;
  if (condition != kAbsent) {
    const Tensor& tensor = inference_.tensor(condition);
    if (tensor.value.known && tensor.value.integers.size() == 1) return tensor.value.integers[0] != 0;
    name = tensor.name;
    fed = tensor.kind == TensorKind::input;
  }
  SymbolTable& symbols = inference_.symbols();
  const auto choose = [&](std::int64_t fallback, SymbolOrigin origin) {
    const bool taken = symbols.control(name, fallback, origin, 0) != 0;
    const auto same = [&](const Branch& branch) { return branch.control == name; };
    if (std::none_of(graph_.branches.begin(), graph_.branches.end(), same)) graph_.branches.push_back({name, taken});
    return taken;
  };
  if (fed && lower_case(name).find("cache") != std::string::npos) {
    return choose(symbols.past_length() > 0 ? 1 : 0, SymbolOrigin::known);
  }
  const bool costlier = weigh(then_branch) >= weigh(else_branch);
  const bool chosen = fed ? choose(costlier ? 1 : 0, SymbolOrigin::assumed) : costlier;
  inference_.warnings().add("branch-assumed",
                            "The condition of " + label(node) + " depends on the data; " + yes_no(chosen) +
                                " is assumed" + (chosen == costlier ? ", the costlier branch." : "."),
                            clean_text(node.name()));
  return chosen;
}

void Expander::enter_branch(const onnx::NodeProto& node, const Operation& operation) {
  const auto* then_branch = body_of(operation, "then_branch");
  const auto* else_branch = body_of(operation, "else_branch");
  const TensorList inputs = read_all(node);
  if (then_branch == nullptr || else_branch == nullptr) return visit_leaf(node, operation);
  const bool chosen = choose_branch(node, inputs.empty() ? kAbsent : inputs[0], *then_branch, *else_branch);
  Frame& frame = enter(Kind::branch, node, inside(node, 1));
  open_graph(frame, chosen ? *then_branch : *else_branch);
}

// Inputs of Loop: trip count and condition, either of which may be absent, then the carried tensors.
std::int64_t Expander::trip_count(const onnx::NodeProto& node, const TensorList& inputs) {
  const auto known = [&](std::size_t i) -> const Tensor* {
    if (i >= inputs.size() || inputs[i] == kAbsent) return nullptr;
    const Tensor& tensor = inference_.tensor(inputs[i]);
    return tensor.value.known && tensor.value.integers.size() == 1 ? &tensor : nullptr;
  };
  if (const Tensor* condition = known(1); condition != nullptr && condition->value.integers[0] == 0) return 0;
  if (const Tensor* count = known(0); count != nullptr && count->value.integers[0] < kEndless) {
    const std::int64_t trips = std::max<std::int64_t>(0, count->value.integers[0]);
    if (trips > kManyTrips)
      inference_.warnings().add("many-trips", label(node) + " runs " + std::to_string(trips) + " times.",
                                clean_text(node.name()));
    return trips;
  }
  const std::string name = clean_text(node.name().empty() ? "loop" : node.name()) + ".trips";
  const std::int64_t trips = inference_.symbols().control(name, 1, SymbolOrigin::assumed, 0);
  inference_.warnings().add(
      "trip-count-assumed",
      "How often " + label(node) + " runs depends on the data; " + std::to_string(trips) + " is assumed.", name);
  return trips;
}

void Expander::enter_loop(const onnx::NodeProto& node, const Operation& operation) {
  const auto* body = body_of(operation, "body");
  const TensorList inputs = read_all(node);
  if (body == nullptr || body->input_size() < 2 || body->output_size() < 1) return visit_leaf(node, operation);
  const std::int64_t trips = trip_count(node, inputs);
  if (trips == 0) return skip_loop(node, inputs);
  Frame& frame = enter(Kind::loop, node, inside(node, trips));
  frame.trips = trips;
  define(frame, body->input(0).name(), fresh(body->input(0).name(), DataType::int64, {}, frame.placement));
  define(frame, body->input(1).name(), fresh(body->input(1).name(), DataType::boolean, {}, frame.placement));
  for (int i = 2; i < body->input_size(); ++i) {
    const int source = i < node.input_size() ? inputs[static_cast<std::size_t>(i)] : kAbsent;
    frame.carried.push_back(inference_.add_alias(body->input(i).name(), source, frame.placement));
    define(frame, body->input(i).name(), frame.carried.back());
  }
  open_graph(frame, *body);
}

// A loop that never runs gives back what it was given, and nothing else.
void Expander::skip_loop(const onnx::NodeProto& node, const TensorList& inputs) {
  Frame& frame = frames_.back();
  for (int i = 0; i < node.output_size(); ++i) {
    const auto source = static_cast<std::size_t>(i) + 2;
    const bool carried = source < inputs.size() && inputs[source] != kAbsent;
    define(frame, node.output(i), carried ? inputs[source] : new_tensor(node.output(i), frame.placement));
  }
}

// Opset 8 has a leading input with sequence lengths and a batch dimension before everything; later ones have neither.
void Expander::enter_scan(const onnx::NodeProto& node, const Operation& operation) {
  const auto* body = body_of(operation, "body");
  const TensorList inputs = read_all(node);
  const std::int64_t scanned = operation.integer("num_scan_inputs", 0);
  const bool batched = operation.opset() < 9;
  const std::int64_t states = body == nullptr ? -1 : body->input_size() - scanned;
  const auto first = static_cast<std::size_t>(batched ? 1 : 0);
  if (body == nullptr || scanned < 1 || states < 0 ||
      inputs.size() < static_cast<std::size_t>(body->input_size()) + first)
    return visit_leaf(node, operation);
  const auto axes = operation.integers("scan_input_axes").value_or(std::vector<std::int64_t>{});
  std::int64_t trips = kUnknown, batch = kUnknown;
  std::vector<std::vector<std::int64_t>> slices;
  for (std::int64_t i = 0; i < body->input_size(); ++i) {
    const int source = inputs[first + static_cast<std::size_t>(i)];
    std::vector<std::int64_t> dims = source == kAbsent ? std::vector<std::int64_t>{} : inference_.tensor(source).dims;
    std::int64_t repeat = 1;
    if (batched && !dims.empty()) batch = dims[0];
    const auto drop = [&](std::int64_t axis) {
      if (axis < 0) axis += static_cast<std::int64_t>(dims.size());
      if (axis < 0 || axis >= static_cast<std::int64_t>(dims.size())) return;
      const std::int64_t extent = dims[static_cast<std::size_t>(axis)];
      repeat = extent < 0 || repeat < 0 ? kUnknown : core::saturating_multiply(repeat, extent);
      dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
    };
    const auto scan_index = static_cast<std::size_t>(std::max<std::int64_t>(0, i - states));
    if (i >= states) drop(batched ? 1 : scan_index < axes.size() ? axes[scan_index] : 0);
    if (batched) drop(0);
    if (i >= states && trips == kUnknown) trips = repeat;
    slices.push_back(std::move(dims));
  }
  if (trips == kUnknown) {
    trips = 1;
    inference_.warnings().add("trip-count-assumed", "How often " + label(node) + " runs is not known; 1 is assumed.",
                              clean_text(node.name()));
  }
  Frame& frame = enter(Kind::scan, node, inside(node, trips));
  frame.trips = trips;
  if (batched) frame.batch = batch;
  for (int i = 0; i < body->input_size(); ++i) {
    const int source = inputs[first + static_cast<std::size_t>(i)];
    const int tensor = inference_.add_alias(body->input(i).name(), source, frame.placement);
    inference_.tensor(tensor).dims = slices[static_cast<std::size_t>(i)];
    define(frame, body->input(i).name(), tensor);
    if (i < states) frame.carried.push_back(tensor);
  }
  open_graph(frame, *body);
}

// The body stands for every tensor of the sequences, which must be alike; tensors beside them are given whole.
void Expander::enter_map(const onnx::NodeProto& node, const Operation& operation) {
  const auto* body = body_of(operation, "body");
  const TensorList inputs = read_all(node);
  if (body == nullptr || inputs.empty() || static_cast<std::size_t>(body->input_size()) != inputs.size())
    return visit_leaf(node, operation);
  std::int64_t trips = kUnknown;
  for (const int input : inputs) {
    const auto sequence = input == kAbsent ? nullptr : inference_.compound(input);
    if (!sequence) continue;
    if (!sequence->runs || sequence->runs->size() != 1) return visit_leaf(node, operation);
    const std::int64_t count = sequence->runs->front().count;
    if (trips != kUnknown && trips != count) return visit_leaf(node, operation);
    trips = count;
  }
  if (trips == kUnknown) return visit_leaf(node, operation);
  Frame& frame = enter(Kind::map, node, inside(node, trips));
  frame.trips = trips;
  for (int i = 0; i < body->input_size(); ++i) {
    const int input = inputs[static_cast<std::size_t>(i)];
    const std::string& name = body->input(i).name();
    const bool sequence = input != kAbsent && inference_.compound(input) != nullptr;
    define(frame, name,
           sequence ? inference_.add_element(name, input, frame.placement)
                    : inference_.add_alias(name, input, frame.placement));
  }
  open_graph(frame, *body);
}

void Expander::finish_map(const Frame& frame, Frame& outer) {
  for (int i = 0; i < frame.owner->output_size() && i < frame.graph->output_size(); ++i) {
    const int element = read(frame.graph->output(i).name());
    if (element == kAbsent) continue;
    define(outer, frame.owner->output(i),
           inference_.add_sequence(frame.owner->output(i), element, frame.trips, outer.placement));
  }
}

// Carried tensors leave as the body's last version of them; scan outputs are stacked along a new dimension.
void Expander::finish_iteration(Frame& frame, Frame& outer) {
  const bool loop = frame.kind == Kind::loop;
  const auto carried = static_cast<int>(frame.carried.size());
  for (int i = 0; i < frame.owner->output_size(); ++i) {
    const std::string& name = frame.owner->output(i);
    const int position = i + (loop ? 1 : 0);  // a loop's body gives its condition first
    if (name.empty() || position >= frame.graph->output_size()) continue;
    const int last = read(frame.graph->output(position).name());
    if (last == kAbsent) continue;
    const int result = inference_.add_alias(name, last, outer.placement);
    Tensor& tensor = inference_.tensor(result);
    const auto stack = [&tensor](std::int64_t extent) {
      tensor.dims.insert(tensor.dims.begin(), extent);
      if (tensor.data_dependent) tensor.max_dims.insert(tensor.max_dims.begin(), extent);
    };
    if (!tensor.has_rank) {
      if (i < carried) inference_.repeat_growth(frame.carried[static_cast<std::size_t>(i)], result, frame.trips);
      define(outer, name, result);
      continue;
    }
    if (frame.batch > 0) {
      if (i >= carried) stack(frame.trips / frame.batch);
      stack(frame.batch);
    } else if (i >= carried) {
      stack(frame.trips);
    } else if (i < carried && frame.trips > 1 &&
               tensor.dims != inference_.tensor(frame.carried[static_cast<std::size_t>(i)]).dims) {
      inference_.warnings().add(
          "loop-shape-changes",
          "'" + tensor.name + "' changes its shape from one trip to the next; its first shape is used for all.",
          tensor.name);
    }
    define(outer, name, result);
  }
}

}  // namespace whichchip::model
