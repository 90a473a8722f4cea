#include "ui/view_builder.h"

#include <algorithm>
#include <array>
#include <map>

#include "analysis/inspect.h"
#include "core/units.h"
#include "model/operator_name.h"
#include "model/resolve.h"
#include "report/plain_text.h"
#include "report/tables.h"
#include "ui/intent.h"
#include "workload/operator_rules.h"

namespace whichchip::ui {
namespace {

using core::format;
using core::Quantity;

constexpr std::size_t kCostliest = 8;

std::string shape_of(const std::vector<std::int64_t>& dims) {
  std::string text;
  for (const std::int64_t dim : dims)
    text += (text.empty() ? "" : "×") + (dim < 0 ? std::string("?") : std::to_string(dim));
  return dims.empty() ? "scalar" : text;
}

// The caches of a language model are dozens of inputs that are all alike: the first few stand for them.
std::string inputs_of(const workload::Workload& workload) {
  constexpr std::int64_t kMost = 5;
  std::string text;
  std::int64_t count = 0;
  for (const workload::Tensor& tensor : workload.tensors) {
    if (!tensor.graph_input || ++count > kMost) continue;
    if (!text.empty()) text += ", ";
    text += tensor.name + " " + (tensor.unknown && tensor.dims.empty() ? "of unknown shape" : shape_of(tensor.dims));
  }
  return count > kMost ? text + " and " + std::to_string(count - kMost) + " more" : text;
}

std::string origin_of(const workload::ModelHeader& model) {
  std::string text = model.producer;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : " · ") + part; };
  for (const auto& [domain, version] : model.opsets) {
    if (domain.empty()) add("opset " + std::to_string(version));
  }
  add(core::counted(model.nodes, "node", "nodes"));
  return text;
}

const char* origin_of(model::SymbolOrigin origin) {
  switch (origin) {
    case model::SymbolOrigin::given:
      return "given";
    case model::SymbolOrigin::known:
      return "default";
    case model::SymbolOrigin::assumed:
      return "assumed";
    case model::SymbolOrigin::derived:
      return "derived";
  }
  return "";
}

std::string memory_of(const hardware::Device& device) {
  if (!device.memory.capacity_bytes || *device.memory.capacity_bytes <= 0) return device.memory.type;
  const std::string size = format(Quantity::bytes, *device.memory.capacity_bytes);
  return device.memory.type.empty() ? size : size + " " + device.memory.type;
}

std::string detail_of(const analysis::Row& row) {
  std::string text = hardware::name(row.device.device_class);
  const auto add = [&text](const std::string& part) {
    if (!part.empty()) text += " · " + part;
  };
  add(memory_of(row.device));
  if (row.estimate.cap_w > 0) add(format(Quantity::power, row.estimate.cap_w));
  return text;
}

// Sets are named by people ("datacenter"); those that F6 names come first, the others after them in their own order.
std::vector<Choice> deployments(const hardware::Catalog& catalog) {
  std::vector<Choice> choices;
  for (const char* known : {"datacenter", "edge", "embedded", "automotive", "client"}) {
    if (catalog.sets.count(known) != 0) choices.push_back({known, report::sentence_case(known)});
  }
  for (const auto& [set, members] : catalog.sets) {
    const bool listed =
        std::any_of(choices.begin(), choices.end(), [&](const Choice& choice) { return choice.value == set; });
    if (!listed) choices.push_back({set, report::sentence_case(set)});
  }
  choices.push_back({"all", "All devices"});
  return choices;
}

}  // namespace

bool is_of_layers(const report::Table& table) {
  if (table.id == "hotspots" || table.id == "timeline") return true;
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [](const report::Column& column) { return column.key == "id" && column.title == "#"; });
}

ModelSummary model_summary(const workload::Workload& workload, workload::Runtime runtime) {
  const analysis::Inspection inspection = analysis::inspect(workload, runtime);
  const workload::Partition& partition = workload.partition(runtime);
  ModelSummary out;
  out.name = workload.model.name;
  out.origin = origin_of(workload.model);
  out.type = report::sentence_case(inspection.type);
  out.inputs = inputs_of(workload);
  const auto fact = [&out](const char* label, Quantity quantity, std::int64_t value, const char* note) {
    const auto number = static_cast<double>(value);
    out.facts.push_back({label, format(quantity, number, 4), number, note});
  };
  fact(analysis::sums_are_least(workload.coverage) ? "MACs, at least" : "MACs", Quantity::operations,
       workload.totals.macs, "Multiply-accumulates of matrix products and convolutions, for the whole batch");
  fact("Parameters", Quantity::count, workload.model.parameters.parameters, "Distinct weight elements");
  fact("Weights", Quantity::bytes, workload.totals.weight_bytes, "At the model's own types");
  fact("Peak activations", Quantity::bytes, partition.peak_activation_bytes,
       "Most bytes alive at once, at the model's own types");
  const auto share = [&out](const char* label, double fraction) {
    if (fraction > 0) out.mix.push_back({label, fraction});
  };
  share("Convolution", inspection.shares.convolution);
  share("Matrix product", inspection.shares.matmul);
  share("Attention", inspection.shares.attention);
  share("Recurrent", inspection.shares.recurrent);
  out.coverage = workload.coverage.macs_fraction;
  out.coverage_text = std::to_string(workload.coverage.nodes_modelled) + " of " +
                      std::to_string(workload.coverage.nodes) + " operators, " +
                      format(Quantity::fraction, workload.coverage.macs_fraction) + " of the MACs";
  for (const model::Warning& warning : workload.warnings) {
    if (warning.code == "input-without-shape") out.shapeless.push_back(warning.where);
    out.warnings.push_back(warning.where.empty() ? warning.message : warning.message + " (" + warning.where + ")");
  }
  return out;
}

// Of every operator that no rule counts, and of those that are counted like another, by what.
void add_stand_ins(const analysis::Request& request, const workload::Workload& workload, std::vector<Setting>& all) {
  constexpr std::size_t kMost = 4;
  constexpr std::array kUsual{"Identity", "Relu", "Gelu", "Softmax", "LayerNormalization", "MatMul", "Conv"};
  std::size_t count = 0;
  std::map<std::string, std::string> shown(request.cost_like.begin(), request.cost_like.end());
  for (const workload::UnknownOperator& unknown : workload.coverage.unknown) {
    const workload::OperatorRule* rule = workload::find_rule(unknown.domain, unknown.op_type);
    if (rule == nullptr || rule->kind == workload::OperatorKind::unknown)
      shown.emplace(model::to_text({unknown.domain, unknown.op_type}), "");
  }
  for (const auto& [written, read_as] : shown) {
    if (count++ == kMost) break;
    Setting setting{std::string(kStandInOption) + written, written + " counts", {{"", "Unknown"}}, read_as};
    for (const char* usual : kUsual) setting.choices.push_back({usual, std::string("Like ") + usual});
    const bool listed = read_as.empty() || std::find(kUsual.begin(), kUsual.end(), read_as) != kUsual.end();
    if (!listed) setting.choices.push_back({read_as, "Like " + read_as});
    all.push_back(std::move(setting));
  }
}

std::vector<Setting> settings(const analysis::Request& request, const hardware::Catalog& catalog,
                              const workload::Workload* workload) {
  Setting precision{"precision", "Precision", {{"auto", "Auto"}}, "auto"};
  for (const hardware::Precision each : hardware::kPrecisions)
    precision.choices.push_back({hardware::name(each), hardware::name(each)});
  if (request.scenario.precision) precision.value = hardware::name(*request.scenario.precision);
  Setting runtime{"runtime", "Runtime", {}, workload::name(request.scenario.runtime)};
  for (const workload::Runtime each : workload::kRuntimes)
    runtime.choices.push_back({workload::name(each), report::sentence_case(workload::name(each))});
  Setting sort{"sort", "Rank by", {}, analysis::name(request.sort)};
  for (const analysis::Metric each : analysis::kMetrics)
    sort.choices.push_back({analysis::name(each), report::sentence_case(analysis::name(each))});
  std::vector<Setting> all{
      {"deployment", "Deployment", deployments(catalog), request.deployment}, precision, runtime, sort};
  if (workload != nullptr && workload->decoder) {
    all.push_back({"phase",
                   "Phase",
                   {{model::name(model::Phase::prefill), "Prefill: the prompt at once"},
                    {model::name(model::Phase::decode), "Decode: one token on a cache"}},
                   model::name(request.phase)});
  }
  if (workload != nullptr) add_stand_ins(request, *workload, all);
  return all;
}

std::vector<Dimension> dimensions(const workload::Workload& workload) {
  std::vector<Dimension> out{{"batch", "Batch", workload.batch, 1, "given"}};
  for (const model::Symbol& symbol : workload.model.symbols) {
    if (model::names_batch(symbol.name) || symbol.origin == model::SymbolOrigin::derived) continue;
    // A past length may be 0: the first token has no past.
    const std::int64_t least = symbol.name.find("past") == std::string::npos ? 1 : 0;
    out.push_back({symbol.name, report::sentence_case(symbol.name), symbol.value, least, origin_of(symbol.origin)});
  }
  return out;
}

std::vector<Mark> marks(const analysis::Comparison& comparison, const report::Table& table) {
  std::vector<Mark> out;
  for (const report::Row& line : table.rows) {
    Mark mark;
    mark.hardware = line.key;
    for (const analysis::Row& row : comparison.rows) {
      if (row.key != line.key) continue;
      mark.name = row.device.name;
      mark.detail = detail_of(row);
      mark.device_class = row.device.device_class;
      mark.latency_s = row.batch_latency_s;
      mark.energy_j = row.energy_j;
      mark.latency_interval_s = row.estimate.latency_interval_s;
      mark.energy_interval_j = row.energy_interval_j;
      mark.measured_latency_s = row.measured_latency_s();
      mark.compute_utilisation = row.compute_utilisation;
      mark.bound_share = row.bound_share;
      mark.fits = row.estimate.fits != estimate::Fit::no;
      for (const auto& [metric, winner] : comparison.winners) {
        if (winner == row.key) mark.wins.push_back(metric);
      }
      break;
    }
    out.push_back(std::move(mark));
  }
  return out;
}

Card card(const analysis::Comparison& comparison, const analysis::Row& row) {
  Card out;
  out.hardware = row.key;
  out.facts = report::device_table(comparison, row);
  out.facts.caption = "Details of " + row.key;
  out.costliest = report::device_subgraphs_table(comparison, row, kCostliest);
  out.costliest.caption = "Subgraphs that take most time on " + row.key;
  for (const estimate::SubgraphEstimate& part : row.estimate.subgraphs) {
    for (std::size_t i = 0; i < part.rungs_s.size(); ++i) out.rungs_s[i] += part.rungs_s[i];
  }
  out.request_s = row.estimate.request_s;
  out.latency_s = row.batch_latency_s;
  return out;
}

std::string status(const analysis::Comparison& comparison) {
  const auto devices = static_cast<std::int64_t>(comparison.rows.size());
  std::string text =
      "Analysed " + comparison.workload->model.name + " on " + core::counted(devices, "device", "devices") + ".";
  if (!comparison.insights.empty()) text += " " + comparison.insights.front();
  return text;
}

}  // namespace whichchip::ui
