"""Runs a model on windows: blocks of whole messages with the messages around them.

With one message per block, this is the window of Zent et al. (2025): previous + current + next.
Larger blocks give every message at least the same context and encode fewer messages twice.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from spacy.tokens import Doc
from thinc.api import Model
from thinc.types import Floats2d

from ..core.dialogue import SEPARATOR, message_tokens

# Blocks are predicted in groups of about this many tokens, so that memory does not grow
# with the document. A block's rows do not depend on its group.
GROUP_TOKENS = 8192
_LINE_BREAKS = str.maketrans("\n\r", "  ")
_LINE_ENDS = frozenset("\n\r\u2028\u2029")
_SENTENCE_ENDS = frozenset(".!?")
# A message longer than a group is cut. No window has more context than this on either side.
CONTEXT_TOKENS = 1024

Docs2Floats = Model[list[Doc], list[Floats2d]]


class Block(NamedTuple):
    """Token offsets of a block's own messages, of the window that gives their context, and of
    the separators between the window's messages."""

    start: int
    end: int
    window_start: int
    window_end: int
    separators: tuple[int, ...]


def build_message_windows(
    model: Docs2Floats,
    previous: int,
    following: int,
    block_tokens: int,
    context_tokens: int = CONTEXT_TOKENS,
    longest_block: int = GROUP_TOKENS,
    separator: str = SEPARATOR,
    separate_lines: bool = False,
) -> Docs2Floats:
    """Registered as `spacy_piivot.MessageWindows.v1`.

    model (Model[list[Doc], list[Floats2d]]): Gets each block with its context as a Doc of
        the same words, without the annotations of other components.
    previous (int): Messages of context before a block.
    following (int): Messages of context after a block.
    block_tokens (int): As many whole messages as fit into this many tokens make a block;
        0 for one message per block. A longer message is its own block.
    context_tokens (int): The most tokens of context before a block, and after it.
    longest_block (int): A message with more tokens is cut into pieces with context, so that
        memory stays bounded and an encoder of limited length sees all of it.
    separator (str): The word between two messages in the model's input, for instance the
        separator token of an encoder ("[SEP]").
    separate_lines (bool): Whether the model sees the separator between the lines of a message
        too, so that it can tell an author block from a sentence, and a long message is cut at
        the ends of lines or sentences. If not, line breaks inside a message reach it as spaces
        (Zent et al. 2025, footnote 2).
    RETURNS (Model[list[Doc], list[Floats2d]]): One row per token of the Doc. The separators
        between messages get zeros. Windows never cross documents. A block that the model cut
        off, because of its limit of wordpieces, is predicted in halves with the same context.
    RAISES (ValueError): If a size is negative, or `longest_block` is 0.
    """
    if min(previous, following, block_tokens, context_tokens) < 0 or longest_block < 1:
        raise ValueError(
            "The sizes of message windows must not be negative, and longest_block must not be 0."
        )
    return Model(
        "message_windows",
        forward,
        init=init,
        layers=[model],
        attrs={
            "previous": previous,
            "following": following,
            "block_tokens": block_tokens,
            "context_tokens": context_tokens,
            "longest_block": longest_block,
            "separator": separator,
            "separate_lines": separate_lines,
        },
        dims={"nO": model.get_dim("nO") if model.has_dim("nO") else None},
    )


def message_blocks(
    messages: Sequence[tuple[int, int]],
    previous: int,
    following: int,
    block_tokens: int,
    context_tokens: int = CONTEXT_TOKENS,
    longest_block: int = GROUP_TOKENS,
    cuts: Sequence[int] = (),
) -> Iterator[Block]:
    """Split a document's messages into blocks.

    messages (Sequence[tuple[int, int]]): Token offsets of each message, in order.
    previous (int): Messages of context before a block.
    following (int): Messages of context after a block.
    block_tokens (int): The size of a block; 0 for one message.
    context_tokens (int): The most tokens of context on either side.
    longest_block (int): The most tokens of a piece of a message.
    cuts (Sequence[int]): Tokens in order that a piece may best begin with. The last one in the
        second half of a piece is where it ends.
    YIELDS (Block): Blocks in order, without blocks of only empty messages.
    """
    first = 0
    while first < len(messages):
        last = first + 1
        while last < len(messages) and messages[last][1] - messages[first][0] <= block_tokens:
            last += 1
        start, end = messages[first][0], messages[last - 1][1]
        window_start = messages[max(first - previous, 0)][0]
        window_end = messages[min(last + following, len(messages)) - 1][1]
        separators = (end for _, end in messages[max(first - previous, 0) : last + following])
        whole = Block(start, end, window_start, window_end, tuple(separators))
        for piece_start, piece_end in _pieces(start, end, longest_block, cuts):
            yield _part(whole, piece_start, piece_end, context_tokens)
        first = last


def _pieces(start: int, end: int, longest: int, cuts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Cut a range of tokens into pieces of at most `longest`."""
    while end - start > longest:
        latest = bisect_right(cuts, start + longest)
        cut = cuts[latest - 1] if latest else start
        middle = cut if cut > start + longest // 2 else start + longest
        yield start, middle
        start = middle
    if start < end:
        yield start, end


def window_docs(model: Docs2Floats, doc: Doc) -> Iterator[tuple[Block, Doc]]:
    """What the inner model gets for a Doc.

    model (Model[list[Doc], list[Floats2d]]): The result of `build_message_windows`.
    doc (Doc): The Doc.
    YIELDS (tuple[Block, Doc]): Each block, and its window as a Doc.
    """
    for block in _blocks(model, doc):
        yield block, _window_doc(model, doc, block)


def forward(
    model: Docs2Floats, docs: list[Doc], is_train: bool
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Doc]]]:
    inner: Docs2Floats = model.layers[0]
    divided = [(doc, list(_blocks(model, doc))) for doc in docs]
    windows = [(doc, block) for doc, blocks in divided for block in blocks]
    rows: list[Floats2d] = []
    backprops: list[tuple[list[Floats2d], Callable]] = []
    for group in _groups(windows) if not is_train else [windows] if windows else []:
        outputs, backprop = inner(
            [_window_doc(model, doc, block) for doc, block in group], is_train
        )
        for output, (doc, block) in zip(outputs, group, strict=True):
            own = output[block.start - block.window_start : block.end - block.window_start]
            if not is_train and _is_cut_off(doc, block, own):
                own = _read_in_halves(model, doc, block)
            rows.append(own)
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
        windows = [_window_doc(model, doc, block) for doc in X for block in _blocks(model, doc)]
    inner.initialize(X=windows or None, Y=Y)
    if inner.has_dim("nO"):
        model.set_dim("nO", inner.get_dim("nO"))


def _blocks(model: Docs2Floats, doc: Doc) -> Iterator[Block]:
    attrs, messages = model.attrs, message_tokens(doc)
    largest = max([attrs["block_tokens"], *(end - start for start, end in messages)])
    is_cut = attrs["separate_lines"] and largest > attrs["longest_block"]
    return message_blocks(
        messages,
        attrs["previous"],
        attrs["following"],
        attrs["block_tokens"],
        attrs["context_tokens"],
        attrs["longest_block"],
        _line_starts(doc) if is_cut else (),
    )


def _line_starts(doc: Doc) -> list[int]:
    """The tokens that begin a line, or a sentence inside one."""
    return [
        token.i + 1 for token in doc if _is_line_break(token.text) or token.text in _SENTENCE_ENDS
    ]


def _is_line_break(text: str) -> bool:
    return text.isspace() and not _LINE_ENDS.isdisjoint(text)


def _is_cut_off(doc: Doc, block: Block, rows: Floats2d) -> bool:
    """Whether the model did not read all words of a block: unread words have zeros."""
    tokens = doc[block.start : block.end]
    if rows.any(axis=1).all():
        return False
    return any(
        not row.any() and any(map(str.isalnum, token.text))
        for token, row in zip(tokens, rows, strict=True)
    )


def _read_in_halves(model: Docs2Floats, doc: Doc, block: Block) -> Floats2d:
    """Predict the halves of a block separately, recursively; a single token without context."""
    middle = (block.start + block.end) // 2
    context = model.attrs["context_tokens"]
    parts = [
        _part(block, start, end, context if end - start > 1 else 0)
        for start, end in ((block.start, middle), (middle, block.end))
        if start < end
    ]
    outputs = model.layers[0].predict([_window_doc(model, doc, part) for part in parts])
    rows = []
    for output, part in zip(outputs, parts, strict=True):
        own = output[part.start - part.window_start : part.end - part.window_start]
        if part.end - part.start > 1 and _is_cut_off(doc, part, own):
            own = _read_in_halves(model, doc, part)
        rows.append(own)
    return cast(Floats2d, model.ops.xp.vstack(rows))


def _part(block: Block, start: int, end: int, context: int) -> Block:
    """Some tokens of a block, with up to `context` tokens of its window on either side."""
    window_start = max(start - context, block.window_start)
    window_end = min(end + context, block.window_end)
    inside = (at for at in block.separators if window_start <= at < window_end)
    return Block(start, end, window_start, window_end, tuple(inside))


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


def _window_doc(model: Docs2Floats, doc: Doc, block: Block) -> Doc:
    tokens = doc[block.window_start : block.window_end]
    if model.attrs["separate_lines"]:
        words = [model.attrs["separator"] if _is_line_break(t.text) else t.text for t in tokens]
    else:
        words = [token.text.translate(_LINE_BREAKS) for token in tokens]
    for end in block.separators:
        words[end - block.window_start] = model.attrs["separator"]
    return Doc(doc.vocab, words=words, spaces=[bool(token.whitespace_) for token in tokens])


def _width(model: Docs2Floats) -> int:
    inner: Docs2Floats = model.layers[0]
    return inner.get_dim("nO") if inner.has_dim("nO") else 0
