#include "workload/decoder.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "core/integer.h"
#include "workload/cost.h"

namespace whichchip::workload {

namespace {

using core::saturating_add;
using core::saturating_multiply;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

constexpr int kFixed = -1;       // no axis grows
constexpr int kLastButOne = -2;  // the axis before the last

// Where an operator takes and gives its caches; `axis` holds the tokens.
struct CachePorts {
  std::string_view op_type;
  bool standard;  // of ai.onnx
  std::size_t past, present, count;
  int axis;
};

constexpr CachePorts kPorts[] = {
    {"Attention", true, 4, 1, 2, 2},
    {"Attention", false, 4, 1, 1, 3},
    {"QAttention", false, 8, 1, 1, 3},
    {"MultiHeadAttention", false, 6, 1, 2, 2},
    {"DecoderMaskedMultiHeadAttention", false, 5, 1, 2, 2},
    {"GroupQueryAttention", false, 3, 1, 2, 2},
    {"SparseAttention", false, 3, 1, 2, 2},
    {"PagedAttention", false, 3, 1, 2, 1},
    {"TensorScatter", true, 0, 0, 1, kLastButOne},
    {"LinearAttention", true, 3, 1, 1, kFixed},
    {"LinearAttention", false, 3, 1, 1, kFixed},
    {"CausalConvWithState", true, 3, 1, 1, kFixed},
    {"CausalConvWithState", false, 3, 1, 1, kFixed},
};

const CachePorts* ports_of(const model::Node& node) {
  const bool standard = node.domain.empty();
  const auto found = std::find_if(std::begin(kPorts), std::end(kPorts), [&](const CachePorts& ports) {
    return ports.op_type == node.op_type && ports.standard == standard;
  });
  return found == std::end(kPorts) ? nullptr : found;
}

bool has_word(std::string text, std::string_view word) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text.find(word) != std::string::npos;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::int64_t attribute(const model::Node& node, const char* name, std::int64_t fallback) {
  const auto found = node.attributes.find(name);
  const auto* value = found == node.attributes.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
  return value == nullptr ? fallback : *value;
}

class Search {
 public:
  Search(const Lowered& lowered, std::int64_t batch)
      : lowered_(lowered), graph_(*lowered.graph), batch_(std::max<std::int64_t>(batch, 1)) {}

  std::optional<Decoder> run() {
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) visit(static_cast<int>(n));
    find_by_name();
    if (result_.caches.empty()) return std::nullopt;
    tell();
    measure();
    return std::move(result_);
  }

 private:
  const Tensor& tensor(int t) const { return lowered_.tensors[at(t)]; }
  bool is_fed(int t) const { return t != model::kAbsent && tensor(t).graph_input && !tensor(t).weight; }

  void visit(int n) {
    const model::Node& node = graph_.nodes[at(n)];
    if (prolongs_cache(lowered_, n)) {
      const int past = lowered_.storage[at(node.inputs[0])];
      add(past, node.outputs[0], static_cast<int>(attribute(node, "axis", 0)));
      ++prolonged_;
      return;
    }
    const CachePorts* ports = ports_of(node);
    if (ports == nullptr) return;
    bool any = false;
    for (std::size_t i = 0; i < ports->count; ++i) {
      const auto given = [](const model::TensorList& list, std::size_t place) {
        return place < list.size() ? list[place] : model::kAbsent;
      };
      int past = given(node.inputs, ports->past + i);
      if (past != model::kAbsent) past = lowered_.storage[at(past)];
      const int present = given(node.outputs, ports->present + i);
      if (past == model::kAbsent ? present == model::kAbsent : !is_fed(past)) continue;
      const int axis =
          ports->op_type == "TensorScatter" ? static_cast<int>(attribute(node, "axis", kLastButOne)) : ports->axis;
      any = add(past, present, axis, ports->op_type == "PagedAttention" ? 2 : 1) || any;
    }
    if (any) ++operators_[node.op_type];
  }

  // `axes` consecutive axes up to `axis` hold the tokens (pages hold blocks of them).
  bool add(int past, int present, int axis, int axes = 1) {
    if (!known_.insert(past != model::kAbsent ? past : present).second) return false;
    CacheTensor cache{past, present, 0};
    const Tensor& told = tensor(past != model::kAbsent ? past : present);
    const int rank = static_cast<int>(told.dims.size());
    const bool grows = axis != kFixed;
    if (axis < 0) axis += rank;
    if (told.unknown || (grows && axis >= rank)) return false;
    if (grows) {
      cache.elements_per_token = 1;
      for (int i = 0; i < rank; ++i) {
        if (i <= axis - axes || i > axis)
          cache.elements_per_token = saturating_multiply(cache.elements_per_token, told.dims[at(i)]);
      }
      // Pages belong to no sequence; elsewhere every sequence has its own.
      if (axes == 1) cache.elements_per_token /= batch_;
      note_length(past, present, axis);
    }
    result_.caches.push_back(cache);
    return true;
  }

  void note_length(int past, int present, int axis) {
    const auto length = [&](int t) {
      return t == model::kAbsent || tensor(t).unknown || axis >= static_cast<int>(tensor(t).dims.size())
                 ? std::int64_t{0}
                 : tensor(t).dims[at(axis)];
    };
    result_.past_tokens = std::max(result_.past_tokens, length(past));
    result_.new_tokens = std::max(result_.new_tokens, length(present) - length(past));
  }

  // What is fed by the name of a past, however it is used; without any, what leaves by the name of a present.
  void find_by_name() {
    for (std::size_t i = 0; i < graph_.inputs.size() && i < graph_.declared_inputs.size(); ++i) {
      const int t = graph_.inputs[i];
      if (!has_word(tensor(t).name, "past") || tensor(t).dims.size() < 3) continue;
      if (add(t, model::kAbsent, token_axis(graph_.declared_inputs[i]))) ++named_;
    }
    if (!result_.caches.empty()) return;
    for (const int t : graph_.outputs) {
      if (!has_word(tensor(t).name, "present") || tensor(t).dims.size() < 3) continue;
      if (add(model::kAbsent, t, static_cast<int>(tensor(t).dims.size()) - 2)) ++named_;
    }
  }

  // The free axis that is no batch; an encoder's keys have a length of their own, which does not grow.
  static int token_axis(const model::Declaration& declaration) {
    for (std::size_t axis = 1; axis < declaration.shape.size(); ++axis) {
      const std::string& text = declaration.shape[axis];
      if (is_number(text) || has_word(text, "batch")) continue;
      return has_word(text, "encode") ? kFixed : static_cast<int>(axis);
    }
    return kFixed;
  }

  void tell() {
    const auto count = [](std::int64_t n) { return std::to_string(n); };
    for (const auto& [op_type, n] : operators_) result_.evidence.push_back(count(n) + " × " + op_type);
    const CacheTensor& first = result_.caches.front();
    const std::string name = tensor(first.past != model::kAbsent ? first.past : first.present).name;
    if (prolonged_ > 0) result_.evidence.push_back(count(prolonged_) + " fed tensors prolonged by Concat: " + name);
    if (named_ > 0) result_.evidence.push_back(count(named_) + " tensors called past or present: " + name);
  }

  std::int64_t bytes(int t, std::int64_t elements) const { return model::storage_bytes(elements, tensor(t).type); }

  void measure() {
    if (result_.new_tokens == 0) result_.new_tokens = tokens_fed();
    for (const CacheTensor& cache : result_.caches) {
      const int t = cache.present != model::kAbsent ? cache.present : cache.past;
      if (cache.elements_per_token > 0)
        result_.cache_bytes_per_token =
            saturating_add(result_.cache_bytes_per_token, bytes(t, cache.elements_per_token));
      else
        result_.state_bytes = saturating_add(result_.state_bytes, bytes(t, tensor(t).elements));
      result_.cache_bytes = saturating_add(result_.cache_bytes, bytes(t, tensor(t).elements));
    }
  }

  // The length of the first fed matrix of token numbers.
  std::int64_t tokens_fed() const {
    for (const int t : graph_.inputs) {
      if (model::is_integer(tensor(t).type) && tensor(t).dims.size() == 2 && !tensor(t).unknown)
        return tensor(t).dims[1];
    }
    return 1;
  }

  const Lowered& lowered_;
  const model::Graph& graph_;
  const std::int64_t batch_;
  Decoder result_;
  std::set<int> known_;
  std::map<std::string, std::int64_t> operators_;
  std::int64_t prolonged_ = 0, named_ = 0;
};

}  // namespace

bool prolongs_cache(const Lowered& lowered, int n) {
  const model::Node& node = lowered.graph->nodes[at(n)];
  if (node.op_type != "Concat" || node.inputs.size() < 2 || node.outputs.size() != 1) return false;
  if (node.inputs[0] == model::kAbsent || node.outputs[0] == model::kAbsent) return false;
  const Tensor& past = lowered.tensors[at(lowered.storage[at(node.inputs[0])])];
  const Tensor& present = lowered.tensors[at(node.outputs[0])];
  if (!past.graph_input || past.weight || past.unknown || present.unknown || past.dims.size() < 3) return false;
  if (past.dims.size() != present.dims.size()) return false;
  return has_word(past.name, "past") || has_word(past.name, "cache");
}

std::optional<Decoder> find_decoder(const Lowered& lowered, std::int64_t batch) { return Search(lowered, batch).run(); }

}  // namespace whichchip::workload
