#include "report/toolchains.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "estimate/parameters.h"

namespace whichchip::report {
namespace {

struct Toolchain {
  const char* parameter_class;  // estimate::parameter_class
  const char* name;
  const char* version;  // of the document that was read; null: none
  const char* handed_over;
  bool documented;
  const char* source;
};

constexpr const char* kSorting = "sorting (TopK, NonMaxSuppression)";
constexpr const char* kUnread = "a rule for the class: no list of this toolchain's operators has been gone through";

constexpr Toolchain kToolchains[] = {
    {"gpu", "TensorRT", "10.1", "nothing", true,
     "its operators hold TopK and NMS: docs.nvidia.com/deeplearning/tensorrt/operators (other vendors' as its)"},
    {"gpu_portable", "Vulkan, OpenCL", nullptr, "nothing", false, kUnread},
    {"gpu_mobile", "Vulkan, OpenCL", nullptr, "nothing", false, kUnread},
    {"cpu", "ONNX Runtime, CPU provider", nullptr, "nothing", true,
     "the provider that runs what no other takes: onnxruntime.ai/docs/execution-providers"},
    {"tpu", "XLA", nullptr, kSorting, false, kUnread},
    {"edge_tpu", "Edge TPU Compiler", "16", "the first operator that it does not map, and all that follow", true,
     "coral.withgoogle.com/docs/edgetpu/models-intro; the graph is split once only: "
     "developer.axis.com/computer-vision/on-device/system-on-chip/artpec-7/optimization-tips"},
    {"systolic", "the vendor's compiler", nullptr, kSorting, false, kUnread},
    {"npu", "the vendor's compiler", nullptr, kSorting, false, kUnread},
    {"hexagon", "ONNX Runtime QNN provider", "2.4.0", kSorting, true,
     "NonMaxSuppression came with 2.5: github.com/onnxruntime/onnxruntime-qnn/releases; TopK assumed"},
    {"hexagon_phone", "ONNX Runtime QNN provider", "2.4.0", kSorting, true,
     "NonMaxSuppression came with 2.5: github.com/onnxruntime/onnxruntime-qnn/releases; TopK assumed"},
    {"dsp", "TI Deep Learning tools", nullptr, kSorting, false, kUnread},
    {"dpu", "Vitis AI", "1.4.1", "what is no convolution, pooling or element-wise operation; softmax", true,
     "Vitis AI User Guide UG1414 1.4.1, Supported Operators and DPU Limitations; a softmax core (PG338 3.4) is an "
     "option, taken as not built in"},
    {"dpu_ai_engine", "Vitis AI", "1.4.1", "what is no convolution, pooling or element-wise operation; softmax", true,
     "DPUCVDX8G Product Guide PG389 1.2, Features; Vitis AI User Guide UG1414 1.4.1"},
    {"dataflow", "Hailo Dataflow Compiler", nullptr, kSorting, false, kUnread},
    {"kpu", "none published", nullptr, kSorting, false, "a rule for the class: no toolchain has been published"},
    {"cgra", "none published", nullptr, kSorting, false, "a rule for the class: no toolchain has been published"},
};

const Toolchain* find(const char* parameter_class) {
  for (const Toolchain& toolchain : kToolchains) {
    if (std::strcmp(toolchain.parameter_class, parameter_class) == 0) return &toolchain;
  }
  return nullptr;
}

}  // namespace

Section toolchains_section(const analysis::Comparison& comparison) {
  std::vector<std::pair<const Toolchain*, std::string>> kinds;  // in the order of their first device
  for (const analysis::Row& row : comparison.rows) {
    const Toolchain* toolchain = find(estimate::parameter_class(row.device));
    if (toolchain == nullptr) continue;
    const auto same = [toolchain](const auto& kind) { return kind.first == toolchain; };
    const auto found = std::find_if(kinds.begin(), kinds.end(), same);
    if (found == kinds.end())
      kinds.emplace_back(toolchain, row.key);
    else
      found->second += ", " + row.key;
  }
  Section section{"Who runs what rests on", {}, {}};
  for (const auto& [toolchain, devices] : kinds) {
    const std::string version = toolchain->version != nullptr ? std::string(" ") + toolchain->version : "";
    section.lines.push_back(devices + ": " + toolchain->name + version +
                            " hands to the host: " + toolchain->handed_over + ". " +
                            (toolchain->documented ? "Documented" : "Assumed") + ": " + toolchain->source + ".");
  }
  return section;
}

}  // namespace whichchip::report
