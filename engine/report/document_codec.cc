#include "report/document_codec.h"

#include <limits>
#include <string>

#include "nlohmann/json.hpp"

#include "core/error.h"

namespace whichchip::report {
namespace {

using nlohmann::json;

// One list of fields serves both directions: a reader and a writer visit the same members in the same order.
class Writer {
 public:
  explicit Writer(json& list) : list_(list) {}
  void field(const std::string& value) { list_.push_back(json::binary({value.begin(), value.end()})); }
  void field(bool value) { list_.push_back(value); }
  void field(int value) { list_.push_back(value); }
  void field(double value) { list_.push_back(value); }
  void field(const std::optional<double>& value) { list_.push_back(value ? json(*value) : json(nullptr)); }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void field(Enum value) {
    list_.push_back(static_cast<int>(value));
  }
  template <typename T>
  void field(const std::vector<T>& values);
  template <typename T>
    requires std::is_class_v<T>
  void field(const T& value);

 private:
  json& list_;
};

class Reader {
 public:
  explicit Reader(const json& list) : list_(list) {}
  void field(std::string& value) {
    const auto& bytes = next().get_binary();  // names in a model may be no UTF-8, which a JSON text must be
    value.assign(bytes.begin(), bytes.end());
  }
  void field(bool& value) { value = next().get<bool>(); }
  void field(int& value) { value = next().get<int>(); }
  void field(double& value) { value = next().get<double>(); }
  void field(std::optional<double>& value) {
    const json& item = next();
    value = item.is_null() ? std::optional<double>() : item.get<double>();
  }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void field(Enum& value) {
    value = static_cast<Enum>(next().get<int>());
  }
  template <typename T>
  void field(std::vector<T>& values);
  template <typename T>
    requires std::is_class_v<T>
  void field(T& value);

 private:
  const json& next() { return list_.at(at_++); }
  const json& list_;
  std::size_t at_ = 0;
};

template <typename Visitor, typename... Fields>
void visit(Visitor& visitor, Fields&... fields) {
  (visitor.field(fields), ...);
}

template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, core::Scale>
void members(V& v, S& s) {
  visit(v, s.factor, s.unit, s.whole);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, Column>
void members(V& v, S& s) {
  visit(v, s.key, s.title, s.unit, s.align, s.primary, s.help);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, Cell>
void members(V& v, S& s) {
  visit(v, s.text, s.value, s.note);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, Row>
void members(V& v, S& s) {
  visit(v, s.key, s.cells, s.muted);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, Table>
void members(V& v, S& s) {
  visit(v, s.id, s.caption, s.columns, s.rows, s.sorted_by, s.ascending);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, ChartAxis>
void members(V& v, S& s) {
  visit(v, s.title, s.scale, s.logarithmic);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, ChartPoint>
void members(V& v, S& s) {
  visit(v, s.x, s.y, s.label, s.weight, s.layer);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, ChartSeries>
void members(V& v, S& s) {
  visit(v, s.name, s.mark, s.points, s.note, s.colour);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, ChartBar>
void members(V& v, S& s) {
  visit(v, s.name, s.from, s.to, s.shown, s.total);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, ChartTile>
void members(V& v, S& s) {
  visit(v, s.name, s.left, s.top, s.width, s.height, s.shown, s.colour);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, Chart>
void members(V& v, S& s) {
  visit(v, s.id, s.title, s.description, s.x, s.y, s.series, s.bars, s.tiles);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, Section>
void members(V& v, S& s) {
  visit(v, s.title, s.lines, s.tables, s.charts);
}
template <typename V, typename S>
  requires std::is_same_v<std::remove_const_t<S>, Document>
void members(V& v, S& s) {
  visit(v, s.title, s.subtitle, s.sections);
}

template <typename T>
void Writer::field(const std::vector<T>& values) {
  json list = json::array();
  Writer inner(list);
  for (const T& value : values) inner.field(value);
  list_.push_back(std::move(list));
}
template <typename T>
  requires std::is_class_v<T>
void Writer::field(const T& value) {
  json list = json::array();
  Writer inner(list);
  members(inner, value);
  list_.push_back(std::move(list));
}
template <typename T>
void Reader::field(std::vector<T>& values) {
  const json& list = next();
  values.resize(list.size());
  Reader inner(list);
  for (T& value : values) inner.field(value);
}
template <typename T>
  requires std::is_class_v<T>
void Reader::field(T& value) {
  Reader inner(next());
  members(inner, value);
}

}  // namespace

std::vector<std::uint8_t> encode_document(const Document& document) {
  json list = json::array();
  Writer(list).field(document);
  return json::to_cbor(list);
}

Document decode_document(std::span<const std::uint8_t> bytes) {
  Document document;
  try {
    const json list = json::from_cbor(bytes.begin(), bytes.end());
    Reader(list).field(document);
  } catch (const json::exception& error) {
    throw core::Error(core::ErrorCode::internal, std::string("a report arrived damaged: ") + error.what());
  }
  return document;
}

}  // namespace whichchip::report
