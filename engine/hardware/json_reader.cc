#include "hardware/json_reader.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/suggest.h"

namespace whichchip::hardware {
namespace {

using nlohmann::json;

struct Unit {
  Quantity quantity;
  const char* name;  // empty: none is written
  double scale;      // to SI
};
constexpr Unit kUnits[] = {
    {Quantity::number, "", 1},
    {Quantity::bits, "bit", 1},
    {Quantity::frequency, "GHz", 1e9},
    {Quantity::frequency, "MHz", 1e6},
    {Quantity::frequency, "Hz", 1},
    {Quantity::bandwidth, "GB/s", 1e9},
    {Quantity::bandwidth, "TB/s", 1e12},
    {Quantity::bandwidth, "MB/s", 1e6},
    {Quantity::bandwidth, "B/s", 1},
    {Quantity::bytes, "B", 1},
    {Quantity::bytes, "KiB", 1024},
    {Quantity::bytes, "MiB", 1024.0 * 1024},
    {Quantity::bytes, "GiB", 1024.0 * 1024 * 1024},
    {Quantity::bytes, "kB", 1e3},
    {Quantity::bytes, "MB", 1e6},
    {Quantity::bytes, "GB", 1e9},
    {Quantity::operation_rate, "TOPS", 1e12},
    {Quantity::operation_rate, "GOPS", 1e9},
    {Quantity::operation_rate, "TFLOPS", 1e12},
    {Quantity::operation_rate, "GFLOPS", 1e9},
    {Quantity::macs_per_clock, "MAC/clk", 1},
    {Quantity::bytes_per_clock, "B/clk", 1},
    {Quantity::power, "W", 1},
    {Quantity::power, "mW", 1e-3},
    {Quantity::seconds, "s", 1},
    {Quantity::seconds, "ms", 1e-3},
    {Quantity::seconds, "us", 1e-6},
    {Quantity::nanometres, "nm", 1},
    {Quantity::square_millimetres, "mm2", 1},
    {Quantity::transistors, "1e9", 1e9},
    {Quantity::money, "USD", 1},
    {Quantity::money_per_hour, "USD/h", 1},
    {Quantity::pixel_rate, "pixel/s", 1},
    {Quantity::pixel_rate, "Mpixel/s", 1e6},
};

constexpr FigureStatus kStatuses[] = {FigureStatus::looked_up, FigureStatus::looked_up_partly,
                                      FigureStatus::derived,   FigureStatus::unverified,
                                      FigureStatus::estimated, FigureStatus::vendor_projection};

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kShown = 60;
  return "\"" + std::string(text.substr(0, kShown)) + (text.size() > kShown ? "…\"" : "\"");
}

std::string joined_units(Quantity quantity) {
  std::vector<std::string> names;
  for (const Unit& unit : kUnits)
    if (unit.quantity == quantity) names.emplace_back(unit.name);
  return core::join_choices(names);
}

std::string nearest_hint(std::string_view text, const std::vector<std::string>& names) {
  const std::vector<std::string> near = core::nearest(text, names, 1);
  return near.empty() ? std::string() : "did you mean " + in_quotes(near.front()) + "?";
}

const char* type_name(const json& value) {
  if (value.is_string()) return "text";
  return value.type_name();
}

// JSON pointers write ~ and / in keys as ~0 and ~1.
std::string pointer_token(std::string_view key) {
  std::string token;
  for (const char c : key) {
    if (c == '~')
      token += "~0";
    else if (c == '/')
      token += "~1";
    else
      token += c;
  }
  return token;
}

}  // namespace

std::string Reader::path() const {
  if (!parent_) return {};
  return parent_->path() + "/" + (key_ ? pointer_token(key_) : std::to_string(index_));
}

std::string Reader::where() const { return state_->file + "#" + path(); }

void Reader::fail(const std::string& message, const std::string& advice) const {
  throw core::Error(core::ErrorCode::bad_hardware, message, where(), advice);
}

void Reader::object(std::initializer_list<std::string_view> keys) const {
  if (!value_->is_object()) fail(std::string("an object is expected here, not ") + type_name(*value_));
  for (auto member = value_->begin(); member != value_->end(); ++member) {
    const std::string& key = member.key();
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    const std::vector<std::string> known(keys.begin(), keys.end());
    fail("unknown key " + in_quotes(key), nearest_hint(key, known));
  }
}

bool Reader::has(std::string_view key) const { return value_->is_object() && value_->contains(key); }

std::optional<Reader> Reader::find(const char* key) const {
  const auto member = value_->find(key);
  if (member == value_->end()) return std::nullopt;
  return Reader(*member, *this, key, 0);
}

Reader Reader::at(const char* key) const {
  std::optional<Reader> member = find(key);
  if (!member) fail(std::string(key) + " is missing");
  return *member;
}

std::vector<Reader> Reader::elements(std::size_t limit) const {
  if (!value_->is_array()) fail(std::string("a list is expected here, not ") + type_name(*value_));
  if (value_->size() > limit) fail("more than " + std::to_string(limit) + " entries");
  std::vector<Reader> result;
  result.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) result.push_back(Reader((*value_)[i], *this, nullptr, i));
  return result;
}

std::string Reader::text(const char* key) const {
  const Reader member = at(key);
  if (!member.value().is_string()) member.fail(std::string("text is expected here, not ") + type_name(member.value()));
  std::string result = member.value().get<std::string>();
  if (result.empty()) member.fail("this text is empty");
  return result;
}

std::string Reader::text_or(const char* key, const std::string& otherwise) const {
  const std::optional<Reader> member = find(key);
  if (!member) return otherwise;
  if (!member->value().is_string())
    member->fail(std::string("text is expected here, not ") + type_name(member->value()));
  return member->value().get<std::string>();
}

std::vector<std::string> Reader::texts(const char* key) const {
  std::vector<std::string> result;
  const std::optional<Reader> list = find(key);
  if (!list) return result;
  for (const Reader& element : list->elements()) {
    if (!element.value().is_string())
      element.fail(std::string("text is expected here, not ") + type_name(element.value()));
    result.push_back(element.value().get<std::string>());
    if (result.back().empty()) element.fail("this text is empty");
  }
  return result;
}

bool Reader::flag(const char* key, bool otherwise) const {
  const std::optional<Reader> member = find(key);
  if (!member) return otherwise;
  if (!member->value().is_boolean())
    member->fail(std::string("true or false is expected here, not ") + type_name(member->value()));
  return member->value().get<bool>();
}

FigureStatus Reader::read_status(const json& status) const {
  std::vector<std::string> names;
  for (const FigureStatus candidate : kStatuses) {
    if (status.is_string() && status.get_ref<const std::string&>() == name(candidate)) return candidate;
    names.emplace_back(name(candidate));
  }
  Reader(status, *this, "status", 0).fail("unknown status", "one of " + core::join_choices(names));
}

std::optional<FigureStatus> Reader::status(const char* key) const {
  const Reader figure = at(key);
  const json& json = figure.value();
  if (json.is_object() && json.contains("status")) return figure.read_status(json["status"]);
  if (state_->bare && json.is_array() && json.size() > 2) return figure.read_status(json[2]);
  return std::nullopt;
}

void Reader::read_provenance() const {
  Provenance provenance;
  provenance.status = read_status(at("status").value());
  const Reader list = at("source");
  for (const Reader& element : list.elements()) {
    const json& id = element.value();
    if (!id.is_string()) element.fail(std::string("the id of a source is expected here, not ") + type_name(id));
    const auto source = state_->sources.find(id.get_ref<const std::string&>());
    if (source == state_->sources.end()) {
      std::vector<std::string> ids;
      for (const auto& [source_id, title] : state_->sources) ids.push_back(source_id);
      element.fail("source " + in_quotes(id.get_ref<const std::string&>()) + " is not among the file's sources",
                   nearest_hint(id.get_ref<const std::string&>(), ids));
    }
    provenance.sources.push_back(source->second);
  }
  if (provenance.sources.empty()) list.fail("a figure needs a source");
  provenance.note = text_or("note", {});
  if (provenance.note.empty() && provenance.status == FigureStatus::estimated)
    fail("an estimated figure needs a note that says how it was estimated");
  state_->provenance.emplace(path(), std::move(provenance));
}

double Reader::in_si(const json& number, const std::string& unit, Quantity quantity) const {
  const auto fail_number = [&](const std::string& message) { Reader(number, *this, "value", 0).fail(message); };
  if (!number.is_number()) fail_number(std::string("a number is expected here, not ") + type_name(number));
  const double stated = number.get<double>();
  if (!std::isfinite(stated)) fail_number("this number is not finite");
  if (stated < 0) fail_number("this number is negative");
  const auto* row = std::find_if(std::begin(kUnits), std::end(kUnits),
                                 [&](const Unit& u) { return u.quantity == quantity && unit == u.name; });
  if (row == std::end(kUnits)) {
    if (quantity == Quantity::number) fail("this figure has no unit, not " + in_quotes(unit));
    if (unit.empty()) fail("unit is missing", "one of " + joined_units(quantity));
    Reader(number, *this, "unit", 0)
        .fail("unit " + in_quotes(unit) + " does not measure this", "one of " + joined_units(quantity));
  }
  // Far outside of what any chip has, and far inside of what keeps products and quotients of figures finite.
  constexpr double kLeast = 1e-24, kMost = 1e24;
  const double value = stated * row->scale;
  if (value > kMost || (value > 0 && value < kLeast)) fail_number("this number is out of range");
  return value;
}

double Reader::read_bare(Quantity quantity) const {
  if (value_->is_number()) return in_si(*value_, {}, quantity);
  const bool is_pair = (value_->size() == 2 || value_->size() == 3) && (*value_)[1].is_string();
  if (!is_pair) fail("a bare figure is [value, unit] or [value, unit, status]");
  return in_si((*value_)[0], (*value_)[1].get_ref<const std::string&>(), quantity);
}

double Reader::read_figure(Quantity quantity, std::initializer_list<std::string_view> more) const {
  if (state_->bare && (value_->is_number() || value_->is_array())) return read_bare(quantity);
  if (!value_->is_object()) fail(R"(a figure is expected here: {"value": …, "unit": …, "status": …, "source": […]})");
  for (auto member = value_->begin(); member != value_->end(); ++member) {
    const std::string& key = member.key();
    if (key == "value" || key == "unit" || key == "status" || key == "source" || key == "note") continue;
    if (std::find(more.begin(), more.end(), key) != more.end()) continue;
    std::vector<std::string> known{"value", "unit", "status", "source", "note"};
    known.insert(known.end(), more.begin(), more.end());
    fail("unknown key " + in_quotes(key), nearest_hint(key, known));
  }
  const double value = in_si(at("value").value(), text_or("unit", {}), quantity);
  if (!state_->bare || has("source")) read_provenance();
  return value;
}

double Reader::figure(const char* key, Quantity quantity, std::initializer_list<std::string_view> more) const {
  return at(key).read_figure(quantity, more);
}

std::optional<double> Reader::figure_if(const char* key, Quantity quantity,
                                        std::initializer_list<std::string_view> more) const {
  const std::optional<Reader> member = find(key);
  if (!member) return std::nullopt;
  return member->read_figure(quantity, more);
}

double Reader::positive(const char* key, Quantity quantity) const {
  const double value = figure(key, quantity);
  if (value <= 0) at(key).fail(std::string(key) + " must be above 0");
  return value;
}

int Reader::count(const char* key) const {
  constexpr double kMost = 1e7;
  const double value = figure(key, Quantity::number);
  if (value < 1 || value > kMost || value != std::floor(value))
    at(key).fail(std::string(key) + " must be a whole number from 1 to 10000000");
  return static_cast<int>(value);
}

std::optional<int> Reader::count_if(const char* key) const {
  if (!find(key)) return std::nullopt;
  return count(key);
}

PerPrecision Reader::per_precision(const char* key, Quantity quantity,
                                   std::initializer_list<std::string_view> more) const {
  PerPrecision result;
  const std::optional<Reader> table = find(key);
  if (!table) return result;
  if (!table->value().is_object())
    table->fail(std::string("an object is expected here, not ") + type_name(table->value()));
  for (const Precision p : kPrecisions) {
    if (is_weight_only(p)) continue;  // no chip has a rate of its own for them
    const std::optional<double> value = table->figure_if(name(p), quantity, more);
    if (value && *value <= 0) table->at(name(p)).fail("a rate must be above 0; leave out what the chip lacks");
    result[static_cast<std::size_t>(p)] = value;
  }
  for (auto member = table->value().begin(); member != table->value().end(); ++member) {
    const std::optional<Precision> p = parse_precision(member.key());
    const bool known_format = p && !is_weight_only(*p);
    if (known_format && member.key() == name(*p)) continue;
    std::vector<std::string> names;
    for (const Precision known : kPrecisions)
      if (!is_weight_only(known)) names.emplace_back(name(known));
    table->fail("unknown number format " + in_quotes(member.key()),
                known_format ? std::string("write ") + in_quotes(name(*p)) : nearest_hint(member.key(), names));
  }
  return result;
}

nlohmann::json parse_json(std::string_view text, const std::string& file) {
  try {
    return json::parse(text.begin(), text.end());
  } catch (const json::parse_error& error) {
    throw core::Error(core::ErrorCode::bad_hardware, "not JSON from byte " + std::to_string(error.byte) + " on", file,
                      "check the commas and quotes just before that place");
  } catch (const json::exception&) {
    throw core::Error(core::ErrorCode::bad_hardware, "holds a number that is too large", file);
  }
}

}  // namespace whichchip::hardware
