"""The last check before a dialogue is published: nothing replaced may still stand in it."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import contains
from typing import Any, NamedTuple

from spacy.tokens import Doc

from .dialogue import check_releasable, doc_roster, doc_speakers, released_texts
from .errors import PIIvotError
from .labels import IDENTIFIERS, labels_of
from .lang import ENGLISH, Lexicon
from .names import fold, is_only_a_word, is_ordinary_word, possessive, squeeze
from .names.forms import NameForms, repeats
from .numbers import NumberWords
from .plain import DocView, PlainView, doc_view, plain_view
from .spans import PII, get_candidates
from .speakers import is_role_code, speaker_name
from .surrogates import is_role
from .texts import doc_text

# Why something leaks.
LEFT, MADE, UNCHANGED, SPEAKER = "left", "made", "unchanged", "speaker"

# What gives the candidates that a repair adds.
REPAIR_SOURCE = "release_check"

# Numbers with fewer digits stand in any lesson.
_LEAST_DIGITS = 4
_PARTICIPANT = "participant"
# Terms of mathematics stand in any lesson, replaced or not.
_MATH_TERM = "math_term"
# Shorter names are hidden by no repeated letter: "leee" may be anything.
_LEAST_STRETCHED = 4
_LEAST_COUNTED = 3
_STEPS = frozenset({1, 2, 5, 10})
_DIGITS_UP = "01234567890"
# Compared with what stands between their words: "the.best" is not "the best".
_LITERAL_LABELS = labels_of("contact")

_LETTERS = re.compile(r"\D+")
_IN_FORMULAS = re.compile(r"[a-z]|[a-z]\d{1,2}|\d{1,2}[a-z]")
_WORDS_AND_SPACES = re.compile(r"[^\W\d_]+(?: +[^\W\d_]+)+")
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
        "number", "role", "allowed" (originals); "kept_span" and "ordinary_words" (occurrences).
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


def check_release(
    doc: Doc, *, spans_key: str = PII, allow: Iterable[str] = (), lexicon: Lexicon = ENGLISH
) -> Report:
    """Check a de-identified document before it is published.

    doc (Doc): A document that went through `hips_surrogator`.
    spans_key (str): The span group that was replaced.
    allow (Iterable[str]): Terms that were not to be replaced: they may stand anywhere.
    lexicon (Lexicon): The words of the language.
    RETURNS (Report): What was checked and what was exempt.
    RAISES (NotReleasable): If the document has no de-identified text, or somebody put spans into
        the group after it was replaced.
    RAISES (ReleaseError): If the check fails: `find_leaks` says for what.
    """
    leaks, report = find_leaks(doc, spans_key=spans_key, allow=allow, lexicon=lexicon)
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
    doc: Doc, *, spans_key: str = PII, allow: Iterable[str] = (), lexicon: Lexicon = ENGLISH
) -> tuple[list[Leak], Report]:
    """Find what must not stand in a release.

    No edit's output may equal its original; no original of an identifier (`labels.IDENTIFIERS`)
    and no unambiguous or multi-part name, of whatever role but a term's, nor one of a speaker or
    the roster, may stand in a released message or speaker as a whole word, in any case, with or
    without accents, with letters repeated ("cassieee"; names of four letters and more), as a
    plural and beside digits ("Cassie2x", "Zadie Okell2x"), in the text as it is and in its plain
    view ("C&#97;ssie").
    Exempt are ordinary words; words that nobody is called, also
    several ("x intercept"), where they do not stand like a name ("X Intercept"); short numbers and
    counting; a transcriber's codes for who speaks ("SS"); and what stands inside a span that is
    kept.

    doc (Doc): A document that went through `hips_surrogator`.
    spans_key (str): The span group that was replaced.
    allow (Iterable[str]): Terms that were not to be replaced: they may stand anywhere.
    lexicon (Lexicon): The words of the language.
    RETURNS (tuple[list[Leak], Report]): What leaks, in text order and then the speakers; and what
        was checked and what was exempt.
    RAISES (NotReleasable): If the document has no de-identified text, or somebody put spans into
        the group after it was replaced.
    RAISES (ReleaseError): If the edits do not give the document's de-identified text.
    """
    check_releasable(doc)
    text = doc_text(doc)
    edits = sorted(doc._.piivot_edits, key=lambda edit: edit["start"])
    view = doc_view(doc, lexicon)
    texts = released_texts(doc)
    if "\n".join(texts) != doc._.piivot_text:
        raise ReleaseError({"text": 1}, "the edits do not give the de-identified text")
    released_speakers = list(doc._.piivot_speakers or ())
    exempt: Counter[str] = Counter()
    allowed = {_original(term, "", lexicon).words for term in allow}
    found: dict[_Original, Replaced] = {}
    for original, replaced in _originals(doc, view, edits, released_speakers, lexicon):
        found.setdefault(original, replaced)
    originals = {
        original: replaced
        for original, replaced in found.items()
        if not _is_exempt(original, allowed, exempt, lexicon)
    }
    search = _Search(originals, lexicon)
    kept = _kept_extents(doc, edits, spans_key)
    leaks = list(_unchanged(text, view, edits))
    known = {leak.edits for leak in leaks}
    leaks += (
        leak
        for leak in _in_texts(search, texts, originals, edits, kept, exempt, lexicon)
        if leak.edits not in known
    )
    leaks.sort(key=lambda leak: (leak.start, leak.end))
    leaks += _in_speakers(search, released_speakers, originals)
    return leaks, Report(len(originals), dict(exempt))


def _unchanged(text: str, view: DocView, edits: Sequence[dict]) -> Iterator[Leak]:
    for number, edit in enumerate(edits):
        start, end = edit["start"], edit["end"]
        if fold(edit["surrogate"]) in (fold(text[start:end]), fold(view.read(start, end))):
            yield Leak(UNCHANGED, _replaced(edit), start, end, edits=(number,))


def _in_texts(
    search: "_Search",
    texts: Iterable[str],
    originals: Mapping[_Original, Replaced],
    edits: Sequence[dict],
    kept: list[tuple[int, int]],
    exempt: Counter[str],
    lexicon: Lexicon,
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
            if _stands_as_words(hit.original, text[hit.first : hit.last], lexicon):
                exempt["ordinary_words"] += 1
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
    doc: Doc,
    view: DocView,
    edits: Iterable[dict],
    released_speakers: list[str],
    lexicon: Lexicon,
) -> Iterator[tuple[_Original, Replaced]]:
    for edit in edits:
        original = view.read(edit["start"], edit["end"])
        if edit["label"] == "NAME":
            if edit["role"] != _MATH_TERM:
                yield _original(original, "NAME", lexicon), _replaced(edit)
        elif edit["label"] in IDENTIFIERS:
            yield _original(original, edit["label"], lexicon), _replaced(edit)
    for speaker, released in zip(doc_speakers(doc), released_speakers, strict=True):
        if speaker != released:
            name = speaker_name(speaker, lexicon)
            label = "NAME" if name else "USERNAME"
            replaced = Replaced(label, _PARTICIPANT if name else "", source="speaker")
            yield _original(name or speaker, label, lexicon), replaced
    on_roster = Replaced("NAME", _PARTICIPANT, source="roster")
    for name in doc_roster(doc):
        if is_role(name, lexicon):
            continue
        name = speaker_name(name, lexicon) or name
        yield _original(name, "NAME", lexicon), on_roster
        family, comma, given = name.partition(",")
        if comma:  # a class list: "Okell, Zadie"
            yield _original(f"{given} {family}", "NAME", lexicon), on_roster


def _original(text: str, label: str, lexicon: Lexicon) -> _Original:
    if label == "NAME":
        text = possessive(lexicon).sub("", text.strip())
    found = list(_WORD.finditer(text))
    if not found:
        return _Original((), label)
    literal = fold(text[found[0].start() : found[-1].end()]) if label in _LITERAL_LABELS else ""
    return _Original(tuple(fold(word.group()) for word in found), label, literal)


def _is_exempt(
    original: _Original,
    allowed: set[tuple[str, ...]],
    exempt: Counter[str],
    lexicon: Lexicon,
) -> bool:
    words = original.words
    if not words:
        return True
    if words in allowed:
        exempt["allowed"] += 1
        return True
    if len(words) == 1 and is_ordinary_word(words[0], lexicon):
        exempt["ordinary_word"] += 1
        return True
    numbers = lexicon.part(NumberWords).cardinals
    if _is_short_number(words, numbers) or _is_counting(words, numbers):
        exempt["number"] += 1
        return True
    if original.label != "NAME":
        if is_code := len(words) == 1 and len(words[0]) < _LEAST_DIGITS and not words[0].isalpha():
            exempt["number"] += 1  # "p3"
        return is_code
    if all(_IN_FORMULAS.fullmatch(word) for word in words):
        exempt["ordinary_word"] += 1  # initials: any letter of a formula; a group or a point: "8A"
        return True
    if is_role_code(" ".join(words), lexicon):
        exempt["role"] += 1
        return True
    return False


def _is_short_number(words: Sequence[str], numbers: Mapping[str, int]) -> bool:
    """Whether these are numbers that stand in any lesson: "12", "four, three"."""
    return (
        all(word.isdecimal() or word in numbers for word in words)
        and sum(len(word) if word.isdecimal() else 1 for word in words) < _LEAST_DIGITS
    )


def _is_counting(words: Sequence[str], numbers: Mapping[str, int]) -> bool:
    """Whether these are numbers in steps, up or down: "five, four, three", "10 20 30", "12345"."""
    if len(words) == 1 and words[0].isdecimal() and words[0].isascii():
        return words[0] in _DIGITS_UP or words[0] in _DIGITS_UP[::-1]
    if len(words) < _LEAST_COUNTED or not all(w.isdecimal() or w in numbers for w in words):
        return False
    counted = [int(word) if word.isdecimal() else numbers[word] for word in words]
    steps = {after - before for before, after in pairwise(counted)}
    return len(steps) == 1 and abs(steps.pop()) in _STEPS


def _stands_as_words(original: _Original, found: str, lexicon: Lexicon) -> bool:
    """Whether words that practically nobody is called stand where no name does.

    original (_Original): What was replaced.
    found (str): Its words where they stand.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): True for two and more such words, single letters among them, unless each has a
        capital: "x-intercept", "Math message". Of identifiers only what was taken for a user name
        can be words, if nothing but spaces stands between them.
    """
    if original.label != "NAME" and not _WORDS_AND_SPACES.fullmatch(original.literal):
        return False
    return (
        len(original.words) > 1
        and all(
            is_only_a_word(word, lexicon) or _IN_FORMULAS.fullmatch(word) for word in original.words
        )
        and not all(word.group()[0].isupper() for word in _WORD.finditer(found))
        and not any(map(str.isdecimal, found))
    )


def _kept_extents(doc: Doc, edits: list[dict], spans_key: str) -> list[tuple[int, int]]:
    """Where the kept spans stand in the de-identified text; what a repair added is none."""
    ends = [edit["end"] for edit in edits]
    kept = []
    for candidate in get_candidates(doc, spans_key):
        if candidate.source == REPAIR_SOURCE:
            continue
        before = bisect_right(ends, candidate.start)
        if before < len(edits) and edits[before]["start"] < candidate.end:
            continue
        shift = edits[before - 1]["new_end"] - edits[before - 1]["end"] if before else 0
        kept.append((candidate.start + shift, candidate.end + shift))
    return sorted(kept)


class _Search:
    """Finds originals in texts: one pass over the words of each.

    originals (Iterable[_Original]): What is searched for.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, originals: Iterable[_Original], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._without_plural = lexicon.part(NameForms).without_plural
        self._by_first: dict[str, list[_Original]] = {}
        # Last words of names, by their letters without repetitions.
        self._squeezed: dict[str, list[str]] = {}
        self._read: dict[str, dict[str, tuple[int, int]]] = {}
        for original in originals:
            [first, *rest] = original.words
            self._by_first.setdefault(first, []).append(original)
            if original.label == "NAME":
                last = rest[-1] if rest else first
                self._squeezed.setdefault(squeeze(last), []).append(last)

    def hits(self, text: str) -> Iterator[_Hit]:
        """Where the originals stand in a text, as it is and in its plain view, each place once."""
        seen = set()
        for view in _readings(text, self._lexicon):
            for hit in self._hits(view):
                # An original may have thousands of words: it is told by its identity.
                place = (id(hit.original), *hit[1:])
                if place not in seen:
                    seen.add(place)
                    yield hit

    def _hits(self, view: PlainView) -> Iterator[_Hit]:
        text = view.text
        found = list(_WORD.finditer(text))
        readings = [self._readings(match.group()) for match in found]
        for number, reading in enumerate(readings):
            for word in reading:
                for original in self._by_first.get(word, ()):
                    last = number + len(original.words) - 1
                    if last >= len(readings) or not all(
                        map(contains, readings[number : last + 1], original.words)
                    ):
                        continue
                    first_start, last_start = found[number].start(), found[last].start()
                    whole = first_start, found[last].end()
                    if original.literal and fold(text[slice(*whole)]) != original.literal:
                        continue
                    start = first_start + reading[word][0]
                    end = last_start + readings[last][original.words[-1]][1]
                    yield _Hit(original, *view.original(start, end), *view.original(*whole))

    def _readings(self, word: str) -> dict[str, tuple[int, int]]:
        """What a word is, folded: itself, and the name that it holds; and where in it that is."""
        if word not in self._read:
            name = self._name_in(word)
            readings = {} if name is None else {name[0]: name[1:]}
            self._read[word] = {fold(word): (0, len(word)), **readings}
        return self._read[word]

    def _name_in(self, word: str) -> tuple[str, int, int] | None:
        """The name that a word holds ("cassieee", "cassies", "cassie2x"), and where; or None."""
        letters = sorted((m.span() for m in _LETTERS.finditer(word)), key=lambda s: s[0] - s[1])
        for start, end in dict.fromkeys([(0, len(word)), *letters]):
            form = fold(word[start:end])
            if name := self._name(form):
                return name, start, end
            if is_ordinary_word(form, self._lexicon):
                continue
            bare = self._without_plural(form)
            if bare != form and (name := self._name(bare)):
                return name, start, end - (len(form) - len(bare))
        return None

    def _name(self, form: str) -> str:
        """The name that a form is, maybe with letters repeated, or ""."""
        names = self._squeezed.get(squeeze(form), ())
        if form in names:
            return form
        if not names or is_ordinary_word(form, self._lexicon):
            return ""
        return min(
            (n for n in names if len(n) >= _LEAST_STRETCHED and repeats(form, n)), default=""
        )


def _readings(text: str, lexicon: Lexicon) -> list[PlainView]:
    """A text as it is, and its plain view where that is another one."""
    view = plain_view(text, lexicon)
    return [view] if view.is_original else [PlainView(text), view]
