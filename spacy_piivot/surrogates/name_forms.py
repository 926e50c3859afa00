"""The forms in which names are written in one dialogue, before it is known whose they are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ..names.words import TITLES
from .likeness import KINDS, is_stretched
from .nicknames import NICKNAMES
from .parts import NamePart, given_first, parse_name
from .pools import HOME, RARE, name_pools
from .titles import gender_of_declared, gender_of_pronouns, gender_of_titles, gender_of_words

_LEAST_PLURAL = 4


@dataclass(frozen=True, slots=True)
class NameMention:
    """A name as it is written somewhere in the dialogue.

    text (str): The name, with or without possessive and punctuation.
    title (str): The title before it, folded and without full stop ("mr"), or a word for kin
        ("aunt"); "" for none.
    pronoun (str): What `gender_of_pronoun` says of the text after it; "" for nothing.
    source (str): Which list of people it is from, "speaker" or "roster"; "" for the text.
    """

    text: str
    title: str = ""
    pronoun: str = ""
    source: str = ""


Key = tuple[tuple[str, bool], ...]


@dataclass(slots=True)
class NameForm:
    """A name as a tuple of parts, each folded and with whether it is an initial."""

    key: Key
    plain: list[bool]
    titles: set[str] = field(default_factory=set)
    pronouns: set[str] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)
    untitled: bool = False

    @property
    def names(self) -> list[str]:
        return [folded for folded, is_initial in self.key if not is_initial]

    @property
    def titled(self) -> bool:
        return not self.titles.isdisjoint(TITLES)

    @property
    def gender(self) -> str:
        """What given pronouns, titles, words for kin, other pronouns say, in this order; or ""."""
        return (
            gender_of_declared(self.pronouns)
            or gender_of_titles(self.titles)
            or gender_of_words(self.titles)
            or gender_of_pronouns(self.pronouns)
        )

    @property
    def id(self) -> str:
        return " ".join(folded + "." * is_initial for folded, is_initial in self.key)


class Forms:
    """All forms of the names in one dialogue.

    mentions (Iterable[NameMention]): Every name in it, in any order and number.
    """

    def __init__(self, mentions: Iterable[NameMention]) -> None:
        distinct = set(mentions)
        self._plurals = _plurals(distinct)
        self._forms: dict[Key, NameForm] = {}
        for mention in distinct:
            self._add(mention)

    @property
    def full(self) -> list[NameForm]:
        """Names of several parts, the fullest first."""
        return sorted((f for f in self._forms.values() if f.names and len(f.key) > 1), key=_fullest)

    @property
    def single(self) -> list[NameForm]:
        """Names of one part, before their nicknames and misspellings."""
        return sorted(
            (f for f in self._forms.values() if f.names and len(f.key) == 1), key=_base_first
        )

    @property
    def initials(self) -> list[NameForm]:
        """Names of initials only."""
        return sorted((f for f in self._forms.values() if not f.names), key=_fullest)

    def parse(self, text: str) -> list[NamePart]:
        """The parts of a written name; the s of "jaydens" is in none, if Jayden is a person."""
        return [
            replace(part, end=part.end - 1, text=part.text[:-1])
            if part.folded in self._plurals
            else part
            for part in parse_name(text)
        ]

    def content(self, text: str) -> list[NamePart]:
        """The names and initials of a written name, given names first."""
        return given_first(text, self.parse(text))

    def _add(self, mention: NameMention) -> None:
        content = self.content(mention.text)
        if not content:
            return
        key = key_of(content)
        plain = [part.text.isascii() for part in content]
        form = self._forms.setdefault(key, NameForm(key, plain))
        form.plain = [a or b for a, b in zip(form.plain, plain, strict=True)]
        titles = {part.folded for part in self.parse(mention.text) if part.kind == "title"}
        titles |= {mention.title} if mention.title else set()
        form.titles |= titles
        form.pronouns |= {mention.pronoun} - {""}
        form.sources |= {mention.source} - {""}
        form.untitled |= not titles & TITLES


def key_of(content: Sequence[NamePart]) -> Key:
    """What a written name is the same by as another."""
    return tuple((part.folded, part.kind == "initial") for part in content)


def _fullest(form: NameForm) -> tuple:
    pools = name_pools()
    last = len(form.key) - 1
    turned = sum(
        not pools.is_known(folded, "family" if number == last else "given")
        for number, (folded, is_initial) in enumerate(form.key)
        if not is_initial
    )
    return (-len(form.names), -len(form.key), turned, form.id)


def _base_first(form: NameForm) -> tuple:
    """Names before their nicknames, misspellings and stretched forms."""
    [name] = form.names
    pools = name_pools()
    known = [pools.is_known(name, k, region) for region in (HOME, None) for k in KINDS]
    return (
        is_stretched(name),
        name in NICKNAMES or name.endswith(("y", "ie", "i")),
        not any(known[:2]),
        not any(known),
        name,
    )


def kind_of(form: NameForm, number: int) -> str:
    """Whether a part of a form is a given or a family name."""
    name = form.key[number][0]
    pools = name_pools()
    given, family = pools.is_known(name, "given"), pools.is_known(name, "family")
    if len(form.key) == 1:
        if form.titled and not form.untitled:
            return "family" if family or not given else "given"
        return "given" if given or not family else "family"
    if number == len(form.key) - 1:
        return "given" if given and not family else "family"
    return "given"


def _plurals(mentions: Iterable[NameMention]) -> set[str]:
    """The folded words that are a name and an s: "jaydens" beside Jayden, "The Smiths"."""
    alone: set[str] = set()
    others: set[str] = set()
    for mention in mentions:
        parts = parse_name(mention.text)
        names = [part.folded for part in parts if part.kind == "name"]
        titled = mention.title or any(p.kind == "title" and p.folded != "the" for p in parts)
        if len(parts) - sum(part.folded == "the" for part in parts) == 1 and not titled:
            alone.update(names)
        else:
            others.update(names)
    return {word for word in alone - others if _is_plural(word, alone | others)}


def _is_plural(word: str, names: set[str]) -> bool:
    stem = word.removesuffix("s")
    if stem == word or stem.endswith("s") or len(word) < _LEAST_PLURAL:
        return False
    pools = name_pools()
    if stem in names:
        return not any(pools.is_known(word, "given", region) for region in (HOME, RARE))
    return any(pools.is_known(stem, kind) for kind in KINDS) and not any(
        pools.is_known(word, kind) for kind in KINDS
    )
