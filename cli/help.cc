#include "cli/help.h"

namespace whichchip::cli {
namespace {

constexpr const char* kProgram = R"(whichchip: which chip runs an ONNX model best, and why

usage: whichchip COMMAND [options]

  compare MODEL      rank devices by latency, energy, cost and more
  energy MODEL       where the joules go on a device, event by event
  inspect MODEL      operators, MACs, parameters, memory, coverage; no hardware involved
  hardware [list]    the devices that whichchip knows
  hardware show ID   one device: every figure with its source
  models             the sample models that come with whichchip
  link MODEL         a link that shows this comparison on the page; never weights
  open LINK          what a link or a .whichchip file shows

MODEL is the path of an ONNX file (weights are never read), - for standard input, or the name of a sample. Models inside a
.zip, .tar, .gz or .tar.gz are opened in place; where there are several, archive.zip!folder/model.onnx names one.

examples:
  whichchip compare resnet50
  whichchip compare model.onnx --deployment edge --sort energy
  whichchip inspect bert_base --dim seq=384 --layers

whichchip COMMAND --help tells the rest; whichchip --version names the catalogue and the parameters.
)";

constexpr const char* kScenario = R"(
scenario:
  --batch N               inferences that one run computes (default 1)
  --dim NAME=N            bind another free dimension; repeat it, or separate by commas
  --phase P               of a language model: prefill (default: the prompt at once), decode (one token on a cache;
                          --dim past=N is the context, 128 tokens unless given)
  --precision P           auto (default), fp64, fp32, tf32, fp16, bf16, fp8, int16, int8, fp4, int4
  --runtime R             engine (default: compiled), graph, eager
  --timing T              device (default), end-to-end (with host copies)
  --boundary B            chip (default), board, wall: whose power and energy
)";

constexpr const char* kOutput = R"(
output:
  --format F              text (default), json, csv, md, html
  --output FILE           write there; the extension chooses the format
  --catalog DIR           add the device files (*.json) of a folder; repeatable
  --verbose               more columns, cards, and the stages on standard error
  --quiet                 nothing on standard error but errors
  --no-color              plain text on terminals too
)";

constexpr const char* kExitCodes = R"(
exit codes: 0 good, 2 bad usage, 3 bad model, 4 bad hardware file, 5 internal error
)";

constexpr const char* kCompare = R"(usage: whichchip compare MODEL [options]

Ranks devices for one model, names the winners, and says why.

devices:
  --hardware ID,…         these devices; ID@MODE chooses a power mode (Jetson-Orin-Nano-8GB@7w)
  --deployment SET        datacenter (default), edge, embedded, automotive, client, all
  --class C,…             keep only CPU, GPU, TPU, KPU, NPU, DSP, DPU, CGRA
  --baseline ID           what ratios refer to (default: the fastest GPU)
)";

constexpr const char* kCompareMore = R"(
result:
  --sort METRIC           latency (default), throughput, power, efficiency, energy, cost, carbon, memory
  --level L               summary (default), detailed (a card per device), subgraph (layer by layer)
)";

constexpr const char* kCompareExamples = R"(
examples:
  whichchip compare resnet50
  whichchip compare resnet50 --batch 64 --sort throughput
  whichchip compare model.onnx --hardware T4,L4,A100-SXM-80GB --precision int8 --level detailed
  whichchip compare vit_b_16 --deployment edge --format json --output result.json
)";

constexpr const char* kEnergy = R"(usage: whichchip energy MODEL --hardware ID,… [options]

Where the energy of an inference goes: every architectural event with its count, what one costs and why, and the watts
that are drawn without work. The parts add up to the energy that compare prints.

devices:
  --hardware ID,…         these devices, side by side; ID@MODE chooses a power mode
  --class C,…             keep only CPU, GPU, TPU, KPU, NPU, DSP, DPU, CGRA
)";

constexpr const char* kEnergyMore = R"(
result:
  --rate N                energy of a device dedicated to N requests a second, idle between them
  --top N                 list so many events and subgraphs that take most (default 5)
  --level subgraph        with --format csv: the events of every subgraph
)";

constexpr const char* kEnergyExamples = R"(
examples:
  whichchip energy resnet50 --hardware T4
  whichchip energy bert_base --hardware Xeon-8490H,A100-SXM-80GB,TPU-v4 --batch 8 --boundary wall
  whichchip energy model.onnx --hardware Jetson-Orin-Nano-8GB@7w --rate 30 --format json --output energy.json
)";

constexpr const char* kInspect = R"(usage: whichchip inspect MODEL [options]

What the model asks of any chip: operators, MACs, bytes, memory, and how much of it could be analysed.

  --layers                list the subgraphs that the runtime executes; with --verbose, or in JSON, the arithmetic of
                          every operator: rule, factors, bytes, assumptions
  --runtime R             how they are fused: engine (default), graph, eager
  --batch N, --dim NAME=N bind free dimensions
  --phase P               of a language model: prefill (default), decode
)";

constexpr const char* kInspectExamples = R"(
examples:
  whichchip inspect resnet50
  whichchip inspect model.onnx --dim height=288 --dim width=288 --layers
  cat model.onnx | whichchip inspect - --format json
)";

constexpr const char* kHardware = R"(usage: whichchip hardware [list] [options]
       whichchip hardware show ID… [options]

Lists the catalogue, or shows every figure of a device with its status and source.

  --class C,…             keep only these classes
  --deployment SET        keep only this set (default: all)
  --sort KEY              name (default), flops, bandwidth, power
)";

constexpr const char* kHardwareExamples = R"(
examples:
  whichchip hardware --class gpu --sort bandwidth
  whichchip hardware show A100-SXM-80GB --format json
)";

constexpr const char* kModels = R"(usage: whichchip models [options]

Lists the sample models: real exports without their weights. Each name can be given as MODEL.
)";

constexpr const char* kLink = R"(usage: whichchip link MODEL [options of compare] [--base URL]

Prints a link to this comparison: settings, and the sample's name or the model's shapes and operators. Never weights.
What is too long for a link goes to a file: --output view.whichchip.

  --base URL              where the page is (default: only the part from #v1. on)
  --title TEXT            what the view is called
  --names                 keep the model's own names of layers and tensors
)";

constexpr const char* kLinkExamples = R"(
examples:
  whichchip link resnet50 --batch 8 --deployment edge
  whichchip link model.onnx --output model.whichchip
)";

constexpr const char* kOpen = R"(usage: whichchip open LINK|FILE [options]

Prints the comparison that a link or a .whichchip file shows.
)";

constexpr const char* kOpenExamples = R"(
examples:
  whichchip open 'https://example.org/whichchip/#v1.…'
  whichchip open model.whichchip --format json
)";

}  // namespace

std::string help_text(const std::string& command) {
  if (command == "compare")
    return std::string(kCompare) + kScenario + kCompareMore + kOutput + kCompareExamples + kExitCodes;
  if (command == "energy")
    return std::string(kEnergy) + kScenario + kEnergyMore + kOutput + kEnergyExamples + kExitCodes;
  if (command == "inspect") return std::string(kInspect) + kOutput + kInspectExamples + kExitCodes;
  if (command == "hardware") return std::string(kHardware) + kOutput + kHardwareExamples + kExitCodes;
  if (command == "link") return std::string(kLink) + kScenario + kCompareMore + kOutput + kLinkExamples + kExitCodes;
  if (command == "open") return std::string(kOpen) + kOutput + kOpenExamples + kExitCodes;
  if (command == "models") return std::string(kModels) + kOutput + kExitCodes;
  return std::string(kProgram) + kExitCodes;
}

}  // namespace whichchip::cli
