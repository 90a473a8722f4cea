// Collects warnings so that a thousand alike become a few and a count.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/graph.h"

namespace whichchip::model {

class Warnings {
 public:
  void add(const std::string& code, const std::string& message, const std::string& where);
  bool has(const std::string& code) const { return counts_.count(code) > 0; }
  // All of them, in order; where some were left out, their number is said.
  std::vector<Warning> take();

 private:
  static constexpr std::int64_t kMostOfOneKind = 5;
  std::vector<Warning> warnings_;
  std::map<std::string, std::int64_t> counts_;
};

}  // namespace whichchip::model
