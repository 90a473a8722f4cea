// Arithmetic in the names of dimensions, as exporters write it: "past_sequence_length + 1", "2*s0", "floor(s1/2)", "s0
// // 2".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whichchip::model {

class Expression {
 public:
  // Empty when the text is no arithmetic: a plain name, a number, or something else.
  static std::optional<Expression> parse(std::string_view text);

  const std::vector<std::string>& identifiers() const { return identifiers_; }
  // Whether it shows beyond doubt that it is arithmetic: "a + 1" does, "batch-size" does not.
  bool is_certain() const { return certain_; }
  // Empty on division by zero, overflow, or an identifier without a value.
  std::optional<std::int64_t> evaluate(
      const std::function<std::optional<std::int64_t>(const std::string&)>& lookup) const;

 private:
  struct Step {
    enum class Kind : std::uint8_t {
      number,
      identifier,
      add,
      subtract,
      multiply,
      divide,
      minimum,
      maximum,
      floor
    } kind;
    std::int64_t number = 0;     // of `number`
    std::size_t identifier = 0;  // of `identifier`
  };
  friend class ExpressionParser;

  std::vector<Step> steps_;  // postfix
  std::vector<std::string> identifiers_;
  bool certain_ = false;
};

}  // namespace whichchip::model
