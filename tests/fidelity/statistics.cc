#include "fidelity/statistics.h"

#include <algorithm>
#include <cmath>

namespace whichchip::fidelity {

Errors errors_of(const std::vector<Prediction>& predictions) {
  Errors e;
  e.count = predictions.size();
  if (predictions.empty()) return e;
  std::vector<double> absolute, factors;
  double log_bias = 0, log_width = 0;
  for (const Prediction& p : predictions) {
    absolute.push_back(std::abs(p.ratio() - 1));
    e.mean += absolute.back();
    const double off = std::max(p.ratio(), 1 / p.ratio());
    factors.push_back(off);
    e.within_quarter += off <= 1.25 ? 1 : 0;
    e.within_half += off <= 1.5 ? 1 : 0;
    e.coverage += p.low <= p.measured && p.measured <= p.high ? 1 : 0;
    log_bias += std::log(p.ratio());
    log_width += std::log(p.high / p.low) / 2;
  }
  const auto n = static_cast<double>(e.count);
  std::sort(absolute.begin(), absolute.end());
  std::sort(factors.begin(), factors.end());
  e.ninety = factors[factors.size() * 9 / 10];
  e.median = absolute[absolute.size() / 2];
  e.mean /= n;
  e.within_quarter /= n;
  e.within_half /= n;
  e.coverage /= n;
  e.bias = std::exp(log_bias / n);
  e.width = std::exp(log_width / n);
  return e;
}

}  // namespace whichchip::fidelity
