#include "support/samples.h"

#include <algorithm>
#include <filesystem>

#include "core/error.h"
#include "model/byte_source.h"
#include "model/reader.h"
#include "model/resolve.h"

namespace whichchip::tests {
namespace {

std::string folder() { return std::string(WHICHCHIP_SOURCE_DIR) + "/sample_models"; }

}  // namespace

std::vector<std::string> sample_paths() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder()))
    if (entry.path().extension() == ".onnx") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string sample_path(const std::string& name) { return folder() + "/" + name + ".onnx"; }

workload::Workload sample_workload(const std::string& path, std::int64_t batch) {
  const auto source = model::file_source(path);
  const model::Skeleton skeleton = model::read_skeleton(*source);
  if (batch != 1) {
    try {
      return workload::build_workload(model::resolve(skeleton, {{"batch", batch}}), path);
    } catch (const core::Error&) {  // it has no free batch
    }
  }
  return workload::build_workload(model::resolve(skeleton, {}), path);
}

}  // namespace whichchip::tests
