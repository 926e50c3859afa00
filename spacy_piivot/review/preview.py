"""Shows what the release will say of one dialogue, by the code that makes the release."""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..core.dialogue import message_bounds
from ..core.texts import doc_text
from ..corpus import Entry, InputFile, Record
from ..corpus.annotated_spans import SPANS
from ..release.last_check import REPAIR_SOURCE
from ..runs.process import Done, Failed
from ..runs.replacing import replace_pii
from .actions import BadAction
from .corrected import SURROGATE, corrected_record
from .history import revision_of
from .model import REJECTED, Preview, PreviewMessage, PreviewPart, ReviewSpan
from .occurrences import find_key, folded_key
from .rows import spans_of
from .store import Store

# So many dialogues are remembered.
_REMEMBERED = 32
_FILE = InputFile(Path("review.jsonl"), PurePosixPath("review.jsonl"))
_LONGEST = 200


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

    def check_surrogate(self, reviewer: str, number: int, text: str, surrogate: str) -> None:
        """Refuse a surrogate that cannot be used in a dialogue.

        reviewer (str): The pass.
        number (int): The dialogue's number.
        text (str): The folded original.
        surrogate (str): The surrogate that a person set for it.
        RAISES (BadAction): If it is an original of the dialogue or contains one, is another
            original's surrogate, or cannot be written.
        """
        if len(surrogate) > _LONGEST or not surrogate.isprintable():
            raise BadAction(f"a surrogate is one line of at most {_LONGEST} characters")
        record = corrected_record(self._store, reviewer, number)
        for original in _originals(record):
            if folded_key(surrogate) == original or any(find_key(surrogate, original)):
                raise BadAction(
                    "this surrogate is an original of the dialogue, or contains one: choose words "
                    "that do not occur in it"
                )
        before = self.preview(number, reviewer)
        own = {
            span.id
            for span in spans_of(self._store, reviewer, number)
            if folded_key(self._cut(number, span)) == text
        }
        for part in _parts(before):
            if part.span not in own and folded_key(part.text) == folded_key(surrogate):
                raise BadAction("another original of the dialogue has this surrogate already")
        result = self._release(_with_surrogate(record, text, surrogate))
        if isinstance(result, Failed) and SURROGATE in result.error.hint:
            raise BadAction(result.error.hint)

    def _cut(self, number: int, span: ReviewSpan) -> str:
        text = self._store.value(
            "SELECT text FROM message WHERE dialogue = ? AND number = ?", [number, span.message]
        )
        return str(text)[span.start : span.end]

    def _release(self, record: Record) -> Done | Failed:
        with self._mutex:
            entries = [Entry(_FILE, record)]
            (result,) = replace_pii(self._nlp, entries, spans_from_input=True)
            return result


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


def _parts(preview: Preview) -> Iterator[PreviewPart]:
    for message in preview.messages:
        yield from (part for part in message.parts if part.label)


def _originals(record: Record) -> set[str]:
    """The folded originals of a dialogue that say something by themselves."""
    texts = [
        message["text"][span["start"] : span["end"]]
        for message in record.source["messages"]
        for span in message[SPANS]
    ]
    names = [message.speaker for message in record.dialogue.messages]
    found = {folded_key(text) for text in (*texts, *names, *(record.dialogue.roster or ()))}
    return {key for key in found if len(key) > 1 and any(map(str.isalpha, key))}


def _with_surrogate(record: Record, text: str, surrogate: str) -> Record:
    """A record in which all spans with a folded text have a surrogate."""
    messages = []
    for message in record.source["messages"]:
        spans = []
        for span in message[SPANS]:
            same = folded_key(message["text"][span["start"] : span["end"]]) == text
            spans.append({**span, SURROGATE: surrogate} if same else span)
        messages.append({**message, SPANS: spans})
    return Record(record.dialogue, record.line, {**record.source, "messages": messages})
