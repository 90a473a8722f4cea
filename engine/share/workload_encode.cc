#include <nlohmann/json.hpp>

#include "share/workload_codec.h"

namespace whichchip::share {
namespace {

using nlohmann::json;

template <class Range, class Function>
json list(const Range& range, Function function) {
  json::array_t out;
  out.reserve(range.size());
  for (const auto& item : range) out.push_back(function(item));
  return out;
}

template <class Enum>
json number(Enum value) {
  return static_cast<int>(value);
}

json encode(const workload::Access& access) { return json::array({access.tensor, access.elements}); }
json encode(const workload::Accesses& accesses) {
  return list(accesses, [](const workload::Access& access) { return encode(access); });
}

json encode(const workload::MatrixWork& work) {
  return json::array({number(work.form), work.groups,         work.m,        work.n,           work.k,
                      work.steps,        work.weight_operand, work.batch,    work.in_channels, work.out_channels,
                      work.in_d,         work.in_h,           work.in_w,     work.out_d,       work.out_h,
                      work.out_w,        work.kernel_d,       work.kernel_h, work.kernel_w,    work.stride_h,
                      work.stride_w});
}
json encode(const std::vector<workload::MatrixWork>& matrix) {
  return list(matrix, [](const workload::MatrixWork& work) { return encode(work); });
}

json encode(const workload::Tensor& tensor) {
  const int flags =
      (tensor.unknown ? 1 : 0) | (tensor.weight ? 2 : 0) | (tensor.graph_input ? 4 : 0) | (tensor.graph_output ? 8 : 0);
  return json::array({tensor.name, number(tensor.type), tensor.dims, tensor.elements, flags});
}

json encode(const workload::Operator& op) {
  return json::array({op.name, op.op_type, op.domain, number(op.kind), op.inputs, op.outputs, encode(op.reads),
                      encode(op.writes), encode(op.matrix), op.macs, op.vector_ops, op.transcendental_ops, op.repeat,
                      op.rule, op.assumptions, op.unknown_reason});
}

json encode(const workload::Subgraph& subgraph) {
  const int flags = (subgraph.strided_movement ? 1 : 0) | (subgraph.quantized ? 2 : 0) | (subgraph.unknown ? 4 : 0);
  return json::array({subgraph.name, subgraph.anchor, number(subgraph.kind), subgraph.operators, subgraph.dependencies,
                      encode(subgraph.reads), encode(subgraph.weights), encode(subgraph.writes),
                      encode(subgraph.matrix), subgraph.macs, subgraph.vector_ops, subgraph.transcendental_ops,
                      subgraph.repeat, flags});
}

json encode(const workload::Partition& partition) {
  return json::array({list(partition.subgraphs, [](const workload::Subgraph& subgraph) { return encode(subgraph); }),
                      partition.peak_activation_bytes, partition.peak_activation_lower_bound_bytes,
                      partition.peak_subgraph, partition.activation_arena_bytes,
                      list(partition.live, [](const workload::LiveSet& live) { return json(live.bytes); }),
                      list(partition.live, [](const workload::LiveSet& live) { return json(live.buffers); })});
}

json encode(const std::vector<model::Declaration>& declarations) {
  return list(declarations, [](const model::Declaration& declaration) {
    return json::array({declaration.name, number(declaration.type), declaration.shape, declaration.has_rank});
  });
}

json encode(const workload::ModelHeader& header) {
  return json::array(
      {header.name, header.producer, header.ir_version,
       list(header.opsets, [](const auto& opset) { return json::array({opset.first, opset.second}); }), header.nodes,
       encode(header.inputs), encode(header.outputs),
       list(
           header.symbols,
           [](const model::Symbol& symbol) { return json::array({symbol.name, symbol.value, number(symbol.origin)}); }),
       header.parameters.parameters, header.parameters.normalization_statistics, header.parameters.other_constants,
       header.parameters.scalar_constants, header.parameters.active_parameters});
}

// An absent tensor is -1.
json encode(const std::optional<workload::Decoder>& decoder) {
  if (!decoder) return nullptr;
  return json::array({decoder->evidence, decoder->new_tokens, decoder->past_tokens,
                      list(decoder->caches,
                           [](const workload::CacheTensor& cache) {
                             return json::array({cache.past, cache.present, cache.elements_per_token});
                           }),
                      decoder->cache_bytes_per_token, decoder->state_bytes, decoder->cache_bytes});
}

json encode(const workload::Coverage& coverage) {
  return json::array({coverage.nodes, coverage.nodes_modelled, coverage.macs_fraction,
                      list(coverage.unknown, [](const workload::UnknownOperator& unknown) {
                        return json::array({unknown.op_type, unknown.domain, unknown.reason, unknown.count});
                      })});
}

json encode(const workload::Totals& totals) {
  return json::array(
      {totals.macs, totals.vector_ops, totals.transcendental_ops, totals.weight_bytes, totals.activation_bytes});
}

}  // namespace

std::vector<std::uint8_t> encode_workload(const workload::Workload& workload) {
  const json document = {
      {"whichchip.workload", kWorkloadVersion},
      {"model", encode(workload.model)},
      {"batch", workload.batch},
      {"phase", number(workload.phase)},
      {"decoder", encode(workload.decoder)},
      {"tensors", list(workload.tensors, [](const workload::Tensor& tensor) { return encode(tensor); })},
      {"operators", list(workload.operators, [](const workload::Operator& op) { return encode(op); })},
      {"partitions", list(workload.partitions, [](const workload::Partition& partition) { return encode(partition); })},
      {"totals", encode(workload.totals)},
      {"coverage", encode(workload.coverage)},
      {"warnings",
       list(workload.warnings,
            [](const model::Warning& warning) { return json::array({warning.code, warning.message, warning.where}); })},
  };
  return json::to_cbor(document);
}

}  // namespace whichchip::share
