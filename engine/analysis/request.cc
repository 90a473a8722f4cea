#include "analysis/request.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "core/error.h"
#include "core/suggest.h"
#include "model/operator_name.h"
#include "workload/operator_rules.h"

namespace whichchip::analysis {
namespace {

constexpr std::int64_t kLargestBatch = 1 << 20;
constexpr std::int64_t kLongestContext = 1 << 24;
constexpr std::int64_t kLargestDimension = std::int64_t{1} << 32;

[[noreturn]] void fail(std::string_view option, std::string message, std::string advice) {
  throw core::Error(core::ErrorCode::bad_usage, std::move(message), "--" + std::string(option), std::move(advice));
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// "a,b c" → a, b, c
std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  std::string item;
  for (const char c : text) {
    if (c == ',' || c == ' ' || c == '\t' || c == '\n') {
      if (!item.empty()) items.push_back(std::move(item));
      item.clear();
    } else {
      item += c;
    }
  }
  if (!item.empty()) items.push_back(std::move(item));
  return items;
}

std::int64_t parse_integer(std::string_view option, std::string_view text, std::int64_t least, std::int64_t most) {
  const std::string_view digits = trimmed(text);
  std::int64_t number = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = status == std::errc() && end == digits.data() + digits.size();
  if (!whole || number < least || number > most) {
    fail(option,
         "'" + std::string(text) + "' is not a whole number from " + std::to_string(least) + " to " +
             std::to_string(most),
         "write --" + std::string(option) +
             (option == "dim"       ? " seq=384"
              : option == "context" ? " 2048"
                                    : " 8"));
  }
  return number;
}

// The choices by their names, or an error that lists them.
template <typename Values>
typename Values::value_type choose(std::string_view option, std::string_view text, const Values& values) {
  const std::string_view wanted = trimmed(text);
  std::vector<std::string> names;
  for (const auto value : values) {
    names.emplace_back(name(value));
    std::string with_underscore = names.back();
    std::replace(with_underscore.begin(), with_underscore.end(), '-', '_');
    if (core::equal_ignoring_case(wanted, names.back()) || core::equal_ignoring_case(wanted, with_underscore))
      return value;
  }
  for (std::string& choice : names) choice = core::lower_case(choice);
  fail(option, "unknown " + std::string(option) + " '" + std::string(wanted) + "'",
       "choose " + core::join_choices(names));
}

void set_dimension(Request& request, std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view symbol = trimmed(text.substr(0, equals));
  if (equals == std::string_view::npos || symbol.empty()) {
    fail("dim", "'" + std::string(text) + "' is not NAME=N",
         "write --dim seq=384; `whichchip inspect MODEL` lists the names");
  }
  // Past lengths may be 0; the model's resolver knows which symbols those are.
  const std::int64_t number = parse_integer("dim", text.substr(equals + 1), 0, kLargestDimension);
  if (core::equal_ignoring_case(symbol, "batch")) {
    request.batch = parse_integer("dim", text.substr(equals + 1), 1, kLargestBatch);
    return;
  }
  request.dims[std::string(symbol)] = number;
}

// Whatever has a cost of its own can stand in.
void set_stand_in(Request& request, std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string written(trimmed(text.substr(0, equals)));
  if (equals == std::string_view::npos || written.empty())
    fail("cost-like", "'" + std::string(text) + "' is not OPERATOR=OPERATOR",
         "write --cost-like com.example.Frobnicate=Gelu; `whichchip inspect MODEL` lists the operators without a rule");
  const std::string read_as(trimmed(text.substr(equals + 1)));
  if (read_as.empty()) {
    request.cost_like.erase(written);
    return;
  }
  const model::OperatorName name = model::parse_operator_name(read_as);
  const workload::OperatorRule* rule = workload::find_rule(name.domain, name.type);
  if (rule == nullptr || rule->kind == workload::OperatorKind::unknown) {
    std::set<std::string> distinct;  // several domains have a Gelu
    for (const workload::OperatorRule& each : workload::operator_rules()) {
      if (each.kind != workload::OperatorKind::unknown) distinct.emplace(each.op_type);
    }
    const std::vector<std::string> known(distinct.begin(), distinct.end());
    fail("cost-like", "there is no rule for '" + read_as + "'",
         "did you mean " + core::join_choices(core::nearest(name.type, known, 3)) +
             "? docs/operators.md lists the operators that have one");
  }
  request.cost_like[written] = read_as;
}

void set_precision(Request& request, std::string_view text) {
  const std::string_view wanted = trimmed(text);
  if (core::equal_ignoring_case(wanted, "auto")) {
    request.scenario.precision.reset();
    return;
  }
  request.scenario.precision = hardware::parse_precision(wanted);
  if (request.scenario.precision) return;
  std::vector<std::string> names{"auto"};
  for (const hardware::Precision precision : hardware::kPrecisions) names.emplace_back(hardware::name(precision));
  fail("precision", "unknown precision '" + std::string(wanted) + "'", "choose " + core::join_choices(names));
}

constexpr std::array kClasses{hardware::DeviceClass::cpu, hardware::DeviceClass::gpu, hardware::DeviceClass::tpu,
                              hardware::DeviceClass::kpu, hardware::DeviceClass::npu, hardware::DeviceClass::dsp,
                              hardware::DeviceClass::dpu, hardware::DeviceClass::cgra};
constexpr std::array kPhases{model::Phase::prefill, model::Phase::decode};
constexpr std::array kTimings{estimate::Timing::device, estimate::Timing::end_to_end};
constexpr std::array kBoundaries{estimate::Boundary::chip, estimate::Boundary::board, estimate::Boundary::wall};
constexpr std::array kLevels{Level::summary, Level::detailed, Level::subgraph};

const std::vector<std::string>& option_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"hardware",  "deployment", "class",    "precision", "batch",  "dim",
                                 "cost-like", "phase",      "context",  "runtime",   "timing", "boundary",
                                 "sort",      "level",      "baseline", "set"};
    all.insert(all.end(), economics_options().begin(), economics_options().end());
    return all;
  }();
  return names;
}

}  // namespace

const char* name(Level level) {
  static constexpr const char* kNames[] = {"summary", "detailed", "subgraph"};
  return kNames[static_cast<std::size_t>(level)];
}

void set_option(Request& request, std::string_view option, std::string_view value) {
  if (trimmed(value).empty())
    fail(option, "--" + std::string(option) + " has no value", "give it one, or leave it out");
  if (option == "hardware") {
    for (std::string& id : split_list(value)) request.hardware.push_back(std::move(id));
  } else if (option == "deployment") {
    request.deployment = core::lower_case(trimmed(value));
  } else if (option == "class") {
    for (const std::string& item : split_list(value)) request.classes.push_back(choose(option, item, kClasses));
  } else if (option == "precision") {
    set_precision(request, value);
  } else if (option == "batch") {
    request.batch = parse_integer(option, value, 1, kLargestBatch);
  } else if (option == "dim") {
    for (const std::string& item : split_list(value)) set_dimension(request, item);
  } else if (option == "cost-like") {
    for (const std::string& item : split_list(value)) set_stand_in(request, item);
  } else if (option == "phase") {
    request.phase = choose(option, value, kPhases);
  } else if (option == "context") {
    for (const std::string& item : split_list(value))
      request.contexts.push_back(parse_integer(option, item, 1, kLongestContext));
  } else if (option == "runtime") {
    request.scenario.runtime = choose(option, value, workload::kRuntimes);
  } else if (option == "timing") {
    request.scenario.timing = choose(option, value, kTimings);
  } else if (option == "boundary") {
    request.scenario.boundary = choose(option, value, kBoundaries);
  } else if (option == "sort") {
    request.sort = choose(option, value, kMetrics);
  } else if (option == "level") {
    request.level = choose(option, value, kLevels);
  } else if (option == "baseline") {
    request.baseline = trimmed(value);
  } else if (option == "set") {
    request.edits.emplace_back(trimmed(value));
  } else if (!set_economics(request.economics, option, trimmed(value))) {
    fail(option, "unknown option '" + std::string(option) + "'",
         "did you mean " + core::join_choices(core::nearest(option, option_names(), 3)) + "?");
  }
}

Comparison compare(const workload::Workload& workload, std::vector<hardware::Device> devices, const Request& request) {
  return compare(workload, std::move(devices), request.scenario, request.sort, request.baseline, request.economics);
}

model::DimensionBindings bindings(const Request& request) {
  model::DimensionBindings result = request.dims;
  if (request.batch != 1) result["batch"] = request.batch;
  return result;
}

std::vector<hardware::Device> named_devices(const Request& request, const hardware::Catalog& catalog) {
  if (request.hardware.empty())
    fail("hardware", "no device is named", "write --hardware A100-SXM-80GB; `whichchip hardware list` shows the names");
  return select_devices(request, catalog);
}

namespace {

// "ID@all" is the device in each of its power modes, in their order.
std::vector<hardware::Device> devices_called(const hardware::Catalog& catalog, std::string_view key) {
  constexpr std::string_view kAllModes = "@all";
  if (!key.ends_with(kAllModes)) return {hardware::find_device(catalog, key)};
  const hardware::Device device = hardware::find_device(catalog, key.substr(0, key.size() - kAllModes.size()));
  std::vector<hardware::Device> devices;
  for (const hardware::PowerMode& mode : device.power_modes) devices.push_back(hardware::in_mode(device, mode.id));
  if (devices.empty()) devices.push_back(device);
  return devices;
}

}  // namespace

std::vector<hardware::Device> select_devices(const Request& request, const hardware::Catalog& catalog) {
  std::vector<hardware::Device> candidates;
  if (request.hardware.empty()) {
    candidates = hardware::device_set(catalog, request.deployment);
  } else {
    for (const std::string& id : request.hardware) {
      for (hardware::Device& device : devices_called(catalog, id)) candidates.push_back(std::move(device));
    }
  }
  std::vector<hardware::Device> chosen;
  chosen.reserve(candidates.size() + 1);
  std::set<std::string> seen;
  const auto add = [&](hardware::Device&& device) {
    if (seen.insert(hardware::key(device)).second) chosen.push_back(std::move(device));
  };
  for (hardware::Device& device : candidates) {
    const std::vector<hardware::DeviceClass>& classes = request.classes;
    if (classes.empty() || std::find(classes.begin(), classes.end(), device.device_class) != classes.end())
      add(std::move(device));
  }
  // A baseline that is not among the devices joins them: there is no ratio to what is not estimated.
  if (!request.baseline.empty()) add(hardware::find_device(catalog, request.baseline));
  if (chosen.empty()) {
    fail(request.hardware.empty() ? "deployment" : "hardware", "no device is left to compare",
         "the class filter keeps none of them; choose another --class or --deployment all");
  }
  return chosen;
}

}  // namespace whichchip::analysis
