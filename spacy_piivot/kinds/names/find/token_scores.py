"""Passes a tagger's token probabilities on to later components.

They are stored in `doc.user_data` as plain lists, by character offset, without the tokens that are
surely not PII. The last component that reads them removes them from the Doc, unless they are to be
kept for a person who reviews what was found (`keep_token_scores`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
from numpy.typing import NDArray
from spacy.tokens import Doc

TOKEN_SCORES_KEY = "piivot_token_scores"
_KEEP_KEY = "piivot_keep_token_scores"
# Tokens with a lower probability of being PII are not stored.
_LEAST = 0.02
# Nor those with a lower one for a person who reviews.
_FAINTEST = 0.0005

Floats = NDArray[numpy.float32]


def keep_token_scores(doc: Doc) -> None:
    """Keep the probabilities on a Doc that no pipeline has processed yet, for `kept_scores`."""
    doc.user_data[_KEEP_KEY] = True


def keeps_token_scores(doc: Doc) -> bool:
    """Whether the probabilities are kept on a Doc."""
    return bool(doc.user_data.get(_KEEP_KEY))


def kept_scores(doc: Doc) -> "TokenScores | None":
    """A tagger's probabilities on a processed Doc, if they were kept.

    doc (Doc): The plain view of the document (`plain.doc_view`), which the tagger has read.
    RETURNS (TokenScores | None): The probabilities; None if no tagger stored any.
    """
    values = doc.user_data.get(TOKEN_SCORES_KEY)
    return TokenScores(doc, values) if values is not None else None


def set_token_scores(
    doc: Doc, source: str, names: Floats, anything: Floats, likely: Sequence[str] | None = None
) -> None:
    """Store a tagger's probabilities on a Doc.

    doc (Doc): The document.
    source (str): The tagger's name in the pipeline.
    names (Floats): For each token, the probability of being part of a name.
    anything (Floats): For each token, the probability of being part of any PII.
    likely (Sequence[str] | None): For each token, the label that it would most likely have, if
        the probabilities are kept for a person.
    """
    kept = numpy.flatnonzero(anything > _LEAST).tolist()
    doc.user_data[TOKEN_SCORES_KEY] = {
        "source": source,
        "offsets": [doc[i].idx for i in kept],
        "names": [round(float(names[i]), 4) for i in kept],
        "anything": [round(float(anything[i]), 4) for i in kept],
    }
    if likely is not None:
        faint = numpy.flatnonzero((anything > _FAINTEST) & (anything <= _LEAST)).tolist()
        doc.user_data[TOKEN_SCORES_KEY] |= {
            "likely": [likely[i] for i in kept],
            "faint_offsets": [doc[i].idx for i in faint],
            "faint": [round(float(anything[i]), 5) for i in faint],
        }


class TokenScores:
    """A tagger's probabilities, read from a Doc.

    doc (Doc): The document.
    values (Mapping[str, Any]): What `set_token_scores` stored. Kept for a person, there are also
        the label that a token would most likely have (`likely`), and the probabilities that are
        too small for anything else (`faint`).
    """

    def __init__(self, doc: Doc, values: Mapping[str, Any]) -> None:
        self.source: str = values["source"]
        self.starts = doc.to_array("IDX").astype("int64")
        self.names = numpy.zeros(len(doc), "float32")
        self.anything = numpy.zeros(len(doc), "float32")
        self.faint = numpy.zeros(len(doc), "float32")
        self.likely: dict[int, str] = {}
        if len(values["offsets"]):
            rows = self._rows(values["offsets"])
            # A token that the tagger read in pieces gets its highest probability.
            numpy.maximum.at(self.names, rows, numpy.asarray(values["names"], "float32"))
            numpy.maximum.at(self.anything, rows, numpy.asarray(values["anything"], "float32"))
            self.likely = dict(zip(rows.tolist(), values.get("likely", ()), strict=False))
        if len(values.get("faint", ())):
            rows = self._rows(values["faint_offsets"])
            numpy.maximum.at(self.faint, rows, numpy.asarray(values["faint"], "float32"))

    def _rows(self, offsets: Sequence[int]) -> NDArray[numpy.int64]:
        """The tokens that contain some characters."""
        return numpy.searchsorted(self.starts, numpy.asarray(offsets, "int64"), side="right") - 1

    def tokens(self, start: int, end: int) -> slice:
        """The tokens that overlap some characters.

        start (int): The first character in `doc.text`.
        end (int): The character after the last.
        RETURNS (slice): The slice of the tokens.
        """
        first, last = numpy.searchsorted(self.starts, (start, end - 1), side="right").tolist()
        return slice(max(first - 1, 0), last)


def take_token_scores(doc: Doc) -> TokenScores | None:
    """Remove a tagger's probabilities from a Doc, unless they are kept, and return them.

    doc (Doc): The document.
    RETURNS (TokenScores | None): The probabilities, or None if no tagger stored any.
    """
    if keeps_token_scores(doc):
        return kept_scores(doc)
    values = doc.user_data.pop(TOKEN_SCORES_KEY, None)
    return TokenScores(doc, values) if values is not None else None
