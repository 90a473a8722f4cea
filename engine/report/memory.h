// memory as tables, a chart, a document and JSON (whichchip.memory/1).
#pragma once

#include <string>

#include "analysis/memory.h"
#include "report/document.h"
#include "report/json.h"

namespace whichchip::report {

Table memory_table(const analysis::MemoryReport& report);  // "memory": a row per device
Document memory_document(const analysis::Comparison& comparison, const analysis::MemoryReport& report);
std::string memory_json(const analysis::Comparison& comparison, const analysis::MemoryReport& report,
                        const Versions& versions, int indent = 2);

}  // namespace whichchip::report
