"""Exports networks too large for memory: fake tensors carry shapes and types only.

The dynamo exporter translates the graph as usual; tensors of more than 64 elements become external ones at once.
Symbols get their names back, and weights that are only transposed are stored transposed, as the exporter's own constant
folding does where it has the data.
"""

import re

import numpy as np
import onnx
import onnx_ir
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

import strip


def _nested(spec, values):
    """The wrapper takes its past tensors as one variadic argument: their shapes are nested in a tuple."""
    plain = spec.plain_inputs
    return tuple(values[:plain]) + ((tuple(values[plain:]),) if len(values) > plain else ())


def _external(model):
    offset = 0
    for name, value in model.graph.initializers.items():
        tensor = value.const_value
        size = int(np.prod(tensor.shape.numpy())) if len(tensor.shape) else 1
        if size > strip.FLOAT_LIMIT:
            length = size * tensor.dtype.bitwidth // 8
            value.const_value = onnx_ir.ExternalTensor(strip.LOCATION, offset, length, tensor.dtype, name=name,
                                                       shape=tensor.shape)
            offset += length
        else:
            fill = np.full(tensor.shape.numpy(), strip.FILLER if size > 1 else 0, tensor.dtype.numpy())
            value.const_value = onnx_ir.Tensor(fill, dtype=tensor.dtype, name=name)


def _transpose_weights(graph):
    """Transpose(initialiser), perm [1, 0], becomes an initialiser with swapped dimensions."""
    weights = {t.name: t for t in graph.initializer}
    uses = {}
    for node in graph.node:
        for name in node.input:
            uses[name] = uses.get(name, 0) + 1
    kept, renamed = [], {}
    for node in graph.node:
        if node.op_type == "Transpose" and node.input[0] in weights and len(weights[node.input[0]].dims) == 2:
            tensor = weights[node.input[0]]
            if uses[tensor.name] == 1 and list(node.attribute[0].ints) == [1, 0]:
                tensor.dims[:] = list(tensor.dims)[::-1]
                renamed[node.output[0]] = tensor.name
                continue
        kept.append(node)
    for node in kept:
        for index, name in enumerate(node.input):
            if name in renamed:
                node.input[index] = renamed[name]
    del graph.node[:]
    graph.node.extend(kept)


def _split_outright(graph):
    """SplitToSequence into equal parts, of which SequenceAt takes one each, becomes Split."""
    constants = {n.output[0]: int(onnx.numpy_helper.to_array(n.attribute[0].t).reshape(-1)[0])
                 for n in graph.node if n.op_type == "Constant" and n.attribute[0].t.data_type == onnx.TensorProto.INT64
                 and n.attribute[0].t.dims in ([], [1])}
    constants |= {t.name: int(onnx.numpy_helper.to_array(t).reshape(-1)[0]) for t in graph.initializer
                  if t.data_type == onnx.TensorProto.INT64 and list(t.dims) in ([], [1])}
    parts = {n.output[0]: {} for n in graph.node if n.op_type == "SplitToSequence"}
    kept = []
    for node in graph.node:
        if node.op_type == "SequenceAt" and node.input[0] in parts:
            parts[node.input[0]][constants[node.input[1]]] = node.output[0]
        else:
            kept.append(node)
    for node in kept:
        if node.op_type == "SplitToSequence":
            taken = parts[node.output[0]]
            node.op_type = "Split"
            del node.input[1:]
            node.output[:] = [taken[i] for i in range(len(taken))]
            node.attribute.append(onnx.helper.make_attribute("num_outputs", len(taken)))
            attributes = [a for a in node.attribute if a.name != "keepdims"]
            del node.attribute[:]
            node.attribute.extend(attributes)
    del graph.node[:]
    graph.node.extend(kept)


def _name_symbols(model, spec):
    """Internal symbols such as s10 take the names that the inputs' axes have."""
    names = {}
    for value, entry in zip(model.graph.input, spec.inputs):
        for dimension, wanted in zip(value.type.tensor_type.shape.dim, entry.shape):
            if isinstance(wanted, str):
                names.setdefault(dimension.dim_param, wanted)
                dimension.dim_param = wanted
    for value in (*model.graph.output, *model.graph.value_info):
        for dimension in value.type.tensor_type.shape.dim:
            if dimension.HasField("dim_param"):
                dimension.dim_param = re.sub(r"\bs\d+\b", lambda m: names.get(m.group(), m.group()),
                                             dimension.dim_param)


def export(spec, make_inputs):
    """Returns (model, framework parameters, framework MACs)."""
    mode = FakeTensorMode()
    with mode:
        module = spec.build().eval()
        inputs = make_inputs(spec, {**spec.dims, "batch": 2, **spec.trace_dims})
    shapes = [{axis: torch.export.Dim.DYNAMIC for axis, d in enumerate(e.shape) if isinstance(d, str)}
              for e in spec.inputs]
    parameters = sum(p.numel() for p in module.parameters())
    with torch.no_grad(), mode:
        program = torch.export.export(module, inputs, dynamic_shapes=_nested(spec, shapes), strict=False)
        program._guards_code = []  # written for keyword inputs; they only restate which axes agree
        exported = torch.onnx.export(program, (), None, input_names=[e.name for e in spec.inputs],
                                     output_names=spec.outputs, opset_version=spec.opset, dynamo=True, optimize=False,
                                     verbose=False)
    _external(exported.model)
    model = onnx_ir.to_proto(exported.model)
    _transpose_weights(model.graph)
    _split_outright(model.graph)
    _name_symbols(model, spec)
    with torch.no_grad(), mode, FlopCounterMode(display=False) as counter, sdpa_kernel(SDPBackend.MATH):
        module(*make_inputs(spec, spec.dims))
    return model, parameters, counter.get_total_flops() // 2
