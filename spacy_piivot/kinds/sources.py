"""Tells the people, places and addresses of an essay's sources from its own."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import cache

from ..core.labels import CITED, MATH_TERM, MENTIONED, NOT_PRIVATE, PARTICIPANT
from ..core.spans import Candidate
from ..core.written_names import KnownPeople, WrittenName, read_name
from ..lang import Lexicon
from ..sections import Sections
from ..sections.entries import Entries
from ..sections.words import AUTHOR_BLOCK, FOOTNOTES, PAGE_HEADER, REFERENCES
from .contacts.url_owner import url_owner
from .names.find.citations import Citations

SOURCE, LISTED = "source", "listed"
NAME, URL, LOCATION = "NAME", "URL", "LOCATION"
# Components that find places by a list, or again where another one found them.
BY_LISTS = frozenset(("pii_patterns", "known_names"))
# Whom a reader may know: terms are nobody.
_FAMOUS = NOT_PRIVATE - {MATH_TERM}
_OWN = frozenset((AUTHOR_BLOCK, PAGE_HEADER))
# What a line of references tells about a source, besides numbers (ISBN, pages).
_DETAILS = frozenset(
    ("LOCATION", "DATE", "SCHOOL", "ORG", "EMPLOYER", "NRP", "AGE", "GRADE_LEVEL", "COURSE")
)
# What may be a private person's in a list of references too.
_PERSONAL = frozenset((NAME, URL, "EMAIL_ADDRESS", "USERNAME", "STREET_ADDRESS"))
_CONTACTS = frozenset(("EMAIL_ADDRESS", "STREET_ADDRESS"))
# A title of a work has so many words besides the name in it.
_TITLE_WORDS = 3
_WORD = re.compile(r"[^\W\d_]+")
_BREAK = re.compile(r"[\n\r]")


class SourcedEssay:
    """An essay with what was found in it, read for whom and what it cites.

    text (str): The essay.
    candidates (Sequence[Candidate]): What was found in it.
    sections (Sections): Its sections.
    lexicon (Lexicon): How the language cites, and which sites are everybody's.
    """

    def __init__(
        self, text: str, candidates: Sequence[Candidate], sections: Sections, lexicon: Lexicon
    ) -> None:
        self.text = text
        self.candidates = candidates
        self.names = [one for one in candidates if one.label == NAME]
        self.sections = sections
        self.lexicon = lexicon
        self._citations = lexicon.part(Citations)
        entries, citations = lexicon.part(Entries), self._citations
        self._breaks = [match.start() for match in _BREAK.finditer(text)]
        # Of a line, given its start and end: whether it is the entry of a work, and whether it
        # says that its source is a person.
        self._is_entry = cache(lambda start, end: entries.is_entry(text[start:end].strip()))
        self._asks = cache(lambda start, end: bool(citations.personal.search(text, start, end)))
        # The lines with a way to reach somebody, and those with any number or address.
        self._reachable = self._lines_with(_CONTACTS)
        self._numbered = self._lines_with(
            {one.label for one in candidates}.difference(_DETAILS, (NAME, URL))
        )

    def with_roles(self, known: Iterable[str] = ()) -> list[Candidate]:
        """What was found, with the roles that the sections and the list of references tell.

        known (Iterable[str]): Names of participants who need not be named in the essay.
        RETURNS (list[Candidate]): The candidates in order.
        """
        people = KnownPeople([*self._own_names(), *known])
        parts, cited = people.parts, self._cited(people)

        def role(one: Candidate) -> str:
            if one.label == URL:
                section, string = self._section(one), self._cut(one)
                owner = url_owner(string, section=section, names=parts, lexicon=self.lexicon)
                return CITED if owner == "public" else one.role
            if one.label != NAME:
                return one.role
            if one in cited:
                return CITED
            if one.role in _FAMOUS and self._citations.is_close(self.text, one.start):
                return MENTIONED
            if one.role in (*_FAMOUS, "problem") and people.has(self._cut(one)):
                return PARTICIPANT
            if one.role == CITED and self._section(one) == REFERENCES and self._is_persons(one):
                return MENTIONED
            return one.role

        return [replace(one, role=role(one)) for one in self.candidates]

    def _cut(self, one: Candidate) -> str:
        return one.cut(self.text)

    def _section(self, one: Candidate) -> str:
        return self.sections.at(one.start)

    def _own_names(self) -> Iterator[str]:
        """The names of the author block and of page headers, but for whom a title names: somebody
        who is famous in the essay too, or an author in a longer line ("Notes on Lee's maps")."""
        famous = KnownPeople(
            self._cut(one)
            for one in self.names
            if one.role == "public" and self._section(one) not in _OWN
        )
        for one in self.names:
            if self._section(one) not in _OWN or one.role == MATH_TERM:
                continue
            name = self._cut(one)
            excused = one.role == "public" and famous.has(name)
            excused |= one.role == CITED and self._in_title(one)
            if not excused:
                yield name

    def _in_title(self, one: Candidate) -> bool:
        start, end = self._line(one)
        line = self.text[start : one.start] + self.text[one.end : end]
        marked = re.search(r"[\d:@]", line)
        words = len(_WORD.findall(line))
        return not marked and words >= _TITLE_WORDS and not self._is_titled(one)

    def _cited(self, people: KnownPeople) -> set[Candidate]:
        """The mentions of authors of works in the list of references."""
        others = [
            one
            for one in self.names
            if self._section(one) not in _OWN and not people.has(self._cut(one))
        ]
        written = {one: read_name(self._cut(one)) for one in others}
        found = {one for one in others if self._section(one) == REFERENCES and self._is_work(one)}
        authors: dict[str, list[WrittenName]] = defaultdict(list)
        for name in dict.fromkeys(written[one] for one in found):
            authors[name.family].append(name)
        # A friend may have an author's family name.
        private = {
            written[one].family
            for one in others
            if one not in found and (one.role == MENTIONED or self._is_titled(one))
        }
        for one in others:
            name = written[one]
            if one in found or self._is_titled(one):
                continue
            same = [author for author in authors.get(name.family, ()) if _fits(name, author)]
            alone = not name.given and name.family not in private
            in_full = len(name.given) > 1 and name in same
            if same and (alone or in_full or self._citations.after.match(self.text, one.end)):
                found.add(one)
        return found

    def _is_work(self, one: Candidate) -> bool:
        """Whether the line of a name is that of a published work."""
        return self._is_entry(*self._line(one)) and not self._is_persons(one)

    def _is_persons(self, one: Candidate) -> bool:
        """Whether the line of a name is that of a person to ask, or how to reach somebody."""
        return self._is_personal(one, self._reachable) or self._is_titled(one)

    def refused(self, *, by_tagger: bool) -> Callable[[Candidate], str]:
        """What tells about a source, unless the essay says it elsewhere too; and places that only a
        list knows: most essays name countries that are nobody's home.

        by_tagger (bool): Whether a tagger searched the essay.
        """
        supported = {
            self._cut(one).casefold()
            for one in self.candidates
            if one.label == LOCATION and one.sources - BY_LISTS
        }
        elsewhere = {
            (one.label, self._cut(one).casefold())
            for one in self.candidates
            if self._section(one) not in (REFERENCES, FOOTNOTES)
        }

        def reason(one: Candidate) -> str:
            section, string = self._section(one), self._cut(one).casefold()
            if section == REFERENCES and one.label not in _PERSONAL:
                told = one.label in _DETAILS and not self._is_personal(one, self._numbered)
                if (one.label, string) not in elsewhere and (told or self._is_work(one)):
                    return SOURCE
                return ""
            unsupported = one.label == LOCATION and section not in _OWN and string not in supported
            return LISTED if by_tagger and unsupported else ""

        return reason

    def _is_personal(self, one: Candidate, lines: Set[int]) -> bool:
        """Whether the line of a candidate is one of some lines, or says that somebody was asked."""
        start, end = self._line(one)
        return start in lines or self._asks(start, end)

    def _is_titled(self, one: Candidate) -> bool:
        return self._citations.is_titled(self.text, one.start)

    def _line(self, one: Candidate) -> tuple[int, int]:
        before, after = bisect_left(self._breaks, one.start), bisect_left(self._breaks, one.end)
        start = self._breaks[before - 1] + 1 if before else 0
        return start, self._breaks[after] if after < len(self._breaks) else len(self.text)

    def _lines_with(self, labels: Set[str]) -> set[int]:
        """Where the lines with something of some labels start."""
        return {self._line(one)[0] for one in self.candidates if one.label in labels}


def _fits(name: WrittenName, author: WrittenName) -> bool:
    """Whether a mention can be an author's: by the family name alone, or with the given name."""
    return not name.given or name.may_be(author)
