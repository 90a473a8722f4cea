#include "model/symbols.h"

#include <algorithm>

#include "core/error.h"
#include "model/expression.h"
#include "model/symbol_roles.h"
#include "model/tensor_values.h"
#include "model/text.h"

namespace whichchip::model {
namespace {

constexpr std::int64_t kImage = 224;
constexpr std::int64_t kSlices = 128;     // of a volume: the usual patch of nnU-Net's plans
constexpr std::int64_t kSamples = 16000;  // of sound: one second at 16 kHz, the rate of models of speech
constexpr std::int64_t kLargestBinding = std::int64_t{1} << 31;
constexpr std::size_t kMostCounts = 6;  // that anybody would set one by one

}  // namespace

std::string dimension_text(const onnx::TensorShapeProto::Dimension& dimension) {
  if (dimension.has_dim_value()) return dimension.dim_value() < 0 ? "?" : std::to_string(dimension.dim_value());
  return is_nameless(dimension.dim_param()) ? "?" : clean_text(dimension.dim_param());
}

void SymbolTable::bind_inputs(const std::vector<const onnx::ValueInfoProto*>& inputs) {
  std::vector<Dimension> free_dimensions;
  dims_.resize(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto& shape = inputs[i]->type().tensor_type().shape();
    dims_[i].assign(static_cast<std::size_t>(shape.dim_size()), kUnknown);
    for (int d = 0; d < shape.dim_size(); ++d) {
      const auto axis = static_cast<std::size_t>(d);
      if (is_fixed(*inputs[i], d))
        dims_[i][axis] = shape.dim(d).dim_value();
      else
        free_dimensions.push_back(
            {i, axis, is_nameless(shape.dim(d).dim_param()) ? "" : clean_text(shape.dim(d).dim_param())});
    }
  }
  // Plain names first, because the expressions refer to them.
  std::unordered_map<std::string, int> plain;
  for (const Dimension& d : free_dimensions) ++plain[d.text];
  const auto is_derived = [&](const std::string& text) {
    const auto parsed = Expression::parse(text);
    if (!parsed) return false;
    const auto& names = parsed->identifiers();
    return parsed->is_certain() ||
           std::all_of(names.begin(), names.end(), [&](const auto& n) { return plain.count(n) > 0; });
  };
  std::vector<Dimension> derived, totals;
  for (Dimension& d : free_dimensions) {
    const Role place = role_of_place(*inputs[d.input], d.axis);
    if (d.text.empty())
      d.text = name_of_place(*inputs[d.input], d.axis, place);
    else if (is_numbered(d.text))
      d.text = canonical(d, *inputs[d.input], place);
    else if (is_derived(d.text)) {
      derived.push_back(d);
      continue;
    }
    Role role = role_of_name(d.text);
    if (role == Role::total) {
      totals.push_back(d);
      continue;
    }
    // Whatever an export calls it: the length of sound is no number of tokens.
    if (role == Role::other || place == Role::samples) role = place;
    add(d.text, role);
  }
  for (const Dimension& d : totals) bind_total(d.text);
  for (const Dimension& d : derived) derive(d);
  for (const Dimension& d : free_dimensions) dims_[d.input][d.axis] = find(d.text).value_or(kUnknown);
  // A batch that the model fixes may be asked for by its own value.
  for (const auto& [key, value] : bindings_) {
    const bool same = !inputs.empty() && std::all_of(dims_.begin(), dims_.end(), [wanted = value](const auto& dims) {
      return dims.empty() || dims[0] == wanted;
    });
    if (lower_case(key) == "batch" && same) used_[key] = true;
  }
}

// Decoding adds one token to a past; what an encoder has read stays as long as it was.
bool SymbolTable::decides(const std::string& name, Role role) const {
  if (phase_ == Phase::prefill) return false;
  return role == Role::past || (role == Role::sequence && lower_case(name).find("encode") == std::string::npos);
}

std::int64_t SymbolTable::default_sequence(const std::string& name) const {
  return decides(name, Role::sequence) ? 1 : sequence_;
}

// Numbered dimensions that stand where a batch, a picture's extent or a sequence stands are that; all others are one
// group. The same number is the same dimension everywhere.
const std::string& SymbolTable::canonical(const Dimension& dimension, const onnx::ValueInfoProto& input, Role place) {
  std::string symbol = place == Role::other ? "unknown_dims" : name_of_place(input, dimension.axis, place);
  return numbered_.emplace(dimension.text, std::move(symbol)).first->second;
}

std::optional<std::vector<std::int64_t>> SymbolTable::given_shape(const std::string& input) {
  std::vector<std::int64_t> dims;
  for (;;) {
    const std::string wanted = input + "." + std::to_string(dims.size());
    const auto given = std::find_if(bindings_.begin(), bindings_.end(),
                                    [&](const auto& entry) { return lower_case(entry.first) == lower_case(wanted); });
    if (given == bindings_.end()) break;
    dims.push_back(control(wanted, given->second, SymbolOrigin::given, 0));
  }
  if (dims.empty()) return std::nullopt;
  return dims;
}

void SymbolTable::add(const std::string& name, Role role) {
  if (index_.count(name) > 0) return;
  Symbol symbol{name, 1, SymbolOrigin::known};
  switch (role) {
    case Role::batch:
      symbol.value = 1;
      break;
    case Role::sequence:
      symbol.value = default_sequence(name);
      break;
    case Role::past:
      symbol.value = phase_ == Phase::decode ? sequence_ : 0;
      break;
    case Role::height:
    case Role::width:
      symbol.value = kImage;
      break;
    case Role::depth:
      symbol.value = kSlices;
      break;
    case Role::channels:
      symbol.value = 3;
      break;
    case Role::features:
      symbol.value = 80;
      break;
    case Role::frames:
      symbol.value = 3000;
      break;  // 30 s of audio, Whisper's window
    case Role::samples:
      symbol.value = kSamples;
      break;
    default:
      symbol.origin = SymbolOrigin::assumed;
      break;
  }
  if (const auto own = defaults_.find(name); own != defaults_.end() && !decides(name, role)) {
    symbol.value = checked(name, own->second, role == Role::past ? 0 : 1);
    symbol.origin = SymbolOrigin::known;
  }
  if (const auto given = binding(name, role)) {
    symbol.value = *given;
    symbol.origin = SymbolOrigin::given;
  }
  index_.emplace(name, symbols_.size());
  symbols_.push_back(symbol);
  roles_.push_back(role);
}

void SymbolTable::bind_total(const std::string& name) {
  if (index_.count(name) > 0) return;
  std::int64_t sequence = default_sequence(name);
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    if (roles_[i] == Role::sequence) {
      sequence = symbols_[i].value;
      break;
    }
  }
  add(name, Role::total);
  Symbol& symbol = symbols_.back();
  if (symbol.origin == SymbolOrigin::given) return;
  symbol.value = past_length() + sequence;
  symbol.origin = SymbolOrigin::derived;
}

void SymbolTable::derive(const Dimension& dimension) {
  if (index_.count(dimension.text) > 0) return;
  const auto expression = Expression::parse(dimension.text);
  for (const std::string& name : expression->identifiers()) add(name, role_of_name(name));
  const auto value = expression->evaluate([this](const std::string& name) { return find(name); });
  const Symbol symbol{dimension.text, std::max<std::int64_t>(0, value.value_or(1)),
                      value ? SymbolOrigin::derived : SymbolOrigin::assumed};
  if (const auto given = binding(dimension.text, Role::other); given && *given != symbol.value) {
    throw core::Error(core::ErrorCode::bad_usage,
                      "dimension '" + dimension.text + "' cannot be " + std::to_string(*given) +
                          ": its parts make it " + std::to_string(symbol.value),
                      dimension.text, "Set its parts instead.");
  }
  index_.emplace(dimension.text, symbols_.size());
  symbols_.push_back(symbol);
  roles_.push_back(Role::other);
}

std::optional<std::int64_t> SymbolTable::find(const std::string& name) const {
  const auto found = index_.find(name);
  if (found == index_.end()) return std::nullopt;
  return symbols_[found->second].value;
}

std::int64_t SymbolTable::past_length() const {
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    if (roles_[i] == Role::past) return symbols_[i].value;
  }
  return 0;
}

std::string SymbolTable::assumed() const {
  std::string names;
  for (const Symbol& symbol : symbols_) {
    if (symbol.origin == SymbolOrigin::assumed)
      names += (names.empty() ? "" : ", ") + symbol.name + " = " + std::to_string(symbol.value);
  }
  return names;
}

bool SymbolTable::is_default_sequence(std::int64_t value) const {
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    if (roles_[i] == Role::sequence && symbols_[i].origin == SymbolOrigin::known) return value == sequence_;
  }
  return false;
}

std::optional<std::int64_t> SymbolTable::value_of(const std::string& text) const {
  if (is_nameless(text)) return std::nullopt;
  if (const auto numbered = numbered_.find(clean_text(text)); numbered != numbered_.end())
    return find(numbered->second);
  if (const auto value = find(clean_text(text))) return value;
  const auto lookup = [this](const std::string& name) -> std::optional<std::int64_t> {
    if (const auto value = find(name)) return value;
    const auto learned = learned_.find(name);
    if (learned == learned_.end()) return std::nullopt;
    return learned->second;
  };
  if (const auto value = lookup(text)) return value;
  if (const auto expression = Expression::parse(text)) return expression->evaluate(lookup);
  return std::nullopt;
}

std::int64_t SymbolTable::control(const std::string& name, std::int64_t fallback, SymbolOrigin origin,
                                  std::int64_t smallest) {
  if (const auto known = find(name)) return *known;
  Symbol symbol{name, fallback, origin};
  for (const auto& [key, value] : bindings_) {
    if (lower_case(key) != lower_case(name)) continue;
    symbol.value = checked(key, value, smallest);
    symbol.origin = SymbolOrigin::given;
    used_[key] = true;
  }
  index_.emplace(name, symbols_.size());
  symbols_.push_back(symbol);
  roles_.push_back(Role::other);
  return symbol.value;
}

std::optional<std::int64_t> SymbolTable::given_count(const std::string& name, std::int64_t most) {
  const bool given = std::any_of(bindings_.begin(), bindings_.end(),
                                 [&](const auto& entry) { return lower_case(entry.first) == lower_case(name); });
  if (!given) {
    if (open_counts_.size() <= kMostCounts) open_counts_.emplace(name, most);
    return std::nullopt;
  }
  const std::int64_t count = control(name, most, SymbolOrigin::given, 0);
  if (most == kUnknown || count <= most) return count;
  throw core::Error(core::ErrorCode::bad_usage, "'" + name + "' cannot be " + std::to_string(count), name,
                    "There are at most " + std::to_string(most) + ".");
}

void SymbolTable::offer_counts() {
  if (open_counts_.size() > kMostCounts) return;
  for (const auto& [name, most] : open_counts_) {
    if (most != kUnknown) control(name, most, SymbolOrigin::assumed, 0);
  }
}

std::optional<std::int64_t> SymbolTable::binding(const std::string& name, Role role) {
  const std::int64_t smallest = role == Role::past ? 0 : 1;
  std::optional<std::int64_t> by_role;
  for (const auto& [key, value] : bindings_) {
    const std::string wanted = lower_case(key);
    if (wanted == lower_case(name)) {
      used_[key] = true;
      return checked(key, value, smallest);
    }
    if (names_role(wanted, role)) {
      used_[key] = true;
      by_role = checked(key, value, smallest);
    }
  }
  return by_role;
}

std::int64_t SymbolTable::checked(const std::string& key, std::int64_t value, std::int64_t smallest) const {
  if (value >= smallest && value <= kLargestBinding) return value;
  throw core::Error(core::ErrorCode::bad_usage, "dimension '" + key + "' cannot be " + std::to_string(value), key,
                    "Give a number from " + std::to_string(smallest) + " to " + std::to_string(kLargestBinding) + ".");
}

void SymbolTable::require_all_used() const {
  for (const auto& [key, value] : bindings_) {
    if (used_.count(key) > 0) continue;
    std::string names;
    for (const Symbol& symbol : symbols_) names += (names.empty() ? "" : ", ") + symbol.name;
    throw core::Error(core::ErrorCode::bad_usage, "the model has no free dimension '" + key + "'", key,
                      names.empty() ? "All its dimensions are fixed." : "Its free dimensions are: " + names + ".");
  }
}

}  // namespace whichchip::model
