// Text inside HTML and SVG. Private to report/.
#pragma once

#include <string>

namespace whichchip::report {

// plain(), with what markup gives a meaning escaped; safe inside elements and quoted attributes.
std::string markup_escaped(const std::string& text);

}  // namespace whichchip::report
