"""What a tagger thought of every token, handed on to those who look again.

Kept in `doc.user_data` as plain lists, by characters, and only where the tagger was not sure that
a token is nothing. Whoever reads it last takes it off the Doc.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
from numpy.typing import NDArray
from spacy.tokens import Doc

TOKEN_SCORES_KEY = "piivot_token_scores"
# Below this probability of being anything a token is not kept.
_LEAST = 0.02

Floats = NDArray[numpy.float32]


def set_token_scores(doc: Doc, source: str, names: Floats, anything: Floats) -> None:
    """Keep a tagger's probabilities on a Doc.

    doc (Doc): The document.
    source (str): The tagger's name in the pipeline.
    names (Floats): For every token, the probability of belonging to a name.
    anything (Floats): For every token, the probability of belonging to any PII.
    """
    kept = numpy.flatnonzero(anything > _LEAST).tolist()
    doc.user_data[TOKEN_SCORES_KEY] = {
        "source": source,
        "offsets": [doc[i].idx for i in kept],
        "names": [round(float(names[i]), 4) for i in kept],
        "anything": [round(float(anything[i]), 4) for i in kept],
    }


class TokenScores:
    """A tagger's probabilities, read off a Doc.

    doc (Doc): The document.
    values (Mapping[str, Any]): What `set_token_scores` kept.
    """

    def __init__(self, doc: Doc, values: Mapping[str, Any]) -> None:
        self.source: str = values["source"]
        self.starts = doc.to_array("IDX").astype("int64")
        self.names = numpy.zeros(len(doc), "float32")
        self.anything = numpy.zeros(len(doc), "float32")
        if len(values["offsets"]):
            offsets: Sequence[int] = numpy.asarray(values["offsets"], "int64")  # type: ignore[assignment]
            rows = numpy.searchsorted(self.starts, offsets, side="right") - 1
            # Of a token that was read in pieces the best one counts.
            numpy.maximum.at(self.names, rows, numpy.asarray(values["names"], "float32"))
            numpy.maximum.at(self.anything, rows, numpy.asarray(values["anything"], "float32"))

    def tokens(self, start: int, end: int) -> slice:
        """The tokens that some characters touch.

        start (int): The first character in `doc.text`.
        end (int): The one after the last.
        RETURNS (slice): Of the tokens.
        """
        first, last = numpy.searchsorted(self.starts, (start, end - 1), side="right").tolist()
        return slice(max(first - 1, 0), last)


def take_token_scores(doc: Doc) -> TokenScores | None:
    """Take a tagger's probabilities off a Doc.

    doc (Doc): The document.
    RETURNS (Optional[TokenScores]): The probabilities, or None if no tagger left any.
    """
    values = doc.user_data.pop(TOKEN_SCORES_KEY, None)
    return TokenScores(doc, values) if values is not None else None
