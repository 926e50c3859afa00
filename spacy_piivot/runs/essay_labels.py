"""Labels the tokens of essays as CRAPII and its competition do."""

from collections.abc import Sequence
from typing import BinaryIO, NamedTuple

from ..core.dialogue import message_candidates
from ..core.labels import MENTIONED
from ..corpus import Record
from ..corpus.essay_files import EssayRecord
from ..corpus.essays import OUTSIDE, Essay
from ..corpus.json_items import ListWriter
from ..evaluation.core.annotations import AnnotatedSpan
from ..evaluation.core.schemes import crapii_label
from ..evaluation.core.tokens import tag_tokens
from .result_writers import ResultWriter
from .results import Done, Kept


class LabelledTokens(NamedTuple):
    """The tokens of an essay, which ones white space follows, and their labels."""

    tokens: Sequence[str]
    spaces: Sequence[bool]
    labels: Sequence[str]


def label_essay(done: Done) -> LabelledTokens:
    """Label the tokens of an essay: those of the file, or of the pipeline if it has none.

    done (Done): An essay that went through the pipeline.
    RETURNS (LabelledTokens): The tokens and their labels.
    """
    essay = essay_of(done.record)
    tokens, spaces = essay.tokens, essay.spaces
    if tokens is None:
        tokens = [token.text for token in done.doc]
        spaces = [bool(token.whitespace_) for token in done.doc]
    return LabelledTokens(tokens, spaces or (), token_labels(done))


class LabelledEssays(ResultWriter):
    """Writes essays with the labels found, in the format of the competition.

    stream (BinaryIO): Where to write.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._items = ListWriter(stream)

    def write(self, result: Kept[LabelledTokens]) -> None:
        essay = essay_of(result.record)
        tokens, spaces, labels = result.value
        self._items.write(
            {
                "document": essay.document,
                "full_text": essay.text,
                "tokens": tokens,
                "trailing_whitespace": spaces,
                "labels": labels,
            }
        )

    def close(self) -> None:
        self._items.close()


def token_labels(result: Done, *, mentioned: bool = True) -> list[str]:
    """Label each token of an essay in CRAPII's scheme.

    result (Done): An essay that went through the pipeline.
    mentioned (bool): Whether names with the role `mentioned` count.
    RETURNS (list[str]): A label per token: "O", "B-NAME_STUDENT", "I-NAME_STUDENT", … The tokens
        are those of the file; those of the pipeline if it has none.
    """
    essay = essay_of(result.record)
    extents = essay.extents()
    if essay.tokens is None:
        extents = [(token.idx, token.idx + len(token)) for token in result.doc]
    (found,) = message_candidates(result.doc)
    spans = [
        AnnotatedSpan(one.start, one.end, label)
        for one in found
        if (label := crapii_label(one.label, one.role))
        and (mentioned or not (one.label == "NAME" and one.role == MENTIONED))
    ]
    tags = tag_tokens(extents, spans)
    return [tags.get(position, OUTSIDE) for position in range(len(extents))]


def essay_of(record: Record) -> Essay:
    """The essay of a record of a `.json` file."""
    assert isinstance(record, EssayRecord)
    return record.essay
