#include "analysis/budget.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "analysis/inspect.h"
#include "core/error.h"
#include "core/suggest.h"

namespace whichchip::analysis {
namespace {

struct Unit {
  const char* text;
  double factor;
};
constexpr Unit kTime[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"µs", 1e-6}, {"ns", 1e-9}};
constexpr Unit kEnergy[] = {{"j", 1}, {"mj", 1e-3}, {"uj", 1e-6}, {"µj", 1e-6}, {"kj", 1e3}};
constexpr Unit kPower[] = {{"w", 1}, {"mw", 1e-3}, {"kw", 1e3}};
constexpr Unit kBytes[] = {{"b", 1},      {"kb", 1e3},      {"mb", 1e6},        {"gb", 1e9},
                           {"kib", 1024}, {"mib", 1048576}, {"gib", 1073741824}};
constexpr Unit kRate[] = {{"/s", 1}, {"1/s", 1}, {"fps", 1}, {"k/s", 1e3}};
constexpr Unit kMoney[] = {{"$", 1}, {"usd", 1}};
constexpr Unit kMass[] = {{"g", 1}, {"mg", 1e-3}, {"ug", 1e-6}, {"µg", 1e-6}, {"kg", 1e3}};

std::span<const Unit> units(BudgetMetric metric) {
  switch (metric) {
    case BudgetMetric::latency:
      return kTime;
    case BudgetMetric::energy:
      return kEnergy;
    case BudgetMetric::power:
      return kPower;
    case BudgetMetric::memory:
      return kBytes;
    case BudgetMetric::throughput:
      return kRate;
    case BudgetMetric::cost:
    case BudgetMetric::price:
      return kMoney;
    case BudgetMetric::carbon:
      return kMass;
  }
  return kTime;
}

const char* example(BudgetMetric metric) {
  static constexpr const char* kExamples[] = {"latency=50ms",       "energy=100mJ", "power=15W",  "memory=512MB",
                                              "throughput=10000/s", "cost=0.5$",    "carbon=2mg", "price=2000$"};
  return kExamples[static_cast<std::size_t>(metric)];
}

[[noreturn]] void fail(const std::string& option, std::string message, std::string advice) {
  throw core::Error(core::ErrorCode::bad_usage, std::move(message), option, std::move(advice));
}

bool holds(const Budget& budget, double value) {
  return at_least(budget.metric) ? value >= budget.limit : value <= budget.limit;
}

// The layer that has most of what a budget limits, in the words of its figure; empty where no layer has a part of it.
std::string binding_layer(const Comparison& comparison, const Row& row, BudgetMetric metric) {
  const double batch = static_cast<double>(std::max<std::int64_t>(1, comparison.workload->batch));
  const bool spent = metric == BudgetMetric::energy || metric == BudgetMetric::carbon;
  const auto amount = [&](const estimate::SubgraphEstimate& part) {
    const double joules = part.dynamic_energy_j + part.static_energy_j;
    if (spent) return joules / batch;
    if (metric == BudgetMetric::power) return part.latency_s > 0 ? joules / part.latency_s : 0;
    return part.latency_s;
  };
  const core::Quantity shown = spent                           ? core::Quantity::energy
                               : metric == BudgetMetric::power ? core::Quantity::power
                                                               : core::Quantity::time;
  const std::vector<workload::Subgraph>& subgraphs =
      comparison.workload->partition(row.estimate.runtime_used).subgraphs;
  std::size_t most = 0;
  for (std::size_t i = 1; i < row.estimate.subgraphs.size(); ++i) {
    if (amount(row.estimate.subgraphs[i]) > amount(row.estimate.subgraphs[most])) most = i;
  }
  if (most >= subgraphs.size() || most >= row.estimate.subgraphs.size()) return {};
  return "#" + std::to_string(subgraphs[most].id) + " " + subgraphs[most].name +
         " takes most: " + core::format(shown, amount(row.estimate.subgraphs[most]));
}

// "weights take most: 102 MB"
std::string binding_memory(const estimate::PeakMemory& memory) {
  const std::pair<const char*, double> parts[] = {{"weights take", memory.weight_bytes},
                                                  {"activations take", memory.activation_bytes},
                                                  {"workspace takes", memory.workspace_bytes},
                                                  {"the runtime's context takes", memory.context_bytes}};
  const auto most = std::max_element(std::begin(parts), std::end(parts),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return std::string(most->first) + " most: " + core::format(core::Quantity::bytes, most->second);
}

std::string binding(const Comparison& comparison, const Row& row, BudgetMetric metric) {
  if (metric == BudgetMetric::price) return {};
  return metric == BudgetMetric::memory ? binding_memory(row.estimate.memory) : binding_layer(comparison, row, metric);
}

CheckRow check_row(const Comparison& comparison, const Row& row, const Budget& budget) {
  CheckRow result;
  result.hardware = row.key;
  result.budget = budget;
  result.value = value(row, budget.metric);
  result.interval = interval(row, budget.metric);
  if (row.estimate.fits == estimate::Fit::no) {
    result.verdict = Verdict::fail;
    result.reason = row.unfit_reason;
    return result;
  }
  if (!result.value) {
    result.verdict = Verdict::fail;
    result.reason = std::string("no ") + name(budget.metric) + " is known of it";
    return result;
  }
  const double distance = at_least(budget.metric) ? *result.value - budget.limit : budget.limit - *result.value;
  result.margin = distance / budget.limit;
  if (!holds(budget, *result.value)) {
    result.verdict = Verdict::fail;
    result.reason = binding(comparison, row, budget.metric);
  } else if (coverage_band(comparison.workload->coverage) != CoverageBand::complete) {
    result.verdict = Verdict::uncertain;
    result.reason = "only " + core::format(core::Quantity::fraction, comparison.workload->coverage.macs_fraction) +
                    " of the MACs are modelled";
  } else if (result.interval && !(holds(budget, result.interval->low) && holds(budget, result.interval->high))) {
    result.verdict = Verdict::uncertain;
    result.reason = "its 90 % interval crosses the limit";
  }
  return result;
}

}  // namespace

const char* name(BudgetMetric metric) {
  static constexpr const char* kNames[] = {"latency",    "energy", "power",  "memory",
                                           "throughput", "cost",   "carbon", "price"};
  return kNames[static_cast<std::size_t>(metric)];
}

core::Quantity quantity(BudgetMetric metric) {
  static constexpr core::Quantity kQuantities[] = {core::Quantity::time,  core::Quantity::energy, core::Quantity::power,
                                                   core::Quantity::bytes, core::Quantity::rate,   core::Quantity::money,
                                                   core::Quantity::mass,  core::Quantity::money};
  return kQuantities[static_cast<std::size_t>(metric)];
}

bool at_least(BudgetMetric metric) { return metric == BudgetMetric::throughput; }

std::string describe(const Budget& budget) {
  return (at_least(budget.metric) ? "at least " : "at most ") + core::format(quantity(budget.metric), budget.limit);
}

std::pair<double, std::size_t> parse_number(std::string_view text) {
  double digits = 0, divisor = 1;
  std::size_t i = 0, seen = 0;
  bool point = false;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !point) {
      point = true;
    } else if (text[i] >= '0' && text[i] <= '9') {
      digits = digits * 10 + (text[i] - '0');
      if (point) divisor *= 10;
      ++seen;
    } else {
      break;
    }
  }
  constexpr std::size_t kMostDigits = 15;  // that a double holds exactly
  if (seen == 0 || seen > kMostDigits) return {0, 0};
  return {digits / divisor, i};
}

Budget parse_budget(std::string_view text, const std::string& option) {
  const std::size_t equals = text.find('=');
  std::vector<std::string> names;
  for (const BudgetMetric metric : kBudgetMetrics) names.emplace_back(name(metric));
  if (equals == std::string_view::npos)
    fail(option, "'" + std::string(text) + "' is not METRIC=LIMIT",
         "write " + option + " latency=50ms, or " + option + " edge or cloud for what these names stand for");
  const std::string wanted = core::lower_case(text.substr(0, equals));
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end()) fail(option, "unknown metric '" + wanted + "'", "choose " + core::join_choices(names));
  Budget budget;
  budget.metric = kBudgetMetrics[static_cast<std::size_t>(found - names.begin())];
  std::string_view amount = text.substr(equals + 1);
  if (amount.starts_with('$')) amount.remove_prefix(1);
  const auto [number, length] = parse_number(amount);
  const std::string advice = std::string("write ") + option + " " + example(budget.metric);
  if (length == 0 || !(number > 0))
    fail(option, "'" + std::string(text.substr(equals + 1)) + "' is not a positive amount", advice);
  std::string unit = core::lower_case(amount.substr(length));
  if (unit.empty() && amount.size() < text.size() - equals - 1) unit = "$";
  if (unit.empty()) fail(option, "'" + std::string(text) + "' has no unit", advice);
  for (const Unit& known : units(budget.metric)) {
    if (unit != known.text) continue;
    budget.limit = number * known.factor;
    return budget;
  }
  fail(option, "'" + unit + "' is no unit of " + wanted, advice);
}

std::vector<Budget> parse_budgets(std::string_view text, const std::string& option) {
  if (core::equal_ignoring_case(text, "edge")) text = "power=15W,energy=100mJ,latency=50ms,memory=512MB";
  if (core::equal_ignoring_case(text, "cloud")) text = "throughput=10000/s";
  std::vector<Budget> budgets;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find(',');
    budgets.push_back(parse_budget(text.substr(0, end), option));
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
  return budgets;
}

std::optional<double> value(const Row& row, BudgetMetric metric) {
  switch (metric) {
    case BudgetMetric::latency:
      return row.batch_latency_s;
    case BudgetMetric::energy:
      return row.energy_j;
    case BudgetMetric::power:
      return row.estimate.power_w;
    case BudgetMetric::memory:
      return row.estimate.memory.total_bytes();
    case BudgetMetric::throughput:
      return row.throughput_per_s;
    case BudgetMetric::cost:
      return row.cost_usd_per_million;
    case BudgetMetric::carbon:
      return row.carbon_g;
    case BudgetMetric::price:
      return row.price_usd;
  }
  return std::nullopt;
}

std::optional<estimate::Interval> interval(const Row& row, BudgetMetric metric) {
  const auto scaled = [](const estimate::Interval& by, double reference, double v) {
    return estimate::Interval{v * by.low / reference, v * by.high / reference};
  };
  const std::optional<double> v = value(row, metric);
  if (!v) return std::nullopt;
  const estimate::Interval& time = row.estimate.latency_interval_s;
  switch (metric) {
    case BudgetMetric::latency:
      return time;
    case BudgetMetric::energy:
      return row.energy_interval_j;
    case BudgetMetric::power:
      return row.estimate.power_interval_w;
    case BudgetMetric::throughput:
      return estimate::Interval{*v * row.batch_latency_s / time.high, *v * row.batch_latency_s / time.low};
    case BudgetMetric::cost:
      return scaled(time, row.batch_latency_s, *v);
    case BudgetMetric::carbon:
      return scaled(row.energy_interval_j, row.energy_j, *v);
    case BudgetMetric::memory:
    case BudgetMetric::price:
      break;
  }
  return estimate::Interval{*v, *v};
}

const char* name(Verdict verdict) {
  static constexpr const char* kNames[] = {"PASS", "UNCERTAIN", "FAIL"};
  return kNames[static_cast<std::size_t>(verdict)];
}

Check check(const Comparison& comparison, const std::vector<Budget>& budgets, bool strict) {
  Check result;
  for (const Row& row : comparison.rows) {
    for (const Budget& budget : budgets) result.rows.push_back(check_row(comparison, row, budget));
  }
  for (const Failure& failure : comparison.failed) {
    for (const Budget& budget : budgets)
      result.rows.push_back({failure.hardware, budget, {}, {}, {}, Verdict::fail, failure.reason});
  }
  for (const CheckRow& row : result.rows) {
    if (row.verdict == Verdict::fail || (strict && row.verdict == Verdict::uncertain)) result.passed = false;
  }
  return result;
}

bool keeps(const Row& row, const std::vector<Budget>& budgets) {
  if (row.estimate.fits == estimate::Fit::no) return false;
  return std::all_of(budgets.begin(), budgets.end(), [&](const Budget& budget) {
    const std::optional<double> v = value(row, budget.metric);
    return v && holds(budget, *v);
  });
}

std::optional<Suggestion> suggest(const OpenModel& model, const Request& request, const hardware::Device& device,
                                  const std::vector<Budget>& budgets) {
  const auto said = [&](const Change& change) {
    std::string text = change.text + ":";
    for (const Budget& budget : budgets) {
      text += std::string(text.back() == ':' ? " " : ", ") + name(budget.metric) + " " +
              core::format(quantity(budget.metric), *value(change.row, budget.metric)) + " (" + describe(budget) + ")";
    }
    return Suggestion{hardware::key(device), change.option, text};
  };
  const auto wanted = [&](const Row& row) { return keeps(row, budgets); };
  for (const Change& change : single_changes(model, request, device)) {
    if (wanted(change.row)) return said(change);
  }
  try {
    if (const auto change = bandwidth_change(model(request), request, device, wanted)) return said(*change);
  } catch (const core::Error& error) {
    if (error.code == core::ErrorCode::internal) throw;
  }
  return std::nullopt;
}

}  // namespace whichchip::analysis
