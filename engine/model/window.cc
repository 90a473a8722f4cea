#include "model/window.h"

#include <algorithm>
#include <span>

#include "core/error.h"

namespace whichchip::model {

Window::Window(ByteSource& source, const ReadOptions& options)
    : source_(source), options_(options), size_(source.size()) {
  statistics_.file_bytes = size_;
}

void Window::fill(std::size_t count) {
  const std::int64_t offset = start_ + static_cast<std::int64_t>(buffer_.size());
  const std::int64_t left = std::max<std::int64_t>(0, size_ - offset);
  const std::size_t wanted = std::max(next_read_, count - buffered());
  const auto amount = static_cast<std::size_t>(std::min(left, static_cast<std::int64_t>(wanted)));
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(cursor_));
  start_ += static_cast<std::int64_t>(cursor_);
  cursor_ = 0;
  const std::size_t kept = buffer_.size();
  buffer_.resize(kept + amount);
  const std::size_t got =
      amount == 0 ? 0 : source_.read_at(offset, std::as_writable_bytes(std::span(buffer_).subspan(kept)));
  buffer_.resize(kept + got);
  statistics_.bytes_read += static_cast<std::int64_t>(got);
  if (amount > 0) ++statistics_.reads;
  next_read_ = std::min(kLargest, next_read_ * 2);
  if (options_.progress && !options_.progress(offset, size_)) {
    throw core::Error(core::ErrorCode::bad_model, "cancelled", "byte " + std::to_string(offset));
  }
}

const std::uint8_t* Window::peek(std::size_t count) {
  if (buffered() < count) fill(count);
  if (buffered() < count) throw Truncated{start_ + static_cast<std::int64_t>(buffer_.size())};
  return buffer_.data() + cursor_;
}

std::size_t Window::peek_some(std::size_t count, const std::uint8_t*& bytes) {
  if (buffered() < count) fill(count);
  bytes = buffer_.data() + cursor_;
  return std::min(count, buffered());
}

void Window::skip(std::int64_t count) {
  if (count <= static_cast<std::int64_t>(buffered())) {
    cursor_ += static_cast<std::size_t>(count);
    return;
  }
  const std::int64_t target = position() + count;
  if (target > size_) throw Truncated{size_};
  buffer_.clear();
  cursor_ = 0;
  start_ = target;
  next_read_ = kSmallest;
}

void Window::append_to(std::string& destination, std::int64_t count) {
  while (count > 0) {
    const auto part = static_cast<std::size_t>(std::min<std::int64_t>(count, kLargest));
    const std::uint8_t* bytes = peek(part);
    destination.append(reinterpret_cast<const char*>(bytes), part);
    advance(part);
    count -= static_cast<std::int64_t>(part);
  }
}

}  // namespace whichchip::model
