"""What a reader may notice of a name, alone and in its dialogue, as numbers."""

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...core.folding import fold
from ...kinds.names import is_ordinary_word, is_particle
from ...kinds.names.genders import PersonWords
from ...kinds.names.listed import is_listed_given_name, is_listed_surname
from ...kinds.names.pools import name_key
from ...kinds.names.pronouns import Pronouns
from ...lang import ENGLISH
from ...lang.titles import NAME_WORD, titles
from ..core.annotations import Extent
from .name_lists import NameLists
from .versions import Version

# A reader connects a pronoun with a name in the same sentence or in the next two.
_SENTENCES = 2
_SENTENCE_END = re.compile(r"[.!?]+(?:\s|$)|\n")
_VOWELS = frozenset("aeiouy")
_NOTHING = math.nan


@dataclass(frozen=True, slots=True)
class NameWords:
    """The words of a written name.

    given (str): Its first given name, folded; "" if it is a family name after a title.
    family (str): Its family name, folded; "" for a given name alone.
    title (str): "male" or "female" if a title says so, otherwise "".
    has_title (bool): Whether a title is before it.
    """

    given: str = field(repr=False)
    family: str = field(repr=False)
    title: str = ""
    has_title: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it has."""
        return tuple(filter(None, (self.given, self.family)))


@lru_cache(maxsize=65536)
def name_words(name: str, before: str = "") -> NameWords:
    """Divide a written name, by position and title alone.

    name (str): The name: "Maria", "Ms. Lopez", "Lopez, Maria".
    before (str): The word before it.
    RETURNS (NameWords): Its words.
    """
    person = ENGLISH.part(PersonWords)
    written = [fold(word).removesuffix("'s") for word in NAME_WORD.findall(name)]
    found = {word for word in (*written[:1], fold(before)) if word in titles(ENGLISH)}
    content = [
        name_key(word)
        for number, word in enumerate(written)
        if not (number == 0 and word in found and len(written) > 1)
        and len(word) > 1
        and not is_particle(word, ENGLISH)
    ]
    sex = person.gender_of_titles(found)
    if not content:
        return NameWords("", "", sex, bool(found))
    if len(content) == 1:
        alone = content[0]
        parts = ("", alone) if found else (alone, "")
        return NameWords(*parts, sex, bool(found))
    if "," in name:
        return NameWords(content[1], content[0], sex, bool(found))
    return NameWords(content[0], content[-1], sex, bool(found))


def word_before(text: str, start: int) -> str:
    """Return the word before a place in a text, without a full stop."""
    match = _LAST_WORD.search(text, max(0, start - 24), start)
    return match[1] if match else ""


_LAST_WORD = re.compile(rf"({NAME_WORD.pattern})\.?\s*\Z")


@dataclass(frozen=True, slots=True)
class Mention:
    """One mention of a name in a dialogue.

    message (int): The number of its message.
    extent (Extent): Its start and end there.
    written (str): The name as it is written.
    parts (NameWords): Its words.
    he (int): How many masculine pronouns follow it in this and the next two sentences, before
        another name.
    she (int): How many feminine ones.
    """

    message: int
    extent: Extent
    written: str = field(repr=False)
    parts: NameWords
    he: int = 0
    she: int = 0


def mentions_of(version: Version) -> list[Mention]:
    """Find the mentions of names in a dialogue.

    version (Version): The dialogue.
    RETURNS (list[Mention]): Its mentions, in order.
    """
    found = []
    for number, message in enumerate(version.messages):
        ends = [match.end() for match in _SENTENCE_END.finditer(message.text)]
        pronouns = list(_pronouns(message.text))
        names = sorted(message.names)
        for at, (start, end) in enumerate(names):
            last = bisect_right(ends, end) + _SENTENCES
            until = ends[last] if last < len(ends) else len(message.text)
            if at + 1 < len(names):
                until = min(until, names[at + 1][0])
            near = Counter(gender for place, gender in pronouns if end <= place < until)
            written = message.text[start:end]
            parts = name_words(written, word_before(message.text, start))
            found.append(
                Mention(number, (start, end), written, parts, near["male"], near["female"])
            )
    return found


def _pronouns(text: str) -> Iterator[tuple[int, str]]:
    genders = ENGLISH.part(Pronouns).genders
    for word in NAME_WORD.finditer(text):
        if (gender := genders.get(word[0].casefold())) is not None:
            yield word.start(), gender


ALONE = (
    "length", "words", "letters of the first", "letters of the last", "vowels", "ends in a vowel",
    "doubled letters", "accents", "capitals", "hyphen", "ordinary word", "listed given",
    "listed family", "births", "median year", "women", "sureness of sex", "frequency",
    "frequency of the last", "English", "surest heritage", "heritages of given and family agree",
)  # fmt: skip
NEARBY = (
    "mentions", "names in the dialogue", "pronouns agree", "pronouns clash", "he", "she",
    "title agrees", "has a title", "heritage of the others", "years from the others",
    "births beside the others", "initial is another's", "likest other name",
    "year of a titled person",
)  # fmt: skip


def alone(name: str, parts: NameWords, lists: NameLists) -> list[float]:
    """Describe a name without its dialogue; see `ALONE`.

    name (str): The name as it is written.
    parts (NameWords): Its words.
    lists (NameLists): What is known of names.
    RETURNS (list[float]): The features; NaN where nothing is known.
    """
    given, family = parts.given, parts.family
    letters = [c for c in fold(name) if c.isalpha()]
    births = lists.births.get(given)
    women = lists.female.get(given, _NOTHING)
    heritage = lists.heritages(parts.words)
    both = _likeness(lists.heritages((given,)), lists.heritages((family,)))
    return [
        len(name),
        len(name.split()),
        len(given) or _NOTHING,
        len(family) or _NOTHING,
        sum(c in _VOWELS for c in letters) / max(1, len(letters)),
        bool(letters) and letters[-1] in _VOWELS,
        sum(a == b for a, b in pairwise(letters)),
        not name.isascii(),
        sum(c.isupper() for c in name) / max(1, len(name)),
        "-" in name,
        is_ordinary_word(name, ENGLISH),
        is_listed_given_name(given or family),
        is_listed_surname(family or given),
        math.log1p(births.count) if births else _NOTHING,
        births.year if births else _NOTHING,
        women,
        abs(women - 0.5),
        math.log1p(lists.frequency(given or family)),
        math.log1p(lists.frequency(family)) if family else _NOTHING,
        heritage.get("English", _NOTHING),
        max(heritage.values(), default=_NOTHING),
        both,
    ]


def nearby(own: NameWords, mentions: Sequence[Mention], lists: NameLists) -> list[float]:
    """Describe how a name fits its dialogue; see `NEARBY`.

    own (NameWords): The words of the name.
    mentions (Sequence[Mention]): All mentions of its dialogue.
    lists (NameLists): What is known of names.
    RETURNS (list[float]): The features; NaN where nothing is known.
    """
    others = {one.parts for one in mentions if one.parts.words != own.words and one.parts.words}
    same = [one for one in mentions if one.parts.words == own.words]
    women = lists.female.get(own.given, _NOTHING)
    he, she = sum(one.he for one in same), sum(one.she for one in same)
    lean = 2 * women - 1
    told = (she - he) / (she + he) if she + he else _NOTHING
    titled = {"female": 1.0, "male": -1.0}.get(own.title, _NOTHING)
    births = lists.births.get(own.given)
    known = [found for one in others if (found := lists.births.get(one.given))]
    heritage = lists.heritages(own.words)
    alike = [
        likeness
        for one in others
        if not math.isnan(likeness := _likeness(heritage, lists.heritages(one.words)))
    ]
    year = births.year if births else _NOTHING
    initial = (own.given or own.family)[:1]
    return [
        len(same),
        len(others),
        lean * told,
        float(lean * told < -0.5),
        he,
        she,
        lean * titled,
        own.has_title,
        float(np.mean(alike)) if alike else _NOTHING,
        abs(year - float(np.mean([one.year for one in known]))) if known else _NOTHING,
        (math.log1p(births.count) if births else _NOTHING)
        - (float(np.mean([math.log1p(one.count) for one in known])) if known else _NOTHING),
        any((one.given or one.family)[:1] == initial for one in others),
        max((_overlap(own.words, one.words) for one in others), default=_NOTHING),
        year if own.has_title else _NOTHING,
    ]


def rows(
    mentions: Sequence[Mention], lists: NameLists
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Describe all mentions of a dialogue.

    mentions (Sequence[Mention]): The mentions.
    lists (NameLists): What is known of names.
    RETURNS (tuple[ndarray, ndarray]): Shapes (mentions, len(ALONE)) and (mentions, len(NEARBY)).
    """
    own = [alone(one.written, one.parts, lists) for one in mentions]
    of_name = {parts: nearby(parts, mentions, lists) for parts in {one.parts for one in mentions}}
    near = [of_name[one.parts] for one in mentions]
    return (
        np.array(own, dtype=float).reshape(-1, len(ALONE)),
        np.array(near, dtype=float).reshape(-1, len(NEARBY)),
    )


def _likeness(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return the overlap of two distributions; NaN if one is unknown."""
    if not one or not other:
        return _NOTHING
    return sum(min(share, other[key]) for key, share in one.items())


def _overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the share of pairs of letters that two names have in common."""
    pairs = [{word[i : i + 2] for word in words for i in range(len(word) - 1)}
             for words in (one, other)]  # fmt: skip
    return len(pairs[0] & pairs[1]) / max(1, len(pairs[0] | pairs[1]))
