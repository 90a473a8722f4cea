#!/usr/bin/env python3
"""Fills the tables of docs/energy.md with what the tool prints now, and does its sums again.

  scripts/regenerate_energy.py [--check] [--binary PATH]

Tables stand between `<!-- KIND ARGUMENTS -->` and `<!-- end -->`:

  worked DEVICE PRECISION   events of one layer; the column "by hand" is the author's, every other is the tool's
  layer                     shares of the same layer's dynamic energy on several devices
  batch DEVICE PRECISION    static and dynamic energy of ResNet-18 by batch

"by hand" is arithmetic (· ÷ + − parentheses ⌈ ⌉); it must give the tool's count. --check changes nothing and fails when
a sum does not come out or the file differs from what the tool prints now.
"""

import argparse
import csv
import io
import math
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PATH = ROOT / "docs" / "energy.md"
BLOCK = re.compile(r"(<!-- (worked|layer|batch)([^>]*?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
MODEL, LAYER = "resnet18", "2"  # Conv 3×3 64→64 at 56×56
HAND = re.compile(r"[\d\s.·÷+−()⌈⌉]+")
ON = [("Xeon-8490H", "fp32"), ("Xeon-8490H", "int8"), ("A100-SXM-80GB", "int8"), ("TPU-v4", "int8"),
      ("KPU-T64", "int8"), ("Xilinx-DPU-ZCU104", "int8")]  # fmt: skip
CONTROL = {"pipeline", "branches", "simt_control", "control", "tokens", "vliw", "reconfiguration"}


def events(binary, device, precision, *more, level="detailed"):
    command = [binary, "energy", MODEL, "--hardware", device, "--precision", precision, "--format", "csv"]
    command += ["--level", level, *more]
    environment = dict(os.environ, WHICHCHIP_SAMPLES=str(ROOT / "sample_models"))
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    return list(csv.DictReader(io.StringIO(done.stdout)))


def layer_events(binary, device, precision):
    return [r for r in events(binary, device, precision, level="subgraph") if r["subgraph_id"] == LAYER]


def prefixed(value, unit):
    for factor, prefix in ((1, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"), (1e-12, "p")):
        if value == 0 or value >= factor:
            return f"{value / factor:.4g} {prefix}{unit}"
    return f"{value / 1e-15:.4g} f{unit}"


def by_hand(text):
    if not HAND.fullmatch(text):
        raise SystemExit(f"docs/energy.md: '{text}' is no arithmetic")
    for sign, python in (("·", "*"), ("÷", "/"), ("−", "-"), ("⌈", "math.ceil("), ("⌉", ")")):
        text = text.replace(sign, python)
    return eval(text, {"math": math, "__builtins__": {}})  # digits and operators only, see HAND


def table(head, rows, right):
    rule = ["---:" if i in right else "---" for i in range(len(head))]
    return "".join("| " + " | ".join(line) + " |\n" for line in [head, rule, *rows])


def worked(binary, arguments, old, wrong):
    device, precision = arguments.split()
    hands = {}
    for line in old.splitlines()[2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        hands[cells[0]] = cells[1]
    rows = []
    for r in layer_events(binary, device, precision):
        energy = float(r["energy_j"])
        if energy == 0 or not r["count"]:
            if energy:
                rows.append([r["name"], "the rest", "", "", prefixed(energy, "J")])
            continue
        count, hand = float(r["count"]), hands.get(r["name"], "")
        watts = r["unit"] == "second"
        if not watts:
            if not hand:
                wrong.append(f"{device}: nothing by hand for {r['name']}")
            elif abs(by_hand(hand) - count) > 1e-9 * count:
                wrong.append(f"{device}: {r['name']} by hand {by_hand(hand)}, by the tool {count}")
        each = prefixed(float(r["energy_per_event_j"]), "W" if watts else "J")
        shown = prefixed(count, "s") if watts else f"{count:.10g}"
        time = {"units at work": "units at work ÷ units · the layer's time",
                "units without work": "the rest of the layer's time"}.get(r["name"], "the layer's time")  # fmt: skip
        rows.append([r["name"], time if watts else hand, shown, each, prefixed(energy, "J")])
    return table(["Event", "By hand", "Count", "Each", "Energy"], rows, {2, 3, 4})


def layer(binary, arguments, old, wrong):
    rows = []
    for device, precision in ON:
        all_events = layer_events(binary, device, precision)
        dynamic = [r for r in all_events if r["group"] not in ("static", "host", "supply")]
        total = sum(float(r["energy_j"]) for r in dynamic)
        part = lambda groups: sum(float(r["energy_j"]) for r in dynamic if r["group"] in groups)
        explained = total - part({"unattributed"})
        rows.append([f"{device}, {precision}", prefixed(total, "J"), prefixed(explained, "J"),
                     f"{100 * part(CONTROL) / explained:.3g} %",
                     prefixed(sum(float(r["energy_j"]) for r in all_events) - total, "J")])  # fmt: skip
    head = ["Device", "Dynamic", "of it events", "Instructions and control, of the events", "Static"]
    return table(head, rows, {1, 2, 3, 4})


def batch(binary, arguments, old, wrong):
    device, precision = arguments.split()
    rows = []
    for size in (1, 2, 4, 8, 16, 32, 64):
        all_events = events(binary, device, precision, "--batch", str(size))
        total = sum(float(r["energy_j"]) for r in all_events)
        static = sum(float(r["energy_j"]) for r in all_events if r["group"] == "static")
        rows.append([str(size), prefixed(total, "J"), prefixed(total - static, "J"), prefixed(static, "J"),
                     f"{100 * static / total:.3g} %"])  # fmt: skip
    return table(["Batch", "Energy an inference", "Dynamic", "Static", "Static share"], rows, {0, 1, 2, 3, 4})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--binary", default=os.environ.get("WHICHCHIP", str(ROOT / "build/native/bin/whichchip")))
    options = parser.parse_args()
    old, wrong = PATH.read_text(encoding="utf-8"), []
    make = {"worked": worked, "layer": layer, "batch": batch}
    new = BLOCK.sub(lambda m: m[1] + make[m[2]](options.binary, m[3].strip(), m[4], wrong) + m[5], old)
    for line in wrong:
        print(f"docs/energy.md: {line}")
    if not options.check:
        PATH.write_text(new, encoding="utf-8")
    elif new != old:
        wrong.append("differs")
        print("docs/energy.md is not what the tool prints: run scripts/regenerate_energy.py")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
