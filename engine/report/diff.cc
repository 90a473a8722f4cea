#include "report/diff.h"

#include "core/error.h"
#include "report/json_parts.h"
#include "report/table_builder.h"

namespace whichchip::report {
namespace {

using core::Quantity;

[[noreturn]] void fail(const std::string& file, const std::string& what) {
  throw core::Error(core::ErrorCode::bad_model, "'" + file + "' " + what, {},
                    "give two ONNX files, or two results of `whichchip compare --format json`");
}

double figure(const Json& object, const char* key, const std::string& file) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number()) fail(file, std::string("holds no number at ") + key);
  return found->get<double>();
}

std::string text_at(const Json& object, const char* key, const std::string& file) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) fail(file, std::string("holds no text at ") + key);
  return found->get<std::string>();
}

void add_layers(const Json& document, const std::string& file, analysis::Revision& revision) {
  const auto subgraphs = document.find("subgraphs");
  if (subgraphs == document.end() || !subgraphs->is_array()) return;
  for (const Json& subgraph : *subgraphs) {
    if (!subgraph.is_object() || !subgraph.contains("results")) fail(file, "holds a subgraph without results");
    const std::string name = text_at(subgraph, "name", file);
    for (const Json& result : subgraph["results"]) {
      if (!result.is_object()) fail(file, "holds a result that is no object");
      const std::string hardware = text_at(result, "hardware", file);
      for (analysis::RevisionRun& run : revision.runs) {
        if (run.hardware == hardware) run.layers.push_back({name, figure(result, "latency_s", file)});
      }
    }
  }
}

std::string change_text(Quantity quantity, double before, double after) {
  const double difference = after - before;
  return (difference < 0 ? "−" : "+") + core::format(quantity, difference < 0 ? -difference : difference);
}

// "53" of operators, "4.089 G" of MACs.
std::string count_text(const analysis::CountChange& change, double value) {
  if (change.what == "weight bytes") return core::format(Quantity::bytes, value, 4);
  const bool large = change.what == "MACs" || change.what == "parameters";
  return large ? core::format(Quantity::count, value, 4) : core::format_given(value);
}

Quantity quantity_of(const std::string& metric) {
  return metric == "latency" ? Quantity::time : metric == "energy" ? Quantity::energy : Quantity::bytes;
}

}  // namespace

analysis::Revision revision_from_json(std::string_view json, const std::string& file) {
  const Json document = Json::parse(json, nullptr, false);
  if (document.is_discarded() || !document.is_object()) fail(file, "is no JSON object");
  if (text_at(document, "schema", file) != "whichchip.compare/1") fail(file, "is no whichchip.compare/1");
  const auto model = document.find("model");
  const auto results = document.find("results");
  if (model == document.end() || !model->is_object()) fail(file, "holds no model");
  if (results == document.end() || !results->is_array()) fail(file, "holds no results");
  analysis::Revision revision;
  revision.name = text_at(*model, "name", file);
  revision.parameters = figure(*model, "parameters", file);
  for (const Json& result : *results) {
    if (!result.is_object()) fail(file, "holds a result that is no object");
    revision.runs.push_back({text_at(result, "hardware", file),
                             figure(result, "latency_s", file),
                             figure(result, "energy_j", file),
                             figure(result, "peak_memory_bytes", file),
                             {}});
  }
  add_layers(document, file, revision);
  return revision;
}

Table run_changes_table(const analysis::Difference& difference) {
  TableBuilder table("diff", "");
  table.text("hardware", "Hardware").text("metric", "Metric").label("before", "Before").label("after", "After");
  table.label("difference", "Difference").number("ratio", "After ÷ before", Quantity::ratio);
  for (const analysis::RunChange& change : difference.runs) {
    const Quantity q = quantity_of(change.metric);
    table.row(change.hardware).cell(change.hardware).cell(change.metric);
    table.cell(core::format(q, change.before), change.before).cell(core::format(q, change.after), change.after);
    table.cell(change_text(q, change.before, change.after), change.after - change.before);
    table.cell(change.before != 0 ? std::optional<double>(change.after / change.before) : std::nullopt);
  }
  return table.build();
}

Table layer_changes_table(const analysis::Difference& difference) {
  TableBuilder table("layers", "");
  table.text("hardware", "Hardware").text("name", "Layer").number("before", "Before", Quantity::time);
  table.number("after", "After", Quantity::time).number("difference", "Difference", Quantity::time);
  for (const analysis::LayerChange& change : difference.layers) {
    table.row(change.hardware).cell(change.hardware).cell(change.name);
    table.cell(change.before, change.before ? "" : "not there before").cell(change.after, change.after ? "" : "gone");
    table.cell(change.difference());
  }
  return table.build();
}

namespace {

// Of every device the kinds of layers that changed most.
Table layer_kinds_table(const std::vector<analysis::LayerKindChange>& kinds, std::size_t most, std::size_t& left_out) {
  std::vector<double> times;
  for (const analysis::LayerKindChange& kind : kinds) times.push_back(kind.difference());
  const core::Scale scale = core::scale_for(Quantity::time, times);
  TableBuilder table("layers", "");
  table.text("hardware", "Hardware").text("name", "Layer").text("layers", "Layers");
  table.number("before", "Before", Quantity::time).scale(scale).number("after", "After", Quantity::time).scale(scale);
  table.number("difference", "Difference", Quantity::time).scale(scale);
  std::size_t of_device = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const analysis::LayerKindChange& kind = kinds[i];
    of_device = i > 0 && kinds[i - 1].hardware == kind.hardware ? of_device + 1 : 0;
    if (of_device >= most) {
      ++left_out;
      continue;
    }
    table.row(kind.hardware).cell(kind.hardware).cell(kind.name).cell(analysis::describe(kind));
    table.cell(kind.before).cell(kind.after).cell(kind.difference());
  }
  return table.build();
}

}  // namespace

Document diff_document(const analysis::Difference& difference, bool all_layers) {
  constexpr std::size_t kKindsShown = 8;
  Document document;
  document.title = "From " + difference.before + " to " + difference.after;
  const bool summed_up = !difference.summary.empty();
  document.sections.push_back({"", summed_up ? difference.summary : difference.text, {}});
  TableBuilder counts("counts", "");
  counts.text("what", "What").label("before", "Before").label("after", "After");
  for (const analysis::CountChange& change : difference.counts) {
    counts.row(change.what).cell(change.what).cell(count_text(change, change.before), change.before);
    counts.cell(count_text(change, change.after), change.after);
  }
  if (!difference.counts.empty()) add_table(document.sections, "The model", counts.build());
  if (!difference.runs.empty()) add_table(document.sections, "Devices", run_changes_table(difference));
  if (summed_up && !difference.text.empty()) document.sections.push_back({"Device by device", difference.text, {}});
  Section by_layer{"Layers", {}, {}};
  std::size_t left_out = 0;
  Table layers = all_layers ? layer_changes_table(difference)
                            : layer_kinds_table(analysis::layer_kinds(difference.layers), kKindsShown, left_out);
  if (!all_layers) {
    std::string line = "Layers of one name together";
    if (left_out > 0) line += ", of each device the " + std::to_string(kKindsShown) + " that changed most";
    by_layer.lines.push_back(line + "; --verbose lists all " + std::to_string(difference.layers.size()) + " changes.");
  }
  by_layer.tables.push_back(std::move(layers));
  if (!difference.layers.empty()) document.sections.push_back(std::move(by_layer));
  Section apart{"On one side only", {}, {}};
  for (const std::string& hardware : difference.only_before) apart.lines.push_back(hardware + ": before");
  for (const std::string& hardware : difference.only_after) apart.lines.push_back(hardware + ": after");
  if (!apart.lines.empty()) document.sections.push_back(std::move(apart));
  return document;
}

std::string diff_json(const analysis::Difference& difference, const Versions& versions, int indent) {
  Json document = document_head("diff", versions);
  document["before"] = difference.before;
  document["after"] = difference.after;
  document["counts"] = Json::array();
  for (const analysis::CountChange& change : difference.counts)
    document["counts"].push_back(
        {{"what", change.what}, {"before", number(change.before)}, {"after", number(change.after)}});
  document["devices"] = Json::array();
  for (const analysis::RunChange& change : difference.runs)
    document["devices"].push_back({{"hardware", change.hardware},
                                   {"metric", change.metric},
                                   {"before", number(change.before)},
                                   {"after", number(change.after)}});
  document["layers"] = Json::array();
  for (const analysis::LayerChange& change : difference.layers)
    document["layers"].push_back({{"hardware", change.hardware},
                                  {"name", change.name},
                                  {"before_s", number(change.before)},
                                  {"after_s", number(change.after)}});
  document["only_before"] = difference.only_before;
  document["only_after"] = difference.only_after;
  std::vector<std::string> text = difference.summary;
  text.insert(text.end(), difference.text.begin(), difference.text.end());
  document["text"] = std::move(text);
  return dumped(document, indent);
}

}  // namespace whichchip::report
