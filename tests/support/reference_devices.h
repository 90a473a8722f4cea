// Devices with the constants that the published checks were made with, independent of the catalogue.
#pragma once

#include "hardware/device.h"

namespace whichchip::tests {

hardware::Device a100_sxm_40gb();
hardware::Device a100_pcie_40gb();
hardware::Device h100_sxm();
hardware::Device a30();
hardware::Device t4();
hardware::Device tpu_v3_chip();
hardware::Device tpu_v4();
hardware::Device edge_tpu_usb();
hardware::Device zcu104(int cores);
hardware::Device xeon_8480();  // one socket, AMX
hardware::Device kpu_t64();
hardware::Device kpu_t256();
hardware::Device kpu_t768();

}  // namespace whichchip::tests
