#include "report/counting.h"

#include <optional>
#include <string>

#include "core/units.h"
#include "report/table_builder.h"

namespace whichchip::report {

using core::Quantity;

Table counting_table(const analysis::Counting& counting) {
  TableBuilder table("counting", "");
  table.text("op", "Operator").text("domain", "Domain", false).label("count", "Count");
  table.number("macs", "MACs", Quantity::operations)
      .number("counted", analysis::name(counting.convention), Quantity::operations, true, counting.definition)
      .number("share", "Share", Quantity::fraction);
  std::int64_t operators = 0;
  const auto share = [&](double part) {
    return counting.total > 0 ? std::optional<double>(part / counting.total) : std::nullopt;
  };
  for (const analysis::CountedGroup& group : counting.operators) {
    table.row(group.op_type).cell(group.op_type).cell(group.domain.empty() ? "ai.onnx" : group.domain);
    table.count(group.count).cell(group.macs).cell(group.counted).cell(share(group.counted));
    operators += group.count;
  }
  table.row("total").cell("Total").cell("").count(operators);
  table.cell(counting.macs).cell(counting.total).cell(share(counting.total));
  return table.build();
}

Section counting_section(const analysis::Counting& counting) {
  return {std::string("Counted like ") + analysis::name(counting.convention) + ": " +
              core::format(Quantity::operations, counting.total, 4) + " " + counting.unit,
          {counting.definition},
          {counting_table(counting)}};
}

}  // namespace whichchip::report
