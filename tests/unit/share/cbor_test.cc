#include "share/cbor.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/error.h"
#include "share/deflate.h"
#include "share/link.h"

namespace whichchip::share {
namespace {

using nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kDepth = 4;

bool is_taken(const Bytes& bytes) { return parse_cbor(bytes, kDepth).has_value(); }

TEST(Cbor, WhatTheLibraryWritesIsTaken) {
  const json value = {{"text", "µ"},
                      {"numbers", {0, -1, 23, 24, 255, 65536, -4294967297, 1.5, 1e300}},
                      {"others", {true, false, nullptr, json::array(), json::object()}},
                      {"bytes", json::binary({1, 2, 3})}};
  const auto parsed = parse_cbor(json::to_cbor(value), kDepth);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(*parsed, value);
}

TEST(Cbor, NestingHasALimit) {
  const json at_limit = json::array({json::array({json::array({json::array()})})});
  EXPECT_TRUE(is_taken(json::to_cbor(at_limit)));
  EXPECT_FALSE(is_taken(json::to_cbor(json::array({at_limit}))));
  constexpr std::size_t kMany = 5'000'000;  // a parser that calls itself would have no stack left
  Bytes lists(kMany, 0x81);
  lists.push_back(0);
  EXPECT_FALSE(is_taken(lists));
  EXPECT_FALSE(is_taken(Bytes(kMany, 0x7f)));  // a text of texts of unknown length
  EXPECT_FALSE(is_taken(Bytes(kMany, 0x5f)));
}

TEST(Cbor, LengthsAreNotBelieved) {
  for (const int major : {0x40, 0x60, 0x80, 0xa0}) {
    Bytes huge{static_cast<std::uint8_t>(major | 27), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00};
    EXPECT_FALSE(is_taken(huge)) << major;
    huge[1] = 0x0f;
    EXPECT_FALSE(is_taken(huge)) << major;
  }
}

TEST(Cbor, WhatIsCutOffOrGoesOnIsRefused) {
  const Bytes whole = json::to_cbor(json{{"a", {1, 2, "three"}}});
  ASSERT_TRUE(is_taken(whole));
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(is_taken({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)})) << length;
  Bytes longer = whole;
  longer.push_back(0);
  EXPECT_FALSE(is_taken(longer));
}

TEST(Cbor, WhatOurEncodersNeverWriteIsRefused) {
  EXPECT_FALSE(is_taken({0xc1, 0x00}));        // a tag
  EXPECT_FALSE(is_taken({0x9f, 0x00, 0xff}));  // a list of unknown length
  EXPECT_FALSE(is_taken({0x1c}));              // reserved
  EXPECT_FALSE(is_taken({0xf8, 0x20}));        // a simple value without meaning
  EXPECT_FALSE(is_taken({0xa1, 0x00, 0x00}));  // a map whose key is no text
}

TEST(Cbor, ADeepDocumentIsDamagedAndNoCrash) {
  constexpr std::string_view kMagic = "whichchip view 1\n";
  Bytes document(kMagic.begin(), kMagic.end());
  const Bytes payload = deflated(Bytes(3'000'000, 0x81));
  document.insert(document.end(), payload.begin(), payload.end());
  EXPECT_THROW(decode_document(document), core::Error);
}

}  // namespace
}  // namespace whichchip::share
