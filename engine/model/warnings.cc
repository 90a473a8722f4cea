#include "model/warnings.h"

#include <utility>

namespace whichchip::model {

void Warnings::add(const std::string& code, const std::string& message, const std::string& where) {
  if (++counts_[code] <= kMostOfOneKind) warnings_.push_back({code, message, where});
}

std::vector<Warning> Warnings::take() {
  for (const auto& [code, count] : counts_) {
    if (count > kMostOfOneKind)
      warnings_.push_back({code, std::to_string(count - kMostOfOneKind) + " more of this kind.", {}});
  }
  counts_.clear();
  return std::exchange(warnings_, {});
}

}  // namespace whichchip::model
