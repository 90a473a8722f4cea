#include "model/reader.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

#include "core/error.h"
#include "model/external_data.h"
#include "model/skeleton.h"
#include "model/sniff.h"
#include "model/walk.h"
#include "model/window.h"

namespace whichchip::model {
namespace {

constexpr std::size_t kHead = 512;
constexpr int kParserDepth = 300;  // above what the walk lets through: 64 graphs of 3 messages each, and a type

void reject_lookalikes(ByteSource& source, Window& window) {
  if (window.size() == 0) {
    throw core::Error(core::ErrorCode::bad_model, "the file is empty", "byte 0", "Download it again.");
  }
  const std::uint8_t* bytes = nullptr;
  const std::size_t count = window.peek_some(kHead, bytes);
  const std::optional<Lookalike> found = sniff(source, std::span(bytes, count));
  if (!found) return;
  throw core::Error(core::ErrorCode::bad_model, "this is " + found->what + ", not an ONNX model", "byte 0",
                    found->advice);
}

// Protobuf messages of other kinds can be well-formed models without a graph.
void require_graph(const onnx::ModelProto& model) {
  if (model.has_graph() && (model.graph().node_size() > 0 || model.graph().output_size() > 0)) return;
  std::string what = model.has_graph() ? "the model's graph is empty: it has neither operators nor outputs"
                                       : "the file is well-formed, but holds no ONNX graph";
  std::string advice = "Export the model again.";
  if (!model.has_graph() && model.has_ir_version() && model.producer_name().size() > 64) {
    what += "; it looks like a TensorFlow SavedModel or a Core ML model";
    advice = "Convert the original model with tf2onnx (TensorFlow) or export it from its framework.";
  }
  throw core::Error(core::ErrorCode::bad_model, what, {}, advice);
}

void note_parts(SkeletonContents& contents) {
  if (contents.model.training_info_size() > 0) {
    contents.warnings.push_back(
        {"training-part", "The file also holds a training algorithm; only the forward graph is analysed.", {}});
  }
}

}  // namespace

Skeleton read_skeleton(ByteSource& source, const ReadOptions& options) {
  Window window(source, options);
  reject_lookalikes(source, window);
  Walk walk(window, options);
  walk.run();

  auto contents = std::make_shared<SkeletonContents>();
  google::protobuf::io::ArrayInputStream array(walk.skeleton.data(), static_cast<int>(walk.skeleton.size()));
  google::protobuf::io::CodedInputStream stream(&array);
  stream.SetRecursionLimit(kParserDepth);
  if (!contents->model.ParseFromCodedStream(&stream)) {
    throw core::Error(core::ErrorCode::bad_model, "damaged ONNX file: a message inside its graph cannot be decoded", {},
                      "Download or export the model again.");
  }
  contents->warnings = std::move(walk.warnings);
  contents->salvaged = walk.salvaged;
  require_graph(contents->model);
  note_parts(*contents);
  for (Warning& warning : check_external_data(contents->model, options.neighbour_bytes))
    contents->warnings.push_back(std::move(warning));

  Skeleton skeleton;
  skeleton.contents = std::move(contents);
  skeleton.statistics = window.statistics();
  return skeleton;
}

}  // namespace whichchip::model
