"""Surrogates for schools and other organisations: what kind it is stays, which one does not."""

import re
from string import ascii_uppercase

from ..names import fold
from .casing import match_case
from .choice import Draws, Ledger, words
from .lists import SCHOOL_WORDS
from .numbers import redraw_digits
from .places import draw_stem, named_units, replace_unit

_SHORT_FORM = re.compile(r"[A-Z]{2,6}")
_SHORT_ENDINGS = ("HS", "MS", "ES", "ISD", "USD", "U")
_NUMBERED = re.compile(
    r"(?P<kind>(?:[PIJ]\.?S|M\.?S|H\.?S|No|#)\.?)\s*(?P<number>\d+)", re.IGNORECASE
)


def replace_school(ledger: Ledger, text: str) -> str | None:
    """The surrogate of a school, or of another organisation.

    ledger (Ledger): The dialogue's draws.
    text (str): As found: "Lincoln Middle School", "University of Texas", "P.S. 118", "LHS".
    RETURNS (Optional[str]): "Larkmoor Middle School", "University of Ohio", "P.S. 342", "KHS":
        its stage and form stay. None if it holds no letter or digit.
    """
    if not re.search(r"[^\W_]", text):
        return None
    core = text.strip()
    lead = text[: text.index(core)]
    tail = text[len(lead) + len(core) :]
    if numbered := _NUMBERED.match(core):
        draws = ledger.draws(fold(core), "SCHOOL:number")
        start, end = numbered.span("number")
        rest = core[end:]
        # A name may follow: "P.S. 118 Hillside".
        rest = _replace_units(ledger, rest) if re.search(r"[^\W\d_]", rest) else rest
        return lead + core[:start] + redraw_digits(core[start:end], draws) + rest + tail
    if _SHORT_FORM.fullmatch(core):
        return lead + _replace_short_form(ledger, core) + tail
    return lead + _replace_units(ledger, core) + tail


def _replace_units(ledger: Ledger, text: str) -> str:
    units = named_units(text, SCHOOL_WORDS)
    pieces = []
    position = 0
    for start, end in units:
        unit = text[start:end]
        draws = ledger.draws(fold(unit), "SCHOOL:number")
        new = redraw_digits(unit, draws) if unit[0].isdecimal() else replace_unit(ledger, unit)
        pieces += [text[position:start], new]
        position = end
    if units:
        return "".join([*pieces, text[position:]])
    # Nothing but words such as "Central High": the name's first word is what tells it apart.
    first = re.search(r"[^\W_]+", text)
    if not first:
        return text
    stem = match_case(first.group(), draw_stem(ledger, fold(text), "SCHOOL"))
    return text[: first.start()] + stem + text[first.end() :]


def _replace_short_form(ledger: Ledger, text: str) -> str:
    ending = next((e for e in _SHORT_ENDINGS if text.endswith(e) and text != e), "")
    letters = text.removesuffix(ending)

    def propose(draws: Draws, attempt: int) -> str | None:
        longer = draws.pick(ascii_uppercase) if attempt > 40 else ""
        new = "".join(draws.pick(ascii_uppercase) for _ in letters) + longer
        return new + ending if new != letters else None

    return ledger.settle(fold(text), "SCHOOL:short", propose, words)
