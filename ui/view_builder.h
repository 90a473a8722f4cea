// Fills a View from the engine's results. Words and figures only: nothing is computed here that another face could
// lack.
#pragma once

#include <string>
#include <vector>

#include "analysis/compare.h"
#include "analysis/request.h"
#include "hardware/catalog.h"
#include "ui/view.h"

namespace whichchip::ui {

ModelSummary model_summary(const workload::Workload& workload, workload::Runtime runtime);
// `workload`: the one that is shown, null before there is one; a language model has phases.
std::vector<Setting> settings(const analysis::Request& request, const hardware::Catalog& catalog,
                              const workload::Workload* workload);
std::vector<Dimension> dimensions(const workload::Workload& workload);
// In the order of `table`'s rows.
std::vector<Mark> marks(const analysis::Comparison& comparison, const report::Table& table);
Card card(const analysis::Comparison& comparison, const analysis::Row& row);
// "Analysed resnet50 on 7 devices. Lowest latency: …"
std::string status(const analysis::Comparison& comparison);

}  // namespace whichchip::ui
