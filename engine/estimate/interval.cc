#include "estimate/interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/math.h"

namespace whichchip::estimate {
namespace {

constexpr double kNinetyPercent = 1.645;       // two-sided, normal
constexpr double kUncalibratedOperator = 0.5;  // σ of operator types without a calibration point
constexpr double kUnstatedPeak = 0.2;
constexpr double kUncalibratedVendor = 0.4 / kNinetyPercent;  // another compiler, other libraries
constexpr double kMeasuredIdlePower = 1.5;
constexpr double kAssumedGeometry = 0.45;  // of an array that the rest of its class publishes
constexpr double kUnknownWork = 9;         // an unknown operator takes between its time and ten times that

double square(double x) { return x * x; }
double sigma_of(double factor) { return core::log(factor) / kNinetyPercent; }

// Between the class's factor for pure work and the one for floor-bound runs, by the share of the floors.
double class_sigma(const Estimate& e, const Parameters& parameters) {
  constexpr double kPure = 0.05, kFloorBound = 0.5;
  double fixed = e.request_s;
  for (const SubgraphEstimate& s : e.subgraphs) fixed += s.fixed_s;
  const double share = e.latency_s > 0 ? fixed / e.latency_s : 0;
  const double position = std::min(1.0, std::max(0.0, (share - kPure) / (kFloorBound - kPure)));
  return sigma_of(parameters.interval) * (1 - position) + sigma_of(parameters.interval_overhead) * position;
}

bool calibrated(workload::OperatorKind kind, const hardware::Device& device) {
  using workload::OperatorKind;
  switch (kind) {
    case OperatorKind::depthwise_convolution:
      return device.mapping != hardware::Mapping::gpu;
    case OperatorKind::resize:
    case OperatorKind::sort:
    case OperatorKind::recurrent:
      return false;
    default:
      return true;
  }
}

double operator_variance(const Estimate& e, const workload::Workload& workload, const hardware::Device& device) {
  constexpr std::size_t kKinds = static_cast<std::size_t>(workload::OperatorKind::unknown) + 1;
  std::array<double, kKinds> seconds{};
  const auto& subgraphs = workload.partition(e.runtime_used).subgraphs;
  for (std::size_t i = 0; i < e.subgraphs.size(); ++i)
    if (!calibrated(subgraphs[i].kind, device))
      seconds[static_cast<std::size_t>(subgraphs[i].kind)] += e.subgraphs[i].latency_s;
  double variance = 0;
  for (double s : seconds) variance += e.latency_s > 0 ? square(s / e.latency_s * kUncalibratedOperator) : 0;
  return variance;
}

bool peak_is_stated(const hardware::Device& device, hardware::Precision precision) {
  const hardware::FigureStatus status = device.peak_status[static_cast<std::size_t>(precision)];
  return status != hardware::FigureStatus::estimated && status != hardware::FigureStatus::unverified;
}

bool geometry_is_assumed(const hardware::Device& device) {
  const auto* dpu = std::get_if<hardware::DpuGeometry>(&device.geometry);
  return dpu != nullptr && dpu->assumed;
}

// GPUs were measured with NVIDIA's.
bool known_vendor(const hardware::Device& device) {
  return device.mapping != hardware::Mapping::gpu || device.vendor == "NVIDIA";
}

Interval around(double value, double sigma) {
  const double factor = core::exp(kNinetyPercent * sigma);
  return {value / factor, value * factor};
}

}  // namespace

void set_intervals(Estimate& e, const workload::Workload& workload, const hardware::Device& device,
                   const Parameters& parameters, bool measured_idle) {
  double variance = square(class_sigma(e, parameters)) + operator_variance(e, workload, device);
  if (!peak_is_stated(device, e.precision.compute)) variance += square(kUnstatedPeak);
  if (geometry_is_assumed(device)) variance += square(kAssumedGeometry);
  if (!known_vendor(device)) variance += square(kUncalibratedVendor);
  const double power_sigma = sigma_of(measured_idle ? kMeasuredIdlePower : parameters.power_interval);
  e.latency_interval_s = around(e.latency_s, std::sqrt(variance));
  e.energy_interval_j = around(e.energy_j, std::sqrt(variance + square(power_sigma)));
  e.power_interval_w = around(e.power_w, power_sigma);

  double unknown_s = 0;
  for (const SubgraphEstimate& s : e.subgraphs)
    if (s.uncertain) unknown_s += s.latency_s;
  e.latency_interval_s.high += kUnknownWork * unknown_s;
  if (e.latency_s > 0) e.energy_interval_j.high += kUnknownWork * unknown_s / e.latency_s * e.energy_j;

  e.confidence = confidence_of(device, parameters);
}

Confidence confidence_of(const hardware::Device& device, const Parameters& parameters) {
  if (parameters.confidence == Confidence::simulated || known_vendor(device)) return parameters.confidence;
  return Confidence::specification;
}

}  // namespace whichchip::estimate
