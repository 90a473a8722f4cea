// The Worker's side: it reads a model once and keeps its skeleton, so that another batch or sequence length is resolved
// without reading the file again.
#include <optional>

#include <emscripten/bind.h>

#include "report/json.h"
#include "share/workload_codec.h"
#include "web/load.h"
#include "web/result.h"

namespace whichchip::web {
namespace {

using emscripten::val;

class Loader {
 public:
  // value: {file_bytes, bytes_read, reads}
  val open(const val& reader, const std::string& name, const val& progress) {
    return answer([&] {
      skeleton_ = read_model(reader, progress);
      name_ = name;
      val statistics = val::object();
      statistics.set("file_bytes", static_cast<double>(skeleton_->statistics.file_bytes));
      statistics.set("bytes_read", static_cast<double>(skeleton_->statistics.bytes_read));
      statistics.set("reads", static_cast<double>(skeleton_->statistics.reads));
      return statistics;
    });
  }

  // `request` as report::request_to_json writes it. value: the encoded workload.
  val resolve(const std::string& request) {
    return answer([&] {
      if (!skeleton_) throw core::Error(core::ErrorCode::bad_usage, "no model is open", {}, "Open a model first.");
      return byte_array(share::encode_workload(build(*skeleton_, name_, report::request_from_json(request))));
    });
  }

 private:
  std::optional<model::Skeleton> skeleton_;
  std::string name_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(whichchip_worker) {
  emscripten::class_<Loader>("Loader")
      .constructor<>()
      .function("open", &Loader::open)
      .function("resolve", &Loader::resolve);
}

}  // namespace whichchip::web
