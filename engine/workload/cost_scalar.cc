// Scalar and irregular work: sorting, selection, trees, strings, training steps. These run on a host or a slow path.
#include <algorithm>
#include <bit>
#include <set>

#include "workload/cost.h"

namespace whichchip::workload {

namespace {

std::int64_t log2_ceiling(std::int64_t n) {
  return n <= 1 ? 1 : static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(n - 1)));
}

Cost scalar_work(const OperatorRule& rule, std::int64_t operations) {
  Cost cost;
  cost.kind = rule.kind;
  cost.vector_ops = operations;
  return cost;
}

// n·log2 k, k the number kept along the axis (the last, unless told).
Cost count_top_k(const NodeView& node, const OperatorRule& rule) {
  const auto kept = node.input_scalar(1);
  const Dims& y = node.output_dims(0);
  const std::int64_t k =
      kept && *kept >= 1 ? static_cast<std::int64_t>(*kept) : node.integer("k", y.empty() ? 1 : y.back());
  return scalar_work(rule, times(node.input_elements(0), log2_ceiling(k)));
}

Cost count_sort(const NodeView& node, const OperatorRule& rule) {
  const std::int64_t n = node.input_elements(0);
  return scalar_work(rule, times(n, log2_ceiling(n)));
}

// NonMaxSuppression: a sort of the boxes per class, and 16 operations for every selected box against every candidate.
Cost count_suppression(const NodeView& node, const OperatorRule& rule) {
  const Dims& boxes = node.input_dims(0);
  const Dims& scores = node.input_dims(1);
  if (boxes.size() != 3 || scores.size() != 3) throw NotKnown{"boxes or scores have an unexpected rank"};
  const auto limit = node.input_scalar(2);
  const std::int64_t n = boxes[1];
  const std::int64_t selected =
      std::min(n, limit && *limit >= 0 ? static_cast<std::int64_t>(std::min(*limit, 1e9)) : n);
  const std::int64_t per_class = plus(times(n, log2_ceiling(n)), times(16, n, selected));
  Cost cost = scalar_work(rule, times(scores[0], scores[1], per_class));
  cost.assumptions = {"every class selects its maximum"};
  return cost;
}

std::int64_t batch_of(const NodeView& node) {
  const Dims& x = node.input_dims(0);
  return x.size() >= 2 ? x[0] : 1;
}

// Trees: nodes visited = batch · trees · depth, depth taken as log2 of the mean tree size.
Cost count_trees(const NodeView& node, const OperatorRule& rule) {
  const Dims roots = node.integers("tree_roots");
  const Dims ids = node.integers(roots.empty() ? "nodes_treeids" : "nodes_featureids");
  if (ids.empty()) throw NotKnown{"the ensemble has no nodes"};
  const auto nodes = static_cast<std::int64_t>(ids.size());
  const auto trees =
      static_cast<std::int64_t>(roots.empty() ? std::set<std::int64_t>(ids.begin(), ids.end()).size() : roots.size());
  const std::int64_t depth = log2_ceiling(nodes / trees + 1);
  Cost cost = scalar_work(rule, times(2, batch_of(node), times(trees, depth)));
  cost.assumptions = {"balanced trees; ranks of accelerators mean little for trees"};
  return cost;
}

// Linear models and support vectors: products of the features with attribute-held coefficients.
Cost count_linear(const NodeView& node, const OperatorRule& rule) {
  const Dims& x = node.input_dims(0);
  const auto found = node.node().attributes.find("coefficients");
  const auto* coefficients =
      found == node.node().attributes.end() ? nullptr : std::get_if<std::vector<double>>(&found->second);
  if (coefficients == nullptr || x.empty() || x.back() < 1) throw NotKnown{"the coefficients are missing"};
  const std::int64_t features = x.back();
  MatrixWork work{.groups = 1, .m = node.input_elements(0) / features, .n = 0, .k = features, .weight_operand = true};
  work.n = std::max<std::int64_t>(static_cast<std::int64_t>(coefficients->size()) / features, 1);
  Cost cost;
  cost.kind = rule.kind;
  cost.matrix = {work};
  cost.vector_ops = times(work.m, work.n);
  return cost;
}

Cost count_support_vectors(const NodeView& node, const OperatorRule& rule) {
  const Dims& x = node.input_dims(0);
  const auto found = node.node().attributes.find("support_vectors");
  const auto* vectors =
      found == node.node().attributes.end() ? nullptr : std::get_if<std::vector<double>>(&found->second);
  if (x.empty() || x.back() < 1) throw NotKnown{"the features are not known"};
  if (vectors == nullptr) return count_linear(node, rule);
  const std::int64_t features = x.back();
  MatrixWork work{.groups = 1, .m = node.input_elements(0) / features, .n = 0, .k = features, .weight_operand = true};
  work.n = std::max<std::int64_t>(static_cast<std::int64_t>(vectors->size()) / features, 1);
  Cost cost;
  cost.kind = rule.kind;
  cost.matrix = {work};
  cost.vector_ops = times(3, work.m, work.n);
  cost.transcendental_ops = times(work.m, work.n);
  return cost;
}

Cost count_per_input(const NodeView& node, const OperatorRule& rule) {
  return scalar_work(rule, times(rule.vector_per_element, node.input_elements(0)));
}

// Optimiser steps: parameters, gradients and moments are inputs; 8 operations per element cover each of them.
Cost count_training_step(const NodeView& node, const OperatorRule& rule) {
  std::int64_t elements = 0;
  for (std::size_t i = 0; i < node.output_count(); ++i) elements = plus(elements, node.output_elements(i));
  Cost cost = scalar_work(rule, times(8, elements));
  cost.assumptions = {"a training step, not inference"};
  return cost;
}

Cost count_opaque(const NodeView& node, const OperatorRule&) { throw NotKnown{node.node().op_type + " is opaque"}; }

}  // namespace

std::vector<OperatorRule> scalar_rules() {
  const auto kind = OperatorKind::sort;
  const auto matrix = OperatorKind::matmul;
  const auto vector = OperatorKind::elementwise;
  const auto move = OperatorKind::data_movement;
  const std::string_view ml = "ai.onnx.ml";
  const std::string_view per = "per input element";
  std::vector<OperatorRule> rules{
      {"", "TopK", kind, "n·log2 k", count_top_k},
      {"", "Unique", kind, "n·log2 n", count_sort},
      {"com.microsoft", "Unique", kind, "n·log2 n", count_sort},
      {"", "NonMaxSuppression", kind, "per class n·log2 n + 16·n·selected", count_suppression},
      {"", "Multinomial", kind, per, count_per_input, 4},
      {"", "ImageDecoder", OperatorKind::unknown, "opaque: bytes only", count_opaque},
      {"", "ATen", OperatorKind::unknown, "opaque: bytes only", count_opaque},
      {ml, "TreeEnsemble", kind, "2 per node visited: B·trees·log2(nodes per tree)", count_trees},
      {ml, "TreeEnsembleClassifier", kind, "2 per node visited: B·trees·log2(nodes per tree)", count_trees},
      {ml, "TreeEnsembleRegressor", kind, "2 per node visited: B·trees·log2(nodes per tree)", count_trees},
      {ml, "LinearClassifier", matrix, "B·features·classes MAC", count_linear},
      {ml, "LinearRegressor", matrix, "B·features·targets MAC", count_linear},
      {ml, "SVMClassifier", matrix, "B·vectors·features MAC; kernel 3 + 1T per vector", count_support_vectors},
      {ml, "SVMRegressor", matrix, "B·vectors·features MAC; kernel 3 + 1T per vector", count_support_vectors},
      {ml, "Scaler", vector, "per output element", count_elementwise, 2},
      {ml, "Normalizer", OperatorKind::normalization, "per output element", count_elementwise, 3},
      {ml, "Binarizer", vector, "per output element", count_elementwise, 1},
      {ml, "Imputer", vector, "per output element", count_elementwise, 1},
      {ml, "ArrayFeatureExtractor", move, "bytes moved", count_movement},
      {ml, "FeatureVectorizer", move, "bytes moved", count_movement},
      {ml, "OneHotEncoder", move, "bytes moved", count_movement},
      {ml, "ZipMap", OperatorKind::view, "free: names for columns", count_view},
  };
  for (const std::string_view op : {"CastMap", "CategoryMapper", "DictVectorizer", "LabelEncoder"}) {
    rules.push_back({ml, op, kind, "per input element: a table look-up", count_per_input, 8});
  }
  for (const std::string_view op :
       {"StringConcat", "StringNormalizer", "StringSplit", "RegexFullMatch", "TfIdfVectorizer"}) {
    rules.push_back({"", op, kind, "per input element: a short string", count_per_input, 64});
  }
  for (const std::string_view op : {"Adagrad", "Adam", "Momentum"}) {
    rules.push_back({"ai.onnx.preview.training", op, vector, "8 per element of every output", count_training_step});
  }
  rules.push_back({"ai.onnx.preview.training", "Gradient", OperatorKind::unknown, "opaque: bytes only", count_opaque});
  return rules;
}

}  // namespace whichchip::workload
