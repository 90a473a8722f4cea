// Byte sources for tests: one that remembers what was read of it, one that pretends to be enormous.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/byte_source.h"

namespace whichchip::tests {

class LoggingSource final : public model::ByteSource {
 public:
  // `size` beyond the bytes given reads as the byte 0x5a: a weight of any length that needs no memory.
  explicit LoggingSource(std::string bytes, std::int64_t size = 0)
      : bytes_(std::move(bytes)), size_(std::max(size, static_cast<std::int64_t>(bytes_.size()))) {}

  std::int64_t size() const override { return size_; }

  std::size_t read_at(std::int64_t offset, std::span<std::byte> destination) override {
    const auto count = static_cast<std::size_t>(
        std::clamp<std::int64_t>(size_ - offset, 0, static_cast<std::int64_t>(destination.size())));
    for (std::size_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(offset) + i;
      destination[i] = static_cast<std::byte>(at < bytes_.size() ? bytes_[at] : '\x5a');
    }
    reads.emplace_back(offset, count);
    bytes_read += static_cast<std::int64_t>(count);
    return count;
  }

  std::vector<std::pair<std::int64_t, std::size_t>> reads;
  std::int64_t bytes_read = 0;

 private:
  std::string bytes_;
  std::int64_t size_;
};

}  // namespace whichchip::tests
