// Names in scripts that the page's typeface does not have (Chinese, Arabic, …). On the canvas every run of such
// characters stands as one character of its own, whose picture the platform makes with the system's typefaces: shaped,
// and in its own direction. The twin keeps the text as it is.
//
//   ForeignText foreign;
//   const View& drawn = foreign.shown(view, revision);  // `view` itself where nothing in it is foreign
//   for (std::size_t i = 0; i < foreign.runs().size(); ++i) …a picture of foreign.runs()[i] as glyph_of(i)
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/view.h"

namespace whichchip::ui {

class ForeignText {
 public:
  // Unicode's private use area: code points that no name means anything by.
  static constexpr std::uint32_t kFirstGlyph = 0xe000;
  static constexpr std::size_t kMostRuns = 1024;  // later ones are drawn as an unknown character

  // `revision` differs whenever the view does.
  const View& shown(const View& view, std::uint64_t revision);

  const std::vector<std::string>& runs() const { return runs_; }
  static std::uint32_t glyph_of(std::size_t run) { return kFirstGlyph + static_cast<std::uint32_t>(run); }

 private:
  std::string replaced(const std::string& text);

  std::map<std::string, std::size_t> known_;
  std::vector<std::string> runs_;
  std::optional<View> copy_;
  std::uint64_t revision_ = 0;
  bool seen_ = false;
};

// Whether the typeface lacks a character of a text (UTF-8).
bool is_foreign(const std::string& text);

}  // namespace whichchip::ui
