#include "ui/foreign_text.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace whichchip::ui {
namespace {

constexpr std::uint32_t kRanges[] = {
#include "ui/glyph_ranges.inc"
};
constexpr std::uint32_t kFirstIdeograph = 0x2e80, kPastIdeographs = 0xa4d0;  // CJK radicals to Yi: each stands alone
constexpr std::size_t kMostIdeographs = 6;  // in one run: what is cut for want of room loses few

// The character that begins at `at`, and its bytes; what is not UTF-8 is one unknown character a byte.
struct Character {
  std::uint32_t code = 0xfffd;
  std::size_t bytes = 1;
};

Character character_at(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const std::uint32_t lead = byte(at);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return {};
  std::uint32_t code = lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(at + i) & 0xc0u) != 0x80u) return {};
    code = (code << 6) | (byte(at + i) & 0x3fu);
  }
  return {code, bytes};
}

bool has_glyph(std::uint32_t code) {
  if (code <= 0x7e) return true;
  for (std::size_t i = 0; i + 1 < std::size(kRanges); i += 2) {
    if (code >= kRanges[i] && code <= kRanges[i + 1]) return true;
  }
  return code == 0xfffd;  // drawn as Dear ImGui draws what it does not know
}

bool is_ideograph(std::uint32_t code) { return code >= kFirstIdeograph && code < kPastIdeographs; }

std::string utf8(std::uint32_t code) {
  return {static_cast<char>(0xe0 | (code >> 12)), static_cast<char>(0x80 | ((code >> 6) & 0x3f)),
          static_cast<char>(0x80 | (code & 0x3f))};
}

// Where the run ends that begins at `at` with a foreign character: words of one script and the spaces between them
// belong together, because their order on the line is the script's.
std::size_t end_of_run(const std::string& text, std::size_t at) {
  const bool ideographs = is_ideograph(character_at(text, at).code);
  std::size_t end = at, count = 0;
  for (std::size_t i = at; i < text.size();) {
    const Character each = character_at(text, i);
    const bool foreign = !has_glyph(each.code);
    if (foreign && is_ideograph(each.code) != ideographs) break;
    if (!foreign && (ideographs || (each.code != ' ' && each.code != '_'))) break;
    i += each.bytes;
    if (foreign) end = i;
    if (ideographs && ++count == kMostIdeographs) break;
  }
  return end;
}

// Almost every text is: eight characters at once, the last eight overlapping those before.
bool is_ascii(const std::string& text) {
  const std::size_t size = text.size();
  std::uint64_t bits = 0, eight = 0;
  if (size < sizeof eight) {
    for (const char each : text) bits |= static_cast<unsigned char>(each);
    return bits < 0x80;
  }
  for (std::size_t i = 0; i < size; i += sizeof eight) {
    std::memcpy(&eight, text.data() + std::min(i, size - sizeof eight), sizeof eight);
    bits |= eight;
  }
  return (bits & 0x8080808080808080u) == 0;
}

// --- every text of a view that is drawn; keys and values, by which things are picked, stay -----------------------

enum class Columns : std::uint8_t { all, chosen };

// Bars are drawn, not written; of the comparison only the chosen columns are seen.
template <typename Table, typename Each>
void each_of_table(Table& table, Columns columns, Each each) {
  each(table.caption);
  std::vector<bool> drawn;
  for (auto& column : table.columns) {
    drawn.push_back(column.key != report::kBarColumn && (columns == Columns::all || column.primary));
    if (drawn.back()) each(column.title);
  }
  for (auto& row : table.rows) {
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      if (!drawn[i]) continue;
      auto& cell = row.cells[i];
      if (cell.heat <= 0) each(cell.text);  // a shade stands for the text of the others
      each(cell.note);
    }
  }
}

template <typename Chart, typename Each>
void each_of_chart(Chart& chart, Each each) {
  each(chart.title);
  for (auto& series : chart.series) {
    each(series.name), each(series.note);
    for (auto& point : series.points) each(point.label);
  }
  for (auto& bar : chart.bars) each(bar.name);
}

// `AnyView` is View, or const View to look only.
template <typename AnyView, typename Each>
void each_text(AnyView& view, Each each) {
  for (auto* text : {&view.model.name, &view.model.origin, &view.model.inputs, &view.scenario, &view.document.title,
                     &view.document.subtitle})
    each(*text);
  for (auto& line : view.model.warnings) each(line);
  for (auto& line : view.verdict) each(line);
  for (auto& dimension : view.dimensions) each(dimension.label);
  for (auto& setting : view.panel_settings) {
    for (auto& choice : setting.choices) each(choice.label);
  }
  each_of_table(view.comparison, Columns::chosen, each);
  each_of_table(view.failed, Columns::all, each);
  if (view.card) each_of_table(view.card->facts, Columns::all, each);
  for (auto& section : view.document.sections) {
    each(section.title);
    for (auto& line : section.lines) each(line);
    for (auto& table : section.tables) each_of_table(table, Columns::all, each);
    for (auto& chart : section.charts) each_of_chart(chart, each);
  }
}

}  // namespace

bool is_foreign(const std::string& text) {
  if (is_ascii(text)) return false;
  for (std::size_t i = 0; i < text.size();) {
    const Character each = character_at(text, i);
    if (!has_glyph(each.code)) return true;
    i += each.bytes;
  }
  return false;
}

std::string ForeignText::replaced(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const Character each = character_at(text, i);
    if (has_glyph(each.code)) {
      out.append(text, i, each.bytes);
      i += each.bytes;
      continue;
    }
    const std::size_t end = end_of_run(text, i);
    const auto [known, added] = known_.emplace(text.substr(i, end - i), runs_.size());
    if (added) runs_.push_back(known->first);
    out += utf8(known->second < kMostRuns ? glyph_of(known->second) : 0xfffdu);
    i = end;
  }
  return out;
}

const View& ForeignText::shown(const View& view, std::uint64_t revision) {
  if (!seen_ || revision != revision_) {
    seen_ = true;
    revision_ = revision;
    copy_.reset();
    bool foreign = false;
    each_text(view, [&](const std::string& text) { foreign = foreign || is_foreign(text); });
    if (foreign) {
      copy_ = view;
      each_text(*copy_, [this](std::string& text) {
        if (is_foreign(text)) text = replaced(text);
      });
    }
  }
  return copy_ ? *copy_ : view;
}

}  // namespace whichchip::ui
