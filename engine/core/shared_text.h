// Text that never changes and that many records share: names, operator types, rules. A copy is a counted reference of
// eight bytes, so that a graph of a million nodes holds each text once. Converts from and to the standard strings.
// Counts are not atomic: a text and its copies belong to one thread.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace whichchip::core {

class SharedText {
 public:
  SharedText() = default;
  SharedText(std::string_view text) : block_(make(text)) {}
  SharedText(const std::string& text) : SharedText(std::string_view(text)) {}
  SharedText(const char* text) : SharedText(std::string_view(text)) {}
  SharedText(const SharedText& other) noexcept;
  SharedText(SharedText&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  SharedText& operator=(SharedText other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~SharedText();

  std::string_view view() const {
    return block_ == nullptr ? std::string_view() : std::string_view(characters(block_), block_->size);
  }
  bool empty() const { return block_ == nullptr; }
  std::size_t size() const { return view().size(); }
  operator std::string_view() const { return view(); }
  operator std::string() const { return std::string(view()); }

  template <std::convertible_to<std::string_view> Text>
  friend bool operator==(const SharedText& a, const Text& b) {
    return a.view() == std::string_view(b);
  }
  template <std::convertible_to<std::string_view> Text>
  friend std::strong_ordering operator<=>(const SharedText& a, const Text& b) {
    return a.view() <=> std::string_view(b);
  }
  template <std::convertible_to<std::string_view> Text>
  friend std::string operator+(const SharedText& a, const Text& b) {
    return std::string(a).append(std::string_view(b));
  }
  template <std::convertible_to<std::string_view> Text>
    requires(!std::same_as<Text, SharedText>)
  friend std::string operator+(const Text& a, const SharedText& b) {
    return std::string(std::string_view(a)).append(b.view());
  }

 private:
  // Followed by the characters.
  struct Block {
    std::size_t references;
    std::size_t size;
  };

  static char* characters(Block* block) { return reinterpret_cast<char*>(block + 1); }
  static Block* make(std::string_view text);

  Block* block_ = nullptr;  // null for the empty text
};

// Gives equal texts one copy.
class TextPool {
 public:
  const SharedText& share(std::string_view text) {
    const auto found = texts_.find(text);
    if (found != texts_.end()) return found->second;
    SharedText shared(text);
    const std::string_view key = shared.view();
    return texts_.emplace(key, std::move(shared)).first->second;
  }

 private:
  std::unordered_map<std::string_view, SharedText> texts_;  // keys are views of the values
};

}  // namespace whichchip::core
