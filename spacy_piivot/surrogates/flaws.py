"""Detects measurable flaws of proposed surrogates.

A flaw is a word for what is wrong: prompts explain it, reports count it.
"""

from itertools import pairwise

from ..core.folding import fold, words
from ..core.optional import require
from ..kinds.names import is_one_edit, is_only_a_word
from ..kinds.names.name_similarity import Likeness
from ..kinds.names.pools import name_key, name_pools, script_of
from ..kinds.numbers.numbering_plans import read_numbering
from ..kinds.numbers.surrogate import number_code
from ..kinds.places import Gazetteer
from ..kinds.places.units import Unit
from ..lang import ENGLISH, Lexicon
from ..patterns.number_checks import holds_sequence, is_sequence

MISSING = "missing"
UNUSABLE = "unusable"
FORM = "form"
SIMILAR = "similar"
GENDER = "gender"
KIND = "kind"
ELSEWHERE = "elsewhere"
STAGE = "stage"
LETTERS = "letters"
COUNTING = "counting"
INVALID = "invalid"
UNLIKE = "unlike"
TAKEN = "taken"

_PHONE = "PHONE_NUMBER"
_LEAST_SHARED = 3
# The kinds that a surrogate of a place may have, by the place's own kind.
_FITTING = {"city": ("city", ""), "": ("city", "")}


class SchoolStages:
    """The words for the stages of schools in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._stages = [
            frozenset(map(fold, stage)) for stage in lexicon.table("schools.levels").values()
        ]

    def of(self, text: str) -> list[bool]:
        """For each stage, whether a school's name contains a word for it."""
        found = set(words(text))
        return [not stage.isdisjoint(found) for stage in self._stages]


def name_flaw(folded: str, gender: str, new: str, lexicon: Lexicon = ENGLISH) -> str:
    """Find the flaw of a proposal for a part of a name.

    folded (str): The folded part.
    gender (str): The gender of a given name's bearer; "" for a family name, and if unknown.
    new (str): The proposal.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): The flaw, "" for none.
    """
    if script_of(name_key(new)) != script_of(folded):
        return FORM
    if is_only_a_word(new, lexicon):
        return UNUSABLE
    # With the same first letter, the initial "J." would stay "J.".
    if fold(new)[0] == folded[0] or is_similar(folded, name_key(new)):
        return SIMILAR
    if gender and name_pools(lexicon).gender(name_key(new)) not in ("", gender):
        return GENDER
    return ""


def place_flaw(old: Unit, new: Unit, *, of_school: bool) -> str:
    """Find the flaw of a proposal for a word of a place or a school.

    old (Unit): The word.
    new (Unit): The proposal.
    of_school (bool): Whether the word is part of a school's name, which may be any name.
    RETURNS (str): The flaw, "" for none.
    """
    if script_of(fold(new.text)) != script_of(fold(old.text)):
        return FORM
    if not kind_fits(old, new, of_school=of_school):
        return KIND
    return SIMILAR if is_similar(old.key, new.key) else ""


def kind_fits(old: Unit, new: Unit, *, of_school: bool) -> bool:
    """Whether a word is of a kind that may stand for that of a place or a school."""
    free = of_school and old.kind in _FITTING
    return free or new.kind in _FITTING.get(old.kind, (old.kind,))


def lie_elsewhere(units: list[Unit], lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a city is placed in a province or country that it is not in: "Dallas, Ohio"."""
    places = lexicon.part(Gazetteer)
    for city, place in pairwise(units):
        own, said = places.regions_of_city(city.text), places.region(place.text)
        if city.kind == "city" and own and said and said not in own:
            return True
    return False


def stage_flaw(text: str, new: str, lexicon: Lexicon = ENGLISH) -> str:
    """The flaw if a school changes its stage (elementary, middle, high, university); else ""."""
    stages = lexicon.part(SchoolStages)
    return "" if stages.of(text) == stages.of(new) else STAGE


def phone_flaw(text: str, new: str, lexicon: Lexicon = ENGLISH) -> str:
    """Find the flaw of a proposal for a telephone number.

    text (str): The number, without letters.
    new (str): The proposal.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): The flaw, "" for none.
    """
    if any(map(str.isalpha, new)):
        return LETTERS
    if _shape(text) != _shape(new) or phone_prefix(text, lexicon) != phone_prefix(new, lexicon):
        return FORM
    old_code, new_code = (number_code(number, _PHONE, lexicon) for number in (text, new))
    if is_sequence(new_code) or holds_sequence(new_code):
        return COUNTING
    if is_similar(old_code, new_code):
        return SIMILAR
    plan = read_numbering(old_code, phone_prefix(text, lexicon), lexicon)
    return INVALID if plan and not plan.fits(new_code) else ""


def phone_prefix(text: str, lexicon: Lexicon = ENGLISH) -> str:
    """The country code written in a telephone number; "" if there is none."""
    return "".join(filter(str.isdecimal, text)).removesuffix(number_code(text, _PHONE, lexicon))


def is_similar(one: str, other: str) -> bool:
    """Whether two folded strings have an edit distance of at most a third of their length."""
    distance: int = require("rapidfuzz.distance", "llm").Levenshtein.distance(one, other)
    return 3 * distance <= max(len(one), len(other))


def are_alike(one: str, other: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether two surrogates can be forms of one name: the same, a short form, a misspelling."""
    one, other = fold(one), fold(other)
    likeness = lexicon.part(Likeness)
    return (
        one == other
        or one[:_LEAST_SHARED] == other[:_LEAST_SHARED]
        or is_one_edit(one, other)
        or likeness.is_misspelling(one, other)
        or likeness.is_short_form(one, other)
    )


def _shape(text: str) -> str:
    return "".join("0" if c.isdecimal() else c for c in text.strip())
