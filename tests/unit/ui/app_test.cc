#include "ui/app.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "report/json.h"
#include "support/network_builder.h"
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
    if (panel.document == nullptr) continue;
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

}  // namespace
}  // namespace whichchip::ui
