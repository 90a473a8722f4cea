// The product's version, as every face and every document states it.
#pragma once

namespace whichchip::core {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace whichchip::core
