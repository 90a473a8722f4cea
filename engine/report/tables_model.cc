#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/units.h"
#include "report/layer.h"
#include "report/table_builder.h"
#include "report/tables.h"

namespace whichchip::report {
namespace {

using core::format;
using core::Quantity;

// MACs are compared with published figures of four digits ("4.089 G").
std::string operations(std::int64_t count) { return format(Quantity::operations, static_cast<double>(count), 4); }

std::string opsets_of(const workload::ModelHeader& model) {
  std::string text;
  for (const auto& [domain, version] : model.opsets) {
    if (!text.empty()) text += ", ";
    text += (domain.empty() ? "ai.onnx" : domain) + " " + std::to_string(version);
  }
  return text.empty() ? kNotAvailable : text;
}

// What remains to be said of a sum that some operators are missing from.
std::string least(bool incomplete, std::string text) { return incomplete ? "at least " + text : text; }

std::string shares_of(const analysis::Shares& shares, bool incomplete) {
  std::string text;
  const auto add = [&text](const char* name, double share) {
    if (share <= 0) return;
    if (!text.empty()) text += ", ";
    text += std::string(name) + " " + format(Quantity::fraction, share);
  };
  add("convolution", shares.convolution);
  add("matmul", shares.matmul);
  add("attention", shares.attention);
  add("recurrent", shares.recurrent);
  const char* counted = incomplete ? " that are counted" : "";
  return text.empty() ? std::string("no MACs") + counted : text + " of the MACs" + counted;
}

std::string kinds_of(const std::vector<analysis::KindCount>& kinds) {
  std::string text;
  for (const analysis::KindCount& entry : kinds) {
    if (entry.kind == workload::OperatorKind::view) continue;
    if (!text.empty()) text += ", ";
    std::string kind = workload::name(entry.kind);
    std::replace(kind.begin(), kind.end(), '_', ' ');
    text += std::to_string(entry.count) + " " + kind;
  }
  return text.empty() ? kNotAvailable : text;
}

// A reading without hardware: which of a chip's roofs binds is decided by the chip.
const char* intensity_word(double flop_per_byte) {
  constexpr double kHigh = 40, kMediumHigh = 20, kBalanced = 10;
  return flop_per_byte > kHigh         ? "high"
         : flop_per_byte > kMediumHigh ? "medium-high"
         : flop_per_byte >= kBalanced  ? "balanced"
                                       : "low";
}

std::string intensity_of(const std::optional<double>& intensity) {
  return intensity ? core::format_number(*intensity) + " FLOP/byte" : kNotAvailable;
}

std::string intensity_line(const analysis::Inspection& inspection, bool incomplete) {
  std::string line = intensity_of(inspection.intensity_fused) + " fused, " +
                     intensity_of(inspection.intensity_unfused) + " unfused, at its own types";
  if (incomplete) line += ", of what is counted";
  if (!inspection.intensity_fused) return line;
  return line + ": " + intensity_word(*inspection.intensity_fused) + "; what binds is decided per chip";
}

std::string declared_shape(const model::Declaration& declaration) {
  if (!declaration.has_rank) return "?";
  std::string text;
  for (const std::string& dim : declaration.shape) text += (text.empty() ? "" : "×") + dim;
  return declaration.shape.empty() ? "scalar" : text;
}

// "input float batch×3×height×width, here 1×3×224×224"
std::string input_of(const workload::Workload& workload, const model::Declaration& declaration) {
  const std::string declared = declared_shape(declaration);
  std::string text = declaration.name + " " + std::string(model::name(declaration.type)) + " " + declared;
  for (const workload::Tensor& tensor : workload.tensors) {
    if (tensor.name != declaration.name || !(tensor.graph_input || tensor.graph_output)) continue;
    if (tensor.unknown && tensor.dims.empty()) return text;  // nobody has said its rank
    const std::string bound = shape_of(tensor.dims);
    return bound == declared ? text : text + ", here " + bound;
  }
  return text;
}

std::string symbols_of(const std::vector<model::Symbol>& symbols) {
  static constexpr const char* kOrigins[] = {"given", "default", "assumed", "derived"};
  std::string text;
  for (const model::Symbol& symbol : symbols) {
    if (!text.empty()) text += ", ";
    text += symbol.name + " = " + std::to_string(symbol.value) + " (" +
            kOrigins[static_cast<std::size_t>(symbol.origin)] + ")";
  }
  return text;
}

std::string bytes_of(std::int64_t bytes) { return format(Quantity::bytes, static_cast<double>(bytes)); }

// "decode: 1 new token after 4096, cache 537 MB at 131 kB a token"
std::string decoder_of(const workload::Workload& workload, const workload::Decoder& decoder) {
  std::string text = std::string(model::name(workload.phase)) + ": " +
                     core::counted(decoder.new_tokens, "new token", "new tokens") + " after " +
                     std::to_string(decoder.past_tokens) + ", cache " + bytes_of(decoder.cache_bytes) + " at " +
                     bytes_of(decoder.cache_bytes_per_token) + " a token";
  if (decoder.state_bytes > 0) text += ", of which " + bytes_of(decoder.state_bytes) + " does not grow";
  return text;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string coverage_of(const workload::Coverage& coverage, analysis::CoverageBand band) {
  return std::to_string(coverage.nodes_modelled) + " of " + std::to_string(coverage.nodes) + " operators, " +
         format(Quantity::fraction, coverage.macs_fraction) + " of the MACs: " + analysis::name(band);
}

}  // namespace

Table model_table(const workload::Workload& workload, const analysis::Inspection& inspection) {
  const workload::ModelHeader& model = workload.model;
  const workload::Totals& totals = workload.totals;
  const workload::Partition& engine = workload.partition(workload::Runtime::engine);
  TableBuilder table("model", "");
  table.text("name", "").text("value", "");
  const auto add = [&table](const char* name, std::string value, std::optional<double> raw = std::nullopt) {
    table.row(name).cell(name).cell(std::move(value), raw);
  };
  const bool incomplete = analysis::sums_are_least(workload.coverage);
  const bool unknown = incomplete && totals.macs == 0;
  add("Type", (unknown ? "not known" : inspection.type) + ": " + shares_of(inspection.shares, incomplete));
  add("Producer", model.producer.empty() ? kNotAvailable : model.producer);
  add("Opsets", opsets_of(model));
  // A language model's cache is dozens of each, all alike.
  const auto add_all = [&](const char* name, const std::vector<model::Declaration>& declared) {
    constexpr std::size_t kTold = 6;
    const std::size_t told = declared.size() <= kTold + 1 ? declared.size() : kTold;
    for (std::size_t i = 0; i < told; ++i) add(name, input_of(workload, declared[i]));
    if (told < declared.size()) add(name, "and " + std::to_string(declared.size() - told) + " more");
  };
  add_all("Input", model.inputs);
  add_all("Output", model.outputs);
  if (!model.symbols.empty()) add("Dimensions", symbols_of(model.symbols));
  add("Batch", std::to_string(workload.batch), static_cast<double>(workload.batch));
  const double parameters = static_cast<double>(model.parameters.parameters);
  add("Parameters", format(Quantity::count, parameters, 4), parameters);
  if (model.parameters.active_parameters != model.parameters.parameters) {
    const double active = static_cast<double>(model.parameters.active_parameters);
    add("Active parameters", format(Quantity::count, active, 4) + " a token", active);
  }
  if (workload.decoder) {
    add("Language model", decoder_of(workload, *workload.decoder));
    add("Evidence", joined(workload.decoder->evidence));
  }
  add("MACs", least(incomplete, operations(totals.macs)), static_cast<double>(totals.macs));
  const double flops = 2 * static_cast<double>(totals.macs);
  add("FLOPs", least(incomplete, format(Quantity::operations, flops, 4)) + " (2 × MACs)", flops);
  add("Vector operations", least(incomplete, operations(totals.vector_ops)), static_cast<double>(totals.vector_ops));
  add("Weights", format(Quantity::bytes, static_cast<double>(totals.weight_bytes)),
      static_cast<double>(totals.weight_bytes));
  add("Activations written", least(incomplete, bytes_of(totals.activation_bytes)),
      static_cast<double>(totals.activation_bytes));
  add("Peak activations",
      bytes_of(engine.peak_activation_bytes) + " (at least " + bytes_of(engine.peak_activation_lower_bound_bytes) +
          ", planned arena " + bytes_of(engine.activation_arena_bytes) + ")",
      static_cast<double>(engine.peak_activation_bytes));
  add("Arithmetic intensity",
      unknown ? "not known: no operator with MACs has a rule" : intensity_line(inspection, incomplete));
  add("Operators", kinds_of(inspection.kinds));
  add("Subgraphs", std::to_string(inspection.subgraph_bytes.size()) + " in " + std::to_string(inspection.levels) +
                       " dependent levels, " + core::format_number(inspection.parallelism) +
                       " side by side on average");
  add("Coverage", coverage_of(workload.coverage, inspection.coverage), workload.coverage.macs_fraction);
  return table.build();
}

Table operators_table(const analysis::Inspection& inspection) {
  TableBuilder table("operators", "");
  table.text("op", "Operator")
      .text("domain", "Domain", false)
      .label("count", "Count")
      .number("macs", "MACs", Quantity::operations);
  table.number("vector_ops", "Vector ops", Quantity::operations).number("bytes", "Bytes, unfused", Quantity::bytes);
  for (const analysis::OperatorGroup& group : inspection.operators) {
    table.row(group.op_type).cell(group.op_type).cell(group.domain.empty() ? "ai.onnx" : group.domain);
    const std::string without = group.unknown > 0 ? std::to_string(group.unknown) + " not counted" : "";
    const bool some = group.unknown > 0 && group.unknown < group.count;
    table.cell(std::to_string(group.count) + (some ? ", " + without : ""), static_cast<double>(group.count));
    const auto sum = [&group](std::int64_t value) {
      return group.unknown < group.count ? std::optional<double>(static_cast<double>(value)) : std::nullopt;
    };
    table.cell(sum(group.macs), without).cell(sum(group.vector_ops), without).cell(group.bytes);
  }
  return table.build();
}

Table coverage_table(const workload::Workload& workload) {
  TableBuilder table("coverage", "");
  table.text("op", "Operator").text("domain", "Domain").label("count", "Count").text("reason", "Reason");
  for (const workload::UnknownOperator& unknown : workload.coverage.unknown) {
    table.row(unknown.op_type)
        .cell(unknown.op_type)
        .cell(unknown.domain.empty() ? "ai.onnx" : unknown.domain)
        .count(unknown.count)
        .cell(unknown.reason);
  }
  return table.build();
}

Table layers_table(const workload::Workload& workload, const analysis::Inspection& inspection,
                   workload::Runtime runtime) {
  const std::vector<workload::Subgraph>& subgraphs = workload.partition(runtime).subgraphs;
  TableBuilder table("layers", "");
  table.label("id", "#").text("name", "Subgraph").text("kind", "Kind", false).label("operators", "Ops", "", false);
  table.text("input", "Input", false)
      .text("output", "Output", false)
      .number("macs", "MACs", Quantity::operations)
      .number("vector_ops", "Vector ops", Quantity::operations, false);
  table.number("weight_bytes", "Weights", Quantity::bytes)
      .number("input_bytes", "In", Quantity::bytes)
      .number("output_bytes", "Out", Quantity::bytes);
  table.label("arithmetic_intensity", "Intensity", "FLOP/byte");
  analysis::SubgraphBytes sum;
  double macs = 0;
  double vector_ops = 0;
  std::int64_t operators = 0;
  const auto intensity = [](double work, double bytes) {
    return bytes > 0 ? std::optional<double>(2 * work / bytes) : std::nullopt;
  };
  const auto cell = [&table](std::optional<double> value) {
    table.cell(value ? core::format_number(*value) : kNotAvailable, value);
  };
  for (std::size_t i = 0; i < subgraphs.size() && i < inspection.subgraph_bytes.size(); ++i) {
    const workload::Subgraph& subgraph = subgraphs[i];
    const analysis::SubgraphBytes& bytes = inspection.subgraph_bytes[i];
    table.row(std::to_string(subgraph.id)).count(subgraph.id).cell(subgraph.name).cell(workload::name(subgraph.kind));
    table.count(static_cast<std::int64_t>(subgraph.operators.size()));
    table.cell(first_shape(workload, subgraph.reads)).cell(first_shape(workload, subgraph.writes));
    const bool counted = subgraph.kind != workload::OperatorKind::unknown;
    const auto work = [counted](std::int64_t value) {
      return counted ? std::optional<double>(static_cast<double>(value)) : std::nullopt;
    };
    table.cell(work(subgraph.macs)).cell(work(subgraph.vector_ops));
    table.cell(bytes.weight).cell(bytes.input).cell(bytes.output);
    cell(counted ? intensity(static_cast<double>(subgraph.macs), bytes.total()) : std::nullopt);
    sum.input += bytes.input;
    sum.weight += bytes.weight;
    sum.output += bytes.output;
    macs += static_cast<double>(subgraph.macs);
    vector_ops += static_cast<double>(subgraph.vector_ops);
    operators += static_cast<std::int64_t>(subgraph.operators.size());
  }
  table.row("total")
      .cell(kNotAvailable)
      .cell("Total")
      .cell("")
      .count(operators)
      .cell("")
      .cell("")
      .cell(macs)
      .cell(vector_ops);
  table.cell(sum.weight).cell(sum.input).cell(sum.output);
  cell(intensity(macs, sum.total()));
  return table.build();
}

}  // namespace whichchip::report
