// CGRA: pattern compute units in a pipeline, pattern memory units, a switched interconnect, and a reconfiguration for
// every partition. Simulated: the published device was itself a simulation.
//
// Operations = MAC + V in PCUs; every stage hands its result on (2·b bytes); PMUs: what the partition reads and writes;
// interconnect: the same bytes over about four hops; 32 kB of configuration a partition. Modelling §3.6, §4.2.
#include "estimate/energy/common.h"

namespace whichchip::estimate::energy {
namespace {

enum : std::size_t { kMac, kIdle, kVectorOp, kPipeline, kPmu, kNoc, kDram, kLink, kConfiguration, kEvents };
static_assert(kEvents <= kMostEvents);

constexpr std::array<Event, kEvents> kEventList{{
    {"pcu_macs", "PCU MACs", "MAC"},
    {"idle_lanes", "toggles of idle lanes", "lane cycle"},
    {"pcu_ops", "PCU vector operations", "operation"},
    {"pipeline_bytes", "pipeline registers", "byte"},
    {"pmu_bytes", "PMUs", "byte"},
    {"interconnect", "interconnect", "byte hop"},
    {"dram_bytes", "DRAM", "byte"},
    {"link_bytes", "host link", "byte"},
    {"configuration", "reconfiguration", "byte"},
}};
constexpr std::array<Group, 3> kGroups{{
    {"pcu", "pattern compute units", EnergyKind::compute, kMac, kPipeline},
    {"memory", "memory and interconnect", EnergyKind::memory, kPipeline, kConfiguration},
    {"reconfiguration", "reconfiguration", EnergyKind::control, kConfiguration, kEvents},
}};

constexpr double kHops = 4, kConfigurationBytes = 32 * 1024;

void price(const Pricing& of, const MappingContext&, Prices& p) {
  p[kMac] = of.mac();
  p[kIdle] = of.mac(of.table().idle_element_share);
  p[kVectorOp] = of.of(Figure::vector_operation);
  p[kPipeline] = of.of(Figure::register_byte);
  p[kPmu] = of.of(Figure::buffer_byte);
  p[kNoc] = of.of(Figure::noc_byte_hop);
  p[kDram] = of.dram_byte();
  p[kLink] = of.link_byte();
  p[kConfiguration] = of.of(Figure::configuration_byte);
}

void count(const Work& work, Counts& n) {
  const double all = macs(work);
  const double vector = mapping::vector_work(work.subgraph);
  if (all > 0)
    n[kIdle] = std::max(0.0, work.mapped.padded_s * work.context.peak_ops_per_s * work.context.passes / 2 - all);
  n[kMac] = all;
  n[kVectorOp] = vector;
  n[kPipeline] = 2 * work.context.element_bytes * (all + vector);
  n[kPmu] = work.traffic.on_chip_bytes;
  n[kNoc] = work.traffic.on_chip_bytes * kHops;
  n[kDram] = work.traffic.dram_bytes;
  n[kLink] = work.traffic.link_bytes;
  n[kConfiguration] = kConfigurationBytes * repeat(work);
}

std::vector<std::string> describe(const Totals& t) {
  std::vector<std::string> lines;
  lines.push_back("Reconfiguration takes " + percent(t.share(kConfiguration, kEvents)) +
                  " of the dynamic energy: " + core::format_number(t.counts[kConfiguration] / kConfigurationBytes) +
                  " partitions a run, no instruction per operation.");
  lines.emplace_back("Simulated: energies are those of the technology table, no silicon has been measured.");
  return lines;
}

}  // namespace

constinit const ClassEnergy kCgra{kGroups, kEventList, price, count, charge<kGroups>, describe, kUnmeasured};

}  // namespace whichchip::estimate::energy
