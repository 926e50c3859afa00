"""Templates of messages, with slots for names and numbers and marks around lookalikes.

A slot is a word in braces. The same slot with the same digit has one value in a message (or in a
dialogue, with one `Filler` for all of it): "{f1}, ask {f2}. {f1}?". The text between « and » is a
lookalike. Each template belongs to one split.
"""

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from training.augment.name_pool import NamePool
from training.augment.names import (
    DOUBLE_GIVEN,
    FIGURES,
    MATH_TERMS,
    NATIONALITIES,
    NICKNAMES,
    ORGANISATIONS,
    PARTICLES,
    PLACES,
    SCRIPTS,
    TERM_NAMES,
    WORD_NAMES,
)
from training.augment.numbers import SYMBOLS
from training.augment.texts import lines
from training.labelled import Gold, Labelled, Lookalike
from training.splits import split_of_name, split_of_template

SPEAKERS = ("teacher", "student", "tutor")
_SLOT = re.compile(r"\{([a-z]+)(\d?)\}|([«»])")


class Template(NamedTuple):
    """A message with slots; `kind` is the kind of its lookalikes."""

    text: str
    kind: str = ""


class Filled(NamedTuple):
    """The value of a slot, with the gold spans in it."""

    text: str
    spans: tuple[Gold, ...] = ()


def of_split(templates: Iterable[Template], split: str) -> tuple[Template, ...]:
    """The templates of a split, which a checksum of their text decides.

    templates (Iterable[Template]): Any templates.
    split (str): "train", "dev" or "test".
    RETURNS (tuple[Template, ...]): The templates of the split.
    """
    return tuple(template for template in templates if split_of_template(template.text) == split)


def templates(block: str, kind: str = "") -> tuple[Template, ...]:
    """The templates of a block of text, one per line."""
    return tuple(dict.fromkeys(Template(line, kind) for line in lines(block)))


def whole(text: str, label: str, role: str = "") -> Filled:
    """A value that is one gold span."""
    return Filled(text, (Gold(0, len(text), label, role),))


def named(text: str, role: str = "participant") -> Filled:
    return whole(text, "NAME", role)


class Filler:
    """Fills templates; numbered slots keep their value.

    room (Sequence[str]): The first names of the people present.
    pool (NamePool): Draws all other names. From the lists here, names of its split are drawn.
    rng (random.Random): The only source of randomness.

    If `lowers` is set, names in a template without capitals are mostly in lower case too.
    """

    def __init__(self, room: Sequence[str], pool: NamePool, rng: random.Random) -> None:
        self.room = list(room)
        self.pool = pool
        self.rng = rng
        self.bound: dict[str, Filled] = {}
        self.lowers = True
        self._drawn: set[str] = set()

    def fill(self, template: Template, speaker: str = "") -> Labelled:
        """Fill the slots of a template.

        template (Template): The template.
        speaker (str): The speaker; empty for anyone.
        RETURNS (Labelled): The message. If a template has a kind but no marks, all of its text
            except the names and the last full stop is its lookalikes.
        """
        text, position = "", 0
        spans: list[Gold] = []
        lookalikes: list[Lookalike] = []
        opened = 0
        bare = _SLOT.sub("", template.text)
        for match in _SLOT.finditer(template.text):
            text += template.text[position : match.start()]
            position = match.end()
            if match.group(3) == "«":
                opened = len(text)
            elif match.group(3):
                lookalikes.append(Lookalike(opened, len(text), template.kind))
            else:
                value = self._value(match.group(1), match.group(2))
                if value.spans:
                    value = self._in_case(value, bare)
                spans += [
                    replace(span, start=span.start + len(text), end=span.end + len(text))
                    for span in value.spans
                ]
                text += value.text
        text += template.text[position:]
        if template.kind and not lookalikes and not spans:
            lookalikes = [Lookalike(0, len(text.rstrip(".?!,")) or len(text), template.kind)]
        return Labelled(speaker or self.rng.choice(SPEAKERS), text, tuple(spans), tuple(lookalikes))

    def _value(self, slot: str, digit: str) -> Filled:
        if slot + digit in self.bound:
            return self.bound[slot + digit]
        value = Filled(SYMBOLS[slot](self.rng)) if slot in SYMBOLS else SLOTS[slot](self)
        if digit:
            self.bound[slot + digit] = value
        return value

    def _in_case(self, value: Filled, bare: str) -> Filled:
        """The value, mostly in the case of the template."""
        if self.lowers and bare.islower() and self.rng.random() < 0.75:
            return same_length(value, value.text.lower())
        if len(bare) > 4 and bare.isupper():
            return same_length(value, value.text.upper())
        return value

    def someone(self) -> str:
        """A first name of the room, a new one each time until all are used."""
        left = [name for name in self.room if name not in self._drawn] or self.room
        name = self.rng.choice(left)
        self._drawn.add(name)
        return name

    def one_of(self, names: tuple[str, ...]) -> str:
        """A name of the pool's split."""
        return self.rng.choice(_own(names, self.pool.split))


@cache
def _own(names: tuple[str, ...], split: str) -> tuple[str, ...]:
    return tuple(name for name in names if split_of_name(name) == split)


def same_length(value: Filled, text: str) -> Filled:
    """The value in another case, unless that changes offsets."""
    return Filled(text, value.spans) if len(text) == len(value.text) else value


def without_end(message: Labelled) -> Labelled:
    """The message without its last full stop or question mark, unless a name ends in it."""
    end = len(message.text) - 1
    ends = [span.end for span in message.spans] + [mark.end for mark in message.lookalikes]
    if end < 1 or message.text[-1] not in ".?!" or max(ends, default=0) > end:
        return message
    return replace(message, text=message.text[:end])


def in_case(message: Labelled, change: Callable[[str], str]) -> Labelled:
    """A message in another case, unless that changes offsets."""
    text = change(message.text)
    return replace(message, text=text) if len(text) == len(message.text) else message


def _participant(filler: Filler) -> Filled:
    return named(misspelt(filler.someone(), filler.rng))


def misspelt(name: str, rng: random.Random) -> str:
    """Sometimes write a name with a typing error, drawn out, or in capitals."""
    share = rng.random()
    if share < 0.03 and len(name) > 4:
        i = rng.randint(1, len(name) - 2)
        return rng.choice(
            (name[:i] + name[i + 1 :], name[:i] + name[i] + name[i:],
             name[:i] + name[i + 1] + name[i] + name[i + 2 :])
        )  # fmt: skip
    if share < 0.04 and name[-1] in "aeiouy":
        return name + name[-1] * rng.randint(1, 4)
    if share < 0.055:
        return name.upper()
    return name


def _full(filler: Filler) -> Filled:
    rng, pool = filler.rng, filler.pool
    share = rng.random()
    if share < 0.5:
        return named(pool.full_name(rng))
    if share < 0.65:
        particle = rng.choice(PARTICLES)
        return named(f"{pool.forename(rng)} {particle}{pool.surname(rng)}")
    if share < 0.8:
        between = rng.choice(("-", "-", " "))
        return named(f"{pool.forename(rng)} {pool.surname(rng)}{between}{pool.surname(rng)}")
    if share < 0.9:
        return named(f"{pool.surname(rng)} {filler.one_of(DOUBLE_GIVEN)}")
    return named(f"{filler.one_of(DOUBLE_GIVEN)} {pool.surname(rng)}")


def _family(filler: Filler) -> Filled:
    rng, pool = filler.rng, filler.pool
    share = rng.random()
    if share < 0.8:
        return named(pool.surname(rng))
    if share < 0.92:
        return named(f"{rng.choice(PARTICLES)}{pool.surname(rng)}")
    return named(f"{pool.surname(rng)}-{pool.surname(rng)}")


def _word_name(filler: Filler) -> Filled:
    rng = filler.rng
    if rng.random() < 0.6 or not filler.pool.ordinary_forenames:
        return named(filler.one_of(WORD_NAMES))
    return named(rng.choice(filler.pool.ordinary_forenames))


def _initials(filler: Filler) -> Filled:
    one, other = filler.rng.sample("ABCDEGHJKLMNPRSTVWZ", 2)
    return named(filler.rng.choice((f"{one}.{other}.", f"{one}{other}", f"{one}{other}")))


def _with_initial(filler: Filler) -> Filled:
    return named(f"{filler.someone()} {filler.rng.choice('ABCDEFGHJKLMNPRSTVWZ')}")


def _spelled(filler: Filler) -> Filled:
    name = filler.pool.forename(filler.rng)
    return named(filler.rng.choice((" ", "-", " ", ", ")).join(name.replace(" ", "").upper()))


def _figure(kind: str) -> Callable[[Filler], Filled]:
    def draw(filler: Filler) -> Filled:
        names = FIGURES[kind] if kind else [name for part in FIGURES.values() for name in part]
        full, _, short = filler.rng.choice(names).partition(":")
        return named(short if short and filler.rng.random() < 0.45 else full, "public")

    return draw


def _term(filler: Filler) -> Filled:
    """A term with a mathematician's name; only the name is gold."""
    name, _, rest = filler.rng.choice(MATH_TERMS).partition("|")
    rest = rest.strip("|")
    before, _, after = rest.rpartition("^")
    return Filled(
        before + name + after, (Gold(len(before), len(before) + len(name), "NAME", "math_term"),)
    )


def _term_name(filler: Filler) -> Filled:
    return named(filler.rng.choice(TERM_NAMES), "math_term")


SLOTS: dict[str, Callable[[Filler], Filled]] = {
    # First name of the room; any first name; family name; full name.
    "f": _participant,
    "any": lambda filler: named(filler.pool.forename(filler.rng)),
    "s": _family,
    "full": _full,
    # A first name that is also a word; initials; first name and initial; nickname; spelled out.
    "w": _word_name,
    "ini": _initials,
    "fi": _with_initial,
    "nick": lambda filler: named(filler.one_of(NICKNAMES)),
    "spell": _spelled,
    "script": lambda filler: named(filler.one_of(SCRIPTS)),
    # A character of a word problem that is made up on the spot.
    "c": lambda filler: named(filler.pool.forename(filler.rng), "problem"),
    "cs": lambda filler: named(filler.pool.surname(filler.rng), "problem"),
    "cw": lambda filler: replace_role(_word_name(filler), "problem"),
    # Public figures and terms.
    "pub": _figure(""),
    "sci": _figure("scientists"),
    "math": _figure("mathematicians"),
    "lead": _figure("leaders"),
    "ath": _figure("athletes"),
    "sing": _figure("singers"),
    "auth": _figure("authors"),
    "hero": _figure("heroes"),
    "term": _term,
    "mt": _term_name,
    # Values that are not names.
    "p": lambda filler: whole(filler.pool.place(filler.rng), "LOCATION"),
    "land": lambda filler: whole(filler.rng.choice(PLACES), "LOCATION"),
    "nrp": lambda filler: whole(filler.rng.choice(NATIONALITIES), "NRP"),
    "school": lambda filler: whole(filler.pool.school(filler.rng), "SCHOOL"),
    "org": lambda filler: whole(filler.rng.choice(ORGANISATIONS), "ORG"),
}


def replace_role(value: Filled, role: str) -> Filled:
    return Filled(value.text, tuple(replace(span, role=role) for span in value.spans))
