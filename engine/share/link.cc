#include "share/link.h"

#include <algorithm>
#include <optional>

#include "nlohmann/json.hpp"

#include "core/error.h"
#include "report/json.h"
#include "share/base64url.h"
#include "share/cbor.h"
#include "share/deflate.h"
#include "share/workload_codec.h"

namespace whichchip::share {
namespace {

using nlohmann::json;

constexpr std::string_view kPrefix = "v1.";
constexpr std::string_view kMagic = "whichchip view 1\n";
constexpr std::size_t kLargestPayload = std::size_t{64} << 20;  // inflated; a link's text is far below

constexpr std::size_t kMaxDepth = 8;  // the deepest that a request makes is 3

[[noreturn]] void fail_damaged(const std::string& what) {
  throw core::Error(core::ErrorCode::bad_model, "this is no whole link or view: " + what, {},
                    "copy it again as a whole, from #v1. to its end, or ask for the .whichchip file");
}

// What differs from a fresh request; a sample's default dimensions come with the sample.
json settings_of(const analysis::Request& request) {
  // Views everywhere: for another kind of text the parser is compiled again.
  const auto parsed = [](const analysis::Request& one) {
    return json::parse(std::string_view(report::request_to_json(one)));
  };
  const json usual = parsed(analysis::Request{}), given = parsed(request);
  json settings = json::object();
  for (const auto& [key, value] : given.items()) {
    if (key != "default_dims" && usual.at(key) != value) settings[key] = value;
  }
  return settings;
}

void drop_names(std::vector<model::Declaration>& declarations, const std::string& kind) {
  for (std::size_t i = 0; i < declarations.size(); ++i) declarations[i].name = kind + " " + std::to_string(i + 1);
}

// Shapes and operators stay; what its author called the parts goes.
workload::Workload without_names(workload::Workload workload) {
  workload.model.name = "model";
  drop_names(workload.model.inputs, "input");
  drop_names(workload.model.outputs, "output");
  for (workload::Tensor& tensor : workload.tensors) tensor.name = {};
  for (workload::Operator& op : workload.operators) op.name = {};
  if (!workload.warnings.empty()) {
    workload.warnings = {{"names-dropped",
                          "Warnings about this model (" + std::to_string(workload.warnings.size()) +
                              ") name parts of it and are not in this view.",
                          {}}};
  }
  return workload;
}

void put_text(json& payload, const char* key, const std::string& text) {
  if (!text.empty()) payload[key] = text;
}

std::vector<std::uint8_t> packed(const View& view, Names names) {
  json payload = json::object();
  payload["r"] = settings_of(view.request);
  put_text(payload, "m", view.sample);
  put_text(payload, "t", view.title);
  put_text(payload, "p", view.panel);
  put_text(payload, "d", view.selected);
  put_text(payload, "c", view.catalogue);
  put_text(payload, "k", view.parameters);
  if (view.workload && view.sample.empty()) {
    payload["w"] = json::binary(encode_workload(names == Names::keep ? *view.workload : without_names(*view.workload)));
  }
  return deflated(json::to_cbor(payload));
}

std::string text_at(const json& payload, const char* key) {
  const auto found = payload.find(key);
  if (found == payload.end()) return {};
  if (!found->is_string()) fail_damaged(std::string("its field '") + key + "' is no text");
  return found->get<std::string>();
}

View unpacked(std::span<const std::uint8_t> bytes) {
  const auto inflated_bytes = inflated(bytes, kLargestPayload);
  if (!inflated_bytes) fail_damaged("its content is damaged or cut off");
  const std::optional<json> parsed = parse_cbor(*inflated_bytes, kMaxDepth);
  if (!parsed || !parsed->is_object()) fail_damaged("its content is not what a view holds");
  const json& payload = *parsed;
  View view;
  if (const auto settings = payload.find("r"); settings != payload.end())
    view.request = report::request_from_json(settings->dump(-1, ' ', false, json::error_handler_t::replace));
  view.sample = text_at(payload, "m");
  view.title = text_at(payload, "t");
  view.panel = text_at(payload, "p");
  view.selected = text_at(payload, "d");
  view.catalogue = text_at(payload, "c");
  view.parameters = text_at(payload, "k");
  if (const auto workload = payload.find("w"); workload != payload.end()) {
    if (!workload->is_binary()) fail_damaged("its model is no bytes");
    view.workload = decode_workload(workload->get_binary());
  }
  return view;
}

// Behind the last "#", if there is one.
std::string_view fragment(std::string_view text) {
  const std::size_t hash = text.rfind('#');
  return hash == std::string_view::npos ? text : text.substr(hash + 1);
}

bool has_version(std::string_view part) {
  const std::size_t dot = part.find('.');
  if (part.size() < 3 || part.front() != 'v' || dot == std::string_view::npos || dot < 2) return false;
  return std::all_of(part.begin() + 1, part.begin() + static_cast<std::ptrdiff_t>(dot),
                     [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string encode_link(const View& view, Names names) {
  std::string link = "#" + std::string(kPrefix) + to_base64url(packed(view, names));
  const bool holds_model = view.workload && view.sample.empty();
  const std::size_t limit = holds_model ? kLongestWorkloadLink : kLongestSettingsLink;
  if (link.size() > limit) {
    throw core::Error(core::ErrorCode::bad_usage,
                      "the link would have " + std::to_string(link.size()) + " characters, more than the " +
                          std::to_string(limit) + " that pass everywhere",
                      {}, "save a .whichchip file instead and send that");
  }
  return link;
}

std::vector<std::uint8_t> encode_document(const View& view, Names names) {
  std::vector<std::uint8_t> bytes(kMagic.begin(), kMagic.end());
  const std::vector<std::uint8_t> payload = packed(view, names);
  bytes.insert(bytes.end(), payload.begin(), payload.end());
  return bytes;
}

View decode_link(std::string_view text) {
  const std::string_view part = fragment(text);
  if (!has_version(part)) fail_damaged("there is no #v1. in it");
  if (!part.starts_with(kPrefix)) {
    throw core::Error(core::ErrorCode::bad_model,
                      "this link is of version " + std::string(part.substr(1, part.find('.') - 1)) +
                          ", which this whichchip does not know",
                      {}, "open it with a newer whichchip");
  }
  const auto bytes = from_base64url(part.substr(kPrefix.size()));
  if (!bytes) fail_damaged("it holds characters that no link has");
  return unpacked(*bytes);
}

bool is_document(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= kMagic.size() && std::equal(kMagic.begin(), kMagic.end(), bytes.begin());
}

View decode_document(std::span<const std::uint8_t> bytes) {
  if (!is_document(bytes)) fail_damaged("it does not begin as one");
  return unpacked(bytes.subspan(kMagic.size()));
}

bool is_link(std::string_view text) {
  const std::size_t hash = text.rfind('#');
  if (hash != std::string_view::npos) return has_version(text.substr(hash + 1));
  return text.starts_with(kPrefix) && text.find_first_of("/\\") == std::string_view::npos;
}

}  // namespace whichchip::share
