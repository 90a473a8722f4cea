// What is left after the anchors: element-wise regions, single operators, and concatenations that need no kernel.
#include <algorithm>
#include <map>

#include "workload/decoder.h"
#include "workload/fusion.h"

namespace whichchip::workload {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool is_any(std::string_view op, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), op) != names.end();
}

// Only says where elements are read or written: a generated kernel computes the index instead.
bool rearranges(const FusionGraph& graph, int i) {
  return graph.level == Runtime::engine && graph.op(i).kind == OperatorKind::data_movement &&
         is_any(graph.op(i).op_type, {"Slice", "Split", "Concat", "Transpose"});
}

// A region grows from its exit to producers that feed nothing else, so it has one exit. Reductions and normalisations
// end a region: they absorb producers and are never absorbed.
class RegionGrowth {
 public:
  RegionGrowth(FusionGraph& graph, int cluster) : graph_(graph), cluster_(cluster) {}

  void run() {
    const std::vector<int> seed = graph_.clusters[at(cluster_)].operators;
    for (const int i : seed) count_uses(i);
    while (!ready_.empty()) {
      const int i = ready_.back();
      ready_.pop_back();
      const Unit unit = graph_.unit_of(i);
      if (!absorbable(unit)) continue;
      graph_.append(cluster_, unit.operators);
      for (const int member : unit.operators) count_uses(member);
    }
    std::sort(graph_.clusters[at(cluster_)].operators.begin(), graph_.clusters[at(cluster_)].operators.end());
  }

 private:
  // Counts how many of a producer's readers are inside; it is ready when all are.
  void count_uses(int i) {
    for (const int t : graph_.data_inputs(i)) {
      const int from = graph_.producer(t);
      if (from < 0 || graph_.escapes(t)) continue;
      if (++inside_[t] == graph_.consumers(t).size()) ready_.push_back(from);
    }
  }

  // All results of an operator with several are read inside.
  bool closed(int i) const {
    return std::all_of(graph_.op(i).outputs.begin(), graph_.op(i).outputs.end(), [&](int t) {
      const auto& readers = graph_.consumers(t);
      return !graph_.escapes(t) &&
             std::all_of(readers.begin(), readers.end(), [&](int r) { return graph_.cluster_of[at(r)] == cluster_; });
    });
  }

  bool absorbable(const Unit& unit) const {
    const int exit = unit.exit();
    if (rearranges(graph_, exit)) {
      const Cluster& cluster = graph_.clusters[at(cluster_)];
      const bool loop = cluster.kind == OperatorKind::elementwise || cluster.kind == OperatorKind::quantize ||
                        cluster.kind == OperatorKind::data_movement;
      return loop && graph_.free(exit) && closed(exit) && graph_.same_loop(exit, cluster.anchor);
    }
    if (unit.kind == OperatorKind::normalization && graph_.op(exit).op_type != "BatchNormalization") return false;
    return graph_.free(exit) && is_pointwise(graph_, exit) &&
           graph_.same_loop(exit, graph_.clusters[at(cluster_)].anchor);
  }

  FusionGraph& graph_;
  const int cluster_;
  std::map<int, std::size_t> inside_;
  std::vector<int> ready_;
};

bool ends_region(const FusionGraph& graph, int i) {
  const OperatorKind kind = graph.op(i).kind;
  return kind == OperatorKind::reduction || kind == OperatorKind::softmax || kind == OperatorKind::normalization;
}

// x·cos + rotate(x)·sin, whichever way the exporter wrote the rotation of two halves of x.
bool is_rotary(const FusionGraph& graph, const std::vector<int>& operators) {
  const auto count = [&](std::initializer_list<std::string_view> names) {
    return std::count_if(operators.begin(), operators.end(), [&](int i) { return is_any(graph.op(i).op_type, names); });
  };
  return count({"Mul"}) >= 2 && count({"Concat"}) >= 1 && count({"Neg", "Sub"}) >= 1 &&
         (count({"Slice"}) >= 2 || count({"Split"}) >= 1);
}

// Every part comes out of a loop that only this concatenation reads: all of it is one loop.
bool joins_loops(const FusionGraph& graph, int i) {
  if (!rearranges(graph, i) || graph.op(i).op_type != "Concat" || prolongs_cache(graph.lowered, i)) return false;
  const TensorList inputs = graph.data_inputs(i);
  return inputs.size() == graph.op(i).inputs.size() && std::all_of(inputs.begin(), inputs.end(), [&](int t) {
           const int from = graph.producer(t);
           return graph.free(from) && (is_pointwise(graph, from) || rearranges(graph, from)) && !graph.escapes(t) &&
                  graph.consumers(t).size() == 1;
         });
}

// Labels in order, repeated ones once, at most `kLabels` of them.
void label_region(const FusionGraph& graph, Cluster& cluster) {
  constexpr std::size_t kLabels = 4;
  if (is_rotary(graph, cluster.operators)) {
    cluster.head = "RotaryEmbedding";
    return;
  }
  std::vector<std::string> labels;
  for (std::size_t n = 0; n < cluster.operators.size(); ++n) {
    const Unit unit = graph.unit_of(cluster.operators[n]);
    if (unit.exit() != cluster.operators[n]) continue;
    if (labels.empty() || labels.back() != unit.label) labels.push_back(unit.label);
  }
  if (labels.size() > kLabels) {
    labels.resize(kLabels);
    labels.back() = "…";
  }
  cluster.head = labels.front();
  cluster.epilogue.assign(labels.begin() + 1, labels.end());
}

bool strided_writer(OperatorKind kind) {
  switch (kind) {
    case OperatorKind::sort:
    case OperatorKind::unknown:
    case OperatorKind::data_movement:
    case OperatorKind::recurrent:
      return false;
    default:
      return true;
  }
}

// Every operand is a whole result of a kernel that can write with a stride, and belongs to no other concatenation.
bool can_eliminate(const FusionGraph& graph, int i, const std::vector<char>& part) {
  const TensorList inputs = graph.data_inputs(i);
  if (inputs.size() != graph.op(i).inputs.size() || inputs.size() < 2) return false;
  TensorList distinct = inputs;
  std::sort(distinct.begin(), distinct.end());
  if (std::adjacent_find(distinct.begin(), distinct.end()) != distinct.end()) return false;
  for (std::size_t n = 0; n < inputs.size(); ++n) {
    const int t = inputs[n];
    const int from = graph.producer(t);
    if (t != graph.op(i).inputs[n] || from < 0 || part[at(t)] != 0 || graph.escapes(t)) return false;
    const Cluster& owner = graph.clusters[at(graph.cluster_of[at(from)])];
    if (!strided_writer(owner.kind) || !graph.same_loop(owner.anchor, i)) return false;
  }
  return true;
}

}  // namespace

void fuse_elementwise(FusionGraph& graph) {
  for (std::size_t c = 0; c < graph.clusters.size(); ++c) {
    if (graph.clusters[c].kind == OperatorKind::normalization) RegionGrowth(graph, static_cast<int>(c)).run();
  }
  for (int i = graph.operator_count() - 1; i >= 0; --i) {
    if (!graph.free(i)) continue;
    const Unit unit = graph.unit_of(i);
    const bool reduces = ends_region(graph, i) && graph.op(i).op_type != "BatchNormalization";
    if (!reduces && !is_pointwise(graph, unit.exit()) && !joins_loops(graph, i)) continue;
    const int cluster = graph.claim({.operators = unit.operators, .anchor = unit.exit(), .kind = unit.kind});
    RegionGrowth(graph, cluster).run();
    Cluster& region = graph.clusters[at(cluster)];
    // A concatenation of computed parts computes.
    const bool computes = std::any_of(region.operators.begin(), region.operators.end(),
                                      [&](int o) { return graph.op(o).kind != OperatorKind::data_movement; });
    if (region.kind == OperatorKind::data_movement && computes) region.kind = OperatorKind::elementwise;
    if (region.operators.size() > 1) label_region(graph, region);
  }
}

void close_clusters(FusionGraph& graph) {
  for (int i = 0; i < graph.operator_count(); ++i) {
    if (graph.free(i)) graph.claim({.operators = {i}, .anchor = i, .kind = graph.op(i).kind});
  }
  // A QuantizeLinear that alone reads a result is how that kernel writes it.
  for (int i = 0; i < graph.operator_count() && graph.level != Runtime::eager; ++i) {
    if (!graph.works(i) || graph.op(i).op_type != "QuantizeLinear") continue;
    const int own = graph.cluster_of[at(i)];
    const int from = graph.producer(graph.data_operand(i, 0));
    if (graph.clusters[at(own)].operators.size() != 1 || from < 0 || !graph.same_loop(i, from) ||
        !graph.feeds_only(from, {i}))
      continue;
    const int target = graph.cluster_of[at(from)];
    if (graph.clusters[at(target)].kind == OperatorKind::unknown) continue;
    graph.clusters[at(own)] = {};
    graph.extend(target, {i});
    graph.clusters[at(target)].epilogue.push_back("QuantizeLinear");
  }
  // What is dissolved stands with its first reader.
  for (int i = 0; i < graph.operator_count(); ++i) {
    if (graph.dissolved[at(i)] == 0) continue;
    const auto& readers = graph.consumers(graph.storage[at(graph.output(i))]);
    const auto later = std::find_if(readers.begin(), readers.end(), [&](int r) { return r > i; });
    const int host = later != readers.end() ? *later : graph.producer(graph.storage[at(graph.output(i))]);
    if (host >= 0)
      graph.extend(graph.cluster_of[at(host)], {i});
    else
      graph.claim({.operators = {i}, .anchor = i, .kind = graph.op(i).kind});
  }
}

namespace {

// A compiled runtime keeps room behind the past tokens of a cache: whoever makes the new ones writes them there.
bool can_prolong(const FusionGraph& graph, int i, const std::vector<char>& part) {
  if (graph.level != Runtime::engine || !prolongs_cache(graph.lowered, i) || graph.op(i).inputs.size() != 2)
    return false;
  const int fresh = graph.data_operand(i, 1);
  const int from = graph.producer(fresh);
  if (from < 0 || part[at(fresh)] != 0 || graph.escapes(fresh)) return false;
  if (graph.elements(fresh) != graph.tensor(graph.op(i).inputs[1]).elements) return false;
  const Cluster& owner = graph.clusters[at(graph.cluster_of[at(from)])];
  return owner.kind != OperatorKind::unknown && owner.kind != OperatorKind::sort && graph.same_loop(owner.anchor, i);
}

}  // namespace

void eliminate_concats(FusionGraph& graph) {
  std::vector<char> part(graph.lowered.tensors.size(), 0);
  for (int i = 0; i < graph.operator_count(); ++i) {
    if (!graph.works(i) || graph.op(i).op_type != "Concat") continue;
    const int own = graph.cluster_of[at(i)];
    if (graph.clusters[at(own)].operators.size() != 1) continue;
    const bool prolongs = can_prolong(graph, i, part);
    if (!prolongs && !can_eliminate(graph, i, part)) continue;
    if (prolongs) graph.prolonged[at(graph.output(i))] = 1;
    int last = -1;
    for (const int t : graph.data_inputs(i)) {
      part[at(t)] = 1;
      last = std::max(last, graph.producer(t));
    }
    const int target = graph.cluster_of[at(last)];
    graph.clusters[at(own)] = {};
    graph.extend(target, {i});
    graph.clusters[at(target)].epilogue.push_back("Concat");
    graph.eliminated[at(i)] = 1;
  }
}

}  // namespace whichchip::workload
