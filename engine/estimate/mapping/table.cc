#include <array>

#include "estimate/mapping/classes.h"

namespace whichchip::estimate {

const ArchitectureClass& architecture_class(hardware::Mapping mapping) {
  using hardware::Mapping;
  static constexpr std::array<ArchitectureClass, 9> classes{{
      {Mapping::gpu, mapping::map_gpu},
      {Mapping::cpu, mapping::map_cpu},
      {Mapping::systolic, mapping::map_systolic},
      {Mapping::kpu, mapping::map_kpu},
      {Mapping::npu, mapping::map_npu},
      {Mapping::dsp, mapping::map_dsp},
      {Mapping::dpu, mapping::map_dpu},
      {Mapping::dataflow, mapping::map_dataflow},
      {Mapping::cgra, mapping::map_cgra},
  }};
  return classes[static_cast<std::size_t>(mapping)];
}

}  // namespace whichchip::estimate
