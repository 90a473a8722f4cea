// Recurrent layers: T serial steps, each a product of (B × (in + h)) by ((in + h) × gates·h) per direction.
#include "workload/cost.h"

namespace whichchip::workload {

namespace {

struct Cell {
  std::int64_t gates, vector_per_unit, transcendental_per_unit;
};

Cell cell_of(std::string_view op_type) {
  if (op_type == "GRU") return {3, 7, 3};
  if (op_type == "RNN") return {1, 2, 1};
  return {4, 9, 5};
}

Cost count_recurrent(const NodeView& node, const OperatorRule& rule) {
  const Cell cell = cell_of(rule.op_type);
  const bool dynamic = rule.op_type == "DynamicQuantizeLSTM";
  const Dims& x = node.input_dims(0);
  const Dims& w = node.input_dims(1);
  if (x.size() != 3 || w.size() != 3) throw NotKnown{"ranks of input and weight disagree"};
  const bool batch_first = node.integer("layout", 0) != 0;
  const std::int64_t steps = batch_first ? x[1] : x[0];
  const std::int64_t batch = batch_first ? x[0] : x[1];
  const std::int64_t directions = w[0];
  // DynamicQuantizeLSTM stores its weights transposed: (directions, in, gates·h).
  const std::int64_t hidden = node.positive("hidden_size", (dynamic ? w[2] : w[1]) / cell.gates);
  MatrixWork work{.form = MatrixWork::Form::recurrent,
                  .groups = directions,
                  .m = batch,
                  .n = times(cell.gates, hidden),
                  .k = plus(x[2], hidden),
                  .steps = steps,
                  .weight_operand = node.input_is_weight(1)};
  const std::int64_t units = times(directions, steps, times(batch, hidden));
  Cost cost;
  cost.kind = rule.kind;
  cost.matrix = {work};
  cost.vector_ops = times(cell.vector_per_unit, units);
  cost.transcendental_ops = times(cell.transcendental_per_unit, units);
  if (dynamic) {
    cost.integer_arithmetic = true;
    cost.vector_ops = plus(cost.vector_ops, times(4, node.input_elements(0)));
  }
  cost.assumptions = {"every sequence has full length"};
  return cost;
}

}  // namespace

std::vector<OperatorRule> recurrent_rules() {
  const auto kind = OperatorKind::recurrent;
  return {
      {"", "LSTM", kind, "D·T·B·(in + h)·4h MAC; 9 + 5T per hidden unit and step", count_recurrent},
      {"", "GRU", kind, "D·T·B·(in + h)·3h MAC; 7 + 3T per hidden unit and step", count_recurrent},
      {"", "RNN", kind, "D·T·B·(in + h)·h MAC; 2 + 1T per hidden unit and step", count_recurrent},
      {"com.microsoft", "DynamicQuantizeLSTM", kind, "D·T·B·(in + h)·4h integer MAC; 9 + 5T per hidden unit and step",
       count_recurrent},
  };
}

}  // namespace whichchip::workload
