// From JavaScript's reader to a Workload: the way that the Worker and the module share.
#pragma once

#include <string>

#include <emscripten/val.h>

#include "analysis/request.h"
#include "model/reader.h"
#include "workload/workload.h"

namespace whichchip::web {

// `progress(offset, size)` is called now and then; undefined for none.
model::Skeleton read_model(const emscripten::val& reader, const emscripten::val& progress);
workload::Workload build(const model::Skeleton& skeleton, const std::string& name, const analysis::Request& request);

}  // namespace whichchip::web
