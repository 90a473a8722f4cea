// Any bytes give a graph or one error, and nothing that the graph says contradicts itself.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/error.h"
#include "model/byte_source.h"
#include "model/graph.h"
#include "model/reader.h"
#include "model/resolve.h"

namespace {

using namespace whichchip;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const model::Graph& graph) {
  const auto count = static_cast<int>(graph.tensors.size());
  for (const model::Tensor& tensor : graph.tensors) {
    require(tensor.elements() >= model::kUnknown);
    const auto values = static_cast<std::int64_t>(tensor.value.integers.size() + tensor.value.reals.size());
    require(!tensor.value.known || tensor.elements() == values);
  }
  for (const model::Node& node : graph.nodes) {
    for (const int index : node.inputs) require(index >= model::kAbsent && index < count);
    for (const int index : node.outputs) require(index >= model::kAbsent && index < count);
    require(node.repeat >= 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto source = model::memory_source(std::as_bytes(std::span(data, size)));
    check(model::resolve(model::read_skeleton(*source)));
  } catch (const core::Error& error) {
    require(error.code == core::ErrorCode::bad_model && !error.message.empty());
  }
  return 0;
}
