#include "cli/program.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/wait.h>
#include <unistd.h>

namespace whichchip::tests {
namespace {

struct Scratch {
  Scratch() : path((std::filesystem::temp_directory_path() / ("whichchip-cli-" + std::to_string(getpid()))).string()) {
    std::filesystem::create_directories(path);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string path;
};

}  // namespace

std::string scratch() {
  static const Scratch folder;
  return folder.path;
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Result whichchip(const std::string& arguments, const std::string& before) {
  const std::string errors = scratch() + "/stderr";
  // Wherever the build tree is, the samples are those of this source tree.
  setenv("WHICHCHIP_SAMPLES", WHICHCHIP_SOURCE_DIR "/sample_models", 0);
  const std::string command = before + " '" + WHICHCHIP_CLI + "' " + arguments + " 2>'" + errors + "'";
  Result result;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return result;
  std::array<char, 65536> buffer{};
  for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    result.out.append(buffer.data(), got);
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.err = read_file(errors);
  return result;
}

}  // namespace whichchip::tests
