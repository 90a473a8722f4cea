// Sequential reading of a ByteSource through a small buffer that adapts: a seek starts with a few hundred bytes,
// because most often only a tensor's header stands between two weights, and reading on without seeking doubles the
// amount each time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/byte_source.h"
#include "model/reader.h"

namespace whichchip::model {

// Thrown by Window when the source ends before what was asked for.
struct Truncated {
  std::int64_t offset = 0;  // where the source ends
};

class Window {
 public:
  Window(ByteSource& source, const ReadOptions& options);

  std::int64_t position() const { return start_ + static_cast<std::int64_t>(cursor_); }
  std::int64_t size() const { return size_; }
  const ReadStatistics& statistics() const { return statistics_; }

  // The next `count` bytes (at most kLargest), without moving on; throws Truncated.
  const std::uint8_t* peek(std::size_t count);
  // As many of the next `count` bytes as there are.
  std::size_t peek_some(std::size_t count, const std::uint8_t*& bytes);
  void advance(std::size_t count) { cursor_ += count; }
  // Moves on without reading; throws Truncated when that leads beyond the end.
  void skip(std::int64_t count);
  void append_to(std::string& destination, std::int64_t count);

  static constexpr std::size_t kSmallest = 512;
  static constexpr std::size_t kLargest = std::size_t{1} << 18;

 private:
  std::size_t buffered() const { return buffer_.size() - cursor_; }
  void fill(std::size_t count);

  ByteSource& source_;
  const ReadOptions& options_;
  std::int64_t size_;
  std::int64_t start_ = 0;  // offset of buffer_[0]
  std::size_t cursor_ = 0;
  std::size_t next_read_ = kSmallest;
  std::vector<std::uint8_t> buffer_;
  ReadStatistics statistics_;
};

}  // namespace whichchip::model
