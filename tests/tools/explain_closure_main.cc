// Every pair of devices of the catalogue on every sample, in every metric: a difference is the sum of its causes, and
// of its layers, to 1e-9 of the larger figure. A line per sample; exit 1 when one is wider apart.
//
//   explain_closure [K/N]     all samples, or the K-th of N parts of them, to run side by side
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "hardware/catalog.h"
#include "support/explain_closure.h"
#include "support/samples.h"

namespace whichchip {
namespace {

constexpr double kMost = 1e-9;

struct Part {
  std::size_t index = 1, of = 1;
};

Part part_of(std::string_view text) {
  Part part;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return {0, 1};
  std::from_chars(text.data(), text.data() + slash, part.index);
  std::from_chars(text.data() + slash + 1, text.data() + text.size(), part.of);
  return part;
}

int run(Part part) {
  if (part.index < 1 || part.index > part.of) {
    std::fprintf(stderr, "explain_closure: give a part as K/N, 1 to N\n");
    return 2;
  }
  const std::vector<hardware::Device>& devices = hardware::builtin_catalog().devices;
  const std::vector<std::string> samples = tests::sample_paths();
  std::int64_t all = 0;
  double widest = 0;
  for (std::size_t i = part.index - 1; i < samples.size(); i += part.of) {
    tests::PairsOfDevices pairs{tests::sample_workload(samples[i])};
    std::int64_t count = 0;
    for (std::size_t a = 0; a < devices.size(); ++a) {
      for (std::size_t b = a + 1; b < devices.size(); ++b) count += pairs.explain(devices[a], devices[b]);
    }
    const tests::Gap& worst = pairs.worst();
    std::printf("%-28s %6lld explanations, widest %.2e: %s\n", pairs.workload().model.name.c_str(),
                static_cast<long long>(count), worst.relative, worst.where.c_str());
    std::fflush(stdout);
    all += count;
    if (!(worst.relative <= widest)) widest = worst.relative;
  }
  std::printf("%lld explanations, widest %.2e: %s\n", static_cast<long long>(all), widest,
              widest <= kMost ? "all add up" : "too wide");
  return widest <= kMost && all > 0 ? 0 : 1;
}

}  // namespace
}  // namespace whichchip

int main(int argc, char** argv) { return whichchip::run(argc > 1 ? whichchip::part_of(argv[1]) : whichchip::Part{}); }
