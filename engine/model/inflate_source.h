// A deflated stream (the inside of a zip entry, or a gzip file) as a ByteSource.
//
// Nothing is unpacked as a whole: reading inflates up to the range that is asked for and forgets what came before.
// Going back resumes at a saved state, of which there is one per kCheckpointBytes, so memory stays below 8 MiB.
#pragma once

#include <cstdint>
#include <memory>

#include "model/byte_source.h"

namespace whichchip::model {

enum class Compression : std::uint8_t { deflate, gzip };

// Inflating is as slow as reading every byte; a larger model must be unpacked by its owner.
inline constexpr std::int64_t kMostInflatedBytes = std::int64_t{1} << 32;
inline constexpr std::int64_t kCheckpointBytes = std::int64_t{1} << 25;

// The stream in [begin, end) of `packed`, which must outlive the result. `size` is what the archive says it inflates
// to. Throws core::Error (bad_model) when that is above kMostInflatedBytes; reading throws it when the stream is
// damaged or inflates to more than `size`. A stream that ends early reads as a short one.
std::unique_ptr<ByteSource> inflate_source(ByteSource& packed, std::int64_t begin, std::int64_t end, std::int64_t size,
                                           Compression compression);

}  // namespace whichchip::model
