#include "analysis/components.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "core/integer.h"

namespace whichchip::analysis {
namespace {

using Inputs = std::uint64_t;  // a bit for each
constexpr std::size_t kMostInputs = 64;

// What the user feeds, but for what the model hands from one run to the next.
std::vector<int> fed_inputs(const workload::Workload& workload) {
  std::set<int> caches;
  if (workload.decoder) {
    for (const workload::CacheTensor& cache : workload.decoder->caches) caches.insert(cache.past);
  }
  std::vector<int> inputs;
  for (std::size_t i = 0; i < workload.tensors.size(); ++i) {
    const int index = static_cast<int>(i);
    if (workload.tensors[i].graph_input && caches.count(index) == 0) inputs.push_back(index);
  }
  return inputs;
}

// The inputs that every operator rests on.
std::vector<Inputs> rests_on(const workload::Workload& workload, const std::vector<int>& inputs) {
  std::vector<Inputs> of_tensor(workload.tensors.size(), 0);
  for (std::size_t i = 0; i < inputs.size(); ++i) of_tensor[static_cast<std::size_t>(inputs[i])] = Inputs{1} << i;
  std::vector<Inputs> of_operator;
  for (const workload::Operator& op : workload.operators) {
    Inputs all = 0;
    for (const int tensor : op.inputs) all |= of_tensor[static_cast<std::size_t>(tensor)];
    for (const int tensor : op.outputs) of_tensor[static_cast<std::size_t>(tensor)] |= all;
    of_operator.push_back(all);
  }
  return of_operator;
}

bool within(Inputs part, Inputs whole) { return (part & ~whole) == 0; }

// Sets of inputs that belong together: the largest of those that heavy work rests on and that hold no two of them
// without an input in common.
std::vector<Inputs> parts_of(const std::map<Inputs, std::int64_t>& macs, std::int64_t total) {
  constexpr std::int64_t kHeavy = 100;  // a hundredth
  std::vector<Inputs> heavy;
  for (const auto& [inputs, count] : macs)
    if (inputs != 0 && count > total / kHeavy) heavy.push_back(inputs);
  const auto joins = [&](Inputs whole) {
    for (const Inputs a : heavy) {
      for (const Inputs b : heavy)
        if ((a & b) == 0 && within(a, whole) && within(b, whole)) return true;
    }
    return false;
  };
  std::vector<Inputs> parts;
  for (const Inputs each : heavy) {
    if (joins(each)) continue;
    const bool covered = std::any_of(heavy.begin(), heavy.end(), [&](Inputs other) {
      return other != each && within(each, other) && !joins(other);
    });
    if (!covered) parts.push_back(each);
  }
  std::sort(parts.begin(), parts.end(), [](Inputs a, Inputs b) { return std::countr_zero(a) < std::countr_zero(b); });
  return parts;
}

std::string names_of(const workload::Workload& workload, const std::vector<int>& inputs, Inputs part) {
  std::string names;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if ((part >> i & 1U) == 0) continue;
    names += (names.empty() ? "" : ", ") + workload.tensors[static_cast<std::size_t>(inputs[i])].name;
  }
  return names;
}

}  // namespace

std::vector<Component> components_of(const workload::Workload& workload) {
  const std::vector<int> inputs = fed_inputs(workload);
  if (inputs.size() < 2 || inputs.size() > kMostInputs) return {};
  const std::vector<Inputs> of_operator = rests_on(workload, inputs);
  std::map<Inputs, std::int64_t> macs;
  for (std::size_t i = 0; i < of_operator.size(); ++i) {
    std::int64_t& sum = macs[of_operator[i]];
    sum = core::saturating_add(sum, workload.operators[i].macs);
  }
  const std::vector<Inputs> parts = parts_of(macs, workload.totals.macs);
  if (parts.size() < 2) return {};
  std::vector<Component> components;
  for (const Inputs part : parts) components.push_back({names_of(workload, inputs, part)});
  components.push_back({"joint"});
  std::set<int> counted;
  for (std::size_t i = 0; i < workload.operators.size(); ++i) {
    const workload::Operator& op = workload.operators[i];
    if (op.kind == workload::OperatorKind::view || of_operator[i] == 0) continue;
    const auto found =
        std::find_if(parts.begin(), parts.end(), [&](Inputs part) { return within(of_operator[i], part); });
    Component& component = components[static_cast<std::size_t>(found - parts.begin())];
    ++component.operators;
    component.macs = core::saturating_add(component.macs, op.macs);
    for (const workload::Access& access : op.reads) {
      const workload::Tensor& tensor = workload.tensors[static_cast<std::size_t>(access.tensor)];
      if (tensor.weight && counted.insert(access.tensor).second)
        component.weight_bytes += static_cast<double>(model::storage_bytes(tensor.elements, tensor.type));
    }
  }
  if (components.back().operators == 0) components.pop_back();
  return components;
}

}  // namespace whichchip::analysis
