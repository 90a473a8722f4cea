#include "model/inflate_source.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <vector>

#include "core/error.h"
#include "zlib.h"

namespace whichchip::model {
namespace {

constexpr std::size_t kInputChunk = std::size_t{1} << 16;
constexpr std::size_t kDiscardChunk = std::size_t{1} << 16;

// zlib's state, which may neither move nor be copied by value.
class Inflater {
 public:
  explicit Inflater(Compression compression) {
    // Negative: a raw stream; 16 more: a gzip header in front.
    const int window_bits = compression == Compression::gzip ? 16 + MAX_WBITS : -MAX_WBITS;
    if (inflateInit2(&stream, window_bits) != Z_OK) throw std::bad_alloc();
  }
  explicit Inflater(Inflater& other) {
    if (inflateCopy(&stream, &other.stream) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater& operator=(const Inflater&) = delete;

  z_stream stream{};
};

class InflateSource final : public ByteSource {
 public:
  InflateSource(ByteSource& packed, std::int64_t begin, std::int64_t end, std::int64_t size, Compression compression)
      : packed_(packed), end_(end), size_(size) {
    checkpoints_.push_back({0, begin, std::make_unique<Inflater>(compression)});
    resume(checkpoints_.front());
  }

  std::int64_t size() const override { return size_; }

  std::size_t read_at(std::int64_t offset, std::span<std::byte> destination) override {
    if (offset < 0 || offset >= size_) return 0;
    seek(offset);
    if (position_ < offset) return 0;  // the stream ends before
    const auto left =
        static_cast<std::size_t>(std::min<std::int64_t>(size_ - offset, static_cast<std::int64_t>(destination.size())));
    const std::size_t got = inflate_some(destination.first(left));
    if (position_ == size_) require_end();
    return got;
  }

 private:
  struct Checkpoint {
    std::int64_t position;       // in the inflated stream
    std::int64_t packed_offset;  // where its next input byte is
    std::unique_ptr<Inflater> inflater;
  };

  void resume(const Checkpoint& from) {
    inflater_ = std::make_unique<Inflater>(*from.inflater);
    inflater_->stream.avail_in = 0;
    position_ = from.position;
    packed_offset_ = from.packed_offset;
    ended_ = false;
  }

  void seek(std::int64_t offset) {
    if (offset < position_) {
      auto nearest = checkpoints_.rbegin();
      while (nearest->position > offset) ++nearest;  // the first stands at 0
      resume(*nearest);
    }
    std::array<std::byte, kDiscardChunk> discarded;
    while (position_ < offset) {
      const auto amount = static_cast<std::size_t>(
          std::min<std::int64_t>(offset - position_, static_cast<std::int64_t>(discarded.size())));
      if (inflate_some(std::span(discarded).first(amount)) == 0) return;
    }
  }

  std::size_t inflate_some(std::span<std::byte> destination) {
    z_stream& stream = inflater_->stream;
    std::size_t done = 0;
    while (done < destination.size() && !ended_) {
      if (stream.avail_in == 0 && !refill()) break;
      const auto room = static_cast<uInt>(std::min(destination.size() - done, kDiscardChunk));
      stream.next_out = reinterpret_cast<Bytef*>(destination.data() + done);
      stream.avail_out = room;
      const int status = ::inflate(&stream, Z_NO_FLUSH);
      done += room - stream.avail_out;
      position_ += static_cast<std::int64_t>(room - stream.avail_out);
      ended_ = status == Z_STREAM_END;
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) damaged();
      save_checkpoint();
    }
    return done;
  }

  bool refill() {
    input_.resize(kInputChunk);
    const auto amount = static_cast<std::size_t>(
        std::clamp<std::int64_t>(end_ - packed_offset_, 0, static_cast<std::int64_t>(kInputChunk)));
    const std::size_t got = packed_.read_at(packed_offset_, std::as_writable_bytes(std::span(input_).first(amount)));
    packed_offset_ += static_cast<std::int64_t>(got);
    inflater_->stream.next_in = input_.data();
    inflater_->stream.avail_in = static_cast<uInt>(got);
    return got > 0;
  }

  void save_checkpoint() {
    if (ended_ || position_ < checkpoints_.back().position + kCheckpointBytes) return;
    auto copy = std::make_unique<Inflater>(*inflater_);
    checkpoints_.push_back({position_, consumed(), std::move(copy)});
  }

  // A gzip file tells its size modulo 4 GiB, and only that of its last part.
  void require_end() {
    std::byte more{};
    if (inflate_some(std::span(&more, 1)) == 0 && !another_part_follows()) return;
    throw core::Error(core::ErrorCode::bad_model,
                      "the compressed file holds more than the " + std::to_string(size_) + " bytes that it announces",
                      "byte " + std::to_string(consumed()), "Unpack it and open the model inside.");
  }

  bool another_part_follows() {
    std::array<unsigned char, 2> next{};
    return ended_ && end_ - consumed() >= 2 &&
           packed_.read_at(consumed(), std::as_writable_bytes(std::span(next))) == 2 && next[0] == 0x1f &&
           next[1] == 0x8b;
  }

  // Offset of the first byte that was not decoded yet.
  std::int64_t consumed() const { return packed_offset_ - static_cast<std::int64_t>(inflater_->stream.avail_in); }

  [[noreturn]] void damaged() const {
    const std::string at = "byte " + std::to_string(consumed());
    throw core::Error(core::ErrorCode::bad_model, "damaged archive: its compressed data cannot be decoded at " + at, at,
                      "Download it again.");
  }

  ByteSource& packed_;
  std::int64_t end_;
  std::int64_t size_;
  std::vector<Bytef> input_;
  std::vector<Checkpoint> checkpoints_;  // by position
  std::unique_ptr<Inflater> inflater_;
  std::int64_t position_ = 0;
  std::int64_t packed_offset_ = 0;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> inflate_source(ByteSource& packed, std::int64_t begin, std::int64_t end, std::int64_t size,
                                           Compression compression) {
  if (size > kMostInflatedBytes) {
    throw core::Error(
        core::ErrorCode::bad_model,
        "the model in this archive is compressed and larger than " + std::to_string(kMostInflatedBytes >> 30) + " GiB",
        {}, "Unpack it and open the model inside.");
  }
  return std::make_unique<InflateSource>(packed, begin, end, size, compression);
}

}  // namespace whichchip::model
