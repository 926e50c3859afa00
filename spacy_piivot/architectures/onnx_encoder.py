"""Encodes Docs in ONNX like spacy-transformers' `Tok2VecTransformer`, but without torch."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import numpy
from numpy.typing import NDArray
from spacy.tokens import Doc
from thinc.api import Model
from thinc.types import Floats2d

from ..errors import PIIvotError
from .onnx_session import NoOnnxEncoder, OnnxShim

# Further wordpieces of a token are dropped: a long URL has hundreds.
TOKEN_WORDPIECES = 24
# Wordpieces per batch, with padding: few enough for the cache of a core.
BATCH_WORDPIECES = 384

Docs2Floats = Model[list[Doc], list[Floats2d]]
Integers = NDArray[numpy.int64]


class NotTrainable(PIIvotError):
    def __init__(self) -> None:
        super().__init__(
            "An ONNX encoder cannot be trained: train the transformer pipeline "
            "(configs/transformer.cfg) and export it again."
        )


class WordpieceBlock(NamedTuple):
    """Wordpieces that are encoded together: the whole Doc, if the model is long enough.

    doc (int): The number of the Doc.
    wordpieces (list[int]): Their ids.
    tokens (Integers): The tokens that get a vector from this piece.
    rows (Integers): The wordpiece whose vector each of them gets.
    """

    doc: int
    wordpieces: list[int]
    tokens: Integers
    rows: Integers


def build_onnx_encoder(nO: int | None = None, threads: int | None = None) -> Docs2Floats:
    """Registered as `spacy_piivot.OnnxEncoder.v1`.

    It is empty until weights are loaded or `set_onnx_encoder` is called. It cannot be trained.

    nO (int | None): The width of the vectors; known from the weights if None.
    threads (int | None): How many batches are encoded in parallel. If None, the number of
        cores, or one in a worker process (`n_process`).
    RETURNS (Model[list[Doc], list[Floats2d]]): One row per token, the vector of its first
        wordpiece as in Zent et al. (2025); zeros for a token without wordpieces. A Doc longer
        than the model is encoded in pieces. A row depends only on its Doc, not on the batch.
    """
    return Model("onnx_encoder", forward, init=init, shims=[OnnxShim(threads)], dims={"nO": nO})


def set_onnx_encoder(model: Docs2Floats, onnx: bytes, tokenizer_json: str) -> None:
    """Set the weights of an encoder.

    model (Model[list[Doc], list[Floats2d]]): The result of `build_onnx_encoder`.
    onnx (bytes): The model, as `training/export/to_onnx.py` writes it.
    tokenizer_json (str): Its tokenizer, as `tokenizers.Tokenizer.to_str` gives it.
    """
    shim = _shim(model)
    shim.set_encoder(onnx, tokenizer_json)
    model.set_dim("nO", shim.width)


def forward(
    model: Docs2Floats, docs: list[Doc], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Doc]]]:
    if is_train:
        raise NotTrainable
    shim = _shim(model)
    width = model.get_dim("nO") if model.has_dim("nO") else shim.width
    vectors: list[Any] = [numpy.zeros((len(doc), width), dtype="float32") for doc in docs]
    before, after = shim.frame()
    limit = shim.max_wordpieces - len(before) - len(after)
    pieces = [
        piece
        for number, doc in enumerate(docs)
        for piece in wordpiece_blocks(shim, number, doc, limit)
    ]
    batches = list(_batches(pieces))
    framed = [[[*before, *piece.wordpieces, *after] for piece in batch] for batch in batches]
    for batch, encoded in zip(batches, shim.run_all(framed), strict=True):
        for piece, rows in zip(batch, cast(Any, encoded), strict=True):
            vectors[piece.doc][piece.tokens] = rows[piece.rows + len(before)]

    def backprop(d_vectors: list[Floats2d]) -> list[Doc]:
        raise NotTrainable

    return [model.ops.asarray2f(rows) for rows in vectors], backprop


def init(model: Docs2Floats, X: list[Doc] | None = None, Y: list[Floats2d] | None = None) -> None:
    if not _shim(model).onnx:
        raise NoOnnxEncoder


def wordpiece_blocks(shim: OnnxShim, number: int, doc: Doc, limit: int) -> Iterator[WordpieceBlock]:
    """Divide the wordpieces of a Doc into pieces.

    shim (OnnxShim): The tokenizer.
    number (int): The number of the Doc.
    doc (Doc): The Doc.
    limit (int): The most wordpieces of a piece, without a frame.
    YIELDS (WordpieceBlock): Pieces in order; none if it has only white space.
    """
    if not len(doc):
        return
    ids, offsets = shim.encode(doc.text)
    if not ids:
        return
    wordpieces = numpy.asarray(ids)
    wordpiece_starts, wordpiece_ends = numpy.asarray(offsets).T
    starts, lengths, spaces = doc.to_array(["IDX", "LENGTH", "SPACY"]).astype("int64").T
    first = first_wordpieces(starts, starts + lengths + spaces, wordpiece_starts, wordpiece_ends)
    # The token in which each wordpiece starts, and how many came before it in that token.
    owners = numpy.maximum(numpy.searchsorted(starts, wordpiece_starts, side="right") - 1, 0)
    ranks = numpy.arange(len(owners)) - numpy.searchsorted(owners, owners)
    kept = ranks < TOKEN_WORDPIECES
    kept[first[first >= 0]] = True
    wordpieces, owners = wordpieces[kept], owners[kept]
    rows = numpy.where(first >= 0, (numpy.cumsum(kept) - 1)[first], -1)
    for start, end in _cuts(owners, limit):
        (tokens,) = numpy.nonzero((rows >= start) & (rows < end))
        yield WordpieceBlock(number, wordpieces[start:end].tolist(), tokens, rows[tokens] - start)


def first_wordpieces(
    starts: Integers, ends: Integers, wordpiece_starts: Integers, wordpiece_ends: Integers
) -> Integers:
    """The first wordpiece that shares a character with each token.

    starts (Integers): The first character of each token.
    ends (Integers): The character after its last one, including its space as in
        spacy-transformers.
    wordpiece_starts (Integers): The first character of each wordpiece.
    wordpiece_ends (Integers): The character after its last one.
    RETURNS (Integers): A wordpiece per token; -1 for none.
    """
    (visible,) = numpy.nonzero(wordpiece_ends > wordpiece_starts)
    if not len(visible):
        return cast(Integers, numpy.full(len(starts), -1))
    found = numpy.searchsorted(wordpiece_ends[visible], starts, side="right")
    first = visible[numpy.minimum(found, len(visible) - 1)]
    shared = (found < len(visible)) & (wordpiece_starts[first] < ends)
    return cast(Integers, numpy.where(shared, first, -1))


def _cuts(owners: Integers, limit: int) -> Iterator[tuple[int, int]]:
    """Cut wordpieces between tokens into pieces of about the same length."""
    length = len(owners)
    (changes,) = numpy.nonzero(numpy.diff(owners))
    boundaries = numpy.append(changes + 1, length)
    step = -(-length // -(-length // limit))
    start = 0
    while start < length:
        at = int(numpy.searchsorted(boundaries, min(start + step, length)))
        if boundaries[at] > start + limit:
            at -= 1
        end = int(boundaries[at]) if at >= 0 else start
        if end <= start:  # a token longer than the model
            end = start + limit
        yield start, end
        start = end


def _batches(pieces: list[WordpieceBlock]) -> Iterator[list[WordpieceBlock]]:
    """Batches of pieces of about the same length."""
    batch: list[WordpieceBlock] = []
    for piece in sorted(pieces, key=lambda piece: len(piece.wordpieces)):
        if batch and (len(batch) + 1) * len(piece.wordpieces) > BATCH_WORDPIECES:
            yield batch
            batch = []
        batch.append(piece)
    if batch:
        yield batch


def _shim(model: Docs2Floats) -> OnnxShim:
    return cast(OnnxShim, model.shims[0])
