// What a user can ask for, on the canvas or in the HTML around it; panels return intents and never act themselves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace whichchip::ui {

// What an operator is counted like: this and the operator as the file names it, "" for as it is written.
constexpr std::string_view kStandInOption = "cost-like:";

// One option of analysis::set_option: "deployment" → "edge"; or "cost-like:com.example.Frobnicate" → "Gelu".
struct SetOption {
  std::string option, value;
};
// A dimension of the model; "batch" is one of them. It is bound where the model's graph is kept.
struct SetDimension {
  std::string symbol;
  std::int64_t value = 1;
};
// Orders the comparison by a column; asked for again, the other way round.
struct SortBy {
  std::string column;
};
// Picks a device of the comparison; the same again unpicks it.
struct Select {
  std::string hardware;
};
// Picks a layer, by its subgraph's id; the same again unpicks it.
struct SelectLayer {
  std::string layer;
};
// Shows another panel.
struct ShowPanel {
  std::string panel;
};
// One option of the panel that is shown: "metric" → "energy".
struct SetPanelOption {
  std::string option, value;
};
// Keeps the rows of every table that hold these words; none: all rows.
struct FindText {
  std::string text;
};
// Whether a column of the comparison is among those shown; without a name, all as usual.
struct ShowColumn {
  std::string column;
  bool shown = true;
};
struct CopyText {
  std::string text;
};

using Intent = std::variant<SetOption, SetDimension, SortBy, Select, SelectLayer, ShowPanel, SetPanelOption, FindText,
                            ShowColumn, CopyText>;

}  // namespace whichchip::ui
