// Binds the free dimensions of a model's inputs: by the user, by their names, or by where they stand.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "onnx/onnx_pb.h"

#include "model/graph.h"
#include "model/resolve.h"
#include "model/symbol_roles.h"

namespace whichchip::model {

class SymbolTable {
 public:
  // `defaults` come before those by role; `sequence` is the default length of sequences: of the new tokens in the
  // prefill phase, of the past ones in the decode phase.
  SymbolTable(const DimensionBindings& bindings, const DimensionBindings& defaults, Phase phase, std::int64_t sequence)
      : bindings_(bindings), defaults_(defaults), phase_(phase), sequence_(sequence) {}

  // Binds every free dimension of these inputs (tensors with rank). Call once; then `dims` is known for each of them.
  void bind_inputs(const std::vector<const onnx::ValueInfoProto*>& inputs);
  // The user's shape for an input that declares none: its dimensions as "name.0", "name.1", …; empty when not given.
  std::optional<std::vector<std::int64_t>> given_shape(const std::string& input);
  const std::vector<std::int64_t>& dims(std::size_t input) const { return dims_[input]; }

  // A control that is no dimension, such as a loop's trip count: the user's value, else `fallback`.
  std::int64_t control(const std::string& name, std::int64_t fallback, SymbolOrigin origin, std::int64_t smallest);
  // Likewise how many elements, of at most `most`, an operator gives whose data decide: the user's number; empty when
  // there is none. Throws core::Error (bad_usage) for a number above `most`.
  std::optional<std::int64_t> given_count(const std::string& name, std::int64_t most);
  // Makes the counts that were asked for and not given controls of their own, unless they are so many that nobody would
  // set them.
  void offer_counts();
  // The value of a dimension's text as declared further inside the model; empty when it says nothing.
  std::optional<std::int64_t> value_of(const std::string& text) const;
  // Remembers what inference found for a name that no input declares.
  void learn(const std::string& name, std::int64_t value) { learned_.emplace(name, value); }
  // Whether a symbol has this value only because sequences are that long by default.
  bool is_default_sequence(std::int64_t value) const;
  // The symbols whose value is but assumed, with it: "x = 1, y = 1"; empty when there are none.
  std::string assumed() const;
  // The value that the user or its default gives to the past length; 0 when the model has none.
  std::int64_t past_length() const;

  // Throws core::Error (bad_usage) when a binding named nothing.
  void require_all_used() const;
  const std::vector<Symbol>& symbols() const { return symbols_; }

 private:
  using Role = DimensionRole;
  struct Dimension {
    std::size_t input;
    std::size_t axis;
    std::string text;  // empty when unnamed
  };

  const std::string& canonical(const Dimension& dimension, const onnx::ValueInfoProto& input, Role place);
  void add(const std::string& name, Role role);
  void bind_total(const std::string& name);
  void derive(const Dimension& dimension);
  std::optional<std::int64_t> find(const std::string& name) const;
  std::optional<std::int64_t> binding(const std::string& name, Role role);
  std::int64_t checked(const std::string& key, std::int64_t value, std::int64_t smallest) const;

  bool decides(const std::string& name, Role role) const;  // the phase, whatever else is the default
  std::int64_t default_sequence(const std::string& name) const;
  const DimensionBindings& bindings_;
  const DimensionBindings& defaults_;
  Phase phase_;
  std::int64_t sequence_;
  std::vector<Symbol> symbols_;
  std::vector<Role> roles_;
  std::unordered_map<std::string, std::size_t> index_;
  std::unordered_map<std::string, std::string> numbered_;  // "unk__17" → the symbol that it stands for
  std::unordered_map<std::string, std::int64_t> learned_;
  std::map<std::string, std::int64_t> open_counts_;  // not given, with the most that they can be; the first of many
  std::map<std::string, bool> used_;
  std::vector<std::vector<std::int64_t>> dims_;
};

// A declared dimension as text: a number, a symbol's name, or "?".
std::string dimension_text(const onnx::TensorShapeProto::Dimension& dimension);

}  // namespace whichchip::model
