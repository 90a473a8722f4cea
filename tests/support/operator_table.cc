#include "support/operator_table.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <onnx/defs/schema.h>

#include "workload/operator_rules.h"

namespace whichchip::tests {

namespace {

using workload::OperatorRule;

// (domain, operator) → since which version of its domain, 0 when the library does not know it.
std::map<std::pair<std::string, std::string>, int> all_operators() {
  std::map<std::pair<std::string, std::string>, int> operators;
  for (const OperatorRule& rule : workload::operator_rules())
    operators[{std::string(rule.domain), std::string(rule.op_type)}] = 0;
  for (const auto& schema : onnx::OpSchemaRegistry::get_all_schemas()) {
    int& since = operators[{schema.domain(), schema.Name()}];
    since = std::max(since, schema.SinceVersion());
  }
  return operators;
}

bool is_newer(const std::string& op) {
  static constexpr std::string_view kNewer[] = {"Attention",       "BitCast",       "CumProd",
                                                "LinearAttention", "Swish",         "RMSNormalization",
                                                "RotaryEmbedding", "TensorScatter", "CausalConvWithState"};
  return std::find(std::begin(kNewer), std::end(kNewer), op) != std::end(kNewer);
}

std::string link(const std::string& text, const std::string& address) { return "[" + text + "](" + address + ")"; }

std::string source_of(const std::string& domain, const std::string& op, int since) {
  const std::string onnx = "https://onnx.ai/onnx/operators/onnx_";
  const std::string version = since > 0 ? " " + std::to_string(since) : "";
  if (domain == "com.microsoft")
    return link("ONNX Runtime",
                "https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md#com.microsoft." + op);
  if (domain == "ai.onnx.ml") return link("ai.onnx.ml" + version, onnx + "aionnxml_" + op + ".html");
  if (domain == "ai.onnx.preview.training")
    return link("training" + version, onnx + "aionnxpreviewtraining_" + op + ".html");
  if (!domain.empty()) return "its exporter";
  if (since > 0) return link("ONNX" + version, onnx + "_" + op + ".html");
  return is_newer(op) ? link("ONNX, after 22", onnx + "_" + op + ".html") : "ONNX before 1.5, experimental";
}

struct TestFile {
  std::string name, text;
};

std::vector<TestFile> test_files() {
  std::vector<TestFile> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(WHICHCHIP_SOURCE_DIR) + "/tests/unit/workload")) {
    std::ifstream file(entry.path());
    std::ostringstream text;
    text << file.rdbuf();
    files.push_back({entry.path().filename().string(), text.str()});
  }
  std::sort(files.begin(), files.end(), [](const TestFile& a, const TestFile& b) { return a.name < b.name; });
  return files;
}

// Rows whose kind of formula a test runs all together.
bool tested_together(const OperatorRule& rule) {
  const std::string_view formula = rule.formula;
  return formula == "per output element" || formula.starts_with("per input element") || formula == "result out" ||
         formula.starts_with("bytes moved") || formula.starts_with("free") ||
         formula.find("opaque") != std::string_view::npos;
}

std::string test_of(const OperatorRule& rule, const std::vector<TestFile>& files) {
  const std::string quoted = "\"" + std::string(rule.op_type) + "\"";
  const auto names = [&](const TestFile& file) { return file.text.find(quoted) != std::string::npos; };
  const auto preferred = std::find_if(
      files.begin(), files.end(), [&](const TestFile& file) { return file.name.starts_with("cost_") && names(file); });
  if (preferred != files.end()) return preferred->name;
  if (tested_together(rule)) return "cost_rows_test.cc";
  const auto any = std::find_if(files.begin(), files.end(), names);
  return any == files.end() ? "none" : any->name;
}

}  // namespace

std::string operator_table() {
  const std::vector<TestFile> files = test_files();
  std::string text =
      "# Operators\n\n"
      "How every operator is counted. Made by `tests/tools/operators_main.cc` from the table of rules\n"
      "(`engine/workload/operator_rules.h`); a test fails when this page is not what it makes.\n\n"
      "MAC: one multiplication and addition of a matrix product or convolution. Plain numbers are vector operations, T "
      "a\n"
      "transcendental function (exponential, root, error function, …). Bytes follow each tensor's own type: every "
      "operand\n"
      "once and every result once, unless the rule says otherwise. The number behind a source is the version of the "
      "operator\n"
      "set since which the operator has its present form. Tests stand in `tests/unit/workload`. An operator without a "
      "row is\n"
      "opaque: its known bytes count, its time is an interval, and the coverage says so.\n\n"
      "| operator | domain | kind | rule | source | test |\n|---|---|---|---|---|---|\n";
  for (const auto& [key, since] : all_operators()) {
    const auto& [domain, op] = key;
    const OperatorRule* rule = workload::find_rule(domain, op);
    text += "| " + op + " | " + (domain.empty() ? "ai.onnx" : domain) + " | ";
    if (rule == nullptr)
      text += "unknown | no rule | ";
    else
      text += std::string(workload::name(rule->kind)) + " | " + workload::describe(*rule) + " | ";
    text += source_of(domain, op, since) + " | " + (rule == nullptr ? "none" : test_of(*rule, files)) + " |\n";
  }
  return text;
}

}  // namespace whichchip::tests
