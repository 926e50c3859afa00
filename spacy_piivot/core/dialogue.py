"""Converts dialogues to Docs, and processed Docs to de-identified dialogues.

Each message is tokenised separately, and the messages are joined by an extra "\\n" token, so
everything inside a message (newlines, CRLF, trailing spaces) comes back unchanged.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from ..errors import PIIvotError
from ..lang import Lexicon
from ..lang.pipeline import pipeline_lexicon
from .notes import NOTES_KEY, note_count
from .spans import (
    MATH_SEGMENTS,
    MESSAGES,
    OK,
    PII,
    Candidate,
    get_candidates,
    has_late_spans,
    install_extensions,
)
from .speakers import speaker_role
from .texts import doc_text

SEPARATOR = "\n"
ID_KEY = "piivot_id"
SPEAKERS_KEY = "piivot_speakers"
ROSTER_KEY = "piivot_roster"
GROUP_KEY = "piivot_group"
MATH, NON_MATH = "MATH", "NON-MATH"

# spaCy's tokeniser takes quadratic time over a run of punctuation ("!!!!!…"): longer runs
# without white space are cut first.
_PIECE = re.compile(r"(?:\S{0,200}\s)+(?:\S{1,200}(?!\S))?|\S{1,200}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a dialogue.

    speaker (str): Who speaks: a role ("tutor") or a name; "" if unknown.
    text (str): The exact text.
    id (str | None): The message's own id.
    """

    speaker: str
    text: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Dialogue:
    """A conversation. An essay is a dialogue of one message.

    id (str): Its id, which is the scope of its surrogates.
    messages (Sequence[Message]): Its turns, in order.
    roster (Sequence[str] | None): Names of known participants. Never exported.
    meta (Mapping[str, Any] | None): Other data of the source. Never exported.
    group (str | None): The group it belongs to, for example a class. Under
        `scope = "group"`, dialogues of a group share surrogates. Never exported.
    notes (Sequence[str]): Texts beside the messages, such as cells of a table. They are searched
        and replaced with the messages.
    """

    id: str
    messages: Sequence[Message]
    roster: Sequence[str] | None = None
    meta: Mapping[str, Any] | None = field(default=None, repr=False)
    group: str | None = None
    notes: Sequence[str] = field(default=(), repr=False)


class TooLong(PIIvotError):
    def __init__(self, length: int, limit: int) -> None:
        super().__init__(
            f"the dialogue has {length} characters, more than nlp.max_length ({limit}): split "
            "it, or raise nlp.max_length if there is enough memory"
        )


class NotReleasable(PIIvotError):
    def __init__(self, status: str | None) -> None:
        super().__init__(
            f"the Doc has no de-identified text (status {status!r}): its pipeline lacks "
            "'hips_surrogator', a component failed on it, or a component after 'hips_surrogator' "
            "found more PII"
        )


class FoundLater(NotReleasable):
    """Spans were added to the group after its spans had been replaced."""

    def __init__(self) -> None:
        PIIvotError.__init__(
            self,
            "spans were added to the Doc's group after 'hips_surrogator' had replaced it: the "
            "characters they cover would be released unchanged. Put the component that adds "
            "them before 'hips_surrogator'.",
        )


def check_releasable(doc: Doc) -> None:
    """Refuse a Doc without de-identified text, or with spans that its edits do not cover.

    doc (Doc): The document.
    RAISES (NotReleasable): If it has no such text.
    RAISES (FoundLater): If it has such spans.
    """
    install_extensions()
    if doc._.piivot_status != OK or doc._.piivot_text is None:
        raise NotReleasable(doc._.piivot_status)
    if has_late_spans(doc):
        raise FoundLater()


def dialogue_to_doc(dialogue: Dialogue, nlp: Language, lexicon: Lexicon | None = None) -> Doc:
    """Tokenise a dialogue message by message, without running the pipeline.

    dialogue (Dialogue): The dialogue.
    nlp (Language): The pipeline whose tokeniser and vocabulary to use; pass the Doc on to
        `nlp(doc)` or `nlp.pipe`.
    lexicon (Lexicon | None): The words of its language; the pipeline's if None.
    RETURNS (Doc): `doc.spans["messages"]` has one span per message (zero-width if empty) with
        its role as label and its id; speakers, roster and id are in `doc.user_data`. Notes are
        further messages at the end.
    RAISES (TooLong): If the text is longer than `nlp.max_length`.
    """
    install_extensions()
    messages = _with_notes(dialogue)
    length = sum(len(message.text) for message in messages) + max(len(messages) - 1, 0)
    if length > nlp.max_length:
        raise TooLong(length, nlp.max_length)
    words: list[str] = []
    spaces: list[bool] = []
    bounds: list[tuple[int, int]] = []
    for number, message in enumerate(messages):
        if number:
            words.append(SEPARATOR)
            spaces.append(False)
        start = len(words)
        for piece in text_pieces(message.text):
            for token in nlp.make_doc(piece):
                words.append(token.text)
                spaces.append(bool(token.whitespace_))
        bounds.append((start, len(words)))
    doc = Doc(nlp.vocab, words=words, spaces=spaces)
    set_dialogue(doc, dialogue, bounds, lexicon or pipeline_lexicon(nlp))
    return doc


def text_pieces(text: str) -> list[str]:
    """Cut a text into pieces if the tokeniser would take too long on it as a whole.

    text (str): A message.
    RETURNS (list[str]): Its pieces; joined, they are the text.
    """
    return _PIECE.findall(text)


def set_dialogue(
    doc: Doc,
    dialogue: Dialogue,
    bounds: Sequence[tuple[int, int]],
    lexicon: Lexicon,
) -> None:
    """Store a dialogue's messages and speakers in a Doc whose tokens already exist.

    doc (Doc): The messages' tokens, with one token "\\n" between two messages.
    dialogue (Dialogue): The dialogue.
    bounds (Sequence[tuple[int, int]]): First token of each message, and the one after its last.
    lexicon (Lexicon): The words of its language, with those for roles.
    """
    spans = [
        Span(
            doc, start, end, label=speaker_role(message.speaker, lexicon), span_id=message.id or ""
        )
        for (start, end), message in zip(bounds, _with_notes(dialogue), strict=True)
    ]
    doc.spans[MESSAGES] = SpanGroup(doc, name=MESSAGES, spans=spans)
    doc.user_data[ID_KEY] = dialogue.id
    doc.user_data[SPEAKERS_KEY] = [message.speaker for message in _with_notes(dialogue)]
    doc.user_data[ROSTER_KEY] = list(dialogue.roster or ())
    if dialogue.group is not None:
        doc.user_data[GROUP_KEY] = dialogue.group
    if dialogue.notes:
        doc.user_data[NOTES_KEY] = len(dialogue.notes)


def _with_notes(dialogue: Dialogue) -> list[Message]:
    return [*dialogue.messages, *(Message("", note) for note in dialogue.notes)]


def copy_messages(source: Doc, target: Doc, bounds: Sequence[tuple[int, int]]) -> None:
    """Copy the messages of a Doc, with roles and ids, to a Doc with other tokens.

    source (Doc): The Doc with messages.
    target (Doc): The Doc to copy them to.
    bounds (Sequence[tuple[int, int]]): First token of each message in the target, and the one
        after its last.
    """
    spans = [
        Span(target, start, end, label=span.label_, span_id=span.id_)
        for (start, end), span in zip(bounds, source.spans[MESSAGES], strict=True)
    ]
    target.spans[MESSAGES] = SpanGroup(target, name=MESSAGES, spans=spans)


def doc_to_dialogue(doc: Doc) -> Dialogue:
    """The de-identified dialogue of a processed Doc.

    doc (Doc): A Doc that went through a pipeline with `hips_surrogator`.
    RETURNS (Dialogue): Its messages with surrogates for text and speakers. The id is the
        original one (rename it if it can identify); no roster, no meta. Its notes are those of
        the source, with surrogates.
    RAISES (NotReleasable): If `doc._.piivot_status` is not "ok", or spans were added to the
        group after it was replaced.
    """
    check_releasable(doc)
    texts = released_texts(doc)
    speakers = doc._.piivot_speakers or [""] * len(texts)
    ids = [span.id_ or None for span in doc.spans[MESSAGES]] if MESSAGES in doc.spans else [None]
    messages = [
        Message(speaker, text, id) for speaker, text, id in zip(speakers, texts, ids, strict=True)
    ]
    turns = len(messages) - note_count(doc)
    return Dialogue(doc_id(doc) or "", messages[:turns], notes=texts[turns:])


def released_texts(doc: Doc) -> list[str]:
    """The messages with the edits of `doc._.piivot_edits` applied, one string per message."""
    texts = []
    edits = sorted(doc._.piivot_edits or (), key=lambda edit: edit["start"])
    text = doc_text(doc)
    following = 0
    for start, end in message_bounds(doc):
        pieces = []
        position = start
        while following < len(edits) and edits[following]["start"] < end:
            edit = edits[following]
            pieces += [text[position : edit["start"]], edit["surrogate"]]
            position = edit["end"]
            following += 1
        pieces.append(text[position:end])
        texts.append("".join(pieces))
    return texts


def message_bounds(doc: Doc) -> list[tuple[int, int]]:
    """Character offsets of each message in `doc.text`; the whole text without messages.

    doc (Doc): The document.
    RETURNS (list[tuple[int, int]]): Start and end of each message, with trailing white space.
    """
    length = doc[-1].idx + len(doc[-1].text_with_ws) if len(doc) else 0
    if MESSAGES not in doc.spans:
        return [(0, length)]
    spans = list(doc.spans[MESSAGES])
    starts = [0, *(doc[span.end].idx + 1 for span in spans[:-1])]
    ends = [*(start - 1 for start in starts[1:]), length]
    return list(zip(starts, ends, strict=True)) if spans else []


def overlapped_messages(bounds: Sequence[tuple[int, int]], start: int, end: int) -> Iterator[int]:
    """The messages that contain some of a range of characters.

    bounds (Sequence[tuple[int, int]]): The result of `message_bounds`.
    start (int): First character in `doc.text`.
    end (int): Character after the last one.
    YIELDS (int): The numbers of the messages.
    """
    first = bisect_left(bounds, start, key=lambda bound: bound[1])
    for number in range(first, len(bounds)):
        message_start, message_end = bounds[number]
        if message_start >= end:
            return
        if max(start, message_start) < min(end, message_end):
            yield number


def message_candidates(doc: Doc, key: str = PII) -> list[list[Candidate]]:
    """The candidates of each message, with offsets in the message.

    doc (Doc): A Doc with candidates; one that spans several messages is cut at their ends.
    key (str): The group.
    RETURNS (list[list[Candidate]]): In order, one list per message.
    """
    bounds = message_bounds(doc)
    found: list[list[Candidate]] = [[] for _ in bounds]
    for candidate in get_candidates(doc, key):
        for number in overlapped_messages(bounds, candidate.start, candidate.end):
            start, end = bounds[number]
            inside = replace(
                candidate,
                start=max(candidate.start, start) - start,
                end=min(candidate.end, end) - start,
            )
            found[number].append(inside)
    return found


def message_tokens(doc: Doc) -> list[tuple[int, int]]:
    """Token offsets of each message, without the separators; the whole Doc without messages."""
    if MESSAGES not in doc.spans:
        return [(0, len(doc))]
    return [(span.start, span.end) for span in doc.spans[MESSAGES]]


def message_token_counts(doc: Doc) -> list[int]:
    """How many tokens each message has, without white space."""
    return [
        sum(not token.is_space for token in doc[start:end]) for start, end in message_tokens(doc)
    ]


def message_roles(doc: Doc) -> list[str]:
    """The speaker's role of each message ("TUTOR", "STUDENT", …; "" for a named speaker)."""
    if MESSAGES not in doc.spans:
        return [""]
    return [span.label_ for span in doc.spans[MESSAGES]]


def message_segments(doc: Doc) -> list[str]:
    """Whether each message is mathematics, according to `math_segmenter`.

    doc (Doc): The document.
    RETURNS (list[str]): "MATH" or "NON-MATH" per message; "" if no `math_segmenter` has run.
    """
    bounds = message_bounds(doc)
    if MATH_SEGMENTS not in doc.spans:
        return [""] * len(bounds)
    segments = [NON_MATH] * len(bounds)
    for span in doc.spans[MATH_SEGMENTS]:
        for number in overlapped_messages(bounds, span.start_char, span.end_char):
            segments[number] = MATH
    return segments


def message_densities(doc: Doc) -> list[float]:
    """The math density of each message, from `math_segmenter`; empty if it has not run."""
    if MATH_SEGMENTS not in doc.spans:
        return []
    return [float(density) for density in doc.spans[MATH_SEGMENTS].attrs.get("densities", ())]


def doc_id(doc: Doc) -> str | None:
    """The dialogue's id, if the Doc was made from a dialogue."""
    return doc.user_data.get(ID_KEY)


def doc_group(doc: Doc) -> str | None:
    """The group that the dialogue belongs to (private); None if the source has none."""
    return doc.user_data.get(GROUP_KEY)


def doc_speakers(doc: Doc) -> list[str]:
    """The speaker of each message as in the source (private)."""
    return list(doc.user_data.get(SPEAKERS_KEY, ()))


def doc_roster(doc: Doc) -> list[str]:
    """The names on the dialogue's roster (private)."""
    return list(doc.user_data.get(ROSTER_KEY, ()))
