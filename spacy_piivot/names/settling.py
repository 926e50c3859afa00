"""One decision a string and dialogue: what is replaced once is replaced everywhere, or nowhere.

The last check (`release.py`) holds a dialogue back if something that was replaced still stands in
it. So all mentions of a string are settled together, on what the tagger thought of each. Ordinary
words and short numbers, which the check lets pass, are decided mention by mention, by their use.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from spacy.tokens import Doc

from ..labels import IDENTIFIERS, PARTICIPANT, labels_of
from ..lang import ENGLISH, Lexicon
from ..spans import (
    REJECTED,
    ROSTER_SOURCE,
    Candidate,
    add_candidates,
    get_candidates,
    set_candidates,
)
from ..texts import doc_text
from .evidence import Message, is_variable
from .forms import (
    NameForms,
    fold,
    is_ordinary_word,
    is_people,
    possessive,
)
from .places import NAME, Cover, Messages
from .rejection import is_said_to_be_name
from .terms import is_term
from .token_scores import TokenScores
from .variants import repeats, squeeze

SETTLED = "no PII elsewhere in the dialogue"
MATH_TERM = "math_term"

# Compared with what stands between their words: "the.best" is not "the best".
_LITERAL = labels_of("contact")
# A single mention above the first is never given up; nor is a string above the second on average.
_SURE = 0.97
_LIKELY = 0.35
_LEAST_DIGITS = 4
_LEAST_STRETCHED = 4
_WORD = re.compile(r"(?:[^\W_][\u0300-\u036f]*)+")
_NUMBER = re.compile(r"\d+")

Words = tuple[str, ...]
Key = tuple[str, Words]


@dataclass(slots=True)
class _String:
    """All that a dialogue holds of one string: what was found of it, and where else it stands."""

    label: str
    found: list[Candidate] = field(default_factory=list)
    open: list[tuple[int, int]] = field(default_factory=list)
    known: bool = False


def settle(
    doc: Doc,
    messages: Messages,
    scores: TokenScores | None,
    known: Iterable[str],
    *,
    source: str,
    spans_key: str,
) -> None:
    """Settle all strings of a dialogue.

    doc (Doc): A document whose names and identifiers were found.
    messages (Messages): Its messages.
    scores (Optional[TokenScores]): What the tagger thought of its tokens; without it whatever is
        found once is PII.
    known (Iterable[str]): Names known for the dialogue.
    source (str): The component that settles, for what it adds.
    spans_key (str): The span group.
    """
    text = doc_text(doc)
    candidates = get_candidates(doc, spans_key)
    strings = _strings(text, candidates, known, messages.lexicon)
    if not strings:
        return
    _find_open(text, strings, candidates, messages)
    refused: set[Candidate] = set()
    new: list[Candidate] = []
    for string in strings.values():
        if not string.open:
            continue
        if _is_nothing(string, text, messages, scores):
            refused.update(string.found)
        else:
            new += _rest(string, text, messages, source)
    if refused:
        kept = [candidate for candidate in candidates if candidate not in refused]
        moved = [replace(candidate, reason=SETTLED) for candidate in refused]
        set_candidates(doc, kept, spans_key)
        set_candidates(doc, [*get_candidates(doc, REJECTED), *moved], REJECTED)
    if new:
        _take_back(doc, new)
        add_candidates(doc, new, spans_key)


def _strings(
    text: str, candidates: Iterable[Candidate], known: Iterable[str], lexicon: Lexicon
) -> dict[Key, _String]:
    """The strings that the last check looks for, by kind and folded words."""
    strings: dict[Key, _String] = {}
    for candidate in candidates:
        kind = candidate.label
        if kind == NAME:
            if candidate.role == MATH_TERM:
                continue
        elif kind not in IDENTIFIERS:
            continue
        words = checked_words(candidate.cut(text), kind, lexicon)
        if words:
            strings.setdefault((kind, words), _String(kind)).found.append(candidate)
    for name in known:
        words = checked_words(name, NAME, lexicon)
        if words:
            strings.setdefault((NAME, words), _String(NAME)).known = True
    return strings


def checked_words(string: str, label: str, lexicon: Lexicon = ENGLISH) -> Words:
    """The folded words of a string, if the last check looks for it elsewhere.

    string (str): What was found.
    label (str): As what.
    lexicon (Lexicon): The words of the language.
    RETURNS (tuple[str, ...]): Its words; none for an ordinary word or a short number.
    """
    if label == NAME:
        string = possessive(lexicon).sub("", string.strip())
    words = tuple(fold(match.group()) for match in _WORD.finditer(string))
    return () if _is_exempt(words, label, lexicon) else words


def _is_exempt(words: Words, kind: str, lexicon: Lexicon) -> bool:
    if not words or (len(words) == 1 and is_ordinary_word(words[0], lexicon)):
        return True
    if is_people(" ".join(words), lexicon):
        return True
    if all(map(str.isdecimal, words)):
        return sum(map(len, words)) < _LEAST_DIGITS
    return kind == NAME and all(len(word) == 1 and word.isascii() for word in words)


def _find_open(
    text: str,
    strings: Mapping[Key, _String],
    candidates: Iterable[Candidate],
    messages: Messages,
) -> None:
    """Note where the strings stand outside what was found."""
    spotter = _Spotter(strings, messages.lexicon)
    cover = Cover(list(candidates))
    forms: dict[Key, set[str]] = {}
    for offset, message in messages:
        for key, start, end in spotter.find(message.text):
            string = strings[key]
            if cover.holds(offset + start, offset + end):
                continue
            if string.label in _LITERAL:
                if key not in forms:
                    forms[key] = {fold(one.cut(text)) for one in string.found}
                if fold(message.text[start:end]) not in forms[key]:
                    continue
            string.open.append((offset + start, offset + end))


class _Spotter:
    """Finds strings as whole words, in any case; names also as plurals, stretched, beside digits.

    keys (Iterable[Key]): The strings' kinds and words.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, keys: Iterable[Key], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._without_plural = lexicon.part(NameForms).without_plural
        self._by_first: dict[str, list[Key]] = defaultdict(list)
        self._squeezed: dict[str, list[str]] = defaultdict(list)
        self._read: dict[str, tuple[int, int, str]] = {}
        for kind, words in keys:
            self._by_first[words[0]].append((kind, words))
            if kind == NAME and len(words) == 1:
                self._squeezed[squeeze(words[0])].append(words[0])

    def find(self, text: str) -> Iterator[tuple[Key, int, int]]:
        """The strings that stand in a text, with start and end.

        text (str): A message.
        YIELDS (tuple[Key, int, int]): A string, its first character and the one after its last.
        """
        matches = list(_WORD.finditer(text))
        known = self._read
        read = [known.get(match.group()) or self._reading(match.group()) for match in matches]
        for number, (first, _, word) in enumerate(read):
            if word not in self._by_first:
                continue
            for key in self._by_first[word]:
                last = number + len(key[1])
                if tuple(part for _, _, part in read[number:last]) == key[1]:
                    end = matches[last - 1].start() + read[last - 1][1]
                    yield key, matches[number].start() + first, end

    def _reading(self, word: str) -> tuple[int, int, str]:
        """Where in a word a string stands, and its folded form; or the folded word."""
        read = self._read.get(word)
        if read is None:
            read = self._read[word] = self._look_up(word)
        return read

    def _look_up(self, word: str) -> tuple[int, int, str]:
        folded = fold(word)
        whole = (0, len(word), folded)
        if folded in self._by_first or len(folded) != len(word):
            return whole
        if folded.isalpha():  # most words are no name in any form
            forms = (folded, self._without_plural(folded))
            if self._squeezed.keys().isdisjoint(map(squeeze, forms)):
                return whole
        pieces = [(0, len(word))]
        numbers = [match.span() for match in _NUMBER.finditer(word)][:2]
        edges = [0, *(edge for number in numbers for edge in number), len(word)]
        pieces += list(zip(edges[::2], edges[1::2], strict=True))
        for start, end in pieces:
            stops = (end, start + len(self._without_plural(folded[start:end])))
            read = [(stop, folded[start:stop]) for stop in stops]
            near = [self._squeezed.get(squeeze(form), ()) for _, form in read]
            for (stop, form), names in zip(read, near, strict=True):
                if form in names:  # "jamess" is James's before it is James, drawn out
                    return start, stop, form
            for (stop, form), names in zip(read, near, strict=True):
                if names and not is_ordinary_word(form, self._lexicon):
                    for name in names:
                        if len(name) >= _LEAST_STRETCHED and repeats(form, name):
                            return start, stop, name
        return whole


def _is_nothing(string: _String, text: str, messages: Messages, scores: TokenScores | None) -> bool:
    """Whether what was found of a string is a false alarm, seen beside its other mentions."""
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


def _rest(string: _String, text: str, messages: Messages, source: str) -> Iterator[Candidate]:
    """The mentions of a string that were not found. A name of a figure's points is a term."""
    score = max((c.score for c in string.found), default=1.0)
    role = next((c.role for c in string.found if c.role), PARTICIPANT)
    for start, end in string.open:
        if string.label != NAME:
            yield Candidate(start, end, string.label, score, source)
            continue
        offset, message = messages.at(start)
        term = _stands_as_term(message, start - offset, end - offset)
        yield Candidate(start, end, NAME, score, source, MATH_TERM if term else role)


def _stands_as_term(message: Message, start: int, end: int) -> bool:
    found = message.text[start:end]
    number = next((i for i, (_, last) in enumerate(message.words) if last > start), 0)
    figure = found.isupper() and is_variable(message, number, start, end)
    return bool(message.words) and (figure or is_term(message, start, end))


def _take_back(doc: Doc, new: Iterable[Candidate]) -> None:
    """Take from the rejected candidates what stands where a string is PII after all."""
    cover = Cover(list(new))
    rejected = get_candidates(doc, REJECTED)
    kept = [c for c in rejected if not cover.touches(c.start, c.end)]
    if len(kept) < len(rejected):
        set_candidates(doc, kept, REJECTED)
