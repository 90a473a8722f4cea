// Limits on a run, as users write them ("latency=50ms"), and whether an estimate keeps them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/advice.h"
#include "analysis/compare.h"
#include "core/units.h"

namespace whichchip::analysis {

enum class BudgetMetric : std::uint8_t { latency, energy, power, memory, throughput, cost, carbon, price };
constexpr std::array<BudgetMetric, 8> kBudgetMetrics{
    BudgetMetric::latency,    BudgetMetric::energy, BudgetMetric::power,  BudgetMetric::memory,
    BudgetMetric::throughput, BudgetMetric::cost,   BudgetMetric::carbon, BudgetMetric::price};
const char* name(BudgetMetric metric);
core::Quantity quantity(BudgetMetric metric);

// SI: s of a batch, J and g per inference, W, byte, 1/s, USD per million inferences; price in USD of the device.
struct Budget {
  BudgetMetric metric = BudgetMetric::latency;
  double limit = 0;
};
// A throughput is a least value, everything else a most.
bool at_least(BudgetMetric metric);
// "at most 50.0 ms"
std::string describe(const Budget& budget);

// "latency=50ms", "energy=100mJ", "power=15W", "memory=512MB", "throughput=10000/s", "cost=0.5$", "carbon=2mg",
// "price=2000$". Throws core::Error (bad_usage) on `option` naming what is missing: the unit is required.
Budget parse_budget(std::string_view text, const std::string& option = "--budget");
// One budget, several by commas, or a name for several: "edge" is 15 W, 100 mJ, 50 ms and 512 MB, "cloud" 10 000/s.
std::vector<Budget> parse_budgets(std::string_view text, const std::string& option = "--budget");
// A decimal number at the start of the text, and how many characters it takes; 0 characters when there is none.
// Independent of locale.
std::pair<double, std::size_t> parse_number(std::string_view text);

std::optional<double> value(const Row& row, BudgetMetric metric);
// 90 %; the value itself where nothing is said of its spread.
std::optional<estimate::Interval> interval(const Row& row, BudgetMetric metric);

enum class Verdict : std::uint8_t { pass, uncertain, fail };
const char* name(Verdict verdict);

struct CheckRow {
  std::string hardware;
  Budget budget;
  std::optional<double> value;
  std::optional<estimate::Interval> interval;
  std::optional<double> margin;  // of the limit: positive when it is kept
  Verdict verdict = Verdict::pass;
  std::string reason;  // the layer that costs most, or why there is no value
};

struct Suggestion {
  std::string hardware;
  std::string option;  // "--batch 4"; empty where no flag does it
  std::string text;    // "batch 4: latency 12.0 ms keeps at most 15.0 ms"
};

struct Check {
  bool passed = true;
  std::vector<CheckRow> rows;
  std::vector<Suggestion> suggestions;
};

// FAIL when the estimate breaks the limit, UNCERTAIN when only its interval does or less than 99 % of the MACs are
// modelled; `strict` lets an UNCERTAIN row break the whole. A device that cannot run the model fails every budget.
Check check(const Comparison& comparison, const std::vector<Budget>& budgets, bool strict);

// True when the row fits and every budget holds by its value.
bool keeps(const Row& row, const std::vector<Budget>& budgets);
// The least single change with which a device keeps all budgets: batch, precision, power mode, compiled execution, then
// bandwidth. Absent when none does.
std::optional<Suggestion> suggest(const OpenModel& model, const Request& request, const hardware::Device& device,
                                  const std::vector<Budget>& budgets);

}  // namespace whichchip::analysis
