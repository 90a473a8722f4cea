#include "share/link.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "core/error.h"
#include "report/json.h"
#include "share/base64url.h"
#include "share/deflate.h"
#include "share/workload_codec.h"

namespace whichchip::share {
namespace {

std::string request_of(const View& view) { return report::request_to_json(view.request); }

View resnet_on_the_edge() {
  View view;
  view.request.deployment = "edge";
  view.request.batch = 8;
  view.request.dims["height"] = 288;
  view.request.hardware = {"T4", "Jetson-Orin-Nano-8GB@7w"};
  analysis::set_option(view.request, "precision", "int8");
  view.sample = "resnet50";
  view.title = "für Ada";
  view.panel = "report";
  view.selected = "T4";
  view.catalogue = "2026-11";
  view.parameters = "3";
  return view;
}

workload::Workload named_workload() {
  workload::Workload w;
  w.model.name = "secret-project";
  w.model.inputs.resize(1);
  w.model.inputs[0].name = "secret-input";
  w.tensors.resize(1);
  w.tensors[0].name = "secret-tensor";
  w.operators.resize(1);
  w.operators[0].name = "/secret/Relu";
  w.operators[0].op_type = "Relu";
  w.operators[0].inputs = {0};
  w.warnings = {{"code", "The node secret-node is odd.", "secret-place"}};
  return w;
}

std::string error_of(const std::string& link) {
  try {
    decode_link(link);
  } catch (const core::Error& error) {
    return error.message;
  }
  return "no error";
}

TEST(Base64Url, KnownTexts) {
  const std::string plain = "light work.";
  const std::vector<std::uint8_t> bytes(plain.begin(), plain.end());
  EXPECT_EQ(to_base64url(bytes), "bGlnaHQgd29yay4");
  EXPECT_EQ(from_base64url("bGlnaHQgd29yay4"), bytes);
  EXPECT_EQ(to_base64url(std::vector<std::uint8_t>{0xfb, 0xff}), "-_8");
  EXPECT_EQ(from_base64url(""), std::vector<std::uint8_t>{});
  EXPECT_FALSE(from_base64url("a"));
  EXPECT_FALSE(from_base64url("a+b"));
  EXPECT_FALSE(from_base64url("-_9")) << "bits behind the last byte";
}

TEST(Deflate, RefusesWhatIsDamagedOrTooLong) {
  const std::vector<std::uint8_t> bytes(100'000, 7);
  std::vector<std::uint8_t> small = deflated(bytes);
  EXPECT_LT(small.size(), 300U);
  EXPECT_EQ(inflated(small, bytes.size()), bytes);
  EXPECT_FALSE(inflated(small, bytes.size() - 1));
  EXPECT_FALSE(inflated(std::span(small).first(small.size() - 1), bytes.size()));
  small.push_back(0);
  EXPECT_FALSE(inflated(small, bytes.size()));
}

TEST(Link, KeepsTheWholeView) {
  const View view = resnet_on_the_edge();
  const std::string link = encode_link(view, Names::drop);
  EXPECT_TRUE(link.starts_with("#v1."));
  EXPECT_LT(link.size(), 300U);
  const View back = decode_link("https://example.org/whichchip/" + link);
  EXPECT_EQ(request_of(back), request_of(view));
  EXPECT_EQ(back.sample, view.sample);
  EXPECT_EQ(back.title, view.title);
  EXPECT_EQ(back.panel, view.panel);
  EXPECT_EQ(back.selected, view.selected);
  EXPECT_EQ(back.catalogue, view.catalogue);
  EXPECT_EQ(back.parameters, view.parameters);
  EXPECT_FALSE(back.workload);
}

// A link that somebody has in a ticket: it opens for ever.
TEST(Link, GoldenLinksOfEveryVersion) {
  const View v1 = decode_link(
      "#v1.W5qYnGNsYmaebGlibJBqaJ6YnWiUmJuZlFpUEp-"
      "UWJyaWLQkNSmxJDmDJSUlM7d4YXJxaqGEQ0ZGYlFKeWJRalNSiEmSj0lmQVFqcmZxZn5eSmZeiUViSa6Ta1CIjgJYp4IJAA");
  EXPECT_EQ(v1.sample, "bert_base");
  EXPECT_EQ(v1.title, "BERT, batch 4");
  EXPECT_EQ(v1.request.batch, 4);
  EXPECT_EQ(v1.request.dims.at("seq"), 64);
  EXPECT_EQ(v1.request.hardware, (std::vector<std::string>{"T4", "L4"}));
  EXPECT_EQ(v1.request.scenario.precision, hardware::Precision::int8);
  EXPECT_FALSE(v1.catalogue.empty());
}

// A convolution, a Relu, a Flatten and a product at batch 2, as version 1 wrote it.
TEST(Link, AGoldenLinkWithAModel) {
  const View v1 = decode_link(
      "#v1.3ZS9b9NAFMDvbLdEQUJB6pAEUR1bERIkcVQgDEAjIRA0VAgJsfkcX2JT17bsS0M3--LSBSKEVHVHYmJhy4rSv4OFPwG1DEy8s9tC"
      "i4Q6MHG-L7-79_F7vvMH2nXruqnX9N6idf1ml67SJg3fM5Pyrq3YNg2tIQ2ZMJ82zUdNyi3ueBt0-Hzm0sfDPV1_nYW0z1JN-3E7Riju"
      "W6zrWyz8ztZgcN_kg1FIhHFeG6V9xwsGnNRxSjsUXDeg7h9KGzg164tUl8-RUMeC1ZvNWs2s1_aT1PYHPLcgaCcTjWhHQVlx_ACC4X4Y"
      "pW8Nq-176wYSCCeqEKhSRgJX8KdEqJUgTrYxrpwplMoX8J6ilnCZlAkuz5fnsapiXEVnvwALftmSNlpkaTp5fB_aM2jt6WThQfta__J0"
      "smpDG5Llu-1bxHRoROoE_JM8wNiAEJ4wdwDoaqIduBUa9DGCDqxX5XLrmBZhLltjXqbdv-dSzplnnAP1mRjUZEgXD6Qt0gsZaxFuMxLR"
      "NUbMDc4iqddbpnx54BqKmFGSWZG5FEoVKQ3wPzuXbCOsFCs37uA9aTCvslSRxjIXJDfQIkHoWwvZhwba5emkM508lLix8SKgIXe443vR"
      "aEuMhzJPRN_d0Yn-9dW7-iK5QiQckumPf8v-QQZOkf4sRWgc5bGQxu5OdghgqKkKZBQdAzsdGaqi4rfP0L1eyafil0Bo6v8DMhoHJ0EQ"
      "StAJgNNfBDTOjjIuJDhBueLxs_wXPvwv-EZHApRJR5qissCmEUN9uAwRXPmtTQOniioBgFGTbyVVVQFVzgV4K2YRZCtKSTLK0P94Ewps"
      "PZoX5wo97nPqRptVVFrKviaEoKYrNvwaPcfrR3E4tJ2u3bWd4OrQD1ddn1r4Jw");
  EXPECT_EQ(v1.title, "tiny");
  ASSERT_TRUE(v1.workload.has_value());
  EXPECT_EQ(v1.workload->batch, 2);
  ASSERT_EQ(v1.workload->operators.size(), 4u);
  std::int64_t macs = 0;
  for (const workload::Operator& op : v1.workload->operators) macs += op.macs;
  EXPECT_EQ(macs, 2 * (30 * 30 * 16 * 3 * 3 * 3 + 14400 * 10));
  for (const workload::Runtime runtime :
       {workload::Runtime::engine, workload::Runtime::graph, workload::Runtime::eager})
    EXPECT_FALSE(v1.workload->partition(runtime).subgraphs.empty());
}

TEST(Link, NamesStayBehindUnlessTheyAreWanted) {
  View view;
  view.workload = named_workload();
  const auto text_of = [](const View& from, Names names) {
    const View back = decode_document(encode_document(from, names));
    const std::vector<std::uint8_t> bytes = encode_workload(*back.workload);
    return std::string(bytes.begin(), bytes.end());
  };
  EXPECT_EQ(text_of(view, Names::drop).find("secret"), std::string::npos);
  EXPECT_NE(text_of(view, Names::drop).find("Relu"), std::string::npos);
  const std::vector<std::uint8_t> original = encode_workload(*view.workload);
  EXPECT_EQ(text_of(view, Names::keep), std::string(original.begin(), original.end()));
  EXPECT_EQ(encode_link(view, Names::keep).substr(0, 4), "#v1.");
}

TEST(Link, TooLongBecomesADocument) {
  View view;
  view.workload = named_workload();
  std::mt19937 random(7);
  std::string rule(100'000, ' ');
  for (char& c : rule) c = static_cast<char>('0' + random() % 64);
  view.workload->operators[0].rule = rule;
  try {
    encode_link(view, Names::drop);
    FAIL() << "a link of 100 KB";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.code, core::ErrorCode::bad_usage);
    EXPECT_NE(error.advice.find(".whichchip"), std::string::npos);
  }
  EXPECT_EQ(decode_document(encode_document(view, Names::drop)).workload->operators[0].rule,
            view.workload->operators[0].rule);
}

TEST(Link, BadOnesAreSaidToBe) {
  const std::string good = encode_link(resnet_on_the_edge(), Names::drop);
  EXPECT_NE(error_of("").find("no #v1."), std::string::npos);
  EXPECT_NE(error_of("https://example.org/#top").find("no #v1."), std::string::npos);
  EXPECT_NE(error_of("#v7.abc").find("version 7"), std::string::npos);
  EXPECT_NE(error_of("#v1.a b").find("characters"), std::string::npos);
  for (std::size_t cut = 1; cut <= 4; ++cut) EXPECT_NE(error_of(good.substr(0, good.size() - cut)), "no error") << cut;
  EXPECT_NE(error_of("#v1." + to_base64url(deflated(std::vector<std::uint8_t>{0x01}))).find("content"),
            std::string::npos);
}

TEST(Link, TamperedOnesNeverDoMoreThanThrow) {
  View view = resnet_on_the_edge();
  view.sample.clear();
  view.workload = named_workload();
  const std::vector<std::uint8_t> good = encode_document(view, Names::keep);
  std::mt19937 random(11);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::uint8_t> bad = good;
    for (auto flips = 1 + random() % 3; flips > 0; --flips) {
      std::uint8_t& byte = bad[20 + random() % (bad.size() - 20)];
      byte = static_cast<std::uint8_t>(byte ^ (1U << random() % 8));
    }
    try {
      decode_document(bad);
    } catch (const core::Error&) {
    }
  }
}

TEST(Link, IsToldFromPathsAndSamples) {
  EXPECT_TRUE(is_link("#v1.abc"));
  EXPECT_TRUE(is_link("v1.abc"));
  EXPECT_TRUE(is_link("https://example.org/w/?x=1#v2.abc"));
  EXPECT_FALSE(is_link("resnet50"));
  EXPECT_FALSE(is_link("v1.onnx/../x"));
  EXPECT_FALSE(is_link("#top"));
  EXPECT_FALSE(is_link("#v.x"));
}

}  // namespace
}  // namespace whichchip::share
