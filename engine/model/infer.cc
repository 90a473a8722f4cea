#include "model/infer.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "core/error.h"
#include "core/integer.h"
#include "model/evaluate.h"
#include "model/stand_ins.h"
#include "model/tensor_values.h"
#include "model/text.h"
#include "model/topology.h"
#include "model/validate.h"

namespace whichchip::model {
namespace {

// The library's messages start with a category and end with context; one line of them is for people.
std::string first_line(const std::string& message) {
  std::string line = message.substr(0, message.find('\n'));
  for (const char* prefix : {"[ShapeInferenceError] ", "[TypeInferenceError] "}) {
    if (line.rfind(prefix, 0) == 0) line.erase(0, std::string_view(prefix).size());
  }
  return clean_text(line);
}

// Outputs on which the library is silent or wrong.
void complete(const Operation& operation, const std::vector<Tensor>& tensors, std::vector<InferredOutput>& outputs) {
  if (outputs.empty() || operation.inputs.empty() || operation.inputs[0] == kAbsent) return;
  const Tensor& x = tensors[static_cast<std::size_t>(operation.inputs[0])];
  if (!x.has_rank) return;
  // Half of a real signal's spectrum mirrors the other; leaving it out is the default, which the library misses.
  if (operation.is("STFT") && !operation.has("onesided") && outputs[0].dims.size() == 4 && outputs[0].dims[2] > 0) {
    outputs[0].dims[2] = outputs[0].dims[2] / 2 + 1;
  }
  if (operation.is("Dropout") && outputs.size() > 1 && !outputs[1].has_rank) {
    outputs[1] = {operation.opset() < 10 ? x.type : DataType::boolean, true, x.dims, nullptr};
  }
  if (operation.is("BatchNormalization") && x.dims.size() > 1) {
    for (std::size_t i = 1; i < outputs.size(); ++i) {
      if (!outputs[i].has_rank) outputs[i] = {x.type, true, {x.dims[1]}, nullptr};
    }
  }
}

// "/head/NonZero.count", after the node or what it gives.
std::string count_name(const Operation& operation) {
  const onnx::NodeProto& node = operation.node();
  const std::string& own = !node.name().empty() || node.output_size() == 0 ? node.name() : node.output(0);
  return clean_text(own.empty() ? node.op_type() : own) + ".count";
}

}  // namespace

void Inference::add_node(const Operation& operation, const DeclaredTypes& declared, const Placement& placement) {
  Result result = infer(operation);
  apply(operation, result, declared);
  Node node;
  node.name = clean_text(operation.node().name());
  node.scope = placement.scope;
  node.op_type = texts_.share(clean_text(operation.type()));
  node.domain = texts_.share(clean_text(operation.domain()));
  node.since_version = result.since_version;
  node.inputs = operation.inputs;
  node.outputs = operation.outputs;
  node.attributes = read_attributes(operation, texts_);
  node.repeat = placement.repeat;
  classify(operation, result, node);
  node.failure = result.failure;
  if (operation.has_stand_in()) graph_.written_as.emplace(graph_.nodes.size(), written_name(operation.node()));
  graph_.nodes.push_back(std::move(node));
}

// A node that fails only because one before it did is not worth a warning of its own.
std::string Inference::missing_input(const Operation& operation) const {
  for (const int input : operation.inputs) {
    if (input == kAbsent) continue;
    const Tensor& tensor = graph_.tensors[static_cast<std::size_t>(input)];
    if (!tensor.has_rank && !compounds_[static_cast<std::size_t>(input)])
      return "its input '" + tensor.name + "' has no known shape";
    if (tensor.elements() == kUnknown && tensor.has_rank)
      return "its input '" + tensor.name + "' has the partly unknown shape " + to_text(tensor.dims);
  }
  return {};
}

Inference::Result Inference::infer_constant(const Operation& operation) {
  Result result;
  result.since_version = 1;
  result.understood = true;
  if (operation.outputs.empty() || operation.outputs[0] == kAbsent) return result;
  InferredOutput out;
  const auto set = [&](DataType type, std::vector<std::int64_t> dims, TensorValue value) {
    out = {type, true, std::move(dims), nullptr};
    if (value.known && value.integers.size() + value.reals.size() <= static_cast<std::size_t>(kMostValues))
      out.value = std::move(value);
  };
  if (const auto* value = operation.attribute("value")) {
    AttributeTensor read = read_tensor(value->t());
    set(read.type, std::move(read.dims), std::move(read.value));
  } else if (const auto* sparse = operation.attribute("sparse_value")) {
    const auto& dims = sparse->sparse_tensor().dims();
    set(data_type(sparse->sparse_tensor().values().data_type()), {dims.begin(), dims.end()}, {});
  } else if (const auto* number = operation.attribute("value_int")) {
    set(DataType::int64, {}, {true, {number->i()}, {}});
  } else if (const auto* real = operation.attribute("value_float")) {
    set(DataType::float32, {}, {true, {}, {static_cast<double>(real->f())}});
  } else if (const auto* numbers = operation.attribute("value_ints")) {
    set(DataType::int64, {numbers->ints_size()}, {true, {numbers->ints().begin(), numbers->ints().end()}, {}});
  } else if (const auto* reals = operation.attribute("value_floats")) {
    set(DataType::float32, {reals->floats_size()}, {true, {}, {reals->floats().begin(), reals->floats().end()}});
  } else if (operation.has("value_string")) {
    set(DataType::string, {}, {});
  } else if (const auto* strings = operation.attribute("value_strings")) {
    set(DataType::string, {strings->strings_size()}, {});
  } else {
    result.failure = "it holds no value";
  }
  result.outputs.push_back(std::move(out));
  return result;
}

void Inference::apply_rule(ShapeRule rule, const Operation& operation, Result& result) {
  RuleContext context(operation, graph_.tensors, compounds_, [this, &operation](std::int64_t most) {
    return symbols_.given_count(count_name(operation), most);
  });
  rule(context);
  result.outputs = std::move(context.outputs());
  result.data_dependent = context.data_dependent();
}

// A copy of a sequence, and an optional that holds one, hold the same tensors: the library's types do not say which.
void Inference::unwrap(const Operation& operation, std::vector<InferredOutput>& outputs) const {
  if (outputs.empty()) return;
  const int input = operation.inputs.empty() ? kAbsent : operation.inputs[0];
  const auto held = input == kAbsent ? nullptr : compound(input);
  if (operation.is("OptionalHasElement")) {
    const bool optional = held && held->type.has_optional_type();
    const auto filled = optional ? held->filled : std::optional<bool>(input != kAbsent);
    if (filled) outputs[0].value = {true, {*filled ? 1 : 0}, {}};
    return;
  }
  const bool wraps = operation.is("Optional");
  if (!outputs[0].compound || !(wraps || operation.is("OptionalGetElement") || operation.is("Identity"))) return;
  auto same = std::make_shared<Compound>(*outputs[0].compound);
  if (held) same->runs = held->runs;
  if (wraps)
    same->filled = input != kAbsent;
  else if (held)
    same->filled = held->filled;
  outputs[0].compound = std::move(same);
}

Inference::Result Inference::infer(const Operation& operation) {
  if (operation.is("Constant")) return infer_constant(operation);
  Result result;
  const onnx::OpSchema* schema = schemas_.find(operation);
  // ONNX Runtime's domain repeats some operators of the standard with more types.
  const bool repeated = schema == nullptr && operation.domain() == "com.microsoft";
  const ShapeRule contributed = schema == nullptr ? find_contributed_rule(operation) : nullptr;
  if (repeated && contributed == nullptr) schema = onnx::OpSchemaRegistry::Schema(operation.type());
  if (schema != nullptr) result.since_version = schema->since_version();
  const onnx::OpSchema* inferring = with_inference(schema);
  ShapeRule rule = find_data_dependent_rule(operation, graph_.tensors);
  if (rule == nullptr) rule = contributed;
  const bool learning = operation.domain() == "ai.onnx.ml";  // where the library says little
  if (rule == nullptr && schema != nullptr && (inferring != schema || learning)) rule = find_filler_rule(operation);
  if (const auto reason = validate(operation, graph_.tensors)) {
    result.failure = *reason;
    return result;
  }
  try {
    if (rule != nullptr) {
      apply_rule(rule, operation, result);
    } else if (inferring != nullptr) {
      if (const auto reason = validate_against(*inferring, operation)) throw RuleFailure{*reason};
      if (const ShapeRule sequence = find_sequence_rule(operation)) {
        try {
          apply_rule(sequence, operation, result);
          result.understood = true;
          return result;
        } catch (const RuleFailure& failure) {
          result.failure = failure.reason;  // the library may still know the type
        }
      }
      result.outputs = infer_with_library(operation, *inferring, graph_.tensors, compounds_);
      unwrap(operation, result.outputs);
      complete(operation, graph_.tensors, result.outputs);
    } else {
      throw RuleFailure{"the operator is not known" + (operation.domain().empty()
                                                           ? std::string()
                                                           : " (domain " + clean_text(operation.domain()) + ")")};
    }
    result.understood = true;
  } catch (const RuleFailure& failure) {
    result.failure = failure.reason;
  } catch (const core::Error&) {
    throw;  // what the user gave does not fit
  } catch (const std::exception& error) {
    result.failure = first_line(error.what());
  }
  return result;
}

void Inference::use_declared(Tensor& tensor, std::shared_ptr<const Compound>& compound,
                             const onnx::TypeProto& declared) {
  InferredOutput read = read_type(declared);
  if (read.compound) {
    if (!compound) compound = read.compound;
    return;
  }
  if (tensor.type == DataType::undefined) tensor.type = read.type;
  if (!read.has_rank || (tensor.has_rank && tensor.dims.size() != read.dims.size())) return;
  const auto& shape = declared.tensor_type().shape();
  for (int i = 0; i < shape.dim_size(); ++i) {
    auto& dimension = read.dims[static_cast<std::size_t>(i)];
    if (dimension < 0 && shape.dim(i).has_dim_param())
      dimension = symbols_.value_of(shape.dim(i).dim_param()).value_or(kUnknown);
  }
  if (!is_sane(read.dims)) return;
  for (std::size_t i = 0; tensor.has_rank && i < read.dims.size(); ++i) {
    if (tensor.dims[i] >= 0) read.dims[i] = tensor.dims[i];
  }
  tensor.has_rank = true;
  tensor.dims = std::move(read.dims);
}

void Inference::compare_declared(const Tensor& tensor, const onnx::TypeProto& declared) {
  const auto& shape = declared.tensor_type().shape();
  if (!declared.tensor_type().has_shape() || !tensor.has_rank) return;
  bool same = static_cast<std::size_t>(shape.dim_size()) == tensor.dims.size();
  for (int i = 0; same && i < shape.dim_size(); ++i) {
    const std::int64_t own = tensor.dims[static_cast<std::size_t>(i)];
    const auto& dimension = shape.dim(i);
    if (dimension.has_dim_value() && dimension.dim_value() > 0)
      same = own == dimension.dim_value() || own < 0 || tensor.data_dependent;
    else if (dimension.has_dim_param() && own >= 0)
      symbols_.learn(dimension.dim_param(), own);
  }
  if (same) return;
  std::vector<std::int64_t> stated;
  for (const auto& dimension : shape.dim())
    stated.push_back(dimension.has_dim_value() ? dimension.dim_value() : kUnknown);
  warnings_.add("wrong-value-info",
                "The file says that '" + tensor.name + "' has shape " + to_text(stated) + "; its inputs make it " +
                    to_text(tensor.dims) + ", which is used.",
                tensor.name);
}

// The elements of a one-hot tensor that are not zero are as many as it encodes, whatever the data are; those of a part
// of it are so on the average. Where that is no whole number, it stays a guess.
void Inference::share_evenly(const Operation& operation, Result& result) {
  if (!result.data_dependent || !operation.is("NonZero") || result.outputs[0].dims.size() != 2) return;
  const std::int64_t classes = one_hot_.one_in(operation.inputs[0]);
  std::int64_t& found = result.outputs[0].dims[1];
  if (classes <= 1 || found == kUnknown) return;
  result.data_dependent = found % classes != 0;
  found = (found + classes - 1) / classes;
  warnings_.add("even-share",
                "How many rows " + label(operation.node()) + " chooses depends on the data; one in " +
                    std::to_string(classes) + " is assumed, as if all of the " + std::to_string(classes) +
                    " that it chooses from were used alike.",
                clean_text(operation.node().name()));
}

void Inference::apply(const Operation& operation, Result& result, const DeclaredTypes& declared) {
  share_evenly(operation, result);
  const bool dependent = result.data_dependent || inherits_data_dependence(operation);
  bool complete = true, from_file = false;
  for (std::size_t i = 0; i < operation.outputs.size(); ++i) {
    if (operation.outputs[i] == kAbsent) continue;
    const auto index = static_cast<std::size_t>(operation.outputs[i]);
    Tensor& tensor = graph_.tensors[index];
    if (i < result.outputs.size()) {
      InferredOutput& out = result.outputs[i];
      const bool negative = std::any_of(out.dims.begin(), out.dims.end(), [](std::int64_t d) { return d < kUnknown; });
      if (negative || !is_sane(out.dims)) {
        result.failure = "its output would have the impossible shape " + to_text(out.dims);
        result.understood = false;
        out.has_rank = false;
        out.dims.clear();
      }
      tensor.type = out.type;
      tensor.has_rank = out.has_rank;
      tensor.dims = std::move(out.dims);
      tensor.value = std::move(out.value);
      set_compound(index, std::move(out.compound));
    }
    const auto stated = i < static_cast<std::size_t>(operation.node().output_size())
                            ? declared.find(operation.node().output(static_cast<int>(i)))
                            : declared.end();
    // What the file says of an operator is nearer to it than the shapes of the one that stands in.
    if (operation.has_stand_in() && stated != declared.end() && stated->second->tensor_type().has_shape()) {
      tensor.has_rank = false;
      tensor.dims.clear();
    }
    const bool known = tensor.elements() != kUnknown || compounds_[index] != nullptr;
    if (stated != declared.end()) {
      if (known) {
        compare_declared(tensor, *stated->second);
      } else {
        use_declared(tensor, compounds_[index], *stated->second);
        from_file = from_file || tensor.elements() != kUnknown;
      }
    }
    if (tensor.elements() == kUnknown && compounds_[index] == nullptr) complete = false;
    guessed_[index] = dependent;
    if (dependent && (compounds_[index] != nullptr || (tensor.has_rank && !tensor.dims.empty()))) {
      tensor.data_dependent = true;
      tensor.max_dims = tensor.dims;
    }
  }
  const std::string cause = missing_input(operation);
  if (complete) {
    if (from_file) {
      warnings_.add("shape-from-file",
                    "The shapes that " + label(operation.node()) + " gives are those that the file states" +
                        (result.failure.empty() ? "." : ": " + result.failure + "."),
                    clean_text(operation.node().name()));
    }
    if (result.data_dependent) {
      warnings_.add("data-dependent",
                    "What " + label(operation.node()) +
                        " gives depends on the data; the most that it can give is assumed, unless '" +
                        count_name(operation) + "' is given.",
                    clean_text(operation.node().name()));
    }
    result.failure.clear();
  } else {
    if (result.failure.empty())
      result.failure = cause.empty() ? "its output shape depends on values that are not known" : cause;
    else if (!cause.empty())
      result.failure = cause;
    if (cause.empty()) note_sequence_limit(operation);
    if (cause.empty())
      warnings_.add("unknown-shape", "No shape for " + label(operation.node()) + ": " + result.failure + ".",
                    clean_text(operation.node().name()));
  }
  if (result.understood && !from_file && !operation.has_stand_in()) evaluate(operation, graph_.tensors);
  one_hot_.follow(operation, graph_.tensors);
  for (const int output : operation.outputs) {
    if (output == kAbsent) continue;
    Tensor& tensor = graph_.tensors[static_cast<std::size_t>(output)];
    if (!tensor.value.known) continue;
    const std::size_t held = holds_integers(tensor.type) ? tensor.value.integers.size() : tensor.value.reals.size();
    const std::size_t all = tensor.value.integers.size() + tensor.value.reals.size();
    if (held != all || static_cast<std::int64_t>(held) != tensor.elements()) tensor.value = {};
  }
}

}  // namespace whichchip::model
