#include "ui/app.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "core/error.h"
#include "report/json.h"
#include "support/network_builder.h"
#include "ui/export.h"
#include "ui/foreign_text.h"
#include "ui/panels.h"

namespace whichchip::ui {
namespace {

workload::Workload small_network(std::int64_t batch = 1) {
  tests::NetworkBuilder net(batch);
  const tests::Map image = net.image(3, 64, 64);
  const tests::Map features = net.conv(image, 32, 3, 2);
  net.linear(net.global_pool(features), 10);
  workload::Workload workload = net.finish();
  workload.model.name = "small";
  return workload;
}

// As a Worker's model: the batch is bound when it is asked for.
workload::Workload open_small(const analysis::Request& request) { return small_network(request.batch); }

std::string shown(const App& app) {
  return report::compare_json(*app.comparison(), app.request().level, report::versions(hardware::builtin_catalog()));
}

TEST(App, ASnapshotOpensAsTheSameView) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  app.apply(SetOption{"deployment", "edge"});
  app.apply(SetOption{"precision", "int8"});
  app.apply(Select{app.comparison()->rows.front().key});
  app.apply(ShowPanel{"layers"});
  App other(hardware::builtin_catalog());
  other.restore(app.snapshot());
  EXPECT_EQ(shown(other), shown(app));
  EXPECT_EQ(other.view().selected, app.view().selected);
  EXPECT_EQ(other.view().panel, "layers");
}

TEST(App, ASnapshotWithoutAModelKeepsTheOpenOne) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  const std::string before = shown(app);
  share::View undo = app.snapshot();
  undo.workload.reset();
  app.apply(SetOption{"runtime", "eager"});
  app.apply(SetDimension{"batch", 8});
  EXPECT_NE(shown(app), before);
  app.restore(undo);
  EXPECT_EQ(shown(app), before);
  EXPECT_EQ(app.request().batch, 1);
}

TEST(App, WhatCannotBeServedChangesNothing) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  const std::string before = shown(app);
  share::View view = app.snapshot();
  view.request.hardware = {"no-such-chip"};
  EXPECT_THROW(app.restore(view), core::Error);
  EXPECT_THROW(app.apply(ShowPanel{"nonsense"}), core::Error);
  EXPECT_THROW(app.apply(SetOption{"deployment", "moon"}), core::Error);
  EXPECT_EQ(shown(app), before);
  EXPECT_EQ(app.view().panel, kComparisonPanel);
}

TEST(App, EveryPanelHasSomethingToSay) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  for (const Panel& panel : panels()) {
    app.apply(ShowPanel{panel.id});
    if (panel.graph_document != nullptr) {
      const std::string question = app.graph_question();
      ASSERT_FALSE(question.empty()) << panel.id;
      app.graph_answer(question, answer_graph_question(question, open_small, hardware::builtin_catalog()));
      EXPECT_TRUE(app.graph_question().empty()) << "the same is not asked again";
    }
    if (panel.document == nullptr && panel.graph_document == nullptr) continue;
    if (std::string(panel.id) == "difference") continue;  // one model is open
    const report::Document& document = app.view().document;
    EXPECT_FALSE(document.title.empty()) << panel.id;
    ASSERT_FALSE(document.sections.empty()) << panel.id;
    for (const report::Section& section : document.sections) {
      for (const report::Table& table : section.tables) {
        for (const report::Row& row : table.rows) ASSERT_EQ(row.cells.size(), table.columns.size()) << table.id;
      }
    }
  }
}

TEST(App, AnOtherScenarioIsAnOtherQuestionAboutTheGraph) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  EXPECT_TRUE(app.graph_question().empty());
  app.apply(ShowPanel{"sweep"});
  const std::string over_batches = app.graph_question();
  app.graph_answer(over_batches, {"Sweep", "", {}});
  app.apply(SetPanelOption{"axis", "precision"});
  EXPECT_FALSE(app.graph_question().empty());
  EXPECT_NE(app.graph_question(), over_batches);
  App other(hardware::builtin_catalog());
  other.restore(app.snapshot());
  EXPECT_EQ(other.graph_question(), app.graph_question()) << "a link holds the panel's options";
  EXPECT_THROW(answer_graph_question("nonsense", open_small, hardware::builtin_catalog()), core::Error);
}

TEST(App, TwoModelsAreHeldAgainstEachOther) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  app.apply(ShowPanel{"difference"});
  EXPECT_TRUE(app.view().document.sections.empty());
  std::map<std::string, workload::Workload> others;
  others.emplace("larger", small_network(4));
  app.set_others(std::move(others));
  EXPECT_FALSE(app.view().document.sections.empty());
  ASSERT_EQ(app.view().panel_settings.size(), 1u);
  EXPECT_EQ(app.view().panel_settings[0].value, "larger");
}

TEST(App, ALayerIsPickedForAllPanels) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  app.apply(ShowPanel{"layers"});
  const std::size_t sections = app.view().document.sections.size();
  // A copy of all that is shown is made where a text is foreign: this panel has the most.
  for (const report::Section& section : app.view().document.sections) {
    for (const std::string& line : section.lines) EXPECT_FALSE(is_foreign(line)) << line;
  }
  const std::string id = std::to_string(app.workload()->partition(app.request().scenario.runtime).subgraphs[0].id);
  app.apply(SelectLayer{id});
  EXPECT_EQ(app.view().layer, id);
  ASSERT_EQ(app.view().document.sections.size(), sections + 2);
  const report::Section& card = app.view().document.sections[0];
  ASSERT_EQ(card.tables.size(), 1u);
  EXPECT_EQ(card.tables[0].rows.size(), app.comparison()->rows.size()) << "every device";
  app.apply(ShowPanel{"roofline"});
  EXPECT_EQ(app.view().layer, id);
  app.apply(SelectLayer{id});
  EXPECT_EQ(app.view().layer, "") << "the same again unpicks it";
}

TEST(App, LayersAreToldByLatencyOrByEnergy) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  app.apply(ShowPanel{"layers"});
  const auto titles = [&] {
    std::string all;
    for (const report::Section& section : app.view().document.sections) all += section.title + "\n";
    return all;
  };
  const auto total_of = [&](const std::string& device) -> double {
    for (const report::Section& section : app.view().document.sections) {
      for (const report::Table& table : section.tables) {
        if (table.id != "subgraphs") continue;
        for (std::size_t i = 0; i < table.columns.size(); ++i)
          if (table.columns[i].key == device) return table.rows.back().cells[i].value.value_or(0);
      }
    }
    return -1;
  };
  const analysis::Row best = app.comparison()->rows.front();
  EXPECT_EQ(total_of(best.key), best.batch_latency_s);
  EXPECT_NE(titles().find("Map of the layers by latency"), std::string::npos);
  app.apply(SetPanelOption{"metric", "energy"});
  EXPECT_EQ(total_of(best.key), best.energy_j);
  EXPECT_NE(titles().find("Map of the layers by energy"), std::string::npos);
  EXPECT_NE(titles().find("wins the energy"), std::string::npos);
  EXPECT_EQ(titles().find("latency"), std::string::npos) << titles();
  App other(hardware::builtin_catalog());
  other.restore(app.snapshot());
  EXPECT_EQ(other.view().panel_settings.front().value, "energy") << "a link keeps the choice";
}

TEST(App, WhatThingsCostIsAssumedOnThePanelAndPartOfTheScenario) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  app.apply(ShowPanel{"cost"});
  EXPECT_FALSE(app.view().panel_settings.empty());
  const std::vector<Setting> settings = app.view().panel_settings;
  for (const Setting& setting : settings) {
    const auto in_force = std::count_if(setting.choices.begin(), setting.choices.end(),
                                        [&](const Choice& choice) { return choice.value == setting.value; });
    EXPECT_EQ(in_force, 1) << setting.option;
    for (const Choice& choice : setting.choices)
      EXPECT_NO_THROW(app.apply(SetPanelOption{setting.option, choice.value})) << setting.option << " " << choice.value;
  }
  app.apply(SetPanelOption{"basis", "own"});
  app.apply(SetPanelOption{"life", "7"});
  EXPECT_EQ(app.request().economics.life_years, 7);
  App other(hardware::builtin_catalog());
  other.restore(app.snapshot());
  EXPECT_EQ(shown(other), shown(app)) << "a link holds it";
  app.apply(SetOption{"life", "2.5"});
  const Setting life = app.view().panel_settings[1];
  EXPECT_EQ(life.value, "2.5");
  EXPECT_EQ(life.choices[2].label, "2.5 years") << "a value that is not among the usual ones stands among them";
}

TEST(App, EveryGoalHasItsVerdict) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  app.apply(ShowPanel{"verdict"});
  const report::Document& document = app.view().document;
  ASSERT_GE(document.sections.size(), 6u);
  for (const report::Section& section : document.sections) EXPECT_FALSE(section.lines.empty()) << section.title;
  EXPECT_EQ(document.sections[0].lines[0], app.view().verdict[0]) << "sorted by latency, as the comparison is";
}

TEST(App, AFigureOfADeviceIsChangedAndTakenBack) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  const std::string before = shown(app);
  app.apply(SetOption{"set", "T4.memory.bandwidth=1"});
  EXPECT_NE(shown(app), before);
  EXPECT_NE(app.view().scenario.find("T4.memory.bandwidth=1"), std::string::npos);
  app.apply(SetOption{"set", "T4.memory.bandwidth=2"});
  EXPECT_EQ(app.view().changes.size(), 1u) << "one edit a figure";
  App other(hardware::builtin_catalog());
  other.restore(app.snapshot());
  EXPECT_EQ(shown(other), shown(app)) << "a link holds it";
  const std::string edited = shown(app);
  EXPECT_THROW(app.apply(SetOption{"set", "T4.memory.bandwidth=3 GHz"}), core::Error);
  EXPECT_EQ(shown(app), edited);
  app.apply(SetOption{"set", "T4.memory.bandwidth="});
  EXPECT_EQ(shown(app), before);
}

TEST(App, RowsAreFoundAndColumnsChosen) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  const std::size_t all = app.view().comparison.rows.size();
  app.apply(FindText{"GPU a100"});
  ASSERT_EQ(app.view().comparison.rows.size(), 1u);
  EXPECT_EQ(app.view().marks.size(), 1u);
  EXPECT_EQ(app.view().marks[0].hardware, app.view().comparison.rows[0].key);
  app.apply(FindText{"no such thing"});
  EXPECT_TRUE(app.view().comparison.rows.empty());
  app.apply(FindText{""});
  EXPECT_EQ(app.view().comparison.rows.size(), all);
  const auto primary = [&](const std::string& key) {
    for (const report::Column& column : app.view().comparison.columns) {
      if (column.key == key) return column.primary;
    }
    return false;
  };
  EXPECT_FALSE(primary("carbon_g"));
  app.apply(ShowColumn{"carbon_g", true});
  app.apply(ShowColumn{"bound", false});
  EXPECT_TRUE(primary("carbon_g"));
  EXPECT_FALSE(primary("bound"));
}

TEST(App, ColumnsGoBackToAsUsual) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  const auto shown = [&] {
    std::vector<bool> primary;
    for (const report::Column& column : app.view().comparison.columns) primary.push_back(column.primary);
    return primary;
  };
  const std::vector<bool> usual = shown();
  app.apply(ShowColumn{"carbon_g", true});
  app.apply(ShowColumn{"power_w", false});
  EXPECT_NE(shown(), usual);
  app.apply(ShowColumn{"", true});
  EXPECT_EQ(shown(), usual);
}

TEST(App, TheWholeCatalogueIsOneList) {
  const hardware::Catalog& catalog = hardware::builtin_catalog();
  App app(catalog);
  app.open(small_network());
  app.apply(ShowPanel{"hardware"});
  EXPECT_EQ(app.view().panel_settings.size(), 1u) << "one device needs neither class nor order";
  app.apply(SetPanelOption{"list", "all"});
  const auto list = [&]() -> const report::Table& { return app.view().document.sections.at(0).tables.at(0); };
  const auto at = [&](const std::string& key) {
    const auto& columns = list().columns;
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& each) { return each.key == key; });
    return static_cast<std::size_t>(found - columns.begin());
  };
  EXPECT_EQ(list().rows.size(), catalog.devices.size()) << "whatever the deployment";
  for (const char* key :
       {"class", "vendor", "peak_int8_ops_per_s", "bandwidth_bytes_per_s", "tdp_w", "price_usd", "source"})
    EXPECT_LT(at(key), list().columns.size()) << key;
  app.apply(SetPanelOption{"order", "bandwidth_bytes_per_s"});
  const auto bandwidth = [&](std::size_t row) { return list().rows[row].cells[at("bandwidth_bytes_per_s")].value; };
  EXPECT_GT(bandwidth(0), bandwidth(10)) << "most first";
  app.apply(SetPanelOption{"kind", "NPU"});
  EXPECT_LT(list().rows.size(), catalog.devices.size());
  for (const report::Row& row : list().rows) EXPECT_EQ(row.cells[at("class")].text, "NPU");
  app.apply(FindText{"hailo"});
  ASSERT_FALSE(list().rows.empty());
  for (const report::Row& row : list().rows) EXPECT_NE(row.key.find("Hailo"), std::string::npos);
  EXPECT_NE(app.shown_json().find("whichchip.hardware/1"), std::string::npos);
}

TEST(App, WhatIsBelowZeroIsANumberToSpreadsheets) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  app.apply(ShowPanel{"explain"});
  bool below_zero = false;
  for (const Exportable& each : exportables(app.shown_document())) {
    if (each.form != std::string("TSV") && each.form != std::string("CSV")) continue;
    const std::string file = exported(app.shown_document(), each.id);
    EXPECT_EQ(file.find("−"), std::string::npos) << each.part;
    below_zero = below_zero || file.find("\t-") != std::string::npos;
  }
  EXPECT_TRUE(below_zero);
}

TEST(App, WhatIsShownIsExported) {
  App app(hardware::builtin_catalog());
  app.open(small_network());
  for (const Panel& panel : panels()) {
    app.apply(ShowPanel{panel.id});
    const report::Document document = app.shown_document();
    std::set<std::string> files;
    for (const Exportable& each : exportables(document)) {
      EXPECT_FALSE(exported(document, each.id).empty()) << panel.id << " " << each.id;
      EXPECT_TRUE(files.insert(each.part + "/" + each.form).second)
          << panel.id << ": two exports are called " << each.part;
    }
    EXPECT_THROW(exported(document, "csv:99"), core::Error);
    // Every panel has the command line's JSON, here or from the graph; that of two models needs two.
    EXPECT_EQ(app.shown_json().empty(), panel.json == nullptr || std::string(panel.id) == "difference") << panel.id;
    EXPECT_EQ(app.json_question().empty(), panel.json != nullptr) << panel.id;
  }
  app.apply(ShowPanel{kComparisonPanel});
  EXPECT_EQ(app.shown_json(), shown(app) + "\n");
  EXPECT_NE(exported(app.shown_document(), "tsv:0").find("Hardware\t"), std::string::npos);
}

TEST(PanelText, GoesThereAndBack) {
  const PanelChoice choice = parse_panel("explain?against=Jetson-Orin-Nano-8GB@7w&metric=energy");
  EXPECT_EQ(choice.id, "explain");
  EXPECT_EQ(choice.options, (PanelOptions{{"against", "Jetson-Orin-Nano-8GB@7w"}, {"metric", "energy"}}));
  EXPECT_EQ(panel_text(choice.id, choice.options), "explain?against=Jetson-Orin-Nano-8GB@7w&metric=energy");
  EXPECT_EQ(parse_panel("layers").id, "layers");
  EXPECT_TRUE(parse_panel("layers?&=&x").options.count("x") == 0);
}

}  // namespace
}  // namespace whichchip::ui
