// The zip format: PKWARE's APPNOTE.TXT, sections 4.3.7 (local header), 4.3.12 (directory), 4.3.14 to 4.3.16 (its end),
// 4.5.3 (sizes beyond 32 bits).
#include <algorithm>
#include <string_view>

#include "core/error.h"
#include "model/archive.h"

namespace whichchip::model {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kEndBytes = 22;  // without the comment
constexpr std::size_t kLongestComment = 65535;
constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kLocalBytes = 30;
constexpr std::int64_t kLargestDirectory = std::int64_t{1} << 26;
constexpr std::int64_t kIn64 = 0xffffffff;  // "the number stands in the extra field"

std::int64_t number(std::string_view bytes, std::size_t offset, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width && offset + i < bytes.size(); ++i)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[offset + i])) << (8 * i);
  return value > (std::uint64_t{1} << 62) ? -1 : static_cast<std::int64_t>(value);
}

std::string read(ByteSource& source, std::int64_t offset, std::int64_t count) {
  if (offset < 0 || count < 0 || offset > source.size()) return {};
  std::string bytes(static_cast<std::size_t>(std::min(count, source.size() - offset)), '\0');
  bytes.resize(source.read_at(offset, std::as_writable_bytes(std::span(bytes.data(), bytes.size()))));
  return bytes;
}

[[noreturn]] void damaged(const std::string& what, std::int64_t offset) {
  throw core::Error(core::ErrorCode::bad_model, "damaged zip archive: " + what, "byte " + std::to_string(offset),
                    "Download it again.");
}

struct Directory {
  std::int64_t offset, bytes;
};

std::optional<Directory> find_directory(ByteSource& source) {
  const std::int64_t start =
      std::max<std::int64_t>(0, source.size() - static_cast<std::int64_t>(kEndBytes + kLongestComment));
  const std::string tail = read(source, start, source.size() - start);
  const std::size_t end = tail.rfind("PK\x05\x06"sv);
  if (end == std::string::npos || end + kEndBytes > tail.size()) return std::nullopt;
  Directory directory{number(tail, end + 16, 4), number(tail, end + 12, 4)};
  if ((directory.offset == kIn64 || directory.bytes == kIn64) && end >= 20 &&
      tail.substr(end - 20, 4) == "PK\x06\x07"sv) {
    const std::string record = read(source, number(tail, end - 20 + 8, 8), 56);
    if (record.substr(0, 4) == "PK\x06\x06"sv) directory = {number(record, 48, 8), number(record, 40, 8)};
  }
  return directory;
}

// Sizes beyond 32 bits, in the order in which the entry lacks them.
void read_zip64(std::string_view extra, ArchiveEntry& entry) {
  while (extra.size() >= 4) {
    const auto length = static_cast<std::size_t>(number(extra, 2, 2));
    if (number(extra, 0, 2) == 1) {
      std::size_t at = 4;
      for (std::int64_t* value : {&entry.bytes, &entry.packed_bytes, &entry.offset}) {
        if (*value != kIn64 || at + 8 > 4 + length) continue;
        *value = number(extra, at, 8);
        at += 8;
      }
      return;
    }
    extra.remove_prefix(std::min(extra.size(), 4 + length));
  }
}

}  // namespace

std::optional<std::vector<ArchiveEntry>> read_zip_directory(ByteSource& source) {
  const std::string head = read(source, 0, 4);
  if (head != "PK\x03\x04"sv && head != "PK\x05\x06"sv) return std::nullopt;
  const auto directory = find_directory(source);
  if (!directory) damaged("its directory, which stands at the end, is missing", source.size());
  if (directory->offset < 0 || directory->bytes < 0 || directory->bytes > kLargestDirectory ||
      directory->offset > source.size())
    damaged("its directory cannot be where it says", directory->offset);
  const std::string bytes = read(source, directory->offset, directory->bytes);
  std::vector<ArchiveEntry> entries;
  for (std::size_t at = 0; at + kEntryBytes <= bytes.size();) {
    const std::string_view entry_bytes = std::string_view(bytes).substr(at);
    if (entry_bytes.substr(0, 4) != "PK\x01\x02"sv) break;
    const auto name_length = static_cast<std::size_t>(number(entry_bytes, 28, 2));
    const auto extra_length = static_cast<std::size_t>(number(entry_bytes, 30, 2));
    const auto comment_length = static_cast<std::size_t>(number(entry_bytes, 32, 2));
    if (kEntryBytes + name_length + extra_length > entry_bytes.size())
      damaged("its directory is cut off", directory->offset + static_cast<std::int64_t>(at));
    ArchiveEntry entry;
    entry.name = entry_bytes.substr(kEntryBytes, name_length);
    entry.encrypted = (number(entry_bytes, 8, 2) & 1) != 0;
    entry.method = static_cast<int>(number(entry_bytes, 10, 2));
    entry.packed_bytes = number(entry_bytes, 20, 4);
    entry.bytes = number(entry_bytes, 24, 4);
    entry.offset = number(entry_bytes, 42, 4);
    read_zip64(entry_bytes.substr(kEntryBytes + name_length, extra_length), entry);
    if (!entry.name.ends_with('/')) entries.push_back(std::move(entry));
    at += kEntryBytes + name_length + extra_length + comment_length;
  }
  return entries;
}

std::int64_t zip_data_offset(ByteSource& source, const ArchiveEntry& entry) {
  const std::string header = read(source, entry.offset, kLocalBytes);
  if (header.size() < kLocalBytes || header.substr(0, 4) != "PK\x03\x04"sv)
    damaged("an entry does not stand where its directory says", entry.offset);
  return entry.offset + static_cast<std::int64_t>(kLocalBytes) + number(header, 26, 2) + number(header, 28, 2);
}

}  // namespace whichchip::model
