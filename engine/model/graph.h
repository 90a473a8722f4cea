// The resolved model: one flat list of nodes in topological order, every symbol bound, every shape inferred.
//
// Functions are inlined, the chosen branch of an `If` is spliced in, and the body of a `Loop` or `Scan` stands once
// with `repeat` = its trip count. What could not be determined stays unknown (kUnknown, or no rank) and is said in
// `warnings`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/shared_text.h"
#include "core/small_vector.h"
#include "model/data_type.h"

namespace whichchip::model {

constexpr std::int64_t kUnknown = -1;  // a dimension that is not known
constexpr int kAbsent = -1;            // an optional input or output that is not given

enum class TensorKind : std::uint8_t {
  input,       // fed by the user at every inference
  weight,      // an initialiser, or computed from initialisers and constants alone
  activation,  // computed from inputs
};

// Values of a tensor that is small and known before the model runs: shapes, axes, scales.
struct TensorValue {
  bool known = false;
  std::vector<std::int64_t> integers;  // integer and boolean types
  std::vector<double> reals;           // floating types
};

struct Tensor {
  core::SharedText name;
  DataType type = DataType::undefined;
  bool has_rank = false;
  std::vector<std::int64_t> dims;             // kUnknown where unknown; a best guess where `data_dependent`
  std::vector<std::int64_t> max_dims;         // upper bounds; given only where `data_dependent`
  std::int64_t sequence_elements = kUnknown;  // of a sequence, which has no rank: of all its tensors together
  TensorKind kind = TensorKind::activation;
  bool is_initializer = false;  // stands in the file (or in a Constant node), not computed by folding
  bool data_dependent = false;  // its shape depends on input values; `dims` is a bounded guess
  TensorValue value;

  // Product of `dims`, saturating; kUnknown when the rank or any dimension is unknown. Of a sequence, what it holds.
  std::int64_t elements() const;
};

struct AttributeTensor {
  DataType type = DataType::undefined;
  std::vector<std::int64_t> dims;
  TensorValue value;
};

using Attribute = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>,
                               std::vector<std::string>, AttributeTensor>;

// A node's attributes by name: few, so a sorted list. Used as a map.
class Attributes {
 public:
  using Entry = std::pair<core::SharedText, Attribute>;
  using const_iterator = std::vector<Entry>::const_iterator;

  const_iterator begin() const { return entries_.begin(); }
  const_iterator end() const { return entries_.end(); }
  const_iterator find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != end(); }
  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  // Adds it when it is missing.
  Attribute& operator[](const core::SharedText& name);
  void reserve(std::size_t count) { entries_.reserve(count); }

 private:
  std::vector<Entry> entries_;
};

// The operands or results of one operator.
using TensorList = core::SmallVector<int, 4>;

struct Node {
  core::SharedText name;   // ONNX's name; may be empty
  core::SharedText scope;  // names of the functions and control-flow nodes it came from, outermost first, "/"-separated
  core::SharedText op_type;
  core::SharedText domain;  // "" is ai.onnx
  int since_version = 0;    // of the operator's schema; 0 when the library has none
  TensorList inputs;        // indices into Graph::tensors, or kAbsent
  TensorList outputs;       // likewise
  Attributes attributes;
  std::int64_t repeat = 1;   // executions per inference (the trip counts of the loops around it, multiplied)
  bool folded = false;       // its outputs are known before the model runs: it costs nothing at run time
  core::SharedText failure;  // why its output shapes are not known; empty when they are
};

enum class SymbolOrigin : std::uint8_t {
  given,    // by the user
  known,    // the default that goes with its name
  assumed,  // nothing is known of it: 1
  derived,  // follows from other symbols ("past_sequence_length + 1")
};

// The two ways in which a language model runs: over a whole prompt at once, and one token at a time over a cache of the
// tokens before it.
enum class Phase : std::uint8_t { prefill, decode };
const char* name(Phase phase);

struct Symbol {
  std::string name;
  std::int64_t value = 1;
  SymbolOrigin origin = SymbolOrigin::assumed;
};

// An If whose condition the user feeds, by the name of the control that chooses.
struct Branch {
  std::string control;
  bool taken = false;  // the condition's value
};

struct Warning {
  std::string code;     // stable, kebab-case: "wrong-value-info"
  std::string message;  // one sentence
  std::string where;    // node, tensor or symbol; may be empty
};

// A graph input or output as the file declares it: a dimension is a number, a symbol's name, or "?".
struct Declaration {
  std::string name;
  DataType type = DataType::undefined;
  std::vector<std::string> shape;
  bool has_rank = false;
};

struct Graph {
  std::string name;
  std::string producer;  // "pytorch 2.4.0"
  std::int64_t ir_version = 0;
  std::map<std::string, std::int64_t> opsets;  // domain → version
  std::vector<Tensor> tensors;
  std::vector<Node> nodes;  // topological order
  // Node → what the file says where the user has it read as another: "com.example.Frobnicate".
  std::map<std::size_t, std::string> written_as;
  std::vector<int> inputs;  // tensors that the user feeds (initialisers excluded)
  std::vector<int> outputs;
  std::vector<Declaration> declared_inputs;
  std::vector<Declaration> declared_outputs;
  std::vector<Symbol> symbols;     // in order of first appearance
  std::vector<Branch> branches;    // one for each control
  Phase phase = Phase::prefill;    // what the defaults of free dimensions were chosen for
  std::int64_t nodes_in_file = 0;  // before inlining and splicing
  std::vector<Warning> warnings;
};

}  // namespace whichchip::model
