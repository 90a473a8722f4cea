#!/usr/bin/env python3
"""Writes a C++ source that holds a file, or the hardware catalogue, as a string.

    embed.py file    --function NAME --header INCLUDE --output OUT FILE
    embed.py catalog --function NAME --files FUNCTION --header INCLUDE --output OUT --files-output OUT --files-text OUT
             ASSETS_FOLDER
    embed.py measurements --function NAME --header INCLUDE --output OUT ASSETS_FOLDER --samples MANIFEST

The catalogue is one JSON object: {"version": digest of all that follows in full, "devices": [one per file, by file
name], "sets": assets/hardware/sets.json, "technology": {file stem: content}}. Its devices hold their figures without
provenance; the second function, in a source of its own, holds the device files in full, one per line, and --files-text
is the same as a text.

The measurements are assets/measurements/calibration.csv, times and rates only, of the models that the samples'
manifest can tell by their structure: {"models": [[name, parameters, MACs, {dimension: default}]], "sources":
[{"title", "software", "benchmark"}], "columns": [models, sources, devices, {dimension: value}s, power modes, units used,
precisions, batches, runtimes, boundaries, metrics, values, years, notes]}: like stands by like, which packs better.
"""

import argparse
import csv
import hashlib
import json
import pathlib
import re
import sys


class AssetError(Exception):
    pass


def read_json(path):
    def unique_keys(pairs):
        keys = [key for key, _ in pairs]
        repeated = sorted({key for key in keys if keys.count(key) > 1})
        if repeated:
            raise AssetError(f"{path}: key given twice: {', '.join(repeated)}")
        return dict(pairs)

    def no_constant(name):
        raise AssetError(f"{path}: {name} is not a JSON number")

    try:
        text = path.read_text(encoding="utf-8")
        return json.loads(text, object_pairs_hook=unique_keys, parse_constant=no_constant)
    except json.JSONDecodeError as error:
        raise AssetError(f"{path}:{error.lineno}: {error.msg}") from error


PROVENANCE = {"status", "source", "note"}


def bare(value, in_peak=False):
    """The device without its sources, each figure as [value, unit], or a number when it has no unit. A peak keeps its
    status, which estimates depend on: [value, unit, status]."""
    if isinstance(value, list):
        return [bare(v) for v in value]
    if not isinstance(value, dict):
        return value
    if "status" not in value:
        return {k: bare(v, in_peak or k == "peak") for k, v in value.items() if k != "sources"}
    figure = {k: v for k, v in value.items() if k not in PROVENANCE}
    if set(figure) - {"value", "unit"}:
        return {**figure, "status": value["status"]} if in_peak else figure
    if in_peak:
        return [value["value"], value.get("unit", ""), value["status"]]
    return [value["value"], value["unit"]] if "unit" in value else value["value"]


def technology(assets):
    """The technology tables without what only readers of the files want: the evidence of every parameter set, which has
    to be there, and the sources that no event tree shows."""
    tables = {p.stem: read_json(p) for p in sorted((assets / "technology").glob("*.json"))}
    for name, parameters in tables["parameters"]["parameters"].items():
        if not parameters.pop("evidence", ""):
            raise AssetError(f"technology/parameters.json: {name} names no evidence")
    shown = {"mac", "gpu_operation", "events", "dram_byte"}
    energy = {k: v for k, v in tables["energy"].items() if k != "unit" and not k.endswith("_source")}
    for name, table in energy.items():
        if name not in shown and isinstance(table, dict):
            table.pop("source", None)
    tables["parameters"].pop("about")
    return {**tables, "energy": energy}


def catalog(assets):
    hardware = assets / "hardware"
    not_devices = {"schema.json", "sets.json"}
    devices = [read_json(p) for p in sorted(hardware.glob("*.json")) if p.name not in not_devices]
    sets = hardware / "sets.json"
    content = {
        "devices": devices,
        "sets": read_json(sets) if sets.exists() else {},
        "technology": {p.stem: read_json(p) for p in sorted((assets / "technology").glob("*.json"))},
    }

    def dump(value):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=True, allow_nan=False)

    version = hashlib.sha256(dump(content).encode()).hexdigest()[:12]
    files = "\n".join(dump(device) for device in devices)
    return dump({"version": version, **content, "technology": technology(assets), "devices": bare(devices)}).encode(), files.encode()


MLPERF = re.compile(r"MLPerf Inference (v\S+) (\w+), github (\S+?): (\S+?)(?:;|$)")


def source_of(text):
    """Title, software stack and, of an MLPerf result, its round, division, submitter, system and link."""
    title, _, software = text.partition("; ")
    found = MLPERF.match(text)
    if not found:
        return {"title": title, "software": software, "benchmark": None}
    version, division, repository, path = found.groups()
    parts = path.split("/")
    benchmark = {
        "name": "MLPerf Inference",
        "round": version,
        "division": division,
        "submitter": parts[1] if len(parts) > 1 else "",
        "system": parts[3] if len(parts) > 3 else "",
        "link": f"https://github.com/{repository}/tree/main/{path}",
    }
    return {"title": f"MLPerf Inference {version} {division}", "software": software, "benchmark": benchmark}


def measurements(assets, manifest):
    names, sources, rows = {}, {}, []
    models = []
    samples = {m["name"]: m for m in read_json(manifest)["models"]}
    with (assets / "measurements" / "calibration.csv").open(encoding="utf-8", newline="") as file:
        for r in csv.DictReader(file):
            sample = samples.get(r["model"])
            if sample is None or r["metric"] not in ("latency_s", "throughput_per_s"):
                continue
            if r["model"] not in names:
                names[r["model"]] = len(models)
                dims = {k: v for k, v in sample["default_dims"].items() if k != "batch"}
                models.append([sample["name"], sample["parameters"], sample["macs"], dims])
            source = sources.setdefault(r["source"], len(sources))
            dims = dict((k, int(v)) for k, v in (d.split("=") for d in r["dims"].split(";") if d))
            rows.append([names[r["model"]], source, r["device"], dims, r["power_mode"], r["units_used"], r["precision"],
                         int(r["batch"]), r["runtime"], r["boundary"], r["metric"], float(r["value"]), int(r["year"] or 0),
                         r["note"]])
    content = {"models": models, "sources": [source_of(s) for s in sources], "columns": list(zip(*rows))}
    return json.dumps(content, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode()


def escaped(data):
    """The bytes as lines of a C++ string literal. Octal escapes take at most three digits, so they end by themselves."""
    plain = {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n", ord("?"): "\\?"}
    step = 4000
    for start in range(0, len(data), step):
        chunk = data[start : start + step]
        yield "".join(plain.get(b) or (chr(b) if 32 <= b < 127 else f"\\{b:03o}") for b in chunk)


def definition(function, data):
    namespace, _, name = function.rpartition("::")
    literal = "\n".join(f'    "{line}"' for line in escaped(data)) or '    ""'
    return (
        f"namespace {namespace} {{\n\n"
        f"std::string_view {name}() {{\n"
        f"  static constexpr char kData[] =\n{literal};\n"
        f"  return {{kData, {len(data)}}};\n"
        f"}}\n\n"
        f"}}  // namespace {namespace}\n"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["file", "catalog", "measurements"])
    parser.add_argument("--function", required=True)
    parser.add_argument("--files", help="of a catalogue: the function that holds the device files")
    parser.add_argument("--samples", type=pathlib.Path, help="of measurements: the samples' manifest")
    parser.add_argument("--header", required=True)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    parser.add_argument("--files-output", type=pathlib.Path, help="of a catalogue: the source of --files")
    parser.add_argument("--text", type=pathlib.Path, help="where the device files or the measurements go as a text, too")
    parser.add_argument("input", type=pathlib.Path)
    arguments = parser.parse_args()
    output = arguments.output
    try:
        if arguments.kind == "catalog":
            bare_devices, files = catalog(arguments.input)
            texts = [(output, arguments.function, bare_devices), (arguments.files_output, arguments.files, files)]
        elif arguments.kind == "measurements":
            texts = [(output, arguments.function, measurements(arguments.input, arguments.samples))]
        else:
            texts = [(output, arguments.function, arguments.input.read_bytes())]
    except (AssetError, OSError) as error:
        sys.exit(f"embed.py: error: {error}")

    if arguments.text:
        arguments.text.parent.mkdir(parents=True, exist_ok=True)
        arguments.text.write_bytes(texts[-1][2])
    for path, function, data in texts:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f'// Generated by cmake/embed.py.\n#include "{arguments.header}"\n\n'
            # The standard promises literals of 65 536 characters only; every compiler here takes more.
            f'#pragma GCC diagnostic ignored "-Woverlength-strings"\n\n{definition(function, data)}',
            encoding="ascii",
        )


if __name__ == "__main__":
    main()
