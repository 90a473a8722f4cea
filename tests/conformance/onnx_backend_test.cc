// The ONNX project's own conformance models: types and shapes of every output against the recorded outputs.
//
// What the files state about outputs and inner tensors is removed first, so that only inference can give the answer.
// Recorded inputs that are shapes, axes or counts by nature (short lists of integers, scalars) are given as constants,
// as they are in real models; all others remain inputs.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "onnx/onnx_pb.h"

#include "core/error.h"
#include "model/graph.h"
#include "support/inflate.h"
#include "support/onnx_model.h"

namespace whichchip::tests {
namespace {

namespace fs = std::filesystem;
using Dims = std::vector<std::int64_t>;

// Beginnings of names, and why shapes alone cannot give the answer.
const char* exception(const std::string& name) {
  static const std::map<std::string, const char*> table{
      {"test_image_decoder", "the size stands in the compressed image"},
      {"test_string_split", "the width depends on the text"},
      {"test_strnorm", "words are left out by what they say"},
      {"test_gradient_of", "a training operator"},
      {"test_sequence_model", "lengths and shapes within a sequence are not tracked"},
      {"test_cast_FLOAT_to_BFLOAT16", "bfloat16 is recorded as uint16"},
      {"test_castlike_FLOAT_to_BFLOAT16", "bfloat16 is recorded as uint16"},
      {"test_split_zero_size_splits", "a first dimension of 0 means any batch"},
      {"test_triu_zero", "a first dimension of 0 means any batch"},
  };
  for (const auto& [prefix, reason] : table) {
    if (name.rfind(prefix, 0) == 0) return reason;
  }
  return nullptr;
}

struct Tally {
  int models = 0, outputs = 0, right = 0, bounded = 0, excepted = 0;
  std::vector<std::string> wrong;
};

void forget_statements(onnx::ModelProto& model) {
  model.mutable_graph()->clear_value_info();
  for (auto& output : *model.mutable_graph()->mutable_output()) output.clear_type();
}

bool is_parameter(const onnx::TensorProto& tensor, bool first) {
  std::int64_t elements = 1;
  for (const std::int64_t dim : tensor.dims()) elements *= dim;
  const bool integers =
      tensor.data_type() == onnx::TensorProto::INT64 || tensor.data_type() == onnx::TensorProto::INT32;
  const bool list = tensor.dims_size() <= 1 && elements <= 16;
  return (list && (integers || !first)) || tensor.dims_size() == 0;
}

void bind_parameters(onnx::ModelProto& model, const fs::path& recorded) {
  for (int i = 0; i < model.graph().input_size(); ++i) {
    const fs::path file = recorded / ("input_" + std::to_string(i) + ".pb");
    onnx::TensorProto tensor;
    if (!model.graph().input(i).type().has_tensor_type() || !fs::exists(file)) continue;
    if (!tensor.ParseFromString(read_file(file.string())) || !is_parameter(tensor, i == 0)) continue;
    tensor.set_name(model.graph().input(i).name());
    *model.mutable_graph()->add_initializer() = tensor;
  }
}

std::string describe(int type, const Dims& dims) {
  std::string text = std::to_string(type) + " [";
  for (const std::int64_t dim : dims) text += std::to_string(dim) + " ";
  return text + "]";
}

void check(const fs::path& folder, Tally& tally) {
  onnx::ModelProto proto;
  if (!proto.ParseFromString(read_file((folder / "model.onnx").string()))) return;
  ++tally.models;
  std::vector<bool> is_tensor;
  for (const auto& output : proto.graph().output()) is_tensor.push_back(output.type().has_tensor_type());
  forget_statements(proto);
  bind_parameters(proto, folder / "test_data_set_0");
  const std::string name = folder.filename().string();
  model::Graph graph;
  try {
    graph = resolve_bytes(proto.SerializeAsString());
  } catch (const core::Error& error) {
    tally.wrong.push_back(name + ": " + error.message);
    return;
  }
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    const fs::path file = folder / "test_data_set_0" / ("output_" + std::to_string(i) + ".pb");
    onnx::TensorProto expected;
    if (!is_tensor[i] || !fs::exists(file) || !expected.ParseFromString(read_file(file.string()))) continue;
    ++tally.outputs;
    const model::Tensor& own = graph.tensors[static_cast<std::size_t>(graph.outputs[i])];
    const Dims dims(expected.dims().begin(), expected.dims().end());
    const bool same_type = static_cast<int>(own.type) == expected.data_type();
    if (same_type && own.has_rank && own.dims == dims) {
      ++tally.right;
    } else if (same_type && own.data_dependent && own.max_dims.size() == dims.size() &&
               std::equal(dims.begin(), dims.end(), own.max_dims.begin(), std::less_equal<>())) {
      ++tally.bounded;
    } else if (exception(name) != nullptr) {
      ++tally.excepted;
    } else {
      std::string reason;
      for (const model::Node& node : graph.nodes)
        reason += node.failure.empty() ? "" : "; " + node.op_type + ": " + node.failure;
      tally.wrong.push_back(name + ": " + describe(static_cast<int>(own.type), own.dims) + " instead of " +
                            describe(expected.data_type(), dims) + reason);
    }
  }
}

TEST(OnnxBackend, OutputsHaveTheRecordedTypesAndShapes) {
  const fs::path root = WHICHCHIP_ONNX_DIR "/onnx/backend/test/data";
  Tally tally;
  for (const char* family : {"node", "simple", "pytorch-converted", "pytorch-operator"}) {
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(root / family)) {
      if (fs::exists(entry.path() / "model.onnx")) folders.push_back(entry.path());
    }
    std::sort(folders.begin(), folders.end());
    for (const fs::path& folder : folders) check(folder, tally);
  }
  EXPECT_GT(tally.models, 1000);
  const double share =
      static_cast<double>(tally.right + tally.bounded) / static_cast<double>(tally.outputs - tally.excepted);
  RecordProperty("outputs", tally.outputs);
  RecordProperty("right", tally.right);
  RecordProperty("bounded", tally.bounded);
  std::string list;
  for (const std::string& line : tally.wrong) list += line + "\n";
  EXPECT_GE(share, 0.99) << tally.right << " right and " << tally.bounded << " bounded of " << tally.outputs << "\n"
                         << list;
}

}  // namespace
}  // namespace whichchip::tests
