#include <limits>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "share/cbor.h"
#include "share/workload_codec.h"

namespace whichchip::share {
namespace {

using nlohmann::json;

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMaxDepth = 8;  // the deepest that encode_workload makes is 6

[[noreturn]] void damaged(const std::string& where) {
  throw core::Error(core::ErrorCode::bad_model, "the stored workload is damaged", where, "Open the model file again.");
}

// The fields of one positional array, read in order.
class Fields {
 public:
  // `count` fields; as many as `most` where later releases of the version added some.
  Fields(const json& value, std::size_t count, std::string where, std::optional<std::size_t> most = std::nullopt)
      : value_(value), where_(std::move(where)) {
    const bool whole = value.is_array() && (value.size() == count || value.size() == most.value_or(count));
    if (!whole) damaged(where_);
  }

  bool more() const { return next_ < value_.size(); }

  const json& raw() { return value_[next_++]; }
  std::int64_t integer(std::int64_t low = 0, std::int64_t high = kMax) { return integer_of(raw(), low, high); }
  int index(std::size_t count) {
    if (count == 0) damaged(where_);
    return static_cast<int>(integer(0, static_cast<std::int64_t>(count) - 1));
  }
  template <class Enum>
  Enum enumeration(Enum last) {
    return static_cast<Enum>(integer(0, static_cast<std::int64_t>(last)));
  }
  bool flag() {
    const json& value = raw();
    if (!value.is_boolean()) damaged(where_);
    return value.get<bool>();
  }
  double fraction() {
    const json& value = raw();
    if (!value.is_number()) damaged(where_);
    const auto number = value.get<double>();
    if (!(number >= 0 && number <= 1)) damaged(where_);
    return number;
  }
  std::string text() { return text_of(raw()); }
  std::vector<std::int64_t> integers(std::int64_t low, std::int64_t high = kMax) {
    return list<std::int64_t>([&](const json& item) { return integer_of(item, low, high); });
  }
  std::vector<int> indices(std::size_t count) {
    return list<int>(
        [&](const json& item) { return static_cast<int>(integer_of(item, 0, static_cast<std::int64_t>(count) - 1)); });
  }
  std::vector<std::string> texts() {
    return list<std::string>([&](const json& item) { return text_of(item); });
  }
  template <class Item, class Function>
  std::vector<Item> list(Function function) {
    const json& value = raw();
    if (!value.is_array()) damaged(where_);
    std::vector<Item> out;
    out.reserve(value.size());
    for (const json& item : value) out.push_back(function(item));
    return out;
  }
  const std::string& where() const { return where_; }

 private:
  std::int64_t integer_of(const json& value, std::int64_t low, std::int64_t high) const {
    if (!value.is_number_integer()) damaged(where_);
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(kMax)) damaged(where_);
    const auto number = value.get<std::int64_t>();
    if (number < low || number > high) damaged(where_);
    return number;
  }
  std::string text_of(const json& value) const {
    if (!value.is_string()) damaged(where_);
    return value.get<std::string>();
  }

  const json& value_;
  std::string where_;
  std::size_t next_ = 0;
};

workload::Accesses accesses(Fields& fields, std::size_t tensors) {
  return fields.list<workload::Access>([&](const json& item) {
    Fields access(item, 2, fields.where());
    const int tensor = access.index(tensors);
    return workload::Access{tensor, access.integer()};
  });
}

std::vector<workload::MatrixWork> matrix(Fields& fields) {
  return fields.list<workload::MatrixWork>([&](const json& item) {
    Fields in(item, 21, fields.where());
    workload::MatrixWork work;
    work.form = in.enumeration(workload::MatrixWork::Form::recurrent);
    for (auto* field : {&work.groups, &work.m, &work.n, &work.k, &work.steps}) *field = in.integer();
    work.weight_operand = in.flag();
    for (auto* field :
         {&work.batch, &work.in_channels, &work.out_channels, &work.in_d, &work.in_h, &work.in_w, &work.out_d,
          &work.out_h, &work.out_w, &work.kernel_d, &work.kernel_h, &work.kernel_w, &work.stride_h, &work.stride_w})
      *field = in.integer();
    return work;
  });
}

workload::Tensor tensor(const json& item, const std::string& where) {
  Fields in(item, 5, where);
  workload::Tensor out;
  out.name = in.text();
  out.type = static_cast<model::DataType>(in.integer(0, 255));
  out.dims = in.integers(model::kUnknown);
  out.elements = in.integer();
  const auto flags = in.integer(0, 15);
  out.unknown = (flags & 1) != 0;
  out.weight = (flags & 2) != 0;
  out.graph_input = (flags & 4) != 0;
  out.graph_output = (flags & 8) != 0;
  return out;
}

workload::Operator operation(const json& item, std::size_t tensors, core::TextPool& texts, const std::string& where) {
  Fields in(item, 16, where);
  workload::Operator out;
  out.name = in.text();
  out.op_type = texts.share(in.text());
  out.domain = texts.share(in.text());
  out.kind = in.enumeration(workload::OperatorKind::unknown);
  out.inputs = in.indices(tensors);
  out.outputs = in.indices(tensors);
  out.reads = accesses(in, tensors);
  out.writes = accesses(in, tensors);
  out.matrix = matrix(in);
  out.macs = in.integer();
  out.vector_ops = in.integer();
  out.transcendental_ops = in.integer();
  out.repeat = in.integer();
  out.rule = texts.share(in.text());
  out.assumptions = in.texts();
  out.unknown_reason = in.text();
  return out;
}

workload::Subgraph subgraph(const json& item, const workload::Workload& workload, int id, const std::string& where) {
  Fields in(item, 14, where);
  workload::Subgraph out;
  out.id = id;
  out.name = in.text();
  out.anchor = in.index(workload.operators.size());
  out.kind = in.enumeration(workload::OperatorKind::unknown);
  out.operators = in.indices(workload.operators.size());
  out.dependencies = in.indices(static_cast<std::size_t>(id));  // schedule order: what is read was made before
  out.reads = accesses(in, workload.tensors.size());
  out.weights = accesses(in, workload.tensors.size());
  out.writes = accesses(in, workload.tensors.size());
  out.matrix = matrix(in);
  out.macs = in.integer();
  out.vector_ops = in.integer();
  out.transcendental_ops = in.integer();
  out.repeat = in.integer();
  const auto flags = in.integer(0, 7);
  out.strided_movement = (flags & 1) != 0;
  out.quantized = (flags & 2) != 0;
  out.unknown = (flags & 4) != 0;
  return out;
}

workload::Partition partition(const json& item, const workload::Workload& workload, const std::string& where) {
  Fields in(item, 5, where, 7);
  workload::Partition out;
  out.subgraphs = in.list<workload::Subgraph>([&, id = 0](const json& each) mutable {
    const std::string path = where + ".subgraphs[" + std::to_string(id) + "]";
    return subgraph(each, workload, id++, path);
  });
  out.peak_activation_bytes = in.integer();
  out.peak_activation_lower_bound_bytes = in.integer();
  out.peak_subgraph = out.subgraphs.empty() ? static_cast<int>(in.integer(0, 0)) : in.index(out.subgraphs.size());
  out.activation_arena_bytes = in.integer();
  if (!in.more()) return out;
  const std::vector<std::int64_t> bytes = in.integers(0);
  const std::vector<std::int64_t> buffers = in.integers(0);
  if (bytes.size() != buffers.size() || bytes.size() > out.subgraphs.size()) damaged(where);
  for (std::size_t i = 0; i < bytes.size(); ++i) out.live.push_back({bytes[i], buffers[i]});
  return out;
}

std::vector<model::Declaration> declarations(Fields& fields) {
  return fields.list<model::Declaration>([&](const json& item) {
    Fields in(item, 4, fields.where());
    model::Declaration out;
    out.name = in.text();
    out.type = static_cast<model::DataType>(in.integer(0, 255));
    out.shape = in.texts();
    out.has_rank = in.flag();
    return out;
  });
}

workload::ModelHeader header(const json& item) {
  Fields in(item, 13, "model");
  workload::ModelHeader out;
  out.name = in.text();
  out.producer = in.text();
  out.ir_version = in.integer(std::numeric_limits<std::int64_t>::min());
  out.opsets = in.list<std::pair<std::string, std::int64_t>>([&](const json& each) {
    Fields opset(each, 2, in.where());
    std::string domain = opset.text();
    return std::pair{std::move(domain), opset.integer(std::numeric_limits<std::int64_t>::min())};
  });
  out.nodes = in.integer();
  out.inputs = declarations(in);
  out.outputs = declarations(in);
  out.symbols = in.list<model::Symbol>([&](const json& each) {
    Fields symbol(each, 3, in.where());
    model::Symbol made;
    made.name = symbol.text();
    made.value = symbol.integer(model::kUnknown);
    made.origin = symbol.enumeration(model::SymbolOrigin::derived);
    return made;
  });
  out.parameters.parameters = in.integer();
  out.parameters.normalization_statistics = in.integer();
  out.parameters.other_constants = in.integer();
  out.parameters.scalar_constants = in.integer();
  out.parameters.active_parameters = in.integer();
  return out;
}

workload::Coverage coverage(const json& item) {
  Fields in(item, 4, "coverage");
  workload::Coverage out;
  out.nodes = in.integer();
  out.nodes_modelled = in.integer();
  out.macs_fraction = in.fraction();
  out.unknown = in.list<workload::UnknownOperator>([&](const json& each) {
    Fields unknown(each, 4, in.where());
    workload::UnknownOperator made;
    made.op_type = unknown.text();
    made.domain = unknown.text();
    made.reason = unknown.text();
    made.count = unknown.integer();
    return made;
  });
  return out;
}

workload::Totals totals(const json& item) {
  Fields in(item, 5, "totals");
  workload::Totals out;
  for (auto* field : {&out.macs, &out.vector_ops, &out.transcendental_ops, &out.weight_bytes, &out.activation_bytes})
    *field = in.integer();
  return out;
}

std::optional<workload::Decoder> decoder(const json& item, std::size_t tensors) {
  if (item.is_null()) return std::nullopt;
  Fields in(item, 7, "decoder");
  workload::Decoder out;
  out.evidence = in.texts();
  out.new_tokens = in.integer();
  out.past_tokens = in.integer();
  const auto last = static_cast<std::int64_t>(tensors) - 1;
  out.caches = in.list<workload::CacheTensor>([&](const json& each) {
    Fields cache(each, 3, in.where());
    workload::CacheTensor made;
    made.past = static_cast<int>(cache.integer(model::kAbsent, last));
    made.present = static_cast<int>(cache.integer(model::kAbsent, last));
    if (made.past == model::kAbsent && made.present == model::kAbsent) damaged(in.where());
    made.elements_per_token = cache.integer();
    return made;
  });
  out.cache_bytes_per_token = in.integer();
  out.state_bytes = in.integer();
  out.cache_bytes = in.integer();
  return out;
}

json parse(std::span<const std::uint8_t> bytes) {
  std::optional<json> document = parse_cbor(bytes, kMaxDepth);
  if (!document || !document->is_object()) damaged("bytes");
  return std::move(*document);
}

const json& member(const json& document, const char* key) {
  const auto found = document.find(key);
  if (found == document.end()) damaged(key);
  return *found;
}

const json& array_member(const json& document, const char* key) {
  const json& value = member(document, key);
  if (!value.is_array()) damaged(key);
  return value;
}

}  // namespace

workload::Workload decode_workload(std::span<const std::uint8_t> bytes) {
  const json document = parse(bytes);
  const json& version = member(document, "whichchip.workload");
  if (!version.is_number_integer()) damaged("whichchip.workload");
  if (version != kWorkloadVersion)
    throw core::Error(core::ErrorCode::bad_model, "the stored workload was made by a newer version of whichchip",
                      "version " + version.dump(), "Reload the page, or open the model file again.");

  workload::Workload out;
  out.model = header(member(document, "model"));
  const json& batch = member(document, "batch");
  out.batch = Fields(json::array({batch}), 1, "batch").integer();
  out.phase = Fields(json::array({member(document, "phase")}), 1, "phase").enumeration(model::Phase::decode);
  const auto path = [](const char* list, std::size_t i) { return std::string(list) + "[" + std::to_string(i) + "]"; };
  for (const json& item : array_member(document, "tensors"))
    out.tensors.push_back(tensor(item, path("tensors", out.tensors.size())));
  core::TextPool texts;
  for (const json& item : array_member(document, "operators"))
    out.operators.push_back(operation(item, out.tensors.size(), texts, path("operators", out.operators.size())));
  out.decoder = decoder(member(document, "decoder"), out.tensors.size());
  const json& partitions = array_member(document, "partitions");
  if (partitions.size() != out.partitions.size()) damaged("partitions");
  for (std::size_t i = 0; i < out.partitions.size(); ++i)
    out.partitions[i] = partition(partitions[i], out, path("partitions", i));
  out.totals = totals(member(document, "totals"));
  out.coverage = coverage(member(document, "coverage"));
  for (const json& item : array_member(document, "warnings")) {
    Fields in(item, 3, path("warnings", out.warnings.size()));
    model::Warning warning;
    warning.code = in.text();
    warning.message = in.text();
    warning.where = in.text();
    out.warnings.push_back(std::move(warning));
  }
  return out;
}

}  // namespace whichchip::share
