// A list of small plain values, the first few of which stand in the object itself: graphs have millions of lists of one
// to four tensors, and an allocation for each would cost more time and memory than the list. As std::vector otherwise.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace whichchip::core {

template <typename T, std::size_t Inline>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;

  SmallVector() = default;
  SmallVector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  SmallVector(const std::vector<T>& values) { assign(values.begin(), values.end()); }
  SmallVector(const SmallVector& other) { assign(other.begin(), other.end()); }
  SmallVector(SmallVector&& other) noexcept { take(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }
  ~SmallVector() { release(); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return is_inline() ? reinterpret_cast<T*>(inline_) : heap_; }
  const T* data() const { return is_inline() ? reinterpret_cast<const T*>(inline_) : heap_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T& front() { return data()[0]; }
  const T& front() const { return data()[0]; }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }
  void pop_back() { --size_; }

  void reserve(std::size_t count) {
    if (count > capacity_) grow(count);
  }
  void push_back(T value) {
    if (size_ == capacity_) grow(2 * std::size_t{capacity_});
    data()[size_++] = value;
  }
  void clear() { size_ = 0; }
  template <typename Iterator>
  void assign(Iterator first, Iterator last) {
    size_ = 0;
    reserve(static_cast<std::size_t>(std::distance(first, last)));
    for (; first != last; ++first) data()[size_++] = *first;
  }

  friend bool operator==(const SmallVector& a, const SmallVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  bool is_inline() const { return capacity_ == Inline; }
  void grow(std::size_t count) {
    T* larger = new T[count];
    std::copy(begin(), end(), larger);
    release();
    heap_ = larger;
    capacity_ = static_cast<std::uint32_t>(count);
  }
  void release() {
    if (!is_inline()) delete[] heap_;
    capacity_ = Inline;
  }
  // What `other` holds; it is empty afterwards. Nothing of our own may be held.
  void take(SmallVector& other) {
    size_ = std::exchange(other.size_, 0);
    capacity_ = std::exchange(other.capacity_, static_cast<std::uint32_t>(Inline));
    if (is_inline())
      std::copy(other.inline_, other.inline_ + sizeof(inline_), inline_);
    else
      heap_ = other.heap_;
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = Inline;  // `Inline` exactly while the values stand in the object
  union {
    alignas(T) std::byte inline_[Inline * sizeof(T)]{};
    T* heap_;
  };
};

}  // namespace whichchip::core
