"""Make a light pipeline faster: its upper layers read only the wordpieces in doubt.

    python -m training.export.early_exit spacy_piivot/pipelines/en_piivot_light \
        --corpus output/corpus/train.spacy --out output/early/en_piivot_light

Nothing is trained: what the encoder itself computes on some windows of the corpus gives, in closed
form, the doubt about a wordpiece after the first layers, and the keys and values that the upper
layers would have had for those without doubt (`early_exit_graph`).
"""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy
import typer
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import DocBin

from spacy_piivot.architectures.message_windows import window_docs
from spacy_piivot.architectures.onnx_encoder import set_onnx_encoder, wordpiece_blocks
from spacy_piivot.architectures.onnx_session import INPUT_IDS, OnnxShim
from spacy_piivot.cli.running import guarded, load_pipeline
from spacy_piivot.core.optional import require
from training.export.early_exit_graph import (
    EarlyExit,
    attention_nodes,
    exiting,
    layer_inputs,
    unquantised,
    with_outputs,
)
from training.export.pipeline_folder import replacing_pipeline
from training.export.to_onnx import EXTRA, quantise_rows
from training.export.trained_tagger import COMPONENT

# A wordpiece is in doubt if its word is PII with at least this probability.
DOUBT = 0.03
# How much more a wordpiece in doubt counts for the direction, and how much all count for the maps.
WEIGHT, SHARE = 10.0, 0.2
RIDGE, STEPS = 1e-3, 12


class Read(NamedTuple):
    """What an encoder computes about a window.

    vectors (ndarray): What the first upper layer gets, one row per wordpiece.
    queries (list[ndarray]): By upper layer after that, one row per wordpiece.
    keys (list[ndarray]): The same for keys and values, side by side, without their biases.
    result (ndarray): The encoder's own vectors.
    doubtful (ndarray): Whether the word of each wordpiece is in doubt.
    """

    vectors: NDArray
    queries: list[NDArray]
    keys: list[NDArray]
    result: NDArray
    doubtful: NDArray


def main(
    light: Annotated[Path, typer.Argument(help="A pipeline with an encoder in ONNX.")],
    corpus: Annotated[Path, typer.Option(help="Docs of the training split, as .spacy.")],
    out: Annotated[Path, typer.Option(help="The folder to write; a pipeline there is replaced.")],
    after: Annotated[int, typer.Option(min=1, help="The layers that read everything.")] = 3,
    kept: Annotated[
        float, typer.Option(min=0, max=1, help="The share of those in doubt that go on.")
    ] = 0.999,
    windows: Annotated[int, typer.Option(min=1, help="How many windows to read.")] = 600,
    seed: Annotated[int, typer.Option(help="Which windows.")] = 5,
) -> None:
    """Write the pipeline, and print the share of wordpieces that go on."""
    with guarded(), replacing_pipeline(out, light) as folder:
        nlp = load_pipeline(str(light))
        docs = list(DocBin().from_disk(corpus).get_docs(nlp.vocab))
        random.Random(seed).shuffle(docs)
        reads = list(islice(read_windows(nlp, docs, after), windows))
        shim = _shim(nlp)
        early, going_on = fitted(shim.onnx, reads, after, kept)
        encoder = nlp.get_pipe(COMPONENT).model.get_ref("encoder")  # type: ignore[attr-defined]
        set_onnx_encoder(encoder, exiting(shim.onnx, early), shim.tokenizer_json)
        nlp.to_disk(folder)
    typer.echo(f"{going_on:.1%} of {sum(len(one.vectors) for one in reads):,} wordpieces go on")


def read_windows(nlp: Language, docs: list[Any], after: int) -> Iterator[Read]:
    """Encode Docs as the pipeline does, and yield what its encoder computes on the way.

    nlp (Language): A pipeline whose tagger has an `OnnxEncoder.v1`.
    docs (list[Doc]): The Docs.
    after (int): The number of layers before the vectors.
    YIELDS (Read): A window.
    """
    model: Any = nlp.get_pipe(COMPONENT).model  # type: ignore[attr-defined]
    nodes = {node.name: node for node in model.walk()}
    windows, features = nodes["message_windows"], nodes["word_features"]
    shim, own = _shim(nlp), OnnxShim(threads=1)
    graph = unquantised(shim.onnx)
    inputs = layer_inputs(graph)
    attentions = attention_nodes(graph)[after + 1 :]
    names = [inputs[after], *(name for one in attentions for name in one.input[:3]), inputs[-1]]
    quantise_rows(graph)
    own.set_encoder(with_outputs(graph, names), shim.tokenizer_json)
    before, end = shim.frame()
    limit = shim.max_wordpieces - len(before) - len(end)
    for doc in docs:
        rows = features.predict([doc])[0]
        for block, window in window_docs(windows, doc):
            for piece in wordpiece_blocks(shim, 0, window, limit):
                ids = numpy.asarray([[*before, *piece.wordpieces, *end]])
                entries = {INPUT_IDS: ids, "attention_mask": numpy.ones_like(ids)}
                states = [one[0] for one in own.session.run(names, entries)]
                firsts = piece.rows + len(before)
                inputs_of_head = numpy.hstack(
                    [states[-1][firsts], rows[block.window_start + piece.tokens]]
                )
                scores = model.get_ref("head").predict([inputs_of_head])[0]
                words = numpy.searchsorted(firsts, numpy.arange(ids.size), side="right") - 1
                doubtful = (1 - scores[:, 0] > DOUBT)[words] & (words >= 0)
                yield Read(
                    states[0],
                    states[1:-1:3],
                    [
                        numpy.hstack([states[at], states[at + 1]])
                        for at in range(2, len(states) - 1, 3)
                    ],
                    states[-1],
                    doubtful,
                )


def fitted(onnx: bytes, reads: list[Read], after: int, kept: float) -> tuple[EarlyExit, float]:
    """Fit the doubt, and the maps to keys and values.

    onnx (bytes): The encoder.
    reads (list[Read]): What it computes about some windows.
    after (int): The number of layers that read every wordpiece.
    kept (float): The share of the wordpieces in doubt that go on.
    RETURNS (tuple[EarlyExit, float]): What `exiting` takes, and the share of all that go on.
    """
    vectors = numpy.vstack([one.vectors for one in reads])
    doubtful = numpy.concatenate([one.doubtful for one in reads])
    weights = direction_of(vectors, doubtful)
    doubt = vectors @ weights[:-1] + weights[-1]
    least = float(numpy.quantile(doubt[doubtful], 1 - kept))
    sure = doubt < least
    biases, heads = _attention_facts(onnx)
    maps = []
    for layer in range(len(reads[0].keys)):
        bias = biases[after + 1 + layer]
        width = vectors.shape[1]
        counted = numpy.zeros((width + 1, width + 1))
        wanted = numpy.zeros((width + 1, 2 * width))
        for one in reads:
            away = one.vectors @ weights[:-1] + weights[-1] < least
            if away.all() or not away.any():
                continue
            seen = _attention(
                one.queries[layer][~away] + bias[:width],
                one.keys[layer][:, :width] + bias[width : 2 * width],
                heads,
            )[away]
            known = numpy.hstack([one.vectors[away], numpy.ones((int(away.sum()), 1))])
            counts = known * (SHARE + len(away) * seen)[:, None]
            counted += counts.T @ known
            wanted += counts.T @ one.keys[layer][away]
        ridge = RIDGE * counted[-1, -1] * numpy.eye(width + 1)
        maps.append(numpy.linalg.solve(counted + ridge, wanted).astype("float32"))
    results = numpy.vstack([one.result for one in reads])
    early = EarlyExit(
        after, weights[:-1], float(weights[-1]), least, maps, results[sure].mean(axis=0)
    )
    return early, float((~sure).mean())


def direction_of(vectors: NDArray, doubtful: NDArray) -> NDArray:
    """Logistic regression, by Newton's method: the weights of a vector and, last, of a 1."""
    known = numpy.hstack([vectors, numpy.ones((len(vectors), 1))]).astype("float64")
    counts = numpy.where(doubtful, WEIGHT, 1.0)
    weights = numpy.zeros(known.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + numpy.exp(-numpy.clip(known @ weights, -30, 30)))
        slope = known.T @ (counts * (chances - doubtful)) + RIDGE * weights
        curved = (known * (counts * chances * (1 - chances))[:, None]).T @ known
        weights -= numpy.linalg.solve(curved + RIDGE * numpy.eye(len(weights)), slope)
    return weights


def _attention(queries: NDArray, keys: NDArray, heads: int) -> NDArray:
    """The mean attention that some wordpieces pay to each."""
    parts = [numpy.stack(numpy.split(part, heads, axis=1)) for part in (queries, keys)]
    scores = parts[0] @ parts[1].transpose(0, 2, 1) / numpy.sqrt(parts[0].shape[2])
    paid = numpy.exp(scores - scores.max(axis=2, keepdims=True))
    mean: NDArray = (paid / paid.sum(axis=2, keepdims=True)).mean(axis=(0, 1))
    return mean


def _attention_facts(onnx_bytes: bytes) -> tuple[list[NDArray], int]:
    """The biases of queries, keys and values by layer, and the number of heads."""
    model = unquantised(onnx_bytes)
    read = require("onnx", EXTRA).numpy_helper.to_array
    constants = {one.name: one for one in model.graph.initializer}
    nodes = attention_nodes(model)
    (heads,) = (one.i for one in nodes[0].attribute if one.name == "num_heads")
    return [read(constants[node.input[3]]) for node in nodes], heads


def _shim(nlp: Language) -> OnnxShim:
    component: Any = nlp.get_pipe(COMPONENT)
    shim: OnnxShim = component.model.get_ref("encoder").shims[0]
    return shim


if __name__ == "__main__":
    typer.run(main)
