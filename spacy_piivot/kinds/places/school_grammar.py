"""Describes the names of schools, colleges and universities, for detection and surrogates."""

import re
from collections.abc import Iterable

from ...core.folding import fold
from ...lang import Lexicon
from ...lang.lexicon import any_word
from .foreign_schools import ForeignSchools

# What must not follow the number of a school: it would be a quantity, a point or an operand.
NO_NUMBER = r"\w|[.,:/]\d|\s?[=+*/x×÷%^-]\s?\d"
_CAP = r"[^\W\d_a-zß-öø-ÿ]\w{0,30}(?:['.-]\w{1,30}){0,3}(?:'(?!\w))?"
_LOWER = r"[a-z][a-z']{2,20}"
# The lists of words for kinds of school.
_KINDS = ("stages", "school_words", "pupils_of", "heads", "lower_stages", "lower_juniors")


class SchoolGrammar:
    """The forms of school names.

    short_endings (Sequence[str]): The endings of abbreviated names.
    by_number (Pattern): The beginning of a name that has a number, in any case.
    without_initial (frozenset[str]): Words without a letter in the abbreviation of a name.
    school_words (Sequence[str]): The words that may be left out of an abbreviation: "School".
    lower_stages (frozenset[str]): The folded kinds of school that such a word follows.
    place_joins (frozenset[str]): The folded words between a school and its place.
    head_words (frozenset[str]): The folded words before "of": "University".
    of_place (Pattern): A place after the name of a saint: "of Lima".
    junior (Pattern): "Jr." after the name of a person, which is part of that name.
    attended_short (Pattern): An abbreviation ("short") of a school that a person goes to.
    not_universities (frozenset[str]): Other letters to which a person goes: "ICU".
    figure (Pattern): A word for a figure.
    figure_after (Pattern): What follows a figure's letters: "= 5".
    not_figures (frozenset[str]): Letters in capitals that are no figure's corners.
    figure_before (Pattern): A word for a figure whose corners follow: "triangle LMS".
    head_letters (frozenset[str]): Their initials that are kept at the start of an abbreviation.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        any_of = lexicon.any_of
        stage = any_of("schools.stages")
        word = rf"(?:{any_of('schools.name_abbreviations')}|{_CAP})"
        sign = rf"(?:{any_of('schools.number_signs')}\s?|{any_of('schools.number_words')}\s|#\s?)"
        number = rf"\s?{sign}?\d{{1,3}}(?!{NO_NUMBER}|\s{any_of('schools.counted')})"
        attending = any_of("schools.attending")
        self.school = re.compile(
            rf"(?<![\w'-])(?P<name>{word}(?: {word}){{0,5}})"
            rf" (?P<stage>{stage}(?: (?:{stage}|{any_of('schools.school_words')}))*"
            rf"|{any_of('schools.school')})(?: {any_of('schools.pupils_of')})?(?![\w-])"
        )
        # Forms of names that are schools in any context.
        self.forms: tuple[re.Pattern[str], ...] = (
            re.compile(
                rf"(?<![\w'-]){any_of('schools.saints')} {_CAP}(?: {_CAP})?"
                rf" {any_of('schools.saint_schools')}"
            ),
            re.compile(
                rf"(?<![\w'-]){any_of('schools.heads')} {any_of('schools.of')} {_CAP}"
                rf"(?: {_CAP}){{0,3}}"
            ),
            re.compile(rf"(?<![\w.]){any_of('schools.numbered')}{number}"),
            re.compile(
                rf"(?<![\w'-]){any_of('schools.prefixes')}"
                rf"(?: {any_of('schools.joins')}(?= )| {_CAP}){{1,5}}"
            ),
        )
        self._foreign = foreign = lexicon.part(ForeignSchools)
        joins = any_word([*lexicon.words("schools.joins"), *foreign.joins])
        number_within = rf" (?:{sign}|nr\.? )?\d{{1,3}}(?!{NO_NUMBER})"
        self.forms += (
            re.compile(
                rf"(?<![\w'-]){any_word(foreign.find)}"
                rf"(?:{number_within}| {joins}(?= )| {_CAP}){{1,6}}"
            ),
            re.compile(
                rf"(?<![\w'-]){_CAP}(?: {_CAP}){{0,3}} {any_word(foreign.find_after)}(?!\w)"
            ),
        )
        self.bare_numbered = re.compile(rf"(?<![\w.]){any_of('schools.bare_numbered')}{number}")
        self.bare_words = lexicon.words("schools.bare_words")
        self.well_known = re.compile(
            rf"(?<![\w.-]){any_of('schools.well_known')}(?! {any_of('schools.streets')}\b)(?![\w-])"
        )
        self.lower = re.compile(
            rf"\b{attending} (?P<name>{_LOWER}(?: {_LOWER}){{0,2}}?)"
            rf" (?P<stage>(?:{any_of('schools.lower_juniors')} )?{any_of('schools.lower_stages')}"
            rf"(?: {any_of('schools.lower_school')})?)(?!\w)"
        )
        self.thing_after = re.compile(rf"\s{any_of('schools.things_after')}(?!\w)")
        self.before = re.compile(rf"\b(?:{any_of('schools.before_a_school')}|,)\s$", re.IGNORECASE)
        self.at_school = lexicon.pattern("schools.at_school")
        self.which_school = lexicon.pattern("schools.which_school")
        self.attended = lexicon.pattern("schools.attended")
        self.not_names = lexicon.word_set("schools.not_names")
        self.kinds_that_are_words = lexicon.word_set("schools.kinds_that_are_words")
        self.between = frozenset(
            [*(f" {word} " for word in lexicon.words("schools.several")), " & ", ", "]
        )
        # Also "PS." and "P.S".
        kinds = any_of("schools.numbered", "schools.bare_numbered").replace(r"\.", r"\.?")
        self.by_number = re.compile(
            rf"(?:{kinds}\s?{sign}?|{sign})(?P<number>\d+)(?!\w)", re.IGNORECASE
        )
        self.short_endings = lexicon.words("schools.short_endings")
        self.without_initial = frozenset(map(fold, lexicon.words("schools.without_initial")))
        self.school_words = lexicon.words("schools.school")
        self.lower_stages = frozenset(map(fold, lexicon.words("schools.lower_stages")))
        self.place_joins = frozenset(map(fold, lexicon.words("schools.place_joins")))
        self.head_words = frozenset(map(fold, lexicon.words("schools.heads")))
        self.of_place = re.compile(rf" {any_of('schools.of')} [^\W\d_]+", re.IGNORECASE)
        self.junior = lexicon.pattern("schools.junior")
        self.attended_short = lexicon.pattern("schools.attended_short", 0)
        self.not_universities = lexicon.word_set("schools.not_universities")
        self.figure = re.compile(rf"\b{any_of('schools.figures')}(?!\w)", re.IGNORECASE)
        self.figure_before = lexicon.pattern("schools.figure_before")
        self.figure_after = lexicon.pattern("schools.figure_after")
        self.not_figures = lexicon.word_set("schools.not_figures")
        self.head_letters = lexicon.word_set("schools.head_letters")

        levels = [word for level in lexicon.table("schools.levels").values() for word in level]
        self._prefixes = _words(lexicon.words("schools.prefixes"))
        self._in_prefixed = _words(
            [*lexicon.words("schools.joins"), *lexicon.words("schools.prefix_kinds")]
        )
        self._kinds = self._prefixes | _words(
            [*levels, *(word for name in _KINDS for word in lexicon.words(f"schools.{name}"))]
        )
        self._kept = self._kinds | _words(lexicon.words("schools.kept_words"))

    def kept_words(self, name: str) -> frozenset[str]:
        """The folded words of a name that say what a school is, not which one: they are kept."""
        if language := self._foreign.language(name):
            return self._kept | language.kept
        first = fold(name.split(maxsplit=1)[0]) if name.strip() else ""
        return self._kept | self._in_prefixed if first in self._prefixes else self._kept

    def is_kind(self, word: str) -> bool:
        """Whether a word is a kind of school: "University", "Liceo"."""
        return fold(word) in self._kinds or self._foreign.language(word) is not None

    def name_start(self, text: str, match: re.Match[str]) -> int | None:
        """Where the name begins, without capitalised ordinary words before it; None if nowhere."""
        position = match.start("name")
        for word in match.group("name").split(" "):
            if word.strip(".,").lower() not in self.not_names:
                return position
            position += len(word) + 1
        return None


def _words(names: Iterable[str]) -> frozenset[str]:
    return frozenset(word.rstrip(".") for name in names for word in fold(name).split())
