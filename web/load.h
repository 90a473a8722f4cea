// From JavaScript's reader to a Workload: the way that the Worker and the module share.
#pragma once

#include <string>

#include <emscripten/val.h>

#include "analysis/request.h"
#include "model/open_model.h"
#include "workload/workload.h"

namespace whichchip::web {

// `reader` is that of js_byte_source.h; its optional `neighbours` {path: bytes} are the files that lie beside the
// model. `member` names a model inside an archive, as in open_model.h. `progress(offset, size)` is called now and then;
// undefined for none.
model::OpenedModel read_model(const emscripten::val& reader, const std::string& member,
                              const emscripten::val& progress);
// `name` is that of the file, for a model that is not inside an archive.
workload::Workload build(const model::OpenedModel& opened, const std::string& name, const analysis::Request& request);

}  // namespace whichchip::web
