#include "cli/command_table.h"

namespace whichchip::cli {
namespace {

const OptionGroup kDevices{
    "devices",
    {{"--hardware", "ID,…", "these devices; ID@MODE chooses a power mode (Jetson-Orin-Nano-8GB@7w), ID@all takes each",
      "@devices", true},
     {"--deployment", "SET", "datacenter (default), edge, embedded, automotive, client, all", "@sets", true},
     {"--class", "C,…", "keep only CPU, GPU, TPU, KPU, NPU, DSP, DPU, CGRA", "cpu gpu tpu kpu npu dsp dpu cgra",
      true}}};

const OptionGroup kLanguage{
    "language models",
    {{"--context", "N,N,…", "adds a table of both phases at these lengths of context", "512,2048,8192", true}}};

const OptionGroup kBaseline{
    "reference", {{"--baseline", "ID", "what ratios refer to (default: the fastest GPU)", "@devices", true}}};

const OptionGroup kScenario{
    "scenario",
    {{"--batch", "N", "inferences that one run computes (default 1)", "1 8 64", true},
     {"--dim", "NAME=N", "bind another free dimension; repeat it, or separate by commas (past=N: context of decode)",
      "seq= height= width=", true},
     {"--cost-like", "OP=OP",
      "count an operator without a rule like one that has one: com.example.Frobnicate=Gelu; repeatable", "", true},
     {"--phase", "P", "of a language model: prefill (default: the prompt at once), decode (one token on a cache)",
      "prefill decode", true},
     {"--precision", "P", "auto (default), fp64, fp32, tf32, fp16, bf16, fp8, int16, int8, fp4, int4, w8a16, w4a16",
      "auto fp64 fp32 tf32 fp16 bf16 fp8 int16 int8 fp4 int4 w8a16 w4a16", true},
     {"--runtime", "R", "engine (default: compiled), graph, eager", "engine graph eager", true},
     {"--timing", "T", "device (default), end-to-end (with host copies)", "device end-to-end", true},
     {"--boundary", "B", "chip (default), board, wall: whose power and energy", "chip board wall", true}}};

const OptionGroup kColumns{
    "table",
    {{"--columns", "G,…",
      "only these groups of columns, also in CSV: latency, throughput, energy, balance, power, memory, flops, "
      "bandwidth, cost, carbon",
      "latency throughput energy balance power memory flops bandwidth cost carbon"}}};

const OptionGroup kCompareResult{
    "result",
    {{"--sort", "METRIC",
      "latency (default), throughput, power, efficiency, energy, cost, carbon, memory, balance (energy × delay)",
      "latency throughput power efficiency energy cost carbon memory balance", true},
     {"--level", "L", "summary (default), detailed (a card per device), subgraph (layer by layer)",
      "summary detailed subgraph", true}}};

const OptionGroup kEconomics{
    "cost and carbon",
    {{"--price", "ID=P,…", "your price of a device: T4=0.53/h to rent it, T4=2300 to buy it", "@devices", true},
     {"--basis", "B", "rent (default: the cheapest cloud price known), own (purchase and electricity over its life)",
      "rent own", true},
     {"--grid", "G", "world (default), a country (fr), a cloud region (gcp-us-west1), or g CO₂ per kWh", "@grids",
      true},
     {"--pue", "N", "watts of the site per watt of the device (default 1.15 in a data centre, 1 elsewhere)",
      "1 1.15 1.5", true},
     {"--load", "N", "share of the paid time that is used (default 1)", "0.3 0.5 1", true},
     {"--life", "YEARS", "that a bought device is used (default 3)", "3 5", true},
     {"--duty", "N", "share of its life that it is at work (default 1)", "0.1 0.5 1", true},
     {"--tariff", "USD", "per kWh (default 0.20)", "0.1 0.2 0.3", true},
     {"--rate", "N", "requests a second: how many devices serve them, what that costs a month", "10 1000", true},
     {"--utilisation-cap", "N", "most that a device of the fleet may be at work (default 0.7)", "0.5 0.7 0.9", true},
     {"--battery", "WH", "how long a battery lasts, at the rate or at full speed", "10 50 100", true}}};

const OptionGroup kOutput{
    "output",
    {{"--format", "F", "text (default), json, csv, md, html", "text json csv md html"},
     {"--output", "FILE", "write there; the extension chooses the format", "@file"},
     {"--append", nullptr, "add the rows of a CSV to the file of --output; its columns have to be the same"},
     {"--catalog", "DIR", "add the device files (*.json) of a folder; repeatable", "@folder"},
     {"--set", "ID.FIGURE=V", "what if: change a figure of a device (T4.memory.bandwidth=640); repeatable", "", true},
     {"--verbose", nullptr, "more columns, cards, and the stages on standard error"},
     {"--quiet", nullptr, "nothing on standard error but errors"},
     {"--no-color", nullptr, "plain text on terminals too"}}};

const OptionGroup kInspect{
    "model",
    {{"--layers", nullptr,
      "list the subgraphs that the runtime executes; with --verbose, or in JSON, their arithmetic"},
     {"--count-like", "TOOL",
      "count the operations as another tool does, too: fvcore, torch, onnx-tool, mlperf, vendor",
      "fvcore torch onnx-tool mlperf vendor"},
     {"--runtime", "R", "how they are fused: engine (default), graph, eager", "engine graph eager", true},
     {"--batch", "N", "inferences that one run computes (default 1)", "1 8 64", true},
     {"--dim", "NAME=N", "bind another free dimension", "seq= height= width=", true},
     {"--cost-like", "OP=OP",
      "count an operator without a rule like one that has one: com.example.Frobnicate=Gelu; repeatable", "", true},
     {"--phase", "P", "of a language model: prefill (default), decode", "prefill decode", true}}};

const OptionGroup kSweepOrder{
    "result",
    {{"--sort", "METRIC",
      "order the points by latency, throughput, power, efficiency, energy or memory (default: as the axes run)",
      "latency throughput power efficiency energy memory"}}};

const OptionGroup kWindow{
    "layers",
    {{"--window", "FIRST,LAST",
      "only these subgraphs of the tables that list them, by number; totals, JSON and the CSV of compare stay whole",
      "0,9 10,19"}}};

const OptionGroup kEnergyDevices{
    "devices",
    {{"--hardware", "ID,…", "these devices, side by side; ID@MODE chooses a power mode, ID@all takes each", "@devices",
      true},
     {"--class", "C,…", "keep only CPU, GPU, TPU, KPU, NPU, DSP, DPU, CGRA", "cpu gpu tpu kpu npu dsp dpu cgra",
      true}}};

const OptionGroup kEnergyResult{
    "result",
    {{"--rate", "N", "energy of a device dedicated to N requests a second, idle between them", "10 30", true},
     {"--power-gating", nullptr,
      "what if units without work were power-gated: idle, wasted and saved energy, and the parts before and after; as "
      "CSV that table alone"},
     {"--top", "N", "list so many events and subgraphs that take most (default 5)", "5 10 20"},
     {"--level", "L",
      "rows of the CSV: summary (default: a run, its events as columns), detailed (an event, with count and source), "
      "subgraph (an event of a subgraph)",
      "summary detailed subgraph", true}}};

const OptionGroup kExplain{
    "question", {{"--metric", "M", "latency (default), energy, memory, cost", "latency energy memory cost"}}};

const OptionGroup kHardwareList{
    "list",
    {{"--class", "C,…", "keep only these classes", "cpu gpu tpu kpu npu dsp dpu cgra", true},
     {"--deployment", "SET", "keep only this set (default: all)", "@sets", true},
     {"--sort", "KEY", "name (default), flops, int8, bandwidth, power", "name flops int8 bandwidth power"}}};

const OptionGroup kAxes{
    "axes",
    {{"--batch", "N,N,…", "batches (default 1,4,8,16,32,64)", "1,2,4,8 1,8,64"},
     {"--precision", "P,P,…", "precisions (default auto)", "auto auto,int8 fp16,int8"},
     {"--dim", "NAME=N,N,…", "values of a free dimension; repeat it for several", "seq=128,256,384"},
     {"--limit", "T", "the latency that the advice keeps (default 10ms)", "5ms 10ms 50ms"}}};

const OptionGroup kSweepScenario{
    "scenario",
    {{"--cost-like", "OP=OP", "count an operator without a rule like one that has one; repeatable", "", true},
     {"--phase", "P", "of a language model: prefill (default), decode", "prefill decode", true},
     {"--runtime", "R", "engine (default: compiled), graph, eager", "engine graph eager", true},
     {"--timing", "T", "device (default), end-to-end (with host copies)", "device end-to-end", true},
     {"--boundary", "B", "chip (default), board, wall: whose power and energy", "chip board wall", true}}};

constexpr const char* kBudgets = "edge cloud latency= energy= power= memory= throughput= cost= carbon= price=";

const OptionGroup kCheck{"budgets",
                         {{"--budget", "METRIC=LIMIT",
                           "latency=50ms, energy=100mJ, power=15W, memory=512MB, throughput=10000/s, cost=0.5$; edge "
                           "(15 W, 100 mJ, 50 ms, 512 MB), cloud (10 000/s)",
                           kBudgets},
                          {"--strict", nullptr, "an uncertain budget breaks the check too"},
                          {"--suggest", nullptr, "the least single change with which a device keeps them"},
                          {"--junit", "FILE", "write the result as JUnit XML too", "@file"},
                          {"--sarif", "FILE", "write the broken budgets as SARIF 2.1.0 too", "@file"}}};

const OptionGroup kRecommend{
    "wanted",
    {{"--budget", "METRIC=LIMIT", "latency=50ms, energy=100mJ, power=15W, memory=512MB, price=2000$, …", kBudgets},
     {"--goal", "G", "latency (default), throughput, energy, cost, carbon, balance",
      "latency throughput energy cost carbon balance"},
     {"--precision-floor", "P", "no device that runs the model in fewer bits than this type", "fp32 fp16 int8"}}};

const OptionGroup kLink{"link",
                        {{"--base", "URL", "where the page is (default: only the part from #v1. on)"},
                         {"--title", "TEXT", "what the view is called"},
                         {"--names", nullptr, "keep the model's own names of layers and tensors"}}};

constexpr const char* kModelHelp =
    "give an ONNX file, - for standard input, or a sample's name such as resnet50 (`whichchip models` lists them)";

}  // namespace

const std::vector<CommandSpec>& command_table() {
  static const std::vector<CommandSpec> table{
      {Command::compare,
       "compare",
       "compare MODEL [options]",
       "rank devices by latency, energy, cost and more",
       "Ranks devices for one model, names the winners, and says why.",
       1,
       1,
       "a MODEL",
       kModelHelp,
       {&kDevices, &kBaseline, &kScenario, &kLanguage, &kCompareResult, &kColumns, &kWindow, &kEconomics, &kOutput},
       "  whichchip compare resnet50\n"
       "  whichchip compare resnet50 --batch 64 --sort throughput\n"
       "  whichchip compare model.onnx --hardware T4,L4,A100-SXM-80GB --precision int8 --level detailed\n"
       "  whichchip compare vit_b_16 --deployment edge --format json --output result.json\n"
       "  whichchip compare resnet50 --columns power,bandwidth\n"
       "  whichchip compare resnet50 --hardware T4,L4 --level subgraph --window 10,20\n"
       "  whichchip compare resnet50 --sort cost --rate 5000 --grid fr\n"
       "  whichchip compare yolov8n --deployment edge --basis own --duty 0.5 --rate 30 --battery 50\n"
       "  whichchip compare llama3_8b --phase decode --dim past=2048 --context 512,2048,8192\n"},
      {Command::energy,
       "energy",
       "energy MODEL --hardware ID,… [options]",
       "where the joules go on a device, event by event",
       "Where the energy of an inference goes: every architectural event with its count, what one costs and why, and "
       "the\n"
       "watts that are drawn without work. The parts add up to the energy that compare prints.",
       1,
       1,
       "a MODEL",
       kModelHelp,
       {&kEnergyDevices, &kScenario, &kEnergyResult, &kOutput},
       "  whichchip energy resnet50 --hardware T4\n"
       "  whichchip energy bert_base --hardware Xeon-8490H,A100-SXM-80GB,TPU-v4 --batch 8 --boundary wall\n"
       "  whichchip energy model.onnx --hardware Jetson-Orin-Nano-8GB@7w --rate 30 --output energy.json\n"
       "  whichchip energy resnet50 --hardware A100-SXM-80GB,Xeon-8490H --power-gating\n"
       "  whichchip energy resnet50 --hardware T4,L4 --batch 8 --output runs.csv --append\n"},
      {Command::recommend,
       "recommend",
       "recommend MODEL --budget METRIC=LIMIT … [options]",
       "limits in, a chip out: what keeps them, the pick, the nearest misses",
       "Keeps the devices that hold every limit, says which of them nothing beats, picks the best for the goal, and "
       "what\n"
       "the nearest misses lack.",
       1,
       1,
       "a MODEL",
       kModelHelp,
       {&kRecommend, &kDevices, &kScenario, &kEconomics, &kOutput},
       "  whichchip recommend mobilenet_v2 --deployment edge --budget power=10W --budget latency=5ms --goal energy\n"
       "  whichchip recommend resnet50 --deployment all --budget price=1000$ --precision-floor fp16\n"},
      {Command::explain,
       "explain",
       "explain MODEL A [B] [options]",
       "why B differs from A, adding up exactly; one device: where its time goes",
       "Splits the difference between two devices into causes and layers that add up to it. Devices of one class are\n"
       "compared by exchanging what they differ in, in every order (Shapley); across classes by their latency "
       "ladders.\n"
       "With one device: from arithmetic at peak rate to the predicted time, and what would help.",
       2,
       3,
       "a MODEL and a device",
       "write whichchip explain resnet50 T4 A100-SXM-80GB",
       {&kExplain, &kScenario, &kEconomics, &kOutput},
       "  whichchip explain bert_large T4 A100-SXM-40GB --dim seq=384 --batch 8 --precision fp16\n"
       "  whichchip explain resnet50 A100-SXM-80GB TPU-v4 --metric energy\n"
       "  whichchip explain resnet50 A100-SXM-80GB\n"},
      {Command::sweep,
       "sweep",
       "sweep MODEL… [options]",
       "batches, precisions and dimensions over devices: best points, crossovers",
       "Runs every combination of models, devices, batches, precisions and dimensions. Says the best point of each "
       "device,\n"
       "where a larger batch stops paying, and where another device takes over.",
       1,
       1000,
       "a MODEL",
       kModelHelp,
       {&kAxes, &kDevices, &kSweepScenario, &kSweepOrder, &kOutput},
       "  whichchip sweep resnet50 --hardware T4,L4,A100-SXM-80GB --batch 1,8,32,128\n"
       "  whichchip sweep bert_base --dim seq=128,256,512 --batch 1 --precision fp16,int8\n"
       "  whichchip sweep resnet50 mobilenet_v2 --deployment edge --output sweep.csv\n"},
      {Command::roofline,
       "roofline",
       "roofline MODEL [options]",
       "where every subgraph stands under a device's roofs",
       "Attained rate over arithmetic intensity, under the roofs of memory, caches, power and peak, each with its "
       "source.",
       1,
       1,
       "a MODEL",
       kModelHelp,
       {&kDevices, &kScenario, &kOutput},
       "  whichchip roofline resnet50 --hardware A100-SXM-80GB --precision fp16\n"
       "  whichchip roofline bert_base --hardware T4,TPU-v4 --output roofline.html\n"},
      {Command::memory,
       "memory",
       "memory MODEL [options]",
       "footprint by kind, what fits where, and what would make it fit",
       "Weights, live activations, workspace and context of a run on each device; the tensors at the peak; the "
       "largest\n"
       "batch that fits, and what would make it fit where it does not.",
       1,
       1,
       "a MODEL",
       kModelHelp,
       {&kDevices, &kScenario, &kOutput},
       "  whichchip memory resnet50 --deployment edge\n"
       "  whichchip memory llama3_8b --hardware T4,A100-SXM-80GB --precision fp16\n"},
      {Command::check,
       "check",
       "check MODEL --hardware ID,… --budget METRIC=LIMIT … [options]",
       "a gate for CI: exit code 1 when a budget is broken",
       "Checks budgets on devices. FAIL when the estimate breaks the limit, UNCERTAIN when only its 90 % interval does "
       "or\n"
       "not all of the model is modelled.",
       1,
       1,
       "a MODEL",
       kModelHelp,
       {&kCheck, &kDevices, &kScenario, &kEconomics, &kOutput},
       "  whichchip check resnet50 --hardware T4 --budget latency=5ms --budget energy=200mJ\n"
       "  whichchip check model.onnx --hardware Jetson-Orin-Nano-8GB@15w --budget latency=20ms --suggest --junit "
       "out.xml\n"},
      {Command::diff,
       "diff",
       "diff OLD NEW [options]",
       "what changed between two models, or two compare JSON files",
       "Operators, MACs, parameters; latency, energy and memory per device; the layers that changed. OLD and NEW are "
       "two\n"
       "models, or two files of `whichchip compare --format json` (with --level subgraph: layer by layer).",
       2,
       2,
       "OLD and NEW",
       "give two ONNX files or samples, or two results of `whichchip compare --format json`",
       {&kDevices, &kScenario, &kOutput},
       "  whichchip diff resnet50 resnet50_v1 --hardware T4\n"
       "  whichchip diff yesterday.json today.json\n"},
      {Command::inspect,
       "inspect",
       "inspect MODEL [options]",
       "operators, MACs, parameters, memory, coverage; no hardware involved",
       "What the model asks of any chip: operators, MACs, bytes, memory, and how much of it could be analysed.",
       1,
       1,
       "a MODEL",
       kModelHelp,
       {&kInspect, &kWindow, &kOutput},
       "  whichchip inspect resnet50\n"
       "  whichchip inspect resnet50 --count-like fvcore\n"
       "  whichchip inspect model.onnx --dim height=288 --dim width=288 --layers\n"
       "  cat model.onnx | whichchip inspect - --format json\n"},
      {Command::hardware,
       "hardware",
       "hardware [list [WORD…]] [options]\nhardware show ID… [options]",
       "the devices that whichchip knows, or every figure of one with its source",
       "Lists the catalogue, or what of it has every WORD in its names, vendor, class or deployment; or shows every "
       "figure "
       "of a device with its status and source.",
       0,
       1000,
       "",
       "",
       {&kHardwareList, &kOutput},
       "  whichchip hardware --class gpu --sort bandwidth\n"
       "  whichchip hardware list nvidia edge\n"
       "  whichchip hardware show A100-SXM-80GB --format json\n"},
      {Command::models,
       "models",
       "models [options]",
       "the sample models that come with whichchip",
       "Lists the sample models: real exports without their weights. Each name can be given as MODEL.",
       0,
       0,
       "",
       "",
       {&kOutput},
       "  whichchip models\n"
       "  whichchip models --format json\n"},
      {Command::link,
       "link",
       "link MODEL [options]",
       "a link that shows this comparison on the page; never weights",
       "Prints a link to this comparison: settings, and the sample's name or the model's shapes and operators. Never\n"
       "weights. What is too long for a link goes to a file: --output view.whichchip.",
       1,
       1,
       "a MODEL",
       kModelHelp,
       {&kLink, &kDevices, &kBaseline, &kScenario, &kLanguage, &kCompareResult, &kEconomics, &kOutput},
       "  whichchip link resnet50 --batch 8 --deployment edge\n"
       "  whichchip link model.onnx --output model.whichchip\n"},
      {Command::open,
       "open",
       "open LINK|FILE [options]",
       "what a link or a .whichchip file shows",
       "Prints the comparison that a link or a .whichchip file shows.",
       1,
       1,
       "a LINK",
       "give an address with #v1. in quotes, or a .whichchip file",
       {&kOutput},
       "  whichchip open 'https://example.org/whichchip/#v1.…'\n"
       "  whichchip open model.whichchip --format json\n"}};
  return table;
}

const CommandSpec* find_command(const std::string& name) {
  for (const CommandSpec& spec : command_table()) {
    if (name == spec.name) return &spec;
  }
  return nullptr;
}

}  // namespace whichchip::cli
