"""Assigns names their roles: participant, character of a problem, term, public figure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from spacy.tokens import Doc

from ....core.dialogue import message_bounds, message_roles
from ....core.folding import fold
from ....core.spans import Candidate
from ....core.texts import doc_text
from ....lang import ENGLISH, Lexicon
from ....lang.titles import Titles
from ..parsing import identifying_parts, name_parts

NAME = "NAME"

# How far to search for evidence on either side, in characters.
_WINDOW = 90

_CLOSED = re.compile(r"\s*(?:[,.!?;:)…—–]|\Z|[^\w\s'’])")
_SENTENCE_START = re.compile(r"(?:\A|[.!?:;…\n]|[—–-]\s)[\s\"“'’]*\Z")
_COMMA_BEFORE = re.compile(r"[^\W\d_]\s*,\s+\Z")
_LISTED = re.compile(r"\b[A-Z]\w+\s*,\s+\Z")
_WANTS_SO_MANY = re.compile(r"\s+\w+\s+\$?\d")
_SENTENCE_END = re.compile(r"[.?!]\s|\n")


class RoleWords:
    """The words around a name that show its role.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.eponyms = lexicon.word_set("eponyms")
        self.public_figures = lexicon.word_set("public_figures")
        self.title = lexicon.part(Titles).before
        self.term_after = lexicon.pattern("name_roles.term_after")
        self.term_before = lexicon.pattern("name_roles.term_before")
        self.greeted = lexicon.pattern("name_roles.greeted")
        self.praised = lexicon.pattern("name_roles.praised")
        self.presented = lexicon.pattern("name_roles.presented")
        self.self = lexicon.pattern("name_roles.self")
        self.kin = lexicon.pattern("name_roles.kin")
        self.here = lexicon.pattern("name_roles.here")
        self.called = lexicon.pattern("name_roles.called")
        self.asked = lexicon.pattern("name_roles.asked")
        self.said = lexicon.pattern("name_roles.said")
        self.of_a_pupil = lexicon.pattern("name_roles.of_a_pupil")
        self.remarked = lexicon.pattern("name_roles.remarked")
        self.speaking_on = lexicon.pattern("name_roles.speaking_on")
        self.does = lexicon.pattern("name_roles.does")
        self.how_many = lexicon.pattern("name_roles.how_many")
        self.number = lexicon.pattern("name_roles.number")
        self.personal = lexicon.pattern("name_roles.personal")
        self.you = lexicon.pattern("name_roles.you")
        self.phone_or_date = lexicon.pattern("name_roles.phone_or_date")


def is_eponym(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a folded word is the name of a person after whom terms are named ("pascal")."""
    return word in lexicon.part(RoleWords).eponyms


@dataclass(slots=True)
class _Evidence:
    """The evidence from all mentions of one name."""

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
    doc: Doc,
    candidates: Sequence[Candidate],
    participants: Iterable[str],
    lexicon: Lexicon = ENGLISH,
) -> list[Candidate]:
    """Give names without a role the one that their use in the dialogue shows.

    Terms and public figures are decided mention by mention; participants and the characters of
    problems by all mentions of a name. A part counts with the full name that contains it.

    doc (Doc): The document.
    candidates (Sequence[Candidate]): All its candidates, in text order.
    participants (Iterable[str]): Names known to be participants'.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[Candidate]): The same candidates. A name without evidence is "problem" if it is
        mostly mentioned with quantities, otherwise "participant".
    """
    if all(candidate.role or candidate.label != NAME for candidate in candidates):
        return list(candidates)
    text = doc_text(doc)
    known = {part for name in participants for part in identifying_parts(name, lexicon)}
    groups = _Groups((c.cut(text) for c in candidates if c.label == NAME), lexicon)
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
        role = _certain_role(name, before, after, known, lexicon)
        if role:
            certain[number] = role
        else:
            _weigh(
                evidence.setdefault(key, _Evidence()),
                before,
                after,
                lexicon.part(RoleWords),
                question=speakers[message] == "QUESTION",
            )
    decided = {key: found.role() for key, found in evidence.items()}
    return [
        replace(c, role=certain.get(i) or decided.get(groups.key(c.cut(text)), ""))
        if c.label == NAME and not c.role
        else c
        for i, c in enumerate(candidates)
    ]


def _certain_role(name: str, before: str, after: str, known: set[str], lexicon: Lexicon) -> str:
    """The role that a single mention shows; "" for none."""
    words = lexicon.part(RoleWords)
    parts = identifying_parts(name, lexicon)
    if not known.isdisjoint(parts):
        return "participant"
    named_after = parts and parts[-1] in words.eponyms
    if named_after and (words.term_after.match(after) or words.term_before.search(before)):
        return "math_term"
    if " ".join(map(fold, name_parts(name, lexicon))) in words.public_figures:
        return "math_term" if len(parts) == 1 and parts[0] in words.eponyms else "public"
    return ""


def _weigh(
    evidence: _Evidence, before: str, after: str, words: RoleWords, *, question: bool
) -> None:
    if evidence.first_in_question is None:
        evidence.first_in_question = question
    if question:
        evidence.in_problem += 1
        return
    begun, ended = (words.phone_or_date.sub(" ", part) for part in _sentence(before, after))
    sentence = f"{begun} {ended}"
    personal = bool(words.personal.search(sentence))
    said = words.said.match(after) and not _WANTS_SO_MANY.match(after)
    spoken_to = _CLOSED.match(after) and not ended.strip(" ,.?!") and words.you.search(begun)
    evidence.mentions += 1
    evidence.with_quantity += bool(words.number.search(sentence)) and not personal
    if is_addressed(before, after, words) or spoken_to:
        evidence.addressed += 1
    elif not said and not personal and _is_in_problem(begun, ended, words):
        evidence.in_problem += 1
    elif words.title.search(before) or said or _stands_alone(before, after):
        evidence.in_lesson += 1


def is_addressed(before: str, after: str, words: RoleWords) -> bool:
    """Whether a name is spoken to: "Hi Nelson!", "Nelson, can you".

    before (str): The text before it in its message.
    after (str): The text after it.
    words (RoleWords): The words of the language.
    RETURNS (bool): Whether it is, or is said to be the speaker's own.
    """
    closed = bool(_CLOSED.match(after))
    if words.greeted.search(before) or words.kin.search(before) or words.here.match(after):
        return True
    if words.self.search(before) or (closed and words.presented.search(before)):
        return True
    if closed and words.praised.search(before):
        return True
    if _SENTENCE_START.search(before):
        called = words.called.match(after) or words.asked.match(after)
        return bool(called) or not (before + after).strip(" .")
    return bool(_COMMA_BEFORE.search(before)) and closed and not _LISTED.search(before)


def _sentence(before: str, after: str) -> tuple[str, str]:
    """The text of the name's sentence before and after it."""
    start = max((match.end() for match in _SENTENCE_END.finditer(before)), default=0)
    ends = _SENTENCE_END.search(after)
    return before[start:], after[: ends.start() if ends else len(after)]


def _is_in_problem(before: str, after: str, words: RoleWords) -> bool:
    """Whether a name is a third person with quantities ("how many did Tom eat")."""
    if words.how_many.search(before):
        return True
    numbers = words.number.search(before) or words.number.search(after)
    return bool(words.does.match(after)) and bool(numbers)


def _stands_alone(before: str, after: str) -> bool:
    """Whether the sentence begins with the name and a comma, or is only the name."""
    return bool(_SENTENCE_START.search(before)) and bool(re.match(r"\s*(?:[,.!?]|\Z)", after))


class _Groups:
    """Groups mentions by person: a part belongs to the first full name that contains it."""

    def __init__(self, names: Iterable[str], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._full: dict[str, str] = {}
        for name in names:
            parts = identifying_parts(name, lexicon)
            if len(parts) > 1:
                for part in parts:
                    self._full.setdefault(part, " ".join(parts))

    def key(self, name: str) -> str:
        parts = identifying_parts(name, self._lexicon) or [fold(name)]
        return self._full.get(parts[0], " ".join(parts))
