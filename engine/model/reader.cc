#include "model/reader.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

#include "core/error.h"
#include "model/external_data.h"
#include "model/salvage.h"
#include "model/skeleton.h"
#include "model/sniff.h"
#include "model/text_model.h"
#include "model/topology.h"
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

// Whole domains whose operators say what kind of model this is.
void note_kind(SkeletonContents& contents) {
  std::int64_t training = 0, classical = 0;
  for_each_node(contents.model.graph().node(), [&](const onnx::NodeProto& node) {
    training += node.domain() == "ai.onnx.preview.training" ? 1 : 0;
    classical += node.domain() == "ai.onnx.ml" ? 1 : 0;
  });
  if (training > 0) {
    contents.warnings.push_back(
        {"training-graph",
         "The graph holds " + std::to_string(training) +
             " training operators (gradients, optimisers), whose work is counted as far as it is "
             "known; export the model in evaluation mode for inference alone.",
         {}});
  }
  if (classical > 0) {
    contents.warnings.push_back({"classical-model",
                                 "The model has " + std::to_string(classical) +
                                     (classical == 1 ? " operator" : " operators") +
                                     " of classical machine learning (trees, scalers, maps), which run on a CPU: "
                                     "a ranking of accelerators says little about them.",
                                 {}});
  }
}

void note_parts(SkeletonContents& contents) {
  if (contents.model.training_info_size() > 0) {
    contents.warnings.push_back(
        {"training-part", "The file also holds a training algorithm; only the forward graph is analysed.", {}});
  }
}

void read_binary(Window& window, const ReadOptions& options, SkeletonContents& contents) {
  Walk walk(window, options);
  walk.run();
  google::protobuf::io::ArrayInputStream array(walk.skeleton.data(), static_cast<int>(walk.skeleton.size()));
  google::protobuf::io::CodedInputStream stream(&array);
  stream.SetRecursionLimit(kParserDepth);
  if (!contents.model.ParseFromCodedStream(&stream)) {
    throw core::Error(core::ErrorCode::bad_model, "damaged ONNX file: a message inside its graph cannot be decoded", {},
                      "Download or export the model again.");
  }
  contents.warnings = std::move(walk.warnings);
  contents.salvaged = walk.salvaged;
  if (!walk.salvaged) return;
  for (Warning& warning : restore_interface(*contents.model.mutable_graph()))
    contents.warnings.push_back(std::move(warning));
}

bool holds_text(Window& window) {
  const std::uint8_t* bytes = nullptr;
  const std::size_t count = window.peek_some(kHead, bytes);
  return is_text_model({reinterpret_cast<const char*>(bytes), count});
}

}  // namespace

Skeleton read_skeleton(ByteSource& source, const ReadOptions& options) {
  Window window(source, options);
  auto contents = std::make_shared<SkeletonContents>();
  if (holds_text(window)) {
    read_text_model(source, contents->model);
  } else {
    reject_lookalikes(source, window);
    read_binary(window, options, *contents);
  }
  require_graph(contents->model);
  note_parts(*contents);
  note_kind(*contents);
  for (Warning& warning : check_external_data(contents->model, options.neighbour_bytes))
    contents->warnings.push_back(std::move(warning));

  Skeleton skeleton;
  skeleton.contents = std::move(contents);
  skeleton.statistics = window.statistics();
  return skeleton;
}

}  // namespace whichchip::model
