// What a user can ask for, on the canvas or in the HTML around it; panels return intents and never act themselves.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace whichchip::ui {

// One option of analysis::set_option: "deployment" → "edge".
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
// Shows another panel.
struct ShowPanel {
  std::string panel;
};
struct CopyText {
  std::string text;
};

using Intent = std::variant<SetOption, SetDimension, SortBy, Select, ShowPanel, CopyText>;

}  // namespace whichchip::ui
