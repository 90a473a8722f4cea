// The operations of a model as other tools count them, so that a figure from elsewhere can be held against ours.
//
//   Counting like = count_like(workload, Convention::onnx_tool);   // like.total, like.operators
//
// Published conventions, applied to the operators that the file has: what an exporter folded away is not counted by
// any. An operator without a rule counts nothing here, as its coverage says.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "workload/workload.h"

namespace whichchip::analysis {

enum class Convention : std::uint8_t { fvcore, torch, onnx_tool, mlperf, vendor };
inline constexpr std::array kConventions{Convention::fvcore, Convention::torch, Convention::onnx_tool,
                                         Convention::mlperf, Convention::vendor};
const char* name(Convention convention);

// The operators of one type.
struct CountedGroup {
  std::string op_type, domain;
  std::int64_t count = 0;
  double macs = 0, counted = 0;
};

struct Counting {
  Convention convention = Convention::fvcore;
  std::string unit;        // what the tool calls its figure: "flops, one per MAC"
  std::string definition;  // one sentence, with its source
  double macs = 0, total = 0;
  std::vector<CountedGroup> operators;  // most first; they add up to `total`
};

Counting count_like(const workload::Workload& workload, Convention convention);

}  // namespace whichchip::analysis
