#include "web/load.h"

#include <optional>

#include "analysis/open_model.h"
#include "web/js_byte_source.h"

namespace whichchip::web {

namespace {

model::NeighbourBytes neighbours_of(const emscripten::val& reader) {
  const emscripten::val sizes = reader["neighbours"];
  if (sizes.isUndefined()) return {};
  return [sizes](const std::string& location) -> std::optional<std::int64_t> {
    const emscripten::val bytes = sizes[location];
    if (!bytes.isNumber()) return std::nullopt;
    return static_cast<std::int64_t>(bytes.as<double>());
  };
}

}  // namespace

model::OpenedModel read_model(const emscripten::val& reader, const std::string& member,
                              const emscripten::val& progress) {
  const auto source = js_byte_source(reader);
  model::ReadOptions options;
  if (!progress.isUndefined() && !progress.isNull()) {
    options.progress = [&progress](std::int64_t offset, std::int64_t size) {
      progress(static_cast<double>(offset), static_cast<double>(size));
      return true;
    };
  }
  options.neighbour_bytes = neighbours_of(reader);
  return model::open_model(*source, member, options);
}

workload::Workload build(const model::OpenedModel& opened, const std::string& name, const analysis::Request& request) {
  const model::Graph graph = analysis::resolve(opened.skeleton, request, request.default_dims);
  return workload::build_workload(graph, opened.member.empty() ? name : opened.member);
}

}  // namespace whichchip::web
