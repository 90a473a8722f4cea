#include "model/external_data.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/integer.h"
#include "model/data_type.h"
#include "model/skeleton.h"
#include "model/tensor_values.h"
#include "model/text.h"
#include "model/topology.h"
#include "model/warnings.h"

namespace whichchip::model {
namespace {

struct External {
  std::string location;
  std::optional<std::int64_t> offset, length;
  bool malformed = false;
  bool elided = false;  // ours: the payload is in the model file itself
};

std::optional<std::int64_t> parse_number(std::string_view text) {
  if (text.empty() || text.size() > 18) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

External read_external(const onnx::TensorProto& tensor) {
  External external;
  for (const auto& entry : tensor.external_data()) {
    if (entry.key() == kElidedKey) external.elided = true;
    if (entry.key() == "location") external.location = entry.value();
    auto* number = entry.key() == "offset" ? &external.offset : entry.key() == "length" ? &external.length : nullptr;
    if (number == nullptr) continue;
    *number = parse_number(entry.value());
    external.malformed = external.malformed || !number->has_value();
  }
  return external;
}

// The standard wants a path below the model's folder.
bool leads_outside(const std::string& location) {
  const auto has = [&](std::string_view part) { return location.find(part) != std::string::npos; };
  return location.empty() || location[0] == '/' || has("\\") || has(":") || has(std::string_view("\0", 1)) ||
         location == ".." || location.starts_with("../") || has("/../") || location.ends_with("/..");
}

class Check {
 public:
  explicit Check(const NeighbourBytes& bytes_of) : bytes_of_(bytes_of) {}

  void tensor(const onnx::TensorProto& tensor) {
    if (tensor.data_location() != onnx::TensorProto::EXTERNAL) return;
    const External external = read_external(tensor);
    if (external.elided) return;
    const std::string name = clean_text(tensor.name());
    if (leads_outside(external.location)) {
      warnings_.add("external-data-location",
                    "The weight '" + name + "' is said to lie in '" + clean_text(external.location) +
                        "', outside the model's folder; that is never opened.",
                    name);
      return;
    }
    if (external.malformed) {
      warnings_.add("external-data-size", "Where the weight '" + name + "' lies in its file is no number.", name);
      return;
    }
    const std::int64_t elements = element_count({tensor.dims().begin(), tensor.dims().end()});
    const DataType type = data_type(tensor.data_type());
    if (elements < 0 || bits(type) == 0) return;
    const std::int64_t needed = storage_bytes(elements, type);
    if (external.length && *external.length != needed) {
      warnings_.add("external-data-size",
                    "The weight '" + name + "' is said to take " + std::to_string(*external.length) + " bytes of '" +
                        clean_text(external.location) + "' where its dimensions and type ask for " +
                        std::to_string(needed) + "; the dimensions are believed.",
                    name);
    }
    std::int64_t& end = ends_[external.location];
    end = std::max(end, core::saturating_add(external.offset.value_or(0), needed));
  }

  std::vector<Warning> take() {
    for (const auto& [location, end] : ends_) {
      const auto bytes = bytes_of_ ? bytes_of_(location) : std::nullopt;
      if (!bytes || *bytes >= end) continue;
      warnings_.add("external-data-size",
                    "'" + clean_text(location) + "' has " + std::to_string(*bytes) +
                        " bytes where the model's weights reach to " + std::to_string(end) +
                        "; it may belong to another model or be incomplete.",
                    clean_text(location));
    }
    return warnings_.take();
  }

 private:
  const NeighbourBytes& bytes_of_;
  Warnings warnings_;
  std::map<std::string, std::int64_t> ends_;  // location → how far the weights reach
};

}  // namespace

std::vector<Warning> check_external_data(const onnx::ModelProto& model, const NeighbourBytes& bytes_of) {
  Check check(bytes_of);
  const auto visit_weights = [&check](const onnx::GraphProto& graph) {
    for (const auto& tensor : graph.initializer()) check.tensor(tensor);
  };
  const auto visit_node = [&](const onnx::NodeProto& node) {
    for (const auto& attribute : node.attribute()) {
      if (attribute.has_t()) check.tensor(attribute.t());
      if (attribute.has_g()) visit_weights(attribute.g());
      for (const auto& graph : attribute.graphs()) visit_weights(graph);
    }
  };
  visit_weights(model.graph());
  for_each_node(model.graph().node(), visit_node);
  for (const auto& function : model.functions()) for_each_node(function.node(), visit_node);
  return check.take();
}

}  // namespace whichchip::model
