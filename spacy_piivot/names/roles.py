"""Whose name it is: a participant's, a problem's character's, part of a term, a public figure's."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from spacy.tokens import Doc

from ..dialogue import message_bounds, message_roles
from ..spans import Candidate
from ..texts import doc_text
from .evidence import ADDRESS, GREETINGS, PERSON_VERBS, PRAISE, SPEECH_VERBS
from .forms import fold, is_particle, name_parts, word_list
from .words import TITLES

NAME = "NAME"

# How far evidence is looked for on either side, in characters.
_WINDOW = 90


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


_TERM_AFTER = re.compile(
    r"(?:['’]s?)?[\s-]+(?:\w+\s+)?(?:theorem|triangle|sequence|series|numbers?|formula|method|"
    r"rule|law|diagrams?|identity|conjecture|lemma|principle|inequality|polynomial|constant|"
    r"line|spiral|sieve|algorithm|distribution|coordinates|plane|curve|fractal|strip|paradox|"
    r"primes?|rods|blocks|scale|transform|elements)\b",
    re.IGNORECASE,
)
_TERM_BEFORE = re.compile(
    r"\b(?:theorem|sieve|law|rule|formula|method)\s+of\s+\Z|\b(?:use|using|apply|by)\s+\Z",
    re.IGNORECASE,
)
_TITLE = re.compile(rf"\b(?:{_any(TITLES)})\b\.?\s+\Z", re.IGNORECASE)
_GREETED = re.compile(
    rf"\b(?:{_any(GREETINGS)})(?:\s+(?:there|again|to))?[,!.]?\s+\Z", re.IGNORECASE
)
_PRESENTED = re.compile(
    r"\b(?:name(?:['’]?s| is)|i['’]?m|i am|call me|you['’]re|is that|it['’]?s(?: me,?)?|it is)"
    r"\s+\Z",
    re.IGNORECASE,
)
_SELF = re.compile(r"\b(?:my name(?:['’]?s| is)|i['’]?m|i am|call me)\s+\Z", re.IGNORECASE)
_HERE = re.compile(r"\s+(?:here\b(?! are| is)|speaking\b)", re.IGNORECASE)
_KIN = re.compile(
    r"\b(?:my|your|ur)\s+(?:\w+\s+)?(?:cousin|brother|sister|bro|sis|twin|friend|buddy|uncle|"
    r"aunt|auntie|aunty|mom|mum|dad|mama|papa|son|daughter|teacher|tutor|coach|partner|classmate|"
    r"grandma|grandpa|nan|nana)\b,?\s+\Z",
    re.IGNORECASE,
)
_PRAISED = re.compile(rf"\b(?:{_any(PRAISE)}),?\s+\Z", re.IGNORECASE)
_CLOSED = re.compile(r"\s*(?:[,.!?;:)…—–]|\Z|[^\w\s'’])")
_SENTENCE_START = re.compile(r"(?:\A|[.!?:;…\n]|[—–-]\s)[\s\"“'’]*\Z")
_COMMA_BEFORE = re.compile(r"[^\W\d_]\s*,\s+\Z")
_LISTED = re.compile(r"\b[A-Z]\w+\s*,\s+\Z")
_CALLED = re.compile(rf"\s*,\s*(?:{_any(ADDRESS)})\b|\s*[?!]", re.IGNORECASE)
_ASKED = re.compile(
    r",?\s+(?:(?:can|could|would|will|do|did|are|have|were) you|please|you(?:['’]re|r)?|"
    r"(?:what|how|why|where|when) (?:do|did|are|would|can|could|is|about))\b",
    re.IGNORECASE,
)
_SAID = re.compile(
    rf"\s+(?:{_any(SPEECH_VERBS)})\b|['’]s\s+(?:turn|answer|idea|point|group)\b", re.IGNORECASE
)
_DOES = re.compile(
    rf"(?:['’]s)?\s+(?:{_any(PERSON_VERBS)}|\w+(?:s|ed)|and|is|was|will)\b", re.IGNORECASE
)
_HOW_MANY = re.compile(
    r"\bhow\s+(?:many|much|old|long|far|fast|tall|big)\b[^.?!]*\Z", re.IGNORECASE
)
_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twice|half|dozen|twelve|twenty|thirty|"
    r"forty|fifty|hundred|each|total|more|fewer|less|times)\b",
    re.IGNORECASE,
)
# Who says this speaks of people that they know; "that gave me 6 cups" is a calculation.
_PERSONAL = re.compile(
    r"(?<!gave )(?<!gives )(?<!give )(?<!giving )(?<!get )(?<!gets )(?<!leaves )(?<!left )\bme\b|"
    r"\b(?:my|mine|your|ur)\b(?!\s+(?:\w+\s+)?(?:answers?|mistakes?|calculations?|solutions?|work|"
    r"working|reasoning|method|equation|question|total))",
    re.IGNORECASE,
)
_WANTS_SO_MANY = re.compile(r"\s+\w+\s+\$?\d")
_YOU = re.compile(r"\byou(?:r|['’]re)?\b", re.IGNORECASE)
_PHONE_OR_DATE = re.compile(
    r"\d[\d().\s-]{7,}\d|\d+[/.-]\d+[/.-]\d+|\b\d+(?:st|nd|rd|th)\b|"
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"\s+\d+",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.?!]\s|\n")


@dataclass(slots=True)
class _Evidence:
    """What the mentions of one name show, summed."""

    addressed: int = 0
    in_lesson: int = 0
    in_problem: int = 0
    with_quantity: int = 0
    mentions: int = 0
    first_in_question: bool | None = None

    def role(self) -> str:
        if self.addressed and 3 * self.addressed >= self.in_problem:
            return "participant"
        if self.first_in_question or self.in_problem > self.in_lesson:
            return "problem"
        if self.in_lesson:
            return "participant"
        return "problem" if 2 * self.with_quantity > self.mentions else "participant"


def assign_roles(
    doc: Doc, candidates: Sequence[Candidate], participants: Iterable[str]
) -> list[Candidate]:
    """Give the names without a role the one that their use in the dialogue shows.

    Terms and public figures are told mention by mention; participants and the characters of
    problems by all mentions of a name, a part counting with the full name that holds it.

    doc (Doc): The document.
    candidates (Sequence[Candidate]): All its candidates, in text order.
    participants (Iterable[str]): Names known to be participants'.
    RETURNS (list[Candidate]): The same candidates. Where nothing shows a name's role, it is a
        problem's among quantities, otherwise a participant's.
    """
    if all(candidate.role or candidate.label != NAME for candidate in candidates):
        return list(candidates)
    text = doc_text(doc)
    known = {part for name in participants for part in _identifying(name)}
    groups = _Groups(c.cut(text) for c in candidates if c.label == NAME)
    bounds, speakers = message_bounds(doc), message_roles(doc)
    evidence: dict[str, _Evidence] = {}
    certain: dict[int, str] = {}
    message = 0
    for number, candidate in enumerate(candidates):
        if candidate.label != NAME:
            continue
        while bounds[message][1] < candidate.end:
            message += 1
        start, end = bounds[message]
        name = candidate.cut(text)
        before = text[max(start, candidate.start - _WINDOW) : candidate.start]
        after = text[candidate.end : min(end, candidate.end + _WINDOW)]
        key = groups.key(name)
        role = _certain_role(name, before, after, known)
        if role:
            certain[number] = role
        else:
            _weigh(
                evidence.setdefault(key, _Evidence()),
                before,
                after,
                question=speakers[message] == "QUESTION",
            )
    decided = {key: found.role() for key, found in evidence.items()}
    return [
        replace(c, role=certain.get(i) or decided.get(groups.key(c.cut(text)), ""))
        if c.label == NAME and not c.role
        else c
        for i, c in enumerate(candidates)
    ]


def _certain_role(name: str, before: str, after: str, known: set[str]) -> str:
    """The role that one mention shows by itself."""
    parts = _identifying(name)
    if not known.isdisjoint(parts):
        return "participant"
    eponyms = word_list("eponyms.txt")
    if parts and parts[-1] in eponyms and (_TERM_AFTER.match(after) or _TERM_BEFORE.search(before)):
        return "math_term"
    figures = word_list("public_figures.txt")
    if " ".join(map(fold, name_parts(name))) in figures:
        return "math_term" if len(parts) == 1 and parts[0] in eponyms else "public"
    return ""


def _weigh(evidence: _Evidence, before: str, after: str, *, question: bool) -> None:
    if evidence.first_in_question is None:
        evidence.first_in_question = question
    if question:
        evidence.in_problem += 1
        return
    begun, ended = (_PHONE_OR_DATE.sub(" ", part) for part in _sentence(before, after))
    sentence = f"{begun} {ended}"
    personal = bool(_PERSONAL.search(sentence))
    said = _SAID.match(after) and not _WANTS_SO_MANY.match(after)
    spoken_to = _CLOSED.match(after) and not ended.strip(" ,.?!") and _YOU.search(begun)
    evidence.mentions += 1
    evidence.with_quantity += bool(_NUMBER.search(sentence)) and not personal
    if _is_addressed(before, after) or spoken_to:
        evidence.addressed += 1
    elif not said and not personal and _is_in_problem(begun, ended):
        evidence.in_problem += 1
    elif _TITLE.search(before) or said or _stands_alone(before, after):
        evidence.in_lesson += 1


def _is_addressed(before: str, after: str) -> bool:
    closed = bool(_CLOSED.match(after))
    if _GREETED.search(before) or _KIN.search(before) or _HERE.match(after):
        return True
    if _SELF.search(before) or (closed and _PRESENTED.search(before)):
        return True
    if closed and _PRAISED.search(before):
        return True
    if _SENTENCE_START.search(before):
        return bool(_CALLED.match(after) or _ASKED.match(after)) or not (before + after).strip(" .")
    return bool(_COMMA_BEFORE.search(before)) and closed and not _LISTED.search(before)


def _sentence(before: str, after: str) -> tuple[str, str]:
    """What stands in the name's sentence before and after it."""
    start = max((match.end() for match in _SENTENCE_END.finditer(before)), default=0)
    ends = _SENTENCE_END.search(after)
    return before[start:], after[: ends.start() if ends else len(after)]


def _is_in_problem(before: str, after: str) -> bool:
    """A third person with quantities ("Maria has 5 apples", "how many did Tom eat")."""
    if _HOW_MANY.search(before):
        return True
    return bool(_DOES.match(after)) and bool(_NUMBER.search(before) or _NUMBER.search(after))


def _stands_alone(before: str, after: str) -> bool:
    """Whether a sentence begins with the name and a comma, or is nothing but the name."""
    return bool(_SENTENCE_START.search(before)) and bool(re.match(r"\s*(?:[,.!?]|\Z)", after))


class _Groups:
    """Which mentions name the same person: a part goes with the first full name holding it."""

    def __init__(self, names: Iterable[str]) -> None:
        self._full: dict[str, str] = {}
        for name in names:
            parts = _identifying(name)
            if len(parts) > 1:
                for part in parts:
                    self._full.setdefault(part, " ".join(parts))

    def key(self, name: str) -> str:
        parts = _identifying(name) or [fold(name)]
        return self._full.get(parts[0], " ".join(parts))


def _identifying(name: str) -> list[str]:
    return [fold(part) for part in name_parts(name) if not is_particle(part)]
