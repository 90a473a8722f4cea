#include "report/arithmetic.h"

#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "report/cost.h"
#include "report/heat_map.h"
#include "report/render.h"
#include "support/comparison_builder.h"

namespace whichchip::report {
namespace {

using tests::estimated;
using tests::ranked;
using tests::small_workload;

// What a reader with a pocket calculator gets: + below × and ÷, one level of brackets.
class Calculator {
 public:
  explicit Calculator(std::string text) : text_(std::move(text)) {}
  double value() { return sum(); }

 private:
  double sum() {
    double result = product();
    while (takes(" + ")) result += product();
    return result;
  }
  double product() {
    double result = factor();
    for (;;) {
      if (takes(" × "))
        result *= factor();
      else if (takes(" ÷ "))
        result /= factor();
      else
        return result;
    }
  }
  double factor() {
    if (takes("(")) {
      const double inner = sum();
      EXPECT_TRUE(takes(")"));
      return inner;
    }
    char* end = nullptr;
    const double number = std::strtod(text_.c_str() + at_, &end);
    EXPECT_NE(end, text_.c_str() + at_) << text_;
    at_ = static_cast<std::size_t>(end - text_.c_str());
    return number;
  }
  bool takes(const std::string& sign) {
    if (text_.compare(at_, sign.size(), sign) != 0) return false;
    at_ += sign.size();
    return true;
  }

  std::string text_;
  std::size_t at_ = 0;
};

class Arithmetic : public ::testing::Test {
 protected:
  workload::Workload workload_ = small_workload(4);
  analysis::Comparison comparison_ =
      ranked(workload_, {estimated("A", {.latency_s = 2e-3, .energy_j = 8e-3, .usd_per_hour = 1}, 4),
                         estimated("B", {.latency_s = 1e-3, .energy_j = 16e-3}, 4)});
};

TEST_F(Arithmetic, EvaluatesToTheFigureOfTheComparison) {
  const Table shown = comparison_table(comparison_);
  for (const analysis::Row& row : comparison_.rows) {
    const Table table = arithmetic_table(comparison_, row);
    EXPECT_GE(table.rows.size(), 11U);
    for (const Row& line : table.rows) {
      const double value = *line.cells.at(3).value;
      EXPECT_NEAR(Calculator(line.cells.at(2).text).value(), value, 1e-6 * std::fabs(value)) << line.cells[2].text;
      for (std::size_t i = 0; i < shown.columns.size(); ++i) {
        if (shown.columns[i].key != line.key) continue;
        for (const Row& compared : shown.rows) {
          if (compared.key != row.key) continue;
          EXPECT_EQ(*compared.cells[i].value, value) << line.key;
        }
      }
    }
  }
}

TEST_F(Arithmetic, IsFoldedInHtmlAndLeftOutOfShortForms) {
  const Document document = compare_document(comparison_, analysis::Level::summary);
  EXPECT_NE(html(document).find("<summary>Arithmetic of B</summary>"), std::string::npos);
  EXPECT_EQ(text(document).find("Arithmetic of B"), std::string::npos);
  EXPECT_NE(text(document, {.all_columns = true}).find("Arithmetic of B"), std::string::npos);
}

TEST_F(Arithmetic, HeatMapIsReadableWithoutColour) {
  const Table map = heat_map_table(comparison_, workload::Runtime::engine, SubgraphQuantity::latency);
  ASSERT_EQ(map.rows.size(), 2U);
  ASSERT_EQ(map.columns.size(), 4U);
  // Sorted by latency, B is the first device and wins every layer; A needs twice as much.
  EXPECT_EQ(map.columns[2].title, "A");
  EXPECT_EQ(map.columns[2].key, "B");
  EXPECT_EQ(map.rows[0].cells[2].text, "A");
  EXPECT_EQ(map.rows[0].cells[2].heat, 0);
  EXPECT_EQ(map.rows[0].cells[3].text, "░");
  EXPECT_EQ(map.rows[0].cells[3].heat, 1);
  EXPECT_EQ(note_of(map.columns[3], map.rows[0].cells[3]), "A: 2.00× the best");
  EXPECT_EQ(note_of(map.columns[1], {"text", 1.0, "its own", kNoHeat}), "its own");
  EXPECT_NE(html({"", "", {{"", {}, {map}}}}).find("title=\"A: 2.00× the best\""), std::string::npos);
  EXPECT_NE(text(map, {.colour = true}).find("\x1b["), std::string::npos);
  EXPECT_EQ(text(map).find("\x1b["), std::string::npos);
  const Section section = heat_map_section(comparison_, workload::Runtime::engine, SubgraphQuantity::latency);
  EXPECT_EQ(section.lines.at(0), "A B, B A.");
  EXPECT_NE(section.lines.at(1).find("░ up to 2×"), std::string::npos) << section.lines[1];
  const Section shades =
      heat_map_section(comparison_, workload::Runtime::engine, SubgraphQuantity::latency, HeatLegend::words);
  EXPECT_EQ(shades.lines.at(1),
            "The winner's letter; the others the darker the more they need: up to 1.1×, up to 2×, up to 5×, up to 20×, "
            "more.");
}

TEST_F(Arithmetic, CostDocumentHasItsTables) {
  const Document document = cost_document(comparison_);
  const std::string shown = text(document);
  for (const char* part : {"Cheapest is A", "Carbon by grid", "gcp-europe-west9", "What these figures assume"})
    EXPECT_NE(shown.find(part), std::string::npos) << part << shown;
}

}  // namespace
}  // namespace whichchip::report
