#include "model/functions.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/integer.h"
#include "model/text.h"
#include "model/topology.h"

namespace whichchip::model {
namespace {

constexpr std::int64_t kMostExpandedNodes = 1'000'000;
constexpr std::size_t kDeepestCall = 200;

std::string key(std::string_view domain, std::string_view name, std::string_view overload) {
  std::string result(domain == "ai.onnx" ? "" : domain);
  return result.append("\n").append(name).append("\n").append(overload);
}

}  // namespace

FunctionTable::FunctionTable(const onnx::ModelProto& model) {
  for (const onnx::FunctionProto& function : model.functions()) {
    functions_.emplace(key(function.domain(), function.name(), function.overload()), &function);
  }
  for (const onnx::FunctionProto& function : model.functions()) order_calls(function);
  std::int64_t total = 0;
  if (empty()) return;
  for_each_node(model.graph().node(), [&](const onnx::NodeProto& node) {
    if (const auto* function = find(node)) total = core::saturating_add(total, expanded_[function]);
    if (total > kMostExpandedNodes) {
      throw core::Error(core::ErrorCode::bad_model,
                        "the function '" + clean_text(node.op_type()) + "' expands the model to more than " +
                            std::to_string(kMostExpandedNodes) + " nodes",
                        label(node), "The model may be damaged or malicious.");
    }
  });
}

const onnx::FunctionProto* FunctionTable::find(const onnx::NodeProto& node) const {
  if (functions_.empty()) return nullptr;
  const auto found = functions_.find(key(node.domain(), node.op_type(), node.overload()));
  return found == functions_.end() ? nullptr : found->second;
}

// Depth-first over the call graph with a stack of our own: callees are counted before their callers.
void FunctionTable::order_calls(const onnx::FunctionProto& root) {
  struct Visit {
    const onnx::FunctionProto* function;
    std::vector<const onnx::FunctionProto*> callees;
    std::size_t next = 0;
  };
  std::vector<Visit> stack;
  const auto enter = [&](const onnx::FunctionProto* function) {
    Visit visit{function, {}, 0};
    for_each_node(function->node(), [&](const onnx::NodeProto& node) {
      if (const auto* callee = find(node)) visit.callees.push_back(callee);
    });
    std::sort(visit.callees.begin(), visit.callees.end());
    visit.callees.erase(std::unique(visit.callees.begin(), visit.callees.end()), visit.callees.end());
    stack.push_back(std::move(visit));
  };
  if (expanded_.count(&root) > 0) return;
  enter(&root);
  while (!stack.empty()) {
    Visit& visit = stack.back();
    if (visit.next == visit.callees.size()) {
      count(*visit.function);
      stack.pop_back();
      continue;
    }
    const onnx::FunctionProto* callee = visit.callees[visit.next++];
    if (expanded_.count(callee) > 0) continue;
    const auto same = std::find_if(stack.begin(), stack.end(), [&](const Visit& v) { return v.function == callee; });
    if (same != stack.end() || stack.size() >= kDeepestCall) {
      std::string chain;
      for (auto at = same == stack.end() ? stack.end() - 8 : same; at != stack.end(); ++at)
        chain += clean_text(at->function->name()) + " → ";
      chain += clean_text(callee->name());
      throw core::Error(core::ErrorCode::bad_model,
                        same == stack.end() ? "functions call each other too deeply: … " + chain
                                            : "a function calls itself: " + chain,
                        clean_text(callee->name()), "Export the model again.");
    }
    enter(callee);
  }
}

void FunctionTable::count(const onnx::FunctionProto& function) {
  std::int64_t nodes = 0;
  for_each_node(function.node(), [&](const onnx::NodeProto& node) {
    nodes = core::saturating_add(nodes, 1);
    if (const auto* callee = find(node)) nodes = core::saturating_add(nodes, expanded_[callee]);
  });
  expanded_[&function] = nodes;
}

}  // namespace whichchip::model
