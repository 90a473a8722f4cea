#include "web/js_byte_source.h"

#include <algorithm>
#include <utility>

#include "core/error.h"

namespace whichchip::web {
namespace {

using emscripten::val;

class JsByteSource : public model::ByteSource {
 public:
  explicit JsByteSource(val reader)
      : reader_(std::move(reader)), size_(static_cast<std::int64_t>(reader_["size"].as<double>())) {}

  std::int64_t size() const override { return size_; }

  std::size_t read_at(std::int64_t offset, std::span<std::byte> destination) override {
    if (offset < 0 || offset >= size_ || destination.empty()) return 0;
    const auto left = static_cast<std::uint64_t>(size_ - offset);
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left, destination.size()));
    const val chunk = reader_.call<val>("read", static_cast<double>(offset), static_cast<double>(wanted));
    if (chunk.isNull() || chunk.isUndefined())
      throw core::Error(core::ErrorCode::bad_model, "the file can no longer be read",
                        "offset " + std::to_string(offset),
                        "It was moved, changed or deleted since it was opened: open it again.");
    const auto got = std::min(chunk["length"].as<std::size_t>(), wanted);
    // The view is made after read(), which may have grown the memory and so moved it.
    auto* bytes = reinterpret_cast<std::uint8_t*>(destination.data());
    val(emscripten::typed_memory_view(got, bytes)).call<void>("set", chunk);
    return got;
  }

 private:
  val reader_;
  std::int64_t size_;
};

}  // namespace

std::unique_ptr<model::ByteSource> js_byte_source(val reader) {
  return std::make_unique<JsByteSource>(std::move(reader));
}

}  // namespace whichchip::web
