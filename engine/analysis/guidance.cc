#include "analysis/guidance.h"

#include <algorithm>
#include <array>

#include "analysis/components.h"
#include "analysis/inspect.h"
#include "analysis/partitions.h"
#include "core/suggest.h"
#include "core/units.h"
#include "model/resolve.h"

namespace whichchip::analysis {
namespace {

using core::format;
using core::Quantity;
using workload::Decoder;
using workload::MatrixWork;
using workload::OperatorKind;
using workload::Workload;

constexpr double kByte = 8;

const workload::Tensor& tensor_of(const Workload& workload, int index) {
  return workload.tensors[static_cast<std::size_t>(index)];
}

double stored(const workload::Tensor& tensor) {
  return static_cast<double>(model::storage_bytes(tensor.elements, tensor.type));
}

std::string bytes(double value) { return format(Quantity::bytes, value); }

Remedy remedy(const char* code, std::string message, const char* figure, double before, double after,
              std::string option = {}) {
  return {code, std::move(message), {figure, std::nullopt, {}}, std::move(option), {figure, before, after}};
}

// --- text: what is kept of the tokens before, and what every token reads
// ------------------------------------------------

// Bits of one element that the cache keeps; 0 without one.
int cache_bits(const Workload& workload, const Decoder& decoder) {
  int widest = 0;
  for (const workload::CacheTensor& cache : decoder.caches) {
    const int index = cache.present != model::kAbsent ? cache.present : cache.past;
    if (cache.elements_per_token > 0 && index != model::kAbsent)
      widest = std::max(widest, model::bits(tensor_of(workload, index).type));
  }
  return widest;
}

// Heads that ask, and pairs that they share; absent where no attention is found, or its caches are laid out otherwise.
struct Heads {
  std::int64_t queries = 0, keys = 0;
};
std::optional<Heads> heads_of(const Workload& workload, const Decoder& decoder) {
  constexpr std::size_t kRank = 4;  // batch, heads, tokens, width
  const std::int64_t rows = workload.batch * decoder.new_tokens;
  for (const workload::Subgraph& subgraph : workload.partition(workload::Runtime::engine).subgraphs) {
    for (const MatrixWork& work : subgraph.matrix) {
      if (work.form != MatrixWork::Form::attention_scores || rows <= 0 || work.k <= 0) continue;
      if (work.groups * work.m % rows != 0) continue;
      for (const workload::CacheTensor& cache : decoder.caches) {
        const int index = cache.present != model::kAbsent ? cache.present : cache.past;
        if (index == model::kAbsent || cache.elements_per_token % work.k != 0) continue;
        const Heads heads{work.groups * work.m / rows, cache.elements_per_token / work.k};
        const std::vector<std::int64_t>& dims = tensor_of(workload, index).dims;
        if (dims.size() == kRank && dims[1] == heads.keys && heads.keys > 0 && heads.queries % heads.keys == 0)
          return heads;
      }
      return std::nullopt;
    }
  }
  return std::nullopt;
}

void advise_cache(const Workload& workload, const Decoder& decoder, Guidance& result) {
  const double per_token = static_cast<double>(decoder.cache_bytes_per_token);
  const double kept = static_cast<double>(decoder.cache_bytes), fixed = static_cast<double>(decoder.state_bytes);
  if (per_token <= 0) return;
  const std::int64_t tokens = decoder.past_tokens + decoder.new_tokens;
  const double weights = static_cast<double>(workload.totals.weight_bytes);
  result.facts.push_back({"kv-cache",
                          "Keys and values take " + bytes(per_token) + " a token, " + bytes(kept) + " at " +
                              std::to_string(tokens) + " tokens; at " +
                              format(Quantity::count, weights / per_token, 3) +
                              " tokens of one sequence they are as large as the weights.",
                          {"decoder.cache_bytes_per_token", std::nullopt, {}}});
  if (const std::optional<Heads> heads = heads_of(workload, decoder)) {
    const std::string queries = std::to_string(heads->queries);
    const std::string keys = std::to_string(heads->keys);
    const double ratio = static_cast<double>(heads->queries) / static_cast<double>(heads->keys);
    const bool multi_head = heads->queries == heads->keys;
    const std::string form = multi_head ? "multi-head" : heads->keys == 1 ? "multi-query" : "grouped-query";
    result.facts.push_back(
        {"attention-form",
         multi_head ? "Attention is multi-head: each of " + queries +
                          " heads keeps its own keys and values; trained with groups of four it would keep " +
                          bytes(per_token / 4) + " a token."
                    : "Attention is " + form + ": " + queries + " heads share " + keys +
                          (heads->keys == 1 ? " pair" : " pairs") + " of keys and values, which keeps " +
                          format(Quantity::ratio, ratio) + " less than a pair for each head (" +
                          bytes(per_token * ratio) + " a token).",
         {"decoder.cache_bytes_per_token", std::nullopt, {}}});
  }
  const int bits = cache_bits(workload, decoder);
  if (bits > kByte) {
    const double after = fixed + (kept - fixed) * kByte / bits;
    result.remedies.push_back(remedy("kv-cache-8-bit",
                                     "Keys and values in 8 bits instead of " + std::to_string(bits) + " take " +
                                         bytes(after) + " instead of " + bytes(kept) + "; accuracy is not checked.",
                                     "decoder.cache_bytes", kept, after));
  }
}

// Weights that matrix products read, at `bits` an element: 8, or 4 with a scale of 16 bits for every 128.
double weight_only_bytes(const Workload& workload, double bits) {
  double sum = 0;
  for (const workload::Tensor& tensor : workload.tensors) {
    if (!tensor.weight) continue;
    const bool matrix = tensor.dims.size() >= 2 && model::is_floating(tensor.type) && model::bits(tensor.type) > bits;
    sum += matrix ? static_cast<double>(tensor.elements) * bits / kByte : stored(tensor);
  }
  return sum;
}

void advise_weights(const Workload& workload, const Decoder& decoder, Guidance& result) {
  constexpr double kWorthwhile = 0.9;
  constexpr double kFourBits = 4 + 16.0 / 128;
  double listed = 0;
  for (const workload::Tensor& tensor : workload.tensors) listed += tensor.weight ? stored(tensor) : 0;
  const double before = static_cast<double>(workload.totals.weight_bytes);
  if (listed <= 0) return;
  const auto& parameters = workload.model.parameters;
  const double active = parameters.parameters > 0 ? static_cast<double>(parameters.active_parameters) /
                                                        static_cast<double>(parameters.parameters)
                                                  : 1;
  const double kept = static_cast<double>(decoder.cache_bytes);
  const std::pair<double, const char*> kinds[] = {{kByte, "8"}, {kFourBits, "4"}};
  for (const auto& [bits, name] : kinds) {
    const double after = before * weight_only_bytes(workload, bits) / listed;
    if (after > kWorthwhile * before) continue;
    const double step = (after * active + kept) / (before * active + kept);
    result.remedies.push_back(
        remedy(bits == kByte ? "weights-8-bit" : "weights-4-bit",
               "A generated token reads " + bytes(before * active) + " of weights; in " + name + " bits " +
                   bytes(after * active) + ", so that with the cache it moves " + format(Quantity::fraction, step) +
                   " of the bytes, and takes so much of the time where memory bounds it; accuracy is not checked.",
               "weight_bytes", before, after, bits == kByte ? "--precision w8a16" : "--precision w4a16"));
  }
}

// --- mixed types
// --------------------------------------------------------------------------------------------------------

// Conversions between floating types around what was left in the wider one. What a runtime does on its way is free;
// what is left runs by itself.
void advise_casts(const Workload& workload, workload::Runtime runtime, Guidance& result) {
  constexpr double kWorthwhile = 0.01;
  const auto is_conversion = [&](int index) {
    const workload::Operator& op = workload.operators[static_cast<std::size_t>(index)];
    return op.op_type == "Cast" && op.kind == OperatorKind::quantize && !op.inputs.empty() && !op.outputs.empty() &&
           model::is_floating(tensor_of(workload, op.inputs[0]).type) &&
           model::is_floating(tensor_of(workload, op.outputs[0]).type);
  };
  std::int64_t casts = 0;
  for (std::size_t i = 0; i < workload.operators.size(); ++i) casts += is_conversion(static_cast<int>(i)) ? 1 : 0;
  double all = 0, alone = 0;
  std::int64_t subgraphs = 0;
  for (const workload::Subgraph& subgraph : workload.partition(runtime).subgraphs) {
    double moved = 0;
    for (const workload::Accesses* accesses : {&subgraph.reads, &subgraph.weights, &subgraph.writes})
      moved += access_bytes(workload, *accesses, subgraph.repeat);
    all += moved;
    if (!std::all_of(subgraph.operators.begin(), subgraph.operators.end(), is_conversion)) continue;
    alone += moved;
    ++subgraphs;
  }
  if (casts == 0 || alone < kWorthwhile * all) return;
  result.remedies.push_back(
      remedy("cast-islands",
             core::counted(casts, "Cast", "Casts") + " between floating types; " +
                 core::counted(subgraphs, "runs by itself and moves ", "run by themselves and move ") + bytes(alone) +
                 ", " + format(Quantity::fraction, alone / all) +
                 " of the traffic; with one type from end to end that is gone; accuracy is not checked.",
             "partition.bytes", all, all - alone));
}

// --- vision
// -------------------------------------------------------------------------------------------------------------

void advise_layout(const Inspection& inspection, Guidance& result) {
  constexpr double kWorthwhile = 0.01;
  double all = 0;
  for (const OperatorGroup& group : inspection.operators) all += group.bytes;
  for (const OperatorGroup& group : inspection.operators) {
    if (group.op_type != "Transpose" || group.bytes < kWorthwhile * all) continue;
    result.remedies.push_back(remedy("one-layout",
                                     core::counted(group.count, "Transpose moves ", "Transposes move ") +
                                         bytes(group.bytes) + ", " + format(Quantity::fraction, group.bytes / all) +
                                         " of what the operators move; with one layout from end to end they are gone.",
                                     "operators.bytes", all, all - group.bytes));
  }
}

void advise_activations(const Workload& workload, Guidance& result) {
  double before = 0, after = 0;
  for (const workload::Operator& op : workload.operators) {
    for (const workload::Access& access : op.writes) {
      const workload::Tensor& tensor = tensor_of(workload, access.tensor);
      const double here = static_cast<double>(model::storage_bytes(access.elements, tensor.type));
      before += here;
      after += model::is_floating(tensor.type) ? std::min(here, static_cast<double>(access.elements)) : here;
    }
  }
  const double written = static_cast<double>(workload.totals.activation_bytes);
  if (before <= 0 || after > before / 2) return;
  const double then = written * after / before;
  result.remedies.push_back(remedy("activations-8-bit",
                                   "Layers write " + bytes(written) + " of activations against " +
                                       bytes(static_cast<double>(workload.totals.weight_bytes)) +
                                       " of weights; quantised to 8 bits they are " + bytes(then) +
                                       "; accuracy is not checked.",
                                   "activation_bytes", written, then, "--precision int8"));
}

// --- speech
// -------------------------------------------------------------------------------------------------------------

void tell_sound(const Workload& workload, const Sound& sound, Guidance& result) {
  const double batch = static_cast<double>(std::max<std::int64_t>(1, workload.batch));
  const double macs = static_cast<double>(workload.totals.macs) / batch;
  const double steps = static_cast<double>(sound.steps);
  result.facts.push_back(
      {"sound",
       "One inference takes " + std::to_string(sound.steps) + " steps of " + format(Quantity::time, sound.step_s) +
           " (as usual for " + sound.input + "), " + format(Quantity::time, sound.seconds()) +
           " of sound: " + format(Quantity::operations, macs / steps) + " MACs a step, " +
           format(Quantity::operations, macs / sound.seconds()) + " MACs for every second to keep up with it.",
       {"macs", std::nullopt, {}}});
}

bool holds_any(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return text.find(word) != std::string::npos; });
}

}  // namespace

std::optional<Sound> sound_of(const Workload& workload) {
  constexpr double kFrame_s = 0.010, kSamplesPerSecond = 16000;
  constexpr std::int64_t kFewestSamples = 4000, kMel = 80, kMostStacked = 8;
  constexpr std::array<std::int64_t, 4> kFeatures{40, 64, 80, 128};
  for (const model::Declaration& input : workload.model.inputs) {
    if (!model::is_floating(input.type)) continue;
    const std::string name = core::lower_case(input.name);
    const auto tensor = std::find_if(workload.tensors.begin(), workload.tensors.end(),
                                     [&](const workload::Tensor& t) { return t.graph_input && t.name == input.name; });
    if (tensor == workload.tensors.end() || tensor->dims.size() != input.shape.size()) continue;
    std::vector<std::int64_t> dims;  // without the batch
    for (std::size_t i = 0; i < input.shape.size(); ++i) {
      if (!model::names_batch(input.shape[i])) dims.push_back(tensor->dims[i]);
    }
    if (dims.size() == 2 && dims[0] == 1) dims.erase(dims.begin());
    const bool features = holds_any(name, {"features", "mel", "fbank", "audio", "speech"});
    if (features && dims.size() == 2) {
      for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        const bool stacked = dims[i] % kMel == 0 && dims[i] / kMel <= kMostStacked;
        const bool plain = std::find(kFeatures.begin(), kFeatures.end(), dims[i]) != kFeatures.end();
        if (!plain && !stacked) continue;
        const double frames = plain ? 1 : static_cast<double>(dims[i] / kMel);
        return Sound{input.name, dims[1 - i], frames * kFrame_s};
      }
    }
    if (dims.size() == 1 && dims[0] >= kFewestSamples &&
        holds_any(name, {"audio", "wave", "pcm", "speech", "input_values"}))
      return Sound{input.name, dims[0], 1 / kSamplesPerSecond};
  }
  return std::nullopt;
}

Guidance guidance(const Workload& workload, workload::Runtime runtime) {
  constexpr double kMostly = 0.5;
  Guidance result;
  const Inspection inspection = inspect(workload);
  if (workload.decoder) {
    advise_cache(workload, *workload.decoder, result);
    advise_weights(workload, *workload.decoder, result);
  }
  if (inspection.shares.convolution > kMostly) {
    advise_layout(inspection, result);
    advise_activations(workload, result);
  }
  advise_casts(workload, runtime, result);
  if (const std::optional<Sound> sound = sound_of(workload)) tell_sound(workload, *sound, result);
  result.components = components_of(workload);
  return result;
}

}  // namespace whichchip::analysis
