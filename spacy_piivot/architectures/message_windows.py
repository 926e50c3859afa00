"""Message windows: a model sees blocks of whole messages with the messages around them.

With one message a block this is the window of Zent et al. (2025): previous + current + next.
Larger blocks give every message at least the same context and encode little twice.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from spacy.tokens import Doc
from thinc.api import Model
from thinc.types import Floats2d

from ..dialogue import message_tokens

# Blocks are predicted in groups of about this many tokens, so that memory does not grow
# with the document. A block's rows do not depend on its group.
GROUP_TOKENS = 8192
# A message longer than a group is cut. No window has more context than this on either side.
CONTEXT_TOKENS = 1024

Docs2Floats = Model[list[Doc], list[Floats2d]]


class Block(NamedTuple):
    """Token offsets of a block's own messages, and of the window that gives their context."""

    start: int
    end: int
    window_start: int
    window_end: int


def build_message_windows(
    model: Docs2Floats, previous: int, following: int, block_tokens: int
) -> Docs2Floats:
    """Registered as `spacy_piivot.MessageWindows.v1`.

    model (Model[List[Doc], List[Floats2d]]): Gets every block, with its context, as a Doc of
        the same words; what other components annotated is not on it.
    previous (int): Messages of context before a block.
    following (int): Messages of context after a block.
    block_tokens (int): As many whole messages as fit into this many tokens make a block;
        0 for one message a block. A longer message is a block of its own, unless it is so long
        that memory would grow with it: then it is cut into pieces with context.
    RETURNS (Model[List[Doc], List[Floats2d]]): One row a token of the Doc. The separators
        between messages get zeros. Windows never cross documents.
    """
    return Model(
        "message_windows",
        forward,
        init=init,
        layers=[model],
        attrs={"previous": previous, "following": following, "block_tokens": block_tokens},
        dims={"nO": model.get_dim("nO") if model.has_dim("nO") else None},
    )


def message_blocks(
    messages: Sequence[tuple[int, int]], previous: int, following: int, block_tokens: int
) -> Iterator[Block]:
    """Divide a document's messages into blocks.

    messages (Sequence[tuple[int, int]]): Token offsets of each message, in order.
    previous (int): Messages of context before a block.
    following (int): Messages of context after a block.
    block_tokens (int): The size of a block; 0 for one message.
    YIELDS (Block): Blocks in order; blocks of empty messages only are left out.
    """
    first = 0
    while first < len(messages):
        last = first + 1
        while last < len(messages) and messages[last][1] - messages[first][0] <= block_tokens:
            last += 1
        start, end = messages[first][0], messages[last - 1][1]
        window_start = messages[max(first - previous, 0)][0]
        window_end = messages[min(last + following, len(messages)) - 1][1]
        for piece in range(start, end, GROUP_TOKENS):
            piece_end = min(piece + GROUP_TOKENS, end)
            yield Block(
                piece,
                piece_end,
                max(piece - CONTEXT_TOKENS, window_start),
                min(piece_end + CONTEXT_TOKENS, window_end),
            )
        first = last


def forward(
    model: Docs2Floats, docs: list[Doc], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Doc]]]:
    inner: Docs2Floats = model.layers[0]
    divided = [(doc, list(_blocks(model, doc))) for doc in docs]
    windows = [(doc, block) for doc, blocks in divided for block in blocks]
    rows: list[Floats2d] = []
    backprops: list[tuple[list[Floats2d], Callable]] = []
    for group in _groups(windows) if not is_train else [windows] if windows else []:
        outputs, backprop = inner([_window_doc(doc, block) for doc, block in group], is_train)
        rows.extend(
            output[block.start - block.window_start : block.end - block.window_start]
            for output, (_, block) in zip(outputs, group, strict=True)
        )
        if is_train:
            backprops.append((outputs, backprop))
    width = rows[0].shape[1] if rows else _width(model)
    following_rows = iter(rows)
    scores: list[Floats2d] = []
    for doc, blocks in divided:
        whole = model.ops.alloc2f(len(doc), width)
        for block in blocks:
            whole[block.start : block.end] = next(following_rows)
        scores.append(whole)

    def backprop_windows(d_scores: list[Floats2d]) -> list[Doc]:
        d_rows = (
            (d_whole[block.start : block.end], block)
            for d_whole, (_, blocks) in zip(d_scores, divided, strict=True)
            for block in blocks
        )
        for outputs, backprop in backprops:
            d_outputs = []
            for output in outputs:
                d_own, block = next(d_rows)
                d_output = model.ops.alloc2f(*output.shape)
                offset = block.start - block.window_start
                d_output[offset : offset + len(d_own)] = d_own
                d_outputs.append(d_output)
            backprop(d_outputs)
        return docs

    return scores, backprop_windows


def init(model: Docs2Floats, X: list[Doc] | None = None, Y: list[Floats2d] | None = None) -> None:
    inner: Docs2Floats = model.layers[0]
    windows = None
    if X is not None:
        windows = [_window_doc(doc, block) for doc in X for block in _blocks(model, doc)]
    inner.initialize(X=windows or None, Y=Y)
    if inner.has_dim("nO"):
        model.set_dim("nO", inner.get_dim("nO"))


def _blocks(model: Docs2Floats, doc: Doc) -> Iterator[Block]:
    attrs = model.attrs
    return message_blocks(
        message_tokens(doc), attrs["previous"], attrs["following"], attrs["block_tokens"]
    )


def _groups(windows: Iterable[tuple[Doc, Block]]) -> Iterator[list[tuple[Doc, Block]]]:
    group: list[tuple[Doc, Block]] = []
    size = 0
    for doc, block in windows:
        length = block.window_end - block.window_start
        if group and size + length > GROUP_TOKENS:
            yield group
            group, size = [], 0
        group.append((doc, block))
        size += length
    if group:
        yield group


def _window_doc(doc: Doc, block: Block) -> Doc:
    tokens = doc[block.window_start : block.window_end]
    return Doc(
        doc.vocab,
        words=[token.text for token in tokens],
        spaces=[bool(token.whitespace_) for token in tokens],
    )


def _width(model: Docs2Floats) -> int:
    inner: Docs2Floats = model.layers[0]
    return inner.get_dim("nO") if inner.has_dim("nO") else 0
