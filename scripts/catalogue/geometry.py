"""What each mapping needs to know of a chip's inside."""

import curated


class Shape:
    def __init__(self):
        self.device_class = self.mapping = self.unit_name = ""
        self.units = None
        self.extra_peaks = {}


ORDER = ["fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "int16", "int8", "fp4", "int4"]
UNIT_NAMES = {"core": "core", "SM": "SM", "CU": "CU", "EU": "EU", "tile": "tile", "PCU": "PCU"}


def rates(table, make, factor=1.0):
    out = {}
    for precision in ORDER:
        value = table.get(precision)
        if value:
            value *= factor
            out[precision] = make(int(value) if float(value).is_integer() else value)
    return out


def gpu(device, figures, shape):
    dp = device["datapath"]
    matrix = {k: v for k, v in dp.get("matrix_ops_per_unit_per_clock", {}).items()}
    vector = {k: v for k, v in dp.get("vector_ops_per_unit_per_clock", {}).items()}
    if not vector:  # rows that state one rate per precision only
        vector = {k: v * 2 for k, v in dp["macs_per_clock_per_unit"].items()}
        if matrix:
            vector = curated.VECTOR_OPS[device["id"]]
    extra = dp.get("note", "")
    out = {}
    make = lambda v: figures.raw(v, "MAC/clk", "datapath", extra)
    if matrix:
        out["matrix_macs_per_clock"] = rates(matrix, make, 0.5)
    out["vector_macs_per_clock"] = rates(vector, make, 0.5)
    chip = device["on_chip_kib"]
    if chip.get("register_file_per_unit"):
        out["registers"] = figures.raw(chip["register_file_per_unit"], "KiB", "on_chip_kib")
    if chip.get("l1_shared_per_unit"):
        out["shared_memory"] = figures.raw(chip["l1_shared_per_unit"], "KiB", "on_chip_kib")
    elif chip.get("l1_per_unit"):
        out["shared_memory"] = figures.raw(chip["l1_per_unit"], "KiB", "on_chip_kib")
    out["l2"] = figures.raw(chip["l2_total"], "KiB", "on_chip_kib")
    value, note = curated.l2_bytes_per_clock(device)
    out["l2_bytes_per_clock"] = figures.new(value, "B/clk", "estimated", ["estimate"], note)
    beyond = chip.get("l3_total") or chip.get("slc_total")
    if beyond:
        out["last_level_cache"] = figures.raw(beyond, "KiB", "on_chip_kib")
    shape.mapping = "gpu"
    kind = device["compute_units"]["kind"]
    shape.unit_name = kind.split(" (")[0]
    return out


def cpu(device, figures, shape):
    dp = device["datapath"]
    ops = dp.get("ops_per_unit_per_clock")
    best = {}
    if ops:
        for key, value in ops.items():
            precision = key.rsplit("_", 1)[0]
            best[precision] = max(best.get(precision, 0), value / 2)
    else:
        best = dict(dp["macs_per_clock_per_unit"])
    make = lambda v: figures.raw(v, "MAC/clk", "datapath", dp.get("note", ""))
    out = {
        "simd": figures.raw(dp.get("simd_bits", 512), "bit", "datapath", dp.get("note", "")),
        "macs_per_clock": rates(best, make),
        "matrix_unit": bool(dp.get("amx") or dp.get("amx_tile")),
    }
    chip = device["on_chip_kib"]
    out["l1"] = figures.raw(chip["l1d_per_unit"], "KiB", "on_chip_kib", "data, per core")
    cores = device["compute_units"]["count"]
    if chip.get("l2_per_unit"):
        out["l2"] = figures.raw(chip["l2_per_unit"], "KiB", "on_chip_kib", "per core")
    else:
        status, sources, note = figures.group("on_chip_kib")
        out["l2"] = figures.new(chip["l2_total"] / cores, "KiB", status, sources,
                                "; ".join(n for n in (note, f"{chip['l2_total']} KiB shared by {cores} cores") if n))
    if chip.get("l3_total"):
        out["l3"] = figures.raw(chip["l3_total"], "KiB", "on_chip_kib")
    shape.mapping, shape.unit_name = "cpu", "core"
    return out


def systolic(device, figures, shape):
    dp = device["datapath"]
    rows = dp.get("mxu_rows") or dp.get("pe_rows") or dp.get("mma_rows")
    cols = dp.get("mxu_cols") or dp.get("pe_cols") or dp.get("mma_cols")
    count = device["compute_units"]["count"]
    arrays = curated.ARRAYS.get(device["id"], count * dp.get("mxus_per_core", 1))
    total = dp.get("macs_per_clock")
    each = {k: v / arrays for k, v in total.items()} if total else dict(dp["macs_per_clock_per_unit"])
    if dp.get("int16_macs_per_clock_per_unit"):
        each["int16"] = dp["int16_macs_per_clock_per_unit"]
    status, sources, note = figures.group("datapath")
    extra = curated.ARRAY_NOTES.get(device["id"], "")
    make = lambda v: figures.raw(v, "MAC/clk", "datapath", extra)
    out = {
        "rows": figures.raw(rows, None, "datapath"),
        "columns": figures.raw(cols, None, "datapath"),
        "macs_per_clock": rates(each, make),
    }
    clock = device["clock_ghz"]["peak_basis"]
    for precision, value in device["peak_tops"].items():
        if value is not None and precision not in each and (device["id"], precision) not in curated.NOT_THE_ARRAY:
            derived = value * 1e3 / (2 * arrays * clock)
            out["macs_per_clock"][precision] = figures.new(round(derived, 1), "MAC/clk", "derived", sources,
                                                           "published peak ÷ (2 × arrays × clock)")
    out["macs_per_clock"] = {p: out["macs_per_clock"][p] for p in ORDER if p in out["macs_per_clock"]}
    lanes = curated.VECTOR_LANES[device["id"]]
    out["vector_lanes"] = figures.new(*lanes)
    sram = curated.systolic_sram(device)
    out["sram"] = figures.new(*sram) if len(sram) == 5 else figures.raw(sram[0], "KiB", "on_chip_kib", sram[1])
    if device["id"] == "Coral-Edge-TPU":
        out["weight_capacity"] = figures.new(6.5, "MB", "derived", ["coral_bench"],
                                             "the part of the 8 MiB that holds weights: reproduces the published times of models below and above it")
        out["weights_over_link"] = True
    shape.mapping = "systolic"
    names = {"TensorCore": "MXU", "MXU": "MXU"}
    kind = device["compute_units"]["kind"]
    shape.unit_name = names.get(kind, kind)
    unit_note = "" if arrays == count else f"{count} {kind} of {arrays // count} arrays each"
    shape.units = figures.raw(arrays, None, "compute_units", "; ".join(n for n in (unit_note, extra) if n))
    if "int16" in each:
        shape.extra_peaks["int16"] = (2 * each["int16"] * arrays * clock / 1e3, "TOPS", "derived", sources, "arrays × MAC/clk × 2 × clock")
    return out


def npu(device, figures, shape):
    ident, dp = device["id"], device["datapath"]
    plan = curated.NPU.get(ident, {})
    count = plan.get("cores", device["compute_units"]["count"])
    status, sources, note = figures.group("datapath")
    note = "; ".join(n for n in (note, dp.get("note", "")) if n)
    if "pixel_parallel" in dp:
        split = (dp["pixel_parallel"], dp["input_channel_parallel"], dp["output_channel_parallel"])
        each = dict(dp["macs_per_clock_per_unit"])
    else:
        split = plan["split"]
        each = dict(plan["macs"])
    why = plan.get("why", "how the MACs divide over pixels, input and output channels is not published; a near-square split is assumed")
    out = {}
    for key, value in zip(("rows", "input_channel_parallel", "output_channel_parallel"), split):
        out[key] = figures.new(value, None, "estimated", ["estimate"], why)
    out["assumed"] = dp.get("factorisation", "assumed") == "assumed"
    clock = (curated.CLOCK.get(ident) or (device["clock_ghz"]["peak_basis"],))[0]
    make = lambda v: figures.new(v, "MAC/clk", *plan.get("rate", (status, sources, note)))
    out["macs_per_clock"] = rates(each, make)
    int16 = dp.get("int16_tops")
    if int16:
        each["int16"] = each["int8"] / 4
        out["macs_per_clock"]["int16"] = figures.new(each["int16"], "MAC/clk", "estimated", ["estimate"], "a quarter of int8 assumed")
    for precision, value in device["peak_tops"].items():
        if value is not None and precision not in each:
            out["macs_per_clock"][precision] = figures.new(round(value * 1e3 / (2 * count * clock), 1), "MAC/clk", "derived", sources,
                                                           "published peak ÷ (2 × cores × clock)")
    out["macs_per_clock"] = {p: out["macs_per_clock"][p] for p in ORDER if p in out["macs_per_clock"]}
    out["vector_bytes_per_clock"] = figures.new(*curated.vector_bytes(device, count, clock))
    sram = curated.npu_sram(device, count)
    if sram:
        out["sram"] = figures.raw(sram[0], "KiB", "on_chip_kib", sram[1]) if len(sram) == 2 else figures.new(*sram)
    shape.mapping = "dsp" if device["class"] == "DSP" else "npu"
    shape.unit_name = plan.get("unit", device["compute_units"]["kind"].split(" (")[0])
    if "cores" in plan:
        shape.units = figures.new(count, None, "derived", sources, plan["cores_note"])
    return out


def dpu(device, figures, shape):
    ident, dp = device["id"], device["datapath"]
    plan = curated.DPU.get(ident)
    status, sources, note = figures.group("datapath")
    if plan:
        cores, split, unit, peak, why = plan["cores"], plan["split"], plan["unit"], plan["peak"], plan["why"]
        shape.units = figures.new(cores, None, *why)
        shape.extra_peaks["int8"] = peak
        split_status = ("estimated", ["estimate"], "how the MACs divide over pixels and channels is not published; a near-square split is assumed")
    else:
        split = (dp["pixel_parallel"], dp["input_channel_parallel"], dp["output_channel_parallel"])
        unit = "DPU core"
        split_status = (status, sources, note)
    out = {}
    for key, value in zip(("pixel_parallel", "input_channel_parallel", "output_channel_parallel"), split):
        out[key] = figures.new(value, None, *split_status)
    out["assumed"] = bool(plan)
    out["buffer"] = figures.new(*curated.DPU_BUFFER[ident])
    shape.mapping, shape.unit_name = "dpu", unit
    return out


def dataflow(device, figures, shape):
    shape.mapping, shape.unit_name = "dataflow", "fabric"
    return {"weight_capacity": figures.new(*curated.DATAFLOW_CAPACITY[device["id"]])}


def kpu(device, figures, shape):
    ident = device["id"]
    plan = curated.KPU[ident]
    dp = device["datapath"]
    pools = []
    for kind, tiles in dp["tile_mix"].items():
        rows, columns, macs = plan["pools"][kind]
        make = lambda v: figures.new(v, "MAC/clk", "vendor_projection", ["kpu_py"], plan["why"])
        pools.append({
            "kind": kind,
            "tiles": figures.raw(tiles, None, "datapath"),
            "rows": figures.raw(rows, None, "datapath"),
            "columns": figures.raw(columns, None, "datapath"),
            "macs_per_clock": rates(macs, make),
        })
    shape.mapping, shape.unit_name = "kpu", "tile"
    chip = device["on_chip_kib"]
    return {
        "pools": pools,
        "mesh_x": figures.new(plan["mesh"][0], None, "vendor_projection", ["kpu_py"], ""),
        "mesh_y": figures.new(plan["mesh"][1], None, "vendor_projection", ["kpu_py"], ""),
        "tile_memory": figures.raw(chip["l1_per_unit"], "KiB", "on_chip_kib", "per tile"),
        "shared_memory": figures.raw(chip["l3_total"], "KiB", "on_chip_kib", "L3, all tiles"),
    }


def cgra(device, figures, shape):
    dp = device["datapath"]
    shape.mapping, shape.unit_name = "cgra", "PCU"
    return {
        "lanes": figures.raw(dp["lanes"], None, "datapath", dp["note"]),
        "stages": figures.raw(dp["stages"], None, "datapath", dp["note"]),
        "memory_units": figures.raw(dp["pmu_count"], None, "datapath"),
        "memory_unit": figures.raw(dp["pmu_kib"], "KiB", "datapath"),
    }


BY_MAPPING = {"gpu": gpu, "cpu": cpu, "systolic": systolic, "npu": npu, "dsp": npu, "dpu": dpu, "dataflow": dataflow, "kpu": kpu, "cgra": cgra}


def describe(device, figures, shape):
    shape.device_class = curated.CLASS.get(device["id"], device["class"])
    out = BY_MAPPING[curated.mapping(device)](device, figures, shape)
    if shape.units is None:
        shape.units = figures.raw(device["compute_units"]["count"], None, "compute_units")
    return out


def side_engines(device, figures):
    out = []
    dp = device["datapath"]
    dla = dp.get("engines", {}).get("dla")
    if dla:
        make = lambda v: figures.raw(v, "MAC/clk", "datapath")
        out.append({
            "name": "DLA",
            "count": figures.raw(dla["count"], None, "datapath"),
            "clock": figures.raw(dla["clock_ghz"], "GHz", "datapath"),
            "macs_per_clock": {"int8": make(dla["int8_ops_per_clock_each"] // 2)},
        })
    extra = dp.get("extra_units")
    if extra:
        table = {"fp32": extra["fp32_ops_per_clock"]}
        if extra.get("int8_ops_per_clock"):
            table["int8"] = extra["int8_ops_per_clock"]
        make = lambda v: figures.raw(v, "MAC/clk", "datapath")
        out.append({
            "name": extra["kind"],
            "count": figures.raw(extra["count"], None, "datapath"),
            "clock": figures.raw(extra["boost_ghz"], "GHz", "datapath"),
            "macs_per_clock": rates(table, make, 0.5),
        })
    return out
