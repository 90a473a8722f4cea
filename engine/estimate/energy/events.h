// Energy by architectural event: what a class does with a subgraph, counted, and what one of each costs on one device.
//
//   E_dyn = Σ over the class's events of count · energy per event        (modelling §4.2, §4.3)
//
// One sum serves all: it is what the power roof uses, what compare prints and what the event tree shows. Counts come
// from the mapping (tiles, passes, padding), so they are linear in the work. On GPUs the all-in energy of a matrix
// operation is calibrated; what its own events do not explain of it is the last event, "unattributed". Elsewhere
// nothing is unattributed until a measurement shows how much is.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "estimate/mapping.h"
#include "estimate/parameters.h"

namespace whichchip::estimate::energy {

constexpr std::size_t kMostEvents = 24;
using Counts = std::array<double, kMostEvents>;

struct Event {
  const char* id;
  const char* name;
  const char* unit;  // of the count, singular
};

// Events [first, last) of the class; groups follow each other and cover all of them.
struct Group {
  const char* id;
  const char* name;
  EnergyKind kind;
  std::size_t first, last;
};

// The energy of one event and how it came about: energy_j = base_j · node_factor · class_factor · voltage_factor.
struct Price {
  double energy_j = 0;
  double base_j = 0;  // at 7 nm and the rated voltage
  Scaling scaling = Scaling::none;
  double node_factor = 1;
  double class_factor = 1;              // circuit style, idle share, FPGA fabric, passes
  double voltage_factor = 1;            // (V ÷ V_rated)² of the power mode; off the die 1
  const std::string* source = nullptr;  // in the technology table
};
using Prices = std::array<Price, kMostEvents>;
using EventJoules = std::array<double, kMostEvents>;  // Price::energy_j of each

// Makes the prices of one device.
class Pricing {
 public:
  Pricing(const hardware::Device& device, const PrecisionChoice& precision, const EnergyTable& table);

  Price of(Figure figure, double class_factor = 1) const;
  Price mac(double class_factor = 1) const;  // at the precision used, with the class's circuit factor
  Price bare_mac(double class_factor = 1) const;
  Price gpu_operation(double class_factor = 1) const;  // all-in
  Price dram_byte() const;
  Price link_byte() const;  // PCIe, or USB where the host's link is

  double circuit_factor() const { return circuit_; }
  const EnergyTable& table() const { return table_; }

 private:
  Price scaled(double base_j, Scaling scaling, double class_factor, const std::string& source) const;
  const hardware::Device& device_;
  const EnergyTable& table_;
  hardware::Precision precision_;
  double logic_ = 1, sram_ = 1, voltage_ = 1, circuit_ = 1;
};

// What counting takes from the device alone, worked out once for all subgraphs; each class names its own.
using Constants = std::array<double, 6>;

struct Work {
  const workload::Subgraph& subgraph;
  const Traffic& traffic;
  const Mapped& mapped;  // before the power roof
  const MappingContext& context;
  const EventJoules& energy_j;  // of one event of each
  const Constants& constants;
};

// What a device did with a model, for the sentences that explain it: counts of a run and the energy of each event.
struct Totals {
  const MappingContext& context;
  Counts counts{};
  Counts energy_j{};
  double dynamic_j = 0;
  double macs = 0;
  double fused_bytes = 0;  // between operators of one subgraph: never beyond the units
  double share(std::size_t first, std::size_t last) const {
    double sum = 0;
    for (std::size_t i = first; i < last; ++i) sum += energy_j[i];
    return dynamic_j > 0 ? sum / dynamic_j : 0;
  }
};

struct DynamicEnergy {
  double total_j = 0;  // Σ groups, each Σ of its events, in order
  EnergySplit split_j{};
};

struct ClassEnergy {
  std::span<const Group> groups;
  std::span<const Event> events;
  void (*price)(const Pricing&, const MappingContext&, Prices&);
  void (*count)(const Work&, Counts&);  // counts of events not set stay 0
  DynamicEnergy (*charge)(const Counts&, const EventJoules&);
  std::vector<std::string> (*describe)(const Totals&);
  const char* unattributed;  // why there is none, or what it holds
  void (*constants)(const MappingContext&, Constants&) = nullptr;
};

extern const ClassEnergy kGpu, kCpu, kSystolic, kKpu, kNpu, kDsp, kDpu, kDataflow, kCgra;

// The events of one device at one precision.
class EventModel {
 public:
  EventModel(const MappingContext& context, const PrecisionChoice& precision, const EnergyTable& table);
  void count(const workload::Subgraph& subgraph, const Traffic& traffic, const Mapped& mapped, Counts& counts) const;
  DynamicEnergy charge(const Counts& counts) const;
  const ClassEnergy& classes() const { return class_; }
  const Prices& prices() const { return prices_; }

 private:
  const MappingContext& context_;
  const ClassEnergy& class_;
  Prices prices_;
  EventJoules energy_j_;  // of prices_, side by side
  Constants constants_{};
};

}  // namespace whichchip::estimate::energy
