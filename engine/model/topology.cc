#include "model/topology.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "core/error.h"
#include "model/text.h"

namespace whichchip::model {
namespace {

using Producers = std::unordered_map<std::string_view, int>;

Producers find_producers(const NodeList& nodes) {
  Producers producers;
  producers.reserve(static_cast<std::size_t>(nodes.size()));
  for (int i = 0; i < nodes.size(); ++i) {
    for (const std::string& output : nodes[i].output()) {
      if (output.empty()) continue;
      if (!producers.emplace(output, i).second) {
        throw core::Error(core::ErrorCode::bad_model,
                          "the tensor '" + clean_text(output) + "' is computed by two nodes", label(nodes[i]),
                          "Export the model again: an ONNX tensor has exactly one producer.");
      }
    }
  }
  return producers;
}

void for_each_graph(const onnx::NodeProto& node, const std::function<void(const onnx::GraphProto&)>& visit) {
  for (const onnx::AttributeProto& attribute : node.attribute()) {
    if (attribute.has_g()) visit(attribute.g());
    for (const onnx::GraphProto& graph : attribute.graphs()) visit(graph);
  }
}

bool holds_graphs(const onnx::NodeProto& node) {
  return std::any_of(node.attribute().begin(), node.attribute().end(),
                     [](const auto& attribute) { return attribute.has_g() || attribute.graphs_size() > 0; });
}

// Names that the graphs inside the node take from outside.
std::vector<std::string_view> captured_names(const onnx::NodeProto& node) {
  std::vector<std::string_view> read;
  std::unordered_set<std::string_view> defined;
  const auto visit_graph = [&](const onnx::GraphProto& graph) {
    for (const auto& input : graph.input()) defined.insert(input.name());
    for (const auto& initializer : graph.initializer()) defined.insert(initializer.name());
    for (const auto& output : graph.output()) read.push_back(output.name());
  };
  for_each_graph(node, [&](const onnx::GraphProto& graph) {
    visit_graph(graph);
    for_each_node(graph.node(), [&](const onnx::NodeProto& inner) {
      read.insert(read.end(), inner.input().begin(), inner.input().end());
      defined.insert(inner.output().begin(), inner.output().end());
      for_each_graph(inner, visit_graph);
    });
  });
  std::erase_if(read, [&](std::string_view name) { return defined.count(name) > 0; });
  return read;
}

// Indices of the nodes in its list that each node waits for.
class Dependencies {
 public:
  Dependencies(const NodeList& nodes, const Producers& producers) {
    first_.reserve(static_cast<std::size_t>(nodes.size()) + 1);
    for (int i = 0; i < nodes.size(); ++i) {
      first_.push_back(producers_.size());
      const auto read = [&](std::string_view name) {
        const auto found = producers.find(name);
        if (found == producers.end()) return;
        producers_.push_back(found->second);
        sorted_ = sorted_ && found->second < i;
      };
      for (const std::string& input : nodes[i].input()) read(input);
      if (!holds_graphs(nodes[i])) continue;
      for (const std::string_view name : captured_names(nodes[i])) read(name);
    }
    first_.push_back(producers_.size());
  }

  std::span<const int> operator[](std::size_t node) const {
    return std::span(producers_).subspan(first_[node], first_[node + 1] - first_[node]);
  }
  // Whether the list is in topological order as it stands.
  bool sorted() const { return sorted_; }

 private:
  std::vector<std::size_t> first_;  // of each node, in `producers_`
  std::vector<int> producers_;
  bool sorted_ = true;
};

[[noreturn]] void report_cycle(const NodeList& nodes, const Dependencies& dependencies,
                               const std::vector<int>& waiting) {
  int at = 0;
  while (waiting[static_cast<std::size_t>(at)] == 0) ++at;
  std::vector<int> path;
  std::vector<bool> seen(waiting.size());
  while (!seen[static_cast<std::size_t>(at)]) {
    seen[static_cast<std::size_t>(at)] = true;
    path.push_back(at);
    for (const int next : dependencies[static_cast<std::size_t>(at)]) {
      if (waiting[static_cast<std::size_t>(next)] > 0) {
        at = next;
        break;
      }
    }
  }
  path.erase(path.begin(), std::find(path.begin(), path.end(), at));
  std::reverse(path.begin(), path.end());
  constexpr std::size_t kMostNamed = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(path.size(), kMostNamed); ++i) text += label(nodes[path[i]]) + " → ";
  text += path.size() > kMostNamed ? "…" : label(nodes[path.front()]);
  throw core::Error(core::ErrorCode::bad_model, "the graph has a cycle: " + text, label(nodes[path.front()]),
                    "Export the model again.");
}

}  // namespace

std::string label(const onnx::NodeProto& node) {
  const std::string name = !node.name().empty()     ? node.name()
                           : node.output_size() > 0 ? "→ " + node.output(0)
                                                    : std::string();
  return clean_text(node.op_type()) + (name.empty() ? "" : " '" + clean_text(name) + "'");
}

void for_each_node(const NodeList& nodes, const std::function<void(const onnx::NodeProto&)>& visit) {
  std::vector<const NodeList*> lists{&nodes};
  while (!lists.empty()) {
    const NodeList& list = *lists.back();
    lists.pop_back();
    for (const onnx::NodeProto& node : list) {
      visit(node);
      for_each_graph(node, [&](const onnx::GraphProto& graph) { lists.push_back(&graph.node()); });
    }
  }
}

bool reads_only(const onnx::NodeProto& node, const std::function<bool(std::string_view)>& known) {
  const auto given = [&](std::string_view name) { return name.empty() || known(name); };
  if (!std::all_of(node.input().begin(), node.input().end(), given)) return false;
  if (!holds_graphs(node)) return true;
  const std::vector<std::string_view> captured = captured_names(node);
  return std::all_of(captured.begin(), captured.end(), given);
}

std::vector<int> topological_order(const NodeList& nodes) {
  const Producers producers = find_producers(nodes);
  const Dependencies dependencies(nodes, producers);
  const auto count = static_cast<std::size_t>(nodes.size());
  std::vector<int> order;
  order.reserve(count);
  if (dependencies.sorted()) {
    for (int i = 0; i < nodes.size(); ++i) order.push_back(i);
    return order;
  }
  std::vector<int> waiting(count);
  std::vector<std::vector<int>> consumers(count);
  for (std::size_t i = 0; i < count; ++i) {
    waiting[i] = static_cast<int>(dependencies[i].size());
    for (const int producer : dependencies[i])
      consumers[static_cast<std::size_t>(producer)].push_back(static_cast<int>(i));
  }
  std::priority_queue<int, std::vector<int>, std::greater<>> ready;
  for (std::size_t i = 0; i < count; ++i) {
    if (waiting[i] == 0) ready.push(static_cast<int>(i));
  }
  while (!ready.empty()) {
    const int node = ready.top();
    ready.pop();
    order.push_back(node);
    for (const int consumer : consumers[static_cast<std::size_t>(node)]) {
      if (--waiting[static_cast<std::size_t>(consumer)] == 0) ready.push(consumer);
    }
  }
  if (order.size() < count) report_cycle(nodes, dependencies, waiting);
  return order;
}

}  // namespace whichchip::model
