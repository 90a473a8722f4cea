"""Turns an exported ONNX file into a weightless one.

Every tensor of more than INLINE_LIMIT elements, and every floating-point one of more than FLOAT_LIMIT, keeps name, type
and dimensions but points into `weights.bin`, a file that is not shipped: offsets are those of a file into which the
tensors would be written one after another. Float vectors that stay inline but are longer than VALUE_LIMIT are filled
with one value, because random weights would only make the file hard to compress. Everything that only describes how or
where the export was made (doc strings, metadata, scopes, source positions) is removed.
"""

import math
import struct

import onnx

INLINE_LIMIT = 1024
FLOAT_LIMIT = 64
VALUE_LIMIT = 16
FILLER = 0.5
LOCATION = "weights.bin"

BITS = {
    onnx.TensorProto.FLOAT: 32, onnx.TensorProto.UINT8: 8, onnx.TensorProto.INT8: 8, onnx.TensorProto.UINT16: 16,
    onnx.TensorProto.INT16: 16, onnx.TensorProto.INT32: 32, onnx.TensorProto.INT64: 64, onnx.TensorProto.BOOL: 8,
    onnx.TensorProto.FLOAT16: 16, onnx.TensorProto.DOUBLE: 64, onnx.TensorProto.UINT32: 32,
    onnx.TensorProto.UINT64: 64, onnx.TensorProto.BFLOAT16: 16, onnx.TensorProto.UINT4: 4, onnx.TensorProto.INT4: 4,
}
PAYLOAD_FIELDS = ("raw_data", "float_data", "int32_data", "int64_data", "double_data", "uint64_data", "string_data")


def elements(tensor):
    return math.prod(tensor.dims)


FLOATING = (onnx.TensorProto.FLOAT, onnx.TensorProto.FLOAT16, onnx.TensorProto.BFLOAT16, onnx.TensorProto.DOUBLE)


def is_external(tensor):
    return elements(tensor) > (FLOAT_LIMIT if tensor.data_type in FLOATING else INLINE_LIMIT)


def _clear(message, *fields):
    for field in fields:
        if field in message.DESCRIPTOR.fields_by_name:
            message.ClearField(field)


class Stripper:
    def __init__(self):
        self.offset = 0

    def tensor(self, tensor):
        _clear(tensor, "doc_string", "metadata_props")
        if not is_external(tensor):
            if tensor.data_location == onnx.TensorProto.EXTERNAL:
                raise ValueError(f"{tensor.name}: small tensor without inline data")
            if tensor.data_type == onnx.TensorProto.FLOAT and elements(tensor) > VALUE_LIMIT:
                _clear(tensor, *PAYLOAD_FIELDS)
                tensor.raw_data = struct.pack("<f", FILLER) * elements(tensor)
            return
        length = (elements(tensor) * BITS[tensor.data_type] + 7) // 8
        _clear(tensor, "external_data", *PAYLOAD_FIELDS)
        tensor.data_location = onnx.TensorProto.EXTERNAL
        for key, value in (("location", LOCATION), ("offset", self.offset), ("length", length)):
            entry = tensor.external_data.add()
            entry.key, entry.value = key, str(value)
        self.offset += length

    def node(self, node):
        _clear(node, "doc_string", "metadata_props")
        for attribute in node.attribute:
            _clear(attribute, "doc_string")
            if attribute.HasField("t"):
                self.tensor(attribute.t)
            for tensor in attribute.tensors:
                self.tensor(tensor)
            if attribute.HasField("g"):
                self.graph(attribute.g)
            for graph in attribute.graphs:
                self.graph(graph)

    def graph(self, graph):
        _clear(graph, "doc_string", "metadata_props", "quantization_annotation")
        for value in (*graph.input, *graph.output, *graph.value_info):
            _clear(value, "doc_string", "metadata_props")
        for tensor in graph.initializer:
            self.tensor(tensor)
        for node in graph.node:
            self.node(node)

    def model(self, model):
        _clear(model, "doc_string", "metadata_props")
        self.graph(model.graph)
        for function in model.functions:
            _clear(function, "doc_string", "metadata_props")
            for value in function.value_info:
                _clear(value, "doc_string", "metadata_props")
            for node in function.node:
                self.node(node)


def make_weightless(model, graph_name):
    """Strips `model` in place; the graph is called `graph_name`."""
    Stripper().model(model)
    model.graph.name = graph_name
    return model
