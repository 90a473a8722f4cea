#include "model/open_model.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "core/error.h"
#include "model/archive.h"
#include "model/external_data.h"
#include "model/inflate_source.h"
#include "model/text.h"

namespace whichchip::model {
namespace {

using core::Error;
using core::ErrorCode;

class SliceSource final : public ByteSource {
 public:
  SliceSource(ByteSource& whole, std::int64_t offset, std::int64_t size)
      : whole_(whole), offset_(offset), size_(size) {}

  std::int64_t size() const override { return size_; }

  std::size_t read_at(std::int64_t offset, std::span<std::byte> destination) override {
    if (offset < 0 || offset >= size_) return 0;
    const auto left =
        static_cast<std::size_t>(std::min<std::int64_t>(size_ - offset, static_cast<std::int64_t>(destination.size())));
    return whole_.read_at(offset_ + offset, destination.first(left));
  }

 private:
  ByteSource& whole_;
  std::int64_t offset_;
  std::int64_t size_;
};

struct Archive {
  std::unique_ptr<ByteSource> inflated;  // of a gzip file: its inside, which may be a model or a tar
  std::vector<ArchiveEntry> entries;
  bool zip = false;
  std::vector<const ArchiveEntry*> models;  // of `entries`
};

// The inside of a gzip file; null when the source is none.
std::unique_ptr<ByteSource> open_gzip(ByteSource& source) {
  constexpr std::int64_t kSmallest = 18;  // header and trailer
  std::array<unsigned char, 4> bytes{};
  if (source.size() < kSmallest || source.read_at(0, std::as_writable_bytes(std::span(bytes))) < bytes.size() ||
      bytes[0] != 0x1f || bytes[1] != 0x8b)
    return nullptr;
  source.read_at(source.size() - 4, std::as_writable_bytes(std::span(bytes)));
  std::int64_t size = 0;  // RFC 1952: the last four bytes are the size, little-endian
  for (std::size_t i = bytes.size(); i-- > 0;) size = size * 256 + bytes[i];
  return inflate_source(source, 0, source.size(), size, Compression::gzip);
}

bool is_model(const std::string& name) {
  const std::string lower = lower_case(name);
  const std::size_t slash = lower.rfind('/') + 1;
  // macOS adds "__MACOSX/._model.onnx" beside every file.
  return lower.ends_with(".onnx") && lower.compare(slash, 2, "._") != 0;
}

Archive open_archive(ByteSource& source) {
  Archive archive;
  archive.inflated = open_gzip(source);
  if (auto entries = archive.inflated ? std::nullopt : read_zip_directory(source)) {
    archive.entries = std::move(*entries);
    archive.zip = true;
  } else if (auto tar = read_tar_directory(archive.inflated ? *archive.inflated : source)) {
    archive.entries = std::move(*tar);
  }
  for (const ArchiveEntry& entry : archive.entries) {
    if (is_model(entry.name)) archive.models.push_back(&entry);
  }
  return archive;
}

std::string names_of(const std::vector<const ArchiveEntry*>& models) {
  constexpr std::size_t kMostNamed = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(models.size(), kMostNamed); ++i)
    text += (i == 0 ? "" : ", ") + clean_text(models[i]->name);
  return models.size() > kMostNamed ? text + ", …" : text;
}

const ArchiveEntry& choose(const std::vector<const ArchiveEntry*>& models, std::string_view member) {
  std::vector<const ArchiveEntry*> matches;
  for (const ArchiveEntry* model : models) {
    const std::string name = clean_text(model->name);
    if (name == member) return *model;
    if (member.empty() || name.ends_with("/" + std::string(member))) matches.push_back(model);
  }
  if (matches.size() == 1) return *matches.front();
  const std::string advice =
      "Name one of them behind an exclamation mark: archive.zip!" + clean_text(models.front()->name) + ".";
  if (matches.empty()) {
    throw Error(ErrorCode::bad_model,
                "the archive holds no model '" + clean_text(member) + "', but " + names_of(models), clean_text(member),
                advice);
  }
  throw Error(ErrorCode::bad_model,
              "the archive holds " + std::to_string(matches.size()) + " models: " + names_of(matches), {}, advice);
}

std::unique_ptr<ByteSource> open_entry(ByteSource& source, const Archive& archive, const ArchiveEntry& entry) {
  if (!archive.zip) {
    return std::make_unique<SliceSource>(archive.inflated ? *archive.inflated : source, entry.offset, entry.bytes);
  }
  const std::string name = clean_text(entry.name);
  if (entry.encrypted) {
    throw Error(ErrorCode::bad_model, "'" + name + "' is encrypted", name, "Unpack it with its password first.");
  }
  const std::int64_t data = zip_data_offset(source, entry);
  constexpr int kStored = 0, kDeflated = 8;
  if (entry.method == kStored) return std::make_unique<SliceSource>(source, data, entry.bytes);
  if (entry.method == kDeflated)
    return inflate_source(source, data, data + entry.packed_bytes, entry.bytes, Compression::deflate);
  throw Error(ErrorCode::bad_model,
              "'" + name + "' is compressed with zip method " + std::to_string(entry.method) + ", which is not read",
              name, "Unpack it and open the model inside.");
}

std::string folder_of(const std::string& name) { return name.substr(0, name.rfind('/') + 1); }

// Weights that lie beside the model in the same archive are compared by their sizes, as files would be.
ReadOptions with_neighbours(const ReadOptions& options, const Archive& archive, const ArchiveEntry& entry) {
  ReadOptions result = options;
  result.neighbour_bytes = [&archive, folder = folder_of(entry.name)](const std::string& location) {
    std::optional<std::int64_t> bytes;
    for (const ArchiveEntry& other : archive.entries) {
      if (other.name == folder + location) bytes = other.bytes;
    }
    return bytes;
  };
  return result;
}

}  // namespace

std::vector<PackedModel> list_packed_models(ByteSource& source) {
  std::vector<PackedModel> models;
  for (const ArchiveEntry* entry : open_archive(source).models)
    models.push_back({clean_text(entry->name), entry->bytes});
  return models;
}

OpenedModel open_model(ByteSource& source, std::string_view member, const ReadOptions& options) {
  const Archive archive = open_archive(source);
  if (archive.models.empty()) {
    if (!member.empty()) {
      throw Error(ErrorCode::bad_model,
                  "there is no model '" + clean_text(member) + "': the file is no archive of models",
                  clean_text(member), "Leave out what follows the exclamation mark.");
    }
    // A gzip file whose inside is no tar is the model itself; anything else names itself.
    const bool single = archive.inflated != nullptr && archive.entries.empty();
    return {read_skeleton(single ? *archive.inflated : source, options), {}};
  }
  const ArchiveEntry& entry = choose(archive.models, member);
  const auto inside = open_entry(source, archive, entry);
  return {read_skeleton(*inside, with_neighbours(options, archive, entry)), clean_text(entry.name)};
}

}  // namespace whichchip::model
