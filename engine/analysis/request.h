// What a user asks for, in one description that every face shares: the command line's flags, the page's controls and
// the module's options object all set the same options by the same names and get the same answers and the same error
// texts.
//
//   Request request;
//   set_option(request, "batch", "8");
//   auto graph = resolve(skeleton, request, request.default_dims);
//   auto devices = select_devices(request, catalog);
//   auto comparison = compare(workload, devices, request);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/compare.h"
#include "estimate/scenario.h"
#include "hardware/catalog.h"
#include "model/resolve.h"

namespace whichchip::analysis {

enum class Level : std::uint8_t { summary, detailed, subgraph };
const char* name(Level level);

struct Request {
  std::vector<std::string> hardware;      // device keys in the order given; when not empty they override `deployment`
  std::string deployment = "datacenter";  // a set of the catalogue, or "all"
  std::vector<hardware::DeviceClass> classes;  // keeps devices of these classes only; empty keeps all
  std::int64_t batch = 1;
  model::DimensionBindings dims;               // other dimensions: "seq" → 384
  model::DimensionBindings default_dims;       // a sample's own, where `dims` says nothing
  model::Phase phase = model::Phase::prefill;  // of a language model: which lengths are the defaults
  model::StandIns cost_like;                   // operators counted like others, as model/resolve.h takes them
  std::vector<std::int64_t> contexts;          // at which it is looked at in both phases; empty: usual ones
  estimate::Scenario scenario;
  Metric sort = Metric::latency;
  Level level = Level::summary;
  std::string baseline;            // device key; empty: the best GPU, else the first
  std::vector<std::string> edits;  // of the catalogue, as hardware/edit.h reads them
  Economics economics;
};

// One option by its name without dashes: hardware, deployment, class, precision, batch, dim ("NAME=N"), phase, context,
// cost-like ("com.example.Frobnicate=Gelu"; without an operator after it, as the file says again),
// runtime, timing, boundary, sort, level, baseline, set, and economics_options(). `hardware`, `class`, `dim`, `context`
// and `price` take comma or space lists and add to what is there, and so does every `set` ("T4.memory.bandwidth=640");
// the others replace. Throws core::Error (bad_usage) whose `where` is "--name" and whose advice names the choices or
// the nearest of them.
void set_option(Request& request, std::string_view option, std::string_view value);

Comparison compare(const workload::Workload& workload, std::vector<hardware::Device> devices, const Request& request);

// Symbols to bind: `dims`, and the batch when it is not 1 (a model may fix its own).
model::DimensionBindings bindings(const Request& request);

// As select_devices, for commands that need devices by name: throws when `hardware` is empty.
std::vector<hardware::Device> named_devices(const Request& request, const hardware::Catalog& catalog);

// The devices asked for, each once; "ID@all" is one in each of its power modes. Throws core::Error (bad_usage) for
// unknown ids, sets and modes, and when no device is left.
std::vector<hardware::Device> select_devices(const Request& request, const hardware::Catalog& catalog);

}  // namespace whichchip::analysis
