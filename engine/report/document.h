// A report before it takes a form: headings, sentences and tables, in reading order. text, markdown and html render it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/compare.h"
#include "analysis/energy.h"
#include "analysis/inspect.h"
#include "analysis/request.h"
#include "hardware/device.h"
#include "report/chart.h"
#include "report/table.h"

namespace whichchip::report {

struct Section {
  std::string title;               // empty for the opening section
  std::vector<std::string> lines;  // sentences
  std::vector<Table> tables;
  std::vector<Chart> charts = {};  // before the tables
  bool folded = false;             // for those who ask: closed in HTML, and elsewhere only where everything is shown
};

struct Document {
  std::string title;
  std::string subtitle;
  std::vector<Section> sections;
};

// A section of that table alone. (An initializer list would copy the table, which may be large.)
void add_table(std::vector<Section>& sections, std::string_view title, Table table);

Document compare_document(const analysis::Comparison& comparison, analysis::Level level);
// One sentence per goal, then what the figures say beside.
Document verdict_document(const analysis::Comparison& comparison);
// `top` consumers and hotspots of each device.
Document energy_document(const analysis::EnergyReport& report, std::size_t top);
// `layers` adds the subgraphs, `arithmetic` how each of their operators was counted.
Document inspect_document(const workload::Workload& workload, workload::Runtime runtime, bool layers,
                          bool arithmetic = false);
Document hardware_document(const hardware::Device& device);

// "batch 1 · precision auto · engine runtime · device time · chip energy"
std::string scenario_line(const workload::Workload& workload, const estimate::Scenario& scenario);

}  // namespace whichchip::report
