#include "estimate/energy/events.h"

#include <algorithm>
#include <string_view>

#include "estimate/power.h"

namespace whichchip::estimate::energy {
namespace {

constexpr double kDefaultNode = 12;  // nm, where the foundry's node is not published

double node_of(const hardware::Device& device) {
  // TSMC 4N is sold as a 5 nm class process, but its energy is that of 4 nm (NVIDIA Ada and Hopper).
  if (device.process_name.find("4N") != std::string::npos) return 4;
  return device.process_nm.value_or(kDefaultNode);
}

double scale_at(const std::vector<std::pair<double, double>>& scale, double node) {
  if (node <= scale.front().first) return scale.front().second;
  for (std::size_t i = 1; i < scale.size(); ++i) {
    const auto [low, low_factor] = scale[i - 1];
    const auto [high, high_factor] = scale[i];
    if (node <= high) return low_factor + (high_factor - low_factor) * (node - low) / (high - low);
  }
  return scale.back().second;
}

}  // namespace

Pricing::Pricing(const hardware::Device& device, const PrecisionChoice& precision, const EnergyTable& table)
    : device_(device), table_(table), precision_(precision.compute) {
  const double node = node_of(device);
  logic_ = scale_at(table.logic_scale, node);
  sram_ = scale_at(table.sram_scale, node);
  voltage_ = voltage_factor(device, table);
  const std::string_view mapping = hardware::name(device.mapping);
  for (const auto& [name, factor] : table.circuit_factor)
    if (name == mapping) circuit_ = factor;
}

Price Pricing::scaled(double base_j, Scaling scaling, double class_factor, const std::string& source) const {
  const double node = scaling == Scaling::logic ? logic_ : scaling == Scaling::sram ? sram_ : 1;
  return {base_j * node * class_factor * voltage_, base_j, scaling, node, class_factor, voltage_, &source};
}

Price Pricing::of(Figure figure, double class_factor) const {
  const EventEnergy& event = table_.figures[static_cast<std::size_t>(figure)];
  return scaled(event.energy_j, event.scaling, class_factor, event.source);
}

Price Pricing::bare_mac(double class_factor) const {
  return scaled(table_.mac_j[static_cast<std::size_t>(precision_)], Scaling::logic, class_factor, table_.mac_source);
}

Price Pricing::mac(double class_factor) const { return bare_mac(class_factor * circuit_); }

Price Pricing::gpu_operation(double class_factor) const {
  const double base_j = table_.gpu_operation_j * table_.gpu_factor[static_cast<std::size_t>(precision_)];
  return scaled(base_j, Scaling::logic, class_factor, table_.gpu_operation_source);
}

Price Pricing::dram_byte() const {
  double energy_j = table_.dram_default_byte_j;
  for (const auto& [prefix, byte_j] : table_.dram_byte_j) {  // the longest prefix first
    if (device_.memory.type.compare(0, prefix.size(), prefix) != 0) continue;
    energy_j = byte_j;
    break;
  }
  return {energy_j, energy_j, Scaling::none, 1, 1, 1, &table_.dram_source};
}

Price Pricing::link_byte() const {
  const bool usb = device_.host && device_.host->link.find("USB") != std::string::npos;
  const EventEnergy& event = table_.figures[static_cast<std::size_t>(usb ? Figure::usb_byte : Figure::link_byte)];
  return {event.energy_j, event.energy_j, Scaling::none, 1, 1, 1, &event.source};
}

EventModel::EventModel(const MappingContext& context, const PrecisionChoice& precision, const EnergyTable& table)
    : context_(context), class_(architecture_class(context.device.mapping).energy), prices_{} {
  class_.price(Pricing(context.device, precision, table), context, prices_);
  for (std::size_t i = 0; i < kMostEvents; ++i) energy_j_[i] = prices_[i].energy_j;
  if (class_.constants != nullptr) class_.constants(context, constants_);
}

void EventModel::count(const workload::Subgraph& subgraph, const Traffic& traffic, const Mapped& mapped,
                       Counts& counts) const {
  std::fill_n(counts.begin(), class_.events.size(), 0.0);
  class_.count({subgraph, traffic, mapped, context_, energy_j_, constants_}, counts);
}

DynamicEnergy EventModel::charge(const Counts& counts) const { return class_.charge(counts, energy_j_); }

}  // namespace whichchip::estimate::energy
