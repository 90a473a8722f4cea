// The one error type of the engine: what went wrong, where, and what to do about it.
//
// Thrown at depth, caught once at the edge of each face (command line, page, module), which decides how to show it.
// `where` is a file offset, node, operator, JSON path or option; empty when there is none.
// `advice` is one sentence that says what to do or what still works; empty when there is none.
#pragma once

#include <exception>
#include <string>
#include <utility>

namespace whichchip::core {

// The values are the command line's exit codes (1 is reserved for a broken budget, which is no error).
enum class ErrorCode { bad_usage = 2, bad_model = 3, bad_hardware = 4, internal = 5 };

class Error : public std::exception {
 public:
  Error(ErrorCode error_code, std::string what_went_wrong, std::string where_it_did = {}, std::string what_to_do = {})
      : code(error_code),
        message(std::move(what_went_wrong)),
        where(std::move(where_it_did)),
        advice(std::move(what_to_do)) {}

  const char* what() const noexcept override { return message.c_str(); }

  ErrorCode code;
  std::string message;
  std::string where;
  std::string advice;
};

}  // namespace whichchip::core
