#include "model/stand_ins.h"

#include "core/error.h"
#include "core/units.h"
#include "model/text.h"

namespace whichchip::model {

std::string written_name(const onnx::NodeProto& node) {
  return clean_text(to_text({canonical_domain(node.domain()), node.op_type()}));
}

StandInTable::StandInTable(const StandIns& stand_ins) {
  for (const auto& [written, read_as] : stand_ins)
    entries_.push_back({written, parse_operator_name(written), written.find('.') == std::string::npos,
                        parse_operator_name(read_as), 0});
}

const OperatorName* StandInTable::find(const onnx::NodeProto& node) {
  for (Entry& entry : entries_) {
    if (entry.written.type != node.op_type()) continue;
    if (!entry.any_domain && entry.written.domain != canonical_domain(node.domain())) continue;
    ++entry.nodes;
    return &entry.read_as;
  }
  return nullptr;
}

void StandInTable::tell(Warnings& warnings) const {
  for (const Entry& entry : entries_) {
    if (entry.nodes == 0)
      throw core::Error(core::ErrorCode::bad_usage, "the model has no operator '" + entry.given + "'", "--cost-like",
                        "`whichchip inspect MODEL` lists its operators with their domains");
    warnings.add("cost-like",
                 core::counted(entry.nodes, entry.given + " is", entry.given + " are") + " counted like " +
                     to_text(entry.read_as) + ", as asked.",
                 entry.given);
  }
}

}  // namespace whichchip::model
