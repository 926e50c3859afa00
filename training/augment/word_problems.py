"""Word problems with characters, and turns in which tutor and student discuss them."""

import random
import re
from dataclasses import replace
from functools import cache

from training.augment.name_pool import NamePool
from training.augment.names import WORD_NAMES
from training.augment.templates import Filled, Filler, Template, in_case, named, of_split, templates
from training.augment.texts import read_texts
from training.labelled import Labelled

_TEXTS = read_texts("word_problems.toml")
_CHARACTERS = ("a", "b", "c")
_LATER = {"a": "x", "b": "y", "c": "z"}
_PRONOUNS = (
    {"he": "he", "his": "his", "him": "him"},
    {"he": "she", "his": "her", "him": "her"},
)
CHARACTER_NAMES: tuple[str, ...] = tuple(_TEXTS["characters"])
_TITLES: tuple[str, ...] = tuple(_TEXTS["titles"])
_SYLLABLES: list[str] = _TEXTS["syllables"]

_LOWER_SHARE = 0.3
_UPPER_SHARE = 0.01
_CHARACTER = re.compile(r"\{([abcxyz])\}")
_TITLED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Coach|Captain|Chef|Farmer|Grandma)\b\.? \{([abc])\}", re.IGNORECASE
)


@cache
def _stories(split: str) -> tuple[tuple[str, tuple[Template, ...]], ...]:
    """What a story counts, and its templates in a split, for stories that have any."""
    found = ((thing, of_split(templates(text), split)) for thing, text in _TEXTS["stories"].items())
    return tuple((thing, stories) for thing, stories in found if stories)


@cache
def _talk(split: str) -> tuple[Template, ...]:
    return of_split(templates(_TEXTS["talk"]), split)


@cache
def word_problem_templates(split: str) -> tuple[Template, ...]:
    """All templates of a split, for problems and for the talk about them."""
    stories = tuple(template for _, group in _stories(split) for template in group)
    return (*stories, *_talk(split))


def word_problem(pool: NamePool, rng: random.Random, split: str) -> tuple[Labelled, ...]:
    """A word problem, and up to four turns about it.

    pool (NamePool): Draws the names of characters and participants.
    rng (random.Random): The only source of randomness.
    split (str): "train", "dev" or "test": no template is in two of them.
    RETURNS (tuple[Labelled, ...]): The turns. Characters have the role "problem" in all of them;
        people in the talk, "participant".
    """
    thing, stories = rng.choice(_stories(split))
    story = rng.choice(stories)
    filler = Filler([pool.forename(rng) for _ in range(2)], pool, rng)
    cast = sorted(set(_CHARACTER.findall(story.text)) & set(_CHARACTERS))
    titles = {match.group(1): match.group() for match in _TITLED.finditer(story.text)}
    for character in cast:
        _introduce(filler, character, titles.get(character, ""))
    for word, pronoun in rng.choice(_PRONOUNS).items():
        filler.bound[word] = Filled(pronoun)
    filler.bound["thing"] = Filled(thing)
    filler.lowers = False
    problem = _sentence_case(filler.fill(story))
    filler.lowers = True
    present = {_LATER[character] for character in cast}
    talk = [
        template for template in _talk(split) if set(_CHARACTER.findall(template.text)) <= present
    ]
    turns = rng.sample(talk, min(rng.randint(0, 4), len(talk)))
    return (
        problem,
        *(
            _varied(filler.fill(template, rng.choice(("tutor", "student"))), rng)
            for template in turns
        ),
    )


def _introduce(filler: Filler, character: str, title: str) -> None:
    """Choose a character's name at first mention and later."""
    taken = {value.text for value in filler.bound.values()} | set(filler.room)
    for _ in range(10):
        first, later = _name(filler, title)
        if later.text not in taken:
            break
    if title.lower().startswith(("mr", "ms", "captain", "farmer", "grandma")):
        before = title.rpartition(" ")[0] + " "
        later = _after(before if filler.rng.random() < 0.8 else "", later)
    filler.bound[character] = first
    filler.bound[_LATER[character]] = later


def _name(filler: Filler, title: str) -> tuple[Filled, Filled]:
    """A character's name at first mention, and later."""
    rng, pool = filler.rng, filler.pool
    if title.lower().startswith(("mr", "ms", "mrs", "coach")):
        name = _problem(pool.surname(rng))
        return name, name
    share = rng.random()
    if share < 0.08 and not title:
        forename = pool.forename(rng)
        return _problem(f"{forename} {pool.surname(rng)}"), _problem(forename)
    if share < 0.14 and not title:
        before = rng.choice(_TITLES)
        name = _after(before, _problem(pool.surname(rng) if "." in before else _made_up(filler)))
        return name, name
    if share < 0.30:
        name = _problem(_made_up(filler))
    elif share < 0.40:
        name = _problem(filler.one_of(WORD_NAMES))
    else:
        name = _problem(pool.forename(rng))
    return name, name


def _made_up(filler: Filler) -> str:
    if filler.rng.random() < 0.2:
        return "".join(filler.rng.sample(_SYLLABLES, 2)).capitalize()
    return filler.one_of(CHARACTER_NAMES)


def _problem(name: str) -> Filled:
    return named(name, "problem")


def _after(before: str, value: Filled) -> Filled:
    """A name after its title; the title is not gold."""
    spans = tuple(
        replace(span, start=span.start + len(before), end=span.end + len(before))
        for span in value.spans
    )
    return Filled(before + value.text, spans)


def _sentence_case(message: Labelled) -> Labelled:
    """The message with capitals at the start of sentences that begin with a pronoun."""
    return in_case(
        message,
        lambda text: re.sub(r"(?<=[.?!] )(?:he|she)\b", lambda m: m.group().capitalize(), text),
    )


def _varied(message: Labelled, rng: random.Random) -> Labelled:
    """A turn of the talk as it is typed."""
    share = rng.random()
    if share < _LOWER_SHARE:
        return in_case(message, str.lower)
    if share < _LOWER_SHARE + _UPPER_SHARE:
        return in_case(message, str.upper)
    return message
