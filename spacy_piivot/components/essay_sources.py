"""`essay_sources`: tells the people, places and addresses of an essay's sources from its own."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc

from ..core.dialogue import doc_roster
from ..core.labels import CITED, MENTIONED, NOT_PRIVATE, PARTICIPANT
from ..core.shape import doc_shape
from ..core.spans import (
    PII,
    Candidate,
    get_candidates,
    move_candidates,
    searched_by,
    set_candidates,
)
from ..core.texts import doc_text
from ..core.written_names import KnownPeople, WrittenName, read_name
from ..kinds.contacts.url_owner import url_owner
from ..kinds.names.find.roles import RoleWords
from ..lang import Lexicon
from ..lang.titles import Titles
from ..sections import Sections, sections_of
from ..sections.entries import ENTRY, Entries
from ..sections.words import AUTHOR_BLOCK, FOOTNOTES, PAGE_HEADER, REFERENCES
from .document_component import DocumentComponent
from .pipeline_watch import watch_pipeline
from .saving import save_without_texts

SOURCE, LISTED = "source", "listed"
NAME, URL, LOCATION = "NAME", "URL", "LOCATION"
# Components that find places by a list, or again where another one found them.
_BY_LISTS = frozenset(("pii_patterns", "known_names"))
_FAMOUS = frozenset(("public", CITED))
_OWN = frozenset((AUTHOR_BLOCK, PAGE_HEADER))
# What a line of references tells about a source, besides numbers (ISBN, pages).
_DETAILS = frozenset(
    ("LOCATION", "DATE", "SCHOOL", "ORG", "EMPLOYER", "NRP", "AGE", "GRADE_LEVEL", "COURSE")
)
# What may be a private person's in a list of references too.
_PERSONAL = frozenset((NAME, URL, "EMAIL_ADDRESS", "USERNAME", "STREET_ADDRESS"))
_CONTACTS = frozenset(("EMAIL_ADDRESS", "STREET_ADDRESS"))
_LONGEST_TITLE = 50
# A title of a work has so many words besides the name in it.
_TITLE_WORDS = 3
_WORD = re.compile(r"[^\W\d_]+")


class Citations:
    """How a text cites: "Lee (2011)", "(Lee & Park, 2011)", "Lee et al.".

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        others = lexicon.any_of("sections.and_others")
        between = lexicon.any_of("sections.between_authors")
        year = r"(?:1[5-9]|20)\d\d[a-z]?\b(?!\s?[-–])"
        name = r"[^\W\d_][\w'’-]+(?:,?\s(?:[^\W\d_]\.\s?)+)?"
        # Further authors between a name and the year.
        more = rf"(?:,?\s(?:{between})\s{name}|,\s{name})"
        self.after = re.compile(
            rf"(?:['’]s)?{more}{{0,6}}(?:\s(?:{others})|\s?\(\s?{year}|,?\s?\(?{year}\s?[);:,])",
            re.I,
        )
        # "Personal interview", "tel.": the source is a person.
        self.personal = re.compile(rf"\b{lexicon.any_of('sections.personal_sources')}\b", re.I)
        self.titled = lexicon.part(Titles).before
        # "My classmate ", "our neighbour ".
        self.kin = lexicon.part(RoleWords).kin


@Language.factory(
    "essay_sources",
    assigns=["doc.spans"],
    requires=["doc.spans"],
    default_config={
        "lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en"},
        "spans_key": PII,
    },
)
def make_essay_sources(
    nlp: Language, name: str, lexicon: Lexicon, spans_key: str
) -> "EssaySources":
    """Construct an EssaySources component.

    lexicon (Lexicon): How the language cites, and which sites are everybody's.
    spans_key (str): The span group to change.
    """
    save_without_texts(nlp)
    watch_pipeline(nlp)
    return EssaySources(name=name, lexicon=lexicon, spans_key=spans_key)


class EssaySources(DocumentComponent):
    """Gives the names of cited authors and the addresses of sources the role "cited", and moves the
    places, dates and numbers of a list of references to `doc.spans["pii_rejected"]`, with the
    places that a gazetteer knows and no tagger supports.

    Dialogues stay as they are. Whoever may have a name of the author block, a page header or the
    roster is a participant, and who stands in the references without a work is private.
    """

    factory = "essay_sources"

    def __init__(self, *, name: str, lexicon: Lexicon, spans_key: str) -> None:
        super().__init__(name)
        self.lexicon = lexicon
        self.spans_key = spans_key

    def annotate(self, doc: Doc) -> None:
        candidates = get_candidates(doc, self.spans_key)
        if not candidates or doc_shape(doc) != "essay":
            return
        essay = _Essay(doc_text(doc), candidates, sections_of(doc, self.lexicon), self.lexicon)
        people = KnownPeople([*essay.own_names(), *doc_roster(doc)])
        cited = essay.cited(people)

        def role(one: Candidate) -> str:
            if one.label == URL:
                owner = url_owner(
                    essay.cut(one),
                    section=essay.section(one),
                    names=people.parts,
                    lexicon=self.lexicon,
                )
                return CITED if owner == "public" else one.role
            if one.label != NAME:
                return one.role
            if one in cited:
                return CITED
            if one.role in _FAMOUS and essay.is_close(one):
                return MENTIONED
            if one.role in (*_FAMOUS, "problem") and people.has(essay.cut(one)):
                return PARTICIPANT
            if one.role == CITED and essay.section(one) == REFERENCES and essay.is_persons(one):
                return MENTIONED
            return one.role

        set_candidates(doc, [replace(one, role=role(one)) for one in candidates], self.spans_key)
        searched = set(searched_by(doc, self.spans_key))
        move_candidates(doc, essay.refused(by_tagger=bool(searched - _BY_LISTS)), self.spans_key)


class _Essay:
    """An essay with what was found in it."""

    def __init__(
        self, text: str, candidates: Sequence[Candidate], sections: Sections, lexicon: Lexicon
    ) -> None:
        self.text = text
        self.candidates = candidates
        self.names = [one for one in candidates if one.label == NAME]
        self.sections = sections
        self.citations = lexicon.part(Citations)
        self.entries = lexicon.part(Entries)
        self._works: dict[int, bool] = {}
        self._persons: dict[int, bool] = {}
        # The lines with a way to reach somebody, and those with any number or address.
        self._reachable = {self._line(one)[0] for one in candidates if one.label in _CONTACTS}
        self._numbered = {
            self._line(one)[0] for one in candidates if one.label not in (*_DETAILS, NAME, URL)
        }

    def cut(self, one: Candidate) -> str:
        return one.cut(self.text)

    def section(self, one: Candidate) -> str:
        return self.sections.at(one.start)

    def own_names(self) -> Iterator[str]:
        """The names of the author block and of page headers, but for whom a title names: somebody
        who is famous in the essay too, or an author in a longer line ("Notes on Lee's maps")."""
        famous = KnownPeople(
            self.cut(one)
            for one in self.names
            if one.role == "public" and self.section(one) not in _OWN
        )
        for one in self.names:
            if self.section(one) not in _OWN:
                continue
            if one.role in NOT_PRIVATE - _FAMOUS:
                continue
            name = self.cut(one)
            excused = one.role == "public" and famous.has(name)
            excused |= one.role == CITED and self._in_title(one)
            if not excused:
                yield name

    def _in_title(self, one: Candidate) -> bool:
        start, end = self._line(one)
        line = self.text[start : one.start] + self.text[one.end : end]
        marked = re.search(r"[\d:@]", line)
        words = len(_WORD.findall(line))
        return not marked and words >= _TITLE_WORDS and not self.is_titled(one)

    def cited(self, people: KnownPeople) -> set[Candidate]:
        """The mentions of authors of works in the list of references."""
        others = [
            one
            for one in self.names
            if self.section(one) not in _OWN and not people.has(self.cut(one))
        ]
        written = {one: read_name(self.cut(one)) for one in others}
        found = {one for one in others if self.section(one) == REFERENCES and self.is_work(one)}
        authors: dict[str, list[WrittenName]] = defaultdict(list)
        for name in dict.fromkeys(written[one] for one in found):
            authors[name.family].append(name)
        # A friend may have an author's family name.
        private = {
            written[one].family
            for one in others
            if one not in found and (one.role == MENTIONED or self.is_titled(one))
        }
        for one in others:
            name = written[one]
            if one in found or self.is_titled(one):
                continue
            same = [author for author in authors.get(name.family, ()) if _fits(name, author)]
            alone = not name.given and name.family not in private
            in_full = len(name.given) > 1 and name in same
            if same and (alone or in_full or self.citations.after.match(self.text, one.end)):
                found.add(one)
        return found

    def is_work(self, one: Candidate) -> bool:
        """Whether the line of a name is that of a published work."""
        start, end = self._line(one)
        if start not in self._works:
            score = self.entries.score(self.text[start:end].strip())
            self._works[start] = score >= ENTRY
        return self._works[start] and not self.is_persons(one)

    def is_persons(self, one: Candidate) -> bool:
        """Whether the line of a name is that of a person to ask, or how to reach somebody."""
        start, end = self._line(one)
        if start not in self._persons:
            line = self.text[start:end]
            self._persons[start] = start in self._reachable or bool(
                self.citations.personal.search(line)
            )
        return self._persons[start] or self.is_titled(one)

    def refused(self, *, by_tagger: bool) -> Callable[[Candidate], str]:
        """What tells about a source, unless the essay says it elsewhere too; and places that only a
        list knows: most essays name countries that are nobody's home.

        by_tagger (bool): Whether a tagger searched the essay.
        """
        supported = {
            self.cut(one).casefold()
            for one in self.candidates
            if one.label == LOCATION and one.sources - _BY_LISTS
        }
        elsewhere = {
            (one.label, self.cut(one).casefold())
            for one in self.candidates
            if self.section(one) not in (REFERENCES, FOOTNOTES)
        }

        def reason(one: Candidate) -> str:
            section, string = self.section(one), self.cut(one).casefold()
            if section == REFERENCES and one.label not in _PERSONAL:
                told = one.label in _DETAILS and not self._is_personal(one)
                if (one.label, string) not in elsewhere and (told or self.is_work(one)):
                    return SOURCE
                return ""
            unsupported = one.label == LOCATION and section not in _OWN and string not in supported
            return LISTED if by_tagger and unsupported else ""

        return reason

    def _is_personal(self, one: Candidate) -> bool:
        """Whether a line tells how to reach somebody."""
        start, end = self._line(one)
        return start in self._numbered or bool(self.citations.personal.search(self.text[start:end]))

    def is_titled(self, one: Candidate) -> bool:
        """Whether a title or "my friend" stands before a name."""
        before = self.text[max(0, one.start - _LONGEST_TITLE) : one.start]
        return bool(self.citations.titled.search(before)) or self.is_close(one)

    def is_close(self, one: Candidate) -> bool:
        """Whether somebody's relative or friend is named: "my classmate Emerson"."""
        before = self.text[max(0, one.start - _LONGEST_TITLE) : one.start]
        return bool(self.citations.kin.search(before))

    def _line(self, one: Candidate) -> tuple[int, int]:
        start = max(self.text.rfind(mark, 0, one.start) for mark in "\n\r") + 1
        ends = [at for mark in "\n\r" if (at := self.text.find(mark, one.end)) >= 0]
        return start, min(ends, default=len(self.text))


def _fits(name: WrittenName, author: WrittenName) -> bool:
    """Whether a mention can be an author's: by the family name alone, or with the given name."""
    return not name.given or name.may_be(author)
