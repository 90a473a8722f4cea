// Stable sorting with one compiled routine, whatever the elements are.
//
// std::stable_sort is compiled anew for every type and comparison; three dozen of those made a thirtieth of the program
// that the page downloads. Here the positions are sorted, in core/order.cc, and each element is moved once. Lists that
// grow with the model's nodes and are sorted often keep the standard's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace whichchip::core {

// Whether the element at position a comes before that at b; `context` is what it was given with.
using ComesBefore = bool (*)(const void* context, std::size_t a, std::size_t b);

// The positions 0 to count − 1 as they come; equals stay as they are. `count` is below 2³².
std::vector<std::uint32_t> stable_order(std::size_t count, ComesBefore before, const void* context);

// `before(x, y)`: a strict weak order of elements.
template <typename T, typename Before>
void stable_sort(std::vector<T>& list, const Before& before) {
  struct Context {
    const std::vector<T>& list;
    const Before& before;
  };
  const Context all{list, before};
  const std::vector<std::uint32_t> order = stable_order(
      list.size(),
      [](const void* context, std::size_t a, std::size_t b) {
        const auto& each = *static_cast<const Context*>(context);
        return static_cast<bool>(each.before(each.list[a], each.list[b]));
      },
      &all);
  std::vector<T> sorted;
  sorted.reserve(list.size());
  for (const std::uint32_t i : order) sorted.push_back(std::move(list[i]));
  list = std::move(sorted);
}

}  // namespace whichchip::core
