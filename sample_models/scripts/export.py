#!/usr/bin/env python3
"""Makes sample_models/<name>.onnx and its manifest row from the library's own model definition.

Usage: python3 sample_models/scripts/export.py resnet50 bert_base ... | all
"""

import argparse
import fcntl
import hashlib
import importlib.metadata
import json
import os
import pathlib
import sys
import tempfile
import warnings

os.environ.setdefault("OMP_NUM_THREADS", "2")
warnings.filterwarnings("ignore")

import onnx
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

import fake
import strip
import walk
import zoo

SAMPLES = pathlib.Path(__file__).resolve().parent.parent
MANIFEST = SAMPLES / "manifest.json"
NORMALISATIONS = (torch.nn.BatchNorm1d, torch.nn.BatchNorm2d, torch.nn.BatchNorm3d)


def version(package):
    return importlib.metadata.version(package).split("+")[0]


def randomise(module, gain=1.0):
    """Distinct values everywhere, so that the exporter finds no equal tensors to merge; scales keep activations sane."""
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for name, parameter in module.named_parameters():
            if parameter.dim() >= 2:
                bound = gain * (3.0 / max(1, parameter[0].numel())) ** 0.5
                parameter.uniform_(-bound, bound, generator=generator)
            elif name.endswith("weight"):
                parameter.uniform_(0.8, 1.2, generator=generator)
            else:
                parameter.uniform_(-0.1, 0.1, generator=generator)
        for name, buffer in module.named_buffers():
            if name.endswith("running_mean"):
                buffer.uniform_(-0.1, 0.1, generator=generator)
            elif name.endswith("running_var"):
                buffer.uniform_(0.5, 1.5, generator=generator)


def bound_shape(shape, dims):
    return [d if isinstance(d, int) else int(eval(d, {"__builtins__": {}}, dict(dims))) for d in shape]


def make_inputs(spec, dims, device="cpu"):
    generator = torch.Generator().manual_seed(2)
    tensors = []
    for entry in spec.inputs:
        shape = bound_shape(entry.shape, dims)
        if entry.name == "attention_mask":
            tensor = torch.ones(shape, dtype=torch.int64)
        elif entry.dtype.startswith("int"):
            tensor = torch.randint(0, entry.high, shape, generator=generator, dtype=getattr(torch, entry.dtype))
        else:
            tensor = torch.rand(shape, generator=generator, dtype=torch.float32).to(getattr(torch, entry.dtype))
        tensors.append(tensor.to(device))
    return tuple(tensors)


def dynamic_axes(spec):
    axes = {entry.name: {i: d for i, d in enumerate(entry.shape) if isinstance(d, str)} for entry in spec.inputs}
    for index, name in enumerate(spec.outputs):
        symbols = spec.output_axes[index] if spec.output_axes else ["batch"]
        axes[name] = {i: d for i, d in enumerate(symbols) if d is not None}
    return axes


def dynamo_shapes(spec):
    return tuple({axis: d for axis, d in enumerate(entry.shape) if isinstance(d, str)} for entry in spec.inputs)


def export(spec, module, path):
    trace_dims = {**spec.dims, "batch": 2, **spec.trace_dims}
    inputs = make_inputs(spec, trace_dims)
    names = [entry.name for entry in spec.inputs]
    with torch.no_grad():
        if spec.exporter == "dynamo":
            torch.onnx.export(module, inputs, str(path), input_names=names, output_names=spec.outputs,
                              opset_version=spec.opset, dynamo=True, dynamic_shapes=dynamo_shapes(spec),
                              external_data=False, verbose=False)
        else:
            training = torch.onnx.TrainingMode.PRESERVE if spec.keep_batchnorm else torch.onnx.TrainingMode.EVAL
            torch.onnx.export(module, inputs, str(path), input_names=names, output_names=spec.outputs,
                              opset_version=spec.opset, dynamo=False, dynamic_axes=dynamic_axes(spec),
                              do_constant_folding=True, training=training)


def runtime_check(spec, module, path):
    """Largest relative difference between the library and onnxruntime at other values of the free dimensions."""
    import numpy as np
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    inputs = make_inputs(spec, {**spec.dims, **spec.check_dims})
    with torch.no_grad():
        expected = module(*inputs)
    if isinstance(expected, torch.Tensor):
        expected = (expected,)
    fed = {e.name: t.numpy() for e, t in zip(spec.inputs, inputs)}
    wanted = {i.name for i in session.get_inputs()}
    actual = session.run(None, {k: v for k, v in fed.items() if k in wanted})
    worst = 0.0
    for want, got in zip(expected, actual):
        want = want.numpy()
        if spec.compared:
            want, got = spec.compared(want), spec.compared(got)
        if want.shape != got.shape:
            raise SystemExit(f"{spec.name}: runtime check: shape {got.shape} instead of {want.shape}")
        if want.size == 0:
            raise SystemExit(f"{spec.name}: runtime check: an empty output proves nothing")
        scale = max(1e-6, float(np.abs(want).max()))
        worst = max(worst, float(np.abs(want - got).max()) / scale)
    if not worst < 1e-3:
        raise SystemExit(f"{spec.name}: runtime check: relative difference {worst}")
    return worst


def framework_macs(spec, dims=None):
    """MACs of the library's module: half of what torch's FlopCounterMode reports.

    Runs on meta tensors, or on the CPU where building the network or its forward pass looks at values.
    """
    def count(device):
        with torch.device(device):
            module = spec.build().eval()
        with FlopCounterMode(display=False) as counter, torch.no_grad(), sdpa_kernel(SDPBackend.MATH):
            module(*make_inputs(spec, dims or spec.dims, device))
        return counter.get_total_flops()

    try:
        flops = count("meta")
    except (NotImplementedError, RuntimeError):
        flops = count("cpu")
    assert flops % 2 == 0
    return flops // 2


def folded_normalisation(spec, module, model):
    """Terms (elements, reason) by which folding BatchNormalization changes the number of stored elements."""
    layers = [m for n, m in module.named_modules()
              if isinstance(m, NORMALISATIONS) and n.split(".")[0] not in spec.dropped]
    kept = sum(1 for g in walk._graphs(model.graph) for n in g.node if n.op_type == "BatchNormalization")
    return layers, kept


def parameter_terms(spec, module, model, framework, stored):
    """Explains stored - framework exactly; raises when it cannot."""
    terms = list(spec.duplicated)
    for name in spec.dropped:
        terms.append((-sum(p.numel() for p in getattr(module, name).parameters()),
                      f"{name} is not part of the inference graph"))
    scales = walk.resize_scales(model)
    if scales:
        terms.append((scales, "scales of Resize nodes"))
    layers, kept = folded_normalisation(spec, module, model)
    folded = len(layers) - kept
    rest = stored - framework - sum(t[0] for t in terms)
    if folded:
        biased = sum(1 for m in module.modules() if isinstance(m, (torch.nn.Conv2d, torch.nn.Conv3d)) and m.bias is not None)
        if kept == 0:
            scale_shift = sum(2 * m.num_features for m in layers if m.affine)
            terms.append((-scale_shift, f"scale and shift of {folded} BatchNormalization layers folded away"))
            gained = rest + scale_shift
            if gained:
                terms.append((gained, f"convolution biases that the folding creates"))
            expected = sum(m.num_features for m in layers)
            if gained != expected:
                print(f"  note: {spec.name}: folding created {gained} bias elements, channels {expected}, "
                      f"{biased} convolutions had a bias")
        else:
            terms.append((rest, f"{folded} of {len(layers)} BatchNormalization layers folded into convolutions: "
                                "their scale and shift go, convolution biases come"))
        rest = 0
    if rest:
        raise SystemExit(f"{spec.name}: parameters stored {stored}, framework {framework}: {rest} unexplained")
    return [t for t in terms if t[0]]


def agreement(spec, macs, graph_macs, at_reference):
    parts = []
    if macs == graph_macs:
        parts.append("graph count equals the framework count exactly" if not spec.assemble else "graph count by operator")
    else:
        parts.append(f"graph count {graph_macs}, framework count {macs}")
    reference = spec.reference
    if reference and "exact" in reference:
        parts.append("equals the closed form exactly" if reference["exact"] == at_reference
                     else f"closed form {reference['exact']}")
    elif reference:
        inside = walk.prints_as(at_reference, reference)
        where = "" if reference["dims"] == spec.dims else \
            " at " + ", ".join(f"{k} {v}" for k, v in reference["dims"].items() if k != "batch")
        parts.append(f"{'within' if inside else 'not within'} half a unit of the last digit of "
                     f"{reference['value']} {reference['unit']}{where}")
        if not inside and "differs" in reference:
            ratio = at_reference / walk.UNITS[reference["unit"]] / float(reference["value"]) - 1
            parts.append(f"{100 * ratio:+.2f} %: {reference['differs']}")
    return "; ".join(parts)


def source_name(spec):
    return spec.source if spec.source.startswith("own definition") else f"{spec.source} {version(spec.source)}"


def exporter_name(spec):
    if spec.assemble:
        return f"onnx {version('onnx')} {spec.exporter.removeprefix('onnx.')}"
    kind = {"torchscript": "TorchScript", "dynamo": "dynamo"}[spec.exporter]
    suffix = " (BatchNormalization kept)" if spec.keep_batchnorm else ""
    if spec.quantise:
        suffix = f", onnxruntime {version('onnxruntime')} static quantisation ({spec.quantise})"
    return f"torch {version('torch')} {kind}{suffix}"


def quantise(spec, path):
    """Static int8 quantisation: weights per channel, symmetric; activation ranges from two random inputs."""
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

    class Inputs(CalibrationDataReader):
        def __init__(self):
            tensors = make_inputs(spec, {**spec.dims, **spec.trace_dims, "batch": 2})
            self.inputs = iter([{entry.name: tensor.numpy() for entry, tensor in zip(spec.inputs, tensors)}])

        def get_next(self):
            return next(self.inputs, None)

    target = path.with_name("quantised.onnx")
    activations = QuantType.QInt8 if spec.quantise == "QDQ" else QuantType.QUInt8
    quantize_static(str(path), str(target), Inputs(), quant_format=QuantFormat[spec.quantise], per_channel=True,
                    weight_type=QuantType.QInt8, activation_type=activations, op_types_to_quantize=spec.quantised_operators)
    return target


def export_real(spec):
    """Returns (model, module, runtime difference)."""
    module = spec.build().eval()
    randomise(module, spec.gain)
    for parameter in module.parameters():
        parameter.requires_grad_(False)
    if spec.prepare:
        spec.prepare(module)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "full.onnx"
        export(spec, module, path)
        difference = runtime_check(spec, module, path) if spec.runtime_check else None
        if spec.quantise:
            path = quantise(spec, path)
        return onnx.load(str(path)), module, difference


def make(spec):
    torch.manual_seed(0)
    if spec.assemble:
        model, framework, macs = spec.assemble()
        module, difference = torch.nn.Module(), None
    elif spec.fake:
        model, framework, macs = fake.export(spec, make_inputs)
        module, difference = torch.nn.Module(), None
    else:
        model, module, difference = export_real(spec)
        framework = sum(p.numel() for p in module.parameters())
        macs = framework_macs(spec)
    strip.make_weightless(model, spec.name)
    data = model.SerializeToString(deterministic=True)
    target = SAMPLES / f"{spec.name}.onnx"
    counts = walk.parameter_counts(model)
    graph_macs = walk.walk(model, spec.dims).macs
    at_reference = walk.walk(model, spec.reference["dims"]).macs if spec.reference else None
    terms = parameter_terms(spec, module, model, framework, counts["parameters"])
    opset = next(o.version for o in model.opset_import if o.domain in ("", "ai.onnx"))
    note = "; ".join(f"{n:+d}: {why}" for n, why in terms) or "as in the framework"
    row = {
        "name": spec.name, "family": spec.family, "title": spec.title, "file": target.name,
        "file_bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(),
        "exporter": exporter_name(spec), "source": source_name(spec), "opset": opset,
        "licence": spec.licence, "nodes": sum(len(g.node) for g in walk._graphs(model.graph)),
        "inputs": [{"name": e.name, "dtype": e.dtype, "shape": e.shape} for e in spec.inputs],
        "default_dims": spec.dims,
        "parameters": counts["parameters"], "parameters_framework": framework,
        "parameters_terms": [{"elements": n, "reason": why} for n, why in terms], "parameters_note": note,
        "normalization_statistics": counts["normalization_statistics"],
        "other_constants": counts["other_constants"], "scalar_constants": counts["scalar_constants"], "quantization_constants": counts["quantization_constants"],
        "macs": graph_macs, "macs_framework": macs,
        "macs_method": ("closed form of the configuration; " if spec.assemble else
                        "torch FlopCounterMode / 2 on the library's module; ") +
                       "walk over the ONNX graph with the onnx package's shape inference",
        "macs_reference": spec.reference, "agreement": agreement(spec, macs, graph_macs, at_reference),
    }
    if spec.reference:
        row["macs_reference"] = {**spec.reference, "macs": at_reference}
    if spec.parameters_reference:
        counted = counts["parameters"] if "folded" in spec.parameters_reference else framework
        if not walk.prints_as(counted, spec.parameters_reference) and "differs" not in spec.parameters_reference:
            raise SystemExit(f"{spec.name}: {counted} parameters, published {spec.parameters_reference['value']} "
                             f"{spec.parameters_reference['unit']}")
        row["parameters_reference"] = spec.parameters_reference
    if spec.batch_independent:
        row["macs_batch_independent"] = spec.batch_independent
    if spec.note:
        row["note"] = spec.note
    if difference is not None:
        checked = ", ".join(f"{k} {v}" for k, v in spec.check_dims.items()) or "its fixed dimensions"
        row["runtime_check"] = f"onnxruntime {version('onnxruntime')} gives the library's outputs at {checked}"
    print(f"{spec.name}: {len(data)} B, opset {opset}, {row['nodes']} nodes, {graph_macs} MACs ({row['agreement']}), "
          f"{counts['parameters']} parameters (framework {framework}: {note}), runtime difference {difference}",
          flush=True)
    return row, data


def save(row, data):
    with open(SAMPLES / "scripts" / "export.py") as lock:  # several exports may run side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        (SAMPLES / row["file"]).write_bytes(data)
        _save(row)


def _save(row):
    manifest = json.loads(MANIFEST.read_text()) if MANIFEST.exists() else {"schema": "whichchip.samples/1", "models": []}
    models = {m["name"]: m for m in manifest["models"]}
    models[row["name"]] = row
    manifest["models"] = [models[name] for name in sorted(models)]
    MANIFEST.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+", help="sample names, or all")
    names = parser.parse_args().names
    specs = zoo.register_all()
    if names == ["all"]:
        names = list(specs)
    unknown = [n for n in names if n not in specs]
    if unknown:
        sys.exit(f"unknown sample {', '.join(unknown)}; known: {', '.join(specs)}")
    torch.set_num_threads(2)
    torch.backends.mha.set_fastpath_enabled(False)
    failures = []
    for name in names:
        try:
            save(*make(specs[name]))
        except (Exception, SystemExit) as error:
            failures.append(name)
            print(f"{name}: FAILED: {type(error).__name__}: {str(error)[:600]}", flush=True)
    if failures:
        sys.exit(f"failed: {' '.join(failures)}")


if __name__ == "__main__":
    main()
