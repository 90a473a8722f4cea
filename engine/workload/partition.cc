#include "workload/partition.h"

#include <algorithm>
#include <map>
#include <queue>

#include "core/integer.h"
#include "workload/liveness.h"

namespace whichchip::workload {

namespace {

using core::saturating_add;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// For every cluster the clusters that produce what it reads, ascending.
std::vector<std::vector<int>> find_dependencies(const FusionGraph& graph) {
  std::vector<std::vector<int>> result(graph.clusters.size());
  for (std::size_t c = 0; c < graph.clusters.size(); ++c) {
    auto& dependencies = result[c];
    for (const int i : graph.clusters[c].operators) {
      if (!graph.works(i)) continue;
      for (const int t : graph.data_inputs(i)) {
        const int from = graph.producer(t);
        if (from < 0) continue;
        const int owner = graph.cluster_of[at(from)];
        if (owner != static_cast<int>(c)) dependencies.push_back(owner);
      }
    }
    std::sort(dependencies.begin(), dependencies.end());
    dependencies.erase(std::unique(dependencies.begin(), dependencies.end()), dependencies.end());
  }
  return result;
}

// Topological order that keeps to the order of the clusters' last operators; clusters in or between cycles are missing.
std::vector<int> schedule(const FusionGraph& graph, const std::vector<std::vector<int>>& dependencies) {
  std::vector<std::vector<int>> readers(graph.clusters.size());
  std::vector<std::size_t> waiting(graph.clusters.size(), 0);
  using Ready = std::pair<int, int>;  // last operator, cluster
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
  for (std::size_t c = 0; c < graph.clusters.size(); ++c) {
    waiting[c] = dependencies[c].size();
    for (const int d : dependencies[c]) readers[at(d)].push_back(static_cast<int>(c));
    const auto& operators = graph.clusters[c].operators;
    if (waiting[c] == 0 && !operators.empty()) ready.emplace(operators.back(), static_cast<int>(c));
  }
  std::vector<int> order;
  while (!ready.empty()) {
    const int c = ready.top().second;
    ready.pop();
    order.push_back(c);
    for (const int r : readers[at(c)]) {
      if (--waiting[at(r)] == 0) ready.emplace(graph.clusters[at(r)].operators.back(), r);
    }
  }
  return order;
}

// Takes apart every cluster that the schedule could not place: one operator each, which always has an order.
void dissolve_unplaced(FusionGraph& graph, const std::vector<int>& placed) {
  std::vector<char> done(graph.clusters.size(), 0);
  for (const int c : placed) done[at(c)] = 1;
  const std::size_t count = graph.clusters.size();
  for (std::size_t c = 0; c < count; ++c) {
    if (done[c] != 0 || graph.clusters[c].operators.size() < 2) continue;
    const std::vector<int> operators = std::move(graph.clusters[c].operators);
    graph.clusters[c] = {};
    for (const int i : operators) {
      graph.folded[at(i)] = graph.eliminated[at(i)] = 0;
      for (const int t : graph.op(i).outputs) graph.prolonged[at(t)] = 0;
      graph.claim({.operators = {i}, .anchor = i, .kind = graph.op(i).kind});
    }
  }
}

class SubgraphBuilder {
 public:
  SubgraphBuilder(const FusionGraph& graph, const std::vector<int>& position)
      : graph_(graph),
        position_(position),
        reads_(graph.lowered.tensors.size()),
        writes_(graph.lowered.tensors.size()) {}

  Subgraph build(int c, int id, const std::vector<int>& dependencies) {
    const Cluster& cluster = graph_.clusters[at(c)];
    Subgraph s;
    s.id = id;
    s.name = describe_cluster(graph_, cluster);
    s.anchor = cluster.anchor;
    s.kind = cluster.kind;
    s.operators = cluster.operators;
    s.repeat = graph_.op(cluster.anchor).repeat;
    s.quantized = cluster.quantized;
    s.strided_movement = is_strided(cluster);
    for (const int d : dependencies) s.dependencies.push_back(position_[at(d)]);
    std::sort(s.dependencies.begin(), s.dependencies.end());
    for (const int i : cluster.operators) add_operator(i, c, s);
    if (cluster.merged_products) merge_products(s.matrix);
    if (cluster.kind == OperatorKind::attention) name_attention_products(graph_.op(cluster.anchor), s.matrix);
    return s;
  }

 private:
  // A loop with a transposition in it reads or writes as the transposition does; products and attention take their
  // operands in blocks, where it does not matter.
  bool is_strided(const Cluster& cluster) const {
    if (cluster.kind != OperatorKind::data_movement && cluster.kind != OperatorKind::elementwise &&
        cluster.kind != OperatorKind::quantize)
      return false;
    return std::any_of(cluster.operators.begin(), cluster.operators.end(), [&](int i) {
      const std::string_view op = graph_.op(i).op_type;
      return graph_.dissolved[at(i)] == 0 &&
             (op == "Transpose" || op == "DepthToSpace" || op == "SpaceToDepth" || op == "Col2Im");
    });
  }

  static void merge_products(std::vector<MatrixWork>& matrix) {
    for (std::size_t i = 1; i < matrix.size(); ++i) matrix.front().n = saturating_add(matrix.front().n, matrix[i].n);
    matrix.resize(1);
  }

  static void name_attention_products(const Operator& anchor, std::vector<MatrixWork>& matrix) {
    if (anchor.kind != OperatorKind::softmax || matrix.size() != 2) return;
    matrix[0].form = MatrixWork::Form::attention_scores;
    matrix[1].form = MatrixWork::Form::attention_values;
  }

  void add_operator(int i, int c, Subgraph& s) {
    const Operator& op = graph_.op(i);
    s.macs = saturating_add(s.macs, op.macs);
    s.matrix.insert(s.matrix.end(), op.matrix.begin(), op.matrix.end());
    s.unknown = s.unknown || op.kind == OperatorKind::unknown;
    if (graph_.dissolved[at(i)] != 0) return add_scales(i, s);
    const bool folded = graph_.folded[at(i)] != 0;
    if (!folded) {
      s.vector_ops = saturating_add(s.vector_ops, op.vector_ops);
      s.transcendental_ops = saturating_add(s.transcendental_ops, op.transcendental_ops);
    }
    if (graph_.eliminated[at(i)] != 0) return;
    for (const Access& read : op.reads) add_read(i, read, folded, c, s);
    for (const Access& write : op.writes) add_write(write, c, s);
  }

  // A dissolved dequantisation is read through, with its scale and zero point.
  void add_scales(int i, Subgraph& s) {
    for (const Access& read : graph_.op(i).reads) {
      if (graph_.lowered.tensors[at(read.tensor)].weight) merge(read, s.id, reads_, s.weights);
    }
  }

  void add_read(int i, const Access& read, bool folded, int c, Subgraph& s) {
    const int t = graph_.storage[at(read.tensor)];
    if (graph_.lowered.tensors[at(t)].weight) {
      // Of a folded BatchNormalization one bias per channel remains, of a folded factor nothing.
      if (!folded || (graph_.op(i).op_type == "BatchNormalization" && graph_.op(i).inputs.size() > 2 &&
                      read.tensor == graph_.op(i).inputs[2])) {
        merge({t, read.elements}, s.id, reads_, s.weights);
      }
      return;
    }
    const int from = graph_.producer(t);
    if (graph_.prolonged[at(t)] != 0) {
      for (const int part : graph_.data_inputs(from)) add_activation({part, graph_.elements(part)}, c, s);
    } else {
      add_activation({t, read.elements}, c, s);
    }
  }

  void add_activation(const Access& read, int c, Subgraph& s) {
    const int from = graph_.producer(read.tensor);
    if (from >= 0 && graph_.cluster_of[at(from)] == c) return;
    merge(read, s.id, reads_, s.reads);
  }

  void add_write(const Access& write, int c, Subgraph& s) {
    const int t = graph_.storage[at(write.tensor)];
    const auto& readers = graph_.consumers(t);
    const bool leaves = graph_.escapes(t) || std::any_of(readers.begin(), readers.end(), [&](int r) {
                          return graph_.cluster_of[at(r)] != c || graph_.eliminated[at(r)] != 0;
                        });
    if (leaves) merge({t, write.elements}, s.id, writes_, s.writes);
  }

  // Where a tensor stands in the list of the subgraph that accessed it last.
  struct Place {
    int subgraph = -1;
    std::size_t index = 0;
  };

  // Each tensor once; operators that take different parts of it (slices, rows of a table) add up to no more than the
  // whole.
  void merge(const Access& access, int subgraph, std::vector<Place>& places, Accesses& into) const {
    Place& place = places[at(access.tensor)];
    if (place.subgraph == subgraph) {
      std::int64_t& elements = into[place.index].elements;
      const std::int64_t whole = std::max({graph_.elements(access.tensor), elements, access.elements});
      elements = std::min(saturating_add(elements, access.elements), whole);
      return;
    }
    place = {subgraph, into.size()};
    into.push_back(access);
  }

  const FusionGraph& graph_;
  const std::vector<int>& position_;
  std::vector<Place> reads_, writes_;
};

// Concatenation results hold their parts, and the parts of their parts: from the last one backwards.
std::vector<int> find_buffers(const FusionGraph& graph) {
  std::vector<int> buffer_of(graph.storage.size());
  for (std::size_t t = 0; t < buffer_of.size(); ++t) buffer_of[t] = static_cast<int>(t);
  for (int i = graph.operator_count() - 1; i >= 0; --i) {
    if (graph.eliminated[at(i)] == 0) continue;
    for (const int t : graph.data_inputs(i)) buffer_of[at(t)] = buffer_of[at(graph.output(i))];
  }
  std::vector<int> result = graph.storage;
  for (int& t : result) t = buffer_of[at(t)];
  return result;
}

}  // namespace

Partition build_partition(const Lowered& lowered, Runtime level) {
  FusionGraph graph = fuse(lowered, level);
  std::vector<std::vector<int>> dependencies = find_dependencies(graph);
  std::vector<int> order = schedule(graph, dependencies);
  const auto used = static_cast<std::size_t>(std::count_if(graph.clusters.begin(), graph.clusters.end(),
                                                           [](const Cluster& c) { return !c.operators.empty(); }));
  if (order.size() != used) {
    dissolve_unplaced(graph, order);
    mark_quantized(graph);
    dependencies = find_dependencies(graph);
    order = schedule(graph, dependencies);
  }
  std::vector<int> position(graph.clusters.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i) position[at(order[i])] = static_cast<int>(i);
  Partition partition;
  partition.subgraphs.reserve(order.size());
  SubgraphBuilder builder(graph, position);
  for (std::size_t i = 0; i < order.size(); ++i) {
    partition.subgraphs.push_back(builder.build(order[i], static_cast<int>(i), dependencies[at(order[i])]));
  }
  measure_peak(lowered, find_buffers(graph), partition);
  return partition;
}

}  // namespace whichchip::workload
