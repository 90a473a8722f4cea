#!/usr/bin/env python3
"""Checks every row of manifest.json against its file with the `onnx` package alone (no torch).

Verified per sample: size and SHA-256; inputs, opset and licence fields; MACs by a walk over the graph at the default
dimensions, and doubled with the batch; parameters by kind and their difference to the framework; the published figure
to half a unit of its last digit; exactly the tensors that `strip.is_external` names are without data;
contiguous offsets; no absolute path, user name or description left in the file.

Usage: python3 sample_models/scripts/check.py [name ...]
"""

import hashlib
import json
import math
import pathlib
import re
import sys

import onnx

import strip
import walk

SAMPLES = pathlib.Path(__file__).resolve().parent.parent
PATHS = re.compile(rb"(?:/(?:home|root|usr|tmp|var|opt|mnt|work|Users|private|workspace|content)/|[A-Za-z]:\\\\?[A-Za-z]"
                   rb"|site-packages|dist-packages|\.py\b|stack_trace|name_scopes)")
REQUIRED = ("name", "family", "title", "file", "file_bytes", "sha256", "exporter", "source", "opset", "licence",
            "inputs", "default_dims", "parameters", "parameters_framework", "parameters_note", "macs", "macs_method",
            "agreement")


def described(message):
    """Whether any message below `message` still carries a description."""
    for field, value in message.ListFields():
        if field.name in ("doc_string", "metadata_props"):
            return True
        if field.message_type is not None:
            repeated = not hasattr(value, "ListFields")
            if any(described(v) for v in (value if repeated else [value])):
                return True
    return False


def check(row):
    problems = []

    def expect(condition, text):
        if not condition:
            problems.append(text)

    for key in REQUIRED:
        expect(key in row, f"field {key} missing")
    path = SAMPLES / row["file"]
    data = path.read_bytes()
    expect(path.name == f"{row['name']}.onnx", "file name")
    expect(len(data) == row["file_bytes"], "file size")
    expect(hashlib.sha256(data).hexdigest() == row["sha256"], "sha256")
    found = PATHS.search(data)
    expect(not found, f"path or source position in the file: {found and data[max(0, found.start() - 20):found.end() + 20]}")
    model = onnx.ModelProto.FromString(data)
    expect(not described(model), "doc_string or metadata_props left")
    expect(bool(model.producer_name), "producer name")
    opset = {o.domain: o.version for o in model.opset_import}
    expect(opset.get("") == row["opset"], f"opset {opset}")

    initialisers = {t.name for t in model.graph.initializer}
    inputs = [{"name": v.name, "dtype": onnx.helper.tensor_dtype_to_np_dtype(v.type.tensor_type.elem_type).name,
               "shape": [d.dim_value if d.HasField("dim_value") else d.dim_param for d in v.type.tensor_type.shape.dim]}
              for v in model.graph.input if v.name not in initialisers]
    expect(inputs == row["inputs"], f"inputs {inputs}")

    offset = 0
    for name, tensor in walk.constants(model):
        size = math.prod(tensor.dims)
        external = tensor.data_location == onnx.TensorProto.EXTERNAL
        expect(external == strip.is_external(tensor), f"{name}: {size} elements, external {external}")
        if external:
            entries = {e.key: e.value for e in tensor.external_data}
            expect(entries.get("location") == strip.LOCATION, f"{name}: location")
            expect(int(entries["length"]) == (size * strip.BITS[tensor.data_type] + 7) // 8, f"{name}: length")
            expect(not any(len(getattr(tensor, f)) for f in strip.PAYLOAD_FIELDS), f"{name}: data left")
    extents = sorted((int(e["offset"]), int(e["length"])) for e in
                     ({x.key: x.value for x in t.external_data} for _, t in walk.constants(model)) if e)
    for start, length in extents:
        expect(start == offset, f"offset {start} instead of {offset}")
        offset = start + length

    counts = walk.parameter_counts(model)
    for kind, value in counts.items():
        expect(row.get(kind, 0) == value, f"{kind}: {value} in the file, {row.get(kind)} in the manifest")
    terms = sum(t["elements"] for t in row.get("parameters_terms", []))
    expect(row["parameters"] == row["parameters_framework"] + terms, "parameters not explained by their terms")

    if "parameters_reference" in row:
        published = row["parameters_reference"]
        counted = row["parameters" if "folded" in published else "parameters_framework"]
        expect(walk.prints_as(counted, published) or "differs" in published, "published parameters")
        expect(published.get("exact", row["parameters_framework"]) == row["parameters_framework"],
               f"{published.get('exact')} parameters printed by the framework")

    dims = row["default_dims"]
    macs = walk.walk(model, dims).macs
    expect(macs == row["macs"], f"macs: {macs} by the graph, {row['macs']} in the manifest")
    batch = "batch" if "batch" in dims else "batch_size"
    if batch in dims and "text_batch" not in dims:  # images against texts: the similarity product grows with both
        doubled = walk.walk(model, {**dims, batch: 2 * dims[batch]}).macs
        expect(doubled == 2 * macs - row.get("macs_batch_independent", 0), f"batch x 2 gives {doubled}")
    reference = row.get("macs_reference") or {}
    if reference:
        at_reference = walk.walk(model, reference["dims"]).macs
        expect(at_reference == reference["macs"], f"macs at the reference's dimensions: {at_reference}")
        if "value" in reference:
            expect(walk.prints_as(at_reference, reference) or "differs" in reference,
                   f"published {reference['value']} {reference['unit']} against {at_reference}")
        if "exact" in reference:
            expect(reference["exact"] == at_reference or "differs" in reference,
                   f"closed form {reference['exact']} against {at_reference}")
    return problems


def main():
    manifest = json.loads((SAMPLES / "manifest.json").read_text())
    wanted = set(sys.argv[1:])
    failed = total = 0
    expected = {"manifest.json", "README.md", "scripts"} | {row["file"] for row in manifest["models"]}
    for path in SAMPLES.iterdir():
        if path.name not in expected:
            print(f"{path.name}: no manifest row")
            failed += 1
    for row in manifest["models"]:
        if wanted and row["name"] not in wanted:
            continue
        total += row["file_bytes"]
        try:
            problems = check(row)
        except Exception as error:
            problems = [f"{type(error).__name__}: {error}"]
        print(f"{row['name']}: {'ok' if not problems else '; '.join(problems)}")
        failed += bool(problems)
    print(f"{total} bytes in all; {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
