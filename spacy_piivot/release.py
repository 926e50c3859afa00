"""The last check before a dialogue is published: nothing replaced may still stand in it."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from spacy.tokens import Doc

from .dialogue import NotReleasable, doc_roster, doc_speakers, released_texts
from .errors import PIIvotError
from .labels import IDENTIFIERS
from .names import POSSESSIVE, fold, is_ordinary_word
from .plain import DocView, PlainView, doc_view, plain_view
from .spans import OK, PII, get_candidates, install_extensions
from .speakers import speaker_name
from .surrogates import is_role

# Numbers with fewer digits stand in any lesson.
_LEAST_DIGITS = 4
_CHECKED_ROLES = ("", "participant")
# Shorter names are hidden by no repeated letter: "leee" may be anything.
_LEAST_STRETCHED = 4
# Compared with what stands between their words: "the.best" is not "the best".
_LITERAL_LABELS = frozenset({"EMAIL_ADDRESS", "USERNAME", "URL"})

_DIGITS = re.compile(r"\d+")
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
class _Original:
    """Something that was replaced: its folded words and, where it matters, its exact form."""

    words: tuple[str, ...]
    label: str
    literal: str = ""


def check_release(doc: Doc, *, spans_key: str = PII, allow: Iterable[str] = ()) -> Report:
    """Check a de-identified document before it is published.

    No edit's output may equal its original; no original of an identifier (`labels.IDENTIFIERS`)
    and no unambiguous or multi-part name of a participant, speaker or roster entry may stand in
    a released message or speaker as a whole word, in any case, with or without accents, with
    letters repeated ("cassieee"; names of four letters and more), as a plural and beside digits
    ("Cassie2x"), in the text as it is and in its plain view ("C&#97;ssie"). Exempt are ordinary
    words, short numbers, and what stands inside a span that is kept.

    doc (Doc): A document that went through `hips_surrogator`.
    spans_key (str): The span group that was replaced.
    allow (Iterable[str]): Terms that were not to be replaced: they may stand anywhere.
    RETURNS (Report): What was checked and what was exempt.
    RAISES (NotReleasable): If the document has no de-identified text.
    RAISES (ReleaseError): If the check fails.
    """
    install_extensions()
    if doc._.piivot_status != OK or doc._.piivot_text is None:
        raise NotReleasable(doc._.piivot_status)
    text = doc.text
    edits = sorted(doc._.piivot_edits, key=lambda edit: edit["start"])
    view = doc_view(doc)
    unchanged = Counter(
        edit["label"]
        for edit in edits
        if fold(edit["surrogate"])
        in (
            fold(text[edit["start"] : edit["end"]]),
            fold(view.read(edit["start"], edit["end"])),
        )
    )
    if unchanged:
        raise ReleaseError(unchanged, "some edits changed nothing")
    texts = released_texts(doc)
    if "\n".join(texts) != doc._.piivot_text:
        raise ReleaseError({"text": 1}, "the edits do not give the de-identified text")
    released_speakers = list(doc._.piivot_speakers or ())
    exempt: Counter[str] = Counter()
    allowed = {_original(term, "").words for term in allow}
    originals = {
        original
        for original in set(_originals(doc, view, edits, released_speakers))
        if not _is_exempt(original, allowed, exempt)
    }
    kept = _kept_extents(doc, edits, spans_key)
    leaks = _search(originals, [*texts, *sorted(set(released_speakers))], kept, exempt)
    if leaks:
        raise ReleaseError(leaks, "something that was replaced still stands in it")
    return Report(len(originals), dict(exempt))


def _originals(
    doc: Doc, view: DocView, edits: Iterable[dict], released_speakers: list[str]
) -> Iterator[_Original]:
    for edit in edits:
        original = view.read(edit["start"], edit["end"])
        if edit["label"] == "NAME":
            if edit["role"] in _CHECKED_ROLES:
                yield _original(original, "NAME")
        elif edit["label"] in IDENTIFIERS:
            yield _original(original, edit["label"])
    for speaker, released in zip(doc_speakers(doc), released_speakers, strict=True):
        if speaker != released:
            name = speaker_name(speaker)
            yield _original(name, "NAME") if name else _original(speaker, "USERNAME")
    for name in doc_roster(doc):
        if is_role(name):
            continue
        name = speaker_name(name) or name
        yield _original(name, "NAME")
        family, comma, given = name.partition(",")
        if comma:  # a class list: "Okell, Zadie"
            yield _original(f"{given} {family}", "NAME")


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


def _bare(word: str, squeezed: Mapping[str, list[str]]) -> str:
    """The name that a word holds ("cassieee", "cassies", "cassie2x"), or the word."""
    letters = max(_DIGITS.split(word, maxsplit=2)[:2], key=len)
    for form in (word, letters, letters.removesuffix("s")):
        names = squeezed.get(_squeeze(form), ())
        if form in names:
            return form
        if is_ordinary_word(form):
            return word
        long = (name for name in names if len(name) >= _LEAST_STRETCHED)
        if stretched := [name for name in long if _repeats(form, name)]:
            return min(stretched)
    return word


def _squeeze(word: str) -> str:
    return _REPEATED.sub(r"\1", word)


def _repeats(word: str, name: str) -> bool:
    """Whether a word is a name with letters repeated: each run at least as long."""
    runs, own = ([len(m[0]) for m in re.finditer(r"(.)\1*", text)] for text in (word, name))
    return all(run >= least for run, least in zip(runs, own, strict=True))


def _search(
    originals: set[_Original],
    texts: list[str],
    kept: list[tuple[int, int]],
    exempt: Counter[str],
) -> Counter[str]:
    """Count the originals that stand in the texts, by label: one pass over the words of each, and
    over those of its plain view where it has another."""
    by_first: dict[str, list[_Original]] = {}
    squeezed: dict[str, list[str]] = {}
    for original in originals:
        by_first.setdefault(original.words[0], []).append(original)
        [first, *rest] = original.words
        if original.label == "NAME" and not rest:
            squeezed.setdefault(_squeeze(first), []).append(first)
    starts = [start for start, _ in kept]
    folded: dict[str, str] = {}
    leaks: Counter[str] = Counter()
    base = 0
    for text in texts:
        places: set[tuple[str, int, int]] = set()
        for view in _readings(text):
            found = list(_WORD.finditer(view.text))
            words = []
            for match in found:
                word = match.group()
                if word not in folded:
                    folded[word] = _bare(fold(word), squeezed)
                words.append(folded[word])
            for number, word in enumerate(words):
                for original in by_first.get(word, ()):
                    last = number + len(original.words) - 1
                    if tuple(words[number : last + 1]) != original.words:
                        continue
                    start, end = found[number].start(), found[last].end()
                    if original.literal and fold(view.text[start:end]) != original.literal:
                        continue
                    places.add((original.label, *view.original(start, end)))
        for label, start, end in places:
            inside = bisect_right(starts, base + start) - 1
            if inside >= 0 and base + end <= kept[inside][1]:
                exempt["kept_span"] += 1
            else:
                leaks[label] += 1
        base += len(text) + 1
    return leaks


def _readings(text: str) -> list[PlainView]:
    """A text as it is, and its plain view where that is another one."""
    view = plain_view(text)
    return [view] if view.is_original else [PlainView(text), view]
