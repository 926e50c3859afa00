"""Makes surrogates for schools and other organisations; the words for their kind are kept."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

from ...core.folding import code, fold, words
from ...draws.casing import match_case
from ...draws.choice import Draws, Ledger, NoSurrogate
from ..names.pools import script_of, without_accents
from . import Gazetteer
from .gazetteer import PROVINCE
from .place_words import named_units
from .postcodes import GB
from .school_grammar import SchoolGrammar
from .school_initials import SHORT_FORM, plain, short_forms, written_like
from .school_names import SchoolName, SchoolNames
from .street_surrogate import house_number
from .surrogate import Places

_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_COMMA = re.compile(r"\s*,\s*")
_SHORT_FIRST = re.compile(r"[A-Z]{2,5}(?= )")
_VOWELS = re.compile(r"[aeiou]")
_LABEL = "LOCATION:school"
# In characters: the part of a longer text stands for itself.
_LONGEST = 200
_NEAR = 12
# A part that no school has.
_OTHER = "Ʒ"


class Schools:
    """The surrogates of the schools and organisations in one dialogue.

    ledger (Ledger): The dialogue's draws.
    places (Places): The surrogates of its places: a school that is named after one follows it.
    texts (Iterable[str]): Its schools: "LHS" may be short for one of them.
    localities (Collection[str]): The folded names of its places.
    """

    def __init__(
        self,
        ledger: Ledger,
        places: Places,
        texts: Iterable[str] = (),
        localities: Collection[str] = (),
    ) -> None:
        self._ledger = ledger
        self._grammar = ledger.lexicon.part(SchoolGrammar)
        self._pools = ledger.lexicon.part(SchoolNames)
        self._gazetteer = ledger.lexicon.part(Gazetteer)
        self._places = places
        self._localities = localities
        self._texts = sorted(set(texts), key=lambda text: (-len(text), fold(text), text))
        # The fullest name with each part.
        self._fullest: dict[str, SchoolName] = {}
        # An abbreviation that occurs -> the schools and the ways to abbreviate them.
        self._long: dict[str, list[tuple[str, str]]] = {}
        letters = {plain(text.strip()).upper() for text in self._texts if len(text) < _LONGEST}
        self._shorts = set(filter(SHORT_FORM.fullmatch, letters))
        for text in self._texts:
            if self._is_short(text.strip()):
                continue
            for start, end in self._parts(text):
                self._fullest.setdefault(self._key(text[start:end]), _name(text, start, end))
            forms = short_forms(text, self._grammar) if self._shorts else {}
            for how, short in forms.items():
                if short in self._shorts:
                    self._long.setdefault(short, []).append((text, how))

    def school(self, text: str) -> str | None:
        """The surrogate of a school, or of another organisation.

        text (str): As found: "Lincoln Middle School", "University of Texas", "P.S. 118", "LHS".
        RETURNS (str | None): "Garfield Middle School", "University of Ohio", "P.S. 342", "GHS":
            an ordinary name with its stage and form; the abbreviation of a school in the dialogue
            matches that school's surrogate. None if it contains no letter or digit.
        """
        if not re.search(r"[^\W_]", text):
            return None
        core = text.strip()
        lead = text[: text.index(core)]
        tail = text[len(lead) + len(core) :]
        if numbered := self._grammar.by_number.match(core):
            start, end = numbered.span("number")
            rest = core[end:]
            # A name may follow: "P.S. 118 Hillside".
            rest = self._named(rest) if re.search(r"[^\W\d_]", rest) else rest
            return lead + core[:start] + self._number(core[start:end]) + rest + tail
        if self._is_short(core):
            short = self._short_form(plain(core).upper())
            return lead + written_like(core, short) + tail
        return lead + self._named(core) + tail

    def _is_short(self, text: str) -> bool:
        """Whether a name is an abbreviation, and not a word that the dialogue has elsewhere."""
        if SHORT_FORM.fullmatch(text):
            return self._key(text) not in self._fullest and not self._pools.is_name(text)
        return text.islower() and (
            text.upper() in self._long
            or bool(SHORT_FORM.fullmatch(text.upper()) and not _VOWELS.search(text))
        )

    def _units(self, text: str) -> Iterator[tuple[int, int]]:
        """The parts without kept words; "Texas, Austin" is two, "Rose of Lima" is one."""
        position = 0
        for start, end in named_units(text, self._grammar.kept_words(text)):
            if start < position:
                continue
            before = text[max(0, start - _NEAR) : start].split()
            place = self._grammar.of_place.match(text, end)
            if place and before and self._pools.is_saint(before[-1]):
                end = place.end()
            position = start
            for comma in _COMMA.finditer(text, start, end):
                yield position, comma.start()
                position = comma.end()
            yield position, end
            position = end

    def _parts(self, text: str) -> list[tuple[int, int]]:
        """The parts of a name that say which school it is, without saints' "San"."""
        found = []
        for start, end in self._units(text):
            part = text[start:end]
            if " " in part and (junior := self._grammar.junior.match(text, end)):
                end = junior.end()
            short = _SHORT_FIRST.match(part)
            skip = self._pools.saint_before(text, part)
            if short and not text.isupper():
                found.append((start, start + short.end()))
                skip = short.end() + 1
            found.append((start + skip, end))
        return found

    def _named(self, text: str) -> str:
        pieces = []
        position = 0
        province = ""
        for start, end in self._parts(text):
            name = _name(text, start, end)
            if name.part[0].isdecimal():
                new = self._number(name.part)
            elif SHORT_FORM.fullmatch(name.part) and end < len(text) and not text.isupper():
                new = self._short_form(name.part)
            else:
                new = self._part(name, province)
            if self._gazetteer.region(name.part):
                province = self._gazetteer.region(new, PROVINCE)
            pieces += [text[position:start], new]
            position = end
        if position:
            return "".join([*pieces, text[position:]])
        # Only kept words: "Central" identifies "Central High"; "Liceo" gets a name.
        first = re.search(r"[^\W_]+", text)
        if not first:
            return text
        whole = SchoolName(text, *first.span())
        new = match_case(first.group(), self._draw(fold(text), whole, ""))
        if self._grammar.is_kind(first.group()):
            new = f"{new} {first.group()}"
        return text[: first.start()] + new + text[first.end() :]

    def _part(self, name: SchoolName, province: str) -> str:
        """The surrogate of a part of a name, in the part's case."""
        part = name.part
        ending = _POSSESSIVE.search(part)
        stem = part[: ending.start()] if ending else part
        if fold(stem) in self._localities:
            return self._places.place(stem) + (ending.group() if ending else "")
        fullest = self._fullest.get(self._key(part), name)
        new = self._draw(self._key(part), fullest, province)
        if fullest.text.isascii() or (stem.isascii() and not self._pools.is_foreign(name.text)):
            new = without_accents(new)
        # "la Plaine": only its article is in lower case.
        has_article = stem[0].islower() and not stem.islower()
        new = new if has_article else match_case(stem, new)
        return new + (ending.group() if ending else "")

    def _draw(self, entity: str, name: SchoolName, province: str) -> str:
        """A name that no place or person of the dialogue has."""
        if script_of(entity) not in ("LATIN", ""):
            return self._places.stem(entity, "LOCATION")
        accept = partial(self._is_fit, name)
        if "-" in name.part.strip("-") and not self._pools.is_foreign(name.text):
            return self._draw_joined(entity, name, accept)
        british = self._places.home == GB
        pools = self._pools.pools(self._without_ending(name), province, british=british)
        try:
            return self._ledger.choose_from(entity, _LABEL, pools, accept)
        except NoSurrogate:
            return self._places.stem(entity, "LOCATION")

    def _draw_joined(self, entity: str, name: SchoolName, accept: Callable[[str], bool]) -> str:
        """A name joined from several: "Taylor-Polk" for "Smith-Jones"."""
        count = name.part.count("-") + 1
        one = SchoolName(name.part.split("-")[0], 0, len(name.part.split("-")[0]))
        pool = next(self._pools.pools(one, british=self._places.home == GB), ())

        def propose(draws: Draws, attempt: int) -> str | None:
            drawn = [draws.pick(pool) for _ in range(count)] if pool else []
            new = "-".join(drawn)
            return new if len(set(drawn)) == count and accept(new) else None

        try:
            return self._ledger.choose(entity, _LABEL, propose)
        except NoSurrogate:
            return self._places.stem(entity, "LOCATION")

    def _is_fit(self, name: SchoolName, new: str) -> bool:
        """Whether a school may have a new name: no famous one's, no abbreviation as it was."""
        whole = name.text[: name.start] + new + name.text[name.end :]
        if self._pools.is_famous(whole):
            return False
        if not self._shorts:
            return True
        blank = name.text[: name.start] + _OTHER + name.text[name.end :]
        own, made, other = (short_forms(text, self._grammar) for text in (name.text, whole, blank))
        return all(
            made.get(how, short) not in self._shorts and self._ledger.is_free([fold(made[how])])
            for how, short in own.items()
            if short in self._shorts and other.get(how) != short
        )

    def _without_ending(self, name: SchoolName) -> SchoolName:
        ending = _POSSESSIVE.search(name.part)
        return name._replace(end=name.start + ending.start()) if ending else name

    def _key(self, part: str) -> str:
        """The canonical form of a part: "texas" for "TX" and "Texas"."""
        stem = _POSSESSIVE.sub("", part)
        return fold(self._gazetteer.name(self._gazetteer.region(stem)) or stem)

    def _number(self, number: str) -> str:
        propose = partial(house_number, number)
        return self._ledger.choose(fold(number), "SCHOOL:number", propose, lambda new: [code(new)])

    def _short_form(self, short: str) -> str:
        """The surrogate of an abbreviation in capitals."""
        long = self._long.get(short, [])
        if long and len({fold(text) for text, _ in long}) == 1:
            text, how = long[0]
            new = short_forms(self._named(text), self._grammar).get(how, "")
            if new and new != short:
                return new
        ending = next(
            (e for e in self._grammar.short_endings if short.endswith(e) and short != e), ""
        )
        letters = short.removesuffix(ending)
        initials = self._pools.initials
        head = letters[:1] if letters[0] in self._grammar.head_letters else ""

        def propose(draws: Draws, attempt: int) -> str | None:
            longer = draws.pick(initials) if attempt > 40 else ""
            drawn = [draws.pick(initials) for _ in letters.removeprefix(head)]
            new = head + "".join(drawn) + longer + ending
            return None if new in self._shorts or self._pools.is_famous(new) else new

        return self._ledger.choose(fold(short), "SCHOOL:short", propose, words)


def _name(text: str, start: int, end: int) -> SchoolName:
    if len(text) <= _LONGEST:
        return SchoolName(text, start, end)
    return SchoolName(text[start:end], 0, end - start)
