"""The plain view of a document, and the way back from findings in it to the original."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from weakref import WeakKeyDictionary

from spacy.tokens import Doc, Span

from ..core.dialogue import (
    SEPARATOR,
    copy_messages,
    message_bounds,
    message_densities,
    message_tokens,
    overlapped_messages,
    text_pieces,
)
from ..core.spans import (
    MATH_SEGMENTS,
    MESSAGES,
    PII,
    REJECTED,
    Candidate,
    copy_searched,
    ensure_groups,
    get_candidates,
    set_candidates,
    set_math_segments,
)
from ..core.texts import doc_text
from ..core.tokenizer import language_tokenizer
from ..lang import Lexicon
from .pieces import PlainReading, original_pieces
from .view import PlainView, plain_view

_views: WeakKeyDictionary[Doc, dict[Lexicon, "DocView"]] = WeakKeyDictionary()


class DocView:
    """The plain views of a document's messages, and the Doc made from them.

    doc (Doc): The document; no reference to it is kept.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, doc: Doc, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        text = doc_text(doc)
        self.bounds = message_bounds(doc)
        self._views = [plain_view(text[start:end], lexicon) for start, end in self.bounds]
        self.is_original = all(view.is_original for view in self._views)
        self.text = text if self.is_original else _joined(doc, self._views)
        self._source = text
        self._readings: dict[int, PlainReading] = {}
        self._starts = [start for start, _ in self.bounds]
        self._plain_starts: list[int] = []
        position = 0
        for view in self._views:
            self._plain_starts.append(position)
            position += len(view.text) + len(SEPARATOR)
        self._doc: Doc | None = None

    def plain(self, start: int, end: int) -> tuple[int, int]:
        """Map characters of the original to the plain text; see `PlainView.plain`."""
        if self.is_original or not self._views:
            return start, end
        first = max(bisect_right(self._starts, start) - 1, 0)
        last = max(bisect_right(self._starts, max(start, end - 1)) - 1, 0)
        begin, stop = self._in_message(first, start, end)
        if last != first:
            stop = self._in_message(last, start, end)[1]
        return begin, max(begin, stop)

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Map characters of the plain text to the original; see `PlainView.original`."""
        if self.is_original or not self._views:
            return start, end
        first = max(bisect_right(self._plain_starts, start) - 1, 0)
        last = max(bisect_right(self._plain_starts, max(start, end - 1)) - 1, 0)
        found = []
        for number in (first, last):
            view, base = self._views[number], self._plain_starts[number]
            begin = min(max(start - base, 0), len(view.text))
            stop = min(max(end - base, begin), len(view.text))
            offset = self._starts[number]
            found.append(tuple(offset + at for at in view.original(begin, stop)))
        return found[0][0], max(found[0][0], found[1][1])

    def pieces(self, start: int, end: int, label: str) -> list[tuple[int, int]]:
        """The extents in the original of a finding in the plain text.

        start (int): First plain character.
        end (int): Plain character after the last one.
        label (str): Its label.
        RETURNS (list[tuple[int, int]]): Its extents; several if markup, cells or lines separate
            its words; see `original_pieces`.
        """
        number = max(bisect_right(self._plain_starts, start) - 1, 0)
        base = self._plain_starts[number] if self._plain_starts else 0
        view = self._views[number] if self._views else PlainView("")
        if view.is_original or not base <= start < end <= base + len(view.text):
            return [self.original(start, end)]
        first, last = self.bounds[number]
        reading = self._readings.get(number)
        if reading is None:
            reading = self._readings[number] = view.reading(self._source[first:last])
        found = original_pieces(reading, start - base, end - base, label, self._lexicon)
        return [(first + begin, first + stop) for begin, stop in found]

    def read(self, start: int, end: int) -> str:
        """The plain text of some characters of the original."""
        first, last = self.plain(start, end)
        return self.text[first:last]

    def as_doc(self, doc: Doc) -> Doc:
        """A Doc of the plain text, with the same messages and user data.

        doc (Doc): The document of this view.
        RETURNS (Doc): The Doc; the document itself, if it is its own plain view.
        """
        if self.is_original:
            return doc
        if self._doc is None:
            self._doc = _plain_doc(doc, self._views)
        _copy_segments(doc, self._doc)
        return self._doc

    def _in_message(self, number: int, start: int, end: int) -> tuple[int, int]:
        first, last = self.bounds[number]
        inside = max(start, first) - first, min(end, last) - first
        begin, stop = self._views[number].plain(*inside)
        base = self._plain_starts[number]
        return base + begin, base + stop


def doc_view(doc: Doc, lexicon: Lexicon) -> DocView:
    """The plain view of a document, made once and shared.

    doc (Doc): The document.
    lexicon (Lexicon): The words of the language.
    RETURNS (DocView): Its view.
    """
    views = _views.setdefault(doc, {})
    view = views.get(lexicon)
    messages = len(doc.spans[MESSAGES]) if MESSAGES in doc.spans else 1
    if view is None or len(view.bounds) != messages:
        view = views[lexicon] = DocView(doc, lexicon)
    return view


@contextmanager
def read_plain(doc: Doc, key: str, lexicon: Lexicon) -> Iterator[Doc]:
    """Let a detector read and write the plain view of a document, and write its findings back.

    doc (Doc): The document.
    key (str): The group of candidates that it reads and writes, besides `pii_rejected`.
    lexicon (Lexicon): The words of the language.
    YIELDS (Doc): The document itself, if it is its own plain view; else another one with the
        same candidates.
    """
    view = doc_view(doc, lexicon)
    if view.is_original:
        yield doc
        return
    plain = view.as_doc(doc)
    before = {group: _taken_over(view, doc, plain, group) for group in (key, REJECTED)}
    yield plain
    for group, taken in before.items():
        _give_back(view, doc, plain, group, taken)


def _joined(doc: Doc, views: Sequence[PlainView]) -> str:
    return SEPARATOR.join(view.text for view in views)


def _taken_over(
    view: DocView, doc: Doc, plain: Doc, group: str
) -> tuple[dict[Candidate, Candidate], list[Candidate]]:
    """Copy a group to the plain document; return its candidates there, and those without text."""
    taken: dict[Candidate, Candidate] = {}
    unseen: list[Candidate] = []
    for candidate in get_candidates(doc, group):
        start, end = view.plain(candidate.start, candidate.end)
        text = view.text[start:end]
        start, end = end - len(text.lstrip()), start + len(text.rstrip())
        seen = replace(candidate, start=start, end=end)
        if start >= end or seen in taken:
            unseen.append(candidate)
        else:
            taken[seen] = candidate
    if group in doc.spans or group in plain.spans:
        ensure_groups(plain, group)
        if group in doc.spans:
            copy_searched(doc, plain, group)
        if taken or len(plain.spans[group]):
            set_candidates(plain, taken, group)
    return taken, unseen


def _give_back(
    view: DocView,
    doc: Doc,
    plain: Doc,
    group: str,
    before: tuple[dict[Candidate, Candidate], list[Candidate]],
) -> None:
    if group not in plain.spans:
        return
    taken, unseen = before
    candidates = list(unseen)
    position = 0
    for candidate in get_candidates(plain, group):
        known = taken.get(candidate)
        pieces = [known] if known is not None else []
        if known is None:
            for start, end in view.pieces(candidate.start, candidate.end, candidate.label):
                # A character of two letters, such as a ligature, belongs to the first finding.
                if group == PII and start < position < end and not unseen:
                    start = position
                pieces.append(replace(candidate, start=start, end=end))
                position = max(position, end)
        for piece in pieces:
            if piece.start < piece.end:
                candidates.append(piece)
                position = max(position, piece.end)
    ensure_groups(doc, group)
    copy_searched(plain, doc, group)
    if candidates or len(doc.spans[group]):
        set_candidates(doc, candidates, group)


def _plain_doc(doc: Doc, views: Sequence[PlainView]) -> Doc:
    words: list[str] = []
    spaces: list[bool] = []
    bounds: list[tuple[int, int]] = []
    tokens = message_tokens(doc)
    tokenize = language_tokenizer(doc.vocab.lang)
    for number, (view, (first, last)) in enumerate(zip(views, tokens, strict=True)):
        if number:
            words.append(SEPARATOR)
            spaces.append(False)
        start = len(words)
        if view.is_original:
            words += [token.text for token in doc[first:last]]
            spaces += [bool(token.whitespace_) for token in doc[first:last]]
        else:
            for piece in text_pieces(view.text):
                made = tokenize(piece)
                words += [token.text for token in made]
                spaces += [bool(token.whitespace_) for token in made]
        bounds.append((start, len(words)))
    plain = Doc(doc.vocab, words=words, spaces=spaces, user_data=doc.user_data)
    if MESSAGES in doc.spans:
        copy_messages(doc, plain, bounds)
    return plain


def _copy_segments(doc: Doc, plain: Doc) -> None:
    """Copy the segments of mathematics, which are whole messages, to the plain document."""
    if MATH_SEGMENTS not in doc.spans or MESSAGES not in doc.spans:
        return
    bounds, tokens = message_bounds(doc), message_tokens(plain)
    spans = []
    for segment in doc.spans[MATH_SEGMENTS]:
        numbers = list(overlapped_messages(bounds, segment.start_char, segment.end_char))
        if numbers:
            spans.append(
                Span(plain, tokens[numbers[0]][0], tokens[numbers[-1]][1], label=segment.label_)
            )
    set_math_segments(plain, spans, message_densities(doc))
