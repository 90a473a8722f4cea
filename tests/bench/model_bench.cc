// How long reading and analysing take as models grow, how much of a file is read, and how much memory that needs.
//
//   cmake --build build/native --target bench && build/native/bin/bench
#include <cstdint>
#include <span>
#include <string>

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "model/byte_source.h"
#include "model/open_model.h"
#include "model/resolve.h"
#include "support/logging_source.h"
#include "support/onnx_model.h"
#include "workload/workload.h"

namespace whichchip::tests {
namespace {

// Blocks of convolution, shape arithmetic, reshape and activation, as exporters write them: `nodes` in all.
std::string chain_of(std::int64_t nodes) {
  OnnxModel model;
  model.input("x", {"N", 16, 14, 14}).weight("w", {16, 16, 1, 1}).integers("axis", {0}).integers("rest", {16, 14, 14});
  std::string x = "x";
  for (std::int64_t i = 0; i < nodes; i += 6) {
    const std::string n = std::to_string(i);
    model.node("Conv", {x, "w"}, {"c" + n}, {{"kernel_shape", {1, 1}}, {"pads", {0, 0, 0, 0}}, {"strides", {1, 1}}});
    model.node("Relu", {"c" + n}, {"r" + n}).node("Shape", {"r" + n}, {"s" + n});
    model.node("Gather", {"s" + n, "axis"}, {"g" + n}).node("Concat", {"g" + n, "rest"}, {"t" + n}, {{"axis", 0}});
    model.node("Reshape", {"r" + n, "t" + n}, {"y" + n});
    x = "y" + n;
  }
  model.output(x);
  return model.bytes();
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void load_and_analyse(benchmark::State& state) {
  const std::string bytes = chain_of(state.range(0));
  for (auto _ : state) {
    const auto source = model::memory_source(std::as_bytes(std::span(bytes)));
    const model::Graph graph = model::resolve(model::open_model(*source).skeleton);
    benchmark::DoNotOptimize(workload::build_workload(graph, "chain"));
  }
  state.counters["nodes/s"] =
      benchmark::Counter(static_cast<double>(state.range(0)), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["process_peak_MB"] = peak_megabytes();
}
BENCHMARK(load_and_analyse)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

void resolve_again(benchmark::State& state) {
  const std::string bytes = chain_of(state.range(0));
  const auto source = model::memory_source(std::as_bytes(std::span(bytes)));
  const model::Skeleton skeleton = model::read_skeleton(*source);
  for (auto _ : state) benchmark::DoNotOptimize(model::resolve(skeleton, {{"batch", 8}}));
}
BENCHMARK(resolve_again)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

void append_varint(std::string& text, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) text.push_back(static_cast<char>((value & 0x7f) | 0x80));
  text.push_back(static_cast<char>(value));
}

// A file of `gigabytes` whose only weight comes last and reads as a repeating byte.
void skip_weights(benchmark::State& state) {
  const std::int64_t rows = state.range(0) * 250'000;  // of a thousand float32
  OnnxModel model;
  model.input("x", {1, rows}).node("MatMul", {"x", "w"}, {"y"}).output("y");
  std::string bytes = model.bytes(), header("\x08", 1), tensor("\x2a", 1), graph("\x3a", 1);
  const auto payload = static_cast<std::uint64_t>(rows) * 4000;
  append_varint(header, static_cast<std::uint64_t>(rows));
  header += std::string("\x08\xe8\x07\x10\x01\x42\x01w\x4a", 9);
  append_varint(header, payload);
  append_varint(tensor, header.size() + payload);
  append_varint(graph, tensor.size() + header.size() + payload);
  bytes += graph + tensor + header;
  std::int64_t read = 0;
  for (auto _ : state) {
    LoggingSource source(bytes, static_cast<std::int64_t>(bytes.size() + payload));
    benchmark::DoNotOptimize(model::resolve(model::open_model(source).skeleton));
    read = source.bytes_read;
  }
  state.counters["bytes_read"] = static_cast<double>(read);
}
BENCHMARK(skip_weights)->Arg(2)->Arg(20)->Unit(benchmark::kMicrosecond);

void many_inputs(benchmark::State& state) {
  OnnxModel model;
  model.input("x", {1, 2});
  Names inputs(static_cast<std::size_t>(state.range(0)), "x");
  model.node("Concat", inputs, {"y"}, {{"axis", 1}}).output("y");
  const std::string bytes = model.bytes();
  for (auto _ : state) benchmark::DoNotOptimize(workload::build_workload(resolve_bytes(bytes), "wide"));
}
BENCHMARK(many_inputs)->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace whichchip::tests

BENCHMARK_MAIN();
