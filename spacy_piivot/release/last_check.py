"""Checks before a dialogue is published that no replaced original is left in it."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any

from spacy.tokens import Doc

from ..core.dialogue import check_releasable, doc_roster, doc_speakers, released_texts
from ..core.folding import fold
from ..core.labels import CITED, IDENTIFIERS, MATH_TERM, PARTICIPANT
from ..core.notes import texts_beside
from ..core.spans import PII, REPAIR_SOURCE, Candidate, get_candidates
from ..core.speakers import speaker_name
from ..core.texts import doc_text
from ..errors import PIIvotError
from ..kinds.names.search import Hit, TermSearch
from ..kinds.names.search_terms import (
    SearchTerm,
    exemption,
    glued_term,
    search_term,
    stands_as_words,
)
from ..kinds.names.spelled import SpelledSearch
from ..kinds.numbers.phone_search import PhoneSearch
from ..lang import ENGLISH, Lexicon
from ..plain import DocView, PlainView, doc_view, plain_view
from ..surrogates import is_role

# Why an original leaks.
LEFT, MADE, UNCHANGED, SPEAKER, BESIDE = "left", "made", "unchanged", "speaker", "beside"


class ReleaseError(PIIvotError):
    """A dialogue that must not be published. Contains labels and counts, never text.

    counts (Mapping[str, int]): The number of failures by label.
    """

    def __init__(self, counts: Mapping[str, int], problem: str) -> None:
        self.counts = dict(counts)
        listed = ", ".join(f"{count} {label}" for label, count in sorted(self.counts.items()))
        super().__init__(
            f"the last check before the release failed: {problem} ({listed}). Add the missed "
            "mention as a span, put the name on the roster, or allow the term."
        )


@dataclass(frozen=True, slots=True)
class LeakReport:
    """Counts of the last check.

    checked (int): How many different originals were searched for.
    exempt (Mapping[str, int]): How many originals were not searched for, by reason
        ("ordinary_word", "number", "counting", "role", "allowed"), and how many occurrences were
        found but let pass ("kept_span", "ordinary_words").
    """

    checked: int
    exempt: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KnownOriginal:
    """An original that was replaced, or a name of the roster or a speaker.

    label (str): Its label.
    role (str): For a NAME, its role.
    start (int | None): The start of its first edit in `doc.text`; None for names of the roster and
        for speakers.
    end (int | None): The end of that edit.
    source (str): The component that found it, "roster" or "speaker".
    """

    label: str
    role: str = ""
    start: int | None = None
    end: int | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Leak:
    """An original that is still in the release. Contains offsets, never text.

    why (str): `LEFT`: it is in a part of the text that was not edited. `MADE`: a surrogate equals
        it, or spells it together with its neighbours. `UNCHANGED`: an edit's output is its
        original. `SPEAKER`: it is in a released speaker. `BESIDE`: it is in a text beside the
        messages that is released as it is, such as a number of a table.
    replaced (KnownOriginal): The original.
    start (int): Its exact first character in `doc.text`: for `LEFT` of the letters of the name
        alone ("Cassie" of "Cassie2x"), for `MADE` and `UNCHANGED` of the original of the first
        edit involved.
    end (int): The character after its last. (0, 0) for a speaker and a text beside.
    edits (Sequence[int]): For `MADE` and `UNCHANGED`, the numbers of the edits involved, in text
        order.
    speakers (Sequence[int]): For `SPEAKER`, the messages with that speaker.
    """

    why: str
    replaced: KnownOriginal
    start: int = 0
    end: int = 0
    edits: Sequence[int] = ()
    speakers: Sequence[int] = ()


def check_release(
    doc: Doc, *, spans_key: str = PII, allow: Iterable[str] = (), lexicon: Lexicon = ENGLISH
) -> LeakReport:
    """Check a de-identified document before it is published.

    doc (Doc): A document that went through `hips_surrogator`.
    spans_key (str): The span group that was replaced.
    allow (Iterable[str]): Terms that are never replaced: they may occur anywhere.
    lexicon (Lexicon): The words of the language.
    RETURNS (LeakReport): Counts of what was checked and exempt.
    RAISES (NotReleasable): If the document has no de-identified text, or spans were added to the
        group after it was replaced.
    RAISES (ReleaseError): If the check fails (see `find_leaks`).
    """
    leaks, report = find_leaks(doc, spans_key=spans_key, allow=allow, lexicon=lexicon)
    if leaks:
        raise release_error(leaks)
    return report


def release_error(leaks: Iterable[Leak]) -> ReleaseError:
    """Make the error that counts the leaks by label."""
    leaks = list(leaks)
    unchanged = [leak for leak in leaks if leak.why == UNCHANGED]
    if unchanged:
        counts = Counter(leak.replaced.label for leak in unchanged)
        return ReleaseError(counts, "some edits changed nothing")
    counts = Counter(leak.replaced.label for leak in leaks)
    if all(leak.why == BESIDE for leak in leaks):
        return ReleaseError(counts, "originals are in a column that is kept")
    return ReleaseError(counts, "originals are still in the text or the speakers")


def find_leaks(
    doc: Doc, *, spans_key: str = PII, allow: Iterable[str] = (), lexicon: Lexicon = ENGLISH
) -> tuple[list[Leak], LeakReport]:
    """Find originals that are left in a release.

    No edit's output may equal its original. Originals of identifiers (`labels.IDENTIFIERS`),
    unambiguous or multi-part names of any role except mathematical terms, and names of speakers
    and the roster must not occur in a released message or speaker. They are found as whole words:
    in any case, with or without accents, with letters repeated ("cassieee"; names of four or more
    letters), as plurals and next to digits ("Cassie2x", "Zadie Okell2x"), both in the text as it
    is and in its plain view ("C&#97;ssie"); names also spelled out ("C+a+s+s+i+e") and as one word.
    Exempt are: ordinary words; words that are not names, also several ("x intercept"), unless
    written like a name ("X Intercept"); short numbers and counting; a transcriber's codes for
    speakers ("SS"); and occurrences inside a kept span.

    doc (Doc): A document that went through `hips_surrogator`.
    spans_key (str): The span group that was replaced.
    allow (Iterable[str]): Terms that are never replaced: they may occur anywhere.
    lexicon (Lexicon): The words of the language.
    RETURNS (tuple[list[Leak], LeakReport]): The leaks in text order, followed by those of speakers;
        and counts of what was checked and exempt.
    RAISES (NotReleasable): If the document has no de-identified text, or spans were added to the
        group after it was replaced.
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
    allowed = {search_term(term, "", lexicon).words for term in allow}
    found: dict[SearchTerm, KnownOriginal] = {}
    for original, replaced in _originals(doc, view, edits, released_speakers, lexicon):
        found.setdefault(original, replaced)
    originals = {
        original: replaced
        for original, replaced in found.items()
        if original.words and not _is_exempt(original, allowed, exempt, lexicon)
    }
    searched = {**_glued(originals, allowed, lexicon), **originals}
    names = {term: own for term, own in found.items() if term.words not in allowed} | searched
    searches = SpelledSearch(names), PhoneSearch(searched)
    hits = partial(_hits, TermSearch(searched, lexicon), searches, lexicon=lexicon)
    kept = _kept_extents(doc, edits, spans_key)
    leaks = list(_unchanged(text, view, edits))
    known = {leak.edits for leak in leaks}
    leaks += (
        leak
        for leak in _in_texts(hits, texts, names, edits, kept, exempt, lexicon)
        if leak.edits not in known
    )
    leaks.sort(key=lambda leak: (leak.start, leak.end))
    leaks += _in_speakers(hits, released_speakers, names)
    leaks += (Leak(BESIDE, names[hit.term]) for beside in texts_beside(doc) for hit in hits(beside))
    return leaks, LeakReport(len(originals), dict(exempt))


def _unchanged(text: str, view: DocView, edits: Sequence[dict]) -> Iterator[Leak]:
    for number, edit in enumerate(edits):
        start, end = edit["start"], edit["end"]
        if fold(edit["surrogate"]) in (fold(text[start:end]), fold(view.read(start, end))):
            yield Leak(UNCHANGED, _replaced(edit), start, end, edits=(number,))


def _in_texts(
    hits: Callable[[str], Iterator[Hit]],
    texts: Iterable[str],
    originals: Mapping[SearchTerm, KnownOriginal],
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
        for hit in hits(text):
            first, last = base + hit.first, base + hit.last
            inside = bisect_right(starts, first) - 1
            if inside >= 0 and last <= kept[inside][1]:
                exempt["kept_span"] += 1
                continue
            if stands_as_words(hit.term, text[hit.first : hit.last], lexicon):
                exempt["ordinary_words"] += 1
                continue
            start, end = base + hit.start, base + hit.end
            # The edits whose output overlaps the hit.
            numbers = range(bisect_right(made_ends, start), bisect_left(made_starts, end))
            replaced = originals[hit.term]
            if numbers:
                edit = edits[numbers[0]]
                yield Leak(MADE, replaced, edit["start"], edit["end"], edits=tuple(numbers))
            else:
                before = numbers.start - 1
                shift = made_ends[before] - edits[before]["end"] if before >= 0 else 0
                yield Leak(LEFT, replaced, start - shift, end - shift)
        base += len(text) + 1


def _in_speakers(
    hits: Callable[[str], Iterator[Hit]],
    speakers: Sequence[str],
    originals: Mapping[SearchTerm, KnownOriginal],
) -> Iterator[Leak]:
    messages: dict[str, list[int]] = {}
    for number, speaker in enumerate(speakers):
        messages.setdefault(speaker, []).append(number)
    for speaker, numbers in messages.items():
        for hit in hits(speaker):
            yield Leak(SPEAKER, originals[hit.term], speakers=tuple(numbers))


def _replaced(edit: Mapping[str, Any]) -> KnownOriginal:
    return KnownOriginal(edit["label"], edit["role"], edit["start"], edit["end"], edit["source"])


def _originals(
    doc: Doc,
    view: DocView,
    edits: Iterable[dict],
    released_speakers: list[str],
    lexicon: Lexicon,
) -> Iterator[tuple[SearchTerm, KnownOriginal]]:
    for edit in edits:
        original = view.read(edit["start"], edit["end"])
        if edit["label"] == "NAME":
            # Mathematical terms occur in any lesson, replaced or not.
            if edit["role"] != MATH_TERM:
                yield search_term(original, "NAME", lexicon), _replaced(edit)
        elif edit["label"] in IDENTIFIERS:
            yield search_term(original, edit["label"], lexicon), _replaced(edit)
    for speaker, released in zip(doc_speakers(doc), released_speakers, strict=True):
        if speaker != released:
            name = speaker_name(speaker, lexicon)
            label = "NAME" if name else "USERNAME"
            replaced = KnownOriginal(label, PARTICIPANT if name else "", source="speaker")
            yield search_term(name or speaker, label, lexicon), replaced
    on_roster = KnownOriginal("NAME", PARTICIPANT, source="roster")
    for name in doc_roster(doc):
        if is_role(name, lexicon):
            continue
        name = speaker_name(name, lexicon) or name
        yield search_term(name, "NAME", lexicon), on_roster
        family, comma, given = name.partition(",")
        if comma:  # a class list: "Okell, Zadie"
            yield search_term(f"{given} {family}", "NAME", lexicon), on_roster


def _is_exempt(
    term: SearchTerm,
    allowed: set[tuple[str, ...]],
    exempt: Counter[str],
    lexicon: Lexicon,
) -> bool:
    why = "allowed" if term.words in allowed else exemption(term, lexicon)
    if why:
        exempt[why] += 1
    return bool(why)


def _glued(
    originals: Mapping[SearchTerm, KnownOriginal], allowed: set[tuple[str, ...]], lexicon: Lexicon
) -> dict[SearchTerm, KnownOriginal]:
    """The names of several words as one word."""
    glued = ((glued_term(term), replaced) for term, replaced in originals.items())
    return {
        term: replaced
        for term, replaced in glued
        if term and term.words not in allowed and not exemption(term, lexicon)
    }


def _kept_extents(doc: Doc, edits: list[dict], spans_key: str) -> list[tuple[int, int]]:
    """The extents of kept spans in the de-identified text, excluding those added by a repair.

    A kept address of a source is searched like any text: with an original in it, it is personal.
    """
    ends = [edit["end"] for edit in edits]
    kept = []
    for candidate in get_candidates(doc, spans_key):
        if candidate.source == REPAIR_SOURCE or _is_source(candidate):
            continue
        before = bisect_right(ends, candidate.start)
        if before < len(edits) and edits[before]["start"] < candidate.end:
            continue
        shift = edits[before - 1]["new_end"] - edits[before - 1]["end"] if before else 0
        kept.append((candidate.start + shift, candidate.end + shift))
    return sorted(kept)


def _is_source(candidate: Candidate) -> bool:
    return candidate.label == "URL" and candidate.role == CITED


def _hits(
    search: TermSearch,
    searches: Iterable[SpelledSearch | PhoneSearch],
    text: str,
    lexicon: Lexicon,
) -> Iterator[Hit]:
    """Find the originals in a text, as it is and in its plain view, each place once."""
    plain = plain_view(text, lexicon)
    seen = set()
    for view in [plain] if plain.is_original else [PlainView(text), plain]:
        for term, start, end, first, last in search.hits(view.text):
            hit = Hit(term, *view.original(start, end), *view.original(first, last))
            # A term may have thousands of words, so it is compared by its identity.
            place = (id(term), *hit[1:])
            if place not in seen:
                seen.add(place)
                yield hit
    known = {place[1:3] for place in seen}
    for hit in chain.from_iterable(one.hits(text) for one in searches):
        if (hit.start, hit.end) not in known:
            yield hit
