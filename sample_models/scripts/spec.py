"""What a sample model is: how its network is built, which inputs it takes, which dimensions stay free, and which
exporter and opset make the file.
"""

from __future__ import annotations

import dataclasses
from typing import Callable

import torch


@dataclasses.dataclass
class Input:
    name: str
    shape: list  # integers and symbol names
    dtype: str = "float32"
    high: int = 2  # exclusive bound of random integers


@dataclasses.dataclass
class Spec:
    name: str
    title: str
    family: str
    source: str  # library that defines the network, or where an own definition takes its layers from
    licence: str
    build: Callable[[], torch.nn.Module]
    inputs: list
    outputs: list
    opset: int
    exporter: str = "torchscript"  # or "dynamo", or the name of what assembles the graph
    assemble: Callable = None  # returns (model, library's parameters, closed-form MACs) instead of an export
    keep_batchnorm: bool = False
    dims: dict = dataclasses.field(default_factory=dict)  # default value of each symbol
    check_dims: dict = dataclasses.field(default_factory=dict)  # other values, for the runtime check
    output_axes: list = None  # symbols of each output's axes; default: batch first
    reference: dict = None  # published MACs, or FLOPs (2 x MAC) where the unit says so
    parameters_reference: dict = None  # published parameters in millions
    duplicated: list = dataclasses.field(default_factory=list)  # [(elements, reason)] beyond folded normalisation
    dropped: tuple = ()  # submodules that the inference graph leaves out
    batch_independent: int = 0  # MACs that do not grow with the batch
    note: str = ""
    trace_dims: dict = dataclasses.field(default_factory=dict)  # values while tracing; the graph does not depend on them
    prepare: Callable = None  # applied to the module once weights are set
    runtime_check: bool = True
    compared: Callable = None  # the part of an output that the runtime check compares; default: all of it
    quantise: str = None  # QDQ or QOperator: int8 twin made by onnxruntime's static quantisation
    quantised_operators: list = None  # default: all that the tool can quantise
    fake: bool = False  # export with fake tensors: the weights would not fit
    plain_inputs: int = 0  # with fake tensors: inputs before the variadic ones
    gain: float = 1.0  # of the random matrices, for networks without normalisation


def text_inputs(vocabulary, token_types=True):
    inputs = [Input("input_ids", ["batch", "seq"], "int64", vocabulary),
              Input("attention_mask", ["batch", "seq"], "int64", 2)]
    if token_types:
        inputs.append(Input("token_type_ids", ["batch", "seq"], "int64", 2))
    return inputs
