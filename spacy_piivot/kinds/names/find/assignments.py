"""Decides once per dialogue whether a string is PII, for all of its mentions.

The last check (`release.py`) holds a dialogue back if it still contains something that was
replaced. So all mentions of a string are decided together, from the tagger's score of each. Strings
that the check does not search for (`search_terms`) are decided mention by mention, by their use.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ....core.draft import CandidateDraft
from ....core.labels import IDENTIFIERS, PARTICIPANT
from ....core.spans import ROSTER_SOURCE, Candidate
from ....lang import Lexicon
from ..search import TermSearch
from ..search_terms import SearchTerm, dialogue_term, stands_as_words
from .evidence import MessageWords, is_variable
from .positions import NAME, Cover, Messages
from .rejection import is_said_to_be_name
from .terms import is_term
from .token_scores import TokenScores

NOT_PII_ELSEWHERE = "not PII elsewhere in the dialogue"
MATH_TERM = "math_term"

# A string is never rejected if one mention scores above the first, or the mean above the second.
_SURE = 0.97
_LIKELY = 0.35


@dataclass(slots=True)
class _String:
    """All mentions of a string in a dialogue: those found (`found`) and the others (`open`)."""

    label: str
    found: list[Candidate] = field(default_factory=list)
    open: list[tuple[int, int]] = field(default_factory=list)
    known: bool = False


def decide_strings(
    draft: CandidateDraft,
    messages: Messages,
    scores: TokenScores | None,
    known: Iterable[str],
    *,
    source: str,
) -> None:
    """Decide on all strings of a dialogue.

    draft (CandidateDraft): The names and identifiers that were found; it is changed.
    messages (Messages): The messages of the dialogue.
    scores (TokenScores | None): The tagger's scores of its tokens. Without them every string
        that was found is PII.
    known (Iterable[str]): Names known for the dialogue.
    source (str): The source of the mentions that are added.
    """
    text = draft.text
    strings = _strings(text, draft.found, known, messages.lexicon)
    if not strings:
        return
    _find_open(strings, draft.found, messages)
    refused: set[Candidate] = set()
    new: list[Candidate] = []
    for string in strings.values():
        if not string.open:
            continue
        if _is_false_alarm(string, text, messages, scores):
            refused.update(string.found)
        else:
            new += _missed_mentions(string, text, messages, source)
    draft.found = [candidate for candidate in draft.found if candidate not in refused]
    moved = [replace(candidate, reason=NOT_PII_ELSEWHERE) for candidate in refused]
    # Mentions rejected earlier are PII after all if their string is.
    cover = Cover(new)
    rejected = [*draft.rejected, *moved]
    draft.rejected = [one for one in rejected if not cover.touches(one.start, one.end)]
    draft.add(new)


def _strings(
    text: str, candidates: Iterable[Candidate], known: Iterable[str], lexicon: Lexicon
) -> dict[SearchTerm, _String]:
    """Collect the strings whose mentions are decided together."""
    strings: dict[SearchTerm, _String] = {}
    for candidate in candidates:
        kind = candidate.label
        if kind == NAME:
            if candidate.role == MATH_TERM:
                continue
        elif kind not in IDENTIFIERS:
            continue
        if term := dialogue_term(candidate.cut(text), kind, lexicon):
            strings.setdefault(term, _String(kind)).found.append(candidate)
    for name in known:
        if term := dialogue_term(name, NAME, lexicon):
            strings.setdefault(term, _String(NAME)).known = True
    return strings


def _find_open(
    strings: Mapping[SearchTerm, _String],
    candidates: Iterable[Candidate],
    messages: Messages,
) -> None:
    """Note where the strings occur outside of the candidates."""
    search = TermSearch(strings, messages.lexicon)
    cover = Cover(list(candidates))
    for offset, message in messages:
        for hit in search.hits(message.text):
            words = message.text[hit.first : hit.last]
            place = (offset + hit.start, offset + hit.end)
            if not cover.contains(*place) and not stands_as_words(
                hit.term, words, messages.lexicon
            ):
                strings[hit.term].open.append(place)


def _is_false_alarm(
    string: _String, text: str, messages: Messages, scores: TokenScores | None
) -> bool:
    """Whether a string is a false alarm, judged by all of its mentions."""
    own = [c for c in string.found if c.sources != {ROSTER_SOURCE}]
    if string.known or scores is None or not own:
        return False
    if any(c.sources != {scores.source} for c in own):
        return False
    if max(c.score for c in own) >= _SURE:
        return False
    if string.label == NAME:
        for candidate in string.found:
            offset, message = messages.at(candidate.start)
            if is_said_to_be_name(message.text, candidate.start - offset, messages.lexicon):
                return False
    values = scores.names if string.label == NAME else scores.anything
    places = [(c.start, c.end) for c in string.found] + string.open
    evidence = [float(values[scores.tokens(start, end)].mean()) for start, end in places]
    return sum(evidence) / len(evidence) < _LIKELY


def _missed_mentions(
    string: _String, text: str, messages: Messages, source: str
) -> Iterator[Candidate]:
    """The mentions of a string that were not found; points of a figure become terms."""
    score = max((c.score for c in string.found), default=1.0)
    role = next((c.role for c in string.found if c.role), PARTICIPANT)
    for start, end in string.open:
        if string.label != NAME:
            yield Candidate(start, end, string.label, score, source)
            continue
        offset, message = messages.at(start)
        term = _stands_as_term(message, start - offset, end - offset)
        yield Candidate(start, end, NAME, score, source, MATH_TERM if term else role)


def _stands_as_term(message: MessageWords, start: int, end: int) -> bool:
    found = message.text[start:end]
    number = next((i for i, (_, last) in enumerate(message.words) if last > start), 0)
    figure = found.isupper() and is_variable(message, number, start, end)
    return bool(message.words) and (figure or is_term(message, start, end))
