// Every device has an event tree, and it adds up: to the energy that compare prints, per subgraph and in total, event
// by event; power lies between idle and cap.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "core/error.h"
#include "estimate/energy/breakdown.h"
#include "hardware/catalog.h"
#include "support/samples.h"

namespace whichchip {
namespace {

using estimate::EnergyNode;

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

// Empty when the node and all below add up.
std::string open_node(const EnergyNode& node) {
  if (node.energy_j < 0 || !(node.energy_j == node.energy_j)) return node.id + " is no energy";
  if (node.children.empty()) return "";
  double sum = 0;
  for (const EnergyNode& child : node.children) {
    sum += child.energy_j;
    std::string open = open_node(child);
    if (!open.empty()) return open;
  }
  return near(sum, node.energy_j) ? "" : node.id + " does not add up";
}

void add_leaves(const EnergyNode& node, std::map<std::string, double>& sums) {
  if (node.children.empty()) sums[node.id] += node.energy_j;
  for (const EnergyNode& child : node.children) add_leaves(child, sums);
}

std::string check(const workload::Workload& workload, const hardware::Device& device) {
  estimate::EnergyBreakdown b;
  try {
    b = estimate::energy_breakdown(workload, device, {});
  } catch (const core::Error&) {
    return "";  // it cannot run this model at all
  }
  const estimate::Estimate& e = b.estimate;
  if (!near(b.tree.energy_j, e.energy_j / static_cast<double>(workload.batch))) return "the root is not the energy";
  if (e.power_w < e.idle_w * (1 - 1e-9) || e.power_w > e.cap_w * (1 + 1e-9)) return "power outside [idle, cap]";
  if (b.characteristics.empty()) return "nothing is said of it";
  std::string open = open_node(b.tree);
  std::map<std::string, double> of_tree, of_subgraphs;
  add_leaves(b.tree, of_tree);
  for (const estimate::SubgraphEnergy& s : b.subgraphs) {
    if (open.empty()) open = open_node(s.tree);
    add_leaves(s.tree, of_subgraphs);
  }
  if (!open.empty()) return open;
  for (const auto& [id, energy_j] : of_tree)
    if (!near(energy_j, of_subgraphs[id])) return id + " of the subgraphs does not add up";
  return "";
}

TEST(EnergyClosure, EveryDevice) {
  for (const char* name : {"resnet18", "mobilenet_v2"}) {
    const auto workload = tests::sample_workload(tests::sample_path(name));
    for (const hardware::Device& device : hardware::builtin_catalog().devices)
      EXPECT_EQ(check(workload, device), "") << name << " on " << device.id;
  }
}

TEST(EnergyClosure, EverySampleOnADeviceOfEachClass) {
  std::map<hardware::Mapping, const hardware::Device*> of_class;
  for (const hardware::Device& device : hardware::builtin_catalog().devices) of_class.emplace(device.mapping, &device);
  EXPECT_EQ(of_class.size(), 9U);
  for (const std::string& path : tests::sample_paths()) {
    const auto workload = tests::sample_workload(path);
    for (const auto& [mapping, device] : of_class)
      EXPECT_EQ(check(workload, *device), "") << path << " on " << device->id;
  }
}

// All pairs take minutes under the sanitizers; the WebAssembly run, which has none, does them.
#ifndef __SANITIZE_ADDRESS__
TEST(EnergyClosure, EverySampleOnEveryDevice) {
  for (const std::string& path : tests::sample_paths()) {
    const auto workload = tests::sample_workload(path);
    for (const hardware::Device& device : hardware::builtin_catalog().devices)
      EXPECT_EQ(check(workload, device), "") << path << " on " << device.id;
  }
}
#endif

}  // namespace
}  // namespace whichchip
