// Fitted and default parameters per class and runtime, and energy per event by technology: the constants that no data
// sheet states. They are data (assets/technology/parameters.json, energy.json), each with its evidence, so that a
// figure can be traced and a refit changes no code. Nothing here is tuned per model or per device.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "estimate/estimate.h"

namespace whichchip::estimate {

// One class × runtime. Absent entries of the file keep these defaults.
struct Parameters {
  std::string id;                        // "gpu/engine"
  double compute_efficiency = 1.0;       // η_c: attained share of the rate that padding leaves
  double vnni_efficiency = 1.0;          // further share at int8 on x86 cores without a matrix unit: VNNI or not
  double matrix_unit_efficiency = 0;     // as η_c, of a CPU's matrix unit (AMX), at every precision; absent: η_c
  double simd_efficiency = 0;            // as η_c, for matrix work on vector units (CUDA cores); absent: η_c
  double winograd_gain = 1.0;            // multiplications saved in 3×3 floating convolutions of stride 1
  double vector_efficiency = 1.0;        // as η_c, for vector work
  double depthwise_efficiency = 0.5;     // the same for depthwise convolutions on their own path
  double memory_efficiency = 0.8;        // η_m of DRAM
  double memory_efficiency_lpddr = 0.8;  // η_m where the DRAM is LPDDR or DDR
  double overlap_loss = 0;               // share of the shorter of arithmetic and memory that the longer does not hide
  double link_efficiency = 1.0;          // of the host link's data sheet rate
  double kernel_s = 5e-6;                // t_fix of one kernel
  double kernel_clock_hz = 0;            // where given, kernel_s holds at this clock and is a number of cycles
  bool separate_epilogues = false;       // what follows a product (bias, activation, residual) is a kernel of its own
  bool casts_weights = false;       // autocast: half precision keeps the model's weights and casts them in every run
  double pageable_bytes_per_s = 0;  // end-to-end, where given: inputs of the model's own type, copied before the run
  double thread_doubling_s = 2e-6;  // on a CPU: what twice the threads cost in one kernel to fork and join
  double thread_loss = 0;           // share of a thread's rate that twice the threads cost
  double enqueue_s = 0;             // host time to enqueue one kernel: the total is never below kernels × enqueue_s
  double request_s = 0;             // t0 of every run
  double request_clock_hz = 0;      // where given, request_s holds at this clock and grows as the clock falls
  double end_to_end_s = 0;          // further t0 under timing end-to-end, without copies
  bool request_overlaps = false;    // with several inferences in flight t0 hides behind the computation
  double interval = 2.0;            // 90 % of points lie within ×/÷ this
  double interval_overhead = 2.0;   // the same where fixed floors are more than half of the time
  double power_interval = 2.0;      // of power, with a default idle figure
  Confidence confidence = Confidence::specification;
};

enum class Scaling : std::uint8_t { none, logic, sram };  // by which an event's energy follows the process node
const char* name(Scaling scaling);

// Events with an energy of their own in the technology table; MACs and DRAM bytes have tables by precision and by type.
enum class Figure : std::uint8_t {
  vector_operation,
  scalar_operation,
  register_byte,
  scratchpad_byte,
  shared_byte,
  buffer_byte,
  cache_byte,
  gpu_l2_byte,
  forward_byte,
  noc_byte_hop,
  token,
  signature_match,
  warp_instruction,
  warp_schedule,
  warp_split,
  memory_request,
  write_sector,
  barrier,
  instruction_fetch,
  instruction_decode,
  instruction_dispatch,
  branch,
  mispredict,
  bundle_fetch,
  bundle_decode,
  bundle_dispatch,
  array_instruction,
  dma_descriptor,
  configuration_byte,
  link_byte,
  usb_byte,
};
constexpr std::size_t kFigureCount = 31;
const char* name(Figure figure);  // its key in the file

struct EventEnergy {
  double energy_j = 0;  // at 7 nm and the rated voltage
  Scaling scaling = Scaling::none;
  std::string source;
};

// Energy per event at 7 nm and its scaling; pJ in the file, J here.
struct EnergyTable {
  std::vector<std::pair<double, double>> logic_scale;  // node in nm, ascending → factor on 7 nm
  std::vector<std::pair<double, double>> sram_scale;
  std::array<double, hardware::kPrecisionCount> mac_j{};       // bare MAC with its accumulator
  std::array<double, hardware::kPrecisionCount> gpu_factor{};  // e_op relative to fp16
  double gpu_operation_j = 0;    // e_op: one fp16 operation, all of the die's core included
  double gpu_zero_operands = 1;  // a: convolution operands after ReLU toggle less
  std::array<EventEnergy, kFigureCount> figures;
  double cpu_core_factor = 1;        // κ: energy of a CPU's cores ÷ that of their events
  double idle_element_share = 0;     // of a MAC: what a processing element toggles that has no work in a working array
  double voltage_at_zero_clock = 1;  // V ÷ V_rated = v0 + (1 − v0)·f ÷ f_rated below the rated clock
  std::string mac_source, gpu_operation_source, dram_source;
  std::vector<std::pair<std::string, double>> circuit_factor;  // by mapping, on mac_j
  std::vector<std::pair<std::string, double>> dram_byte_j;     // by prefix of the memory's type, longest first
  double dram_default_byte_j = 0;
  struct StaticShare {
    std::string scope;
    double idle = 0, active = 0;  // shares of TDP
  };
  std::vector<StaticShare> static_share;  // by class: "gpu", "edge", "cpu", …
  double host_w_per_card = 0;             // boundary wall: what the server spends for one card
  double carrier_w = 0;          // boundary board and wall: what a carrier board adds to a module or small host
  double supply_efficiency = 1;  // boundary wall
};

struct Technology {
  std::string version;
  std::vector<Parameters> parameters;
  EnergyTable energy;
};

// Parses {"parameters": …, "energy": …}. Throws core::Error (bad_hardware) whose `where` is the JSON path.
Technology parse_technology(std::string_view json);
// The one that is built in.
const Technology& builtin_technology();

// Which toolchain a device is programmed with: "gpu", "gpu_portable" (no vendor compiler: Vulkan, OpenCL),
// "gpu_mobile" (the same on a phone's GPU), "cpu", "tpu", "edge_tpu", "systolic", "npu", "hexagon" (Qualcomm's, QNN),
// "hexagon_phone" (in a phone), "dsp", "dpu" (programmable logic), "dpu_ai_engine", "dataflow", "kpu", "cgra".
const char* parameter_class(const hardware::Device& device);
// Classes with one toolchain ignore the runtime asked for.
workload::Runtime runtime_used(const hardware::Device& device, workload::Runtime asked);
const Parameters& parameters_for(const Technology& technology, const hardware::Device& device,
                                 workload::Runtime runtime);

// Same as estimate(workload, device, scenario), with other constants (fits and what-ifs).
Estimate estimate(const workload::Workload& workload, const hardware::Device& device, const Scenario& scenario,
                  const Technology& technology);

}  // namespace whichchip::estimate
