"""Collects the forms in which names are written in a dialogue, before persons are resolved."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ...lang import ENGLISH, Lexicon
from .genders import PersonWords, gender_of_declared, gender_of_pronouns
from .glued import find_glued, taken_apart
from .name_similarity import KINDS
from .nicknames import Nicknames
from .parsing import NamePart, PartWords, given_first, parse_name
from .part_kinds import PartKinds
from .pools import name_pools
from .variants import is_stretched

_LEAST_PLURAL = 4


@dataclass(frozen=True, slots=True)
class NameMention:
    """A name as it is written in the dialogue.

    text (str): The name, with or without possessive and punctuation.
    title (str): The title before it, folded and without full stop ("mr"), or a word for kin
        ("aunt"); "" for none.
    pronoun (str): What `gender_of_pronoun` returns for the text after it.
    source (str): The list of people that it is from, "speaker" or "roster"; "" for the text.
    others (frozenset[str]): Similar folded names that are other people's.
    """

    text: str
    title: str = ""
    pronoun: str = ""
    source: str = ""
    others: frozenset[str] = frozenset()


Key = tuple[tuple[str, bool], ...]


@dataclass(slots=True)
class NameForm:
    """A name as a tuple of parts: each folded, and whether it is an initial.

    Somewhere in the dialogue a part is written without accents (`plain`), or joined to the part
    before it by a hyphen (`joined`). `openings` are the marks or brackets around nicknames.
    """

    key: Key
    plain: list[bool]
    joined: list[bool]
    openings: list[str]
    words: PersonWords
    titles: set[str] = field(default_factory=set)
    pronouns: set[str] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    untitled: bool = False

    @property
    def names(self) -> list[str]:
        return [folded for folded, is_initial in self.key if not is_initial]

    @property
    def titled(self) -> bool:
        return not self.titles.isdisjoint(self.words.titles)

    @property
    def gender(self) -> str:
        """The gender from declared pronouns, titles, kin, then other pronouns; or ""."""
        return (
            gender_of_declared(self.pronouns)
            or self.words.gender_of_titles(self.titles)
            or self.words.gender_of_words(self.titles)
            or gender_of_pronouns(self.pronouns)
        )

    @property
    def id(self) -> str:
        return " ".join(folded + "." * is_initial for folded, is_initial in self.key)


class Forms:
    """All forms of the names in one dialogue.

    mentions (Iterable[NameMention]): All names in it, in any order, repeated or not.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, mentions: Iterable[NameMention], lexicon: Lexicon = ENGLISH) -> None:
        self._lexicon = lexicon
        self._pools = name_pools(lexicon)
        self._kinds = lexicon.part(PartKinds)
        self._words = lexicon.part(PersonWords)
        self._nicknames = lexicon.part(Nicknames)
        self._short_endings = lexicon.words("names.short_endings")
        distinct = set(mentions)
        texts = {mention.text for mention in distinct}
        self._parsed = {text: parse_name(text, lexicon) for text in texts}
        self._plurals = self._find_plurals(distinct)
        self._glued = find_glued(self._parsed.values(), lexicon)
        self._forms: dict[Key, NameForm] = {}
        for mention in distinct:
            self._add(mention)

    @property
    def full(self) -> list[NameForm]:
        """Names of several parts, fullest first."""
        return sorted(
            (f for f in self._forms.values() if f.names and len(f.key) > 1), key=self._fullest_first
        )

    @property
    def single(self) -> list[NameForm]:
        """Names of one part, before their nicknames and misspellings."""
        return sorted(
            (f for f in self._forms.values() if f.names and len(f.key) == 1), key=self._base_first
        )

    @property
    def initials(self) -> list[NameForm]:
        """Names of initials only."""
        return sorted((f for f in self._forms.values() if not f.names), key=self._fullest_first)

    def parse(self, text: str) -> list[NamePart]:
        """The parts of a written name; "jaydens" and "MaryAnn" as of Jayden and Mary Ann."""
        parts = []
        for part in self._parsed.get(text) or parse_name(text, self._lexicon):
            if ending := self._plurals.get(part.folded):
                part = replace(part, end=part.end - ending, text=part.text[:-ending])
            parts += taken_apart(part, self._glued)
        return parts

    def content(self, text: str) -> list[NamePart]:
        """The names and initials of a written name, given names first."""
        return given_first(text, self.parse(text), self._lexicon)

    def _add(self, mention: NameMention) -> None:
        content = self.content(mention.text)
        if not content:
            return
        key = key_of(content)
        plain = [part.text.isascii() for part in content]
        joined = [part.joined for part in content]
        openings = [part.opening for part in content]
        form = self._forms.setdefault(key, NameForm(key, plain, joined, openings, self._words))
        form.openings = [min(a, b) or a or b for a, b in zip(form.openings, openings, strict=True)]
        form.plain = [a or b for a, b in zip(form.plain, plain, strict=True)]
        form.joined = [a or b for a, b in zip(form.joined, joined, strict=True)]
        titles = {part.folded for part in self.parse(mention.text) if part.kind == "title"}
        titles |= {mention.title} if mention.title else set()
        form.titles |= titles
        form.pronouns |= {mention.pronoun} - {""}
        form.sources |= {mention.source} - {""}
        form.others |= mention.others
        form.untitled |= not titles & self._words.titles

    def kinds_of(self, form: NameForm) -> tuple[list[str], list[bool]]:
        """The kinds of a form's parts, and which are halves of joined names: see `PartKinds`."""
        titled = form.titled and not form.untitled
        names = [folded for folded, _ in form.key]
        kinds, joined = self._kinds.of(names, form.joined, form.openings, titled=titled)
        initials = (is_initial for _, is_initial in form.key)
        return ["initial" if i else kind for i, kind in zip(initials, kinds, strict=True)], joined

    def _fullest_first(self, form: NameForm) -> tuple:
        last = len(form.key) - 1
        turned = sum(
            not self._pools.is_known(folded, "family" if number == last else "given")
            for number, (folded, is_initial) in enumerate(form.key)
            if not is_initial
        )
        return (-len(form.names), -len(form.key), turned, form.id)

    def _base_first(self, form: NameForm) -> tuple:
        """Names before their nicknames, misspellings and stretched forms."""
        [name] = form.names
        pools = self._pools
        known = [pools.is_known(name, k, region) for region in (pools.home, None) for k in KINDS]
        return (
            is_stretched(name),
            name in self._nicknames or name.endswith(self._short_endings),
            not any(known[:2]),
            not any(known),
            name,
        )

    def _find_plurals(self, mentions: Iterable[NameMention]) -> dict[str, int]:
        """Find the folded words that are plurals of names ("jaydens", "The Smiths").

        RETURNS (dict[str, int]): The length of each word's ending.
        """
        own = self._lexicon.part(PartWords)
        alone: set[str] = set()
        others: set[str] = set()
        for mention in mentions:
            parts = self._parsed[mention.text]
            names = [part.folded for part in parts if part.kind == "name"]
            articles = sum(part.folded in own.articles for part in parts)
            titled = mention.title or any(
                part.kind == "title" and part.folded not in own.articles for part in parts
            )
            if len(parts) - articles == 1 and not titled:
                alone.update(names)
            else:
                others.update(names)
        every = alone | others
        return {
            word: len(ending)
            for word in alone - others
            for ending in own.plurals
            if self._is_plural(word, ending, every)
        }

    def _is_plural(self, word: str, ending: str, names: set[str]) -> bool:
        stem = word.removesuffix(ending)
        if stem == word or stem.endswith(ending) or len(word) < _LEAST_PLURAL:
            return False
        if stem in names:
            return not self._pools.is_heard_at_home(word, "given")
        is_known = self._pools.is_known
        return any(is_known(stem, kind) for kind in KINDS) and not any(
            is_known(word, kind) for kind in KINDS
        )


def key_of(content: Sequence[NamePart]) -> Key:
    """The key by which written names are equal."""
    return tuple((part.folded, part.kind == "initial") for part in content)
