"""Shows what the release will say of one dialogue, by the code that makes the release."""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..core.dialogue import message_bounds
from ..core.texts import doc_text
from ..corpus import Record
from ..corpus.annotated_spans import SPANS
from ..errors import RecordError
from ..release.last_check import REPAIR_SOURCE
from ..runs.preview import replace_one
from ..runs.process import Done, Failed
from ..runs.set_surrogates import check_surrogate
from .actions import BadAction
from .corrected import SURROGATE, corrected_record
from .history import revision_of
from .model import REJECTED, Preview, PreviewMessage, PreviewPart, ReviewSpan
from .occurrences import folded_key
from .rows import spans_of
from .store import Store

# So many dialogues are remembered.
_REMEMBERED = 32


class Previews:
    """What the release will say, by dialogue; remembered until the dialogue changes.

    store (Store): The state.
    nlp (Language): The pipeline that releases, with the key.
    """

    def __init__(self, store: Store, nlp: Language) -> None:
        self._store = store
        self._nlp = nlp
        # A pipeline is no two threads' at once.
        self._mutex = threading.Lock()
        self._made: OrderedDict[tuple[int, str, int], Preview] = OrderedDict()

    def preview(self, number: int, reviewer: str) -> Preview:
        """The dialogue as the release will have it.

        number (int): The dialogue's number.
        reviewer (str): The pass.
        RETURNS (Preview): Its messages; or why it will be held back.
        RAISES (BadAction): If there is no such dialogue.
        """
        with self._store.mutex:
            error = self._store.value("SELECT error FROM dialogue WHERE number = ?", [number])
            if error is None:
                raise BadAction(f"there is no dialogue {number}")
            revision = revision_of(self._store, reviewer, number)
            key = (number, reviewer, revision)
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key]
            if error:
                return Preview(number, revision, [], f"the pipeline failed on it: {error}")
            record = corrected_record(self._store, reviewer, number)
            spans = spans_of(self._store, reviewer, number)
        result = self._release(record)
        made = _preview(number, revision, result, spans)
        with self._store.mutex:
            self._made[key] = made
            while len(self._made) > _REMEMBERED:
                self._made.popitem(last=False)
        return made

    def replaced(self, number: int, reviewer: str, message: int) -> list[tuple[int, int]] | None:
        """What the release replaces in a message, also what only the last check finds.

        number (int): The dialogue's number.
        reviewer (str): The pass.
        message (int): The message, from 0.
        RETURNS (list[tuple[int, int]] | None): Where each original starts and ends in the message;
            None if the dialogue will be held back.
        """
        result = self._release(corrected_record(self._store, reviewer, number))
        if isinstance(result, Failed):
            return None
        first, last = message_bounds(result.doc)[message]
        return [
            (edit["start"] - first, edit["end"] - first)
            for edit in result.doc._.piivot_edits
            if first <= edit["start"] < last
        ]

    def check_surrogate(self, reviewer: str, number: int, span: int, surrogate: str) -> None:
        """Refuse a surrogate that cannot be used in a dialogue.

        reviewer (str): The pass.
        number (int): The dialogue's number.
        span (int): The span that gets it, with all that have the same text.
        surrogate (str): The surrogate that a person set.
        RAISES (BadAction): If it is an original of the dialogue or contains one, is also set for
            something else, or cannot be written.
        """
        record = corrected_record(self._store, reviewer, number)
        spans = [one for one in spans_of(self._store, reviewer, number) if one.status != REJECTED]
        own = next(one for one in spans if one.id == span)
        entry = [one.id for one in spans if one.message == own.message].index(span)
        with self._mutex:
            try:
                wrong = check_surrogate(
                    self._nlp, _with_surrogate(record, own, surrogate), own.message, entry
                )
            except RecordError as error:
                wrong = error.hint
        if wrong:
            raise BadAction(wrong)

    def _release(self, record: Record) -> Done | Failed:
        with self._mutex:
            return replace_one(self._nlp, record)


def _preview(
    number: int, revision: int, result: Done | Failed, spans: Sequence[ReviewSpan]
) -> Preview:
    if isinstance(result, Failed):
        return Preview(number, revision, [], f"{result.error.kind}: {result.error.hint}")
    return Preview(number, revision, list(_messages(result.doc, spans)))


def _messages(doc: Doc, spans: Sequence[ReviewSpan]) -> Iterator[PreviewMessage]:
    """The released messages, taken apart at their surrogates."""
    text = doc_text(doc)
    ids: dict[int, list[ReviewSpan]] = {}
    for span in spans:
        if span.status != REJECTED:
            ids.setdefault(span.message, []).append(span)
    edits = sorted(doc._.piivot_edits, key=lambda edit: edit["start"])
    bounds = message_bounds(doc)
    speakers = list(doc._.piivot_speakers or ()) or [""] * len(bounds)
    following = 0
    for number, ((first, last), speaker) in enumerate(zip(bounds, speakers, strict=True)):
        parts: list[PreviewPart] = []
        position = first
        while following < len(edits) and edits[following]["start"] < last:
            edit = edits[following]
            if text[position : edit["start"]]:
                parts.append(PreviewPart(text[position : edit["start"]]))
            parts.append(_surrogate(edit, first, ids.get(number, ())))
            position = edit["end"]
            following += 1
        if text[position:last]:
            parts.append(PreviewPart(text[position:last]))
        yield PreviewMessage(number, speaker, parts)


def _surrogate(edit: dict[str, Any], offset: int, spans: Sequence[ReviewSpan]) -> PreviewPart:
    repaired = edit["source"] == REPAIR_SOURCE
    start, end = edit["start"] - offset, edit["end"] - offset
    over = [span.id for span in spans if span.start < end and start < span.end]
    return PreviewPart(
        edit["surrogate"], edit["label"], None if repaired else next(iter(over), None), repaired
    )


def _with_surrogate(record: Record, own: ReviewSpan, surrogate: str) -> Record:
    """A record in which all spans with the text of one have a surrogate."""
    source = record.source["messages"]
    text = source[own.message]["text"][own.start : own.end]
    messages = [
        {
            **message,
            SPANS: [_set(span, message["text"], text, surrogate) for span in message[SPANS]],
        }
        for message in source
    ]
    return Record(record.dialogue, record.line, {**record.source, "messages": messages})


def _set(span: dict[str, Any], message: str, text: str, surrogate: str) -> dict[str, Any]:
    """A span with a surrogate if it has a text; without one if it differs in case only."""
    own = message[span["start"] : span["end"]]
    if folded_key(own) != folded_key(text):
        return span
    others = {key: value for key, value in span.items() if key != SURROGATE}
    return {**others, SURROGATE: surrogate} if own == text else others
