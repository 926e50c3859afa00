"""Computes word features: shape, position, and whether the word is an ordinary word.

An encoder without upper case cannot distinguish "Will" from "will"; these features can.
"""

from collections.abc import Callable
from functools import partial
from typing import cast

import numpy
from spacy.tokens import Doc
from thinc.api import Model
from thinc.types import Floats2d

from ..core.dialogue import message_tokens
from ..kinds.names import is_ordinary_word
from ..lang import Lexicon

SHAPES = ("lower", "title", "upper", "letter", "mixed", "number", "other")
FLAGS = ("first", "ordinary", "glued", "unspaced", "lower_message", "upper_message")
_SHAPE_COLUMNS = len(SHAPES)
# The shapes of the word before and after, then the word's own shape, then the flags.
WIDTH = 3 * _SHAPE_COLUMNS + len(FLAGS)

_SENTENCE_ENDS = frozenset(".?!:…")


def build_word_features(lexicon: Lexicon) -> Model[list[Doc], list[Floats2d]]:
    """Build a model without weights, from Docs to one row of zeros and ones per token.

    lexicon (Lexicon): The words of the language.
    RETURNS (Model[list[Doc], list[Floats2d]]): Shape (tokens, `WIDTH`) per Doc: the shapes of
        the word before, the word, and the word after; then whether it begins a sentence, is an
        ordinary word, has no space before it, has no space after it, and whether its message
        has no upper case or no lower case. Separators between messages get zeros; neighbours
        are in the same message.
    """
    return Model("word_features", partial(forward, lexicon=lexicon), dims={"nO": WIDTH})


def forward(
    model: Model[list[Doc], list[Floats2d]], docs: list[Doc], is_train: bool, *, lexicon: Lexicon
) -> tuple[list[Floats2d], Callable[[list[Floats2d]], list[Doc]]]:
    known: dict[int, tuple[int, float]] = {}
    rows = [model.ops.asarray2f(cast(Floats2d, _features(doc, known, lexicon))) for doc in docs]
    return rows, lambda d_rows: docs


def _features(doc: Doc, known: dict[int, tuple[int, float]], lexicon: Lexicon) -> numpy.ndarray:
    rows = numpy.zeros((len(doc), WIDTH), dtype="float32")
    own = rows[:, _SHAPE_COLUMNS : 2 * _SHAPE_COLUMNS]
    flags = rows[:, 3 * _SHAPE_COLUMNS :]
    for start, end in message_tokens(doc):
        if start == end:
            continue
        begins = True
        glued = False
        has_upper = has_lower = False
        for i in range(start, end):
            token = doc[i]
            found = known.get(token.orth)
            if found is None:
                found = known[token.orth] = _word(token.text, lexicon)
            shape, ordinary = found
            own[i, shape] = 1.0
            spaced = bool(token.whitespace_)
            flags[i, 0] = begins
            flags[i, 1] = ordinary
            flags[i, 2] = glued
            flags[i, 3] = not spaced and i + 1 < end
            glued = not spaced
            if token.is_alpha or token.is_digit:
                begins = False
            elif token.text[-1] in _SENTENCE_ENDS:
                begins = True
            has_upper |= SHAPES[shape] in ("title", "upper", "mixed")
            has_lower |= SHAPES[shape] in ("title", "lower", "mixed")
        rows[start + 1 : end, :_SHAPE_COLUMNS] = own[start : end - 1]
        rows[start : end - 1, 2 * _SHAPE_COLUMNS : 3 * _SHAPE_COLUMNS] = own[start + 1 : end]
        flags[start:end, 4] = not has_upper
        flags[start:end, 5] = not has_lower
    return rows


def _word(text: str, lexicon: Lexicon) -> tuple[int, float]:
    return SHAPES.index(_shape(text)), float(is_ordinary_word(text, lexicon))


def _shape(text: str) -> str:
    if not any(map(str.isalpha, text)):
        return "number" if any(map(str.isdigit, text)) else "other"
    if text.islower():
        return "lower"
    if text.isupper():
        return "letter" if len(text) == 1 else "upper"
    if text[0].isupper() and text[1:].islower():
        return "title"
    # Scripts without case have no shape.
    return "other" if text.lower() == text.upper() else "mixed"
