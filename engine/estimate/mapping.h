// What one architecture class says of one subgraph, and the table of classes: a new class is one row and two files.
#pragma once

#include "estimate/estimate.h"

namespace whichchip::estimate {

// Bytes of one subgraph after precision and residency, `repeat` included.
struct Traffic {
  double input_bytes = 0, weight_bytes = 0, output_bytes = 0;  // at the precision used
  double dram_bytes = 0, on_chip_bytes = 0;
  double streamed_weight_bytes = 0;  // of dram_bytes: weights, which may be fetched ahead of time
  // Of the two sums: what the kernels move that a framework launches beside the main one (epilogue, weight casts).
  double side_dram_bytes = 0, side_on_chip_bytes = 0;
  double side_kernels = 0;
  double link_bytes = 0;  // weights that the device cannot hold; inputs and outputs of devices without DRAM
};

// How the class cut the matrix work, where its energy events need to know: sums over the subgraph, every repetition and
// emulation pass included.
struct Tiling {
  double mac_slots = 0;      // MAC positions of all tiles, those that padding leaves empty too
  double operand_bytes = 0;  // of both operands that tiles read from the memory that they share
  double partial_bytes = 0;  // of sums that are written and read back because K is divided
  double blocks = 0;         // tiles of the output: CTAs, blocks of KPU tiles
  double steps = 0;          // steps along K, of all blocks
  double second_slots = 0;   // of mac_slots, those on the second pool of tiles (KPU)
  double direct_macs = 0;    // MACs computed without tiles, on vector lanes
};

// A class's answer, before power roof and fixed floor are applied by the common law.
struct Mapped {
  double ideal_s = 0;    // at the dense peak
  double padded_s = 0;   // ≥ ideal: with padding, waves, array quantisation, at full efficiency
  double compute_s = 0;  // ≥ padded: with the attained efficiency
  double memory_s = 0;
  double link_s = 0;
  double side_s = 0;  // of the kernels beside the main one, after it
  double fixed_s = 0;
  double kernels = 1;  // that the host enqueues
  int units_used = 0;
  double overlap_loss = 0;   // share of the shorter of arithmetic and memory that the longer does not hide
  bool serial_link = false;  // the link's time adds to the rest instead of hiding behind it
  bool supported = true;     // false: the host runs it
  Tiling tiling;
};

struct Parameters;  // estimate/parameters.h: fitted and default parameters per class and runtime

struct MappingContext {
  const hardware::Device& device;
  const Parameters& parameters;
  hardware::Precision precision;  // whose rate is used
  workload::Runtime runtime;
  double peak_ops_per_s = 0;    // dense, at that precision, ÷ passes
  double element_bytes = 4;     // of a matrix operand
  int passes = 1;               // emulation: matrix work is done this often
  double dram_bytes_per_s = 0;  // attained
  double batch = 1;             // inferences of the run
};

// Fills everything but the ideal and the link's part; the common law orders ideal ≤ padded ≤ compute afterwards.
using MapFunction = Mapped (*)(const workload::Subgraph&, const Traffic&, const MappingContext&);
namespace energy {
struct ClassEnergy;  // estimate/energy/events.h: the class's event tree, prices and counts
}
struct ArchitectureClass {
  hardware::Mapping mapping;
  const char* name;  // "GPU (SIMT)"
  MapFunction map;
  const energy::ClassEnergy& energy;
};
const ArchitectureClass& architecture_class(hardware::Mapping mapping);

}  // namespace whichchip::estimate
