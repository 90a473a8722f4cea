// A view of whichchip that can be sent to somebody else: the scenario, and either the name of a sample or the workload
// of a model. Never weights, and names of the model's own only when they are wanted.
//
//   encode_link(view)      "#v1.<payload>": the part of an address behind the page, for a chat or a ticket
//   encode_document(view)  the same as a file (.whichchip), for what is too long for an address
//
// The payload is a CBOR map, deflated, in base64url. A version, once published, is read for ever; the tests hold links
// of every version.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/request.h"
#include "workload/workload.h"

namespace whichchip::share {

inline constexpr int kLinkVersion = 1;
// Longer ones are cut by mail programs and chats.
inline constexpr std::size_t kLongestSettingsLink = 8 << 10;
inline constexpr std::size_t kLongestWorkloadLink = 64 << 10;

struct View {
  analysis::Request request;
  std::string sample;                          // a sample's name; or
  std::optional<workload::Workload> workload;  // a model as it was resolved; or neither: the scenario alone
  std::string title;
  std::string panel;                  // the page's view, by its own name
  std::string selected;               // a device's key
  std::string catalogue, parameters;  // versions it was made with, so that a changed figure can be told from a mistake
};

enum class Names : bool { drop, keep };

// Throws core::Error (bad_usage) when the link would be longer than the limits above; the advice names the document.
std::string encode_link(const View& view, Names names);
std::vector<std::uint8_t> encode_document(const View& view, Names names);

// `text`: a whole address, or what begins with "#v1." or "v1.". Both throw core::Error (bad_model) for what is damaged,
// cut off or of a newer version, and (bad_usage) for settings that do not exist; never crash; memory is bounded.
View decode_link(std::string_view text);
View decode_document(std::span<const std::uint8_t> bytes);

// Whether these bytes claim to be a document.
bool is_document(std::span<const std::uint8_t> bytes);
// Whether the text is meant as a link rather than as a path or a sample's name.
bool is_link(std::string_view text);

}  // namespace whichchip::share
