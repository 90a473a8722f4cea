#include "model/expression.h"

#include <algorithm>
#include <utility>

namespace whichchip::model {
namespace {

constexpr std::size_t kLongestExpression = 400;
constexpr int kDeepestParenthesis = 40;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_part_of_name(char c) { return is_letter(c) || is_digit(c) || c == '.' || c == ':'; }

}  // namespace

// Recursive descent with a bounded depth; every rule leaves its postfix steps in the result.
class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_(text) {}

  std::optional<Expression> run() {
    if (text_.size() > kLongestExpression || !sum() || at_ != text_.size() || !operators_) return std::nullopt;
    result_.certain_ = (spaced_ || numbers_ || calls_) && !result_.identifiers_.empty();
    return std::move(result_);
  }

 private:
  using Kind = Expression::Step::Kind;

  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char c) {
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    if (at_ > 0 && text_[at_ - 1] == ' ') spaced_ = true;
    ++at_;
    skip_spaces();
    return true;
  }
  void push(Kind kind) {
    result_.steps_.push_back({kind});
    operators_ = true;
  }

  bool sum() {
    if (++depth_ > kDeepestParenthesis || !product()) return false;
    for (;;) {
      const bool plus = take('+');
      if (!plus && !take('-')) break;
      if (!product()) return false;
      push(plus ? Kind::add : Kind::subtract);
    }
    --depth_;
    return true;
  }
  bool product() {
    if (!factor()) return false;
    for (;;) {
      const bool times = take('*');
      if (!times && !take('/')) return true;
      if (!times) take('/');
      if (!factor()) return false;
      push(times ? Kind::multiply : Kind::divide);
    }
  }
  bool factor() {
    skip_spaces();
    if (at_ >= text_.size()) return false;
    if (take('(')) return sum() && take(')');
    if (is_digit(text_[at_])) return number();
    if (is_letter(text_[at_])) return name();
    return false;
  }
  bool number() {
    std::int64_t value = 0;
    for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
      if (value > (std::int64_t{1} << 40)) return false;
      value = value * 10 + (text_[at_] - '0');
    }
    numbers_ = true;
    result_.steps_.push_back({Kind::number, value});
    return true;
  }
  bool name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_part_of_name(text_[at_])) ++at_;
    const std::string word(text_.substr(begin, at_ - begin));
    skip_spaces();
    if (at_ < text_.size() && text_[at_] == '(') return call(word);
    auto& names = result_.identifiers_;
    auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end()) found = names.insert(names.end(), word);
    result_.steps_.push_back({Kind::identifier, 0, static_cast<std::size_t>(found - names.begin())});
    return true;
  }
  bool call(const std::string& function) {
    calls_ = true;
    if (!take('(') || !sum()) return false;
    if (function == "floor") return push(Kind::floor), take(')');
    const bool largest = function == "max" || function == "Max";
    if (!largest && function != "min" && function != "Min") return false;
    while (take(',')) {
      if (!sum()) return false;
      push(largest ? Kind::maximum : Kind::minimum);
    }
    return take(')');
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool operators_ = false, spaced_ = false, numbers_ = false, calls_ = false;
  Expression result_;
};

std::optional<Expression> Expression::parse(std::string_view text) { return ExpressionParser(text).run(); }

std::optional<std::int64_t> Expression::evaluate(
    const std::function<std::optional<std::int64_t>(const std::string&)>& lookup) const {
  constexpr std::int64_t kBound = std::int64_t{1} << 31;
  std::vector<std::int64_t> stack;
  for (const Step& step : steps_) {
    if (step.kind == Step::Kind::number || step.kind == Step::Kind::identifier) {
      const auto value =
          step.kind == Step::Kind::number ? std::optional(step.number) : lookup(identifiers_[step.identifier]);
      if (!value || *value >= kBound) return std::nullopt;
      stack.push_back(*value);
      continue;
    }
    if (step.kind == Step::Kind::floor) continue;
    const std::int64_t right = stack.back();
    stack.pop_back();
    std::int64_t& left = stack.back();
    switch (step.kind) {
      case Step::Kind::add:
        left += right;
        break;
      case Step::Kind::subtract:
        left -= right;
        break;
      case Step::Kind::multiply:
        left *= right;
        break;
      case Step::Kind::minimum:
        left = std::min(left, right);
        break;
      case Step::Kind::maximum:
        left = std::max(left, right);
        break;
      default:
        if (right == 0) return std::nullopt;
        left = left / right - ((left % right != 0 && (left < 0) != (right < 0)) ? 1 : 0);
        break;
    }
    if (left >= kBound || left <= -kBound) return std::nullopt;
  }
  return stack.back();
}

}  // namespace whichchip::model
