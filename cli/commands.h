// One function per command: arguments → engine → report → output.
#pragma once

#include "cli/arguments.h"

#include "analysis/open_model.h"
#include "hardware/catalog.h"
#include "workload/workload.h"

namespace whichchip::cli {

void run_compare(const Arguments& arguments);
void run_energy(const Arguments& arguments);
void run_inspect(const Arguments& arguments);
void run_recommend(const Arguments& arguments);
void run_explain(const Arguments& arguments);
void run_sweep(const Arguments& arguments);
void run_roofline(const Arguments& arguments);
void run_memory(const Arguments& arguments);
void run_diff(const Arguments& arguments);
// 0, or 1 when a budget is broken.
int run_check(const Arguments& arguments);
void run_hardware(const Arguments& arguments);
void run_models(const Arguments& arguments);
void run_link(const Arguments& arguments);
void run_open(const Arguments& arguments);

// The part of compare that follows reading the model; without `model`, as from a link, what takes other batches or
// lengths is left out.
void compare_workload(const Arguments& arguments, const hardware::Catalog& catalog, const workload::Workload& workload,
                      const analysis::OpenModel& model = {});

}  // namespace whichchip::cli
