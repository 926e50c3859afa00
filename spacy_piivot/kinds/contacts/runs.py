"""Makes surrogates for the runs of letters and digits in handles and addresses."""

import re
from collections.abc import Callable, Mapping

from ...core.folding import fold
from ...draws.choice import Draws, Ledger
from ...draws.redrawing import redraw_digits, redraw_shape
from ..names.genders import PersonWords
from ..names.pools import without_accents
from ..names.surrogate import NameSurrogates, made_up_name
from .habits import HandleHabits, draw_rare_ending
from .owners import name_segments
from .years import NearYears

# Separates the segments of a drawn surrogate until it is written.
SEAM = "\x1f"
# Where a handle gets a rare ending.
_MARK = "\x1e"
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")
# Letters that can be pronounced, as those of a name, and unlike most of those of a code.
_PRONOUNCED = re.compile(
    r"(?=.{5,20}$)[^aeiouy]{0,3}(?:[aeiouy]{1,2}[^aeiouy]{1,3}){2,}[aeiouy]{0,2}"
)
_SHORTEST_NAME = 3
_LAST_OF_LENGTH = 16


class Runs:
    """The surrogates of runs of letters and digits in one dialogue: each has one everywhere.

    ledger (Ledger): The dialogue's draws.
    names (NameSurrogates): Its names.
    years (Mapping[str, str]): The surrogates of years that its dates have.
    """

    def __init__(self, ledger: Ledger, names: NameSurrogates, years: Mapping[str, str]) -> None:
        self._ledger = ledger
        self._lexicon = ledger.lexicon
        self._names = names
        self._titles = ledger.lexicon.part(PersonWords).titles
        self._habits = ledger.lexicon.part(HandleHabits)
        self.years = NearYears(ledger, years)
        self._longest = max(map(len, names.by_part), default=0)

    def handle(self, runs: list[str], attempt: int) -> list[str]:
        """Rewrite the runs of a handle and give it a rare ending, the same wherever it is."""
        draws = self._ledger.draws(".".join(runs), "CONTACT:ending", attempt)
        new = self.rewrite_all(runs)
        ending = ""
        marked = [number for number, run in enumerate(new) if _MARK in run]
        # Not next to a lone initial: "maria.l".
        marked = [number for number in marked if len(runs[number]) >= _SHORTEST_NAME] or marked
        if marked:
            head, _, tail = new[marked[-1]].rpartition(_MARK)
            ending = draw_rare_ending(draws) if head.isascii() else ""
            new[marked[-1]] = head + ending + tail
        if new and attempt and not (marked and ending):
            new[-1] += SEAM + str(10 + draws.below(90))
        return [run.replace(_MARK, "") for run in new] or [str(10 + draws.below(90))]

    def rewrite_all(self, runs: list[str]) -> list[str]:
        """Rewrite the runs of a handle; titles are kept, initials follow the name next to them."""
        new = []
        habits = [self._habit(run) for run in runs]
        if all(habits) and runs:
            # One must change: the longest.
            habits[max(range(len(runs)), key=lambda number: len(runs[number]))] = ""
        for number, run in enumerate(runs):
            if habit := habits[number]:
                new.append(habit)
                continue
            neighbours = (runs[number + 1 : number + 2], runs[max(number - 1, 0) : number])
            found = [self._owner_part(run, other) for others in neighbours for other in others]
            family = self._is_beside_given(runs, number)
            new.append(next(filter(None, found), "") or self.rewrite(run, family=family))
        return new

    def _is_beside_given(self, runs: list[str], number: int) -> bool:
        """Whether a run is a family name because of the run beside it: "april.", "a."."""
        before = runs[number - 1] if number else ""
        after = "".join(runs[number + 1 : number + 2])
        return (len(before) == 1 and before.isalpha()) or any(
            self._names.is_given(one) for one in (before, after) if one
        )

    def _habit(self, run: str) -> str:
        """What becomes of a run that is a habit or a title: "official", "xo2010"; "" for others."""
        pieces = _LETTERS_OR_DIGITS.findall(run)
        letters = [piece for piece in pieces if not piece.isdecimal()]
        if any(map(self._name, (run, *letters))):
            return ""
        if run in self._titles or self._habits.is_kept(run):
            return run
        if len(letters) > 1 or not all(map(self._habits.is_kept, letters)):
            return ""
        return SEAM.join(piece if piece in letters else self.rewrite(piece) for piece in pieces)

    def _owner_part(self, letters: str, neighbour: str) -> str:
        """The surrogate of an initial or a short form next to a name of the same person; or ""."""
        if initial := self._initial(letters, neighbour):
            return initial
        known = letters in self._names
        return self._in_letters_of(
            "" if known else self._names.short_form(letters, neighbour), letters
        )

    def _initial(self, letter: str, neighbour: str) -> str:
        return self._names.initials.get(neighbour, {}).get(letter, "") if len(letter) == 1 else ""

    def rewrite(self, run: str, *, family: bool = False) -> str:
        """Rewrite a folded run of letters and digits: names by their surrogates, the rest drawn.

        run (str): The run.
        family (bool): Whether an unknown name in it is a family name.
        RETURNS (str): The new run, with a seam between its segments.
        """
        if surrogate := self._name(run):
            return surrogate + _MARK
        # Also the same year, where a date of birth keeps it.
        if run.isdecimal() and (year := self.years.year(run)):
            return year

        ending = self._habits.ending_with_digit(run)
        main = run.removesuffix(ending)

        def propose(draws: Draws, attempt: int) -> str | None:
            pieces = [self._rewrite_digits_within(main, draws)]
            if not any(pieces):
                pieces = [
                    self._rewrite_digits(piece, draws)
                    if piece.isdecimal()
                    else self._rewrite_letters(piece, draws, "family" if family else "given")
                    for piece in _LETTERS_OR_DIGITS.findall(main)
                ]
            new = SEAM.join([*pieces, ending] if ending else pieces)
            new += str(draws.below(10)) if attempt > _LAST_OF_LENGTH else ""
            return new if plain(new) != run else None

        return self._ledger.choose(run, "CONTACT", propose, run_units)

    def _rewrite_digits(self, digits: str, draws: Draws) -> str:
        return self.years.year(digits) or redraw_digits(digits, draws)

    def _rewrite_digits_within(self, run: str, draws: Draws) -> str:
        """Rewrite a word in which digits stand for letters ("d4rk"); "" for any other run."""
        if not self._habits.has_inner_digits(run) or self.has_name(run):
            return ""
        count = sum(map(str.isdecimal, run))
        for _ in range(_LAST_OF_LENGTH):
            word = self._habits.word(draws)
            if (new := self._habits.write_digits(word, count)) and new != run:
                return new + _MARK
        return ""

    def _name(self, run: str) -> str:
        """The surrogate of a run that is a name of the dialogue, in the run's letters; or ""."""
        found = self._names.part(run) if len(run) >= _SHORTEST_NAME or run in self._names else None
        return self._in_letters_of(found, run)

    def _in_letters_of(self, surrogate: str | None, run: str) -> str:
        """A surrogate without accents, in lower case; "" if a run is ASCII and it is not."""
        made = without_accents(surrogate or "").lower()
        return made if made.isascii() or not run.isascii() else ""

    def _rewrite_letters(self, run: str, draws: Draws, kind: str) -> str:
        segments = self.segments(run)
        if not segments and (surrogate := self._name(run)):
            return surrogate + _MARK
        pieces: list[str] = []
        position = 0
        for number, (start, end) in enumerate([*segments, (len(run), len(run))]):
            if start > position:
                neighbour = segments[min(number, len(segments) - 1)] if segments else (0, 0)
                rest, last = run[position:start], "".join(pieces[-1:])
                if set(rest) == {run[position - 1 : position]} and len(rest) > 1:
                    pieces[-1] = last.replace(_MARK, plain(last)[-1] * len(rest) + _MARK)
                else:
                    pieces.append(self._rewrite_rest(rest, run[slice(*neighbour)], draws, kind))
            if end > start:
                surrogate = without_accents(self._names.by_part[run[start:end]]).lower()
                fits = surrogate.isascii() or not run.isascii()
                pieces.append((surrogate if fits else self._made_up(draws)) + _MARK)
            position = end
        return SEAM.join(pieces)

    def _rewrite_rest(self, letters: str, neighbour: str, draws: Draws, kind: str) -> str:
        """Rewrite letters next to a name: an initial, a short form or a title, or any others."""
        if neighbour and (found := self._owner_part(letters, neighbour)):
            return found
        if letters in self._titles and neighbour:
            return letters
        before, core, after = self._habits.split(letters, known=bool(neighbour))
        if len(core) < 3:
            made = [self._make_free(lambda: redraw_shape(core, draws), core)] if core else []
        elif neighbour:
            made = [self._made_up(draws)]
        else:
            made = self._core(core, draws, kind)
        marked = [*made[:-1], made[-1] + _MARK] if made and not neighbour else made
        return SEAM.join(filter(None, (before, *marked, after)))

    def _core(self, core: str, draws: Draws, kind: str) -> list[str]:
        """Words for the middle of a handle that are not the dialogue's: names or ordinary words."""
        if known := self._names.part(core):
            return [self._in_letters_of(known, core) or self._made_up(draws)]
        made: list[str] = []
        for _ in range(_LAST_OF_LENGTH):
            made = self._habits.make(core, draws, self._made_up(draws, kind))
            if all(self._ledger.is_free([fold(one)]) and one != core for one in made):
                break
        return made

    def _made_up(self, draws: Draws, kind: str = "given") -> str:
        return self._make_free(lambda: made_up_name(draws, self._lexicon, kind))

    def _make_free(self, make: Callable[[], str], original: str = "") -> str:
        """Make a string that is not a name or word of the dialogue; try again if it is."""
        made = make()
        for _ in range(32):
            if made != original and self._ledger.is_free([fold(made)]):
                break
            made = make()
        return made

    def has_name(self, run: str) -> bool:
        """Whether a run is or contains a name of the dialogue."""
        pieces = _LETTERS_OR_DIGITS.findall(fold(run))
        return any(self._name(piece) or self.segments(piece) for piece in pieces)

    def is_readable(self, login: str) -> bool:
        """Whether a login has a name of the dialogue, another name, or ordinary words."""
        if self.has_name(login):
            return True
        letters = [one for one in _LETTERS_OR_DIGITS.findall(fold(login)) if not one.isdecimal()]
        if login.islower() and any(map(_PRONOUNCED.fullmatch, letters)):
            return True
        return not login.isupper() and any(map(self._habits.is_readable, letters))

    def segments(self, run: str) -> list[tuple[int, int]]:
        """Start and end of the dialogue's names in a run of letters."""
        return name_segments(run, self._names.by_part, self._longest)


def plain(drawn: str) -> str:
    """A drawn surrogate without seams and marks."""
    return drawn.replace(SEAM, "").replace(_MARK, "")


def segments(drawn: str) -> list[str]:
    """The segments of a drawn surrogate."""
    return drawn.replace(_MARK, "").split(SEAM)


def run_units(drawn: str) -> list[str]:
    """The units of a run: runs have their own name space, as the end of a handle may be a name."""
    return [f"run {fold(plain(drawn))}"]
