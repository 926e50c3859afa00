"""Makes surrogates for schools and other organisations; the words for their kind are kept."""

import re
from collections.abc import Iterable
from functools import partial
from string import ascii_uppercase

from ...core.folding import code, fold, words
from ...draws.casing import match_case
from ...draws.choice import Draws, Ledger
from .place_words import named_units
from .school_grammar import SchoolGrammar
from .surrogate import Places, house_number

SHORT_FORM = re.compile(r"[A-Z]{2,6}")


class Schools:
    """The surrogates of the schools and organisations in one dialogue.

    ledger (Ledger): The dialogue's draws.
    places (Places): The surrogates of its places: schools are named after them.
    texts (Iterable[str]): Its schools: "LHS" may be short for one of them.
    """

    def __init__(self, ledger: Ledger, places: Places, texts: Iterable[str] = ()) -> None:
        self._ledger = ledger
        self._grammar = ledger.lexicon.part(SchoolGrammar)
        self._places = places
        self._long: dict[str, list[str]] = {}
        for text in sorted(set(texts)):
            if not SHORT_FORM.fullmatch(text.strip()):
                self._long.setdefault(self._initials(text), []).append(text)

    def school(self, text: str) -> str | None:
        """The surrogate of a school, or of another organisation.

        text (str): As found: "Lincoln Middle School", "University of Texas", "P.S. 118", "LHS".
        RETURNS (str | None): "Larkmoor Middle School", "University of Ohio", "P.S. 342", "KHS":
            its stage and form are kept, and the abbreviation of a school in the dialogue matches
            that school's surrogate. None if it contains no letter or digit.
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
            rest = self._units(rest) if re.search(r"[^\W\d_]", rest) else rest
            return lead + core[:start] + self._number(core[start:end]) + rest + tail
        if SHORT_FORM.fullmatch(core):
            return lead + self._short_form(core) + tail
        return lead + self._units(core) + tail

    def _units(self, text: str) -> str:
        units = named_units(text, self._grammar.kept_words(text))
        pieces = []
        position = 0
        for start, end in units:
            unit = text[start:end]
            new = self._number(unit) if unit[0].isdecimal() else self._places.unit(unit)
            pieces += [text[position:start], new]
            position = end
        if units:
            return "".join([*pieces, text[position:]])
        # Only kept words: "Central" identifies "Central High"; "Liceo" gets a name.
        first = re.search(r"[^\W_]+", text)
        if not first:
            return text
        stem = match_case(first.group(), self._places.stem(fold(text), "SCHOOL"))
        if self._grammar.is_kind(first.group()):
            stem = f"{stem} {first.group()}"
        return text[: first.start()] + stem + text[first.end() :]

    def _number(self, number: str) -> str:
        propose = partial(house_number, number)
        return self._ledger.choose(fold(number), "SCHOOL:number", propose, lambda new: [code(new)])

    def _initials(self, text: str) -> str:
        """The initials of a school: "LMS" for "Lincoln Middle School"."""
        found = (word for word in words(text) if word not in self._grammar.without_initial)
        return "".join(word[0] for word in found).upper()

    def _short_form(self, text: str) -> str:
        written_out = self._long.get(text, [])
        if len(written_out) == 1:
            initials = self._initials(self.school(written_out[0]) or "")
            if initials != text and self._ledger.is_free([fold(initials)]):
                return initials
        ending = next(
            (e for e in self._grammar.short_endings if text.endswith(e) and text != e), ""
        )
        letters = text.removesuffix(ending)

        def propose(draws: Draws, attempt: int) -> str | None:
            longer = draws.pick(ascii_uppercase) if attempt > 40 else ""
            new = "".join(draws.pick(ascii_uppercase) for _ in letters) + longer
            return new + ending if new != letters else None

        return self._ledger.choose(fold(text), "SCHOOL:short", propose, words)
