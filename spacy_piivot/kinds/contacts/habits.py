"""Describes how people write handles: "its" before a name, "xo" after it, "4" for "a"."""

import re
from functools import cached_property
from typing import NamedTuple

from ...core.folding import fold, folded_words
from ...draws.choice import Draws
from ...lang import Lexicon
from ..names import is_ordinary_word
from ..names.pools import name_pools

_LEAST = 3
_LONG = 6
# In a login, fewer letters may be those of a code.
_LEAST_READABLE = 4
# Longer ones are not looked at.
_LONGEST = 40
# From this length on, an ordinary word is replaced with two.
_TWO_WORDS = 8
_STRETCHED = re.compile(r"(.)\1{2,}$")
_REPEATED = re.compile(r"(.)\1+$")
_INNER_DIGITS = re.compile(r"[a-z]+(?:\d[a-z]+)+\d?")
# Pairs of letters in which few names end: few people have the handle.
_FIRST, _SECOND = "bcdfghklmnprstvwz", "jkqvwxz"


class HandleParts(NamedTuple):
    """The parts of letters in a handle: "its", "maria", "xo"."""

    before: str
    core: str
    after: str


class HandleHabits:
    """How people write handles in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def listed(name: str) -> list[str]:
            words = folded_words(lexicon, f"handles.{name}")
            return sorted(words, key=lambda word: (-len(word), word))

        self._lexicon = lexicon
        self._names = name_pools(lexicon)
        self._sure = frozenset(listed("sure_prefixes")), frozenset(listed("sure_suffixes"))

        def habits(name: str) -> list[str]:
            """Those of a list that are nobody's name: "king" may be a family's."""
            return [one for one in listed(name) if self._is_nobodys(one)]

        self._prefixes, self._suffixes = habits("prefixes"), habits("suffixes")
        self._after_long = frozenset(habits("suffixes_after_long"))
        self._kept = frozenset([*habits("kept"), *self._prefixes, *self._suffixes])
        self._describing = lexicon.words("handles.describing")
        self._things = lexicon.words("handles.things")
        self._words = frozenset((*self._describing, *self._things))
        self._letters = lexicon.table("handles.letters_of_digits")
        self._digits = {letter: digit for digit, letter in self._letters.items()}

    def is_kept(self, run: str) -> bool:
        """Whether a whole run, between separators, is a habit: "official", "xx", "th3"."""
        squeezed = _REPEATED.sub(r"\1", run)
        return not self._kept.isdisjoint((run, squeezed, self.read_digits(run)))

    def _is_nobodys(self, part: str) -> bool:
        if any(part in sure for sure in self._sure):
            return True
        return len(part) > 1 and not any(
            self._names.is_known(part, kind) for kind in ("given", "family")
        )

    def ending_with_digit(self, run: str) -> str:
        """The ending of a run with a digit for a word: "4life"; "" for none."""
        found = (one for one in self._suffixes if not one.isalpha() and run.endswith(one))
        return next((one for one in found if len(run) - len(one) >= _LEAST), "")

    def read_digits(self, run: str) -> str:
        """A run with letters for the digits that stand for them: "dark" for "d4rk"."""
        return "".join(self._letters.get(c, c) for c in run)

    def has_inner_digits(self, run: str) -> bool:
        """Whether digits stand for letters within a run: "d4rk"."""
        return bool(_INNER_DIGITS.fullmatch(run))

    def write_digits(self, word: str, count: int) -> str:
        """Write digits for some letters of a word: "t1ger" for "tiger"; "" if too few fit."""
        places = [
            place
            for place, letter in enumerate(word)
            if letter in self._digits and 0 < place < len(word) - 1
        ][:count]
        if len(places) < count:
            return ""
        letters = [self._digits[c] if i in places else c for i, c in enumerate(word)]
        return "".join(letters)

    def split(self, letters: str, known: bool = False) -> HandleParts:
        """Split letters into what is before a name or word, it, and what is after it.

        letters (str): Folded letters.
        known (bool): Whether a name of the dialogue is next to them: then they may all be habits.
        RETURNS (HandleParts): The parts; everything in the middle if nothing is recognised.
        """
        if known and letters in self._kept:
            return HandleParts(letters, "", "")
        if len(letters) > _LONGEST or self._is_name(letters) or self._is_word(letters):
            return HandleParts("", letters, "")
        begins = [*filter(letters.startswith, self._prefixes)]
        begins += [
            one + other
            for one in begins
            for other in self._prefixes
            if letters.startswith(other, len(one))
        ]
        choices = [
            HandleParts(before, letters[len(before) : len(letters) - len(after)], after)
            for before in ("", *begins)
            for after in ("", *filter(letters.endswith, self._suffixes))
        ]
        fitting = [one for one in choices if len(one.core) >= _LEAST]
        sure = [one for one in fitting if self._is_name(one.core) or self._is_word(one.core)]
        sure = sure or [one for one in fitting if self._count_words(one.core)]
        sure = sure or [one for one in fitting if self._is_sure(one)]
        # The one with the longest habits, in a fixed order.
        return max(
            sure or [HandleParts("", letters, "")],
            key=lambda one: (len(one.before) + len(one.after), one),
        )

    def is_readable(self, letters: str) -> bool:
        """Whether letters are a name, an initial with a family name, or ordinary words."""
        if len(letters) < _LEAST_READABLE:
            return False
        beside_initial = (letters[1:], letters[:-1]) if len(letters) > _LEAST_READABLE else ()
        if any(self._names.is_known(one, "family") for one in (letters, *beside_initial)):
            return True
        return self._is_name(letters) or bool(self._count_words(letters))

    def make(self, core: str, draws: Draws, made_up_name: str) -> list[str]:
        """Make what replaces the middle of a handle.

        core (str): Folded letters: "maria", "mathwizard".
        draws (Draws): The stream to draw from.
        made_up_name (str): A drawn name.
        RETURNS (list[str]): The name, or one or two words if the letters are ordinary words;
            with as many letters stretched at the end ("mariaaa").
        """
        stretched = _STRETCHED.search(core)
        plain = core[: stretched.start() + 1] if stretched else core
        count = self._count_words(plain) if self._things and self._describing else 0
        made = [made_up_name]
        if count == 1 and len(plain) < _TWO_WORDS:
            made = [draws.pick(self._things)]
        elif count:
            made = [draws.pick(self._describing), draws.pick(self._things)]
        if stretched:
            made[-1] += made[-1][-1] * (len(stretched.group()) - 1)
        return made

    def word(self, draws: Draws) -> str:
        """A word for a handle; "" if the language has none."""
        return draws.pick(self._things) if self._things else ""

    @cached_property
    def _given_names(self) -> frozenset[str]:
        """All listed first names, folded."""
        pools = self._names.candidates(
            "given", script="LATIN", region=self._names.home, gender="", ascii_only=True
        )
        return frozenset(fold(name) for pool in pools for name in pool)

    def _is_sure(self, parts: HandleParts) -> bool:
        before, after = self._sure
        is_long = len(parts.core) >= _LONG and parts.after in self._after_long
        return parts.before in before | {""} and (is_long or parts.after in after | {""})

    def _is_name(self, letters: str) -> bool:
        return letters in self._given_names and not self._is_word(letters)

    def _count_words(self, letters: str) -> int:
        """How many ordinary words the letters are; 0 for a name, or unknown letters."""
        if len(letters) > _LONGEST or self._is_name(letters):
            return 0
        if self._is_word(letters):
            return 1
        ends = range(_LEAST, len(letters) - _LEAST + 1)
        return 2 * any(self._is_word(letters[:i]) and self._is_word(letters[i:]) for i in ends)

    def _is_word(self, letters: str) -> bool:
        return letters in self._words or is_ordinary_word(letters, self._lexicon)


def draw_rare_ending(draws: Draws) -> str:
    """Two letters that few handles end in, so that a new handle is hardly anybody's."""
    return draws.pick(_FIRST) + draws.pick(_SECOND)
