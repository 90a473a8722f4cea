// Text from models and users is untrusted: it may hold control characters, escape sequences, or bytes that are no
// UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace whichchip::report {

// Valid UTF-8 without control characters: each bad byte or control character becomes U+FFFD; line breaks and tabs
// become spaces.
std::string plain(std::string_view text);

// Columns that a terminal gives the text: 0 for combining marks, 2 for wide East Asian characters, 1 for others.
// Expects plain().
int display_width(std::string_view text);

// Cut to `width` columns, the last being "…"; as it is where it fits.
std::string shortened(std::string_view text, int width);

// With a capital letter first, where it begins with a plain small one.
std::string sentence_case(std::string text);

}  // namespace whichchip::report
