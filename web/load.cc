#include "web/load.h"

#include "model/resolve.h"
#include "web/js_byte_source.h"

namespace whichchip::web {

model::Skeleton read_model(const emscripten::val& reader, const emscripten::val& progress) {
  const auto source = js_byte_source(reader);
  model::ReadOptions options;
  if (!progress.isUndefined() && !progress.isNull()) {
    options.progress = [&progress](std::int64_t offset, std::int64_t size) {
      progress(static_cast<double>(offset), static_cast<double>(size));
      return true;
    };
  }
  return model::read_skeleton(*source, options);
}

workload::Workload build(const model::Skeleton& skeleton, const std::string& name, const analysis::Request& request) {
  const model::Graph graph = model::resolve(skeleton, analysis::bindings(request), request.default_dims, request.phase);
  return workload::build_workload(graph, name);
}

}  // namespace whichchip::web
