// Any bytes as an archive give a model or one error, in bounded memory.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/error.h"
#include "model/byte_source.h"
#include "model/open_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whichchip;
  const auto source = model::memory_source(std::as_bytes(std::span(data, size)));
  try {
    const model::OpenedModel opened = model::open_model(*source);
    if (!opened.skeleton.contents) std::abort();
  } catch (const core::Error& error) {
    if (error.code != core::ErrorCode::bad_model || error.message.empty()) std::abort();
  }
  return 0;
}
