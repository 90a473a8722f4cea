#include <array>

#include "estimate/energy/events.h"
#include "estimate/mapping/classes.h"

namespace whichchip::estimate {

const ArchitectureClass& architecture_class(hardware::Mapping mapping) {
  using hardware::Mapping;
  static constexpr std::array<ArchitectureClass, 9> classes{{
      {Mapping::gpu, "GPU (SIMT)", mapping::map_gpu, energy::kGpu},
      {Mapping::cpu, "CPU (stored program)", mapping::map_cpu, energy::kCpu},
      {Mapping::systolic, "systolic array", mapping::map_systolic, energy::kSystolic},
      {Mapping::kpu, "KPU (domain flow)", mapping::map_kpu, energy::kKpu},
      {Mapping::npu, "NPU (MAC arrays)", mapping::map_npu, energy::kNpu},
      {Mapping::dsp, "DSP (VLIW)", mapping::map_dsp, energy::kDsp},
      {Mapping::dpu, "DPU (MAC array in an FPGA)", mapping::map_dpu, energy::kDpu},
      {Mapping::dataflow, "spatial pipeline", mapping::map_dataflow, energy::kDataflow},
      {Mapping::cgra, "CGRA", mapping::map_cgra, energy::kCgra},
  }};
  return classes[static_cast<std::size_t>(mapping)];
}

}  // namespace whichchip::estimate
