// The page's side: the App, its JSON for the HTML around the canvas, and the canvas itself.
#include <emscripten/bind.h>

#include "nlohmann/json.hpp"

#include "analysis/compare.h"
#include "hardware/edit.h"
#include "report/document_codec.h"
#include "report/json.h"
#include "report/tables.h"
#include "report/view_text.h"
#include "share/link.h"
#include "share/workload_codec.h"
#include "ui/app.h"
#include "ui/export.h"
#include "web/catalog.h"
#include "web/platform/canvas.h"
#include "web/platform/picture_message.h"
#include "web/result.h"
#include "web/view_json.h"

namespace whichchip::web {
namespace {

using emscripten::val;

constexpr std::string_view kReportSuffix = "+report";
constexpr std::uint64_t kRehearsal = 0;  // no view of the App's has this revision
constexpr int kMostLayouts = 4;          // in one frame; what is not at rest then goes on in the next

class Page {
 public:
  Page() : app_(catalog()) {}

  // --- state -------------------------------------------------------------------------------------------------------
  // What the Worker is to resolve a newly opened model with. `defaults`: a sample's own dimensions, {symbol: value};
  // with `keep`, dimensions that a link has set stay.
  std::string start(const val& defaults, bool keep) {
    model::DimensionBindings dims;
    const val symbols = val::global("Object").call<val>("keys", defaults);
    for (const val& symbol : symbols) {
      const auto name = symbol.as<std::string>();
      dims[name] = static_cast<std::int64_t>(defaults[name].as<double>());
    }
    if (!keep) app_.forget_dimensions();
    app_.set_default_dimensions(std::move(dims));
    return request();
  }
  void abandon_dimensions() { app_.abandon_dimensions(); }
  val open(const val& bytes) {
    return answer([&] {
      app_.open(share::decode_workload(emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes)));
      return true;
    });
  }
  val set_option(const std::string& option, const std::string& value) { return apply(ui::SetOption{option, value}); }
  val set_dimension(const std::string& symbol, double value) {
    return apply(ui::SetDimension{symbol, static_cast<std::int64_t>(value)});
  }
  val sort_by(const std::string& column) { return apply(ui::SortBy{column}); }
  val select(const std::string& hardware) { return apply(ui::Select{hardware}); }
  val select_layer(const std::string& layer) { return apply(ui::SelectLayer{layer}); }
  val find(const std::string& text) { return apply(ui::FindText{text}); }
  val show_column(const std::string& column, bool shown) { return apply(ui::ShowColumn{column, shown}); }
  void attach_sources(const std::string& devices, const std::string& measurements) {
    web::attach_sources(devices, measurements);
    app_.catalogue_changed();
  }
  // `models`: [{name, workload: Uint8Array}], those that are open beside the one that is shown.
  val set_others(const val& models) {
    return answer([&] {
      std::map<std::string, workload::Workload> others;
      for (const val& each : models)
        others.emplace(
            each["name"].as<std::string>(),
            share::decode_workload(emscripten::convertJSArrayToNumberVector<std::uint8_t>(each["workload"])));
      app_.set_others(std::move(others));
      return true;
    });
  }
  // A device's figures for a form: [{path, value, unit, changed}], `value` with its change.
  std::string editable_figures(const std::string& key) const {
    nlohmann::json list = nlohmann::json::array();
    const std::string id = key.substr(0, key.find('@'));
    for (const hardware::EditableFigure& figure : hardware::editable_figures(id)) {
      nlohmann::json entry = {
          {"path", figure.path}, {"stock", figure.value}, {"value", figure.value}, {"unit", figure.unit}};
      const std::string start = id + "." + figure.path + "=";
      for (const std::string& edit : app_.request().edits) {
        if (edit.starts_with(start)) entry["value"] = hardware::parse_edit(edit, catalog()).value;
      }
      list.push_back(std::move(entry));
    }
    return list.dump();
  }

  // --- panels that are made from the graph, which the Worker has ----------------------------------------------------
  std::string graph_question() const { return app_.graph_question(); }
  // What the Worker is asked for the JSON of such a panel, '' for any other.
  std::string json_question() const { return app_.json_question(); }
  val graph_answer(const std::string& question, const val& bytes) {
    return answer([&] {
      app_.graph_answer(question,
                        report::decode_document(emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes)));
      return true;
    });
  }
  // The question cannot be answered: the panel says why.
  void graph_refused(const std::string& question, const std::string& why) {
    app_.graph_answer(question, {"This cannot be computed here", why, {}});
  }

  std::string other_settings_question() const { return app_.other_settings_question(); }
  void other_settings_answer(const std::string& question, const val& others) {
    analysis::OtherSettings taken;
    const val residuals = others["residuals"];
    for (const val& key : val::global("Object").call<val>("keys", residuals))
      taken.residuals[key.as<std::string>()] = residuals[key].as<double>();
    taken.best_batch = others["best_batch"].as<std::string>();
    app_.other_settings_answer(question, std::move(taken));
  }

  // --- exports -------------------------------------------------------------------------------------------------------
  // [{id, part, form, extension, media_type}]
  std::string exportables() const {
    nlohmann::json list = nlohmann::json::array();
    for (const ui::Exportable& each : ui::exportables(app_.shown_document()))
      list.push_back({{"id", each.id},
                      {"part", each.part},
                      {"form", each.form},
                      {"extension", each.extension},
                      {"media_type", each.media_type}});
    if (!app_.shown_json().empty() || !app_.json_question().empty()) {
      const nlohmann::json entry = {{"id", "json"},
                                    {"part", list[0]["part"]},
                                    {"form", "JSON"},
                                    {"extension", "json"},
                                    {"media_type", "application/json"}};
      list.insert(list.begin() + 1, entry);
    }
    return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  val exported(const std::string& id) const {
    return answer([&] { return id == "json" ? app_.shown_json() : ui::exported(app_.shown_document(), id); });
  }

  // --- links and documents -------------------------------------------------------------------------------------------
  // `options`: {sample, title, report: the HTML view, names: keep the model's own names, model: put the model in}
  val link(const val& options) const {
    return answer([&] { return share::encode_link(shared(options), names(options)); });
  }
  val document(const val& options) const {
    return answer([&] { return byte_array(share::encode_document(shared(options), names(options))); });
  }
  // value: {sample, title, report, has_model, name, changed}; `changed` says what is not as when the view was shared.
  val restore(const std::string& text) {
    return answer([&] { return restored(share::decode_link(text)); });
  }
  val restore_document(const val& bytes) {
    return answer([&] {
      return restored(share::decode_document(emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes)));
    });
  }
  std::string command_line(const std::string& model) const { return report::command_line(app_.request(), model); }

  double revision() const { return static_cast<double>(app_.revision()); }
  std::string request() const { return report::request_to_json(app_.request()); }
  std::string view() const { return view_json(app_.view()); }
  std::string twin() const { return twin_json(app_.view()); }

  val comparison_json() const {
    return answer([&] {
      const auto versions = report::versions(catalog());
      return app_.comparison() ? report::compare_json(*app_.comparison(), app_.request().level, versions) + "\n"
                               : std::string();
    });
  }
  val inspection_json() const {
    return answer([&] {
      const auto versions = report::versions(catalog());
      return app_.workload() ? report::inspect_json(*app_.workload(), app_.request().scenario, versions) + "\n"
                             : std::string();
    });
  }
  // What the panel that is shown says, long as it may be: {title, subtitle, sections: [{title, lines, tables}]}.
  // `narrow`: charts as wide as a phone.
  std::string document_view(bool narrow) const { return document_json(app_.view().document, narrow); }
  val show_panel(const std::string& id) { return apply(ui::ShowPanel{id}); }
  val set_panel_option(const std::string& option, const std::string& value) {
    return apply(ui::SetPanelOption{option, value});
  }
  // Tables that are long and so made only when asked for: "energy", "subgraphs", "operators".
  val table(const std::string& id) const {
    return answer([&] {
      if (!app_.comparison()) return std::string("null");
      const auto runtime = app_.request().scenario.runtime;
      if (id == "energy") return table_json(report::energy_table(*app_.comparison()));
      if (id == "subgraphs")
        return table_json(report::subgraph_table(*app_.comparison(), runtime, report::SubgraphQuantity::latency));
      return table_json(report::operators_table(analysis::inspect(*app_.workload(), runtime)));
    });
  }

  // --- canvas ------------------------------------------------------------------------------------------------------
  void attach() { canvas_ = std::make_unique<Canvas>(); }
  void set_typeface(const val& regular, const val& medium) {
    canvas_->set_typeface({emscripten::convertJSArrayToNumberVector<std::uint8_t>(regular),
                           emscripten::convertJSArrayToNumberVector<std::uint8_t>(medium)});
  }
  // `paint(text, size)` → {width, height, advance, coverage: Uint8Array}
  void set_text_painter(const val& paint) {
    canvas_->set_text_painter([paint](const std::string& text, float size) -> PaintedText {
      const val painted = paint(text, size);
      return {painted["width"].as<int>(), painted["height"].as<int>(), painted["advance"].as<float>(),
              emscripten::convertJSArrayToNumberVector<std::uint8_t>(painted["coverage"])};
    });
  }
  void warm_up(float scale) { canvas_->warm_up(scale); }
  // A small model (an encoded workload) laid out where nobody sees it. The browser compiles a function when it first
  // runs: that is over when the first picture is due.
  void rehearse(const val& workload) {
    ui::App app(catalog());
    app.open(share::decode_workload(emscripten::convertJSArrayToNumberVector<std::uint8_t>(workload)));
    for (int pass = 0; pass < kMostLayouts; ++pass) canvas_->lay_out(app.view(), kRehearsal, 0);
  }
  void resize(int width, int height, float scale) { canvas_->resize(width, height, scale); }
  void set_appearance(bool dark, bool contrast) { canvas_->set_appearance({dark, contrast}); }
  void pointer(float x, float y) { canvas_->pointer(x, y); }
  void pointer_left() { canvas_->pointer_left(); }
  void button(int button, bool down) { canvas_->button(button, down); }
  void wheel(float x, float y) { canvas_->wheel(x, y); }
  void zoom(float lines) { canvas_->zoom(lines); }
  bool is_plot(float x, float y) const { return canvas_->is_plot(x, y); }
  bool key(const std::string& code, bool down, bool control, bool shift, bool alt, bool meta) {
    return canvas_->key(code, down, {control, shift, alt, meta});
  }
  void text(const std::string& text) { canvas_->text(text); }
  void focus(bool focused) { canvas_->focus(focused); }
  bool wants_text() const { return canvas_->wants_text(); }
  bool has_input() const { return canvas_->has_input(); }
  std::string cursor() const { return canvas_->cursor(); }
  std::string take_clipboard() { return canvas_->take_clipboard(); }

  // value: {clipboard}. A dimension that was changed shows in request().
  val frame(double seconds) {
    return answer([&] {
      std::string copied;
      // After a change Dear ImGui comes to rest in a few layouts. To draw costs far more, so only what they come to is
      // taken.
      for (int pass = 0; pass < kMostLayouts; ++pass) {
        std::vector<ui::Intent> intents = canvas_->lay_out(app_.view(), app_.revision(), pass == 0 ? seconds : 0);
        for (ui::Intent& intent : intents) {
          if (auto* copy = std::get_if<ui::CopyText>(&intent))
            copied = std::move(copy->text);
          else
            app_.apply(intent);
        }
        if (intents.empty() && canvas_->is_settled()) break;
      }
      if (copied.empty()) copied = canvas_->take_clipboard();
      return copied;
    });
  }

  // What web/static/renderer.js draws, in memory of its own; null when the last layout has been taken already.
  val take_picture() {
    const std::optional<Picture> picture = canvas_->take_picture();
    return picture ? picture_message(*picture) : val::null();
  }

  void forget_picture() { canvas_->forget_picture(); }

  // For tests: what a canvas hides from the DOM. Rectangles in device pixels.
  std::string stats() const {
    nlohmann::json rectangles = nlohmann::json::object();
    if (canvas_) {
      for (const auto& [id, box] : canvas_->rectangles()) rectangles[id] = {box.x, box.y, box.width, box.height};
    }
    const nlohmann::json out = {{"revision", app_.revision()}, {"rectangles", rectangles}};
    return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

 private:
  static share::Names names(const val& options) {
    return options["names"].as<bool>() ? share::Names::keep : share::Names::drop;
  }
  share::View shared(const val& options) const {
    share::View view = app_.snapshot(options["model"].as<bool>());
    view.sample = options["sample"].as<std::string>();
    view.title = options["title"].as<std::string>();
    // The report beside the canvas is the same panel in another view.
    if (options["report"].as<bool>()) view.panel += kReportSuffix;
    return view;
  }
  val restored(share::View view) {
    val seen = val::object();
    seen.set("sample", view.sample);
    seen.set("title", view.title);
    const bool report = view.panel.ends_with(kReportSuffix);
    if (report) view.panel.resize(view.panel.size() - kReportSuffix.size());
    seen.set("report", report);
    seen.set("has_model", view.workload.has_value());
    seen.set("name", view.workload ? view.workload->model.name : std::string());
    seen.set("changed", report::version_change(view.catalogue, view.parameters, report::versions(catalog())));
    app_.restore(std::move(view));
    return seen;
  }
  val apply(const ui::Intent& intent) {
    return answer([&] {
      app_.apply(intent);
      return true;
    });
  }

  ui::App app_;
  std::unique_ptr<Canvas> canvas_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(whichchip_page) {
  emscripten::class_<Page>("Page")
      .constructor<>()
      .function("start", &Page::start)
      .function("abandonDimensions", &Page::abandon_dimensions)
      .function("open", &Page::open)
      .function("setOption", &Page::set_option)
      .function("setDimension", &Page::set_dimension)
      .function("sortBy", &Page::sort_by)
      .function("select", &Page::select)
      .function("selectLayer", &Page::select_layer)
      .function("documentView", &Page::document_view)
      .function("showPanel", &Page::show_panel)
      .function("setPanelOption", &Page::set_panel_option)
      .function("find", &Page::find)
      .function("showColumn", &Page::show_column)
      .function("attachSources", &Page::attach_sources)
      .function("setOthers", &Page::set_others)
      .function("editableFigures", &Page::editable_figures)
      .function("graphQuestion", &Page::graph_question)
      .function("jsonQuestion", &Page::json_question)
      .function("graphAnswer", &Page::graph_answer)
      .function("graphRefused", &Page::graph_refused)
      .function("otherSettingsQuestion", &Page::other_settings_question)
      .function("otherSettingsAnswer", &Page::other_settings_answer)
      .function("exportables", &Page::exportables)
      .function("exported", &Page::exported)
      .function("link", &Page::link)
      .function("document", &Page::document)
      .function("restoreLink", &Page::restore)
      .function("restoreDocument", &Page::restore_document)
      .function("commandLine", &Page::command_line)
      .function("revision", &Page::revision)
      .function("request", &Page::request)
      .function("view", &Page::view)
      .function("twin", &Page::twin)
      .function("comparisonJson", &Page::comparison_json)
      .function("inspectionJson", &Page::inspection_json)
      .function("table", &Page::table)
      .function("attach", &Page::attach)
      .function("setTypeface", &Page::set_typeface)
      .function("setTextPainter", &Page::set_text_painter)
      .function("warmUp", &Page::warm_up)
      .function("rehearse", &Page::rehearse)
      .function("resize", &Page::resize)
      .function("setAppearance", &Page::set_appearance)
      .function("pointer", &Page::pointer)
      .function("pointerLeft", &Page::pointer_left)
      .function("button", &Page::button)
      .function("wheel", &Page::wheel)
      .function("zoom", &Page::zoom)
      .function("isPlot", &Page::is_plot)
      .function("key", &Page::key)
      .function("text", &Page::text)
      .function("focus", &Page::focus)
      .function("wantsText", &Page::wants_text)
      .function("hasInput", &Page::has_input)
      .function("cursor", &Page::cursor)
      .function("takeClipboard", &Page::take_clipboard)
      .function("frame", &Page::frame)
      .function("takePicture", &Page::take_picture)
      .function("forgetPicture", &Page::forget_picture)
      .function("stats", &Page::stats);
}

}  // namespace whichchip::web
