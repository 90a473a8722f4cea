#include "report/document_codec.h"

#include <limits>

#include <gtest/gtest.h>

#include "core/error.h"
#include "report/render.h"

namespace whichchip::report {
namespace {

Document sample() {
  Document document{"Sweep \xff not UTF-8", "subtitle", {}};
  Table table;
  table.id = "sweep";
  table.caption = "Points";
  table.columns = {{"hardware", "Hardware", "", Align::left, true, "help"},
                   {"latency_s", "Latency", "ms", Align::right, false, ""}};
  table.rows = {{"T4", {{"T4", {}, "note"}, {"1.0", 1e-3, ""}}, true}};
  table.sorted_by = "latency_s";
  table.ascending = false;
  Chart chart;
  chart.id = "sweep_energy";
  chart.title = "Energy";
  chart.x = {"batch", {1, ""}, true};
  chart.y = {"energy", {1e-3, "mJ"}, false};
  chart.series = {
      {"T4", Mark::steps, {{1, 0.5, "first", 0.25}, {2, std::numeric_limits<double>::infinity(), "", 0}}, "note", 3}};
  Chart bars;
  bars.bars = {{"start", 0, 2, "2 ms", true}, {"less", 2, 1, "-1 ms", false}};
  Chart tiles;
  tiles.series = {{"memory", Mark::points, {}, "", 1}};
  tiles.tiles = {{"DRAM", 0.25, 0, 0.75, 0.5, "2 mJ", 1}};
  document.sections = {{"Points", {"A sentence."}, {table}, {chart, bars, tiles}}, {"", {}, {}}};
  return document;
}

TEST(DocumentCodec, WhatArrivesIsWhatWasSent) {
  const Document sent = sample();
  const Document arrived = decode_document(encode_document(sent));
  EXPECT_EQ(arrived.title, sent.title);
  EXPECT_EQ(encode_document(arrived), encode_document(sent));
  EXPECT_EQ(html(arrived), html(sent)) << "with its charts";
  EXPECT_EQ(text(arrived, {0, false, true}), text(sent, {0, false, true}));
  ASSERT_EQ(arrived.sections[0].tables.size(), 1u);
  EXPECT_EQ(csv(arrived.sections[0].tables[0]), csv(sent.sections[0].tables[0]));
  EXPECT_TRUE(arrived.sections[0].tables[0].rows[0].muted);
  EXPECT_EQ(arrived.sections[0].charts[0].series[0].points[1].y, std::numeric_limits<double>::infinity());
}

TEST(DocumentCodec, DamagedBytesAreAnErrorAndNotACrash) {
  const auto bytes = encode_document(sample());
  for (std::size_t length = 0; length < bytes.size(); length += 7)
    EXPECT_THROW(decode_document(std::span(bytes).first(length)), core::Error) << length;
  const std::vector<std::uint8_t> number{0x18, 0x2a};
  EXPECT_THROW(decode_document(number), core::Error);
}

}  // namespace
}  // namespace whichchip::report
