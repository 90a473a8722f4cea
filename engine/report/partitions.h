// How runtimes fuse a model, and what its family gives reason for, as sections and JSON. Private to report/.
#pragma once

#include "analysis/guidance.h"
#include "analysis/partitions.h"
#include "report/document.h"
#include "report/json_parts.h"

namespace whichchip::report {

// "partitions": a row per level of fusion.
Section partitions_section(const analysis::FusionReport& report);
Json partitions_part(const analysis::FusionReport& report);
// Without lines and tables where there is nothing to say.
Section guidance_section(const analysis::Guidance& guidance);
Json guidance_part(const analysis::Guidance& guidance);

}  // namespace whichchip::report
