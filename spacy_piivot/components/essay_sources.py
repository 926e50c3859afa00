"""`essay_sources`: tells the people, places and addresses of an essay's sources from its own."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc

from ..architectures.essay_roles import WrittenName, read_name
from ..core.dialogue import doc_roster
from ..core.labels import CITED, NOT_PRIVATE, PARTICIPANT
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
from ..kinds.contacts.url_owner import url_owner
from ..lang import Lexicon
from ..sections import Sections, sections_of
from ..sections.words import AUTHOR_BLOCK, FOOTNOTES, PAGE_HEADER, REFERENCES
from .document_component import DocumentComponent
from .pipeline_watch import watch_pipeline
from .saving import save_without_texts

SOURCE, LISTED = "source", "listed"
# Components that find places by a list, or again where another one found them.
_BY_LISTS = frozenset(("pii_patterns", "known_names"))
LOCATION = "LOCATION"
_FAMOUS = frozenset(("public", CITED))
NAME, URL = "NAME", "URL"
# What may be a private person's in a list of references too.
_PERSONAL = frozenset((NAME, URL, "EMAIL_ADDRESS", "USERNAME", "STREET_ADDRESS"))
_OWN = frozenset((AUTHOR_BLOCK, PAGE_HEADER))


class Citations:
    """How a text cites: "Lee (2011)", "(Lee & Park, 2011)", "Lee et al.".

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        others = lexicon.any_of("sections.and_others")
        between = lexicon.any_of("sections.between_authors")
        year = r"(?:1[5-9]|20)\d\d[a-z]?\b"
        name = r"[^\W\d_][\w'’-]+(?:,?\s(?:[^\W\d_]\.\s?)+)?"
        # Further authors between a name and the year.
        more = rf"(?:,?\s(?:{between})\s{name}|,\s{name})"
        self.after = re.compile(
            rf"(?:['’]s)?{more}{{0,6}}(?:\s(?:{others})|\s?\(\s?{year}|,?\s?\(?{year}\s?[);:,])",
            re.I,
        )


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

    Dialogues stay as they are. Whoever has a name of the author block or the roster is never a
    cited author, and a name that a private person also has is cited only where the text cites it.
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
        sections = sections_of(doc, self.lexicon)
        text = doc_text(doc)
        names = [one for one in candidates if one.label == NAME]
        people = self._own_people(doc, text, names, sections)
        cited = self._cited(text, names, sections, people)

        def role(one: Candidate) -> str:
            if one in cited or self._is_source(one, text, sections, people.parts):
                return CITED
            if one.label != NAME or one.role not in _FAMOUS:
                return one.role
            return PARTICIPANT if people.has(read_name(one.cut(text))) else one.role

        set_candidates(doc, [replace(one, role=role(one)) for one in candidates], self.spans_key)
        self._reject_details(doc, text, candidates, sections)

    def _own_people(
        self, doc: Doc, text: str, names: Sequence[Candidate], sections: Sections
    ) -> "OwnPeople":
        """The people of the author block and the roster. Whoever is famous in the author block
        alone is not: a title names whom the essay is about."""
        written = [(one, read_name(one.cut(text)), sections.at(one.start) in _OWN) for one in names]
        famous = OwnPeople(
            name for one, name, is_own in written if not is_own and one.role in _FAMOUS
        )
        own = [
            name
            for one, name, is_own in written
            if is_own
            and (one.role not in NOT_PRIVATE or (one.role in _FAMOUS and not famous.has(name)))
        ]
        return OwnPeople([*own, *map(read_name, doc_roster(doc))])

    def _cited(
        self,
        text: str,
        names: Sequence[Candidate],
        sections: Sections,
        people: "OwnPeople",
    ) -> set[Candidate]:
        """The mentions of cited authors."""
        after = self.lexicon.part(Citations).after
        written = {one: read_name(one.cut(text)) for one in names}
        cited: set[Candidate] = set()
        for one, name in written.items():
            section = sections.at(one.start)
            if section in _OWN or people.has(name):
                continue
            if section == REFERENCES or after.match(text, one.end):
                cited.add(one)
        families = {written[one].family for one in cited}
        # A friend may have an author's family name.
        private = {
            name.family
            for one, name in written.items()
            if one not in cited and one.role not in NOT_PRIVATE and name.given
        }
        authors = {written[one] for one in cited}
        for one, name in written.items():
            if sections.at(one.start) in _OWN or people.has(name):
                continue
            alone = not name.given and name.family in families - private
            if alone or (len(name.given) > 1 and name in authors):
                cited.add(one)
        return cited

    def _is_source(
        self, one: Candidate, text: str, sections: Sections, names: Collection[str]
    ) -> bool:
        if one.label != URL:
            return False
        section = sections.at(one.start)
        owner = url_owner(one.cut(text), section=section, names=names, lexicon=self.lexicon)
        return owner == "public"

    def _reject_details(
        self, doc: Doc, text: str, candidates: Iterable[Candidate], sections: Sections
    ) -> None:
        """Reject what a list of references tells, unless the essay says it elsewhere too; and
        places that only a list knows: most essays name countries that are nobody's home."""
        others = set(searched_by(doc, self.spans_key)) - _BY_LISTS
        supported = {
            one.cut(text).casefold()
            for one in candidates
            if one.label == LOCATION and one.sources - _BY_LISTS
        }
        elsewhere = {
            (one.label, one.cut(text).casefold())
            for one in candidates
            if sections.at(one.start) not in (REFERENCES, FOOTNOTES)
        }

        def refused(one: Candidate) -> str:
            section, string = sections.at(one.start), one.cut(text).casefold()
            if section == REFERENCES and one.label not in _PERSONAL:
                return "" if (one.label, string) in elsewhere else SOURCE
            unsupported = one.label == LOCATION and section not in _OWN and string not in supported
            return LISTED if others and unsupported else ""

        move_candidates(doc, refused, self.spans_key)


class OwnPeople:
    """Some people of an essay, to be known by any of their names.

    names (Iterable[WrittenName]): Their names.
    """

    def __init__(self, names: Iterable[WrittenName]) -> None:
        self.parts: set[str] = set()
        self._by_family: dict[str, list[WrittenName]] = defaultdict(list)
        for name in names:
            self.parts.update(part for part in (name.family, name.given) if len(part) > 1)
            self._by_family[name.family].append(name)

    def has(self, name: WrittenName) -> bool:
        """Whether a name may be that of one of them."""
        if not name.given:
            return name.family in self.parts
        return any(
            not own.given or own.may_be(name) for own in self._by_family.get(name.family, ())
        )
