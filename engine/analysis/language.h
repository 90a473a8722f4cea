// What a model that generates token by token does in its two phases, over the length of its context: the time to the
// first token (the whole prompt at once), then the time, the energy and the memory of every further token, and how many
// sequences and how long a context a device holds.
//
// One step of decoding gives one token to each of the batch's sequences:
//   tokens/s = batch ÷ t_step     J/token = E_step ÷ batch
// Memory grows by the same bytes with each sequence, and with each token of context, so that the largest batch and
// context follow from two lengths: (capacity − what does not grow) ÷ growth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "estimate/estimate.h"
#include "hardware/device.h"
#include "workload/workload.h"

namespace whichchip::analysis {

// The graph at one length: the prompt that is read at once, and one step with as many tokens in the cache.
struct ContextWorkloads {
  std::int64_t context = 0;
  workload::Workload prefill, decode;
};

// One device at one length. Times are of the whole batch.
struct ContextPoint {
  std::int64_t context = 0;
  double first_token_s = 0;
  double token_s = 0;
  double tokens_per_s = 0;  // of all sequences
  double token_j = 0;       // energy of one token of one sequence, the sum of the next two
  estimate::EnergySplit dynamic_j{};
  double static_j = 0;      // idle, uncore, host and supply
  double cache_bytes = 0;   // keys and values of all sequences, at the precision used
  double memory_bytes = 0;  // all that a step keeps
  estimate::Fit fits = estimate::Fit::yes;
};

struct LanguageDevice {
  std::string hardware;
  hardware::Precision precision = hardware::Precision::fp16;
  std::vector<ContextPoint> points;             // by context
  std::optional<std::int64_t> largest_batch;    // at the report's context; absent when its memory is not known, 0: none
  std::optional<std::int64_t> largest_context;  // at the scenario's batch; as before
};

struct LanguageReport {
  std::int64_t batch = 1;
  std::vector<std::int64_t> contexts;                       // upwards
  std::size_t reference = 0;                                // the one that tables and sentences are about
  std::int64_t cache_bytes_per_token = 0, state_bytes = 0;  // of one sequence and of all, at the model's own types
  std::vector<LanguageDevice> devices;                      // those that run both phases, the fastest decoder first
  std::vector<std::string> text;                            // the answer in sentences
};

// `lengths` upwards, not empty. A device that cannot run a phase is left out.
LanguageReport language_report(const std::vector<ContextWorkloads>& lengths,
                               const std::vector<hardware::Device>& devices, const estimate::Scenario& scenario,
                               std::int64_t reference);

}  // namespace whichchip::analysis
