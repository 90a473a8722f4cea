#include "report/json.h"

#include <charconv>
#include <cmath>

#include "core/version.h"
#include "estimate/parameters.h"
#include "report/figures.h"
#include "report/json_parts.h"

namespace whichchip::report {
namespace {

// A declared dimension: a number, a symbol's name, or null where the file says nothing.
Json dimension(const std::string& text) {
  if (text == "?") return nullptr;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return text;
}

Json declarations(const std::vector<model::Declaration>& list) {
  Json result = Json::array();
  for (const model::Declaration& declaration : list) {
    Json shape = nullptr;
    if (declaration.has_rank) {
      shape = Json::array();
      for (const std::string& dim : declaration.shape) shape.push_back(dimension(dim));
    }
    result.push_back({{"name", declaration.name},
                      {"dtype", std::string(model::name(declaration.type))},
                      {"shape", std::move(shape)}});
  }
  return result;
}

Json figure_part(const Figure& figure) {
  std::string source;
  for (const std::string& title : figure.sources) source += (source.empty() ? "" : "; ") + title;
  if (!figure.note.empty()) source += (source.empty() ? "" : "; ") + figure.note;
  return {{"value", number(figure.value)}, {"status", text_or_null(figure.status)}, {"source", text_or_null(source)}};
}

Json device_part(const hardware::Device& device) {
  Json modes = Json::array();
  for (const hardware::PowerMode& mode : device.power_modes) {
    const std::optional<double> units = mode.units_on ? std::optional<double>(*mode.units_on) : std::nullopt;
    modes.push_back({{"id", mode.id},
                     {"name", mode.name},
                     {"aliases", mode.aliases},
                     {"cap_w", number(mode.cap_w)},
                     {"clock_hz", number(mode.clock_hz)},
                     {"bandwidth_bytes_per_s", number(mode.bandwidth_bytes_per_s)},
                     {"units_on", number(units)}});
  }
  Json result{{"id", hardware::key(device)},
              {"name", device.name},
              {"vendor", device.vendor},
              {"class", hardware::name(device.device_class)},
              {"deployment", device.deployment},
              {"power_modes", std::move(modes)},
              {"mapping", hardware::name(device.mapping)},
              {"unit", device.unit_name},
              {"memory_type", text_or_null(device.memory.type)}};
  for (const Figure& figure : figures(device)) result[figure.key] = figure_part(figure);
  result["notes"] = device.notes;
  return result;
}

}  // namespace

Json number(double value) {
  // Counts stay counts: 4096 and not 4096.0.
  constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
  if (!std::isfinite(value)) return nullptr;
  if (std::fabs(value) < kExactIntegers && value == std::trunc(value)) return static_cast<std::int64_t>(value);
  return value;
}
Json number(std::optional<double> value) { return value ? number(*value) : Json(nullptr); }
Json interval(const estimate::Interval& value) { return Json::array({number(value.low), number(value.high)}); }
Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json document_head(const char* kind, const Versions& versions) {
  return {
      {"schema", std::string("whichchip.") + kind + "/1"},
      {"versions",
       {{"whichchip", versions.whichchip}, {"catalogue", versions.catalogue}, {"parameters", versions.parameters}}}};
}

Json model_part(const workload::Workload& workload) {
  const workload::ModelHeader& model = workload.model;
  Json opsets = Json::object();
  for (const auto& [domain, version] : model.opsets) opsets[domain.empty() ? "ai.onnx" : domain] = version;
  static constexpr const char* kOrigins[] = {"given", "default", "assumed", "derived"};
  Json symbols = Json::array();
  for (const model::Symbol& symbol : model.symbols) {
    symbols.push_back({{"name", symbol.name},
                       {"value", symbol.value},
                       {"origin", kOrigins[static_cast<std::size_t>(symbol.origin)]}});
  }
  return {{"name", model.name},
          {"producer", text_or_null(model.producer)},
          {"ir_version", model.ir_version},
          {"opsets", std::move(opsets)},
          {"nodes", model.nodes},
          {"parameters", model.parameters.parameters},
          {"active_parameters", model.parameters.active_parameters},
          {"inputs", declarations(model.inputs)},
          {"outputs", declarations(model.outputs)},
          {"symbols", std::move(symbols)}};
}

Json scenario_part(const workload::Workload& workload, const estimate::Scenario& scenario) {
  Json dims = Json::object();
  for (const model::Symbol& symbol : workload.model.symbols) dims[symbol.name] = symbol.value;
  return {{"batch", workload.batch},
          {"dims", std::move(dims)},
          {"phase", model::name(workload.phase)},
          {"precision", scenario.precision ? hardware::name(*scenario.precision) : "auto"},
          {"runtime", workload::name(scenario.runtime)},
          {"timing", estimate::name(scenario.timing)},
          {"boundary", estimate::name(scenario.boundary)}};
}

Json warnings_part(const std::vector<model::Warning>& warnings) {
  Json result = Json::array();
  for (const model::Warning& warning : warnings) {
    result.push_back({{"code", warning.code}, {"message", warning.message}, {"where", text_or_null(warning.where)}});
  }
  return result;
}

namespace {

// Where it is: the figure, and the layer that has most of it.
void add_place(Json& part, const analysis::Place& place) {
  part["where"] = text_or_null(place.figure);
  part["subgraph"] = place.subgraph ? Json(*place.subgraph) : Json(nullptr);
  part["layer"] = text_or_null(place.layer);
}

}  // namespace

Json findings_part(const std::vector<analysis::Finding>& findings) {
  Json result = Json::array();
  for (const analysis::Finding& finding : findings) {
    Json part{{"code", finding.code}, {"message", finding.message}};
    add_place(part, finding.place);
    result.push_back(std::move(part));
  }
  return result;
}

Json remedies_part(const std::vector<analysis::Remedy>& remedies) {
  Json result = Json::array();
  for (const analysis::Remedy& remedy : remedies) {
    Json part{{"code", remedy.code}, {"message", remedy.message}};
    add_place(part, remedy.place);
    part["option"] = text_or_null(remedy.option);
    part["gain"] = {
        {"figure", remedy.gain.figure}, {"before", number(remedy.gain.before)}, {"after", number(remedy.gain.after)}};
    result.push_back(std::move(part));
  }
  return result;
}

std::string dumped(const Json& document, int indent) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Versions versions(const hardware::Catalog& catalog) {
  return {core::kVersion, catalog.version, estimate::builtin_technology().version};
}

std::string hardware_json(const std::vector<hardware::Device>& devices, const Versions& versions, int indent) {
  Json document = document_head("hardware", versions);
  document["devices"] = Json::array();
  for (const hardware::Device& device : devices) document["devices"].push_back(device_part(device));
  document["classes"] = classes_part(devices);
  return dumped(document, indent);
}

std::string models_json(const std::vector<Sample>& samples, const Versions& versions, int indent) {
  Json document = document_head("models", versions);
  document["models"] = Json::array();
  for (const Sample& sample : samples) {
    Json inputs = Json::array();
    for (const SampleInput& input : sample.inputs) {
      Json shape = Json::array();
      for (const std::string& dim : input.shape) shape.push_back(dimension(dim));
      inputs.push_back({{"name", input.name}, {"dtype", input.dtype}, {"shape", std::move(shape)}});
    }
    document["models"].push_back({{"name", sample.name},
                                  {"family", sample.family},
                                  {"file", sample.file},
                                  {"inputs", std::move(inputs)},
                                  {"macs", sample.macs},
                                  {"parameters", sample.parameters}});
  }
  return dumped(document, indent);
}

}  // namespace whichchip::report
