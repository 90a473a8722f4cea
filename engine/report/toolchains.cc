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
  const char* maker;            // of the device: how its vendor, or its id, begins; null: any
  const char* name;
  const char* version;  // of the document that was read; null: none
  const char* handed_over;
  bool documented;
  const char* source;
};

constexpr const char* kSorting = "sorting (TopK, NonMaxSuppression)";
constexpr const char* kUnread = "a rule for the class: no list of this toolchain's operators has been gone through";
constexpr const char* kLicensed = "a rule for the class: the toolchain and its list of operators go to licensees alone";
constexpr const char* kQnn =
    "NonMaxSuppression came with 2.5: github.com/onnxruntime/onnxruntime-qnn/releases; TopK assumed";
constexpr const char* kTensorRt =
    "its operators hold TopK and NMS: docs.nvidia.com/deeplearning/tensorrt/operators (other vendors' as its)";
constexpr const char* kDpuHandsOver = "what is no convolution, pooling or element-wise operation; softmax";

// The first row that fits a device: what names a maker stands before what does not.
constexpr Toolchain kToolchains[] = {
    {"gpu", nullptr, "TensorRT", "10.1", "nothing", true, kTensorRt},
    {"gpu_portable", nullptr, "Vulkan, OpenCL", nullptr, "nothing", false, kUnread},
    {"gpu_mobile", nullptr, "Vulkan, OpenCL", nullptr, "nothing", false, kUnread},
    {"cpu", nullptr, "ONNX Runtime, CPU provider", nullptr, "nothing", true,
     "the provider that runs what no other takes: onnxruntime.ai/docs/execution-providers"},
    {"tpu", nullptr, "XLA", nullptr, "nothing", true,
     "sort and top-k are operations of its own, tested on every device: github.com/tensorflow/tensorflow, "
     "tensorflow/compiler/tests/sort_ops_test.py (commit 0f87dab); NonMaxSuppression is lowered to them: "
     "tensorflow/compiler/tf2xla/kernels/image_ops.cc"},
    {"edge_tpu", nullptr, "Edge TPU Compiler", "16", "the first operator that it does not map, and all that follow",
     true,
     "coral.withgoogle.com/docs/edgetpu/models-intro; the graph is split once only: "
     "developer.axis.com/computer-vision/on-device/system-on-chip/artpec-7/optimization-tips"},
    {"systolic", "AWS", "AWS Neuron, torch-neuronx", "2.27.1", kSorting, true,
     "neither topk, sort nor nms is in its list of operators: "
     "awsdocs-neuron.readthedocs-hosted.com, pytorch-neuron-supported-operators"},
    {"systolic", nullptr, "the vendor's compiler", nullptr, kSorting, false, kUnread},
    {"npu", "Furiosa", "Furiosa SDK", "0.9.0", kSorting, true,
     "neither is in its list, and what is not runs on the CPU: "
     "developer.furiosa.ai/docs/v0.9.0/en/npu/supported_operators.html; the list is shorter than what is taken as run "
     "here"},
    {"npu", "NVIDIA", "TensorRT, DLA", "10.7", kSorting, true,
     "neither is among the layers of docs.nvidia.com/deeplearning/tensorrt, DLA Supported Layers and Restrictions; "
     "there the GPU takes over, here the CPU"},
    {"npu", "Rockchip", "RKNN-Toolkit2", "2.1.0", kSorting, true,
     "NonMaxSuppression and TopK are \"Not Supported\": github.com/airockchip/rknn-toolkit2, "
     "doc/RKNNToolKit2_OP_Support-v2.1.0.md (commit deaba85); RK1808, RV1109 and RV1126 have an older toolkit, taken "
     "as "
     "alike"},
    {"npu", "Qualcomm", "Qualcomm Cloud AI SDK", nullptr, kSorting, true,
     "box processing and NonMaxSuppression run on the host (QAic Smart NMS): "
     "docs.qualcomm.com/doc/80-99100-3/topic/qaic-smart-nms-introduction.html; TopK assumed, its list of operators "
     "comes "
     "from the tool alone (qaic-compile -operators-supported=onnx)"},
    {"npu", "Apple", "Core ML", nullptr, kSorting, false,
     "Apple publishes no list of what the Neural Engine runs; Core ML decides model by model and tells afterwards "
     "(developer.apple.com/documentation/coreml, MLComputePlan)"},
    {"npu", "AMD", "Ryzen AI, Vitis AI provider", nullptr, kSorting, false,
     "AMD publishes no list of the NPU's operators; the provider splits each model and the rest runs on the CPU "
     "(onnxruntime.ai/docs/execution-providers/Vitis-AI-ExecutionProvider.html)"},
    {"npu", "Intel", "OpenVINO, MYRIAD plug-in", "2021", "nothing", true,
     "its list has NonMaxSuppression and TopK: github.com/openvinotoolkit/openvino, "
     "docs/IE_DG/supported_plugins/Supported_Devices.md (commit 160aeaa)"},
    {"npu", "CEVA", "CEVA NeuPro Studio, CDNN", nullptr, kSorting, false, kLicensed},
    {"npu", "Ambarella", "Ambarella CNN Generation toolkit", nullptr, kSorting, false, kLicensed},
    {"hexagon", nullptr, "ONNX Runtime QNN provider", "2.4.0", kSorting, true, kQnn},
    {"hexagon_phone", nullptr, "ONNX Runtime QNN provider", "2.4.0", kSorting, true, kQnn},
    {"dsp", "Texas", "TI Deep Learning (TIDL), edgeai-tidl-tools", "of ONNX opset 18", kSorting, true,
     "neither is in its list; a detector's whole tail has a layer of its own: "
     "github.com/TexasInstruments/edgeai-tidl-tools, docs/supported_ops_rts_versions.md"},
    {"dsp", "Qualcomm", "Qualcomm Neural Processing SDK", "2.10", kSorting, false,
     "what a runtime lacks falls back to the CPU (developer.qualcomm.com/docs/snpe/snapdragon_npe_runtime.html); its "
     "converter takes NonMaxSuppression since 2.9 (revision_history.html), but for which runtime is not said, and its "
     "own "
     "table of layers is called outdated there"},
    {"dsp", "Cadence", "Xtensa Neural Network Compiler", nullptr, kSorting, false, kLicensed},
    {"dsp", "Synopsys", "MetaWare EV Development Toolkit", nullptr, kSorting, false, kLicensed},
    {"dpu", nullptr, "Vitis AI", "1.4.1", kDpuHandsOver, true,
     "Vitis AI User Guide UG1414 1.4.1, Supported Operators and DPU Limitations; a softmax core (PG338 3.4) is an "
     "option, taken as not built in"},
    {"dpu_ai_engine", nullptr, "Vitis AI", "1.4.1", kDpuHandsOver, true,
     "DPUCVDX8G Product Guide PG389 1.2, Features; Vitis AI User Guide UG1414 1.4.1"},
    {"dataflow", nullptr, "Hailo Dataflow Compiler", nullptr, kSorting, true,
     "User Guide, NMS Post Processing, as Hailo explains it: on the host's CPU (engine=cpu), for some models on the "
     "chip's own cluster (engine=nn_core): community.hailo.ai/t/understanding-nms-and-nms-postprocess/6875; TopK "
     "assumed"},
    {"kpu", nullptr, "its compiler, not published,", nullptr, kSorting, false,
     "a rule for the class: Stillwater Supercomputing has published neither silicon nor a toolchain for it"},
    {"cgra", nullptr, "Spatial", nullptr, kSorting, false,
     "a rule for the class: the research chip's compiler takes programs in a language of its own, no ONNX models, and "
     "has "
     "no list of operators (Koeplinger et al., PLDI 2018)"},
};

const Toolchain* find(const hardware::Device& device) {
  const char* parameter_class = estimate::parameter_class(device);
  for (const Toolchain& toolchain : kToolchains) {
    if (std::strcmp(toolchain.parameter_class, parameter_class) != 0) continue;
    if (toolchain.maker == nullptr || device.vendor.starts_with(toolchain.maker) ||
        device.id.starts_with(toolchain.maker))
      return &toolchain;
  }
  return nullptr;
}

}  // namespace

Section toolchains_section(const analysis::Comparison& comparison) {
  std::vector<std::pair<const Toolchain*, std::string>> kinds;  // in the order of their first device
  for (const analysis::Row& row : comparison.rows) {
    const Toolchain* toolchain = find(row.device);
    if (toolchain == nullptr) continue;
    const auto same = [toolchain](const auto& kind) { return kind.first == toolchain; };
    const auto found = std::find_if(kinds.begin(), kinds.end(), same);
    if (found == kinds.end()) {
      kinds.emplace_back(toolchain, row.key);
    } else {
      found->second.append(", ").append(row.key);
    }
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
