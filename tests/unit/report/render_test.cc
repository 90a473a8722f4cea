#include "report/render.h"

#include <gtest/gtest.h>

#include "core/units.h"
#include "report/plain_text.h"
#include "report/table_builder.h"
#include "support/comparison_builder.h"

namespace whichchip::report {
namespace {

Table small_table() {
  TableBuilder table("things", "");
  table.text("name", "Name")
      .number("time_s", "Time", core::Quantity::time)
      .number("extra", "Extra", core::Quantity::ratio, false);
  table.row("a").cell("alpha").cell(1.5e-3).cell(2.0);
  table.row("b").cell("β").cell(std::optional<double>(), "not measured").cell(10.0);
  return table.build();
}

// Whatever a model's author may call a node.
const std::string kHostile = "<script>alert('x')</script>|\"a\",b\n\x1b[31m\xff=1";

TEST(PlainText, ControlCharactersAndBadBytesGo) {
  EXPECT_EQ(plain("a\x1b[31mb"), "a\uFFFD[31mb");
  EXPECT_EQ(plain("a\nb\tc"), "a b c");
  EXPECT_EQ(plain("\xff\xc0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(plain("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");  // a surrogate
  EXPECT_EQ(plain("\u202Eabc"), "\uFFFDabc");              // right-to-left override
  EXPECT_EQ(plain("3×3 µs 日本"), "3×3 µs 日本");
  EXPECT_EQ(plain("\xe6\x97"), "\uFFFD\uFFFD");  // cut short
}

TEST(PlainText, WidthsOfATerminal) {
  EXPECT_EQ(display_width("3×3"), 3);
  EXPECT_EQ(display_width("日本"), 4);
  EXPECT_EQ(display_width("e\u0301"), 1);
  EXPECT_EQ(shortened("convolution", 6), "convo…");
  EXPECT_EQ(shortened("日本語", 4), "日…");
  EXPECT_EQ(shortened("abc", 3), "abc");
}

TEST(Builder, AColumnHasOnePrefixAndRawValues) {
  const Table table = small_table();
  EXPECT_EQ(table.columns[1].unit, "ms");
  EXPECT_EQ(table.rows[0].cells[1].text, "1.50");
  EXPECT_EQ(*table.rows[0].cells[1].value, 1.5e-3);
  EXPECT_EQ(table.rows[1].cells[1].text, "—");
  EXPECT_FALSE(table.rows[1].cells[1].value);
  EXPECT_EQ(table.rows[1].cells[1].note, "not measured");
}

TEST(Text, ColumnsLineUp) {
  EXPECT_EQ(text(small_table()),
            "Name   Time ms  Extra ×\n"
            "alpha     1.50     2.00\n"
            "β            —     10.0\n");
}

TEST(Text, NarrowTerminalsLoseColumnsThatAreNotPrimaryAndAreTold) {
  const std::string narrow = text(small_table(), {.width = 20});
  EXPECT_EQ(narrow.substr(0, narrow.find('\n')), "Name   Time ms");
  EXPECT_NE(narrow.find("(1 more column: --verbose, or a wider terminal)"), std::string::npos);
  EXPECT_NE(text(small_table(), {.width = 20, .all_columns = true}).find("Extra"), std::string::npos);
}

TEST(Text, WhereThatIsNotEnoughTheLastColumnsGoButNotTheSortedOne) {
  TableBuilder table("things", "");
  table.text("name", "Name").label("a", "Aaaaaaaa").label("b", "Bbbbbbbb").label("c", "Cccccccc");
  table.row("x").cell("thing").cell("1").cell("2").cell("3");
  table.sorted("c", true);
  const std::string shown = text(table.build(), {.width = 26});
  EXPECT_EQ(shown.substr(0, shown.find('\n')), "Name   Aaaaaaaa  Cccccccc");
  EXPECT_NE(shown.find("(1 more column:"), std::string::npos);
}

TEST(Text, TheSubtitleKeepsToTheTerminal) {
  const Document document{"Title", "one · two · three · four", {}};
  EXPECT_EQ(text(document, {.width = 12}), "Title\none · two ·\nthree · four\n");
  EXPECT_EQ(text(document, {}), "Title\none · two · three · four\n");
}

TEST(Text, LongNamesShrinkToTheTerminal) {
  TableBuilder table("things", "");
  table.text("name", "Name").label("n", "N");
  table.row("a").cell(std::string(200, 'x')).count(7);
  const std::string shown = text(table.build(), {.width = 40});
  for (std::size_t start = 0; start < shown.size(); start = shown.find('\n', start) + 1) {
    EXPECT_LE(display_width(shown.substr(start, shown.find('\n', start) - start)), 40);
  }
}

TEST(Text, AValueThatIsASentenceGoesOnBelowItself) {
  TableBuilder table("device", "");
  table.text("name", "").text("value", "");
  table.row("a").cell("Would help").cell("a batch of eight, for all I know");
  table.row("b").cell("Chip").cell("one");
  const Table built = table.build();
  EXPECT_EQ(text(built, {.width = 30}), "Would help  a batch of eight,\n            for all I know\nChip        one\n");
  EXPECT_EQ(text(built, {}), "Would help  a batch of eight, for all I know\nChip        one\n");
}

TEST(Text, ColourOnlyWhenWanted) {
  Document document{"Title", "Subtitle", {{"Section", {"One.", "Two."}, {small_table()}}}};
  EXPECT_EQ(text(document).find('\x1b'), std::string::npos);
  EXPECT_NE(text(document, {.colour = true}).find("\x1b[1mTitle\x1b[0m"), std::string::npos);
}

TEST(Text, SentencesWrapUnderTheirBullet) {
  const Document document{"T", "", {{"", {"one two three four five", "six"}, {}}}};
  EXPECT_EQ(text(document, {.width = 14}), "T\n\n- one two\n  three four\n  five\n- six\n");
}

TEST(Text, HostileNamesCannotMoveTheCursor) {
  const Document document{kHostile, kHostile, {{kHostile, {kHostile}, {}}}};
  EXPECT_EQ(text(document).find('\x1b'), std::string::npos);
}

TEST(Markdown, TablesAndEscapes) {
  EXPECT_EQ(markdown(small_table()),
            "| Name | Time (ms) | Extra (×) |\n| --- | ---: | ---: |\n| alpha | 1.50 | 2.00 |\n| β | — | 10.0 |\n");
  TableBuilder table("things", "");
  table.text("name", "Name");
  table.row("a").cell(kHostile).row("b").cell("a_b*c[d](e)`f`#");
  const std::string result = markdown(table.build());
  EXPECT_EQ(result.find("<script"), std::string::npos);
  EXPECT_NE(result.find("\\|"), std::string::npos);
  EXPECT_NE(result.find("a\\_b\\*c\\[d\\](e)\\`f\\`\\#"), std::string::npos);
  EXPECT_EQ(std::count(result.begin(), result.end(), '\n'), 4);
}

TEST(Html, IsSelfContainedAndEscaped) {
  TableBuilder table("things", kHostile);
  table.text("name", kHostile, true, kHostile);
  table.row("a").cell(kHostile, std::nullopt, kHostile);
  const Document document{kHostile, kHostile, {{kHostile, {kHostile}, {table.build(), small_table()}}}};
  const std::string result = html(document);
  EXPECT_EQ(result.find("<script"), std::string::npos);
  EXPECT_EQ(result.find('\x1b'), std::string::npos);
  EXPECT_EQ(result.find("http:"), std::string::npos);
  EXPECT_EQ(result.find("https:"), std::string::npos);
  EXPECT_NE(result.find("&lt;script&gt;alert(&#39;x&#39;)"), std::string::npos);
  EXPECT_NE(result.find("data-table=\"things\""), std::string::npos);
  EXPECT_NE(result.find("data-column=\"time_s\" data-value=\"0.0015\""), std::string::npos);
  EXPECT_NE(result.find("<th scope=\"row\" data-column=\"name\">alpha</th>"), std::string::npos);
}

TEST(Csv, HeaderRawNumbersAndQuotes) {
  EXPECT_EQ(csv(small_table()), "name,time_s,extra\nalpha,0.0015,2\nβ,,10\n");
  TableBuilder table("things", "");
  table.text("name", "Name");
  for (const char* name : {"a,b", "say \"hi\"", "=1+1", "+1", "-1", "@SUM(A1)", "plain"}) table.row(name).cell(name);
  EXPECT_EQ(csv(table.build()), "name\n\"a,b\"\n\"say \"\"hi\"\"\"\n'=1+1\n'+1\n'-1\n'@SUM(A1)\nplain\n");
}

// `count` cells of a line from the one at `index` on, as numbers.
std::vector<double> numbers(const std::string& line, std::size_t index, std::size_t count) {
  std::vector<double> result;
  std::size_t start = 0;
  for (std::size_t i = 0; i < index + count; ++i) {
    const std::size_t end = line.find(',', start);
    if (i >= index) result.push_back(std::stod(line.substr(start, end - start)));
    start = end + 1;
  }
  return result;
}

TEST(Csv, ComparisonHasTheAgreedColumns) {
  const workload::Workload workload = tests::small_workload(2);
  analysis::Comparison comparison =
      tests::ranked(workload, {tests::estimated("B", {.latency_s = 4e-3, .energy_j = 8e-3}, 2),
                               tests::estimated("A", {.latency_s = 2e-3, .energy_j = 2e-3}, 2)});
  comparison.rows[0].estimate.energy_split_j = {0.4e-3, 0.6e-3, 0.2e-3, 0.3e-3};  // of a batch of 2
  const std::string result = compare_csv(comparison);
  EXPECT_EQ(result.substr(0, result.find('\n')),
            "model,hardware,class,power_mode,precision_used,batch,energy_j,energy_mj,latency_ms,throughput_per_s,power_"
            "w,edp_njs,"
            "edp_normalised,edp_compute_njs,edp_memory_njs,edp_control_njs,edp_static_njs,attained_tops,peak_tops,"
            "compute_utilisation_pct,"
            "bandwidth_utilisation_pct,arithmetic_intensity_flop_per_byte,units_used,units_total,tops_per_w,peak_"
            "memory_mb,weight_mb,"
            "activation_mb,compute_energy_j,memory_energy_j,control_energy_j,static_energy_j,compute_bound_pct,memory_"
            "bound_pct,subgraphs,"
            "cost_usd_per_million,carbon_g,confidence,fits");
  const std::string second = result.substr(result.find('\n') + 1);
  EXPECT_EQ(second.rfind("tiny,A,GPU,default,fp16,2,0.001,1,2,1000,1,2000,1,", 0), 0U) << second;
  const std::vector<double> energies = numbers(second, 13, 4);  // energy of the kind × latency, nJ·s
  EXPECT_NEAR(energies[0], 400, 1e-9);
  EXPECT_NEAR(energies[1], 600, 1e-9);
  EXPECT_NEAR(energies[2], 200, 1e-9);
  EXPECT_NEAR(energies[3], 500, 1e-9);
  const auto columns = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
  EXPECT_EQ(columns(second.substr(0, second.find('\n'))), columns(result.substr(0, result.find('\n'))));
}

TEST(Csv, SubgraphsOfEveryDevice) {
  const workload::Workload workload = tests::small_workload();
  analysis::Comparison comparison = tests::ranked(workload, {tests::estimated("A", {}), tests::estimated("B", {})});
  comparison.rows[0].estimate.subgraphs[0].energy_split_j = {0.25e-3, 0.125e-3, 0.0625e-3, 0};
  const std::string result = subgraphs_csv(comparison);
  EXPECT_EQ(std::count(result.begin(), result.end(), '\n'), 5);
  EXPECT_NE(result.find(
                "\nA,0,Conv 3×3,convolution,50000000,100000000,2000000,compute,0.5,0.5,0.25,0.125,0.0625,0.125,8,20\n"),
            std::string::npos)
      << result;
}

}  // namespace
}  // namespace whichchip::report
