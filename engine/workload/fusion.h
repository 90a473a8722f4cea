// Operators → clusters that one kernel executes, at one runtime level. Internal to workload/.
//
// Data flow is followed through views. Most rules keep one exit per cluster, which cannot create a cycle; the rest are
// checked when the partition is built, and dissolved where they would.
#pragma once

#include <string>
#include <vector>

#include "workload/lowering.h"

namespace whichchip::workload {

struct Cluster {
  std::vector<int> operators{};  // ascending
  int anchor = 0;
  OperatorKind kind = OperatorKind::unknown;
  std::string head{};                   // name of the anchor part; empty: described from the anchor operator
  std::vector<std::string> epilogue{};  // labels of what follows it
  bool quantized = false;
  bool merged_products = false;  // parallel products of one input stand as one, their n added up
};

// Operators that act as one: a single one, or a decomposed activation or normalisation. The last is the exit.
struct Unit {
  std::vector<int> operators{};  // ascending; empty: no unit
  std::string label{};
  OperatorKind kind = OperatorKind::unknown;
  int exit() const { return operators.back(); }
};

using model::TensorList;
using OperatorList = core::SmallVector<int, 4>;

// The state that the rules share: uses and definitions at this level, and who is claimed by which cluster.
class FusionGraph {
 public:
  FusionGraph(const Lowered& lowered, Runtime level);

  const Lowered& lowered;
  const Runtime level;
  std::vector<Cluster> clusters;
  std::vector<int> storage;      // as Lowered::storage, dissolved operators seen through
  std::vector<char> dissolved;   // operators seen through: they cost nothing where they stand
  std::vector<char> folded;      // operators folded into weights: no arithmetic remains
  std::vector<char> eliminated;  // concatenations that their producers write in place
  std::vector<char> prolonged;   // by tensor: a cache that a kernel prolongs in place; its parts are read as they are
  std::vector<int> cluster_of;   // by operator; -1 while unclaimed

  void dissolve(int i, int operand);  // the results of `i` stand for its operand from now on
  void refresh_uses();                // after operators were dissolved

  int operator_count() const { return static_cast<int>(lowered.operators.size()); }
  const Operator& op(int i) const { return lowered.operators[static_cast<std::size_t>(i)]; }
  const model::Node& node(int i) const { return lowered.graph->nodes[static_cast<std::size_t>(i)]; }
  // Does work of its own at this level, and no cluster has it yet.
  bool works(int i) const { return op(i).kind != OperatorKind::view && dissolved[static_cast<std::size_t>(i)] == 0; }
  bool free(int i) const { return i >= 0 && works(i) && cluster_of[static_cast<std::size_t>(i)] < 0; }
  bool same_loop(int a, int b) const { return op(a).repeat == op(b).repeat; }

  // Operand at its ONNX position as a storage tensor; -1 when absent or static.
  int data_operand(int i, std::size_t position) const;
  // Distinct storage tensors that carry data into an operator, in operand order.
  TensorList data_inputs(int i) const;
  std::vector<int> unit_inputs(const Unit& unit) const;
  int output(int i) const;  // the first result as a storage tensor, -1 when there is none
  int producer(int tensor) const { return tensor < 0 ? -1 : producer_[static_cast<std::size_t>(tensor)]; }
  const OperatorList& consumers(int tensor) const { return consumers_[static_cast<std::size_t>(tensor)]; }
  bool escapes(int tensor) const { return escapes_[static_cast<std::size_t>(tensor)] != 0; }
  const Tensor& tensor(int t) const { return lowered.tensors[static_cast<std::size_t>(t)]; }
  std::int64_t elements(int t) const { return t < 0 ? 0 : tensor(t).elements; }

  // The value of a one-element operand, when it is known.
  bool scalar_operand(int i, std::size_t position, double& value) const;
  bool has_static_operand(int i) const;

  Unit unit_of(int i) const;
  // The unclaimed unit that alone reads a tensor; an empty one when there are several or the tensor is a graph output.
  Unit sole_reader(int tensor) const;
  // Everything that reads any result of `i` is in `members` (ascending), and no result is a graph output.
  bool feeds_only(int i, const std::vector<int>& members) const;

  void add_composite(Unit unit);
  bool in_composite(int i) const { return composite_of_[static_cast<std::size_t>(i)] >= 0; }
  const std::vector<Unit>& composites() const { return composites_; }

  int claim(Cluster cluster);
  void extend(int cluster, const std::vector<int>& operators);
  void append(int cluster, const std::vector<int>& operators);  // as extend, but the caller puts them in order at last

 private:
  void index_uses();

  bool stale_ = false;
  std::vector<int> producer_;
  std::vector<OperatorList> consumers_;
  std::vector<char> escapes_;
  std::vector<Unit> composites_;
  std::vector<int> composite_of_;
};

bool contains(const std::vector<int>& ascending, int value);
void insert(std::vector<int>& ascending, int value);

// Element-wise work at this level: element-wise operators, number formats, broadcasts, BatchNormalization left alone.
bool is_pointwise(const FusionGraph& graph, int i);

// The rules, in the order of `fuse`.
void dissolve_dequantization(FusionGraph& graph);
void cancel_transposes(FusionGraph& graph);
void dissolve_layout_changes(FusionGraph& graph);
void find_composites(FusionGraph& graph);
void fuse_framework_operators(FusionGraph& graph);
void dissolve_slices(FusionGraph& graph);
// The exporter's framework has one operator for attention ("pytorch 2.9.1"), which its compiler keeps.
bool has_attention_operator(const std::string& producer);
void fuse_attention(FusionGraph& graph);
void fuse_skip_normalization(FusionGraph& graph);
void fuse_epilogues(FusionGraph& graph);
void absorb_transposes(FusionGraph& graph, int cluster);  // and zero pads, into how a product reads
void absorb_into_products(FusionGraph& graph);
void merge_projections(FusionGraph& graph);
void merge_gates(FusionGraph& graph);
void fuse_elementwise(FusionGraph& graph);
void close_clusters(FusionGraph& graph);
void eliminate_concats(FusionGraph& graph);
void mark_quantized(FusionGraph& graph);

// All rules of one runtime level; afterwards every operator that is not a view is in exactly one cluster.
FusionGraph fuse(const Lowered& lowered, Runtime level);

}  // namespace whichchip::workload
