// Any bytes as an encoded workload, a document or a link give what was shared or one error; a workload that was taken
// can be encoded again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "share/deflate.h"
#include "share/link.h"
#include "share/workload_codec.h"

namespace {

using namespace whichchip;

template <typename Decode>
void attempt(const Decode& decode) {
  try {
    decode();
  } catch (const core::Error& error) {
    const bool expected = error.code == core::ErrorCode::bad_model || error.code == core::ErrorCode::bad_usage;
    if (!expected || error.message.empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(data, size);
  attempt([&] {
    const workload::Workload workload = share::decode_workload(bytes);
    if (share::encode_workload(workload).empty()) std::abort();
  });
  attempt([&] { share::decode_document(bytes); });
  // What a document holds, deflated here: no mutation gets through a compression.
  attempt([&] {
    constexpr std::string_view kMagic = "whichchip view 1\n";
    std::vector<std::uint8_t> document(kMagic.begin(), kMagic.end());
    const std::vector<std::uint8_t> payload = share::deflated(bytes);
    document.insert(document.end(), payload.begin(), payload.end());
    share::decode_document(document);
  });
  attempt([&] { share::decode_link(std::string_view(reinterpret_cast<const char*>(data), size)); });
  return 0;
}
