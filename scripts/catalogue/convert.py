#!/usr/bin/env python3
"""Writes assets/hardware/<id>.json from tables of raw data-sheet figures.

    convert.py --output assets/hardware TABLE.json…

A raw table is a list of devices with one provenance entry per group of figures. The converter spreads these over the
single figures, adds what the engine's mappings need (array geometry, hosts, links, power modes with slugs) from
curated.py, and marks all that it adds as derived or estimated, with the reasoning in the figure's note. The asset files
are the source of truth once written: edit them by hand, run this again only for new raw tables.
"""

import argparse
import json
import pathlib
import re
import sys

import curated
import geometry
from figures import Figures, clean


def process(device, figures):
    out = {"name": "not published" if device["process_name"].startswith("not published") else device["process_name"]}
    for key, raw, unit in (("node", "process_nm", "nm"), ("die", "die_mm2", "mm2"), ("transistors", "transistors_b", "1e9")):
        if device.get(raw) is not None:
            out[key] = figures.raw(device[raw], unit, raw)
    return out


def clock(device, figures):
    out = {}
    basis = curated.CLOCK.get(device["id"])
    for key, raw in (("base", "base"), ("boost", "boost"), ("sustained", "peak_basis")):
        value = device["clock_ghz"].get(raw)
        if value is not None and not (basis and device["class"] == "KPU"):
            out[key] = figures.raw(round(value, 6), "GHz", "clock_ghz")
    if basis:
        out["sustained"] = figures.new(*basis)
    vector = curated.VECTOR_CLOCK.get(device["id"])
    if vector:
        out["vector"] = figures.new(*vector)
    return out


def peaks(device, figures, shape):
    out = {}
    overrides = curated.PEAKS.get(device["id"])
    if overrides is not None:
        return {p: figures.new(*entry) for p, entry in (overrides or shape.extra_peaks).items()}
    table = {p: v for p, v in device["peak_tops"].items() if (device["id"], p) not in curated.NOT_THE_ARRAY}
    if device["datapath"].get("int16_tops"):
        table["int16"] = device["datapath"]["int16_tops"]
    order = ["fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "int16", "int8", "fp4", "int4"]
    for precision in order:
        value = table.get(precision)
        if value is None:
            continue
        figure = figures.raw(value, "TOPS", "peak_tops")
        reason = curated.DEPARTS.get((device["id"], precision))
        if reason:
            figure["departs"] = reason
        out[precision] = figure
    for precision, entry in shape.extra_peaks.items():
        out.setdefault(precision, figures.new(*entry))
    return {p: out[p] for p in order if p in out}


def vector_peaks(device, figures):
    if device["class"] == "KPU":
        return {"fp32": figures.new(*curated.PEAKS[device["id"]]["fp32"])}
    return {p: figures.raw(v, "TOPS", "peak_vector_tops") for p, v in device["peak_vector_tops"].items() if v is not None}


def memory(device, figures):
    override = curated.MEMORY.get(device["id"], {})
    raw = device["memory"]
    out = {"type": override.get("type", raw["type"])}
    out["capacity"] = figures.raw(raw["capacity_gb"], "GB", "memory")
    if "bandwidth" in override:
        out["bandwidth"] = figures.new(*override["bandwidth"])
    else:
        out["bandwidth"] = figures.raw(raw["bandwidth_gbs"], "GB/s", "memory")
    return out


def slug(name):
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def observed(entry, figures):
    return {"what": clean(entry["name"]), "power": figures.raw(entry["watts"], "W", "power_modes")}


def one_mode(device, figures, entry, choice):
    """choice: (slug, display name, aliases)"""
    mode_id, name, aliases = choice
    out = {"id": mode_id, "name": name}
    if aliases:
        out["aliases"] = aliases
    extra = []
    clocks = entry.get("clocks", {})
    own = {"GPU": "gpu_mhz", "CPU": "cpu_mhz", "KPU": "tile_mhz"}.get(device["class"])
    labels = {"gpu_mhz": "GPU {} MHz", "cpu_mhz": "CPU {} MHz", "cpu_cores": "{} CPU cores", "dla_mhz": "DLA {} MHz", "emc_mhz": "memory {} MHz"}
    for key, label in labels.items():
        if key in clocks and key != own:
            extra.append(label.format(clocks[key]))
    out["cap"] = figures.raw(entry["watts"], "W", "power_modes", ", ".join(extra))
    overrides = curated.MODE_FIGURES.get((device["id"], mode_id), {})
    if own in clocks:
        out["clock"] = figures.raw(round(clocks[own] / 1000, 6), "GHz", "power_modes")
    if entry.get("memory_bandwidth_gbs") is not None:
        out["bandwidth"] = figures.raw(entry["memory_bandwidth_gbs"], "GB/s", "power_modes")
    if entry.get("units_on") is not None:
        out["units_on"] = figures.raw(entry["units_on"], None, "power_modes")
    for key, value in overrides.items():
        out[key] = figures.new(*value)
    return out


def modes(device, figures):
    ident = device["id"]
    entries = {e["name"]: e for e in device["power_modes"]}
    plan = curated.MODES.get(ident)
    watched = [observed(e, figures) for e in device["power_modes"] if e["name"] in curated.OBSERVED.get(ident, ())]
    if plan is None:
        rest = [e for e in device["power_modes"] if e["name"] not in curated.OBSERVED.get(ident, ())]
        if len(rest) != 1:
            sys.exit(f"{ident}: curated.MODES must order {list(entries)}")
        title = "TDP" if rest[0]["name"] == "TDP" else "Default"
        return [one_mode(device, figures, rest[0], ("default", f"{title}, {rest[0]['watts']:g} W", []))], watched
    out = []
    for name, choice in plan:
        entry = entries.get(name)
        if entry is None:
            mode_id, title, aliases = choice
            mode = {"id": mode_id, "name": title}
            if aliases:
                mode["aliases"] = aliases
            mode.update({k: figures.new(*v) for k, v in curated.MODE_FIGURES[(ident, mode_id)].items()})
            out.append(mode)
        else:
            out.append(one_mode(device, figures, entry, choice))
    return out, watched


def idle_scope(text):
    text = text.lower()
    if "server" in text or "socket" in text:
        return "server"
    if "module" in text:
        return "module"
    if "board" in text or "stick" in text or "dev kit" in text:
        return "board"
    return "chip"


def power(device, figures):
    out = {"tdp": figures.raw(device["tdp_w"], "W", "tdp_w")}
    idle = device["idle_power_w"]
    how = "; ".join(x for x in (clean(idle["scope"]), clean(idle["how"])) if x)
    override = curated.IDLE.get(device["id"])
    figure = figures.new(*override) if override else figures.raw(idle["value"], "W", "idle_power_w", how)
    figure["scope"] = idle_scope(idle["scope"])
    figure["measured"] = figure["status"] in ("looked_up", "derived") and "estimated" not in idle["scope"]
    out["idle"] = figure
    static = curated.STATIC.get(device["id"])
    if static:
        out["static"] = figures.new(*static)
    out["modes"], watched = modes(device, figures)
    if watched:
        out["observed"] = watched
    return out


def host(device, figures):
    if device["class"] == "CPU":
        return None
    ident, cores, why = curated.host(device)
    link, gbs, why_link, sync_us, why_sync = curated.link(device)
    note = "the processor that feeds the device and runs what it cannot"
    return {
        "id": ident,
        "cores": figures.new(cores, None, "estimated", ["estimate"], why or note),
        "link": link,
        "bandwidth": figures.new(gbs, "GB/s", *why_link),
        "synchronisation": figures.new(sync_us, "us", "estimated", ["estimate"], why_sync),
    }


def prices(device, figures, out):
    price = device["price_usd"]
    if price["value"] is not None:
        out["price"] = {**figures.raw(price["value"], "USD", "price_usd"), "kind": clean(price["kind"])}
        if price.get("year"):
            out["price"]["year"] = price["year"]
    cloud = []
    for entry in device["cloud_price_usd_per_hour"]:
        note = ""
        if entry["usd_per_hour_instance"] is not None and entry["devices"] != 1:
            note = f"{entry['usd_per_hour_instance']:g} USD/h for {entry['devices']} devices"
        cloud.append({"cloud": entry["cloud"], "instance": clean(entry["instance"]), "year": entry["year"],
                      "usd_per_hour": figures.raw(entry["usd_per_hour_per_device"], "USD/h", "cloud_price_usd_per_hour", note)})
    if cloud:
        out["cloud_prices"] = cloud


def convert(device):
    figures = Figures(device)
    ident = device["id"]
    shape = geometry.Shape()
    described = geometry.describe(device, figures, shape)
    out = {"schema": "whichchip.device/1", "id": ident}
    if ident in curated.ALIASES:
        out["aliases"] = curated.ALIASES[ident]
    out.update(name=curated.NAMES.get(ident) or clean(device["name"]), vendor=device["vendor"], **{"class": shape.device_class, "mapping": shape.mapping},
               deployment=curated.deployment(device))
    out["launch_year"] = figures.raw(device["launch_year"], None, "launch_year")
    out["process"] = process(device, figures)
    out["units"] = {"name": shape.unit_name, "count": shape.units}
    out["clock"] = clock(device, figures)
    out["peak"] = peaks(device, figures, shape)
    vector = vector_peaks(device, figures)
    if vector:
        out["peak_vector"] = vector
    out["memory"] = memory(device, figures)
    out["geometry"] = described
    engines = geometry.side_engines(device, figures)
    if engines:
        out["side_engines"] = engines
    out["power"] = power(device, figures)
    served_by = host(device, figures)
    if served_by:
        out["host"] = served_by
    prices(device, figures, out)
    notes = [clean(n) for n in device["notes"] if not n.startswith("Alias of")] + curated.NOTES.get(ident, [])
    if device["interconnect"] and not any(w in device["interconnect"] for w in ("memory", "DRAM", "integrator", "NoC")):
        notes.append("Interconnect: " + device["interconnect"])
    if notes:
        out["notes"] = notes
    out["sources"] = figures.used_sources()
    return out


COMPACT = 118


def render(value, indent=0):
    """JSON with one figure per line, so that a file reads like a table."""
    flat = json.dumps(value, ensure_ascii=False)
    is_figure = isinstance(value, dict) and "status" in value
    simple = isinstance(value, list) and all(not isinstance(v, (dict, list)) for v in value)
    if not isinstance(value, (dict, list)) or is_figure or (simple and len(flat) + indent < COMPACT) or not value:
        return flat
    pad = "  " * (indent + 1)
    if isinstance(value, dict):
        if "id" in value and "title" in value:
            return flat
        rows = [f"{pad}{json.dumps(k)}: {render(v, indent + 1)}" for k, v in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + "  " * indent + "}"
    rows = [pad + render(v, indent + 1) for v in value]
    return "[\n" + ",\n".join(rows) + "\n" + "  " * indent + "]"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    parser.add_argument("--only", nargs="*", help="ids to write")
    parser.add_argument("tables", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    raw = curated.EXTRA_DEVICES + [d for table in arguments.tables for d in json.loads(table.read_text(encoding="utf-8"))]
    for device in raw:
        if device["id"] in curated.SKIP or (arguments.only and device["id"] not in arguments.only):
            continue
        text = render(convert(device)) + "\n"
        (arguments.output / f"{device['id']}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
