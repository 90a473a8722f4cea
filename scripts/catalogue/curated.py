"""What the raw tables do not hold, or hold wrongly: decided device by device, each with its reason."""

EST = ("estimated", ["estimate"])

SHARED_SOURCES = {
    "estimate": {"id": "estimate", "title": "Estimate of the catalogue's maintainers; the reasoning is in the figure's note", "address": "", "looked_up": False},
    "coral_bench": {"id": "coral_bench", "title": "Coral Edge TPU performance benchmarks (time per model, USB Accelerator and Dev Board)", "address": "https://coral.ai/docs/edgetpu/benchmarks", "year": 2020, "looked_up": True},
    "coral_doc": {"id": "coral_doc", "title": "Coral USB Accelerator: get started (libedgetpu1-std and libedgetpu1-max)", "address": "https://coral.ai/docs/accelerator/get-started", "year": 2020, "looked_up": False},
    "mlperf_cfg": {"id": "mlperf_cfg", "title": "NVIDIA's MLPerf Inference submissions v2.0 to v4.0: power settings of the MaxQ systems (soc_gpu_freq, soc_emc_freq)", "address": "github mlcommons/inference_results_v3.1: closed/NVIDIA/configs/*/__init__.py", "year": 2023, "looked_up": True},
    "jetson_stream": {"id": "jetson_stream", "title": "Measured streaming bandwidth of Jetson Orin modules by power mode: AGX Orin 80/126/170/188 GB/s at 15 W/30 W/50 W/MAXN, Orin Nano 40/63/95 at 7/15/25 W", "address": "", "looked_up": False},
    "pcie": {"id": "pcie", "title": "PCI Express base specification: transfer rate × lanes × encoding", "address": "pcisig.com", "looked_up": False},
    "gpu_fit": {"id": "gpu_fit", "title": "Constants of a GPU latency model tested with frozen parameters on MLPerf and TensorRT results", "address": "", "looked_up": True},
    "usb_fit": {"id": "usb_fit", "title": "Fit on the Coral benchmark page: time against bytes of weights beyond 6.5 MB", "address": "https://coral.ai/docs/edgetpu/benchmarks", "year": 2020, "looked_up": True},
    "ug1354_vck190": {"id": "ug1354_vck190", "title": "AMD UG1354 Vitis AI Library 2.5: VCK190 (C32B6 DPU, 61.4 TOPS INT8, AI Engines at 1250 MHz)", "address": "https://docs.amd.com/r/2.5-English/ug1354-xilinx-ai-sdk/VCK190-Evaluation-Board", "year": 2022, "looked_up": True},
    "pg389_peak": {"id": "pg389_peak", "title": "AMD PG389 DPUCVDX8G 1.3: 256 operations per clock of an AI Engine core; C32B6 = 6 batch handlers of 32 cores, 61.44 TOPS", "address": "https://docs.amd.com/r/en-US/pg389-dpucvdx8g/Peak-Theoretical-Performance-Metrics", "year": 2023, "looked_up": True},
    "zynq_ds": {"id": "zynq_ds", "title": "AMD Zynq UltraScale+ MPSoC data sheet DS891 and TRM UG1085 (quad Cortex-A53, 32 KB L1, 1 MB L2)", "address": "docs.amd.com", "looked_up": False},
    "versal_ds": {"id": "versal_ds", "title": "AMD Versal architecture data sheet DS950 (dual Cortex-A72, 48/32 KB L1, 1 MB L2)", "address": "docs.amd.com", "looked_up": False},
    "kpu_change_log": {"id": "kpu_change_log", "title": "branes-ai/graphs: KPU catalogue change log (32×32 tiles; T64 62/31/3 INT8/BF16/FP32 TOPS at 475 MHz and 6 W; T256 314.6 INT8 TOPS at 600 MHz and 30 W)", "address": "github branes-ai/graphs: docs and tests/hardware/test_kpu_t64_precision_profiles.py", "year": 2026, "looked_up": True},
    "tpu_double": {"id": "tpu_double", "title": "Ten lessons from three generations shaped Google's TPUv4i, ISCA 2021 (614 GB/s of TPU v4i; TPU v4 has two of its cores)", "address": "doi.org/10.1109/ISCA52012.2021.00010", "looked_up": False},
    "qutib_idle": {"id": "qutib_idle", "title": "QuTiBench measurement CSV (idle watts of the boards)", "address": "github RCL-lab/QutibenchWeb: _notebooks/data/cleaned_csv/experimental_data_imagenet.csv @66c3aaa", "year": 2020, "looked_up": True},
}

# TDA4VH is the silicon of AM69A.
SKIP = {"TDA4VH"}

NAMES = {
    "Xeon-8592plus": "Intel Xeon Platinum 8592+ (Emerald Rapids)",
    "Jetson-Orin-Nano-8GB": "NVIDIA Jetson Orin Nano 8GB",
    "Xilinx-DPU-VCK190": "DPUCVDX8G C32B6 on VCK190 (VC1902)",
}

CLASS = {"Coral-Edge-TPU": "NPU"}

ALIASES = {
    "V100-SXM2-32GB": ["V100", "V100-32GB"],
    "A100-SXM-80GB": ["A100", "A100-80GB"],
    "A100-SXM-40GB": ["A100-40GB"],
    "H100-SXM": ["H100", "H100-SXM5", "H100-SXM-80GB", "H100-SXM5-80GB"],
    "H100-PCIe": ["H100-PCIe-80GB"],
    "H200-SXM": ["H200"],
    "B200-SXM": ["B200"],
    "B100-SXM": ["B100"],
    "Jetson-Orin-Nano-8GB": ["Jetson-Orin-Nano", "Orin-Nano", "Orin-Nano-8GB"],
    "Jetson-AGX-Orin-64GB": ["Jetson-AGX-Orin", "AGX-Orin", "Orin-AGX", "Jetson-Orin-AGX"],
    "Jetson-Orin-NX-16GB": ["Jetson-Orin-NX", "Orin-NX"],
    "Jetson-AGX-Xavier": ["AGX-Xavier", "Xavier"],
    "Jetson-Xavier-NX": ["Xavier-NX"],
    "Jetson-Thor-T5000": ["Jetson-Thor", "Thor"],
    "Coral-Edge-TPU": ["Coral", "Edge-TPU"],
    "Xilinx-DPU-ZCU102": ["DPU-ZCU102", "ZCU102"],
    "Xilinx-DPU-ZCU104": ["DPU-ZCU104", "ZCU104"],
    "Xilinx-DPU-KV260": ["DPU-KV260", "KV260"],
    "Xilinx-DPU-VCK190": ["DPU-VCK190", "VCK190"],
    "Xilinx-DPU-VCK5000-4PE": ["VCK5000"],
    "Xilinx-DPU-VEK280": ["VEK280"],
    "Alveo-V70": ["V70"],
    "Plasticine-CGRA": ["Plasticine"],
    "Xeon-8490H": ["Xeon-Platinum-8490H"],
    "Xeon-8480+": ["Xeon-8480plus", "Xeon-Platinum-8480+"],
    "Xeon-8592plus": ["Xeon-8592+", "Xeon-Platinum-8592+"],
    "Xeon-8380": ["Xeon-Platinum-8380"],
    "i7-12700K": ["Core-i7-12700K"],
    "i7-12700H": ["Core-i7-12700H"],
    "i9-13900K": ["Core-i9-13900K"],
    "RTX-4090": ["GeForce-RTX-4090"],
    "RTX-3090": ["GeForce-RTX-3090"],
    "RaspberryPi4": ["Raspberry-Pi-4"],
    "RaspberryPi5": ["Raspberry-Pi-5"],
    "RaspberryPi3": ["Raspberry-Pi-3"],
    "RaspberryPi3B+": ["RaspberryPi3Bplus", "Raspberry-Pi-3B+"],
    "AM69A": ["TDA4VH"],
    "Intel-NCS2-MyriadX": ["NCS2", "Myriad-X"],
    "Cloud-AI-100-Pro": ["Cloud-AI-100"],
    "AWS-Inferentia2": ["Inferentia2"],
    "AWS-Trainium1": ["Trainium1"],
}


def mapping(device):
    ident = device["id"]
    by_class = {"GPU": "gpu", "CPU": "cpu", "TPU": "systolic", "KPU": "kpu", "DPU": "dpu", "CGRA": "cgra", "NPU": "npu", "DSP": "dsp"}
    if ident.startswith("Hailo"):
        return "dataflow"
    if ident in ("AWS-Inferentia2", "AWS-Trainium1") or "mma_rows" in device["datapath"]:
        return "systolic"
    return by_class[device["class"]]


# In which settings a device is bought, beyond the one of the raw table.
ALSO_DEPLOYED = {
    "T4": ["edge"], "L4": ["edge"], "A2": ["edge"], "A10": ["edge"],
    "Jetson-Orin-Nano-8GB": ["edge"], "Jetson-AGX-Orin-64GB": ["edge", "automotive"], "Jetson-Orin-NX-16GB": ["edge"],
    "Jetson-Thor-T5000": ["edge", "automotive"], "Jetson-AGX-Xavier": ["edge", "automotive"], "Jetson-Xavier-NX": ["edge"], "Jetson-Nano": ["edge"], "Jetson-TX2": ["edge"],
    "Jetson-AGX-Orin-CPU": ["edge"], "Jetson-AGX-Xavier-CPU": ["edge"], "Jetson-Orin-Nano-CPU": ["edge"], "Jetson-Nano-CPU": ["edge"],
    "KPU-T64": ["embedded"], "KPU-T128": ["edge"], "KPU-T256": ["edge", "automotive"],
    "QRB5165": ["edge"], "TDA4VM": ["embedded"], "TDA4VL": ["embedded"], "AM68A": ["edge"], "AM69A": ["edge", "automotive"],
    "Xilinx-DPU-ZCU102": ["edge"], "Xilinx-DPU-ZCU104": ["edge"], "Xilinx-DPU-KV260": ["edge"], "Xilinx-DPU-VEK280": ["edge"],
    "Coral-Edge-TPU": ["embedded"], "Hailo-8": ["embedded"], "Hailo-8L": ["embedded"], "Intel-NCS2-MyriadX": ["embedded"],
    "RaspberryPi4": ["edge"], "RaspberryPi5": ["edge"], "QCS6490": ["edge"], "QCS8450": ["edge"], "QCS8550": ["edge"], "QCS9075": ["edge"],
    "RK3588-NPU": ["edge"], "RK3588-CPU": ["edge"], "RK3588-Mali-G610": ["edge"], "SA8775P": ["embedded"],
}


def deployment(device):
    return [device["deployment"]] + [d for d in ALSO_DEPLOYED.get(device["id"], []) if d != device["deployment"]]


# --- clocks and peaks ------------------------------------------------------------------------------------------------
UNKNOWN_CLOCK = "not published: assumed, only its product with the MACs per clock matters, and that is the published peak"
CLOCK = {
    "Apple-M2-ANE": (0.96, "GHz", *EST, UNKNOWN_CLOCK + "; 512 MACs per core and clock"),
    "Apple-M4-ANE": (1.16, "GHz", *EST, UNKNOWN_CLOCK + "; 1024 MACs per core and clock"),
    "Ambarella-CV52S": (1.0, "GHz", *EST, UNKNOWN_CLOCK),
    "KPU-T64": (0.475, "GHz", "vendor_projection", ["kpu_change_log"], "the clock at which the 6 W profile and the peak agree; branes-ai/graphs also lists 900 MHz at 6 W, which the arithmetic alone would fill"),
    "KPU-T128": (0.475, "GHz", "derived", ["kpu_change_log"], "the watts per tile of KPU-T64 at 6 W (12 W for 128 tiles), so its clock; branes-ai/graphs also lists 1 GHz at 12 W"),
    "KPU-T256": (0.6, "GHz", "vendor_projection", ["kpu_change_log"], "the clock at which the 30 W profile and the peak agree; branes-ai/graphs also lists 1.4 GHz at 30 W with 20×20 tiles"),
}
VECTOR_CLOCK = {
    "H100-SXM": (1.98, "GHz", "looked_up", ["lockwood_h100"], "boost without tensor cores: the published FP32 and FP64 peaks rest on it"),
    "H200-SXM": (1.98, "GHz", "derived", ["lockwood_h100"], "as H100 SXM: the same chip"),
    "H100-PCIe": (1.755, "GHz", "derived", ["nv_h100"], "published FP32 peak ÷ (SMs × 256 operations)"),
    "B100-SXM": (1.584, "GHz", "derived", ["nv"], "published FP32 peak ÷ (SMs × 256 operations)"),
    "B200-SXM": (2.1, "GHz", "derived", ["nv_b200"], "published FP32 peak ÷ (SMs × 256 operations)"),
}
# As B200: the same SMs.
VECTOR_OPS = {"B100-SXM": {"fp64": 128, "fp32": 256, "fp16": 512, "bf16": 512}}
PROJECTION = ("vendor_projection", ["kpu_change_log"])
PEAKS = {
    "QRB5165": {"int8": (12.288, "TOPS", "derived", ["qrb_docs", "qcom_brief"], "tensor accelerator alone: 6144 MAC/clk at 1 GHz, back-solved; Qualcomm's 15 TOPS counts the vector units and other engines too")},
    "KPU-T64": {
        "fp32": (3.16, "TOPS", *PROJECTION, "13 BF16 tiles × 1024 elements × ¼ MAC at 475 MHz; the change log says 3"),
        "bf16": (31.1, "TOPS", *PROJECTION, "64 tiles × 1024 elements × ½ MAC at 475 MHz; the change log says 31"),
        "int8": (62.3, "TOPS", *PROJECTION, "64 tiles × 1024 elements at 475 MHz; the change log says 62"),
        "int4": (85.6, "TOPS", "derived", ["kpu_py"], "44 INT8 tiles × 1024 elements × 2 MAC at 475 MHz"),
    },
    "KPU-T128": {
        "fp32": (6.32, "TOPS", "derived", ["kpu_py", "kpu_change_log"], "26 BF16 tiles × 1024 elements × ¼ MAC at 475 MHz"),
        "bf16": (62.3, "TOPS", "derived", ["kpu_py", "kpu_change_log"], "128 tiles × 1024 elements × ½ MAC at 475 MHz"),
        "int8": (124.5, "TOPS", "derived", ["kpu_py", "kpu_change_log"], "128 tiles × 1024 elements at 475 MHz"),
        "int4": (173.2, "TOPS", "derived", ["kpu_py"], "89 INT8 tiles × 1024 elements × 2 MAC at 475 MHz"),
    },
    "KPU-T256": {
        "fp32": (15.7, "TOPS", "derived", ["kpu_py", "kpu_change_log"], "51 BF16 tiles × 1024 elements × ¼ MAC at 600 MHz"),
        "bf16": (157.3, "TOPS", "derived", ["kpu_py", "kpu_change_log"], "256 tiles × 1024 elements × ½ MAC at 600 MHz"),
        "int8": (314.6, "TOPS", *PROJECTION, "256 tiles × 1024 elements at 600 MHz"),
        "int4": (439.9, "TOPS", "derived", ["kpu_py"], "179 INT8 tiles × 1024 elements × 2 MAC at 600 MHz"),
    },
    "KPU-T768": {
        "fp32": (23.7, "TOPS", "vendor_projection", ["kpu_py"], "154 BF16 tiles × 64 MAC at 1.2 GHz"),
        "bf16": (224.1, "TOPS", "derived", ["kpu_py"], "tile records (128, 128 and 64 MAC per clock) at 1.2 GHz; the listed 590.7 does not follow from them"),
        "int8": (448.2, "TOPS", "derived", ["kpu_py"], "tile records (256, 256 and 128 MAC per clock) at 1.2 GHz; the listed 1181.5 does not follow from them"),
        "int4": (659.9, "TOPS", "vendor_projection", ["kpu_py"], "537 INT8 tiles × 512 MAC at 1.2 GHz"),
    },
    "Xilinx-DPU-VCK190": {},
    "Xilinx-DPU-VCK5000-4PE": {},
    "Xilinx-DPU-VEK280": {},
    "Alveo-V70": {},
}
# Rates of the vector unit that the raw table lists among the peaks of the array.
NOT_THE_ARRAY = {("TDA4VM", "fp32"), ("AM68A", "fp32"), ("AM69A", "fp32")}
RATED = "rated below what its MACs give at this clock: the power limit"
BOOST = "published at the boost of work outside the tensor cores"
DEPARTS = {
    ("H100-SXM", "fp64"): BOOST,
    ("H100-PCIe", "fp64"): BOOST,
    ("H200-SXM", "fp64"): BOOST,
    ("Cloud-AI-100-Std", "fp16"): RATED,
    ("Cloud-AI-100-Pro", "fp16"): RATED,
    ("L40S", "int4"): "listed equal to INT8 on the data sheet",
}

# --- memory ----------------------------------------------------------------------------------------------------------
MEMORY = {
    "TPU-v4": {"bandwidth": (1228, "GB/s", "derived", ["tpu_double", "gcp_v4"], "twice the 614 GB/s of TPU v4i; Google's page rounds to 1200")},
    "Coral-Edge-TPU": {"type": "", "bandwidth": (0.47, "GB/s", "derived", ["usb_fit"], "no memory of its own: the host's, over USB 3; the Dev Board's PCIe reaches 0.39")},
    "Hailo-8": {"type": ""}, "Hailo-8L": {"type": ""},
    "Apple-M2-ANE": {"type": "LPDDR5 128-bit unified"}, "Apple-M4-ANE": {"type": "LPDDR5X 128-bit unified"},
    "Apple-M2-GPU": {"type": "LPDDR5 128-bit unified"}, "Apple-M4-GPU": {"type": "LPDDR5X 128-bit unified"},
    "Cadence-Vision-Q8": {"type": "LPDDR4X (integrator's choice, assumed)"},
    "CEVA-NeuPro-M-NPM11": {"type": "LPDDR5 (integrator's choice, assumed)"},
    "Synopsys-ARC-EV7x": {"type": "LPDDR4X (integrator's choice, assumed)"},
}

# --- arrays ----------------------------------------------------------------------------------------------------------
ARRAYS = {"TPU-v6e": 4, "TPU-v7": 8}
EFFECTIVE = "the published count of 256×256 arrays at a plausible clock gives half of the published peak, so twice as many are counted"
ARRAY_NOTES = {"TPU-v6e": EFFECTIVE, "TPU-v7": EFFECTIVE}


def lanes(value, note, status="derived", sources=("scaling",)):
    return (value, None, status, list(sources), note)


VECTOR_LANES = {
    "TPU-v1": (256, None, *EST, "the activation unit is as wide as the array"),
    "TPU-v2": lanes(2048, "2 cores × 128 lanes × 8 sublanes", "looked_up", ("jax_tpu",)),
    "TPU-v3": lanes(2048, "2 cores × 128 lanes × 8 sublanes", "looked_up", ("jax_tpu",)),
    "TPU-v4i": lanes(2048, "128 lanes × 8 sublanes × 2 units", "derived", ("jax_tpu",)),
    "TPU-v4": lanes(4096, "2 cores × 128 lanes × 8 sublanes × 2 units"),
    "TPU-v5e": lanes(4096, "128 lanes × 8 sublanes × 4 units"),
    "TPU-v5p": lanes(8192, "2 cores × 128 lanes × 8 sublanes × 4 units"),
    "TPU-v6e": lanes(4096, "128 lanes × 8 sublanes × 4 units"),
    "TPU-v7": lanes(8192, "2 cores × 128 lanes × 8 sublanes × 4 units", "derived", ("jax_tpu",)),
    "Coral-Edge-TPU": (128, None, *EST, "two rows of the array; not published"),
    "AWS-Inferentia2": (1857, None, "derived", ["neuron"], "published vector and scalar TFLOPS of both cores ÷ (2 × clock)"),
    "AWS-Trainium1": (1857, None, "derived", ["neuron"], "published vector and scalar TFLOPS of both cores ÷ (2 × clock)"),
    "TDA4VM": (64, None, "derived", ["ti_ds"], "512-bit vectors of int8"),
    "AM68A": (64, None, "derived", ["ti_ds"], "512-bit vectors of int8"),
    "AM69A": (256, None, "derived", ["ti_ds"], "four C7x with 512-bit vectors of int8"),
    "TDA4VL": (64, None, "derived", ["ti"], "512-bit vectors of int8"),
}


def systolic_sram(device):
    chip, count = device["on_chip_kib"], device["compute_units"]["count"]
    if device["id"] == "Coral-Edge-TPU":
        return (1.89, "MB", "derived", ["es", "coral_bench"], "8 MiB less the 6.5 MB that hold weights")
    if "unified_buffer" in chip:
        return (chip["unified_buffer"], "unified buffer")
    if "vmem_per_unit" in chip:
        total = chip["vmem_per_unit"] * count + chip.get("cmem", 0)
        return (total, f"vector memory of {count} core(s)" + (" and common memory" if chip.get("cmem") else ""))
    if "sbuf_per_unit" in chip:
        return (chip["sbuf_per_unit"] * count, "state buffers of both cores")
    return (chip["msmc"], "shared memory (MSMC)")


# --- NPUs and DSP arrays ---------------------------------------------------------------------------------------------
NPU = {
    "QRB5165": {"split": (6, 32, 32), "macs": {"int8": 6144}, "unit": "tensor accelerator"},
    "Snapdragon-8-Gen3-NPU": {"split": (16, 32, 32), "macs": {"int8": 16384}},
    "SA8295P": {"split": (6, 30, 32), "macs": {"int8": 5760}},
    "Cloud-AI-100-Std": {"split": (8, 32, 32), "macs": {"int8": 8192, "fp16": 4096}},
    "Cloud-AI-100-Pro": {"split": (8, 32, 32), "macs": {"int8": 8192, "fp16": 4096}},
    "Intel-NCS2-MyriadX": {"split": (2, 16, 22), "macs": {"fp16": 714}, "unit": "neural compute engine",
                           "rate": ("derived", ["myriadx"], "1 TOPS of the neural compute engine ÷ (2 × 0.7 GHz)")},
    "Ambarella-CV52S": {"split": (3, 32, 32), "macs": {"int8": 3000}, "unit": "CVflow engine",
                        "rate": ("estimated", ["estimate"], "listed 6 eTOPS ÷ (2 × the assumed clock); eTOPS is Ambarella's GPU-equivalent, not a MAC count")},
    "Apple-M2-ANE": {"split": (1, 16, 32), "macs": {"fp16": 514, "int8": 514},
                     "rate": ("estimated", ["estimate"], "published TOPS ÷ (2 × 16 cores × the assumed clock)")},
    "Apple-M4-ANE": {"split": (1, 32, 32), "macs": {"fp16": 512, "int8": 1024},
                     "rate": ("estimated", ["estimate"], "published TOPS ÷ (2 × 16 cores × the assumed clock)")},
}


def vector_bytes(device, count, clock):
    """(value, unit, status, sources, note): bytes per clock of the vector units, all cores."""
    ident, dp = device["id"], device["datapath"]
    if ident == "QRB5165":
        return (512, "B/clk", "unverified", ["qcom_brief"], "four HVX units of 1024 bits")
    if dp.get("vector_macs_per_clock_per_unit"):
        each = dp["vector_macs_per_clock_per_unit"]["int8"]
        return (each * count, "B/clk", "derived", device["provenance"]["datapath"]["sources"], f"{count} cores × {each} int8 MACs per clock of the vector unit")
    peak = device["peak_vector_tops"].get("int8")
    if peak:
        return (round(peak * 1e3 / (2 * clock)), "B/clk", "derived", device["provenance"]["peak_vector_tops"]["sources"], "vector int8 peak ÷ (2 × clock)")
    if ident == "Intel-NCS2-MyriadX":
        return (256, "B/clk", "derived", ["myriadx"], "16 SHAVE processors of 128 bits")
    if ident in ("Snapdragon-8-Gen3-NPU", "SA8295P"):
        return (512 * count, "B/clk", *EST, "four HVX units of 1024 bits per tensor processor assumed")
    if ident == "Snapdragon-Ride":
        return (128 * count, "B/clk", *EST, "one HVX unit of 1024 bits per core equivalent assumed")
    if ident == "Cadence-Vision-Q8":
        return (128, "B/clk", "derived", ["ip"], "1024-bit vectors")
    width = dp.get("output_channel_parallel") or 32
    return (width * count, "B/clk", *EST, "one element per output channel lane and clock assumed; the vector unit is not described")


def npu_sram(device, count):
    chip = device["on_chip_kib"]
    if chip.get("vtcm_per_unit"):
        return (chip["vtcm_per_unit"] * count, "tightly coupled memory, all cores")
    if chip.get("vtcm"):
        return (chip["vtcm"], "tightly coupled memory")
    if chip.get("cbuf_per_unit"):
        return (chip["cbuf_per_unit"] * count + chip.get("sram_total", 0), "convolution buffers" + (" and system SRAM" if chip.get("sram_total") else ""))
    if chip.get("scratchpad_total"):
        return (chip["scratchpad_total"], "")
    if chip.get("memory_tiles_total"):
        return (chip["memory_tiles_total"] + chip["local_memory_per_unit"] * count, "memory tiles and local memories")
    if chip.get("local_memory_per_unit"):
        return (chip["local_memory_per_unit"] * count, "")
    return None


# --- DPUs on AI Engines ----------------------------------------------------------------------------------------------
DPU = {
    "Xilinx-DPU-VCK190": {
        "cores": 6, "split": (16, 16, 16), "unit": "batch handler",
        "why": ("looked_up", ["ug1354_vck190", "pg389_peak"], "C32B6: six batch handlers of 32 AI Engine cores, each 128 INT8 MACs per clock; the configuration of AMD's published results (the largest, C64B5, has 102.4 TOPS)"),
        "peak": (61.44, "TOPS", "looked_up", ["ug1354_vck190", "pg389_peak"], "C32B6 at 1.25 GHz"),
    },
    "Xilinx-DPU-VCK5000-4PE": {
        "cores": 4, "split": (16, 16, 16), "unit": "processing engine",
        "why": ("looked_up", ["ug1354v"], "four processing engines; 32 AI Engine cores each follow from their 10 TOPS"),
        "peak": (40.96, "TOPS", "derived", ["ug1354v"], "4 × 4096 MACs at 1.25 GHz; the guide says about 10 TOPS per engine, 7.5 after the compiler's losses"),
    },
    "Xilinx-DPU-VEK280": {
        "cores": 14, "split": (20, 16, 16), "unit": "batch handler",
        "why": ("looked_up_partly", ["v2dx8g"], "batch 14; 20 AI Engine-ML tiles each of 256 INT8 MACs per clock"),
        "peak": (179.2, "TOPS", "derived", ["v2dx8g"], "280 tiles × 256 MACs at 1.25 GHz"),
    },
    "Alveo-V70": {
        "cores": 14, "split": (20, 16, 16), "unit": "batch handler",
        "why": ("looked_up_partly", ["v2dx8g"], "as VEK280: batch 14; 20 AI Engine-ML tiles each of 256 INT8 MACs per clock"),
        "peak": (179.2, "TOPS", "derived", ["v2dx8g"], "280 tiles × 256 MACs at 1.25 GHz"),
    },
}
B4096_BUFFER = (512, "KiB", *EST, "the part of the 1020 KiB on chip that holds feature maps; reproduces ZCU104 times")
DPU_BUFFER = {
    "Xilinx-DPU-ZCU102": B4096_BUFFER, "Xilinx-DPU-ZCU104": B4096_BUFFER, "Xilinx-DPU-KV260": B4096_BUFFER,
    "Xilinx-DPU-VCK190": (3264, "KiB", "derived", ["xilinx_boards"], "19584 KiB of programmable-logic memory shared by six batch handlers"),
    "Xilinx-DPU-VCK5000-4PE": (6144, "KiB", "derived", ["v70ds"], "24576 KiB of programmable-logic memory shared by four engines"),
    "Xilinx-DPU-VEK280": (2779, "KiB", "derived", ["v70ds"], "38912 KiB of memory tiles shared by 14 batch handlers"),
    "Alveo-V70": (2779, "KiB", "derived", ["v70ds"], "38912 KiB of memory tiles shared by 14 batch handlers"),
}

RESIDENT = "on-chip memory is not published; ResNet-50 (25.6 M weights) is published without context switches, ViT-B (86 M) with them"
DATAFLOW_CAPACITY = {
    "Hailo-8": (28, "MB", *EST, RESIDENT),
    "Hailo-8L": (14, "MB", *EST, RESIDENT + " on Hailo-8; half of that chip"),
    "Hailo-10H": (28, "MB", *EST, RESIDENT + " on Hailo-8; assumed equal"),
}

# --- KPU -------------------------------------------------------------------------------------------------------------
TILE_NOTE = "operations per tile and clock of the tile records ÷ (2 × elements)"


def tiles(rows, columns, macs8, macs16, macs32, macs4):
    return {
        "int8": (rows, columns, {"int8": macs8, "bf16": macs16, "int4": macs4}),
        "bf16": (rows, columns, {"int8": macs8, "bf16": macs16, "fp32": macs32}),
        "matrix": (rows, columns, {"int8": macs8, "bf16": macs16}),
    }


KPU = {
    "KPU-T64": {"mesh": (8, 8), "why": TILE_NOTE, "pools": tiles(32, 32, 1, 0.5, 0.25, 2)},
    "KPU-T128": {"mesh": (16, 8), "why": TILE_NOTE, "pools": tiles(32, 32, 1, 0.5, 0.25, 2)},
    "KPU-T256": {"mesh": (16, 16), "why": TILE_NOTE, "pools": tiles(32, 32, 1, 0.5, 0.25, 2)},
    "KPU-T768": {"mesh": (32, 24), "why": TILE_NOTE, "pools": {
        "int8": (16, 8, {"int8": 2, "bf16": 1, "int4": 4}),
        "bf16": (16, 8, {"int8": 2, "bf16": 1, "fp32": 0.5}),
        "matrix": (8, 8, {"int8": 2, "bf16": 1}),
    }},
}

# --- GPU L2 ----------------------------------------------------------------------------------------------------------
FITTED_L2 = {
    "A100-SXM-80GB": 5120, "A100-SXM-40GB": 5120, "A100-PCIe-80GB": 5120, "A100-PCIe-40GB": 5120, "A30": 3072, "A10": 2048, "A2": 512,
    "T4": 1280, "L4": 2400, "L40S": 4800, "H100-SXM": 5632, "H100-PCIe": 4864, "Jetson-AGX-Orin-64GB": 1024,
    "Jetson-Orin-NX-16GB": 512, "Jetson-AGX-Xavier": 512, "Jetson-Xavier-NX": 384,
}
OTHER_L2 = {
    "V100-SXM2-32GB": (2048, "32 slices of 64 bytes; as T4 per slice"),
    "V100-SXM2-16GB": (2048, "32 slices of 64 bytes; as T4 per slice"),
    "V100-SXM3-32GB": (2048, "32 slices of 64 bytes; as T4 per slice"),
    "H200-SXM": (5632, "the H100's chip"),
    "B200-SXM": (6315, "H100's 42.7 bytes per clock and SM × 148 SMs"),
    "B100-SXM": (6315, "H100's 42.7 bytes per clock and SM × 148 SMs"),
    "RTX-4090": (4800, "the chip and the memory bus of L40S"),
    "RTX-3090": (2048, "the chip and the memory bus of A10"),
    "RTX-2000E-Ada": (1600, "12.5 bytes per bit of memory bus, as L4 and L40S, × 128"),
    "RTX-PRO-6000-Blackwell-MaxQ": (6400, "12.5 bytes per bit of memory bus, as L4 and L40S, × 512"),
    "Jetson-Orin-Nano-8GB": (512, "the memory bus and the SMs of Orin NX"),
    "Jetson-Thor-T5000": (1280, "Orin's 64 bytes per clock and SM × 20 SMs"),
    "Jetson-Nano": (64, "64 bytes per clock and SM assumed"),
    "Jetson-TX2": (128, "64 bytes per clock and SM assumed"),
    "MI210": (4096, "CDNA 2: 32 channels of 128 bytes, recalled"),
    "MI250X": (8192, "CDNA 2: 32 channels of 128 bytes on each of two dies, recalled"),
    "MI300X": (16384, "CDNA 3: 16 channels of 128 bytes on each of eight dies, recalled"),
    "RX-6900-XT": (2048, "RDNA 2: 16 channels of 128 bytes assumed"),
    "UHD-770-iGPU": (128, "64 bytes per clock for each 16 execution units assumed"),
    "A311D2-Mali-G52MP8": (128, "16 bytes per clock and execution engine assumed"),
}
PER_UNIT_L2 = {"GPU core": 64, "shader core": 64, "SP (256 FP32 lanes)": 64, "uSPTP (128 FP32 lanes)": 32}


def l2_bytes_per_clock(device):
    ident = device["id"]
    if ident in FITTED_L2:
        return FITTED_L2[ident], "set before the frozen test of the GPU model and kept; not on any data sheet"
    if ident in OTHER_L2:
        return OTHER_L2[ident]
    unit = device["compute_units"]
    each = PER_UNIT_L2[unit["kind"]]
    return each * unit["count"], f"{each} bytes per clock and {unit['kind'].split(' (')[0]} assumed"


# --- power -----------------------------------------------------------------------------------------------------------
def _static(watts):
    return (watts, "W", "estimated", ["gpu_fit"], "idle and uncore with clocks up; set before the frozen test of the GPU model and kept")


STATIC = {
    "A100-SXM-40GB": _static(85), "A100-SXM-80GB": _static(85), "A100-PCIe-40GB": _static(70), "A100-PCIe-80GB": _static(75),
    "A30": _static(45), "A10": _static(35), "A2": _static(14), "T4": _static(17), "L4": _static(18), "L40S": _static(80),
    "H100-SXM": _static(130), "H100-PCIe": _static(80), "Jetson-AGX-Orin-64GB": _static(15), "Jetson-Orin-NX-16GB": _static(8),
    "Jetson-AGX-Xavier": _static(10), "Jetson-Xavier-NX": _static(7),
    "TPU-v4": (90, "W", "looked_up", ["kiln", "gcp_v4"], "the measured idle power"),
    "TPU-v1": (28, "W", "unverified", ["tpu_v1_isca"], "the idle power of the 40 W busy"),
    "Coral-Edge-TPU": (0.5, "W", *EST, "the idle power"),
    "Plasticine-CGRA": (10, "W", *EST, "the idle power"),
    "Xilinx-DPU-ZCU102": (10, "W", *EST, "FPGA boards draw 6 to 10 W without work of their own"),
    "Xilinx-DPU-ZCU104": (8, "W", *EST, "FPGA boards draw 6 to 10 W without work of their own"),
    "Xilinx-DPU-KV260": (6, "W", *EST, "FPGA boards draw 6 to 10 W without work of their own"),
}
IDLE = {}

# Observations listed among the modes.
OBSERVED = {
    "RaspberryPi4": ("idle",), "RaspberryPi5": ("idle",), "RaspberryPi3": ("idle",), "RaspberryPi3B+": ("idle",),
    "TPU-v1": ("busy, measured",), "TPU-v4": ("measured mean",),
    "Hailo-8": ("typical",), "Hailo-8L": ("typical",), "Hailo-10H": ("typical",), "Intel-NCS2-MyriadX": ("chip",),
}

MAXQ = ("looked_up", ["mlperf_cfg"])
NO_CAP = "MaxQ fixes clocks and sets no cap; this is the module's"
STREAM = "measured stream of this mode ÷ the share of the data-sheet rate that MAXN reaches"
THEORY = "; the memory clock alone would allow {} GB/s"
MODE_FIGURES = {
    ("Jetson-AGX-Orin-64GB", "maxq"): {
        "cap": (60, "W", "estimated", ["estimate"], NO_CAP),
        "clock": (0.612, "GHz", *MAXQ, "v3.1 ResNet-50; between 612 and 816 MHz by model and round"),
        "bandwidth": (136.5, "GB/s", *MAXQ, "memory at 2133 MHz"),
        "units_on": (16, None, *MAXQ, ""),
    },
    ("Jetson-AGX-Xavier", "maxq"): {
        "cap": (45, "W", "estimated", ["estimate"], NO_CAP),
        "clock": (0.82875, "GHz", *MAXQ, ""),
        "bandwidth": (102.4, "GB/s", *MAXQ, "memory at 1600 MHz"),
        "units_on": (8, None, *MAXQ, ""),
    },
    ("Jetson-Xavier-NX", "maxq"): {
        "cap": (20, "W", "estimated", ["estimate"], NO_CAP),
        "clock": (0.80325, "GHz", *MAXQ, "between 752 and 854 MHz by model and round"),
        "bandwidth": (51.2, "GB/s", *MAXQ, "memory at 1600 MHz; 1331 MHz for some models"),
        "units_on": (6, None, *MAXQ, ""),
    },
    ("Jetson-Orin-NX-16GB", "maxq"): {
        "cap": (25, "W", "estimated", ["estimate"], NO_CAP),
        "clock": (0.62475, "GHz", *MAXQ, "between 510 and 918 MHz by model and round"),
        "bandwidth": (68.3, "GB/s", *MAXQ, "memory at 2133 MHz"),
        "units_on": (8, None, *MAXQ, ""),
    },
    ("Jetson-AGX-Orin-64GB", "15w"): {"bandwidth": (87.1, "GB/s", "derived", ["jetson_stream"], "80 GB/s: " + STREAM + THEORY.format(136.5))},
    ("Jetson-AGX-Orin-64GB", "30w"): {"bandwidth": (137.3, "GB/s", "derived", ["jetson_stream"], "126 GB/s: " + STREAM + THEORY.format(204.8))},
    ("Jetson-AGX-Orin-64GB", "50w"): {"bandwidth": (185.2, "GB/s", "derived", ["jetson_stream"], "170 GB/s: " + STREAM + THEORY.format(204.8))},
    ("Jetson-Orin-Nano-8GB", "7w"): {"bandwidth": (43.2, "GB/s", "derived", ["jetson_stream"], "40 GB/s: " + STREAM.replace("MAXN", "15 W") + THEORY.format(68.3))},
    ("Coral-Edge-TPU", "std"): {"clock": (0.24, "GHz", "unverified", ["coral_doc"], "half of the maximum clock")},
    ("KPU-T64", "3w"): {"clock": (0.356, "GHz", "derived", ["kpu_change_log"], "475 MHz × 450 ÷ 600, the low-power profile of the change log; listed elsewhere as 850 MHz")},
    ("KPU-T64", "6w"): {"clock": (0.475, "GHz", "vendor_projection", ["kpu_change_log"], "listed elsewhere as 900 MHz")},
    ("KPU-T64", "10w"): {"clock": (0.554, "GHz", "derived", ["kpu_change_log"], "475 MHz × 700 ÷ 600, the boost profile of the change log; listed elsewhere as 950 MHz")},
    ("KPU-T128", "6w"): {"clock": (0.356, "GHz", "derived", ["kpu_change_log"], "as KPU-T64 at 3 W; listed elsewhere as 800 MHz")},
    ("KPU-T128", "12w"): {"clock": (0.475, "GHz", "derived", ["kpu_change_log"], "as KPU-T64 at 6 W; listed elsewhere as 1 GHz")},
    ("KPU-T128", "18w"): {"clock": (0.554, "GHz", "derived", ["kpu_change_log"], "as KPU-T64 at 10 W; listed elsewhere as 1.15 GHz")},
    ("KPU-T256", "15w"): {"clock": (0.45, "GHz", "vendor_projection", ["kpu_change_log"], "low-power profile; listed elsewhere as 1.1 GHz")},
    ("KPU-T256", "30w"): {"clock": (0.6, "GHz", "vendor_projection", ["kpu_change_log"], "listed elsewhere as 1.4 GHz")},
    ("KPU-T256", "50w"): {"clock": (0.7, "GHz", "vendor_projection", ["kpu_change_log"], "boost profile; listed elsewhere as 1.65 GHz")},
}


def watts(name, *aliases):
    return (f"{name.lower().replace(' ', '')}", name, list(aliases))


W = watts
# First the default. A name that the raw table lacks takes its figures from MODE_FIGURES.
MODES = {
    "EPYC-9654": [("TDP", ("default", "TDP, 360 W", [])), ("cTDP-down", ("ctdp-down", "cTDP down, 320 W", ["320w"])), ("cTDP-up", ("ctdp-up", "cTDP up, 400 W", ["400w"]))],
    "EPYC-9754": [("TDP", ("default", "TDP, 360 W", [])), ("cTDP-down", ("ctdp-down", "cTDP down, 320 W", ["320w"])), ("cTDP-up", ("ctdp-up", "cTDP up, 400 W", ["400w"]))],
    "EPYC-9965": [("TDP", ("default", "TDP, 500 W", [])), ("cTDP-down", ("ctdp-down", "cTDP down, 450 W", ["450w"]))],
    "AmpereOne-A192-32X": [("max TDP", ("default", "Maximum, 400 W", [])), ("usage power", ("usage", "Usage power, 276 W", ["276w"]))],
    "i7-12700K": [("PL2", ("pl2", "PL2, 190 W", ["190w"])), ("PL1", ("pl1", "PL1, 125 W", ["125w"]))],
    "i9-13900K": [("PL2", ("pl2", "PL2, 253 W", ["253w"])), ("PL1", ("pl1", "PL1, 125 W", ["125w"]))],
    "i7-12700H": [("PL1", ("pl1", "PL1, 45 W", ["45w"])), ("PL2", ("pl2", "PL2, 115 W", ["115w"]))],
    "Ryzen-9-7950X": [("TDP", ("default", "TDP, 170 W", [])), ("PPT", ("ppt", "PPT, 230 W", ["230w"]))],
    "Ryzen-9-8945HS": [("TDP", ("default", "TDP, 45 W", ["45w"])), ("cTDP low", ("35w", "cTDP low, 35 W", ["ctdp-low"])), ("cTDP high", ("54w", "cTDP high, 54 W", ["ctdp-high"]))],
    "RaspberryPi4": [("stress", ("default", "Under stress, 6.4 W", []))],
    "RaspberryPi5": [("stress", ("default", "Under stress, 8.8 W", []))],
    "RaspberryPi3": [("stress", ("default", "Under stress, 4.3 W", []))],
    "RaspberryPi3B+": [("stress", ("default", "Under stress, 5.7 W", []))],
    "Jetson-AGX-Orin-CPU": [("MAXN", ("maxn", "MAXN", ["60w"])), ("15W", W("15 W")), ("30W", W("30 W")), ("50W", W("50 W"))],
    "Jetson-AGX-Xavier-CPU": [("MAXN", ("maxn", "MAXN", ["45w"])), ("10W", W("10 W")), ("15W", W("15 W")), ("30W", W("30 W"))],
    "Jetson-Nano-CPU": [("10W (MAXN)", ("10w", "10 W (MAXN)", ["maxn"])), ("5W", W("5 W"))],
    "Jetson-Orin-Nano-CPU": [("15W", W("15 W")), ("7W", W("7 W")), ("25W (Super)", ("25w", "25 W (Super)", ["super"]))],
    "A2": [("TDP", ("default", "TDP, 60 W", ["60w"])), ("minimum setting", ("40w", "40 W", []))],
    "Jetson-TX2": [("MAXN", ("maxn", "MAXN", [])), ("MAXP", ("maxp", "MAXP", ["15w"])), ("MAXQ", ("maxq", "MAXQ", ["7.5w"]))],
    "Jetson-AGX-Orin-64GB": [("MAXN (60W)", ("maxn", "MAXN", ["60w", "MAXN (60W)"])), ("15W", W("15 W")), ("30W", W("30 W")), ("50W", W("50 W")), ("MaxQ", ("maxq", "MaxQ (MLPerf)", []))],
    "Jetson-Orin-NX-16GB": [("MAXN", ("maxn", "MAXN", [])), ("10W", W("10 W")), ("15W", W("15 W")), ("25W", W("25 W")), ("MaxQ", ("maxq", "MaxQ (MLPerf)", []))],
    "Jetson-Orin-Nano-8GB": [("15W", W("15 W")), ("7W", W("7 W")), ("25W (Super)", ("25w", "25 W (Super)", ["super", "25W (Super)"])), ("MAXN SUPER", ("maxn", "MAXN SUPER", ["maxn-super", "MAXN SUPER"]))],
    "Jetson-Thor-T5000": [("130W", ("130w", "130 W", ["maxn"])), ("40W", W("40 W")), ("70W", W("70 W")), ("100W", W("100 W"))],
    "Jetson-AGX-Xavier": [("MAXN", ("maxn", "MAXN", ["45w"])), ("10W", W("10 W")), ("15W", W("15 W")), ("30W", W("30 W")), ("MaxQ", ("maxq", "MaxQ (MLPerf)", []))],
    "Jetson-Xavier-NX": [("20W (6 core)", ("20w", "20 W, 6 cores", ["maxn"])), ("10W (4 core)", ("10w", "10 W, 4 cores", [])), ("15W (6 core)", ("15w", "15 W, 6 cores", [])), ("MaxQ", ("maxq", "MaxQ (MLPerf)", []))],
    "Jetson-Nano": [("10W (MAXN)", ("10w", "10 W (MAXN)", ["maxn"])), ("5W", W("5 W"))],
    "TPU-v1": [("TDP", ("default", "TDP, 75 W", []))],
    "TPU-v4": [("measured max", ("default", "Measured maximum, 192 W", []))],
    "Coral-Edge-TPU": [("max", ("max", "Maximum clock, 2 W", [])), ("reduced clock (USB std)", ("std", "Reduced clock, 1 W", ["reduced"]))],
    "Hailo-8": [("max", ("default", "Maximum, 8.65 W", []))],
    "Hailo-8L": [("max", ("default", "Maximum, 5 W", []))],
    "Hailo-10H": [("max", ("default", "Maximum, 5 W", []))],
    "Intel-NCS2-MyriadX": [("USB stick", ("default", "USB stick, 2 W", []))],
    "KPU-T64": [("6W", W("6 W")), ("3W", W("3 W")), ("10W", W("10 W"))],
    "KPU-T128": [("12W", W("12 W")), ("6W", W("6 W")), ("18W", W("18 W"))],
    "KPU-T256": [("30W", W("30 W")), ("15W", W("15 W")), ("50W", W("50 W"))],
    "KPU-T768": [("60W", W("60 W")), ("30W", W("30 W")), ("100W", W("100 W"))],
    "Cloud-AI-100-DM.2": [("TDP", ("25w", "25 W", [])), ("AEDK 20 W (MLPerf v1.0)", ("20w", "20 W", []))],
    "Furiosa-Warboy": [("TDP", ("default", "TDP, 60 W", ["60w"])), ("low", ("40w", "40 W", []))],
}

# --- hosts and links -------------------------------------------------------------------------------------------------
STAND_IN = "stand-in: {} is not in the catalogue"
HOSTS = {
    "Jetson-AGX-Orin-64GB": ("Jetson-AGX-Orin-CPU", 12, ""),
    "NVIDIA-DLA2-Orin": ("Jetson-AGX-Orin-CPU", 12, ""),
    "Jetson-Orin-NX-16GB": ("Jetson-AGX-Orin-CPU", 8, "the same cores, eight of them"),
    "Jetson-Orin-Nano-8GB": ("Jetson-Orin-Nano-CPU", 6, ""),
    "Jetson-Thor-T5000": ("Jetson-AGX-Orin-CPU", 12, STAND_IN.format("Thor's CPU (14 Neoverse V3AE)")),
    "Jetson-AGX-Xavier": ("Jetson-AGX-Xavier-CPU", 8, ""),
    "Jetson-Xavier-NX": ("Jetson-AGX-Xavier-CPU", 6, "the same cores, six of them"),
    "Jetson-Nano": ("Jetson-Nano-CPU", 4, ""),
    "Jetson-TX2": ("Jetson-Nano-CPU", 4, STAND_IN.format("TX2's CPU (4 Cortex-A57, 2 Denver)")),
    "Coral-Edge-TPU": ("RaspberryPi4", 4, ""), "Hailo-8": ("RaspberryPi4", 4, ""), "Hailo-8L": ("RaspberryPi4", 4, ""), "Hailo-10H": ("RaspberryPi4", 4, ""),
    "Intel-NCS2-MyriadX": ("RaspberryPi4", 4, ""),
    "Xilinx-DPU-ZCU102": ("Zynq-UltraScale-CPU", 4, ""), "Xilinx-DPU-ZCU104": ("Zynq-UltraScale-CPU", 4, ""), "Xilinx-DPU-KV260": ("Zynq-UltraScale-CPU", 4, ""),
    "Xilinx-DPU-VCK190": ("Versal-CPU", 2, ""), "Xilinx-DPU-VEK280": ("Versal-CPU", 2, ""),
    "RTX-4090": ("i7-12700K", 8, ""), "RTX-3090": ("i7-12700K", 8, ""), "RX-6900-XT": ("i7-12700K", 8, ""), "UHD-770-iGPU": ("i7-12700K", 8, ""),
    "RTX-PRO-6000-Blackwell-MaxQ": ("i7-12700K", 8, ""), "RTX-2000E-Ada": ("i7-12700K", 8, ""),
    "Apple-M1-GPU": ("Apple-M1-CPU", 4, ""), "Apple-M2-GPU": ("Apple-M2-CPU", 4, ""), "Apple-M2-ANE": ("Apple-M2-CPU", 4, ""),
    "Apple-M3-GPU": ("Apple-M2-CPU", 4, STAND_IN.format("M3's CPU")),
    "Apple-M4-GPU": ("Apple-M4-CPU", 4, ""), "Apple-M4-ANE": ("Apple-M4-CPU", 4, ""),
    "RK3588-NPU": ("RK3588-CPU", 4, ""), "RK3588-Mali-G610": ("RK3588-CPU", 4, ""), "RK3588S-Mali-G610": ("RK3588S-CPU", 4, ""),
    "A311D2-Mali-G52MP8": ("A311D2-CPU", 4, ""),
    "Snapdragon-8-Gen2-Adreno740": ("Snapdragon-8-Gen2-CPU", 5, ""), "QCS8550": ("Snapdragon-8-Gen2-CPU", 5, "the same silicon"),
    "Snapdragon-888-Adreno660": ("Snapdragon-888-CPU", 4, ""),
    "Snapdragon-8-Gen3-NPU": ("Snapdragon-8-Gen2-CPU", 5, STAND_IN.format("Snapdragon 8 Gen 3's CPU")),
    "Snapdragon-8-Elite-NPU": ("Snapdragon-8-Gen2-CPU", 5, STAND_IN.format("Oryon (2 + 6 cores)")),
    "Snapdragon-8-Elite-Gen5-NPU": ("Snapdragon-8-Gen2-CPU", 5, STAND_IN.format("Oryon (2 + 6 cores)")),
    "Snapdragon-7-Gen4-NPU": ("Snapdragon-888-CPU", 4, STAND_IN.format("Snapdragon 7 Gen 4's CPU")),
    "Snapdragon-X-Elite-NPU": ("Apple-M2-CPU", 4, STAND_IN.format("Oryon (12 cores)")),
    "Snapdragon-X-Elite-AdrenoX1": ("Apple-M2-CPU", 4, STAND_IN.format("Oryon (12 cores)")),
    "QCS6490": ("Snapdragon-888-CPU", 4, STAND_IN.format("Kryo 670 (4 Cortex-A78)")),
    "QCM6690": ("Snapdragon-855+-CPU", 4, STAND_IN.format("its eight-core Kryo")),
    "QCS8450": ("Snapdragon-888-CPU", 4, STAND_IN.format("1 Cortex-X2 and 3 A710")),
    "QRB5165": ("Snapdragon-855+-CPU", 4, STAND_IN.format("Kryo 585 (4 Cortex-A77)")),
    "SA8295P": ("Snapdragon-888-CPU", 4, STAND_IN.format("its eight-core Kryo")),
    "SA8775P": ("Jetson-AGX-Orin-CPU", 8, STAND_IN.format("Kryo Gen 6 (8 cores of the A78AE class)")),
    "QCS9075": ("Jetson-AGX-Orin-CPU", 8, STAND_IN.format("Kryo Gen 6 (8 cores of the A78AE class)")),
    "Snapdragon-Ride": ("Jetson-AGX-Orin-CPU", 12, STAND_IN.format("its host")),
    "Cloud-AI-100-DM.2": ("Snapdragon-855+-CPU", 4, STAND_IN.format("the kit's Snapdragon 865")),
    "TDA4VM": ("RaspberryPi4", 2, "Cortex-A72 as well, two of them"), "AM68A": ("RaspberryPi4", 2, "Cortex-A72 as well, two of them"),
    "TDA4VL": ("RaspberryPi4", 2, "Cortex-A72 as well, two of them"), "AM69A": ("RaspberryPi4", 4, "Cortex-A72 as well; four of its eight"),
    "Ambarella-CV52S": ("RK3588-CPU", 2, STAND_IN.format("its two Cortex-A76")),
    "AMD-XDNA-NPU": ("Ryzen-9-8945HS", 8, ""),
    "Mali-G78-MP20": ("Snapdragon-888-CPU", 4, STAND_IN.format("Tensor's CPU")),
    "KPU-T64": ("RaspberryPi5", 4, "assumed: no host is named"), "KPU-T128": ("RaspberryPi5", 4, "assumed: no host is named"),
    "KPU-T256": ("Jetson-AGX-Orin-CPU", 8, "assumed: no host is named"), "KPU-T768": ("Xeon-8490H", 8, "assumed: no host is named"),
    "Plasticine-CGRA": ("RaspberryPi5", 4, "assumed: the paper models none"),
    "Cadence-Vision-Q8": ("RK3588-CPU", 4, "assumed: the integrator's choice"), "CEVA-NeuPro-M-NPM11": ("RK3588-CPU", 4, "assumed: the integrator's choice"),
    "Synopsys-ARC-EV7x": ("RK3588-CPU", 4, "assumed: the integrator's choice"),
}
A53_HOST = STAND_IN.format("the SoC's Cortex-A53/A55/A35/A7 complex")


def host(device):
    ident = device["id"]
    if ident in HOSTS:
        return HOSTS[ident]
    if ident.startswith(("RK", "RV")):
        return "RaspberryPi3B+", 4, A53_HOST
    if device["deployment"] == "datacenter":
        return "Xeon-8490H", 8, ""
    raise SystemExit(f"{ident}: no host")


RAW_LANE = {2: 0.5, 3: 0.9846, 4: 1.9692, 5: 3.9385}
CROSSING = "submit, interrupt and wake-up of one crossing"


def pcie(generation, lanes):
    rate = round(RAW_LANE[generation] * lanes, 2)
    return f"PCIe {generation}.0 x{lanes}", rate, ("derived", ["pcie"], "lane rate × lanes after encoding")


PCIE = {
    "V100-SXM2-32GB": (3, 16), "V100-SXM2-16GB": (3, 16), "V100-SXM3-32GB": (3, 16), "T4": (3, 16), "A100-SXM-80GB": (4, 16), "A100-SXM-40GB": (4, 16),
    "A100-PCIe-80GB": (4, 16), "A100-PCIe-40GB": (4, 16), "A30": (4, 16), "A10": (4, 16), "A2": (4, 8), "L4": (4, 16), "L40S": (4, 16), "RTX-4090": (4, 16),
    "RTX-3090": (4, 16), "RTX-2000E-Ada": (4, 8), "RTX-PRO-6000-Blackwell-MaxQ": (5, 16), "H100-SXM": (5, 16), "H100-PCIe": (5, 16), "H200-SXM": (5, 16),
    "B200-SXM": (5, 16), "B100-SXM": (5, 16), "MI210": (4, 16), "MI250X": (4, 16), "MI300X": (5, 16), "RX-6900-XT": (4, 16),
    "TPU-v1": (3, 16), "TPU-v2": (3, 16), "TPU-v3": (3, 16), "TPU-v4i": (3, 16), "TPU-v4": (3, 16), "TPU-v5e": (3, 16), "TPU-v5p": (3, 16), "TPU-v6e": (4, 16), "TPU-v7": (5, 16),
    "AWS-Inferentia2": (4, 16), "AWS-Trainium1": (4, 16), "Cloud-AI-100-Std": (4, 8), "Cloud-AI-100-Pro": (4, 8), "Cloud-AI-100-DM.2": (4, 4), "Furiosa-Warboy": (4, 8),
    "Xilinx-DPU-VCK5000-4PE": (3, 16), "Alveo-V70": (5, 8), "Hailo-8": (3, 4), "Hailo-8L": (3, 2), "Hailo-10H": (3, 4),
    "KPU-T64": (3, 4), "KPU-T128": (3, 4), "KPU-T256": (4, 8), "KPU-T768": (5, 16), "Plasticine-CGRA": (3, 8),
}
STATED_LINK = {"T4", "A30", "A10", "L4", "L40S", "RTX-4090", "A100-SXM-80GB", "A100-SXM-40GB", "A100-PCIe-80GB", "A100-PCIe-40GB", "A2", "H100-PCIe", "MI210", "TPU-v1",
               "RTX-3090", "RTX-2000E-Ada", "RTX-PRO-6000-Blackwell-MaxQ", "RX-6900-XT", "Cloud-AI-100-Std", "Cloud-AI-100-Pro", "Cloud-AI-100-DM.2", "Furiosa-Warboy",
               "Xilinx-DPU-VCK5000-4PE", "Alveo-V70", "B100-SXM", "Hailo-8", "Hailo-8L"}


def link(device):
    """(name, GB/s, (status, sources, note), microseconds, note)"""
    ident = device["id"]
    if ident == "Coral-Edge-TPU":
        return "USB 3.0", 0.47, ("derived", ["usb_fit"], "effective, bulk transfers of a USB 3 stick"), 125, "one micro-frame of the bus"
    if ident == "Intel-NCS2-MyriadX":
        return "USB 3.0", 0.4, ("estimated", ["estimate"], "effective, bulk transfers of a USB 3 stick"), 125, "one micro-frame of the bus"
    if ident in PCIE:
        name, rate, why = pcie(*PCIE[ident])
        if ident not in STATED_LINK:
            why = ("estimated", ["pcie"], "generation and lanes assumed; lane rate × lanes after encoding")
        return name, rate, why, 10, CROSSING
    rate = device["memory"]["bandwidth_gbs"]
    return "shared memory", rate, ("derived", device["provenance"]["memory"]["sources"], "both read the same memory"), 10 if device["class"] == "GPU" else 20, CROSSING


NOTES = {
    "QRB5165": ["Qualcomm states 15 TOPS for its whole AI engine."],
    "KPU-T64": ["branes-ai/graphs also lists 118 INT8 TOPS at 900 MHz within 6 W: at its own 0.1 pJ per MAC that leaves 0.1 W for everything but arithmetic. It is a claim, not a figure of this catalogue."],
    "KPU-T128": ["branes-ai/graphs also lists 275 INT8 TOPS: a claim that its power envelope contradicts."],
    "KPU-T256": ["branes-ai/graphs also lists 287 and 426 INT8 TOPS with other tile sizes and clocks; the figures here are the ones that agree with each other."],
    "KPU-T768": ["branes-ai/graphs also lists 1181 INT8 TOPS, which does not follow from its own tile records."],
    "Jetson-Orin-Nano-8GB": ["Peaks are stated for MAXN SUPER; the default mode is the 15 W of the module before the Super update, in which published measurements were taken."],
    "Xilinx-DPU-ZCU102": ["QuTiBench reads 29 W at the idle board, most of it not the FPGA's."],
    "TPU-v4": ["No native FP32 matrix multiplication: emulated by passes in BF16."],
}


# --- CPUs that only serve as hosts -----------------------------------------------------------------------------------
def _arm(ident, name, cores, ghz, year, node, process, memory, gbs, capacity, l1, l2_total, watt, source, note):
    status = {"status": "unverified", "sources": [source], "note": note}
    derived = {"status": "derived", "sources": [source], "note": "cores × operations per clock × clock"}
    estimated = {"status": "estimated", "sources": [], "note": "share of the board that the Arm cores draw, assumed"}
    peak = {"fp64": 4, "fp32": 8, "int8": 16}
    tops = {k: round(cores * v * ghz / 1000, 4) for k, v in peak.items()}
    return {
        "id": ident, "name": name, "vendor": "AMD", "class": "CPU", "deployment": "embedded", "launch_year": year, "process_nm": node, "process_name": process,
        "die_mm2": None, "transistors_b": None, "compute_units": {"kind": "core", "count": cores}, "clock_ghz": {"base": ghz, "boost": ghz, "peak_basis": ghz},
        "datapath": {"ops_per_unit_per_clock": {f"{k}_vector": v for k, v in peak.items()}, "simd_bits": 128, "note": "one 128-bit FMLA per clock; no SDOT"},
        "peak_tops": tops, "peak_vector_tops": tops, "accumulate": {}, "memory": {"type": memory, "capacity_gb": capacity, "bandwidth_gbs": gbs},
        "on_chip_kib": {"l1d_per_unit": l1, "l2_total": l2_total}, "interconnect": None, "tdp_w": watt, "power_modes": [{"name": "assumed", "watts": watt}],
        "idle_power_w": {"value": watt * 0.25, "scope": "chip, estimated", "how": "a quarter of the assumed maximum"}, "price_usd": {"value": None, "kind": "part of the board", "year": None},
        "cloud_price_usd_per_hour": [], "notes": ["Listed as the host of the DPU boards."],
        "provenance": {**{k: status for k in ("compute_units", "clock_ghz", "datapath", "memory", "on_chip_kib", "launch_year", "process_nm")},
                       **{k: derived for k in ("peak_tops", "peak_vector_tops")}, **{k: estimated for k in ("tdp_w", "power_modes", "idle_power_w")}},
        "sources": [SHARED_SOURCES[source]],
    }


EXTRA_DEVICES = [
    _arm("Zynq-UltraScale-CPU", "AMD Zynq UltraScale+ processing system (4× Cortex-A53)", 4, 1.2, 2015, 16, "TSMC 16FF+", "DDR4-2400 64-bit (shared with the FPGA)", 19.2, 4, 32, 1024, 3,
         "zynq_ds", "1.2 GHz as the boards run it"),
    _arm("Versal-CPU", "AMD Versal processing system (2× Cortex-A72)", 2, 1.35, 2019, 7, "TSMC 7 nm", "DDR4-3200 64-bit (shared with the FPGA)", 25.6, 8, 32, 1024, 4,
         "versal_ds", "1.35 GHz as the boards run it"),
]
