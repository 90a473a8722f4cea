// Raw deflate (RFC 1951) of whole buffers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace whichchip::share {

// The same bytes on every target: one pinned zlib, one level.
std::vector<std::uint8_t> deflated(std::span<const std::uint8_t> bytes);
// nullopt when the stream is damaged, cut off, followed by anything, or longer than `limit` once inflated.
std::optional<std::vector<std::uint8_t>> inflated(std::span<const std::uint8_t> bytes, std::size_t limit);

}  // namespace whichchip::share
