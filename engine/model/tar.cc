// The tar format: POSIX.1-2017 pax, "ustar Interchange Format" and "pax Extended Header"; long names also as GNU tar
// writes them.
#include <algorithm>
#include <array>
#include <string_view>

#include "core/error.h"
#include "model/archive.h"

namespace whichchip::model {
namespace {

constexpr std::int64_t kBlock = 512;
constexpr std::int64_t kLongestExtension = 65536;
constexpr std::size_t kMostEntries = 100'000;

using Block = std::array<char, static_cast<std::size_t>(kBlock)>;

std::string_view text(std::string_view block, std::size_t offset, std::size_t width) {
  const std::string_view field = block.substr(offset, width);
  return field.substr(0, field.find('\0'));
}

// Octal digits, or big-endian binary when the first bit is set; -1 when neither.
std::int64_t number(std::string_view block, std::size_t offset, std::size_t width) {
  std::string_view field = block.substr(offset, width);
  std::int64_t value = 0;
  if ((static_cast<unsigned char>(field[0]) & 0x80U) != 0) {
    for (const char c : field.substr(width - 8)) {
      if (value >= (std::int64_t{1} << 54)) return -1;
      value = value * 256 + static_cast<unsigned char>(c);
    }
    return value;
  }
  field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
  for (const char c : field) {
    if (c < '0' || c > '7') break;
    value = value * 8 + (c - '0');
  }
  return value;
}

bool checksum_holds(std::string_view block) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < block.size(); ++i)
    sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(block[i]);
  return sum == number(block, 148, 8);
}

std::string read(ByteSource& source, std::int64_t offset, std::int64_t count) {
  std::string bytes(static_cast<std::size_t>(std::min(count, kLongestExtension)), '\0');
  bytes.resize(source.read_at(offset, std::as_writable_bytes(std::span(bytes.data(), bytes.size()))));
  return bytes;
}

// Records "LENGTH KEY=VALUE\n" that replace fields of the next header.
struct Extension {
  std::string name;
  std::int64_t bytes = -1;
};

void read_pax(std::string_view records, Extension& extension) {
  while (!records.empty()) {
    const std::size_t space = records.find(' ');
    std::size_t length = 0;
    for (std::size_t i = 0; i < space && i < records.size() && records[i] >= '0' && records[i] <= '9'; ++i)
      length = std::min<std::size_t>(length * 10 + static_cast<std::size_t>(records[i] - '0'), records.size() + 1);
    if (space == std::string_view::npos || length <= space + 1 || length > records.size()) return;
    const std::string_view record = records.substr(space + 1, length - space - 2);
    if (record.starts_with("path=")) extension.name = record.substr(5);
    if (record.starts_with("size=")) {
      extension.bytes = 0;
      for (const char c : record.substr(5)) {
        if (c >= '0' && c <= '9' && extension.bytes < (std::int64_t{1} << 58))
          extension.bytes = extension.bytes * 10 + (c - '0');
      }
    }
    records.remove_prefix(length);
  }
}

}  // namespace

std::optional<std::vector<ArchiveEntry>> read_tar_directory(ByteSource& source) {
  std::vector<ArchiveEntry> entries;
  Extension extension;
  std::int64_t offset = 0;
  Block bytes;
  while (source.read_at(offset, std::as_writable_bytes(std::span(bytes))) == bytes.size()) {
    const std::string_view block(bytes.data(), bytes.size());
    const bool zero = std::all_of(block.begin(), block.end(), [](char c) { return c == '\0'; });
    if (zero && offset > 0) break;
    // The checksum is the only mark that every tar has.
    if (zero || !checksum_holds(block)) {
      if (offset == 0) return std::nullopt;
      throw core::Error(core::ErrorCode::bad_model, "damaged tar archive: no header where one must be",
                        "byte " + std::to_string(offset), "Download it again.");
    }
    const char kind = block[156];
    std::int64_t size = number(block, 124, 12);
    const std::int64_t data = offset + kBlock;
    if (kind == 'x' || kind == 'L') {
      const std::string text_bytes = read(source, data, size);
      if (kind == 'x')
        read_pax(text_bytes, extension);
      else
        extension.name = text_bytes.substr(0, text_bytes.find('\0'));
    } else {
      if (extension.bytes >= 0) size = extension.bytes;
      if (kind == '0' || kind == '\0' || kind == '7') {
        const std::string_view prefix = block.substr(257, 5) == "ustar" ? text(block, 345, 155) : std::string_view();
        ArchiveEntry entry;
        entry.name = !extension.name.empty() ? extension.name
                     : prefix.empty()        ? std::string(text(block, 0, 100))
                                             : std::string(prefix) + "/" + std::string(text(block, 0, 100));
        entry.offset = data;
        entry.bytes = entry.packed_bytes = size;
        entries.push_back(std::move(entry));
      }
      extension = {};
    }
    if (size < 0 || size > source.size() || entries.size() > kMostEntries) {
      throw core::Error(core::ErrorCode::bad_model, "damaged tar archive: an entry has an impossible size",
                        "byte " + std::to_string(offset), "Download it again.");
    }
    offset = data + (size + kBlock - 1) / kBlock * kBlock;
  }
  if (entries.empty() && offset == 0) return std::nullopt;
  return entries;
}

}  // namespace whichchip::model
