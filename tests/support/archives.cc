#include "support/archives.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "zlib.h"

namespace whichchip::tests {
namespace {

std::string little_endian(std::uint64_t value, int width) {
  std::string bytes;
  for (int i = 0; i < width; ++i) bytes.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
  return bytes;
}

// `window_bits` as zlib means it: negative for a raw stream, 16 more for gzip.
std::string deflate_with(const std::string& bytes, int window_bits) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("deflateInit2");
  std::string packed(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("deflate");
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string octal(std::uint64_t value, int digits) {
  std::string text;
  for (int i = 0; i < digits; ++i, value /= 8) text.insert(text.begin(), static_cast<char>('0' + value % 8));
  return text;
}

}  // namespace

std::string zip_of(const std::vector<ArchiveFile>& files, bool deflated) {
  std::string local, central;
  for (const ArchiveFile& file : files) {
    const std::string packed = deflated ? deflate_with(file.bytes, -MAX_WBITS) : file.bytes;
    const std::string common = little_endian(20, 2) + little_endian(0, 2) + little_endian(deflated ? 8 : 0, 2) +
                               little_endian(0, 4) + little_endian(0, 4) + little_endian(packed.size(), 4) +
                               little_endian(file.bytes.size(), 4) + little_endian(file.name.size(), 2);
    central += "PK\x01\x02" + little_endian(20, 2) + common + std::string(12, '\0') + little_endian(local.size(), 4) +
               file.name;
    local += "PK\x03\x04" + common + little_endian(0, 2) + file.name + packed;
  }
  return local + central + "PK\x05\x06" + little_endian(0, 4) + little_endian(files.size(), 2) +
         little_endian(files.size(), 2) + little_endian(central.size(), 4) + little_endian(local.size(), 4) +
         little_endian(0, 2);
}

std::string tar_of(const std::vector<ArchiveFile>& files) {
  std::string tar;
  const auto add = [&tar](const std::string& name, char kind, const std::string& bytes) {
    std::string header(512, '\0');
    header.replace(0, std::min<std::size_t>(name.size(), 100), name, 0, 100);
    header.replace(100, 7, octal(0644, 7));
    header.replace(124, 11, octal(bytes.size(), 11));
    header.replace(148, 8, "        ");
    header[156] = kind;
    header.replace(257, 8, std::string("ustar\00000", 8));
    std::uint64_t sum = 0;
    for (const char c : header) sum += static_cast<unsigned char>(c);
    header.replace(148, 7, octal(sum, 6) + std::string(1, '\0'));
    tar += header + bytes + std::string((512 - bytes.size() % 512) % 512, '\0');
  };
  for (const ArchiveFile& file : files) {
    if (file.name.size() > 100) {
      // LENGTH counts itself.
      const std::string record = " path=" + file.name + "\n";
      add("long", 'x', std::to_string(record.size() + 3) + record);
    }
    add(file.name, '0', file.bytes);
  }
  return tar + std::string(1024, '\0');
}

std::string gzip_of(const std::string& bytes) { return deflate_with(bytes, 16 + MAX_WBITS); }

}  // namespace whichchip::tests
