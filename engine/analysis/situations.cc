#include "analysis/situations.h"

#include <algorithm>
#include <initializer_list>

#include "core/units.h"

namespace whichchip::analysis {
namespace {

struct Situation {
  const char* name;
  std::initializer_list<const char*> deployments;  // any of a device's
  const char* budgets;
  Goal goal;
};

const Situation kSituations[] = {
    {"Edge, on a battery", {"edge", "embedded"}, "edge", Goal::energy},
    {"Edge, on the mains", {"edge", "embedded", "client"}, "latency=50ms,power=75W", Goal::latency},
    {"Data centre", {"datacenter"}, "cloud", Goal::cost},
    {"Embedded", {"embedded"}, "latency=50ms,power=15W,memory=512MB", Goal::balance},
    {"Car", {"automotive"}, "latency=50ms,power=75W", Goal::latency}};

bool made_for(const hardware::Device& device, const Situation& situation) {
  return std::any_of(situation.deployments.begin(), situation.deployments.end(), [&](const char* deployment) {
    return std::find(device.deployment.begin(), device.deployment.end(), deployment) != device.deployment.end();
  });
}

SituationAnswer answer(const Comparison& comparison, const Situation& situation) {
  SituationAnswer result;
  result.name = situation.name;
  result.goal = situation.goal;
  result.budgets = parse_budgets(situation.budgets);
  Comparison candidates;
  candidates.workload = comparison.workload;
  for (const Row& row : comparison.rows) {
    if (made_for(row.device, situation)) candidates.rows.push_back(row);
  }
  result.candidates = candidates.rows.size();
  const Recommendation recommendation = recommend(candidates, result.budgets, situation.goal, std::nullopt);
  if (recommendation.feasible.empty()) {
    if (!recommendation.misses.empty()) {
      const Miss& miss = recommendation.misses.front();
      result.nearest = candidates.rows[miss.row].key + ": " + miss.lacks;
    }
    return result;
  }
  const Row& pick = candidates.rows[recommendation.feasible.front()];
  result.pick = pick.key;
  result.value = *value(pick, situation.goal);
  for (const std::size_t i : recommendation.equals) result.equals.push_back(candidates.rows[i].key);
  return result;
}

}  // namespace

std::vector<SituationAnswer> situations(const Comparison& comparison) {
  std::vector<SituationAnswer> answers;
  if (comparison.withheld) return answers;
  for (const Situation& situation : kSituations) {
    SituationAnswer each = answer(comparison, situation);
    if (each.candidates > 0) answers.push_back(std::move(each));
  }
  return answers;
}

std::string told(const SituationAnswer& answer) {
  constexpr std::size_t kNamed = 3;
  std::string budget, equals;
  for (const Budget& each : answer.budgets)
    budget += (budget.empty() ? "" : ", ") + std::string(name(each.metric)) + " " + describe(each);
  const std::string head = answer.name + " (" + budget + "): ";
  const bool alone = answer.candidates == 1;
  const std::string made = std::to_string(answer.candidates) + " devices made for it";
  if (answer.pick.empty())
    return head +
           (alone ? "not kept by the only device made for it, " : "kept by none of the " + made + "; the nearest is ") +
           answer.nearest + ".";
  for (std::size_t i = 0; i < answer.equals.size() && i < kNamed; ++i)
    equals += (i == 0 ? " About equal: " : ", ") + answer.equals[i];
  if (answer.equals.size() > kNamed) equals += " and " + std::to_string(answer.equals.size() - kNamed) + " more";
  return head + answer.pick + (alone ? ", the only device made for it, " : ", of " + made + ", ") + name(answer.goal) +
         " " + core::format(quantity(answer.goal), answer.value) + "." + equals + (equals.empty() ? "" : ".");
}

}  // namespace whichchip::analysis
