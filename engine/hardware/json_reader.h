// Reading the catalogue's JSON strictly: every value knows its path, so that an error says where, and unknown keys are
// errors, so that a typo does not silently drop a figure. Internal to engine/hardware.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nlohmann/json.hpp"

#include "hardware/device.h"

namespace whichchip::hardware {

// What a figure measures; decides its units.
enum class Quantity {
  number,
  bits,
  frequency,
  bandwidth,
  bytes,
  operation_rate,
  macs_per_clock,
  bytes_per_clock,
  power,
  seconds,
  nanometres,
  square_millimetres,
  transistors,
  money,
  money_per_hour,
  pixel_rate,
};

// What reading one file leaves beside the values.
struct ReadState {
  std::string file;
  bool bare = false;  // figures may come without provenance: [value, unit], or a number when there is no unit
  std::map<std::string, std::string, std::less<>> sources;  // id → title with address
  ProvenanceTable::Map provenance;
};

class Reader {
 public:
  Reader(const nlohmann::json& value, ReadState& state) : value_(&value), state_(&state) {}

  const nlohmann::json& value() const { return *value_; }
  // "T4.json#/memory/bandwidth"
  std::string where() const;
  [[noreturn]] void fail(const std::string& message, const std::string& advice = {}) const;

  // This value must be an object with none but these keys.
  void object(std::initializer_list<std::string_view> keys) const;
  bool has(std::string_view key) const;
  // A member that must be there. The result refers to this reader, which must outlive it.
  Reader at(const char* key) const;
  std::optional<Reader> find(const char* key) const;
  // The elements of this array, at most `limit`.
  std::vector<Reader> elements(std::size_t limit = 64) const;

  std::string text(const char* key) const;  // not empty
  std::string text_or(const char* key, const std::string& otherwise) const;
  std::vector<std::string> texts(const char* key) const;  // none when absent
  bool flag(const char* key, bool otherwise) const;

  // A figure {"value", "unit", "status", "source", "note"}, in SI units; not negative, finite. It enters the
  // provenance. `more` names further keys that this figure may have.
  double figure(const char* key, Quantity quantity, std::initializer_list<std::string_view> more = {}) const;
  std::optional<double> figure_if(const char* key, Quantity quantity,
                                  std::initializer_list<std::string_view> more = {}) const;
  double positive(const char* key, Quantity quantity) const;
  // Of a figure that is there; absent when it came without.
  std::optional<FigureStatus> status(const char* key) const;
  int count(const char* key) const;  // 1 … 10⁷
  std::optional<int> count_if(const char* key) const;
  // {"fp16": figure, …}; none when absent.
  PerPrecision per_precision(const char* key, Quantity quantity,
                             std::initializer_list<std::string_view> more = {}) const;

 private:
  Reader(const nlohmann::json& value, const Reader& parent, const char* key, std::size_t index)
      : value_(&value), state_(parent.state_), parent_(&parent), key_(key), index_(index) {}
  std::string path() const;
  double read_figure(Quantity quantity, std::initializer_list<std::string_view> more) const;
  double read_bare(Quantity quantity) const;
  double in_si(const nlohmann::json& number, const std::string& unit, Quantity quantity) const;
  FigureStatus read_status(const nlohmann::json& status) const;
  void read_provenance() const;

  const nlohmann::json* value_;
  ReadState* state_;
  const Reader* parent_ = nullptr;
  const char* key_ = nullptr;  // null: an element of an array
  std::size_t index_ = 0;
};

// Parses JSON text. Throws core::Error (bad_hardware) that says where it stops being JSON.
nlohmann::json parse_json(std::string_view text, const std::string& file);

}  // namespace whichchip::hardware
