// The walk over the wire format: copies the graph part into a skeleton and seeks over the weights.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/data_type.h"
#include "model/graph.h"
#include "model/window.h"
#include "model/wire.h"

namespace whichchip::model {

class Walk {
 public:
  Walk(Window& window, const ReadOptions& options) : window_(window), options_(options) {}

  // Throws core::Error. Afterwards `skeleton` is a serialised ModelProto.
  void run();

  std::string skeleton;
  std::vector<Warning> warnings;
  bool salvaged = false;

 private:
  struct Frame {
    Message message;
    std::int64_t end;         // file offset
    std::int64_t begin;       // file offset of the field's tag
    std::size_t field_start;  // in the skeleton, of the field's tag
    std::size_t length_at;    // in the skeleton, where the padded length goes
    bool is_output;           // a graph output of the main graph
  };
  // The tensor at hand: tensors do not nest.
  struct TensorState {
    std::string name;
    DataType type = DataType::undefined;
    std::int64_t elements = 1;  // saturating; kUnknown when a dimension is negative
    std::int64_t inlined = 0;   // payload bytes copied so far
    std::int64_t raw_bytes = kUnknown;
    std::int64_t elided_offset = kUnknown;
    std::int64_t elided_bytes = 0;
    bool external = false;
  };
  struct Tag {
    std::uint32_t number;
    WireType type;
    std::int64_t offset;
  };

  void step();
  Tag read_tag();
  std::uint64_t read_varint(const char* what);
  std::int64_t read_length(const Tag& tag);
  void check(const Tag& tag, const Field& rule) const;
  void skip_value(const Tag& tag);
  void copy_value(const Tag& tag);
  void open(const Tag& tag, Message child);
  [[noreturn]] void too_deep(const std::string& what, int deepest, std::int64_t offset) const;
  void close();
  void finish_tensor();
  void payload(const Tag& tag, const Field& rule);
  void note_dims(const Tag& tag);
  void add_dimension(std::int64_t dimension);
  void blob(const Tag& tag);
  std::size_t copy_bytes(const Tag& tag);
  void check_size(std::size_t more, std::int64_t offset) const;
  bool salvage(std::int64_t offset);
  bool ignore_trailing_bytes(std::int64_t offset);
  void put_varint(std::uint64_t value);
  void put_tag(const Tag& tag);
  void warn_size(std::int64_t expected);
  std::string path() const;
  [[noreturn]] void corrupt(std::int64_t offset, const std::string& what) const;
  [[noreturn]] void report(std::int64_t offset, const std::string& what) const;
  [[noreturn]] void truncated(std::int64_t offset) const;

  Window& window_;
  const ReadOptions& options_;
  std::vector<Frame> stack_;
  TensorState tensor_;
  int graph_depth_ = 0;
  int type_depth_ = 0;
  int size_warnings_ = 0;
  std::int64_t nodes_ = 0;
  bool saw_version_ = false;
  bool saw_output_ = false;
  bool in_weights_ = false;  // the main graph's operators are complete: its weights follow
  bool graph_closed_ = false;
  std::size_t partial_tag_ = 0;  // in the skeleton, where the field at hand begins
};

}  // namespace whichchip::model
