#include "model/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"

namespace whichchip::model {
namespace {

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::int64_t size() const override { return static_cast<std::int64_t>(bytes_.size()); }

  std::size_t read_at(std::int64_t offset, std::span<std::byte> destination) override {
    if (offset < 0 || offset >= size()) return 0;
    const std::span<const std::byte> rest = bytes_.subspan(static_cast<std::size_t>(offset));
    const std::size_t count = std::min(rest.size(), destination.size());
    if (count > 0) std::memcpy(destination.data(), rest.data(), count);
    return count;
  }

 private:
  std::span<const std::byte> bytes_;
};

[[noreturn]] void fail(const std::string& path, const std::string& what, const std::string& advice = {}) {
  throw core::Error(core::ErrorCode::bad_model, "cannot read '" + path + "': " + what, path, advice);
}

std::string reason(int error) { return std::generic_category().message(error); }

class FileSource final : public ByteSource {
 public:
  // O_NONBLOCK: opening a pipe must end in an error, not in waiting.
  explicit FileSource(const std::string& path)
      : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (descriptor_ < 0) fail(path_, reason(errno), "Check the path and its permissions.");
    struct stat status{};
    if (::fstat(descriptor_, &status) != 0) close_and_fail(reason(errno));
    if (S_ISDIR(status.st_mode)) close_and_fail("it is a folder", "Name the .onnx file inside it.");
    if (!S_ISREG(status.st_mode)) close_and_fail("it is not a regular file", "Save the model to a file first.");
    size_ = static_cast<std::int64_t>(status.st_size);
  }
  ~FileSource() override { ::close(descriptor_); }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::int64_t size() const override { return size_; }

  std::size_t read_at(std::int64_t offset, std::span<std::byte> destination) override {
    std::size_t done = 0;
    while (done < destination.size()) {
      const ssize_t count = ::pread(descriptor_, destination.data() + done, destination.size() - done,
                                    static_cast<off_t>(offset) + static_cast<off_t>(done));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail(path_, reason(errno));
      if (count == 0) break;
      done += static_cast<std::size_t>(count);
    }
    return done;
  }

 private:
  [[noreturn]] void close_and_fail(const std::string& what, const std::string& advice = {}) {
    ::close(descriptor_);
    fail(path_, what, advice);
  }

  std::string path_;
  int descriptor_;
  std::int64_t size_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> memory_source(std::span<const std::byte> bytes) {
  return std::make_unique<MemorySource>(bytes);
}

std::unique_ptr<ByteSource> file_source(const std::string& path) { return std::make_unique<FileSource>(path); }

}  // namespace whichchip::model
