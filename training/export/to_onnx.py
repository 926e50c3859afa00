"""Exports a trained encoder to quantised ONNX, for onnxruntime on CPUs.

Matrices are stored in 8-bit integers with one scale per column, embeddings in 16-bit floats.
Before each product every row (a wordpiece's vector) is quantised with its own scale, so that a text
has the same vectors alone, padded and in any batch. onnxruntime's own dynamic quantisation uses one
scale for the whole batch.
"""

import copy
import warnings
from io import BytesIO
from typing import Any

import numpy
from numpy.typing import NDArray

from spacy_piivot.architectures.onnx_session import (
    ATTENTION_MASK,
    EXACT_PRODUCTS,
    INPUT_IDS,
    MAX_WORDPIECES,
    PAD_ID,
    VECTORS,
)
from spacy_piivot.core.offline import import_onnxruntime
from spacy_piivot.core.optional import require
from spacy_piivot.errors import InputError

EXTRA = "transformers"
OPSET = 17
MICROSOFT = "com.microsoft"
LONGEST = 512
# How far a fused graph may differ from the plain one.
TOLERANCE = 1e-3

# Quantised rows are unsigned integers and weights are signed ones: processors multiply these
# fastest.
WEIGHT_RANGE = 127
ROW_RANGE, ROW_ZERO = 255, 128
SMALLEST_SCALE = 1e-9
# GELU gives no values below -0.17, which leaves more of the range for those above.
GELUS = ("BiasGelu", "FastGelu", "Gelu")
GELU_MINIMUM, GELU_ZERO = 0.17, 32


def export_encoder(hf_model: Any, hf_tokenizer: Any, *, quantise: bool = True) -> tuple[bytes, str]:
    """Export an encoder and its tokenizer for `spacy_piivot.OnnxEncoder.v1`.

    hf_model (PreTrainedModel): An encoder of transformers that computes `last_hidden_state` from
        `input_ids` and `attention_mask`.
    hf_tokenizer (PreTrainedTokenizerFast): Its tokenizer.
    quantise (bool): Whether to store the weights in 8 and 16 bits instead of 32.
    RETURNS (tuple[bytes, str]): The ONNX model, and the tokenizer's JSON without truncation
        and padding.
    RAISES (InputError): If the tokenizer is not a fast one, or a package is missing.
    """
    onnx = require("onnx", EXTRA)
    if not getattr(hf_tokenizer, "is_fast", False):
        raise InputError(
            "The export needs a fast tokenizer: set use_fast in the encoder's tokenizer_config."
        )
    plain = onnx.load_from_string(_exported(hf_model))
    model = _fused(plain, hf_model.config)
    if not _agree(plain, model, hf_tokenizer):
        model = plain
    if quantise:
        halve_embeddings(model)
        quantise_rows(model)
    properties = {
        MAX_WORDPIECES: str(_max_wordpieces(hf_model.config, hf_tokenizer)),
        PAD_ID: str(hf_tokenizer.pad_token_id or 0),
    }
    onnx.helper.set_model_props(model, properties)
    return model.SerializeToString(), _tokenizer_json(hf_tokenizer)


def halve_embeddings(model: Any) -> None:
    """Store embedding tables in 16-bit floats, in place; looked-up vectors have 32 bits again.

    model (onnx.ModelProto): The model.
    """
    onnx = require("onnx", EXTRA)
    tables = _matrices(model.graph)
    nodes = []
    for node in model.graph.node:
        nodes.append(node)
        if node.op_type != "Gather" or node.input[0] not in tables:
            continue
        table = tables[node.input[0]]
        if table.data_type == onnx.TensorProto.FLOAT:
            half = onnx.numpy_helper.to_array(table).astype("float16")
            table.CopyFrom(onnx.numpy_helper.from_array(half, table.name))
        looked_up = node.output[0]
        node.output[0] = f"{looked_up}/half"
        nodes.append(
            onnx.helper.make_node("Cast", [node.output[0]], [looked_up], to=onnx.TensorProto.FLOAT)
        )
    del model.graph.node[:]
    model.graph.node.extend(nodes)


def quantise_rows(model: Any) -> None:
    """Replace products with constant matrices by products of 8-bit integers, in place.

    A weight is rounded with the scale of its column, and an input with the scale of its row, which
    is computed at run time. The model gets another output, `exact_products`: whether the
    processor's sums of integers are exact.

    model (onnx.ModelProto): The model, of opset 17.
    """
    onnx = require("onnx", EXTRA)
    matrices = _matrices(model.graph)
    producers = {output: node for node in model.graph.node for output in node.output}
    nodes: list[Any] = []
    constants: dict[str, NDArray] = {}
    quantised: dict[str, tuple[str, str, str]] = {}

    def add(kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        nodes.append(onnx.helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(name: str, value: Any, kind: str) -> str:
        constants[name] = numpy.asarray(value, dtype=kind)
        return name

    def quantised_input(name: str) -> tuple[str, str, str]:
        """The input of a product as integers, the scale of each row, and the integer for zero."""
        producer = producers.get(name)
        if producer is not None and producer.op_type in GELUS:
            largest, zero = name, GELU_ZERO
            smallest = GELU_MINIMUM / zero
        else:
            largest, zero = add("Abs", [name], f"{name}/absolute"), ROW_ZERO
            smallest = SMALLEST_SCALE
        top = add("ReduceMax", [largest], f"{name}/top", axes=[-1], keepdims=1)
        step = constant(f"rows/step_{zero}", 1 / (ROW_RANGE - zero), "float32")
        least = constant(f"rows/least_{zero}", smallest, "float32")
        scale = add("Max", [add("Mul", [top, step], f"{name}/range"), least], f"{name}/scale")
        inverse = add("Reciprocal", [scale], f"{name}/inverse")
        scaled = add("Mul", [name, inverse], f"{name}/scaled")
        zero_point = constant(f"rows/zero_{zero}", zero, "uint8")
        one = constant("rows/one", 1, "float32")
        rounded = add("QuantizeLinear", [scaled, one, zero_point], f"{name}/quantised")
        return rounded, scale, zero_point

    for node in model.graph.node:
        if node.op_type != "MatMul" or node.input[1] not in matrices:
            nodes.append(node)
            continue
        source, weight = node.input
        if source not in quantised:
            quantised[source] = quantised_input(source)
        rows, scale, zero_point = quantised[source]
        matrix = onnx.numpy_helper.to_array(matrices[weight])
        columns = numpy.maximum(abs(matrix).max(axis=0) / WEIGHT_RANGE, SMALLEST_SCALE)
        inputs = [
            rows,
            constant(f"{weight}/quantised", numpy.rint(matrix / columns), "int8"),
            constant("rows/one", 1, "float32"),
            constant(f"{weight}/scale", columns, "float32"),
            zero_point,
        ]
        product = f"{node.output[0]}/unscaled"
        add("MatMulIntegerToFloat", inputs, product, domain=MICROSOFT)
        add("Mul", [product, scale], node.output[0])
    largest = constant("probe/rows", numpy.full((8, 64), ROW_RANGE), "uint8")
    weights = constant("probe/weights", numpy.full((64, 16), WEIGHT_RANGE), "int8")
    one = constant("rows/one", 1, "float32")
    add("MatMulIntegerToFloat", [largest, weights, one, one], "probe/sums", domain=MICROSOFT)
    least = add("ReduceMin", ["probe/sums"], "probe/least", keepdims=0)
    exact = constant("probe/exact", 64 * ROW_RANGE * WEIGHT_RANGE, "float32")
    add("Equal", [least, exact], EXACT_PRODUCTS)
    model.graph.output.append(
        onnx.helper.make_tensor_value_info(EXACT_PRODUCTS, onnx.TensorProto.BOOL, [])
    )
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    model.graph.initializer.extend(
        onnx.numpy_helper.from_array(value, name) for name, value in constants.items()
    )
    used = {name for node in nodes for name in node.input}
    kept = [tensor for tensor in model.graph.initializer if tensor.name in used]
    del model.graph.initializer[:]
    model.graph.initializer.extend(kept)
    if all(opset.domain != MICROSOFT for opset in model.opset_import):
        model.opset_import.append(onnx.helper.make_opsetid(MICROSOFT, 1))


def _exported(hf_model: Any) -> bytes:
    """The model as PyTorch exports it, in 32 bits."""
    torch = require("torch", EXTRA)
    config = copy.deepcopy(hf_model.config)
    config.return_dict = True
    # The fusions recognise only what plain attention exports to.
    encoder = type(hf_model)._from_config(config, attn_implementation="eager")
    encoder.load_state_dict(hf_model.state_dict())
    encoder.float().eval()

    class Encoder(torch.nn.Module):  # type: ignore[name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.encoder = encoder

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            return self.encoder(input_ids=input_ids, attention_mask=attention_mask)[0]

    content = BytesIO()
    ids = torch.ones(2, 16, dtype=torch.long)
    axes = {0: "batch", 1: "wordpieces"}
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about sizes taken for constants, which are inputs
        torch.onnx.export(
            Encoder(),
            (ids, torch.ones_like(ids)),
            content,
            input_names=[INPUT_IDS, ATTENTION_MASK],
            output_names=[VECTORS],
            dynamic_axes={INPUT_IDS: axes, ATTENTION_MASK: axes, VECTORS: axes},
            opset_version=OPSET,
            dynamo=False,
        )
    return content.getvalue()


def _fused(plain: Any, config: Any) -> Any:
    """The model with attention, GELU and layer normalisation as one operation each.

    Anything that the fusions do not recognise stays unchanged.
    """
    optimizer = import_onnxruntime("onnxruntime.transformers.optimizer")
    options = import_onnxruntime("onnxruntime.transformers.fusion_options").FusionOptions("bert")
    options.use_multi_head_attention = True
    options.enable_embed_layer_norm = False  # it needs the tables in 32 bits
    # This fusion is slower than a sum and a normalisation.
    options.enable_skip_layer_norm = options.enable_bias_skip_layer_norm = False
    fused = optimizer.optimize_model(
        copy.deepcopy(plain),
        model_type="bert",
        num_heads=getattr(config, "num_attention_heads", 0),
        hidden_size=getattr(config, "hidden_size", 0),
        optimization_options=options,
        opt_level=0,
    )
    return fused.model


def _agree(plain: Any, fused: Any, hf_tokenizer: Any) -> bool:
    """Whether two models give the same vectors for texts of different length."""
    onnxruntime = import_onnxruntime()
    texts = ["One.", "A text of a few more words than the other one, so that it is padded."]
    encoded = hf_tokenizer(texts, padding=True, return_tensors="np")
    mask = encoded[ATTENTION_MASK].astype("int64")
    inputs = {INPUT_IDS: encoded[INPUT_IDS].astype("int64"), ATTENTION_MASK: mask}
    first, second = (
        onnxruntime.InferenceSession(
            model.SerializeToString(), providers=["CPUExecutionProvider"]
        ).run(None, inputs)[0]
        for model in (plain, fused)
    )
    return bool((abs(first - second)[mask > 0] < TOLERANCE).all())


def _matrices(graph: Any) -> dict[str, Any]:
    """The constant matrices of floats, by name."""
    kind = require("onnx", EXTRA).TensorProto.FLOAT
    return {
        tensor.name: tensor
        for tensor in graph.initializer
        if len(tensor.dims) == 2 and tensor.data_type == kind
    }


def _max_wordpieces(config: Any, hf_tokenizer: Any) -> int:
    positions = getattr(config, "max_position_embeddings", LONGEST) or LONGEST
    return min(positions, hf_tokenizer.model_max_length)


def _tokenizer_json(hf_tokenizer: Any) -> str:
    tokenizers = require("tokenizers", EXTRA)
    tokenizer = tokenizers.Tokenizer.from_str(hf_tokenizer.backend_tokenizer.to_str())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer.to_str()
