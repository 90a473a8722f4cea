// What the user asks: the conditions under which a workload runs. The batch and other dimensions are bound in the
// Workload.
#pragma once

#include <optional>
#include <string>

#include "hardware/device.h"
#include "hardware/precision.h"
#include "workload/workload.h"

namespace whichchip::estimate {

enum class Timing : std::uint8_t { device, end_to_end };   // device: execution only, inputs on the device
enum class Boundary : std::uint8_t { chip, board, wall };  // of power and energy

struct Scenario {
  std::optional<hardware::Precision> precision;  // absent: auto, per device
  workload::Runtime runtime = workload::Runtime::engine;
  Timing timing = Timing::device;
  Boundary boundary = Boundary::chip;
};

enum class PrecisionStatus : std::uint8_t { native, converted, quantised, emulated };
const char* name(PrecisionStatus status);
const char* name(Timing timing);
const char* name(Boundary boundary);

struct PrecisionChoice {
  hardware::Precision precision = hardware::Precision::fp32;  // of storage, and what is reported
  PrecisionStatus status = PrecisionStatus::native;
  hardware::Precision compute =
      hardware::Precision::fp32;  // whose rate is used; differs from `precision` when emulated
  int passes = 1;                 // fp32 on TPUs: 6 passes of bf16
};

// The type that carries most of the model's MACs; fp32 when it has none.
hardware::Precision own_precision(const workload::Workload& workload);

// auto: the widest native type out of [the model's own, bf16, fp16, int8]. An explicit precision is strict.
// Throws core::Error (bad_usage) with the reason ("needs quantisation") when the device cannot run it.
PrecisionChoice choose_precision(const workload::Workload& workload, const hardware::Device& device,
                                 const Scenario& scenario);

}  // namespace whichchip::estimate
