// An estimate with a look inside: the event counts behind its energies, for those who explain them. estimate() is this
// without an observer.
#pragma once

#include <functional>
#include <vector>

#include "estimate/energy/events.h"
#include "estimate/power.h"

namespace whichchip::estimate {

struct Observation {
  const Estimate& estimate;
  const workload::Partition& partition;
  const MappingContext& context;
  const energy::EventModel& events;
  const DevicePower& power;
  const std::vector<energy::Counts>& counts;  // of every subgraph of the partition; all 0 where the host runs it
};
using Observer = std::function<void(const Observation&)>;

// Throws as estimate() does. The observer is called once, at the end.
Estimate run(const workload::Workload& workload, const hardware::Device& device, const Scenario& scenario,
             const Technology& technology, const Observer& observer);

}  // namespace whichchip::estimate
