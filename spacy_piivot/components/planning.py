"""Plans a document's edits: candidates without overlaps, with their texts and strategies."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from types import MappingProxyType

from spacy.tokens import Doc

from ..core.dialogue import message_bounds
from ..core.folding import fold
from ..core.labels import MATH_TERM, PARTICIPANT, ROLES
from ..core.policy import CONSISTENT, KEEP, MAKING, MASK
from ..core.spans import Candidate, get_candidates
from ..draws.casing import match_case
from ..kinds.names.letter_patterns import spelled_out
from ..kinds.names.letter_talk import LetterWords, speaks_before
from ..kinds.names.pronouns import FURTHEST_BEFORE, FURTHEST_EVIDENCE
from ..kinds.names.search_terms import search_term
from ..lang import Lexicon
from ..plain import DocView, doc_view
from ..surrogates import REPLACEABLE, Mention, PersonWords, gender_of_pronoun, mask
from .nickname_beside import note_nicknames
from .similar_names import tell_apart

# Chooses the strategy for a candidate of a text.
StrategyOf = Callable[[Candidate, str], str]

_WORD_BEFORE = re.compile(r"([^\W\d_]+(?:['’][^\W\d_]+)?)(?P<stop>\.[^\S\n]*|[^\S\n]+)$")
_LONGEST_TITLE = 16
# Roles that say that a name is somebody else's; a mathematical term is nobody's.
_KEPT_ROLES = frozenset({*ROLES} - {PARTICIPANT, MATH_TERM})


@dataclass(frozen=True, slots=True)
class Planned:
    """A candidate to edit, with its mention and its strategy.

    surrogate (str): The surrogate that a person set; "" for none.
    """

    candidate: Candidate
    mention: Mention
    strategy: str
    surrogate: str = field(default="", repr=False)


def needs_surrogate(planned: Iterable[Planned]) -> list[Mention]:
    """The mentions of a plan that get surrogates, in its order."""
    return [one.mention for one in planned if one.strategy in MAKING]


def plan_edits(
    doc: Doc,
    text: str,
    spans_key: str,
    strategy: StrategyOf,
    lexicon: Lexicon,
    people: Iterable[str] = (),
    by_hand: Mapping[tuple[int, int], str] = MappingProxyType({}),
) -> list[Planned]:
    """Plan the edits of a Doc.

    doc (Doc): A Doc with candidates.
    text (str): `doc.text`.
    spans_key (str): Their group.
    strategy (Callable[[Candidate, str], str]): Chooses the strategy for a candidate of a text;
        "keep" for no edit.
    lexicon (Lexicon): The words of the language.
    people (Iterable[str]): The full names of participants that the document's source gives.
    by_hand (Mapping[tuple[int, int], str]): The surrogates that a person set, by the exact extents
        of their candidates.
    RETURNS (list[Planned]): The edits in text order, without overlaps. A name that its role would
        keep, although it is the full name of somebody who is replaced, is a participant's. What
        a person set a surrogate for is replaced, whatever its strategy.
    """
    view = doc_view(doc, lexicon)

    def strategy_of(candidate: Candidate) -> str:
        if (candidate.start, candidate.end) in by_hand:
            return CONSISTENT if candidate.label in REPLACEABLE else MASK
        start, end = view.plain(candidate.start, candidate.end)
        if start >= end:
            return strategy(candidate, text)
        return strategy(replace(candidate, start=start, end=end), view.text)

    def full_name(candidate: Candidate) -> frozenset[str]:
        original = view.read(candidate.start, candidate.end) or candidate.cut(text)
        return _full_name(original, lexicon)

    chosen, kept = [], []
    for candidate in _named_by_letters(get_candidates(doc, spans_key), view, lexicon):
        if strategy_of(candidate) != KEEP:
            chosen.append(candidate)
        elif candidate.label == "NAME" and candidate.role in _KEPT_ROLES:
            kept.append(candidate)
    if kept:
        replaced = {full_name(one) for one in chosen if one.label == "NAME"}
        replaced |= {_full_name(name, lexicon) for name in people}
        namesakes = [one for one in kept if len(own := full_name(one)) > 1 and own in replaced]
        found = (replace(candidate, role=PARTICIPANT) for candidate in namesakes)
        chosen += (candidate for candidate in found if strategy_of(candidate) != KEEP)
    planned = []
    disjoint = _disjoint(_within_messages(doc, chosen))
    for candidate, following in zip_longest(disjoint, disjoint[1:]):
        original = view.read(candidate.start, candidate.end) or candidate.cut(text)
        how = strategy_of(candidate)
        surrogate = by_hand.get((candidate.start, candidate.end), "")
        if not surrogate and how not in MAKING and fold(original) == fold(mask(candidate.label)):
            continue
        mention = Mention(original, candidate.label)
        if candidate.label == "NAME":
            mention = replace(mention, text=spelled_out(original) or original)
            first, last = view.plain(candidate.start, candidate.end)
            end = len(view.text)
            if following is not None:
                end, _ = view.plain(following.start, following.end)
            after = view.text[last : min(end, last + FURTHEST_EVIDENCE)]
            before = view.text[max(0, first - FURTHEST_BEFORE) : first]
            mention = replace(
                mention,
                title=_title_before(view.text, first, lexicon.part(PersonWords)),
                pronoun=gender_of_pronoun(after, lexicon, before=before),
            )
        planned.append(Planned(candidate, mention, how, surrogate))
    candidates = [one.candidate for one in planned]
    noted = note_nicknames(view, candidates, [one.mention for one in planned])
    mentions = tell_apart(doc, text, zip(candidates, noted, strict=True), lexicon)
    plan = [replace(one, mention=own) for one, own in zip(planned, mentions, strict=True)]
    return _spread(plan) if by_hand else plan


def _named_by_letters(
    candidates: Sequence[Candidate], view: DocView, lexicon: Lexicon
) -> list[Candidate]:
    """The candidates; a place is a name if its letters are spoken of and somebody has that name."""
    words = lexicon.part(LetterWords)
    if not any(one.label == "LOCATION" for one in candidates) or not words.cue.search(view.text):
        return list(candidates)
    read = {one: view.plain(one.start, one.end) for one in candidates}
    names = {fold(view.text[slice(*read[one])]) for one in candidates if one.label == "NAME"}

    def is_name(one: Candidate) -> bool:
        start, end = read[one]
        return (
            one.label == "LOCATION"
            and fold(view.text[start:end]) in names
            and speaks_before(view.text, start, words)
        )

    return [
        replace(one, label="NAME", role=PARTICIPANT) if is_name(one) else one for one in candidates
    ]


def _full_name(name: str, lexicon: Lexicon) -> frozenset[str]:
    """The words of a name in any order: "Lopez, Maria" is "Maria Lopez"."""
    return frozenset(search_term(name, "NAME", lexicon).words)


def _title_before(text: str, start: int, words: PersonWords) -> str:
    """The folded title or kinship word right before a name; "" for none."""
    found = _WORD_BEFORE.search(text[max(0, start - _LONGEST_TITLE) : start])
    if not found:
        return ""
    word = fold(found[1])
    of_kin = word in words.kin and found["stop"][0] != "."
    return word if word in words.titles or of_kin else ""


def _within_messages(doc: Doc, candidates: list[Candidate]) -> list[Candidate]:
    """Cut candidates where a message ends: an edit belongs to one message."""
    bounds = message_bounds(doc)
    starts = [start for start, _ in bounds]
    cut = []
    for candidate in candidates:
        number = max(bisect_right(starts, candidate.start) - 1, 0)
        for start, end in bounds[number:]:
            if start >= candidate.end:
                break
            first, last = max(start, candidate.start), min(end, candidate.end)
            if first < last:
                cut.append(replace(candidate, start=first, end=last))
    return cut


def _disjoint(candidates: list[Candidate]) -> list[Candidate]:
    """Join candidates that overlap, as in a user's own group: the longest gives the label."""
    joined: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: (c.start, -c.end, c.label)):
        if joined and candidate.start < joined[-1].end:
            last = joined[-1]
            longest = max((last, candidate), key=lambda c: c.end - c.start)
            joined[-1] = replace(longest, start=last.start, end=max(last.end, candidate.end))
        else:
            joined.append(candidate)
    return joined


def _spread(plan: list[Planned]) -> list[Planned]:
    """Give set surrogates to mentions of the same label and text that get none made for them:
    what is masked, shuffled or held for a person."""
    known: dict[tuple[str, str], Planned] = {}
    for one in plan:
        if one.surrogate:
            known.setdefault(_entity(one), one)
    return [
        one if one.surrogate or one.strategy in MAKING else _like(one, known.get(_entity(one)))
        for one in plan
    ]


def _like(planned: Planned, known: Planned | None) -> Planned:
    if known is None:
        return planned
    text, surrogate = planned.mention.text, known.surrogate
    if text != known.mention.text:
        surrogate = match_case(text, surrogate)
    return replace(planned, strategy=known.strategy, surrogate=surrogate)


def _entity(planned: Planned) -> tuple[str, str]:
    return planned.mention.label, fold(" ".join(planned.mention.text.split()))
