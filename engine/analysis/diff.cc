#include "analysis/diff.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/order.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

constexpr double kRounding = 1e-12;  // relative: below it nothing changed

bool same(double a, double b) { return std::fabs(a - b) <= kRounding * std::max(std::fabs(a), std::fabs(b)); }

const RevisionRun* find(const Revision& revision, const std::string& hardware) {
  for (const RevisionRun& run : revision.runs) {
    if (run.hardware == hardware) return &run;
  }
  return nullptr;
}

// Pairs of positions with equal names, in order on both sides, as many as possible.
std::vector<std::pair<std::size_t, std::size_t>> common(const std::vector<RevisionRun::Layer>& a,
                                                        const std::vector<RevisionRun::Layer>& b) {
  // What is equal at both ends needs no table; models mostly differ in one place.
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::size_t start = 0, end_a = a.size(), end_b = b.size();
  while (start < end_a && start < end_b && a[start].name == b[start].name) {
    pairs.emplace_back(start, start);
    ++start;
  }
  std::vector<std::pair<std::size_t, std::size_t>> tail;
  while (end_a > start && end_b > start && a[end_a - 1].name == b[end_b - 1].name) tail.emplace_back(--end_a, --end_b);
  const std::size_t n = end_a - start, m = end_b - start;
  constexpr std::size_t kMostCells = 16'000'000;
  if (n * m > 0 && n * m <= kMostCells) {
    std::vector<std::uint32_t> length((n + 1) * (m + 1), 0);
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return length[i * (m + 1) + j]; };
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = m; j-- > 0;)
        at(i, j) = a[start + i].name == b[start + j].name ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    }
    for (std::size_t i = 0, j = 0; i < n && j < m;) {
      if (a[start + i].name == b[start + j].name) {
        pairs.emplace_back(start + i++, start + j++);
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        ++i;
      } else {
        ++j;
      }
    }
  }
  pairs.insert(pairs.end(), tail.rbegin(), tail.rend());
  return pairs;
}

void add_layers(const RevisionRun& before, const RevisionRun& after, std::vector<LayerChange>& result) {
  if (before.layers.empty() || after.layers.empty()) return;
  std::vector<LayerChange> changes;
  std::vector<char> seen_before(before.layers.size(), 0), seen_after(after.layers.size(), 0);
  for (const auto& [i, j] : common(before.layers, after.layers)) {
    seen_before[i] = seen_after[j] = 1;
    if (!same(before.layers[i].latency_s, after.layers[j].latency_s))
      changes.push_back(
          {before.hardware, before.layers[i].name, before.layers[i].latency_s, after.layers[j].latency_s});
  }
  for (std::size_t i = 0; i < before.layers.size(); ++i) {
    if (seen_before[i] == 0)
      changes.push_back({before.hardware, before.layers[i].name, before.layers[i].latency_s, std::nullopt});
  }
  for (std::size_t j = 0; j < after.layers.size(); ++j) {
    if (seen_after[j] == 0)
      changes.push_back({before.hardware, after.layers[j].name, std::nullopt, after.layers[j].latency_s});
  }
  core::stable_sort(changes, [](const LayerChange& x, const LayerChange& y) {
    return std::fabs(x.difference()) > std::fabs(y.difference());
  });
  result.insert(result.end(), changes.begin(), changes.end());
}

void add_counts(const Revision& before, const Revision& after, Difference& result) {
  const auto add = [&](const char* what, std::optional<double> x, std::optional<double> y) {
    if (x && y && !same(*x, *y)) result.counts.push_back({what, *x, *y});
  };
  add("parameters", before.parameters, after.parameters);
  add("MACs", before.macs, after.macs);
  add("weight bytes", before.weight_bytes, after.weight_bytes);
  if (before.operators.empty() || after.operators.empty()) return;
  std::set<std::string> types;
  for (const auto& [type, count] : before.operators) types.insert(type);
  for (const auto& [type, count] : after.operators) types.insert(type);
  const auto count_in = [](const Revision& revision, const std::string& type) {
    const auto found = revision.operators.find(type);
    return found == revision.operators.end() ? 0.0 : static_cast<double>(found->second);
  };
  for (const std::string& type : types) add(type.c_str(), count_in(before, type), count_in(after, type));
}

std::string run_line(const RunChange& change) {
  const core::Quantity q = change.metric == "latency"  ? core::Quantity::time
                           : change.metric == "energy" ? core::Quantity::energy
                                                       : core::Quantity::bytes;
  const bool more = change.after > change.before;
  const double share = change.before > 0 ? std::fabs(change.after / change.before - 1) : 0;
  const char* word = change.metric == "latency" ? (more ? "slower" : "faster") : (more ? "more" : "less");
  return change.hardware + ": " + change.metric + " " + core::format(q, change.before) + " → " +
         core::format(q, change.after) + ", " + core::format(core::Quantity::fraction, share) + " " + word + ".";
}

// "Latency is less on 11 of 12 devices: median 0.43×, from 0.38× (T4) to 1.02× (L4)."; empty where too few devices have
// it to need a summary.
std::string summary_line(const std::vector<RunChange>& runs, const std::string& metric) {
  constexpr std::size_t kFew = 2;
  struct Ratio {
    double value;
    const std::string* hardware;
  };
  std::vector<Ratio> ratios;
  std::int64_t less = 0, more = 0;
  for (const RunChange& change : runs) {
    if (change.metric != metric || !(change.before > 0)) continue;
    ratios.push_back({change.after / change.before, &change.hardware});
    if (!same(change.before, change.after)) ++(change.after < change.before ? less : more);
  }
  if (ratios.size() <= kFew || less + more == 0) return {};
  core::stable_sort(ratios, [](const Ratio& x, const Ratio& y) { return x.value < y.value; });
  const auto all = static_cast<std::int64_t>(ratios.size());
  const bool falls = less >= more;
  const std::int64_t most = falls ? less : more;
  const auto told = [](const Ratio& ratio) { return core::format(core::Quantity::ratio, ratio.value); };
  std::string line = metric == "latency" ? "Latency is " : metric == "energy" ? "Energy is " : "Memory is ";
  line += std::string(falls ? "less" : "more") + " on " +
          (most == all ? "all " + std::to_string(all) : std::to_string(most) + " of " + std::to_string(all)) +
          " devices: median " + told(ratios[ratios.size() / 2]);
  if (told(ratios.front()) != told(ratios.back()))
    line += ", from " + told(ratios.front()) + " (" + *ratios.front().hardware + ") to " + told(ratios.back()) + " (" +
            *ratios.back().hardware + ")";
  return line + ".";
}

// Which layers make most of what a run became slower or faster by; empty when it is about the same.
std::string where_line(const RunChange& change, const std::vector<LayerKindChange>& kinds) {
  constexpr std::size_t kNamed = 3;
  const double all = change.after - change.before;
  double covered = 0;
  std::size_t named = 0;
  std::string list;
  for (const LayerKindChange& kind : kinds) {
    if (kind.hardware != change.hardware || kind.difference() * all <= 0 || named == kNamed) continue;
    ++named;
    covered += kind.difference();
    list += (list.empty() ? "" : "; ") + kind.name + " (" + describe(kind) + ") " + (all < 0 ? "−" : "+") +
            core::format(core::Quantity::time, std::fabs(kind.difference()));
  }
  if (list.empty()) return {};
  return "On " + change.hardware + " " + core::format(core::Quantity::fraction, covered / all, 2) + " of that is " +
         list + ".";
}

}  // namespace

std::vector<LayerKindChange> layer_kinds(const std::vector<LayerChange>& layers) {
  std::vector<LayerKindChange> kinds;
  std::vector<std::string> devices;
  for (const LayerChange& layer : layers) {
    if (std::find(devices.begin(), devices.end(), layer.hardware) == devices.end()) devices.push_back(layer.hardware);
    auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const LayerKindChange& known) {
      return known.hardware == layer.hardware && known.name == layer.name;
    });
    if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {layer.hardware, layer.name});
    (layer.before && layer.after ? kind->changed : layer.after ? kind->added : kind->gone) += 1;
    kind->before += layer.before.value_or(0);
    kind->after += layer.after.value_or(0);
  }
  const auto place = [&](const LayerKindChange& kind) {
    return std::find(devices.begin(), devices.end(), kind.hardware) - devices.begin();
  };
  core::stable_sort(kinds, [&](const LayerKindChange& x, const LayerKindChange& y) {
    if (place(x) != place(y)) return place(x) < place(y);
    return std::fabs(x.difference()) > std::fabs(y.difference());
  });
  return kinds;
}

std::string describe(const LayerKindChange& kind) {
  std::string text;
  for (const auto& [count, word] :
       {std::pair{kind.added, " new"}, std::pair{kind.gone, " gone"}, std::pair{kind.changed, " changed"}}) {
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + word;
  }
  return text;
}

Revision revision(const Comparison& comparison) {
  const workload::Workload& workload = *comparison.workload;
  Revision result;
  result.name = workload.model.name;
  result.parameters = static_cast<double>(workload.model.parameters.parameters);
  result.macs = static_cast<double>(workload.totals.macs);
  result.weight_bytes = static_cast<double>(workload.totals.weight_bytes);
  for (const workload::Operator& op : workload.operators) ++result.operators[op.op_type];
  for (const Row& row : comparison.rows) {
    RevisionRun run{row.key, row.batch_latency_s, row.energy_j, row.estimate.memory.total_bytes(), {}};
    const std::vector<workload::Subgraph>& subgraphs = workload.partition(row.estimate.runtime_used).subgraphs;
    for (std::size_t i = 0; i < subgraphs.size(); ++i)
      run.layers.push_back({subgraphs[i].name, row.estimate.subgraphs[i].latency_s});
    result.runs.push_back(std::move(run));
  }
  return result;
}

Difference difference(const Revision& before, const Revision& after) {
  Difference result;
  result.before = before.name;
  result.after = after.name;
  add_counts(before, after, result);
  for (const RevisionRun& run : before.runs) {
    const RevisionRun* other = find(after, run.hardware);
    if (other == nullptr) {
      result.only_before.push_back(run.hardware);
      continue;
    }
    result.runs.push_back({run.hardware, "latency", run.latency_s, other->latency_s});
    result.runs.push_back({run.hardware, "energy", run.energy_j, other->energy_j});
    result.runs.push_back({run.hardware, "memory", run.peak_memory_bytes, other->peak_memory_bytes});
    add_layers(run, *other, result.layers);
  }
  for (const RevisionRun& run : after.runs) {
    if (find(before, run.hardware) == nullptr) result.only_after.push_back(run.hardware);
  }
  const std::vector<LayerKindChange> kinds = layer_kinds(result.layers);
  const auto layered = [](const Revision& revision) {
    return std::any_of(revision.runs.begin(), revision.runs.end(),
                       [](const RevisionRun& run) { return !run.layers.empty(); });
  };
  for (const char* metric : {"latency", "energy", "memory"}) {
    if (std::string line = summary_line(result.runs, metric); !line.empty()) result.summary.push_back(std::move(line));
  }
  std::int64_t changed = 0;
  for (const RunChange& change : result.runs) {
    if (same(change.before, change.after)) continue;
    ++changed;
    if (change.metric != "latency") continue;
    result.text.push_back(run_line(change));
    if (std::string where = where_line(change, kinds); !where.empty()) result.text.push_back(std::move(where));
  }
  if (changed > 0 && result.layers.empty() && !(layered(before) && layered(after)))
    result.text.emplace_back(
        "Which layers it is: compare with --level subgraph on both sides, and diff those results.");
  if (changed == 0 && result.counts.empty()) result.text.emplace_back("Nothing changed.");
  return result;
}

}  // namespace whichchip::analysis
