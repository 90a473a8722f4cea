// What a comparison costs: per device the bill of a million inferences, of a purchase over its life, of the fleet that
// serves a rate of requests, of a battery; and after how many inferences one purchase has paid for another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/compare.h"

namespace whichchip::analysis {

// Devices that serve a rate of requests without any of them being at work for more than its utilisation cap.
struct Fleet {
  std::int64_t devices = 0;             // ⌈rate ÷ (throughput · cap)⌉
  double busy = 0;                      // share of the time that each is at work
  double device_w = 0;                  // mean of one: idle between requests
  std::optional<double> usd_per_month;  // rent, or purchase ÷ life and electricity; absent without a price
  double carbon_g_per_month = 0;
};

struct Battery {
  double hours = 0;  // at the rate; without one, at full speed
  double inferences_per_charge = 0;
};

struct CostRow {
  std::size_t row = 0;  // in the comparison
  double pue = 1;
  std::optional<double> usd_per_hour, purchase_usd;
  std::optional<double> ownership_usd;   // purchase and electricity over the life, at work for `duty` of it
  std::optional<double> own_pays_above;  // share of the life from which on buying is cheaper than renting
  std::optional<Fleet> fleet;            // absent without a rate
  std::optional<Battery> battery;        // absent without a battery, and where the device cannot keep up with the rate
};

struct Costing {
  std::vector<CostRow> rows;      // of the devices that hold the model, in the order of the comparison
  std::vector<std::string> text;  // the answer in sentences
};

Costing costing(const Comparison& comparison);

// Two purchases: A costs more at once, B more with every inference, or the other way round.
struct BreakEven {
  double purchase_a = 0, purchase_b = 0;        // USD
  double electricity_a = 0, electricity_b = 0;  // USD per inference
  std::optional<double> inferences;             // absent: one of them is never the dearer one
};
// (purchase_a − purchase_b) ÷ (electricity_b − electricity_a); absent without both prices.
std::optional<BreakEven> break_even(const Row& a, const Row& b, const Economics& economics);
// "… has paid for its price after 1.2 M inferences: 13.9 days at 1 a second." Empty without both prices.
std::string break_even_line(const Row& a, const Row& b, const Economics& economics);

}  // namespace whichchip::analysis
