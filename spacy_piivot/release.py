"""The last check before a dialogue is published: nothing replaced may still stand in it."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from spacy.tokens import Doc

from .dialogue import NotReleasable, doc_roster, doc_speakers, released_texts
from .errors import PIIvotError
from .labels import IDENTIFIERS
from .names import POSSESSIVE, fold, is_ordinary_word
from .spans import OK, PII, get_candidates, install_extensions
from .speakers import speaker_name
from .surrogates import is_role

# Why something leaks.
LEFT, MADE, UNCHANGED, SPEAKER = "left", "made", "unchanged", "speaker"

# Numbers with fewer digits stand in any lesson.
_LEAST_DIGITS = 4
_PARTICIPANT = "participant"
_CHECKED_ROLES = ("", _PARTICIPANT)
# Shorter names are hidden by no repeated letter: "leee" may be anything.
_LEAST_STRETCHED = 4
# Compared with what stands between their words: "the.best" is not "the best".
_LITERAL_LABELS = frozenset({"EMAIL_ADDRESS", "USERNAME", "URL"})

_LETTERS = re.compile(r"\D+")
_REPEATED = re.compile(r"(.)\1+")
_WORD = re.compile(r"(?:[^\W_][\u0300-\u036f]*)+")


class ReleaseError(PIIvotError):
    """A dialogue that must not be published. Names labels and counts, never text.

    counts (Mapping[str, int]): How many times something under a label failed the check.
    """

    def __init__(self, counts: Mapping[str, int], problem: str) -> None:
        self.counts = dict(counts)
        listed = ", ".join(f"{count} {label}" for label, count in sorted(self.counts.items()))
        super().__init__(
            f"the last check before the release failed: {problem} ({listed}). Give the missed "
            "mention as a span, put the name on the roster, or allow the term."
        )


@dataclass(frozen=True, slots=True)
class Report:
    """What the last check did.

    checked (int): How many different originals were searched for.
    exempt (Mapping[str, int]): How many were not, or were found and let pass: "ordinary_word",
        "number", "allowed" (originals); "kept_span" (occurrences).
    """

    checked: int
    exempt: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Replaced:
    """Something that was replaced, or that is known of the room.

    label (str): Its label.
    role (str): For a NAME, its role.
    start (Optional[int]): Where its first edit starts in `doc.text`; None for what stands on the
        roster or is a speaker.
    end (Optional[int]): Where that edit ends.
    source (str): The component that found it, "roster" or "speaker".
    """

    label: str
    role: str = ""
    start: int | None = None
    end: int | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Leak:
    """Something that was replaced and still stands in the release. Holds places, never text.

    why (str): `LEFT`: it stands in a part of the text that nobody edited. `MADE`: a surrogate is
        it, or spells it with its neighbours. `UNCHANGED`: an edit's output is its original.
        `SPEAKER`: it stands in a released speaker.
    replaced (Replaced): What of the document it is.
    start (int): Its exact first character in `doc.text`: of `LEFT` the letters of the name alone
        ("Cassie" of "Cassie2x"), of `MADE` and `UNCHANGED` the original of the first edit that
        takes part.
    end (int): The character after its last. (0, 0) for a speaker.
    edits (Sequence[int]): Of `MADE` and `UNCHANGED`, the edits that take part, by their number in
        text order.
    speakers (Sequence[int]): Of `SPEAKER`, the messages whose speaker it is.
    """

    why: str
    replaced: Replaced
    start: int = 0
    end: int = 0
    edits: Sequence[int] = ()
    speakers: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class _Original:
    """Something that was replaced: its folded words and, where it matters, its exact form."""

    words: tuple[str, ...]
    label: str
    literal: str = ""


class _Hit(NamedTuple):
    """Where an original stands in a text: its letters, and the words that hold them."""

    original: _Original
    start: int
    end: int
    first: int
    last: int


def check_release(doc: Doc, *, spans_key: str = PII, allow: Iterable[str] = ()) -> Report:
    """Check a de-identified document before it is published.

    doc (Doc): A document that went through `hips_surrogator`.
    spans_key (str): The span group that was replaced.
    allow (Iterable[str]): Terms that were not to be replaced: they may stand anywhere.
    RETURNS (Report): What was checked and what was exempt.
    RAISES (NotReleasable): If the document has no de-identified text.
    RAISES (ReleaseError): If the check fails: `find_leaks` says for what.
    """
    leaks, report = find_leaks(doc, spans_key=spans_key, allow=allow)
    if leaks:
        raise release_error(leaks)
    return report


def release_error(leaks: Iterable[Leak]) -> ReleaseError:
    """The error that names what leaked by label and number."""
    leaks = list(leaks)
    unchanged = [leak for leak in leaks if leak.why == UNCHANGED]
    if unchanged:
        counts = Counter(leak.replaced.label for leak in unchanged)
        return ReleaseError(counts, "some edits changed nothing")
    counts = Counter(leak.replaced.label for leak in leaks)
    return ReleaseError(counts, "something that was replaced still stands in it")


def find_leaks(
    doc: Doc, *, spans_key: str = PII, allow: Iterable[str] = ()
) -> tuple[list[Leak], Report]:
    """Find what must not stand in a release.

    No edit's output may equal its original; no original of an identifier (`labels.IDENTIFIERS`)
    and no unambiguous or multi-part name of a participant, speaker or roster entry may stand in
    a released message or speaker as a whole word, in any case, with or without accents, with
    letters repeated ("cassieee"; names of four letters and more), as a plural and beside digits
    ("Cassie2x"). Exempt are ordinary words, short numbers, and what stands inside a span that is
    kept.

    doc (Doc): A document that went through `hips_surrogator`.
    spans_key (str): The span group that was replaced.
    allow (Iterable[str]): Terms that were not to be replaced: they may stand anywhere.
    RETURNS (tuple[list[Leak], Report]): What leaks, in text order and then the speakers; and what
        was checked and what was exempt.
    RAISES (NotReleasable): If the document has no de-identified text.
    RAISES (ReleaseError): If the edits do not give the document's de-identified text.
    """
    install_extensions()
    if doc._.piivot_status != OK or doc._.piivot_text is None:
        raise NotReleasable(doc._.piivot_status)
    text = doc.text
    edits = sorted(doc._.piivot_edits, key=lambda edit: edit["start"])
    texts = released_texts(doc)
    if "\n".join(texts) != doc._.piivot_text:
        raise ReleaseError({"text": 1}, "the edits do not give the de-identified text")
    released_speakers = list(doc._.piivot_speakers or ())
    exempt: Counter[str] = Counter()
    allowed = {_original(term, "").words for term in allow}
    found: dict[_Original, Replaced] = {}
    for original, replaced in _originals(doc, text, edits, released_speakers):
        found.setdefault(original, replaced)
    originals = {
        original: replaced
        for original, replaced in found.items()
        if not _is_exempt(original, allowed, exempt)
    }
    search = _Search(originals)
    kept = _kept_extents(doc, edits, spans_key)
    leaks = list(_unchanged(text, edits))
    known = {leak.edits for leak in leaks}
    leaks += (
        leak
        for leak in _in_texts(search, texts, originals, edits, kept, exempt)
        if leak.edits not in known
    )
    leaks.sort(key=lambda leak: (leak.start, leak.end))
    leaks += _in_speakers(search, released_speakers, originals)
    return leaks, Report(len(originals), dict(exempt))


def _unchanged(text: str, edits: Sequence[dict]) -> Iterator[Leak]:
    for number, edit in enumerate(edits):
        start, end = edit["start"], edit["end"]
        if fold(text[start:end]) == fold(edit["surrogate"]):
            yield Leak(UNCHANGED, _replaced(edit), start, end, edits=(number,))


def _in_texts(
    search: "_Search",
    texts: Iterable[str],
    originals: Mapping[_Original, Replaced],
    edits: Sequence[dict],
    kept: list[tuple[int, int]],
    exempt: Counter[str],
) -> Iterator[Leak]:
    starts = [start for start, _ in kept]
    made_starts = [edit["new_start"] for edit in edits]
    made_ends = [edit["new_end"] for edit in edits]
    base = 0
    for text in texts:
        for hit in search.hits(text):
            first, last = base + hit.first, base + hit.last
            inside = bisect_right(starts, first) - 1
            if inside >= 0 and last <= kept[inside][1]:
                exempt["kept_span"] += 1
                continue
            start, end = base + hit.start, base + hit.end
            # The edits whose output reaches into it.
            numbers = range(bisect_right(made_ends, start), bisect_left(made_starts, end))
            replaced = originals[hit.original]
            if numbers:
                edit = edits[numbers[0]]
                yield Leak(MADE, replaced, edit["start"], edit["end"], edits=tuple(numbers))
            else:
                before = numbers.start - 1
                shift = made_ends[before] - edits[before]["end"] if before >= 0 else 0
                yield Leak(LEFT, replaced, start - shift, end - shift)
        base += len(text) + 1


def _in_speakers(
    search: "_Search", speakers: Sequence[str], originals: Mapping[_Original, Replaced]
) -> Iterator[Leak]:
    messages: dict[str, list[int]] = {}
    for number, speaker in enumerate(speakers):
        messages.setdefault(speaker, []).append(number)
    for speaker, numbers in messages.items():
        for hit in search.hits(speaker):
            yield Leak(SPEAKER, originals[hit.original], speakers=tuple(numbers))


def _replaced(edit: Mapping[str, Any]) -> Replaced:
    return Replaced(edit["label"], edit["role"], edit["start"], edit["end"], edit["source"])


def _originals(
    doc: Doc, text: str, edits: Iterable[dict], released_speakers: list[str]
) -> Iterator[tuple[_Original, Replaced]]:
    for edit in edits:
        original = text[edit["start"] : edit["end"]]
        if edit["label"] == "NAME":
            if edit["role"] in _CHECKED_ROLES:
                yield _original(original, "NAME"), _replaced(edit)
        elif edit["label"] in IDENTIFIERS:
            yield _original(original, edit["label"]), _replaced(edit)
    for speaker, released in zip(doc_speakers(doc), released_speakers, strict=True):
        if speaker != released:
            name = speaker_name(speaker)
            label = "NAME" if name else "USERNAME"
            replaced = Replaced(label, _PARTICIPANT if name else "", source="speaker")
            yield _original(name or speaker, label), replaced
    on_roster = Replaced("NAME", _PARTICIPANT, source="roster")
    for name in doc_roster(doc):
        if is_role(name):
            continue
        name = speaker_name(name) or name
        yield _original(name, "NAME"), on_roster
        family, comma, given = name.partition(",")
        if comma:  # a class list: "Okell, Zadie"
            yield _original(f"{given} {family}", "NAME"), on_roster


def _original(text: str, label: str) -> _Original:
    if label == "NAME":
        text = POSSESSIVE.sub("", text.strip())
    found = list(_WORD.finditer(text))
    if not found:
        return _Original((), label)
    literal = fold(text[found[0].start() : found[-1].end()]) if label in _LITERAL_LABELS else ""
    return _Original(tuple(fold(word.group()) for word in found), label, literal)


def _is_exempt(original: _Original, allowed: set[tuple[str, ...]], exempt: Counter[str]) -> bool:
    words = original.words
    if not words:
        return True
    if words in allowed:
        exempt["allowed"] += 1
        return True
    if len(words) == 1 and is_ordinary_word(words[0]):
        exempt["ordinary_word"] += 1
        return True
    if all(word.isdecimal() for word in words) and sum(map(len, words)) < _LEAST_DIGITS:
        exempt["number"] += 1
        return True
    if original.label == "NAME" and all(len(word) == 1 and word.isascii() for word in words):
        exempt["ordinary_word"] += 1  # initials: any letter of a formula
        return True
    return False


def _kept_extents(doc: Doc, edits: list[dict], spans_key: str) -> list[tuple[int, int]]:
    """Where the kept spans stand in the de-identified text."""
    ends = [edit["end"] for edit in edits]
    kept = []
    for candidate in get_candidates(doc, spans_key):
        before = bisect_right(ends, candidate.start)
        if before < len(edits) and edits[before]["start"] < candidate.end:
            continue
        shift = edits[before - 1]["new_end"] - edits[before - 1]["end"] if before else 0
        kept.append((candidate.start + shift, candidate.end + shift))
    return sorted(kept)


class _Search:
    """Finds originals in texts: one pass over the words of each.

    originals (Iterable[_Original]): What is searched for.
    """

    def __init__(self, originals: Iterable[_Original]) -> None:
        self._by_first: dict[str, list[_Original]] = {}
        # Names of one word, by their letters without repetitions.
        self._squeezed: dict[str, list[str]] = {}
        self._bare: dict[str, tuple[str, int, int]] = {}
        for original in originals:
            [first, *rest] = original.words
            self._by_first.setdefault(first, []).append(original)
            if original.label == "NAME" and not rest:
                self._squeezed.setdefault(_squeeze(first), []).append(first)

    def hits(self, text: str) -> Iterator[_Hit]:
        """Where the originals stand in a text, in its order."""
        found = list(_WORD.finditer(text))
        bare = [self._bare_word(match.group()) for match in found]
        words = [word for word, _, _ in bare]
        for number, word in enumerate(words):
            for original in self._by_first.get(word, ()):
                last = number + len(original.words) - 1
                if tuple(words[number : last + 1]) != original.words:
                    continue
                start, end = found[number].start(), found[last].end()
                if original.literal and fold(text[start:end]) != original.literal:
                    continue
                yield _Hit(
                    original, start + bare[number][1], found[last].start() + bare[last][2], start,
                    end,
                )  # fmt: skip

    def _bare_word(self, word: str) -> tuple[str, int, int]:
        if word not in self._bare:
            self._bare[word] = self._name_in(word) or (fold(word), 0, len(word))
        return self._bare[word]

    def _name_in(self, word: str) -> tuple[str, int, int] | None:
        """The name that a word holds ("cassieee", "cassies", "cassie2x"), and where; or None."""
        letters = sorted((m.span() for m in _LETTERS.finditer(word)), key=lambda s: s[0] - s[1])
        for start, end in dict.fromkeys([(0, len(word)), *letters]):
            form = fold(word[start:end])
            if name := self._name(form):
                return name, start, end
            if is_ordinary_word(form):
                continue
            if form.endswith("s") and (name := self._name(form[:-1])):
                return name, start, end - 1
        return None

    def _name(self, form: str) -> str:
        """The name that a form is, maybe with letters repeated, or ""."""
        names = self._squeezed.get(_squeeze(form), ())
        if form in names:
            return form
        if not names or is_ordinary_word(form):
            return ""
        return min(
            (n for n in names if len(n) >= _LEAST_STRETCHED and _repeats(form, n)), default=""
        )


def _squeeze(word: str) -> str:
    return _REPEATED.sub(r"\1", word)


def _repeats(word: str, name: str) -> bool:
    """Whether a word is a name with letters repeated: each run at least as long."""
    runs, own = ([len(m[0]) for m in re.finditer(r"(.)\1*", text)] for text in (word, name))
    return all(run >= least for run, least in zip(runs, own, strict=True))
