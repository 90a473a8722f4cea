// memory as tables, a chart, a document and JSON (whichchip.memory/1).
#pragma once

#include <string>

#include "analysis/memory.h"
#include "report/document.h"
#include "report/json.h"

namespace whichchip::report {

Table memory_table(const analysis::MemoryReport& report);  // "memory": a row per device
// "timeline": a row per step of the schedule; the `count` largest, 0 for all in schedule order.
Table timeline_table(const analysis::MemoryReport& report, std::size_t count);
// Live activations over the steps of the schedule.
Chart timeline_chart(const analysis::MemoryReport& report);
// `all_steps` lists every step of the timeline instead of the largest.
Document memory_document(const analysis::Comparison& comparison, const analysis::MemoryReport& report,
                         bool all_steps = false);
std::string memory_json(const analysis::Comparison& comparison, const analysis::MemoryReport& report,
                        const Versions& versions, int indent = 2);

}  // namespace whichchip::report
