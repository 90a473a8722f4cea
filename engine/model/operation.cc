#include "model/operation.h"

#include "model/tensor_values.h"
#include "model/text.h"

namespace whichchip::model {
namespace {

std::optional<Attribute> read_attribute(const onnx::AttributeProto& attribute) {
  using Proto = onnx::AttributeProto;
  switch (attribute.type()) {
    case Proto::FLOAT:
      return Attribute(static_cast<double>(attribute.f()));
    case Proto::INT:
      return Attribute(attribute.i());
    case Proto::STRING:
      return Attribute(clean_text(attribute.s()));
    case Proto::TENSOR:
      return Attribute(read_tensor(attribute.t()));
    case Proto::FLOATS:
      return Attribute(std::vector<double>(attribute.floats().begin(), attribute.floats().end()));
    case Proto::INTS:
      return Attribute(std::vector<std::int64_t>(attribute.ints().begin(), attribute.ints().end()));
    case Proto::STRINGS: {
      std::vector<std::string> strings;
      for (const std::string& text : attribute.strings()) strings.push_back(clean_text(text));
      return Attribute(std::move(strings));
    }
    default:
      return std::nullopt;
  }
}

// Files before IR 3 leave the type out.
bool is_integer_list(const onnx::AttributeProto& attribute) {
  return attribute.type() == onnx::AttributeProto::INTS || (!attribute.has_type() && attribute.ints_size() > 0);
}

}  // namespace

Operation::Operation(const onnx::NodeProto& node, const AttributeBindings* bindings, const OpsetVersions& opsets,
                     const OperatorName* stand_in)
    : node_(&node),
      stand_in_(stand_in),
      domain_(stand_in == nullptr ? canonical_domain(node.domain()) : stand_in->domain) {
  const auto version = opsets.find(domain_);
  opset_ = version == opsets.end() ? 1 : version->second;
  for (const onnx::AttributeProto& attribute : node.attribute()) {
    const onnx::AttributeProto* value = &attribute;
    if (!attribute.ref_attr_name().empty()) {
      if (bindings == nullptr) continue;
      const auto found = bindings->find(attribute.ref_attr_name());
      if (found == bindings->end()) continue;  // optional and not given
      value = found->second;
    }
    attributes_.emplace_back(attribute.name(), value);
  }
}

const onnx::AttributeProto* Operation::attribute(std::string_view name) const {
  for (const auto& [key, value] : attributes_) {
    if (key == name) return value;
  }
  return nullptr;
}

std::int64_t Operation::integer(std::string_view name, std::int64_t fallback) const {
  const auto* found = attribute(name);
  return found != nullptr && found->has_i() ? found->i() : fallback;
}

double Operation::real(std::string_view name, double fallback) const {
  const auto* found = attribute(name);
  return found != nullptr && found->has_f() ? static_cast<double>(found->f()) : fallback;
}

std::string Operation::text(std::string_view name, const std::string& fallback) const {
  const auto* found = attribute(name);
  return found != nullptr && found->has_s() ? found->s() : fallback;
}

std::optional<std::vector<std::int64_t>> Operation::integers(std::string_view name) const {
  const auto* found = attribute(name);
  if (found == nullptr || !is_integer_list(*found)) return std::nullopt;
  return std::vector<std::int64_t>(found->ints().begin(), found->ints().end());
}

Attributes read_attributes(const Operation& operation, core::TextPool& names) {
  Attributes result;
  result.reserve(operation.attributes().size());
  for (const auto& [name, attribute] : operation.attributes()) {
    const core::SharedText& key = names.share(clean_text(name));
    if (result.contains(key)) continue;
    if (auto value = read_attribute(*attribute)) result[key] = std::move(*value);
  }
  return result;
}

}  // namespace whichchip::model
