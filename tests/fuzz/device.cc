// Any text as a device file gives a device or one error.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/error.h"
#include "hardware/catalog.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whichchip;
  try {
    const hardware::Device device =
        hardware::parse_device(std::string(reinterpret_cast<const char*>(data), size), "fuzz.json");
    if (device.id.empty()) std::abort();
  } catch (const core::Error& error) {
    if (error.code != core::ErrorCode::bad_hardware || error.message.empty()) std::abort();
  }
  return 0;
}
