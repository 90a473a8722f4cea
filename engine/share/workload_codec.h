// A Workload as bytes: what the page's Worker hands to the page, and what a link carries. Never weights.
//
// The form is versioned CBOR: an object {"whichchip.workload": 1, …} whose values are arrays of positional fields, so
// that a hundred thousand operators stay small. A version, once published, is read for ever.
//
// decode() takes bytes from anybody: it gives a workload whose every index and enumeration is in range, or one
// core::Error (bad_model) that says which part is damaged. It never crashes and uses memory in proportion to the bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "workload/workload.h"

namespace whichchip::share {

inline constexpr int kWorkloadVersion = 1;

std::vector<std::uint8_t> encode_workload(const workload::Workload& workload);
workload::Workload decode_workload(std::span<const std::uint8_t> bytes);

}  // namespace whichchip::share
