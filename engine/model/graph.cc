#include "model/graph.h"

#include <algorithm>

#include "core/integer.h"

namespace whichchip::model {

const char* name(Phase phase) { return phase == Phase::decode ? "decode" : "prefill"; }

Attributes::const_iterator Attributes::find(std::string_view name) const {
  const auto place =
      std::lower_bound(entries_.begin(), entries_.end(), name,
                       [](const Entry& entry, std::string_view key) { return entry.first.view() < key; });
  return place != entries_.end() && place->first == name ? place : entries_.end();
}

Attribute& Attributes::operator[](const core::SharedText& name) {
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), name,
                                      [](const Entry& entry, const auto& key) { return entry.first < key; });
  if (place != entries_.end() && place->first == name) return place->second;
  return entries_.emplace(place, name, Attribute())->second;
}

std::int64_t Tensor::elements() const {
  if (!has_rank) return sequence_elements;
  std::int64_t count = 1;
  for (const std::int64_t dimension : dims) {
    if (dimension < 0) return kUnknown;
    count = core::saturating_multiply(count, dimension);
  }
  return count;
}

}  // namespace whichchip::model
