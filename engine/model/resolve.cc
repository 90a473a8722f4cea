#include "model/resolve.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "core/error.h"
#include "model/expand.h"
#include "model/functions.h"
#include "model/infer.h"
#include "model/skeleton.h"
#include "model/stand_ins.h"
#include "model/symbols.h"
#include "model/tensor_values.h"
#include "model/text.h"

namespace whichchip::model {
namespace {

// The opset that was new when a version of the file format was: for files whose end, which names it, is missing.
int opset_of_format(std::int64_t ir_version) {
  constexpr int kOpsets[] = {1, 1, 1, 8, 9, 10, 11, 13, 17, 20, 21};
  const auto last = static_cast<std::int64_t>(std::size(kOpsets)) - 1;
  return kOpsets[std::clamp<std::int64_t>(ir_version, 0, last)];
}

OpsetVersions read_opsets(const SkeletonContents& contents, Graph& graph, Warnings& warnings) {
  OpsetVersions opsets;
  for (const auto& import : contents.model.opset_import()) {
    const std::string domain = canonical_domain(import.domain());
    opsets[domain] = static_cast<int>(std::clamp<std::int64_t>(import.version(), 1, 1'000'000));
    graph.opsets[clean_text(domain)] = import.version();
  }
  if (opsets.count("") == 0) {
    const int guess = contents.model.ir_version() < 3 ? 1 : opset_of_format(contents.model.ir_version());
    opsets[""] = guess;
    if (contents.salvaged || contents.model.ir_version() >= 3) {
      warnings.add("opset-assumed",
                   "The file does not say which operator set it uses; " + std::to_string(guess) + " is assumed.", {});
    }
    graph.opsets[""] = guess;
  }
  if (opsets[""] > newest_known_opset()) {
    warnings.add("newer-opset",
                 "The model uses operator set " + std::to_string(opsets[""]) + "; operators are read as of " +
                     std::to_string(newest_known_opset()) + ", the newest that is known in full.",
                 {});
  }
  return opsets;
}

bool is_tensor_with_shape(const onnx::ValueInfoProto& info) {
  return info.type().has_tensor_type() && info.type().tensor_type().has_shape();
}

Declaration declare(const onnx::ValueInfoProto& info) {
  Declaration declaration;
  declaration.name = clean_text(info.name());
  declaration.type = data_type(info.type().tensor_type().elem_type());
  declaration.has_rank = is_tensor_with_shape(info);
  for (const auto& dimension : info.type().tensor_type().shape().dim())
    declaration.shape.push_back(dimension_text(dimension));
  return declaration;
}

// A cache of past tokens is fed by name (past_key_values.0.key, cache_k); without one there is nothing to decode from.
void require_past(const std::vector<const onnx::ValueInfoProto*>& fed, Phase phase) {
  const bool keeps = std::any_of(fed.begin(), fed.end(), [](const onnx::ValueInfoProto* input) {
    const std::string name = lower_case(input->name());
    return name.find("past") != std::string::npos || name.find("cache") != std::string::npos;
  });
  if (keeps || phase == Phase::prefill) return;
  throw core::Error(core::ErrorCode::bad_usage, "the model keeps no past tokens: it has no decode phase", "--phase",
                    "export it with its key-value cache (past_key_values), or ask for --phase prefill");
}

// Tensors of the inputs by position; kAbsent where an initialiser of that name stands in (files before IR 4 list them).
std::vector<int> add_inputs(const onnx::GraphProto& proto, Graph& graph, Inference& inference) {
  std::unordered_set<std::string> initialized;
  for (const auto& initializer : proto.initializer()) initialized.insert(initializer.name());
  for (const auto& sparse : proto.sparse_initializer()) initialized.insert(sparse.values().name());
  std::vector<const onnx::ValueInfoProto*> fed, shaped;
  for (const auto& input : proto.input()) {
    if (initialized.count(input.name()) > 0) continue;
    fed.push_back(&input);
    if (is_tensor_with_shape(input)) shaped.push_back(&input);
  }
  inference.symbols().bind_inputs(shaped);
  require_past(fed, graph.phase);
  std::vector<int> tensors;
  std::size_t with_shape = 0;
  for (const auto& input : proto.input()) {
    if (initialized.count(input.name()) > 0) {
      tensors.push_back(kAbsent);
      continue;
    }
    Tensor tensor;
    tensor.name = clean_text(input.name());
    tensor.kind = TensorKind::input;
    const InferredOutput type = read_type(input.type());
    tensor.type = type.type;
    if (is_tensor_with_shape(input)) {
      tensor.has_rank = true;
      tensor.dims = inference.symbols().dims(with_shape++);
    } else if (auto given = type.compound ? std::nullopt : inference.symbols().given_shape(tensor.name)) {
      tensor.has_rank = true;
      tensor.dims = std::move(*given);
      if (tensor.type == DataType::undefined) tensor.type = DataType::float32;
    } else if (!type.compound) {
      inference.warnings().add("input-without-shape",
                               "The input '" + tensor.name +
                                   "' has no declared shape; what follows from it is unknown until its dimensions '" +
                                   tensor.name + ".0', '" + tensor.name + ".1', … are given.",
                               tensor.name);
    }
    tensors.push_back(inference.add_tensor(std::move(tensor), type.compound));
    graph.inputs.push_back(tensors.back());
    graph.declared_inputs.push_back(declare(input));
  }
  inference.set_has_inputs(!fed.empty());
  return tensors;
}

void read_header(const onnx::ModelProto& model, Graph& graph) {
  graph.name = clean_text(model.graph().name());
  graph.producer =
      clean_text(model.producer_name() + (model.producer_version().empty() ? "" : " " + model.producer_version()));
  graph.ir_version = model.ir_version();
  graph.nodes_in_file = model.graph().node_size();
  for (const auto& output : model.graph().output()) graph.declared_outputs.push_back(declare(output));
}

constexpr std::int64_t kDefaultSequence = 128;

// `limit` is set when the default length of sequences turns out too long for the model.
Graph resolve_with(const SkeletonContents& contents, const FunctionTable& functions, const DimensionBindings& bindings,
                   const DimensionBindings& defaults, Phase phase, const StandIns& stand_ins, std::int64_t sequence,
                   std::optional<std::int64_t>& limit) {
  const onnx::ModelProto& model = contents.model;
  Graph graph;
  Warnings warnings;
  graph.phase = phase;
  SymbolTable symbols(bindings, defaults, phase, sequence);
  Inference inference(graph, symbols, warnings);
  read_header(model, graph);
  const OpsetVersions opsets = read_opsets(contents, graph, warnings);
  const std::vector<int> inputs = add_inputs(model.graph(), graph, inference);
  StandInTable replaced(stand_ins);
  Expander(model, functions, inference, graph, replaced).run(opsets, inputs);
  replaced.tell(warnings);
  symbols.offer_counts();
  symbols.require_all_used();
  if (warnings.has("unknown-shape") && !symbols.assumed().empty()) {
    warnings.add("assumed-dimension",
                 "Shapes are unknown, perhaps because dimensions that say nothing of their size are assumed: " +
                     symbols.assumed() + ". Set them to what the model is run with.",
                 {});
  }
  graph.symbols = symbols.symbols();
  graph.warnings = contents.warnings;
  for (Warning& warning : warnings.take()) graph.warnings.push_back(std::move(warning));
  limit = inference.sequence_limit();
  return graph;
}

}  // namespace

Graph resolve(const Skeleton& skeleton, const DimensionBindings& bindings, const DimensionBindings& defaults,
              Phase phase, const StandIns& stand_ins) {
  if (!skeleton.contents) throw core::Error(core::ErrorCode::internal, "no model was read");
  const FunctionTable functions(skeleton.contents->model);
  std::optional<std::int64_t> limit;
  Graph graph =
      resolve_with(*skeleton.contents, functions, bindings, defaults, phase, stand_ins, kDefaultSequence, limit);
  if (!limit) return graph;
  const std::int64_t most = *limit;
  graph = resolve_with(*skeleton.contents, functions, bindings, defaults, phase, stand_ins, most, limit);
  graph.warnings.push_back(
      {"sequence-limited",
       "The model has positions for " + std::to_string(most) + " tokens: that is the default length.",
       {}});
  return graph;
}

}  // namespace whichchip::model
