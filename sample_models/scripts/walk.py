"""Counts MACs and parameters of an ONNX graph with the `onnx` package alone.

The graph is walked once in order with all symbols bound: each node's output shapes come from the operator schema's own
inference, and small integer tensors are computed by value with the reference evaluator, so that Reshape targets made by
Shape, Gather and Concat are known. A shape that stays unknown is an error, never a zero.
"""

import math

import numpy as np
import onnx
from onnx import TensorProto, defs, helper, numpy_helper, shape_inference
from onnx.reference import ReferenceEvaluator

VALUE_LIMIT = 4096  # elements up to which integer tensors are computed by value
UNITS = {"G": 1e9, "GFLOP": 0.5e9, "M": 1e6, "B": 1e9}  # MACs in one unit of a published figure; parameters for M and B
FLOATING = {TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.BFLOAT16, TensorProto.DOUBLE}


def prints_as(value, reference):
    """Whether `value` (exact) prints as the published figure to within half a unit of its last digit."""
    text, scale = reference["value"], UNITS[reference["unit"]]
    digits = len(text.split(".")[1]) if "." in text else 0
    return abs(value / scale - float(text)) <= 0.5 * 10 ** -digits + 1e-9


class Counts:
    def __init__(self):
        self.macs = 0
        self.macs_by_operator = {}
        self.nodes = 0

    def add(self, operator, macs):
        self.macs += macs
        self.macs_by_operator[operator] = self.macs_by_operator.get(operator, 0) + macs


def _inline_value(tensor):
    if tensor.data_location == TensorProto.EXTERNAL:
        return None
    return numpy_helper.to_array(tensor)


class Walker:
    def __init__(self, model, dims, fixed=None):
        self.model = model
        self.dims = dims
        self.opsets = {entry.domain: entry.version for entry in model.opset_import}
        self.opsets.setdefault("", 1)
        self.functions = {(f.domain, f.name): f for f in model.functions}
        self.counts = Counts()

    def bind(self, dimension):
        if dimension.HasField("dim_value"):
            return dimension.dim_value
        name = dimension.dim_param
        if name in self.dims:
            return self.dims[name]
        return int(eval(name, {"__builtins__": {}}, dict(self.dims)))  # derived symbols such as "past + seq"

    def run(self):
        self.graph(self.model.graph, {}, {})
        return self.counts

    def graph(self, graph, shapes, values):
        shapes, values = dict(shapes), dict(values)
        for value in graph.input:
            tensor_type = value.type.tensor_type
            shapes[value.name] = (tensor_type.elem_type, tuple(self.bind(d) for d in tensor_type.shape.dim))
        for tensor in graph.initializer:
            self.constant(tensor.name, tensor, shapes, values)
        for node in graph.node:
            self.node(node, shapes, values)
        return [(shapes[v.name], values.get(v.name)) for v in graph.output]

    def constant(self, name, tensor, shapes, values):
        shapes[name] = (tensor.data_type, tuple(tensor.dims))
        if math.prod(tensor.dims) <= VALUE_LIMIT:
            value = _inline_value(tensor)
            if value is not None:
                values[name] = value

    def node(self, node, shapes, values):
        self.counts.nodes += 1
        if node.op_type == "Constant" and node.attribute[0].name == "value":
            self.constant(node.output[0], node.attribute[0].t, shapes, values)
            return
        function = self.functions.get((node.domain, node.op_type))
        if function is not None:
            self.function(function, node, shapes, values)
            return
        if node.op_type == "If":
            self.branches(node, shapes, values)
            return
        if node.op_type == "Shape":
            attributes = {a.name: a.i for a in node.attribute}
            dims = shapes[node.input[0]][1]
            values[node.output[0]] = np.array(dims[attributes.get("start", 0):attributes.get("end", len(dims))],
                                              np.int64)
            shapes[node.output[0]] = (TensorProto.INT64, values[node.output[0]].shape)
            return
        if node.op_type == "Size":
            values[node.output[0]] = np.array(math.prod(shapes[node.input[0]][1]), np.int64)
            shapes[node.output[0]] = (TensorProto.INT64, ())
            return
        if node.domain == "com.microsoft" or node.op_type == "SimplifiedLayerNormalization":
            self.contrib(node, shapes)
            return
        self.infer(node, shapes, values)
        self.evaluate(node, shapes, values)
        self.count(node, shapes)

    def branches(self, node, shapes, values):
        results = {a.name: self.graph(a.g, shapes, values) for a in node.attribute}
        condition = values.get(node.input[0])
        chosen = results["then_branch" if condition is None or bool(condition) else "else_branch"]
        for name, (shape, value) in zip(node.output, chosen):
            shapes[name] = shape
            if value is not None:
                values[name] = value

    def function(self, function, node, shapes, values):
        inner_shapes = {f: shapes[a] for f, a in zip(function.input, node.input) if a}
        inner_values = {f: values[a] for f, a in zip(function.input, node.input) if a in values}
        given = {a.name: a for a in node.attribute}
        for default in function.attribute_proto:
            given.setdefault(default.name, default)
        for body in function.node:
            copy = onnx.NodeProto()
            copy.CopyFrom(body)
            del copy.attribute[:]
            for attribute in body.attribute:
                source = given.get(attribute.ref_attr_name) if attribute.ref_attr_name else attribute
                if source is not None:
                    added = copy.attribute.add()
                    added.CopyFrom(source)
                    added.name = attribute.name
            self.node(copy, inner_shapes, inner_values)
        for outer, inner in zip(node.output, function.output):
            shapes[outer] = inner_shapes[inner]
            if inner in inner_values:
                values[outer] = inner_values[inner]

    def infer(self, node, shapes, values):
        schema = defs.get_schema(node.op_type, self.opsets[node.domain], node.domain)
        types, data = {}, {}
        for name in node.input:
            if not name:
                continue
            element, dims = shapes[name]
            types[name] = helper.make_tensor_type_proto(element, dims)
            if name in values:
                data[name] = numpy_helper.from_array(np.asarray(values[name]), name)
        imports = [helper.make_opsetid(d, v) for d, v in self.opsets.items()]
        inferred = shape_inference.infer_node_outputs(schema, node, types, data, opset_imports=imports,
                                                      ir_version=self.model.ir_version)
        for name in node.output:
            if not name:
                continue
            if name not in inferred:  # schemas that are only function bodies
                if node.op_type not in ("LessOrEqual", "GreaterOrEqual"):
                    raise ValueError(f"{node.op_type} {node.name}: no inference")
                shapes[name] = (TensorProto.BOOL, tuple(np.broadcast_shapes(*(shapes[n][1] for n in node.input))))
                continue
            tensor_type = inferred[name].tensor_type
            if not tensor_type.HasField("shape") or any(not d.HasField("dim_value") for d in tensor_type.shape.dim):
                known = self.shape_by_value(node, shapes, values)
                if known is None:
                    raise ValueError(f"{node.op_type} {node.name}: shape of {name} unknown")
                shapes[name] = (tensor_type.elem_type, known)
                continue
            shapes[name] = (tensor_type.elem_type, tuple(d.dim_value for d in tensor_type.shape.dim))

    def contrib(self, node, shapes):
        """onnxruntime's operators, for which the onnx package has no schema."""
        element, first = shapes[node.input[0]]
        attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
        if node.op_type in ("SimplifiedLayerNormalization", "SkipSimplifiedLayerNormalization"):
            for name in node.output:
                shapes[name] = (element, first)
            return
        if node.op_type == "GroupQueryAttention":
            batch, keys, past, size = shapes[node.input[3]][1]
            width, total = attributes["num_heads"] * size, past + first[1]
            self.counts.add(node.op_type, 2 * batch * first[1] * total * width)
            shapes[node.output[0]] = (element, (batch, first[1], width))
            for name in node.output[1:]:
                shapes[name] = (element, (batch, keys, total, size))
            return
        if node.op_type == "QLinearAdd":
            shape = tuple(np.broadcast_shapes(first, shapes[node.input[3]][1]))
        elif node.op_type == "QLinearGlobalAveragePool":
            shape = first[:2] + (1,) * (len(first) - 2)
        elif node.op_type == "MatMulNBits":
            shape = first[:-1] + (attributes["N"],)
            self.counts.add(node.op_type, math.prod(first) * attributes["N"])
        elif node.op_type == "QMoE":
            shape, second = first, shapes[node.input[2]][1]
            rows = math.prod(first[:-1]) * attributes["k"]
            packed = 8 // attributes["expert_weight_bits"]
            inner = shapes[node.input[5]][1][2] * packed
            self.counts.add(node.op_type, rows * first[-1] * (second[1] + inner))
        elif node.op_type == "QGemm":
            second = shapes[node.input[3]][1]
            rows, depth = first[::-1] if attributes.get("transA") else first
            shape = (rows, second[0] if attributes.get("transB") else second[1])
            self.counts.add(node.op_type, math.prod(shape) * depth)
        else:
            raise ValueError(f"{node.op_type} {node.name}: no rule")
        shapes[node.output[0]] = (element, shape)

    def shape_by_value(self, node, shapes, values):
        """The few operators whose schema leaves a shape open although the inputs' values settle or bound it."""
        if node.op_type in ("ConstantOfShape",) and node.input[0] in values:
            return tuple(int(d) for d in values[node.input[0]])
        if node.op_type == "NonZero":  # the data decide: the most there can be
            dims = shapes[node.input[0]][1]
            return (len(dims), math.prod(dims))
        if node.op_type == "NonMaxSuppression" and node.input[2] in values:
            batch, classes, boxes = shapes[node.input[1]][1]
            return (batch * classes * min(boxes, int(np.asarray(values[node.input[2]]).item())), 3)
        if node.op_type == "Expand" and node.input[1] in values:
            return tuple(np.broadcast_shapes(shapes[node.input[0]][1], tuple(int(d) for d in values[node.input[1]])))
        if node.op_type == "Range" and all(n in values for n in node.input):
            return (len(np.arange(*(np.asarray(values[n]).item() for n in node.input))),)
        return None

    def evaluate(self, node, shapes, values):
        if any(name and name not in values for name in node.input):
            return
        if any(name and (math.prod(shapes[name][1]) > VALUE_LIMIT) for name in node.output):
            return
        if any(a.type in (onnx.AttributeProto.GRAPH, onnx.AttributeProto.GRAPHS) for a in node.attribute):
            return
        inputs = [helper.make_value_info(n, helper.make_tensor_type_proto(*shapes[n])) for n in dict.fromkeys(node.input) if n]
        outputs = [helper.make_value_info(n, helper.make_tensor_type_proto(*shapes[n])) for n in node.output if n]
        graph = helper.make_graph([node], "one", inputs, outputs)
        imports = [helper.make_opsetid(d, v) for d, v in self.opsets.items()]
        model = helper.make_model(graph, opset_imports=imports, ir_version=self.model.ir_version)
        try:
            results = ReferenceEvaluator(model).run(None, {v.name: np.asarray(values[v.name]) for v in inputs})
        except Exception:  # an operator without a reference: its value stays unknown
            return
        for value_info, result in zip(outputs, results):
            values[value_info.name] = np.asarray(result)

    def count(self, node, shapes):
        macs = node_macs(node, [shapes[n][1] if n else None for n in node.input],
                         [shapes[n][1] if n else None for n in node.output])
        if macs:
            self.counts.add(node.op_type, macs)


def node_macs(node, inputs, outputs):
    attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
    operator = node.op_type
    if operator in ("Conv", "ConvInteger"):
        return math.prod(outputs[0]) * math.prod(inputs[1][1:])
    if operator == "QLinearConv":
        return math.prod(outputs[0]) * math.prod(inputs[3][1:])
    if operator == "ConvTranspose":
        return math.prod(inputs[0]) * math.prod(inputs[1][1:])
    if operator == "Gemm":
        depth = inputs[0][0] if attributes.get("transA") else inputs[0][1]
        return math.prod(outputs[0]) * depth
    if operator in ("MatMul", "MatMulInteger", "QLinearMatMul"):
        return math.prod(outputs[0]) * inputs[0][-1]
    if operator == "Einsum":
        equation = attributes["equation"].decode().replace(" ", "")
        terms = equation.split("->")[0].split(",")
        extents = {index: size for term, shape in zip(terms, inputs) for index, size in zip(term, shape)}
        return math.prod(extents.values()) if len(terms) > 1 else 0
    if operator in ("LSTM", "GRU", "RNN"):
        steps, batch, width = inputs[0]
        directions, gates_hidden, _ = inputs[1]
        return steps * batch * directions * gates_hidden * (width + inputs[2][2])
    if operator == "Attention":
        raise ValueError("Attention: count it by hand")
    return 0


def walk(model, dims):
    return Walker(model, dims).run()


def _graphs(graph):
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("g"):
                yield from _graphs(attribute.g)
            for inner in attribute.graphs:
                yield from _graphs(inner)


def constants(model):
    """All constant tensors of the file as (name, tensor), each once."""
    for graph in _graphs(model.graph):
        for tensor in graph.initializer:
            yield tensor.name, tensor
        for node in graph.node:
            if node.op_type == "Constant":
                for attribute in node.attribute:
                    if attribute.name == "value":
                        yield node.output[0], attribute.t
                    if attribute.name == "value_floats":
                        yield node.output[0], helper.make_tensor("", TensorProto.FLOAT, [len(attribute.floats)],
                                                                 attribute.floats)
    for function in model.functions:
        for node in function.node:
            if node.op_type == "Constant":
                for attribute in node.attribute:
                    if attribute.name == "value":
                        yield f"{function.domain}::{function.name}/{node.output[0]}", attribute.t


def resize_scales(model):
    """Elements of the constant scales of Resize and Upsample nodes: floats, but no parameters of the network."""
    sizes = {name: math.prod(t.dims) for name, t in constants(model) if t.data_type in FLOATING}
    names = {node.input[-1 if node.op_type == "Upsample" else 2] for graph in _graphs(model.graph) for node in graph.node
             if node.op_type in ("Resize", "Upsample") and len(node.input) > 1 + (node.op_type == "Resize")}
    return sum(sizes[name] for name in names if sizes.get(name, 0) > 1)


QUANTISED_INPUTS = {  # operator: (inputs that may be weights, scales and zero points)
    "QuantizeLinear": ((), (1, 2)), "DequantizeLinear": ((0,), (1, 2)), "QLinearConv": ((3, 8), (1, 2, 4, 5, 6, 7)),
    "QLinearMatMul": ((0, 3), (1, 2, 4, 5, 6, 7)), "QGemm": ((3, 6), (1, 2, 4, 5, 7, 8)),
    "QLinearAdd": ((), (1, 2, 4, 5, 6, 7)), "QLinearGlobalAveragePool": ((), (1, 2, 3, 4)),
    "MatMulNBits": ((1,), (2, 3)), "QMoE": ((2, 5, 8), (3, 6, 9)),
}


def parameter_counts(model, large=1024):
    """Elements of constant tensors by kind; see sample_models/README.md for the rule."""
    statistics = {name for graph in _graphs(model.graph) for node in graph.node
                  if node.op_type == "BatchNormalization" for name in node.input[3:5]}
    graph_wide = [node for graph in _graphs(model.graph) for node in graph.node]
    quantised, scales = set(), set()
    for node in graph_wide:
        layout = QUANTISED_INPUTS.get(node.op_type, ((), ()))
        quantised |= {node.input[i] for i in layout[0] if i < len(node.input)}
        scales |= {node.input[i] for i in layout[1] if i < len(node.input)}
    counts = {"parameters": 0, "normalization_statistics": 0, "other_constants": 0, "scalar_constants": 0,
              "quantization_constants": 0}
    packed = {name: 2 for node in graph_wide if node.op_type in ("MatMulNBits", "QMoE")
              for name in (node.input[i] for i in QUANTISED_INPUTS[node.op_type][0] if i < len(node.input))}
    for name, tensor in constants(model):
        size = math.prod(tensor.dims) * packed.get(name, 1)  # two 4-bit weights a byte
        if name in statistics:
            counts["normalization_statistics"] += size
        elif name in scales:
            counts["quantization_constants"] += size
        elif tensor.data_type in FLOATING:
            counts["parameters" if size > 1 else "scalar_constants"] += size
        elif name in quantised and size > 1:
            counts["parameters"] += size
        elif size > large:
            counts["other_constants"] += size
    return counts
