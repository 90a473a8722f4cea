// The view-model: everything the page says, computed once per change. The canvas draws it and the HTML twin repeats it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "estimate/estimate.h"
#include "hardware/device.h"
#include "report/document.h"
#include "report/table.h"

namespace whichchip::ui {

struct Choice {
  std::string value, label;
};

// A control with a fixed list of choices.
struct Setting {
  std::string option;  // of analysis::set_option
  std::string label;
  std::vector<Choice> choices;
  std::string value;
};

// A dimension of the model that the user may bind.
struct Dimension {
  std::string symbol, label;
  std::int64_t value = 1;
  std::int64_t least = 1;
  std::string origin;  // "default", "assumed", "given"
};

struct Fact {
  std::string label, text;
  std::optional<double> value;
  std::string note;
};

struct Share {
  std::string label;
  double fraction = 0;
};

struct ModelSummary {
  std::string name;
  std::string origin;  // "pytorch 2.4.0 · opset 17 · 124 nodes"
  std::string type;    // "convolutional network"
  std::string inputs;  // "input 1×3×224×224"
  std::vector<Fact> facts;
  std::vector<Share> mix;  // of the MACs, by kind of operator
  double coverage = 1;     // share of the MACs that is modelled
  std::string coverage_text;
  std::vector<std::string> warnings;
  std::vector<std::string> shapeless;  // inputs whose shape nobody has said
};

// What a row of the comparison is drawn with beside its cells; one per row, in the table's order.
struct Mark {
  std::string hardware;
  std::string name;    // of the chip, in full
  std::string detail;  // "GPU · 80 GB HBM2e · 400 W"
  hardware::DeviceClass device_class = hardware::DeviceClass::cpu;
  double latency_s = 0, energy_j = 0;
  estimate::Interval latency_interval_s, energy_interval_j;
  std::optional<double> measured_latency_s;  // published by others
  std::optional<double> compute_utilisation;
  std::array<double, 5> bound_share{};
  std::vector<std::string> wins;  // metrics that it is best at
  bool fits = true;
};

// One device in full: the picked one, else the first of the table.
struct Card {
  std::string hardware;
  report::Table facts;                                 // name, value
  report::Table costliest;                             // subgraphs that take most time
  std::array<double, estimate::kRungCount> rungs_s{};  // the ladder, summed over subgraphs
  double request_s = 0;
  double latency_s = 0;
};

struct View {
  bool has_model = false;
  ModelSummary model;
  std::string scenario;                  // one line
  std::string panel = "compare";         // which of the panels is shown, by its id
  std::vector<Choice> panels;            // all of them, in the order of the tabs
  std::optional<Setting> device_picker;  // of a panel about one device: whose it is
  std::vector<Setting> panel_settings;   // further choices of the panel
  std::string find;                      // words that the rows shown hold
  std::vector<std::string> changes;      // of the catalogue: "T4.memory.bandwidth=640"
  report::Document document;             // what it shows; empty for the comparison, whose view the other fields are
  std::vector<Setting> settings;
  std::vector<Dimension> dimensions;
  std::vector<std::string> verdict;  // the first sentence is the verdict
  report::Table comparison, failed, winners;
  std::vector<Mark> marks;
  std::string selected;  // device key; empty when none is picked
  std::string layer;     // the picked subgraph's id; empty when none is
  std::optional<Card> card;
  std::string status;  // one sentence for the status line
};

// Whether a table's rows are subgraphs, their ids its keys.
bool is_of_layers(const report::Table& table);

}  // namespace whichchip::ui
