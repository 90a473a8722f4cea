#include "estimate/scenario.h"

#include <array>
#include <initializer_list>
#include <string>
#include <utility>

#include "core/error.h"
#include "hardware/device.h"

namespace whichchip::estimate {
namespace {

using hardware::Precision;

bool native(const hardware::Device& device, Precision precision) {
  return hardware::at(device.peak_ops_per_s, precision).has_value();
}

bool integer_only(const hardware::Device& device) {
  for (Precision p : hardware::kPrecisions)
    if (!hardware::is_integer(p) && native(device, p)) return false;
  return true;
}

std::optional<Precision> precision_of(model::DataType type) {
  using model::DataType;
  switch (type) {
    case DataType::float64:
      return Precision::fp64;
    case DataType::float32:
      return Precision::fp32;
    case DataType::float16:
      return Precision::fp16;
    case DataType::bfloat16:
      return Precision::bf16;
    case DataType::float8e4m3fn:
    case DataType::float8e4m3fnuz:
    case DataType::float8e5m2:
    case DataType::float8e5m2fnuz:
      return Precision::fp8;
    case DataType::float4e2m1:
      return Precision::fp4;
    case DataType::int16:
    case DataType::uint16:
      return Precision::int16;
    case DataType::int8:
    case DataType::uint8:
      return Precision::int8;
    case DataType::int4:
    case DataType::uint4:
      return Precision::int4;
    default:
      return std::nullopt;
  }
}

// The type of the matrix operands of a subgraph: of its largest activation read.
std::optional<Precision> operand_precision(const workload::Workload& workload, const workload::Subgraph& subgraph) {
  if (subgraph.quantized) return Precision::int8;
  std::int64_t most = -1;
  std::optional<Precision> found;
  for (const workload::Access& read : subgraph.reads) {
    const auto precision = precision_of(workload.tensors[static_cast<std::size_t>(read.tensor)].type);
    if (precision && read.elements > most) {
      most = read.elements;
      found = precision;
    }
  }
  return found;
}

// Formats that can hold every value of `wanted`, narrowest first: how a chip without it still runs it.
std::initializer_list<Precision> wider(Precision wanted) {
  static constexpr std::initializer_list<Precision> none{};
  static constexpr std::initializer_list<Precision> fp32{Precision::fp64};
  static constexpr std::initializer_list<Precision> tf32{Precision::fp32};
  static constexpr std::initializer_list<Precision> half{Precision::fp32};
  static constexpr std::initializer_list<Precision> fp8{Precision::fp16, Precision::bf16, Precision::fp32};
  static constexpr std::initializer_list<Precision> fp4{Precision::fp8, Precision::fp16, Precision::bf16,
                                                        Precision::fp32};
  static constexpr std::initializer_list<Precision> int16{Precision::fp32};
  static constexpr std::initializer_list<Precision> int8{Precision::int16, Precision::fp16, Precision::bf16,
                                                         Precision::fp32};
  static constexpr std::initializer_list<Precision> int4{Precision::int8, Precision::fp16, Precision::bf16,
                                                         Precision::fp32};
  switch (wanted) {
    case Precision::fp64:
      return none;
    case Precision::fp32:
      return fp32;
    case Precision::tf32:
      return tf32;
    case Precision::fp16:
    case Precision::bf16:
      return half;
    case Precision::fp8:
      return fp8;
    case Precision::fp4:
      return fp4;
    case Precision::int16:
      return int16;
    case Precision::int8:
      return int8;
    case Precision::int4:
      return int4;
    case Precision::w8a16:
    case Precision::w4a16:
      break;
  }
  return none;
}

PrecisionStatus conversion(Precision own, Precision chosen) {
  if (own == chosen) return PrecisionStatus::native;
  if (hardware::is_integer(chosen) && !hardware::is_integer(own)) return PrecisionStatus::quantised;
  return PrecisionStatus::converted;
}

// Weights of few bits, activations of 16: integer multipliers run at their rate for int16, or where none is known take
// the two bytes of an activation in turn; elsewhere the weights are widened to the activations' format on their way to
// the multipliers.
std::optional<PrecisionChoice> choose_weight_only(const hardware::Device& device, Precision wanted) {
  using hardware::Mapping;
  constexpr int kBytesOfAnActivation = 2;
  const Mapping mapping = device.mapping;
  const bool takes_bytes = mapping == Mapping::npu || mapping == Mapping::dsp || mapping == Mapping::dataflow;
  if (takes_bytes && native(device, Precision::int16))
    return PrecisionChoice{wanted, PrecisionStatus::quantised, Precision::int16, 1};
  if (takes_bytes && native(device, Precision::int8))
    return PrecisionChoice{wanted, PrecisionStatus::quantised, Precision::int8, kBytesOfAnActivation};
  for (Precision p : {Precision::bf16, Precision::fp16, Precision::fp32})
    if (native(device, p)) return PrecisionChoice{wanted, PrecisionStatus::quantised, p, 1};
  return std::nullopt;
}

PrecisionChoice choose_explicit(const hardware::Device& device, Precision own, Precision wanted) {
  if (hardware::is_weight_only(wanted)) {
    if (const auto choice = choose_weight_only(device, wanted)) return *choice;
  }
  if (native(device, wanted)) return {wanted, conversion(own, wanted), wanted, 1};
  constexpr int kFp32Passes = 6;  // three bf16 parts of each operand, the products below fp32's last bit left out
  const bool systolic = device.mapping == hardware::Mapping::systolic;
  if (wanted == Precision::fp32 && systolic && native(device, Precision::bf16))
    return {wanted, PrecisionStatus::emulated, Precision::bf16, kFp32Passes};
  for (Precision p : wider(wanted))
    if (native(device, p)) return {wanted, PrecisionStatus::emulated, p, 1};
  const std::string what = std::string(hardware::name(wanted)) + " does not run on " + device.id;
  if (!hardware::is_integer(wanted) && integer_only(device))
    throw core::Error(core::ErrorCode::bad_usage, what + ": needs quantisation", device.id, "choose int8");
  throw core::Error(core::ErrorCode::bad_usage, what + ": no native or wider format", device.id,
                    "leave the precision at auto");
}

}  // namespace

const char* name(PrecisionStatus status) {
  static constexpr std::array<const char*, 4> names{"native", "converted", "quantised", "emulated"};
  return names[static_cast<std::size_t>(status)];
}
const char* name(Timing timing) { return timing == Timing::device ? "device" : "end-to-end"; }
const char* name(Boundary boundary) {
  static constexpr std::array<const char*, 3> names{"chip", "board", "wall"};
  return names[static_cast<std::size_t>(boundary)];
}

hardware::Precision own_precision(const workload::Workload& workload) {
  std::array<double, hardware::kPrecisionCount> macs{};
  for (const workload::Subgraph& subgraph : workload.partition(workload::Runtime::engine).subgraphs) {
    if (subgraph.macs <= 0) continue;
    if (const auto precision = operand_precision(workload, subgraph))
      macs[static_cast<std::size_t>(*precision)] += static_cast<double>(subgraph.macs);
  }
  Precision own = Precision::fp32;
  double most = 0;
  for (Precision p : hardware::kPrecisions) {
    if (macs[static_cast<std::size_t>(p)] > most) {
      most = macs[static_cast<std::size_t>(p)];
      own = p;
    }
  }
  return own;
}

PrecisionChoice choose_precision(const workload::Workload& workload, const hardware::Device& device,
                                 const Scenario& scenario) {
  const Precision own = own_precision(workload);
  if (scenario.precision) return choose_explicit(device, own, *scenario.precision);
  // fp32 stands behind the half formats: a chip without them runs a half model in fp32 rather than quantise it.
  for (Precision p : {own, Precision::bf16, Precision::fp16, Precision::fp32, Precision::int8}) {
    if (p == Precision::fp32 && own != p && hardware::is_integer(own)) continue;
    if (native(device, p)) return {p, conversion(own, p), p, 1};
  }
  for (Precision p : wider(own))
    if (native(device, p)) return {own, PrecisionStatus::emulated, p, 1};
  throw core::Error(core::ErrorCode::bad_usage, device.id + " runs none of the model's own type, bf16, fp16 and int8",
                    device.id, "name a precision that the device has");
}

}  // namespace whichchip::estimate
