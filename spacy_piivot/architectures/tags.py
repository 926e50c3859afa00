"""Converts gold spans to token tags (IO or IOB2) for training, and tag probabilities to spans."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, cast

import numpy
from spacy.tokens import Doc
from thinc.types import Floats2d

from ..core.dialogue import message_tokens
from ..core.spans import Candidate
from ..core.texts import doc_text
from ..kinds.names import name_extent, possessive
from ..lang import Lexicon

Scheme = Literal["io", "iob2"]
Aggregation = Literal["first", "none"]

OUTSIDE = "O"
NONE = -1  # no label reaches its threshold
# Lets a probability of exactly the threshold pass in 32-bit floats.
MARGIN = 1e-6

_JOINED_WORD = re.compile(r"[^\W\d_]+(?:[-‐‑'’][^\W\d_]+)+")
_EDGES = "\u200b.,;:!?…\"“”„'‘’`´-–—~*|<>=&/\\"
_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = {closing: opening for opening, closing in _OPENING.items()}
_ABBREVIATION = re.compile(r"(?:^|[\s.])[^\W\d_]\.$")


def tag_names(labels: Sequence[str], scheme: Scheme) -> list[str]:
    """The tags of a scheme, in the order of the model's columns.

    labels (Sequence[str]): The span labels.
    scheme (str): "io" (one tag per label) or "iob2" (B- and I- per label).
    RETURNS (list[str]): The tags; the first is "O".
    """
    if scheme == "io":
        return [OUTSIDE, *labels]
    return [OUTSIDE, *(f"{part}-{label}" for label in labels for part in "BI")]


def tag_targets(
    doc: Doc, gold: Iterable[Candidate], labels: Sequence[str], scheme: Scheme
) -> tuple[Floats2d, Floats2d]:
    """Make the training targets of a Doc. A gold span inside a token labels the whole token.

    doc (Doc): The Doc whose tokens the model sees.
    gold (Iterable[Candidate]): Gold spans by character offsets.
    labels (Sequence[str]): The span labels. Tokens of gold spans with other labels are
        excluded from the loss.
    scheme (str): "io" or "iob2".
    RETURNS (tuple[Floats2d, Floats2d]): One-hot tags, one row per token; and a column with 1
        for each token in the loss, 0 for the others (separators, other labels).
    RAISES (ValueError): If a gold span is empty or lies outside the text.
    """
    columns = {label: number for number, label in enumerate(labels)}
    tags = numpy.zeros(len(doc), dtype="int64")
    counts = numpy.zeros((len(doc), 1), dtype="float32")
    for start, end in message_tokens(doc):
        counts[start:end] = 1.0
    for candidate in gold:
        span = doc.char_span(candidate.start, candidate.end, alignment_mode="expand")
        if span is None or not len(span):
            raise ValueError("a gold span is empty or lies outside its Doc's text")
        column = columns.get(candidate.label)
        if column is None:
            counts[span.start : span.end] = 0.0
        elif scheme == "io":
            tags[span.start : span.end] = 1 + column
        else:
            tags[span.start : span.end] = 2 + 2 * column
            tags[span.start] = 1 + 2 * column
    one_hot = numpy.eye(len(tag_names(labels, scheme)), dtype="float32")[tags]
    return cast(Floats2d, one_hot), cast(Floats2d, counts)


def tempered(probabilities: Floats2d, temperature: float) -> Floats2d:
    """Scale probabilities as if their logits had been divided by a temperature.

    probabilities (Floats2d): Rows that sum to 1, or are zero.
    temperature (float): Above 1 softens, below 1 sharpens.
    RETURNS (Floats2d): The scaled probabilities.
    """
    if temperature == 1.0:
        return probabilities
    powers = numpy.asarray(probabilities) ** (1.0 / temperature)
    sums = powers.sum(axis=1, keepdims=True)
    return cast(Floats2d, powers / numpy.where(sums > 0, sums, 1.0))


def decode(
    doc: Doc,
    probabilities: Floats2d,
    labels: Sequence[str],
    scheme: Scheme,
    thresholds: Sequence[float],
    aggregation: Aggregation,
    lexicon: Lexicon,
) -> Iterator[tuple[int, int, str, float]]:
    """Read spans off a Doc's tag probabilities.

    A token gets the best of the labels that reach their threshold, which may be below 0.5;
    neighbours with the same label join (B- of IOB2 starts a new span), never across messages.

    doc (Doc): The document.
    probabilities (Floats2d): One row per token, one column per tag.
    labels (Sequence[str]): The span labels.
    scheme (str): "io" or "iob2".
    thresholds (Sequence[float]): The least probability of each label.
    aggregation (str): "first": the parts of a word with hyphens or apostrophes get the tag of
        its first part; "none": each token has its own tag.
    lexicon (Lexicon): The words of the language.
    YIELDS (tuple[int, int, str, float]): Start and end character, label, and the mean
        probability of the tokens.
    """
    if not labels or not len(doc):
        return
    rows = numpy.arange(len(doc))
    heads = numpy.asarray(_word_starts(doc, lexicon)) if aggregation == "first" else rows
    inside = numpy.asarray(probabilities)[heads, 1:]
    begins = numpy.zeros(len(doc), dtype=bool)
    if scheme == "iob2":
        begin, inside = inside[:, 0::2], inside[:, 0::2] + inside[:, 1::2]
    reached = numpy.where(inside >= numpy.asarray(thresholds) - MARGIN, inside, -1.0)
    scores = reached.max(axis=1)
    best = numpy.where(scores >= 0, reached.argmax(axis=1), NONE)
    if scheme == "iob2":
        begins = (begin[rows, best] * 2 > inside[rows, best]) & (heads == rows)
    tags, starts = best.tolist(), begins.tolist()
    for start, end in message_tokens(doc):
        if scores[start:end].max(initial=-1.0) < 0:
            continue
        for first, last in _runs(doc, start, end, tags, starts):
            label = labels[tags[first]]
            tokens = scores[first:last]
            score = round(float(tokens[tokens >= 0].mean()), 4)
            for start_char, end_char in _extents(doc, first, last, label, lexicon):
                yield start_char, end_char, label, min(score, 1.0)


def _word_starts(doc: Doc, lexicon: Lexicon) -> list[int]:
    """For each token, the first token of its word with hyphens or apostrophes."""
    starts = list(range(len(doc)))
    characters = [token.idx for token in doc]
    for word in _JOINED_WORD.finditer(doc_text(doc)):
        end = word.start() + len(possessive(lexicon).sub("", word.group()))
        first = bisect_left(characters, word.start())
        last = bisect_left(characters, end)
        if first < last and characters[first] == word.start():
            starts[first:last] = [first] * (last - first)
    return starts


def _runs(
    doc: Doc, start: int, end: int, best: list[int], begins: list[bool]
) -> Iterator[tuple[int, int]]:
    """Runs of tokens with one label; space tokens do not split them."""
    first = last = -1
    for i in range(start, end):
        tagged = best[i] != NONE and not doc[i].is_space
        if first >= 0:
            joins = best[i] == best[first] and not begins[i]
            bridge = doc[i].is_space and "\n" not in doc[i].text
            if not bridge and not (tagged and joins):
                yield first, last
                first = -1
        if tagged:
            first = i if first < 0 else first
            last = i + 1
    if first >= 0:
        yield first, last


def _extents(
    doc: Doc, first: int, last: int, label: str, lexicon: Lexicon
) -> Iterator[tuple[int, int]]:
    """The exact extents in a run of tokens: each name in it, or another label without its edges."""
    if label != "NAME":
        start, end = _trimmed(doc[first:last].text)
        if start < end:
            yield doc[first].idx + start, doc[first].idx + end
        return
    while first < last:
        start, end = name_extent(doc[first:last].text, lexicon)
        if start == end:
            return
        start, end = doc[first].idx + start, doc[first].idx + end
        yield start, end
        # The rest of the name's last token is not a name, nor is a possessive ending; later
        # tokens may be.
        while first < last and (
            doc[first].idx < end or possessive(lexicon).fullmatch(doc[first].text)
        ):
            first += 1


def _trimmed(text: str) -> tuple[int, int]:
    """The extent of a string without white space, punctuation and unmatched brackets around it."""
    start, end = 0, len(text)
    while start < end and _is_leading(text[start:end]):
        start += 1
    while start < end and _is_trailing(text[start:end]):
        end -= 1
    if not any(map(str.isalnum, text[start:end])):
        return (0, 0)
    return start, end


def _is_leading(found: str) -> bool:
    first = found[0]
    return (
        first.isspace()
        or first in _EDGES
        or first in _CLOSING
        or _OPENING.get(first, found) not in found
    )


def _is_trailing(found: str) -> bool:
    last = found[-1]
    if last.isspace() or last in _EDGES:
        return not _ABBREVIATION.search(found)  # "U.S." keeps its full stop
    return last in _OPENING or _CLOSING.get(last, found) not in found
