"""Trains in bfloat16 on the CPU, since spacy-transformers' mixed precision is for GPUs."""

from collections.abc import Callable
from typing import Any

from spacy.tokens import Doc
from thinc.api import Model
from thinc.types import Floats2d

from ..core.optional import require

Docs2Floats = Model[list[Doc], list[Floats2d]]


def build_cpu_bfloat16(model: Docs2Floats) -> Docs2Floats:
    """Registered as `spacy_piivot.CpuBfloat16.v1`.

    model (Model[list[Doc], list[Floats2d]]): A layer around a PyTorch module.
    RETURNS (Model[list[Doc], list[Floats2d]]): The same layer. In training on a CPU, its matrix
        products run in bfloat16, which is faster on processors that support it. Weights and
        predictions stay in 32 bits: in 16 bits, a text's vectors would depend on the other
        texts of its batch.
    """
    return Model(
        "cpu_bfloat16",
        forward,
        init=init,
        layers=[model],
        dims={"nO": model.get_dim("nO") if model.has_dim("nO") else None},
    )


def forward(
    model: Docs2Floats, docs: list[Doc], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Doc]]]:
    inner: Docs2Floats = model.layers[0]
    if not is_train:
        return inner(docs, is_train)
    torch = require("torch", "transformers")
    for node in inner.walk():
        for shim in node.shims:
            _give_float32(shim._model)
    with torch.autocast("cpu", torch.bfloat16):
        return inner(docs, is_train)


def init(model: Docs2Floats, X: list[Doc] | None = None, Y: list[Floats2d] | None = None) -> None:
    inner: Docs2Floats = model.layers[0]
    inner.initialize(X=X, Y=Y)
    if inner.has_dim("nO"):
        model.set_dim("nO", inner.get_dim("nO"))


def _give_float32(module: Any) -> None:
    """Make a module return its outputs in 32 bits: numpy does not support bfloat16."""
    if module is not None and _as_float32 not in module._forward_hooks.values():
        module.register_forward_hook(_as_float32)


def _as_float32(module: Any, inputs: Any, outputs: Any) -> Any:
    for key, value in outputs.items():
        if hasattr(value, "float"):
            outputs[key] = value.float()
    return outputs
