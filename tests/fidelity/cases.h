// Measurements that the predictor can be asked about: model read and counted as the command line does, device in its
// mode and with the units that worked, scenario of the row.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "estimate/parameters.h"
#include "fidelity/measurement.h"

namespace whichchip::fidelity {

struct Case {
  Measurement measurement;
  std::shared_ptr<const workload::Workload> workload;
  hardware::Device device;
  estimate::Scenario scenario;
};

struct Cases {
  std::vector<Case> usable;
  std::map<std::string, int> left_out;  // reason → rows
};

// `samples` is the folder of the sample models.
Cases make_cases(const std::vector<Measurement>& measurements, const std::string& samples);

enum class Quantity { time, power, energy };

struct Prediction {
  std::string group;  // "gpu/engine"
  Quantity quantity = Quantity::time;
  double predicted = 0, measured = 0;  // seconds a batch, watts, joules an inference
  double low = 0, high = 0;
  std::string parts;  // shares of the time by rung, for residual analysis: "ideal 40 padding 3 …"
  double ratio() const { return predicted / measured; }
};

Prediction predict(const Case& row, const estimate::Technology& technology);

}  // namespace whichchip::fidelity
