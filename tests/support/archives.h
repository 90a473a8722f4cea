// Writes archives for tests, byte by byte, so that each detail of the format can be asked for.
#pragma once

#include <string>
#include <vector>

namespace whichchip::tests {

struct ArchiveFile {
  std::string name;
  std::string bytes;
};

std::string zip_of(const std::vector<ArchiveFile>& files, bool deflated);
std::string tar_of(const std::vector<ArchiveFile>& files);
std::string gzip_of(const std::string& bytes);

}  // namespace whichchip::tests
