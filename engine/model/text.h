// Text from a model is untrusted: names may be empty, enormous, or no text at all.
#pragma once

#include <string>
#include <string_view>

namespace whichchip::model {

// Valid UTF-8 of bounded length without control characters: what is neither becomes U+FFFD.
std::string clean_text(std::string_view text);
// ASCII only.
std::string lower_case(std::string_view text);

}  // namespace whichchip::model
