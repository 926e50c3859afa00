"""Rewrites a quantised encoder so that its upper layers read only the wordpieces in doubt.

After its first layers the encoder scores each wordpiece. One that surely is no PII keeps a fixed
vector from then on, and stays visible to the others: the upper layers attend to keys and values
that linear maps estimate from its last vector. The idea is that of Xin et al. (2020), "DeeBERT",
for single tokens. A text is encoded alone, because texts differ in what is in doubt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from spacy_piivot.architectures.onnx_session import ALONE, INPUT_IDS, VECTORS
from spacy_piivot.core.optional import require
from spacy_piivot.errors import InputError
from training.export.to_onnx import EXACT_PRODUCTS, EXTRA, quantise_rows


@dataclass(frozen=True, slots=True)
class EarlyExit:
    """What the rewritten encoder computes besides its own weights.

    after (int): The number of layers that read every wordpiece.
    direction (ndarray): With `bias`, the doubt about a wordpiece: their product with its vector.
    bias (float): See `direction`.
    least (float): The least doubt with which a wordpiece goes on.
    maps (list[ndarray]): For each layer from the one after the next: the estimate of its keys
        and values, without their biases, from a vector and a 1.
    vector (ndarray): What a wordpiece that does not go on gets.
    """

    after: int
    direction: NDArray
    bias: float
    least: float
    maps: Sequence[NDArray]
    vector: NDArray


def unquantised(onnx_bytes: bytes) -> Any:
    """The graph of a quantised encoder with products of 32-bit floats, of the rounded weights.

    onnx_bytes (bytes): The result of `to_onnx.export_encoder`.
    RETURNS (onnx.ModelProto): `to_onnx.quantise_rows` turns it back.
    """
    onnx = require("onnx", EXTRA)
    model = onnx.load_from_string(onnx_bytes)
    graph = model.graph
    constants = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    producers = {output: node for node in graph.node for output in node.output}
    nodes = []
    for node in graph.node:
        product = producers.get(node.input[0]) if node.op_type == "Mul" else None
        if product is None or product.op_type != "MatMulIntegerToFloat":
            nodes.append(node)
            continue
        rows, weight, _, scale, _ = product.input
        source = producers[producers[rows].input[0]].input[0]
        name = f"{weight.removesuffix('/quantised')}"
        matrix = (constants[weight] * constants[scale]).astype("float32")
        graph.initializer.append(onnx.numpy_helper.from_array(matrix, name))
        nodes.append(onnx.helper.make_node("MatMul", [source, name], list(node.output)))
    _keep(model, nodes, [VECTORS])
    return model


def attention_nodes(model: Any) -> list[Any]:
    """The attention of each layer, from the first.

    RAISES (InputError): If the encoder has none that the export fused.
    """
    found = [node for node in model.graph.node if node.op_type == "MultiHeadAttention"]
    if not found:
        raise InputError("The encoder's attention is not fused: it cannot exit early.")
    return found


def layer_inputs(model: Any) -> list[str]:
    """The names of the vectors that each layer gets, then of the encoder's own."""
    producers = {output: node for node in model.graph.node for output in node.output}
    return [*(producers[one.input[0]].input[0] for one in attention_nodes(model)), VECTORS]


def with_outputs(model: Any, names: Sequence[str]) -> bytes:
    """The model with more outputs.

    model (onnx.ModelProto): The model; it gets them too.
    names (Sequence[str]): The names of 32-bit floats in its graph.
    RETURNS (bytes): The model.
    """
    onnx = require("onnx", EXTRA)
    for name in names:
        if name != VECTORS:
            kind = onnx.TensorProto.FLOAT
            model.graph.output.append(onnx.helper.make_tensor_value_info(name, kind, None))
    return bytes(model.SerializeToString())


def exiting(onnx_bytes: bytes, early: EarlyExit) -> bytes:
    """Rewrite a quantised encoder.

    onnx_bytes (bytes): The result of `to_onnx.export_encoder`.
    early (EarlyExit): What it computes besides its own weights.
    RETURNS (bytes): An encoder with the same inputs and outputs, for one text at a time.
    RAISES (InputError): If there is no layer above `early.after`.
    """
    onnx = require("onnx", EXTRA)
    model = unquantised(onnx_bytes)
    graph = model.graph
    attentions = attention_nodes(model)
    if not 0 < early.after < len(attentions):
        raise InputError(f"The encoder has {len(attentions)} layers: exit before the last.")
    producers = {output: node for node in graph.node for output in node.output}
    every = layer_inputs(model)[early.after]
    added: list[Any] = []

    def add(kind: str, inputs: Sequence[str], name: str, **attributes: Any) -> str:
        name = f"exit/{name}"
        added.append(onnx.helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(name: str, value: Any, kind: str = "float32") -> str:
        name = f"exit/{name}"
        array = numpy.asarray(value, dtype=kind)
        graph.initializer.append(onnx.numpy_helper.from_array(array, name))
        return name

    first, last = constant("first", [0], "int64"), constant("last", [-1], "int64")
    one = constant("one", [1], "int64")
    weighed = add("Mul", [every, constant("direction", early.direction)], "weighed")
    doubt = add("ReduceSum", [weighed, last], "doubt", keepdims=0)
    least = constant("least", early.least - early.bias)
    own = add("Squeeze", [add("GreaterOrEqual", [doubt, least], "doubted"), first], "own")
    # The first wordpiece goes on in any case: no product is empty.
    size = add("Shape", [own], "size")
    others = add("Slice", [own, one, size], "others")
    found = add("Add", [add("NonZero", [others], "nonzero"), one], "found")
    chosen = add("Concat", [first, add("Squeeze", [found, first], "numbers")], "chosen", axis=0)
    places = add("Unsqueeze", [chosen, one], "places")
    going_on = add("Gather", [every, chosen], "going_on", axis=1)

    def with_changed(estimates: str, changed: str, name: str) -> str:
        """Estimates for all wordpieces, and what is known of those that go on."""
        rows = add("Squeeze", [changed, first], f"{name}/rows")
        both = add("ScatterND", [estimates, places, rows], f"{name}/both")
        return add("Unsqueeze", [both, first], name)

    alone = add("Squeeze", [every, first], "alone")
    for number, attention in enumerate(attentions):
        attention.input[4] = ""  # one text has no padding
        if number <= early.after:
            continue
        matrix = early.maps[number - early.after - 1]
        for at, part in (
            (1, matrix[:, : matrix.shape[1] // 2]),
            (2, matrix[:, matrix.shape[1] // 2 :]),
        ):
            name = f"{number}/{at}"
            product = add("MatMul", [alone, constant(f"{name}/map", part[:-1])], f"{name}/product")
            shift = constant(f"{name}/shift", part[-1])
            estimates = add("Add", [product, shift], f"{name}/estimates")
            attention.input[at] = with_changed(estimates, attention.input[at], name)
    # The rest of the layer reads what goes on: its queries, and what its outputs are added to.
    projections = {producers[attentions[early.after].input[at]].output[0] for at in (1, 2)}
    for node in graph.node:
        if every in node.input and node.output[0] not in projections:
            for at, name in enumerate(node.input):
                if name == every:
                    node.input[at] = going_on
    producers[VECTORS].output[0] = "exit/final"
    width = constant("width", [len(early.vector)], "int64")
    shape = add("Concat", [size, width], "shape", axis=0)
    unread = add("Expand", [constant("vector", early.vector), shape], "unread")
    result = with_changed(unread, "exit/final", "result")
    added.append(onnx.helper.make_node("Identity", [result], [VECTORS]))
    _keep(model, _sorted([*graph.node, *added], graph), [VECTORS])
    quantise_rows(model)
    model.metadata_props.append(onnx.StringStringEntryProto(key=ALONE, value="1"))
    return bytes(model.SerializeToString())


def _keep(model: Any, nodes: Sequence[Any], outputs: Sequence[str]) -> None:
    """Keep only the nodes and constants that some outputs need, and the inputs."""
    needed, kept = set(outputs), []
    for node in reversed(nodes):
        if needed & set(node.output):
            kept.append(node)
            needed |= set(node.input)
    graph = model.graph
    constants = [one for one in graph.initializer if one.name in needed]
    results = [one for one in graph.output if one.name in outputs]
    for field, values in (
        (graph.node, kept[::-1]),
        (graph.initializer, constants),
        (graph.output, results),
    ):
        del field[:]
        field.extend(values)


def _sorted(nodes: Sequence[Any], graph: Any) -> list[Any]:
    """The nodes in an order in which each comes after those whose outputs it reads."""
    known = {one.name for one in (*graph.input, *graph.initializer)} | {""}
    waiting, ordered = list(nodes), []
    while waiting:
        ready = [node for node in waiting if known.issuperset(node.input)]
        if not ready:
            raise InputError("The encoder's graph cannot be ordered.")
        ordered += ready
        known |= {output for node in ready for output in node.output}
        waiting = [node for node in waiting if not known.issuperset(node.output)]
    return ordered


__all__ = [
    "EXACT_PRODUCTS", "INPUT_IDS", "EarlyExit", "attention_nodes", "exiting", "layer_inputs",
    "unquantised", "with_outputs",
]  # fmt: skip
