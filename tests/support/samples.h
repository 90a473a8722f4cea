// The sample models of the repository, as tests run over them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workload/workload.h"

namespace whichchip::tests {

// Of every sample, in the order of their names.
std::vector<std::string> sample_paths();
// "resnet18" → its path.
std::string sample_path(const std::string& name);
// With its dimensions at their defaults; at `batch`, where that is free.
workload::Workload sample_workload(const std::string& path, std::int64_t batch = 1);

}  // namespace whichchip::tests
