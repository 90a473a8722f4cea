#include "analysis/open_model.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/units.h"

namespace whichchip::analysis {
namespace {

constexpr std::size_t kMostBranches = 4;  // each is the whole model once more

std::string cost(const workload::Totals& totals) {
  return core::format(core::Quantity::operations, static_cast<double>(totals.macs)) + " MACs and " +
         core::format(core::Quantity::bytes, static_cast<double>(totals.weight_bytes)) + " of weights";
}

std::vector<model::Warning> price_other_branches(const model::Skeleton& skeleton, const model::Graph& graph,
                                                 const Request& request, const model::DimensionBindings& defaults) {
  std::vector<model::Warning> result;
  for (std::size_t i = 0; i < std::min(graph.branches.size(), kMostBranches); ++i) {
    const model::Branch& branch = graph.branches[i];
    const std::string other = branch.control + " = " + (branch.taken ? "0" : "1");
    model::DimensionBindings bound = bindings(request);
    bound[branch.control] = branch.taken ? 0 : 1;
    std::string told;
    try {
      told = "takes " +
             cost(workload::count_totals(model::resolve(skeleton, bound, defaults, request.phase, request.cost_like)));
    } catch (const core::Error& error) {
      told = "cannot be counted: " + error.message;
    }
    result.push_back({"other-branch",
                      "The branch for " + other + " " + told + "; the one counted here is that for " + branch.control +
                          " = " + (branch.taken ? "1" : "0") + ".",
                      branch.control});
  }
  return result;
}

}  // namespace

model::Graph resolve(const model::Skeleton& skeleton, const Request& request,
                     const model::DimensionBindings& defaults) {
  model::Graph graph = model::resolve(skeleton, bindings(request), defaults, request.phase, request.cost_like);
  for (model::Warning& warning : price_other_branches(skeleton, graph, request, defaults))
    graph.warnings.push_back(std::move(warning));
  return graph;
}

OpenModel remembering(OpenModel model) {
  using Key = std::tuple<std::int64_t, model::DimensionBindings, model::Phase, model::StandIns>;
  const auto known = std::make_shared<std::map<Key, workload::Workload>>();
  return [known, model = std::move(model)](const Request& request) {
    const Key key{request.batch, request.dims, request.phase, request.cost_like};
    const auto found = known->find(key);
    return found != known->end() ? found->second : known->emplace(key, model(request)).first->second;
  };
}

}  // namespace whichchip::analysis
