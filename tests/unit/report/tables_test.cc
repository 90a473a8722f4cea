#include "report/tables.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "report/document.h"
#include "report/metric_table.h"
#include "report/render.h"
#include "report/table_builder.h"
#include "support/comparison_builder.h"

namespace whichchip::report {
namespace {

using tests::estimated;
using tests::ranked;
using tests::small_workload;

const Cell& cell(const Table& table, const std::string& row, const std::string& column) {
  for (const Row& candidate : table.rows) {
    for (std::size_t i = 0; i < table.columns.size() && candidate.key == row; ++i) {
      if (table.columns[i].key == column) return candidate.cells.at(i);
    }
  }
  throw std::out_of_range(row + "/" + column);
}

void expect_rectangular(const Table& table) {
  for (const Row& row : table.rows) EXPECT_EQ(row.cells.size(), table.columns.size()) << table.id << " " << row.key;
}

class Tables : public ::testing::Test {
 protected:
  workload::Workload workload_ = small_workload(4);
  analysis::Comparison comparison_ =
      ranked(workload_, {estimated("A", {.latency_s = 2e-3, .energy_j = 8e-3, .usd_per_hour = 1}, 4),
                         estimated("B", {.latency_s = 1e-3, .energy_j = 16e-3}, 4),
                         estimated("big", {.latency_s = 9e-3, .memory_bytes = 2e9, .fits = estimate::Fit::no}, 4)});
};

TEST_F(Tables, EveryTableIsRectangular) {
  const analysis::Inspection inspection = analysis::inspect(workload_);
  const auto runtime = workload::Runtime::engine;
  for (const Table& table :
       {comparison_table(comparison_), failed_table(comparison_), winners_table(comparison_),
        subgraph_table(comparison_, runtime, SubgraphQuantity::energy),
        wins_table(comparison_, runtime, SubgraphQuantity::latency), device_table(comparison_, comparison_.rows[0]),
        bounds_table(comparison_.rows[0]), device_subgraphs_table(comparison_, comparison_.rows[0], 0),
        model_table(workload_, inspection), operators_table(inspection), coverage_table(workload_),
        layers_table(workload_, inspection, runtime), hardware_table({comparison_.rows[0].device}),
        samples_table({})}) {
    expect_rectangular(table);
  }
}

// Where operators have no rule, sums are bounds and say so; what is not counted is not 0.
TEST_F(Tables, SumsThatMissOperatorsAreBounds) {
  const auto model_value = [this](const char* name) {
    return cell(model_table(workload_, analysis::inspect(workload_)), name, "value").text;
  };
  EXPECT_EQ(model_value("MACs"), "400.0 M");
  EXPECT_EQ(cell(comparison_table(comparison_), "B", "latency_s").text, "1.00");
  workload_.coverage.nodes = 3;
  workload_.operators.emplace_back().op_type = "Mystery";
  EXPECT_EQ(model_value("MACs"), "at least 400.0 M");
  EXPECT_EQ(model_value("FLOPs"), "at least 800.0 M (2 × MACs)");
  EXPECT_EQ(model_value("Activations written"), "at least 1.00 KB");
  const Table operators = operators_table(analysis::inspect(workload_));
  EXPECT_EQ(cell(operators, "Mystery", "macs").text, kNotAvailable);
  EXPECT_EQ(cell(operators, "Conv", "macs").text, "200");
  const Table table = comparison_table(comparison_);
  EXPECT_EQ(cell(table, "B", "latency_s").text, "≥ 1.00");
  EXPECT_EQ(cell(table, "B", "throughput_per_s").text, "≤ 4000");
  EXPECT_EQ(cell(table, "B", "energy_j").text, "≥ 4.00");
  EXPECT_EQ(cell(table, "B", "power_w").text.find("≥"), std::string::npos);
  EXPECT_EQ(cell(winners_table(comparison_), "latency", "value").text, "≥ 1.00 ms");
}

TEST_F(Tables, ComparisonShowsWhatTheRowsHold) {
  const Table table = comparison_table(comparison_);
  EXPECT_EQ(table.sorted_by, "latency_s");
  EXPECT_TRUE(table.ascending);
  EXPECT_EQ(table.rows[0].key, "B");
  EXPECT_EQ(cell(table, "B", "rank").text, "1");
  EXPECT_EQ(cell(table, "A", "latency_s").text, "2.00");
  EXPECT_EQ(*cell(table, "A", "latency_s").value, 2e-3);
  EXPECT_EQ(cell(table, "A", "latency_interval_s").text, "1.82–2.20");
  EXPECT_EQ(*cell(table, "A", "throughput_per_s").value, 2000);
  EXPECT_EQ(*cell(table, "A", "energy_j").value, 2e-3);
  EXPECT_EQ(cell(table, "A", "units_used").text, "8/10 cores");
  EXPECT_EQ(cell(table, "A", "cost_usd_per_million").note, "Cloud spot, $1.00/h, 2024");
  EXPECT_EQ(cell(table, "B", "cost_usd_per_million").text, "—");
  EXPECT_EQ(cell(table, "B", "cost_usd_per_million").note, "no price known: --price sets one");
  EXPECT_TRUE(table.rows[2].muted);
  EXPECT_EQ(cell(table, "big", "rank").text, "—");
}

TEST_F(Tables, UnfitDevicesStandInTheLowerTableWithTheReason) {
  comparison_.failed = {{"Coral", "needs quantisation"}};
  const Table table = failed_table(comparison_);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(cell(table, "big", "reason").text, "does not fit: needs 2.00 GB, has 1.00 GB");
  EXPECT_EQ(cell(table, "Coral", "reason").text, "needs quantisation");
}

TEST_F(Tables, SubgraphsAddUpAndWinsAreCounted) {
  const Table table = subgraph_table(comparison_, workload::Runtime::engine, SubgraphQuantity::latency);
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(cell(table, "0", "winner").text, "B");
  EXPECT_DOUBLE_EQ(*cell(table, "0", "margin").value, 2);
  EXPECT_DOUBLE_EQ(*cell(table, "total", "A").value, 2e-3);
  EXPECT_DOUBLE_EQ(*cell(table, "total", "macs").value, 4e8);
  double wins = 0;
  for (const Row& row : wins_table(comparison_, workload::Runtime::engine, SubgraphQuantity::latency).rows)
    wins += *row.cells[1].value;
  EXPECT_EQ(wins, 2);
  const Table energy = subgraph_table(comparison_, workload::Runtime::engine, SubgraphQuantity::energy);
  EXPECT_DOUBLE_EQ(*cell(energy, "total", "A").value, comparison_.rows[1].energy_j);
}

// One row takes what belongs to no subgraph: the total is the figure that compare prints.
TEST_F(Tables, WhatARequestTakesOnceIsALine) {
  analysis::Estimated slow = tests::estimated("A", {.latency_s = 1e-3});
  slow.estimate.latency_s += 0.5e-3;
  slow.estimate.request_s = 0.5e-3;
  const analysis::Comparison comparison = tests::ranked(workload_, {slow, tests::estimated("B", {.latency_s = 2e-3})});
  const Table table = subgraph_table(comparison, workload::Runtime::engine, SubgraphQuantity::latency);
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_NEAR(*cell(table, "request", "A").value, 0.5e-3, 1e-15);
  EXPECT_EQ(*cell(table, "request", "B").value, 0);
  EXPECT_EQ(*cell(table, "total", "A").value, 1.5e-3);
}

TEST_F(Tables, LayersAddUpToTheTotals) {
  const Table table = layers_table(workload_, analysis::inspect(workload_), workload::Runtime::engine);
  EXPECT_DOUBLE_EQ(*cell(table, "total", "macs").value, static_cast<double>(workload_.totals.macs));
  EXPECT_DOUBLE_EQ(*cell(table, "total", "weight_bytes").value, 4000);
}

TEST_F(Tables, ChosenGroupsOfColumnsStandAlone) {
  const Table general = comparison_table(comparison_);
  const Table power = metric_table(comparison_, {"power"});
  expect_rectangular(power);
  std::vector<std::string> keys;
  for (const Column& column : power.columns) keys.push_back(column.key);
  EXPECT_EQ(keys, (std::vector<std::string>{"rank", "hardware", "precision_used", "power_w", "peak_power_w", "idle_w",
                                            "cap_w", "inferences_per_j", "ops_per_j"}));
  for (const Row& row : power.rows)
    EXPECT_EQ(cell(power, row.key, "power_w").value, cell(general, row.key, "power_w").value);
  // W × operations per J = operations per s.
  EXPECT_DOUBLE_EQ(*cell(power, "A", "power_w").value * *cell(power, "A", "ops_per_j").value,
                   *cell(general, "A", "attained_ops_per_s").value);
  // Within 5 % of the least energy × delay of those that hold the model is a tie, which shares the star.
  const Table balance = metric_table(comparison_, {"balance"});
  double least = 1e300;
  for (const analysis::Row& row : comparison_.rows)
    if (row.estimate.fits != estimate::Fit::no) least = std::min(least, row.edp_js);
  for (const analysis::Row& row : comparison_.rows)
    EXPECT_EQ(cell(balance, row.key, "edp_best").text == "★",
              row.edp_js <= 1.05 * least && row.estimate.fits != estimate::Fit::no);
  for (const std::string& group : column_groups()) expect_rectangular(metric_table(comparison_, {group, "latency"}));
  EXPECT_THROW(metric_table(comparison_, {"speed"}), core::Error);
}

TEST_F(Tables, ModelTableSpeaksOfBothShapes) {
  const std::string shown = text(model_table(workload_, analysis::inspect(workload_)));
  EXPECT_NE(shown.find("input float batch×3×?, here 100"), std::string::npos) << shown;
  EXPECT_NE(shown.find("400.0 M"), std::string::npos) << shown;
  EXPECT_NE(shown.find("ai.onnx 17"), std::string::npos) << shown;
}

TEST_F(Tables, DocumentsOfEveryLevelRenderInEveryForm) {
  for (const analysis::Level level : {analysis::Level::summary, analysis::Level::detailed, analysis::Level::subgraph}) {
    const Document document = compare_document(comparison_, level);
    EXPECT_EQ(document.title, "tiny on 3 devices");
    EXPECT_EQ(document.subtitle, "batch 4 · precision auto · engine runtime · device time · chip power");
    EXPECT_NE(text(document).find("Lowest latency: B"), std::string::npos);
    EXPECT_NE(markdown(document).find("# tiny on 3 devices"), std::string::npos);
    EXPECT_NE(html(document).find("<h1>tiny on 3 devices</h1>"), std::string::npos);
  }
}

TEST_F(Tables, ModelTableTellsAFewOfManyInputs) {
  workload::Workload many = workload_;
  while (many.model.inputs.size() < 66) many.model.inputs.push_back(many.model.inputs[0]);
  const Table table = model_table(many, analysis::inspect(many, workload::Runtime::engine));
  std::vector<std::string> told;
  for (const Row& row : table.rows) {
    if (row.key == "Input") told.push_back(row.cells[1].text);
  }
  ASSERT_EQ(told.size(), 7u);
  EXPECT_EQ(told.back(), "and 60 more");
}

TEST(TableBuilder, SharesTooSmallToMatterAreSaidToBe) {
  TableBuilder builder("t", "");
  builder.number("share", "Share", core::Quantity::fraction).number("time_s", "Time", core::Quantity::time);
  for (const double value : {0.274, 1e-4, 0.99e-4, 6.8e-9, 0.0}) builder.row("r").cell(value).cell(value);
  const Table table = builder.build();
  std::vector<std::string> shown;
  for (const Row& row : table.rows) shown.push_back(row.cells[0].text);
  EXPECT_EQ(shown, (std::vector<std::string>{"27.4", "0.0100", "<0.01", "<0.01", "0"}));
  EXPECT_DOUBLE_EQ(*table.rows[3].cells[0].value, 6.8e-9) << "the value is kept for whoever reads on";
  EXPECT_NE(table.rows[3].cells[1].text, "<0.01") << "shares only";
}

TEST(Samples, Manifest) {
  const std::vector<Sample> samples = parse_samples(
      R"({"models": [{"name": "net", "title": "Net", "family": "cnn", "file": "net.onnx", "inputs": [{"name": "x", "dtype": "float32", "shape": ["batch", 3]}],
          "default_dims": {"batch": 1}, "macs": 4089184256, "parameters": 25557032, "file_bytes": 34129}]})");
  ASSERT_EQ(samples.size(), 1U);
  const Table table = samples_table(samples);
  EXPECT_EQ(cell(table, "net", "input").text, "1×3");
  EXPECT_EQ(cell(table, "net", "macs").text, "4.089");
  EXPECT_EQ(cell(table, "net", "parameters").text, "25.56");
  EXPECT_THROW(parse_samples("{"), core::Error);
  EXPECT_THROW(parse_samples(R"({"models": [{"name": 3}]})"), core::Error);
}

}  // namespace
}  // namespace whichchip::report
