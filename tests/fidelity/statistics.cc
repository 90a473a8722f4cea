#include "fidelity/statistics.h"

#include <algorithm>
#include <cmath>

namespace whichchip::fidelity {
namespace {

// How often the distance from the prediction to the interval's end goes into the distance to the measurement.
double needed_stretch(const Prediction& p) {
  const bool below = p.measured < p.predicted;
  const double reach = std::log(below ? p.predicted / p.low : p.high / p.predicted);
  return reach > 0 ? std::abs(std::log(p.ratio())) / reach : 1;
}

}  // namespace

Errors errors_of(const std::vector<Prediction>& predictions) {
  Errors e;
  e.count = predictions.size();
  if (predictions.empty()) return e;
  std::vector<double> absolute, factors, stretches;
  double log_bias = 0, log_width = 0;
  for (const Prediction& p : predictions) {
    absolute.push_back(std::abs(p.ratio() - 1));
    e.mean += absolute.back();
    const double off = std::max(p.ratio(), 1 / p.ratio());
    factors.push_back(off);
    stretches.push_back(needed_stretch(p));
    e.within_quarter += off <= 1.25 ? 1 : 0;
    e.within_half += off <= 1.5 ? 1 : 0;
    e.coverage += p.low <= p.measured && p.measured <= p.high ? 1 : 0;
    log_bias += std::log(p.ratio());
    log_width += std::log(p.high / p.low) / 2;
  }
  const auto n = static_cast<double>(e.count);
  std::sort(absolute.begin(), absolute.end());
  std::sort(factors.begin(), factors.end());
  std::sort(stretches.begin(), stretches.end());
  e.ninety = factors[factors.size() * 9 / 10];
  e.stretch = stretches[stretches.size() * 9 / 10];
  e.median = absolute[absolute.size() / 2];
  e.mean /= n;
  e.within_quarter /= n;
  e.within_half /= n;
  e.coverage /= n;
  e.bias = std::exp(log_bias / n);
  e.width = std::exp(log_width / n);
  return e;
}

Order order_of(const std::vector<Prediction>& predictions) {
  constexpr double kRepeatability = 1.03;
  Order order;
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    for (std::size_t j = i + 1; j < predictions.size(); ++j) {
      const Prediction &a = predictions[i], &b = predictions[j];
      if (std::max(a.measured, b.measured) < kRepeatability * std::min(a.measured, b.measured)) continue;
      ++((a.measured < b.measured) == (a.predicted < b.predicted) ? order.concordant : order.discordant);
    }
  }
  return order;
}

}  // namespace whichchip::fidelity
