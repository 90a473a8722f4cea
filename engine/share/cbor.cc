#include "share/cbor.h"

#include <vector>

namespace whichchip::share {
namespace {

// Walks over the values without keeping them. The library's own parser calls itself for every list in a list and every
// piece of a text, and throws where a length passes what a vector holds, even when asked not to.
class Walk {
 public:
  explicit Walk(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool is_plain(std::size_t depth) {
    open_.push_back(1);
    while (!open_.empty()) {
      if (open_.back() == 0) {
        open_.pop_back();
        continue;
      }
      --open_.back();
      if (!item() || open_.size() > depth + 1) return false;
    }
    return at_ == bytes_.size();
  }

 private:
  enum Major : std::uint8_t { kUnsigned, kNegative, kBytes, kText, kList, kMap, kTag, kSimple };

  std::size_t left() const { return bytes_.size() - at_; }

  bool item() {
    if (left() == 0) return false;
    const auto major = static_cast<Major>(bytes_[at_] >> 5);
    const unsigned info = bytes_[at_++] & 31u;
    if (major == kSimple) {
      constexpr unsigned kFalse = 20, kNull = 22, kHalf = 25, kDouble = 27;
      if (info >= kFalse && info <= kNull) return true;
      return info >= kHalf && info <= kDouble && skip(std::size_t{1} << (info - 24));
    }
    std::uint64_t value = info;
    if (info >= 24) {
      constexpr unsigned kEightBytes = 27;  // above: lengths that are not known, or reserved
      const std::size_t width = std::size_t{1} << (info - 24);
      if (info > kEightBytes || width > left()) return false;
      value = 0;
      for (std::size_t i = 0; i < width; ++i) value = value << 8 | bytes_[at_++];
    }
    if (major == kUnsigned || major == kNegative) return true;
    if (major == kTag || value > left()) return false;  // every value takes a byte at least
    if (major == kBytes || major == kText) return skip(static_cast<std::size_t>(value));
    open_.push_back(major == kMap ? 2 * value : value);
    return true;
  }

  bool skip(std::size_t count) {
    if (count > left()) return false;
    at_ += count;
    return true;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::vector<std::uint64_t> open_;  // values still to come, of every list and map around
};

}  // namespace

std::optional<nlohmann::json> parse_cbor(std::span<const std::uint8_t> bytes, std::size_t depth) {
  if (!Walk(bytes).is_plain(depth)) return std::nullopt;
  nlohmann::json value = nlohmann::json::from_cbor(bytes.begin(), bytes.end(), true, false);
  if (value.is_discarded()) return std::nullopt;
  return value;
}

}  // namespace whichchip::share
