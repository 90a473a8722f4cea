// "Did you mean": the names nearest to what was typed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whichchip::core {

// ASCII lower case; other bytes stay.
std::string lower_case(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);

// The `count` nearest of `names`, nearest first: by edit distance ignoring case and punctuation, names that contain the
// text before others; ties in the order of `names`.
std::vector<std::string> nearest(std::string_view text, const std::vector<std::string>& names, std::size_t count);

// "a, b or c"
std::string join_choices(const std::vector<std::string>& names);

}  // namespace whichchip::core
