"""The tokens of messages, and their B- and I- tags."""

from collections.abc import Sequence
from functools import cache, lru_cache

import spacy
from spacy.tokenizer import Tokenizer

from ...core.dialogue import text_pieces
from ...core.tokenizer import make_dialogue_tokenizer
from ...errors import InputError
from .annotations import AnnotatedMessage, AnnotatedSpan, Extent


def tag_tokens(tokens: Sequence[Extent], spans: Sequence[AnnotatedSpan]) -> dict[int, str]:
    """Tag the tokens in spans: "B-NAME", "I-NAME".

    tokens (Sequence[Extent]): Start and end of each token, in order.
    spans (Sequence[AnnotatedSpan]): Spans; if several share a token, the first counts.
    RETURNS (dict[int, str]): The tag of each token that a span touches, by its position.
    """
    tags: dict[int, str] = {}
    ordered = sorted(spans, key=lambda span: (span.start, -span.end, span.label))
    first = 0
    for span in ordered:
        while first < len(tokens) and tokens[first][1] <= span.start:
            first += 1
        prefix = "B"
        for position in range(first, len(tokens)):
            if tokens[position][0] >= span.end:
                break
            if position not in tags:
                tags[position] = f"{prefix}-{span.label}"
                prefix = "I"
    return tags


def message_tokens(*sources: AnnotatedMessage) -> Sequence[Extent]:
    """Return the tokens of a message: the gold's own, else those of its text.

    sources (AnnotatedMessage): The message from several sources, the gold first. A system's own
        tokens are used only if there is no text: systems must be scored on the same tokens.
    RETURNS (Sequence[Extent]): Start and end of each token; a text is tokenised by
        `spacy_piivot.DialogueTokenizer.v1`, which splits glued words.
    RAISES (InputError): If no source has tokens or a text.
    """
    gold, *others = sources
    if gold.tokens is not None:
        return gold.tokens
    for source in sources:
        if source.text is not None:
            return _tokens(source.text)
    for source in others:
        if source.tokens is not None:
            return source.tokens
    raise InputError(
        "Matching by token needs tokens or texts, and these files contain spans only: give GOLD "
        "with its texts, or match 'strict', 'any_label', 'overlap' or 'published'."
    )


@lru_cache(maxsize=50_000)
def _tokens(text: str) -> Sequence[Extent]:
    tokens = []
    shift = 0
    for piece in text_pieces(text):
        tokens += [
            (shift + token.idx, shift + token.idx + len(token)) for token in _tokenizer()(piece)
        ]
        shift += len(piece)
    return tokens


@cache
def _tokenizer() -> Tokenizer:
    return make_dialogue_tokenizer()(spacy.blank("en"))
