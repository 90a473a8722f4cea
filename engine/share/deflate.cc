#include "share/deflate.h"

#include <algorithm>

#define ZLIB_CONST
#include "core/error.h"
#include "zlib.h"

namespace whichchip::share {
namespace {

constexpr int kRaw = -MAX_WBITS;  // no zlib header
constexpr std::size_t kChunk = 1 << 16;

}  // namespace

std::vector<std::uint8_t> deflated(std::span<const std::uint8_t> bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kRaw, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw core::Error(core::ErrorCode::internal, "no memory to compress");
  std::vector<std::uint8_t> out(deflateBound(&stream, static_cast<uLong>(bytes.size())));
  stream.next_in = bytes.data();
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw core::Error(core::ErrorCode::internal, "compression failed");
  return out;
}

std::optional<std::vector<std::uint8_t>> inflated(std::span<const std::uint8_t> bytes, std::size_t limit) {
  z_stream stream{};
  if (inflateInit2(&stream, kRaw) != Z_OK) throw core::Error(core::ErrorCode::internal, "no memory to decompress");
  stream.next_in = bytes.data();
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::vector<std::uint8_t> out;
  int status = Z_OK;
  while (status == Z_OK && out.size() <= limit) {
    const std::size_t written = out.size();
    out.resize(written + std::min(kChunk, limit + 1 - written));
    stream.next_out = out.data() + written;
    stream.avail_out = static_cast<uInt>(out.size() - written);
    status = inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
  }
  const bool whole = status == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  if (!whole || out.size() > limit) return std::nullopt;
  return out;
}

}  // namespace whichchip::share
