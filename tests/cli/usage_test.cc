// Exit codes and messages: each error is one line that says what, and a second that says what to do.
#include <algorithm>

#include <gtest/gtest.h>

#include "cli/program.h"

namespace whichchip::tests {
namespace {

struct Case {
  const char* arguments;
  int code;
  const char* message;  // of the first line, after "whichchip: error: "
  const char* advice;   // a part of the second
};

void PrintTo(const Case& value, std::ostream* out) { *out << value.arguments; }

class Usage : public ::testing::TestWithParam<Case> {};

TEST_P(Usage, SaysWhatIsWrongAndWhatToDo) {
  const Case& expected = GetParam();
  const Result result = whichchip(expected.arguments);
  EXPECT_EQ(result.code, expected.code);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 2) << result.err;
  EXPECT_EQ(result.err.rfind(std::string("whichchip: error: ") + expected.message, 0), 0U) << result.err;
  EXPECT_NE(result.err.find(expected.advice, result.err.find('\n')), std::string::npos) << result.err;
}

INSTANTIATE_TEST_SUITE_P(
    Cli, Usage,
    ::testing::Values(
        Case{"", 2, "no command\n", "whichchip --help"},
        Case{"compair resnet50", 2, "unknown command 'compair'\n", "did you mean compare?"},
        Case{"--nonsense", 2, "unknown option '--nonsense'\n", "whichchip --help"},
        Case{"compare", 2, "compare needs a MODEL\n", "whichchip models"},
        Case{"inspect", 2, "inspect needs a MODEL\n", "resnet50"}, Case{"open", 2, "open needs a LINK\n", ".whichchip"},
        Case{"open '#v9.abc'", 3, "this link is of version 9", "newer"},
        Case{"open '#v1.abc'", 3, "this is no whole link or view", "copy it again"},
        Case{"open nothing-here", 3, "'nothing-here' is neither a link nor a file\n", "#v1."},
        Case{"energy resnet50", 2, "--hardware: no device is named\n", "--hardware A100-SXM-80GB"},
        Case{"energy resnet50 --hardware T4 --rate often", 2, "--rate: 'often' is no rate of requests", "--rate 30"},
        Case{"energy resnet50 --hardware T4 --rate -3", 2, "--rate: '-3' is no rate of requests", "--rate 30"},
        Case{"energy resnet50 --hardware T4 --top many", 2, "--top: 'many' is not a whole number", "--top 10"},
        Case{"compare resnet50 resnet18", 2, "unexpected argument 'resnet18'\n", "one MODEL"},
        Case{"compare resnet50 --bach 8", 2, "unknown option '--bach'\n", "did you mean --batch"},
        Case{"compare resnet50 --batch", 2, "--batch needs one value\n", "whichchip compare --help"},
        Case{"compare resnet50 --batch 0", 2, "--batch: '0' is not a whole number from 1 to", "--batch 8"},
        Case{"compare resnet50 --batch 2.5", 2, "--batch: '2.5' is not a whole number", "--batch 8"},
        Case{"compare resnet50 --precision int7", 2, "--precision: unknown precision 'int7'\n", "choose auto, fp64"},
        Case{"compare resnet50 --runtime fast", 2, "--runtime: unknown runtime 'fast'\n", "engine, graph or eager"},
        Case{"compare resnet50 --cost-like Gelu", 2, "--cost-like: 'Gelu' is not OPERATOR=OPERATOR\n", "=Gelu"},
        Case{"compare resnet50 --timing now", 2, "--timing: unknown timing 'now'\n", "device or end-to-end"},
        Case{"compare resnet50 --boundary moon", 2, "--boundary: unknown boundary 'moon'\n", "chip, board or wall"},
        Case{"compare resnet50 --sort speed", 2, "--sort: unknown sort 'speed'\n", "latency, throughput"},
        Case{"compare resnet50 --level deep", 2, "--level: unknown level 'deep'\n", "summary, detailed or subgraph"},
        Case{"compare resnet50 --class xpu", 2, "--class: unknown class 'xpu'\n", "cpu, gpu"},
        Case{"compare resnet50 --dim seq", 2, "--dim: 'seq' is not NAME=N\n", "--dim seq=384"},
        Case{"compare resnet50 --format yaml", 2, "--format: unknown format 'yaml'\n", "text, json, csv, md or html"},
        Case{"compare resnet50 --output x.pdf", 2, "--output: 'x.pdf' does not say in which format to write\n",
             "--format"},
        Case{"compare resnet50 --output /nowhere/x.txt", 2, "--output: cannot write '/nowhere/x.txt'", "folder"},
        Case{"compare resnet50 --hardware A100-SXM-80G", 2, "", "A100-SXM-80GB"},
        Case{"compare resnet50 --hardware Jetson-Orin-Nano-8GB@9w", 2, "", "7w"},
        Case{"compare resnet50 --deployment orbit", 2, "", "datacenter"},
        Case{"compare resnet50 --baseline nothing-like-it", 2, "", ""},
        Case{"compare resnet50 --hardware T4 --class tpu", 2, "--hardware: no device is left to compare\n", "--class"},
        Case{"compare resnet50 --catalog /nowhere", 2, "--catalog: cannot read the folder '/nowhere'", "folder"},
        Case{"compare resnet50 --dim nosuch=3", 2, "", ""},
        Case{"compare /nowhere/model.onnx", 3, "there is no file '/nowhere/model.onnx'\n", "check the path"},
        Case{"compare resnet51", 3, "'resnet51' is neither a file nor a sample\n", "resnet50"},
        Case{"inspect /tmp/", 3, "'/tmp/' is a folder\n", ".onnx"},
        Case{"hardware shw T4", 2, "unknown action 'hardware shw'\n", "hardware show ID"},
        Case{"hardware show", 2, "hardware show needs an ID\n", "hardware list"},
        Case{"hardware show T44", 2, "", "T4"},
        Case{"hardware list T44", 2, "no device matches 'T44'\n", "hardware list"},
        Case{"hardware T4", 2, "unknown action 'hardware T4'\n", "hardware list T4"},
        Case{"hardware --sort age", 2, "--sort: unknown sort 'age'\n", "name, flops, int8, bandwidth or power"},
        Case{"explain resnet50", 2, "explain needs a MODEL and a device\n", "T4 A100"},
        Case{"explain resnet50 T4 T4", 2, "A and B are the same device", "two different"},
        Case{"explain resnet50 T4 L4 --metric speed", 2, "--metric: unknown metric 'speed'\n", "latency, energy"},
        Case{"explain resnet50 T4 --metric energy", 2, "--metric: one device is explained by its latency\n", "second"},
        Case{"explain resnet50 Coral-Edge-TPU T4 --precision fp32", 2, "fp32 does not run on Coral-Edge-TPU", ""},
        Case{"sweep resnet50 --batch 1,x", 2, "--batch: 'x' is not a positive whole number\n", "1,4,8"},
        Case{"sweep resnet50 --limit 5", 2, "--limit: '5' is no time above 0 with its unit\n", "50ms"},
        Case{"check resnet50", 2, "--budget: check needs a budget\n", "latency=50ms"},
        Case{"check resnet50 --budget speed=3", 2, "--budget: unknown metric 'speed'\n", "latency, energy"},
        Case{"recommend resnet50 --goal best", 2, "--goal: unknown goal 'best'\n", "latency, throughput"},
        Case{"--completion tcsh", 2, "--completion: no completion for the shell 'tcsh'\n", "bash, zsh or fish"},
        Case{"models resnet50", 2, "unexpected argument 'resnet50'\n", "inspect resnet50"}));

TEST(Cli, BadModelsAreCodeThree) {
  const std::string folder = scratch();
  const std::string png("\x89PNG\r\n\x1a\n garbage", 16);
  for (const auto& [name, content] :
       {std::pair{"empty", std::string()},
        {"text", std::string("hello there")},
        {"png", png},
        {"lfs", std::string("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n")},
        {"html", std::string("<!DOCTYPE html><html></html>")},
        {"zip", std::string("PK\x03\x04 and so on")}}) {
    const std::string path = folder + "/" + name + ".onnx";
    write_file(path, content);
    const Result result = whichchip("inspect '" + path + "'");
    EXPECT_EQ(result.code, 3) << name << result.err;
    EXPECT_EQ(result.out, "") << name;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 2) << result.err;
    EXPECT_EQ(result.err.rfind("whichchip: error: ", 0), 0U) << result.err;
    const Result piped = whichchip("inspect -", "cat '" + path + "' |");
    EXPECT_EQ(piped.code, 3) << name << piped.err;
  }
}

TEST(Cli, BadDeviceFilesAreCodeFour) {
  const std::string folder = scratch() + "/devices";
  write_file(folder, "");
  std::remove(folder.c_str());
  ASSERT_EQ(std::system(("mkdir -p '" + folder + "'").c_str()), 0);
  const Result none = whichchip("hardware list --catalog '" + folder + "'");
  EXPECT_EQ(none.code, 2) << none.err;
  write_file(folder + "/bad.json", "{\"id\": 3}");
  const Result result = whichchip("compare resnet50 --catalog '" + folder + "'");
  EXPECT_EQ(result.code, 4) << result.err;
  EXPECT_NE(result.err.find("bad.json"), std::string::npos) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 2) << result.err;
}

TEST(Cli, HelpIsOnStandardOutputWithExamples) {
  for (const char* command : {"compare", "recommend", "explain", "sweep", "roofline", "check", "inspect", "hardware"}) {
    const Result result = whichchip(std::string(command) + " --help");
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_NE(result.out.find("examples:"), std::string::npos) << command;
    EXPECT_EQ(whichchip(std::string("help ") + command).out, result.out);
  }
  EXPECT_NE(whichchip("--help").out.find("compare MODEL"), std::string::npos);
  EXPECT_EQ(whichchip("models -h").code, 0);
}

TEST(Cli, VersionNamesCatalogueAndParameters) {
  const Result result = whichchip("--version");
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out.rfind("whichchip ", 0), 0U);
  EXPECT_NE(result.out.find("(catalogue "), std::string::npos);
  EXPECT_NE(result.out.find(", parameters "), std::string::npos);
}

TEST(Cli, AReaderThatLeavesIsNoError) {
  const Result result = whichchip("hardware list --format json 2>/dev/null; echo $? >&2) | head -c 1 >/dev/null", "(");
  EXPECT_EQ(result.code, 0);
}

TEST(Cli, AFullDiskIsAnError) {
  const Result result = whichchip("hardware list > /dev/full");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.err.find("cannot write to standard output"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace whichchip::tests
