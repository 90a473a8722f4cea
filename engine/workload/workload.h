// What a model asks of a chip: MACs, vector operations and bytes of every operator, grouped into the subgraphs that a
// runtime executes as one kernel. Independent of any device; everything to the right of it needs only this.
//
// Conventions: 1 MAC = 2 FLOP; MACs count matrix and convolution products only; vector and transcendental operations
// are separate columns; elements, not bytes, are stored for traffic, because the precision is chosen per device.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/shared_text.h"
#include "core/small_vector.h"
#include "model/data_type.h"
#include "model/graph.h"

namespace whichchip::workload {

// One matrix product or convolution, as every mapping needs it. MACs = groups · m · n · k · (1 if no density).
// Convolution as implicit GEMM: m = batch·out_h·out_w(·out_d), n = output channels per group, k = input channels per
// group · kernel.
struct MatrixWork {
  enum class Form : std::uint8_t {
    gemm,
    convolution,
    transposed_convolution,
    depthwise_convolution,
    attention_scores,
    attention_values,
    recurrent
  };
  Form form = Form::gemm;
  std::int64_t groups = 1, m = 0, n = 0, k = 0;
  std::int64_t steps = 1;       // serial repetitions (recurrent time steps); macs() includes them
  bool weight_operand = false;  // the n×k operand is a weight (else both operands are activations)
  // Convolutions only; 1-D and 2-D ones have height or depth 1. A transposed convolution multiplies every input
  // position once (m = batch·in_h·in_w, n = out channels per group · kernel, k = in channels per group): its out
  // extents are the input's.
  std::int64_t batch = 0, in_channels = 0, out_channels = 0;
  std::int64_t in_d = 1, in_h = 0, in_w = 0, out_d = 1, out_h = 0, out_w = 0;
  std::int64_t kernel_d = 1, kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1;

  std::int64_t macs() const;  // saturating
};

enum class OperatorKind : std::uint8_t {
  convolution,
  depthwise_convolution,
  matmul,
  attention,
  recurrent,  // hold MACs
  normalization,
  softmax,
  pooling,
  elementwise,
  reduction,
  resize,         // vector work
  data_movement,  // transpose, concat, slice, gather, pad, scatter: bytes only
  quantize,       // quantise, dequantise, cast
  sort,           // TopK, NMS, Unique, trees: scalar work
  view,           // reshape, identity, shape arithmetic, folded constants: free
  unknown,        // no rule, or shapes not known
};
const char* name(OperatorKind kind);

// Elements of one tensor that an operator or a subgraph moves (a Gather touches fewer than the tensor has).
struct Access {
  int tensor = 0;  // index into Workload::tensors
  std::int64_t elements = 0;
};
using Accesses = core::SmallVector<Access, 2>;

struct Tensor {
  core::SharedText name;
  model::DataType type = model::DataType::undefined;
  std::vector<std::int64_t> dims;
  std::int64_t elements = 0;  // 0 and `unknown` when not known
  bool unknown = false;
  bool weight = false;  // known before the model runs: stored once, candidate for residency
  bool graph_input = false;
  bool graph_output = false;
};

struct Operator {
  core::SharedText name;  // ONNX node name, may be empty
  core::SharedText op_type;
  core::SharedText domain;
  OperatorKind kind = OperatorKind::unknown;
  model::TensorList inputs, outputs;  // tensor indices as in the graph, absent ones left out
  // Of one execution, like `matrix`: multiply by `repeat`. A view of a tensor is accessed as the tensor that holds its
  // bytes, a folded dequantisation or transposition of a weight as the weight that is stored.
  Accesses reads, writes;  // unfused traffic; empty for views
  std::vector<MatrixWork> matrix;
  std::int64_t macs = 0, vector_ops = 0, transcendental_ops = 0;  // per inference batch, `repeat` included
  std::int64_t repeat = 1;
  core::SharedText rule;                 // which rule counted it: "Conv: B·OH·OW·OC·IC/g·kh·kw"
  std::vector<std::string> assumptions;  // "causal mask not exploited"
  core::SharedText unknown_reason;       // only for kind unknown
  bool integer_arithmetic = false;       // integer products by its own definition (QLinearConv, MatMulInteger)
};

enum class Runtime : std::uint8_t { engine, graph, eager };
constexpr std::array<Runtime, 3> kRuntimes{Runtime::engine, Runtime::graph, Runtime::eager};
const char* name(Runtime runtime);

// What one kernel does: an anchor and what is fused to it.
struct Subgraph {
  int id = 0;                                 // position in schedule order
  std::string name;                           // "Conv 3×3/2 64→128 + Add + Relu"
  int anchor = 0;                             // index into Workload::operators; the Softmax of a decomposed attention
  OperatorKind kind = OperatorKind::unknown;  // of the whole: the anchor's, or what its operators form together
  std::vector<int> operators;                 // indices into Workload::operators, in order
  std::vector<int> dependencies;              // subgraph ids that produce what this one reads
  // Accesses and `matrix` are those of one execution; macs, vector_ops and transcendental_ops include `repeat`.
  Accesses reads;    // external activations, each tensor once
  Accesses weights;  // external weights, each tensor once
  Accesses writes;   // tensors that something outside reads, or graph outputs
  std::vector<MatrixWork> matrix;
  std::int64_t macs = 0, vector_ops = 0, transcendental_ops = 0;
  std::int64_t repeat = 1;
  bool strided_movement = false;  // transpose-like access: attains a part of the bandwidth
  bool quantized = false;         // its matrix work is integer by the model's own graph (QDQ, QLinear, MatMulInteger)
  bool unknown = false;           // holds an operator without a rule: bytes only, time is an interval
};

// What is live while a subgraph runs: what it reads and writes, and what later ones still need.
struct LiveSet {
  std::int64_t bytes = 0;
  std::int64_t buffers = 0;
};

struct Partition {
  std::vector<Subgraph> subgraphs;         // covers every operator that is not a view, exactly once
  std::int64_t peak_activation_bytes = 0;  // liveness over real dependencies, in-place reuse and aliases applied
  std::int64_t peak_activation_lower_bound_bytes = 0;  // largest single step
  int peak_subgraph = 0;                               // where the peak is reached
  // Size of one block that holds every buffer at a fixed offset: greedy best fit, the largest buffer first. Between the
  // peak and the sum of all buffers, because what is free may be in the wrong place.
  std::int64_t activation_arena_bytes = 0;
  std::vector<LiveSet> live;  // activations by step; the largest is the peak. Empty in what an older version stored
};

struct UnknownOperator {
  std::string op_type, domain, reason;
  std::int64_t count = 0;
};

struct Coverage {
  std::int64_t nodes = 0;  // after inlining
  std::int64_t nodes_modelled = 0;
  // Share of the MACs that is modelled; an operator that may hold MACs and is not modelled counts as the mean of those
  // that are.
  double macs_fraction = 1.0;
  std::vector<UnknownOperator> unknown;
};

struct Totals {
  std::int64_t macs = 0, vector_ops = 0, transcendental_ops = 0;
  std::int64_t weight_bytes = 0;      // distinct weights, at the model's own types
  std::int64_t activation_bytes = 0;  // sum of all activation tensors written, at their own types
};

struct ParameterCount {
  std::int64_t parameters = 0;                // distinct weight elements, statistics and other constants apart
  std::int64_t normalization_statistics = 0;  // BatchNormalization running mean and variance
  std::int64_t other_constants = 0;           // integer and boolean constants of more than 1024 elements
  std::int64_t scalar_constants = 0;          // floating constants of one element
  std::int64_t active_parameters = 0;         // `parameters` without the experts that one token does not go through
};

// A tensor that a generating model keeps from one run to the next.
struct CacheTensor {
  int past = model::kAbsent;            // tensor before the run; absent in exports of the prefill phase alone
  int present = model::kAbsent;         // tensor after the run; absent when it is updated in place without a result
  std::int64_t elements_per_token = 0;  // of one sequence; 0 for a state whose size does not depend on the length
};

// A model that generates token by token: what it keeps of the tokens before. Bytes at the model's own types.
struct Decoder {
  std::vector<std::string> evidence;  // "32 × GroupQueryAttention"
  std::int64_t new_tokens = 0;        // of each sequence, computed by this run
  std::int64_t past_tokens = 0;       // of each sequence, in the cache before it
  std::vector<CacheTensor> caches;
  std::int64_t cache_bytes_per_token = 0;  // keys and values of all layers, one sequence
  std::int64_t state_bytes =
      0;  // what does not grow with the length, all sequences: linear attention, an encoder's keys
  std::int64_t cache_bytes = 0;  // all of it after this run, all sequences
};

struct ModelHeader {
  std::string name;  // the file's base name without extension
  std::string producer;
  std::int64_t ir_version = 0;
  std::vector<std::pair<std::string, std::int64_t>> opsets;
  std::int64_t nodes = 0;  // in the file
  std::vector<model::Declaration> inputs, outputs;
  std::vector<model::Symbol> symbols;
  ParameterCount parameters;
};

struct Workload {
  ModelHeader model;
  std::int64_t batch = 1;  // inferences that one run computes (bound batch dimension)
  model::Phase phase = model::Phase::prefill;
  std::optional<Decoder> decoder;  // absent for models that keep nothing from run to run
  std::vector<Tensor> tensors;
  std::vector<Operator> operators;
  std::array<Partition, 3> partitions;  // by Runtime
  Totals totals;
  Coverage coverage;
  std::vector<model::Warning> warnings;

  const Partition& partition(Runtime runtime) const { return partitions[static_cast<std::size_t>(runtime)]; }
};

// Of a graph as it stands, without fusing anything: what a branch costs that is not taken.
Totals count_totals(const model::Graph& graph);

// The whole step. `name` becomes model.name (a path is reduced to its base name). Never throws on a resolved graph.
Workload build_workload(const model::Graph& graph, const std::string& name);

}  // namespace whichchip::workload
