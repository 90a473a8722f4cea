// fidelity: predictions against published measurements.
//
//   fidelity [--rows GROUP|all] [--devices] [--models] [--regimes] [--markdown]
//            [--fit GROUP PARAMETER [PARAMETER]] [--cross-validate] [--check]
//
// Prints the error by class × runtime. The constants are read from assets/technology/ of the source tree, so that a
// trial of others needs no build. --cross-validate fits the one or two constants of every group that limits.h names,
// with each device and each model left out in turn. --check fails (exit 1) when a group is worse than its committed
// limit.
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/error.h"
#include "fidelity/cases.h"
#include "fidelity/fit.h"
#include "fidelity/limits.h"
#include "fidelity/measurement.h"
#include "fidelity/report.h"
#include "fidelity/statistics.h"

namespace {

using namespace whichchip;
using namespace whichchip::fidelity;

struct Options {
  std::string rows, fit_group;
  std::vector<std::string> fit_names;
  bool devices = false, models = false, regimes = false, cross_validate = false, check = false;
  Form form = Form::text;
};

Options parse(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--devices")
      options.devices = true;
    else if (argument == "--models")
      options.models = true;
    else if (argument == "--regimes")
      options.regimes = true;
    else if (argument == "--cross-validate")
      options.cross_validate = true;
    else if (argument == "--markdown")
      options.form = Form::markdown;
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

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + path);
  return text.str();
}

estimate::Technology read_technology(const std::string& folder) {
  return estimate::parse_technology("{\"parameters\":" + text_of(folder + "/parameters.json") +
                                    ",\"energy\":" + text_of(folder + "/energy.json") + "}");
}

class Checker {
 public:
  void at_most(const std::string& what, double value, double limit) {
    if (value <= limit) return;
    std::printf("FAILED %s is %.3f, above %.3f\n", what.c_str(), value, limit);
    ++failures_;
  }
  void at_least(const std::string& what, double value, double limit) {
    if (value >= limit) return;
    std::printf("FAILED %s is %.3f, below %.3f\n", what.c_str(), value, limit);
    ++failures_;
  }
  int exit_code() const { return failures_ == 0 ? 0 : 1; }

 private:
  int failures_ = 0;
};

int check(const std::vector<Row>& rows) {
  Checker checker;
  const Table groups = by_group(rows);
  for (const Limit& limit : kLimits) {
    const auto found = groups.find(limit.group);
    if (found == groups.end()) throw std::runtime_error(std::string("no measurement of ") + limit.group);
    const Errors e = errors_of(found->second);
    checker.at_most(std::string(limit.group) + ": median error", e.median, limit.median);
    checker.at_most(std::string(limit.group) + ": mean error", e.mean, limit.mean);
    if (e.count >= kEnoughRows)
      checker.at_least(std::string(limit.group) + ": coverage of the intervals", e.coverage, kLeastCoverage);
  }
  for (const BertLimit& limit : kBertLimits) {
    std::vector<Prediction> tables;
    for (const Row& row : rows)
      if (row.source->measurement.device == limit.device &&
          row.source->measurement.source.find("demo/BERT") != std::string::npos)
        tables.push_back(row.prediction);
    if (tables.empty()) throw std::runtime_error(std::string("no BERT table of ") + limit.device);
    checker.at_most(std::string("TensorRT's BERT on ") + limit.device + ": mean error", errors_of(tables).mean,
                    limit.mean);
  }
  const Table watts = by_idle(rows);
  checker.at_most("power, idle measured: median error", errors_of(watts.at("power, idle measured")).median,
                  kPowerIdleMeasured);
  checker.at_most("power, idle by default: median error", errors_of(watts.at("power, idle by default")).median,
                  kPowerIdleByDefault);
  std::vector<Prediction> times;
  for (const Row& row : rows)
    if (row.prediction.quantity == Quantity::time) times.push_back(row.prediction);
  const double coverage = errors_of(times).coverage;
  checker.at_least("coverage of the intervals", coverage, kLeastCoverage);
  checker.at_most("coverage of the intervals", coverage, kMostCoverage);
  checker.at_least("order of devices", device_orders(rows).at("all").tau(), kLeastOrder);
  return checker.exit_code();
}

int run(const Options& options) {
  const std::string root = WHICHCHIP_SOURCE_DIR;
  const std::vector<Measurement> measurements = read_measurements(root + "/assets/measurements/calibration.csv");
  const Cases cases = make_cases(measurements, root + "/sample_models");
  const estimate::Technology technology = read_technology(root + "/assets/technology");

  std::vector<Row> rows;
  for (const Case& row : cases.usable) rows.push_back({&row, predict(row, technology)});
  std::printf("%zu of %zu measurements can be predicted", cases.usable.size(), measurements.size());
  if (options.form == Form::text) {
    std::printf("; left out:\n");
    for (const auto& [reason, count] : cases.left_out) std::printf("  %4d %s\n", count, reason.c_str());
  }
  std::printf("\n\n");
  for (const Row& row : rows)
    if (options.rows == "all" || options.rows == row.prediction.group) print_row(row);
  print(by_group(rows), "class/runtime", options.form);
  print(by_idle(rows), "power and energy", options.form);
  print(device_orders(rows), options.form);
  if (options.regimes)
    for (Regime regime : {Regime::batch, Regime::precision, Regime::family, Regime::boundary})
      print(by_regime(rows, regime), "class/runtime, regime", options.form);
  if (options.devices) print(by_device(rows), "class/runtime, device", options.form);
  if (options.models) print(by_model(rows), "class/runtime, model", options.form);
  if (!options.fit_group.empty())
    print(options.fit_group, options.fit_names, fit(cases.usable, options.fit_group, options.fit_names, technology),
          options.form);
  if (options.cross_validate) {
    print_fit_header(options.form);
    for (const Limit& limit : kLimits) {
      std::vector<std::string> names;
      for (const char* name : limit.fitted)
        if (name != nullptr) names.emplace_back(name);
      print(limit.group, names, fit(cases.usable, limit.group, names, technology), options.form);
    }
  }
  return options.check ? check(rows) : 0;
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
