// Shorthands of the situation tests: a model built by hand, taken through the whole way to its workload.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/error.h"
#include "support/onnx_model.h"
#include "workload/workload.h"

namespace whichchip::tests {

using Dims = std::vector<std::int64_t>;
inline constexpr char kMicrosoft[] = "com.microsoft";

inline workload::Workload analyse(const OnnxModel& model, const model::DimensionBindings& bindings = {}) {
  return workload::build_workload(model.resolve(bindings), "situation");
}

inline std::int64_t macs(const OnnxModel& model, const model::DimensionBindings& bindings = {}) {
  return analyse(model, bindings).totals.macs;
}

// The one operator of that type.
inline const workload::Operator& operator_of(const workload::Workload& workload, const std::string& type) {
  for (const workload::Operator& candidate : workload.operators) {
    if (candidate.op_type == type) return candidate;
  }
  throw std::runtime_error("the workload has no operator " + type);
}

inline std::int64_t elements_read(const workload::Operator& op) {
  std::int64_t sum = 0;
  for (const workload::Access& access : op.reads) sum += access.elements;
  return sum;
}

inline bool warned(const workload::Workload& workload, const std::string& code) {
  return std::any_of(workload.warnings.begin(), workload.warnings.end(),
                     [&](const model::Warning& warning) { return warning.code == code; });
}

inline const model::Symbol& symbol(const model::Graph& graph, const std::string& name) {
  for (const model::Symbol& candidate : graph.symbols) {
    if (candidate.name == name) return candidate;
  }
  throw std::runtime_error("the graph has no symbol '" + name + "'");
}

// The message of the error that reading these bytes must give.
inline std::string error_of_bytes(const std::string& bytes) {
  try {
    resolve_bytes(bytes);
  } catch (const core::Error& error) {
    return error.message;
  }
  return "no error";
}

}  // namespace whichchip::tests
