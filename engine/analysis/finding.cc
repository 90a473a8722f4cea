#include "analysis/finding.h"

#include <algorithm>

namespace whichchip::analysis {
namespace {

std::string told(const std::string& message, const std::string& code, const Place& place) {
  const std::string where = describe(place);
  return message + " (" + code + (where.empty() ? "" : ": " + where) + ")";
}

}  // namespace

Place most_of(const workload::Workload& workload, const estimate::Estimate& estimate, std::string figure,
              const std::function<double(std::size_t index)>& amount) {
  Place place;
  place.figure = std::move(figure);
  const std::vector<workload::Subgraph>& subgraphs = workload.partition(estimate.runtime_used).subgraphs;
  double most = 0;
  for (std::size_t i = 0; i < std::min(subgraphs.size(), estimate.subgraphs.size()); ++i) {
    const double here = amount(i);
    if (!(here > most)) continue;
    most = here;
    place.subgraph = subgraphs[i].id;
    place.layer = subgraphs[i].name;
  }
  return place;
}

std::string describe(const Place& place) {
  std::string text = place.figure;
  if (place.subgraph)
    text +=
        std::string(text.empty() ? "" : ", most of it in ") + "#" + std::to_string(*place.subgraph) + " " + place.layer;
  return text;
}

std::string told(const Finding& finding) { return told(finding.message, finding.code, finding.place); }
std::string told(const Remedy& remedy) { return told(remedy.message, remedy.code, remedy.place); }

}  // namespace whichchip::analysis
