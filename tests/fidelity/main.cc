// fidelity: predictions against published measurements.
//
//   fidelity [--rows GROUP] [--devices] [--models] [--fit GROUP PARAMETER [PARAMETER]] [--check]
//
// Prints the error by class × runtime × regime. --check fails (exit 1) when a group's median is above its committed
// limit (assets/technology/parameters.json is what a fit changes; tests/fidelity/limits.h is what must not get worse).
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/error.h"
#include "fidelity/cases.h"
#include "fidelity/fit.h"
#include "fidelity/limits.h"
#include "fidelity/measurement.h"
#include "fidelity/statistics.h"

namespace {

using namespace whichchip;
using namespace whichchip::fidelity;

struct Options {
  std::string rows, fit_group;
  std::vector<std::string> fit_names;
  bool devices = false, models = false, check = false;
};

Options parse(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--devices")
      options.devices = true;
    else if (argument == "--models")
      options.models = true;
    else if (argument == "--check")
      options.check = true;
    else if (argument == "--rows" && i + 1 < count)
      options.rows = arguments[++i];
    else if (argument == "--fit" && i + 1 < count) {
      options.fit_group = arguments[++i];
      while (i + 1 < count && arguments[i + 1][0] != '-') options.fit_names.emplace_back(arguments[++i]);
    } else
      throw std::runtime_error("unknown argument " + argument);
  }
  if (options.fit_names.size() > 2) throw std::runtime_error("at most two parameters are fitted at once");
  return options;
}

using Table = std::map<std::string, std::vector<Prediction>>;

void print_header(const char* what) {
  std::printf("%-52s %5s %7s %7s %6s %6s %6s %6s %6s %6s\n", what, "n", "median", "mean", "x1.25", "x1.5", "p90",
              "bias", "cover", "width");
}

void print(const Table& table, const char* what) {
  print_header(what);
  for (const auto& [name, predictions] : table) {
    const Errors e = errors_of(predictions);
    std::printf("%-52s %5zu %6.1f%% %6.1f%% %5.0f%% %5.0f%% %6.2f %6.2f %5.0f%% %6.2f\n", name.c_str(), e.count,
                100 * e.median, 100 * e.mean, 100 * e.within_quarter, 100 * e.within_half, e.ninety, e.bias,
                100 * e.coverage, e.width);
  }
  std::printf("\n");
}

void print_row(const Case& row, const Prediction& p) {
  const Measurement& m = row.measurement;
  std::printf("%s %-22s %-24s %-14s %-5s b%-5lld %-10s %11.6g %11.6g x%5.2f\n", m.id.c_str(), m.model.c_str(),
              hardware::key(row.device).c_str(), m.metric.c_str(), m.precision.c_str(), static_cast<long long>(m.batch),
              m.boundary.c_str(), p.measured, p.predicted, p.ratio());
}

const char* quantity_name(Quantity q) { return q == Quantity::time ? "" : q == Quantity::power ? " power" : " energy"; }

int check(const Table& groups) {
  int failures = 0;
  for (const Limit& limit : kLimits) {
    const auto found = groups.find(limit.group);
    if (found == groups.end()) continue;
    const Errors e = errors_of(found->second);
    if (e.median <= limit.median) continue;
    std::printf("FAILED %s: median error %.1f %% is above %.1f %%\n", limit.group, 100 * e.median, 100 * limit.median);
    ++failures;
  }
  return failures == 0 ? 0 : 1;
}

int run(const Options& options) {
  const std::string root = WHICHCHIP_SOURCE_DIR;
  const std::vector<Measurement> measurements = read_measurements(root + "/assets/measurements/calibration.csv");
  const Cases cases = make_cases(measurements, root + "/sample_models");
  const estimate::Technology& technology = estimate::builtin_technology();

  Table groups, regimes, devices, models;
  for (const Case& row : cases.usable) {
    const Prediction p = predict(row, technology);
    const std::string group = p.group + quantity_name(p.quantity);
    groups[group].push_back(p);
    regimes[group + (row.measurement.batch == 1 ? " batch 1 " : " batch >1 ") + row.measurement.boundary].push_back(p);
    devices[group + " " + row.measurement.device].push_back(p);
    models[group + " " + row.measurement.model].push_back(p);
    if (options.rows == group) print_row(row, p);
  }
  std::printf("%zu of %zu measurements can be predicted; left out:\n", cases.usable.size(), measurements.size());
  for (const auto& [reason, count] : cases.left_out) std::printf("  %4d %s\n", count, reason.c_str());
  std::printf("\n");
  print(groups, "class/runtime");
  print(regimes, "class/runtime, regime, boundary");
  if (options.devices) print(devices, "class/runtime, device");
  if (options.models) print(models, "class/runtime, model");
  if (!options.fit_group.empty()) {
    const Fit result = fit(cases.usable, options.fit_group, options.fit_names, technology);
    for (std::size_t i = 0; i < result.values.size(); ++i)
      std::printf("%s = %.4g\n", options.fit_names[i].c_str(), result.values[i]);
    const auto line = [](const char* what, const Errors& e) {
      std::printf("%-10s n %zu median %.1f %% mean %.1f %% bias %.2f\n", what, e.count, 100 * e.median, 100 * e.mean,
                  e.bias);
    };
    line("before", result.before);
    line("after", result.after);
    line("left out", result.left_out);
  }
  return options.check ? check(groups) : 0;
}

}  // namespace

int main(int count, char** arguments) {
  try {
    return run(parse(count, arguments));
  } catch (const core::Error& error) {
    std::fprintf(stderr, "fidelity: error: %s (%s)\n", error.message.c_str(), error.where.c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fidelity: error: %s\n", error.what());
  }
  return 2;
}
