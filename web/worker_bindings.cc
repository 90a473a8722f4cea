// The Worker's side: it reads a model once and keeps its skeleton, so that another batch or sequence length is resolved
// without reading the file again.
#include <optional>

#include <emscripten/bind.h>
#include <emscripten/heap.h>

#include "analysis/compare.h"
#include "analysis/other_settings.h"
#include "hardware/edit.h"
#include "report/document_codec.h"
#include "report/json.h"
#include "share/workload_codec.h"
#include "ui/app.h"
#include "web/catalog.h"
#include "web/js_byte_source.h"
#include "web/load.h"
#include "web/result.h"

namespace whichchip::web {
namespace {

using emscripten::val;

class Loader {
 public:
  // value: {file_bytes, bytes_read, reads}; or {choices: [{name, bytes}]} when the file is an archive of several models
  // and `member` names none of them.
  val open(const val& reader, const std::string& name, const std::string& member, const val& progress) {
    return answer([&] {
      opened_.reset();
      name_ = name;
      try {
        opened_ = read_model(reader, member, progress);
      } catch (const core::Error&) {
        const val choices = member.empty() ? choices_in(reader) : val::undefined();
        if (choices.isUndefined()) throw;
        return choices;
      }
      const model::ReadStatistics& read = opened_->skeleton.statistics;
      val statistics = val::object();
      statistics.set("file_bytes", static_cast<double>(read.file_bytes));
      statistics.set("bytes_read", static_cast<double>(read.bytes_read));
      statistics.set("reads", static_cast<double>(read.reads));
      return statistics;
    });
  }

  // `request` as report::request_to_json writes it. value: the encoded workload.
  val resolve(const std::string& request) {
    return answer([&] {
      if (!opened_) throw core::Error(core::ErrorCode::bad_usage, "no model is open", {}, "Open a model first.");
      return byte_array(share::encode_workload(build(*opened_, name_, report::request_from_json(request))));
    });
  }

  // A panel that needs other dimensions than those shown, as ui::App::graph_question() asks for it. value: the encoded
  // report.
  val ask(const std::string& question) {
    return answer([&] {
      return byte_array(report::encode_document(ui::answer_graph_question(question, open_model(), catalog())));
    });
  }
  // The text of catalog.h's attach_sources(): panels' JSON has the published measurements.
  void attach_sources(const std::string& devices, const std::string& measurements) {
    web::attach_sources(devices, measurements);
  }
  // For ui::App::other_settings_question(). value: {residuals: {device key: number}, best_batch}.
  val other_settings(const std::string& question) {
    return answer([&] {
      const analysis::Request request = report::request_from_json(question);
      const hardware::Catalog edited = hardware::with_edits(catalog(), request.edits);
      const analysis::OpenModel model = open_model();
      const workload::Workload workload = model(request);
      const auto comparison = analysis::compare(workload, analysis::select_devices(request, edited), request);
      const analysis::OtherSettings found = analysis::other_settings(comparison, model, request);
      val residuals = val::object();
      for (const auto& [key, residual] : found.residuals) residuals.set(key, residual);
      val others = val::object();
      others.set("residuals", residuals);
      others.set("best_batch", found.best_batch);
      return others;
    });
  }
  // The JSON of such a panel, for ui::App::json_question().
  val ask_json(const std::string& question) {
    return answer([&] { return ui::answer_json_question(question, open_model(), catalog()); });
  }

 private:
  analysis::OpenModel open_model() const {
    if (!opened_) throw core::Error(core::ErrorCode::bad_usage, "no model is open", {}, "Open a model first.");
    return [this](const analysis::Request& request) { return build(*opened_, name_, request); };
  }

  static val choices_in(const val& reader) {
    const auto models = model::list_packed_models(*js_byte_source(reader));
    if (models.size() < 2) return val::undefined();
    val list = val::array();
    for (const model::PackedModel& model : models) {
      val entry = val::object();
      entry.set("name", model.name);
      entry.set("bytes", static_cast<double>(model.bytes));
      list.call<void>("push", entry);
    }
    val choices = val::object();
    choices.set("choices", list);
    return choices;
  }

  std::optional<model::OpenedModel> opened_;
  std::string name_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(whichchip_worker) {
  // Of this instance, page or Worker; it never shrinks.
  emscripten::function("heapBytes", +[] { return static_cast<double>(emscripten_get_heap_size()); });
  emscripten::class_<Loader>("Loader")
      .constructor<>()
      .function("open", &Loader::open)
      .function("resolve", &Loader::resolve)
      .function("ask", &Loader::ask)
      .function("attachSources", &Loader::attach_sources)
      .function("askJson", &Loader::ask_json)
      .function("otherSettings", &Loader::other_settings);
}

}  // namespace whichchip::web
