"""Counts patterns of mathematics: the ten kinds of Zhou et al. (2026), Appendix 2.

The published expressions lost characters in typesetting; these follow their names, and add LaTeX
and the signs of Unicode. A pattern of an operator begins at the operator, and every repetition is
bounded or possessive, so matching takes linear time.
"""

import re

from ..lang import Lexicon
from .operands import (
    ALONE,
    BLANK,
    CURRENCY,
    DONE,
    FUNCTION,
    NUMBER,
    NUMERIC_OPERANDS,
    OPERANDS,
    POWER_BASES,
    PRODUCT,
    RAISED,
    TERM,
    VULGAR_FRACTIONS,
    after,
    latex,
)
from .prose import without_prose

_DECIMAL = r"\d{1,12}(?:\.\d{1,12})?"
# The first number is larger: a difference rather than a range or a date.
_FALLING = "|".join(
    (
        *(rf"{ten}\d-[1-{ten - 1}]?\d" for ten in range(4, 10)),
        *(rf"{ten}\d\d-[1-{ten - 1}]\d\d" for ten in range(2, 10)),
        r"\d{3}-[1-9]\d?",
    )
)
_ARGUMENT = (
    r"[-−+]?(?:\d{1,6}(?:\.\d{1,6})?(?:/\d{1,4})?π?[a-zA-Z]?|[a-zA-Zθπ])(?:\^?\d{1,2}|[²³])?"
)
# "_2" or "²" after the name of a function.
_BEHIND = r"(?:_?(?:\d{1,3}|\{\w{1,3}\})|_[a-z]|[₀-₉]{1,3})?(?:\^?-?\d|[²³]|⁻¹)?"
_COMPONENT = (
    r"[-−+]?(?:\d{1,12}(?:\.\d{1,12})?(?: ?/ ?\d{1,6})?π?[a-z]?|√\d{1,4}"
    r"|[a-np-tv-zπθ](?:[₀-₉]|[_/]?\d)?)(?: ?[-−+] ?(?:\d{1,6}|[a-z]))?"
)
_DIGITS = "0123456789"
# A message without any of these signs is not searched for the kind of pattern.
_SIGNS = {
    "arithmetic": _DIGITS + "+-*×÷·∙=≈±−–xX\\",
    "coefficients": _DIGITS + VULGAR_FRACTIONS,
    "exponents": "^*⁰¹²³⁴⁵⁶⁷⁸⁹ⁿˣ",
    "functions": _DIGITS + "(!√∛∫∑∏\\xθπα=+",
    "inequalities": "<>!≤≥≠\\",
    "fractions": "/⁄:\\" + VULGAR_FRACTIONS,
    "coordinates": "(",
    "indexed variables": _DIGITS + "_₀₁₂₃₄₅₆₇₈₉ₐₑₒₓₔₕₖₗₘₙₚₛₜ",
    "probability": _DIGITS + "(",
    "decimals": ".%",
}
_NEEDED = {kind: frozenset(signs) for kind, signs in _SIGNS.items()}


def math_patterns(lexicon: Lexicon) -> dict[str, re.Pattern[str]]:
    """The patterns by kind.

    lexicon (Lexicon): The words.
    RETURNS (dict[str, Pattern]): One per kind.
    """

    def any_of(name: str) -> str:
        return lexicon.any_of(f"math_patterns.{name}")

    def expression(name: str) -> str:
        return lexicon.expression(f"math_patterns.{name}")

    no_second = "".join(
        f"(?<!{re.escape(word)} )" for word in lexicon.words("math_patterns.before_a_second")
    )
    before_factorial = "".join(
        f"|(?<={re.escape(word)} )" for word in lexicon.words("math_patterns.before_a_factorial")
    )
    alternatives = {
        "arithmetic": (
            # Not "=D" and similar, nor the grade "C+".
            rf"{after(OPERANDS, '[+*×÷·∙=≈±−]')}(?!(?<= =)[DPpOo]{DONE}|(?<={ALONE}[A-DF]\+) )"
            rf" ?(?={TERM})",
            rf"{after(NUMERIC_OPERANDS, '[+*×÷]')} ?(?={BLANK})",
            rf"{after(NUMERIC_OPERANDS, '[-–−]', ' ')} (?={BLANK})",
            rf"{after(OPERANDS, '=')} ?(?={BLANK})",
            rf"(?<!\S)(?:\?|_{{1,8}}|□) ?[+*×÷=] ?(?={NUMBER})",
            # A letter that is a word elsewhere, a unit, or the name of a quantity equals a number.
            rf"{after([f'{ALONE}[isuISU]'], '=')} ?(?={NUMBER}|{PRODUCT})",
            rf"\d(?<!\w.)\d{{0,5}} [a-z]{{1,15}} ?[+*×÷=] ?(?={NUMBER})",
            rf"(?<!\w)(?i:{any_of('quantities')}) ?= ?(?={NUMBER})",
            rf"=(?:(?<!.=)|(?<=[,;:.?!]=)|(?<=[,;:.?!] =))(?![038](?![\d.])) ?(?={NUMBER})",
            # A hyphen without spaces belongs to a date, a phone or a word, unless more shows a sum.
            rf"{after(OPERANDS, '[-–]', ' ')} (?={TERM})",
            r"-(?:(?<=[\d)] -)|(?<=(?<!\w)[xyzn] -))(?=\d)(?!(?:19|20)\d\d(?!\d))",
            r"\d(?<![\w.,/:].)(?<!\w-.)\d{0,5}-(?=\d{1,6}(?: ?=|(?:-\d{1,6}){1,4} ?= ?\d))",
            rf"(?<!\w)(?:{expression('task')}) \d{{1,6}}-(?=\d{{1,6}}(?![\w-]))",
            rf"(?<![\w.,/:#-])(?:{_FALLING})(?![\w/:-]|[.,]\d| [A-Z][a-z])",
            r"(?<!\w)\d{0,4}[xyzn]-(?=\d{1,4}[xyzn]?(?![\w-]))",
            r"[kmprt](?<!\w.)-(?=1(?![\w-]))",
            r"(?<!\w)\d{0,4}(?:[xz]-(?=[abchkny](?![\w-]))|y-(?=[abchkxz](?![\w-]))"
            r"|[abchk]-(?=[xy](?![\w-])))",
            r"\d(?<![\w-].)\d{0,3}-(?=\d{0,3}[xyzn](?![\w-]))",
            r"-(?:(?<=\^\d-)|(?<=[²³]-)|(?<=\w\)-))(?=\d{1,4}(?![\d-])|\d{0,3}[a-z](?![\w-])|\()",
            # A cross.
            rf"[xX](?:(?<=[\d)].)(?={CURRENCY}\d)|(?<=[\d)] .)(?= ?{CURRENCY}(?:\d|\( ?[-−]?\d))"
            rf"|(?<={ALONE}[b-hj-rtvwyz] .)(?= ?\d))",
            rf"\d(?<![\w.,/:].)\d{{0,5}} {any_of('operators')} (?=\d)",
            latex("times|cdot|div|pm|approx"),
        ),
        # Not 3D, 5th, 10am, 20s, 12v or class 7B.
        "coefficients": (
            rf"(?<![\w.,:]){_DECIMAL}(?:[xznXZθ]|π[rdR]?|xy|yz|xz|ab|bc|ac|bh|lw|mx){DONE}",
            rf"(?<![\w.,:]){_DECIMAL}[abchkmpqrtvwy](?=[{RAISED}]| ?[+*=<>≤≥](?! ?[^\W\d_]{{2}})"
            r"| [-−] \d{1,4}[a-c]?(?![\w:])|[-−^]\d|/\d)",
            r"(?:(?<=[+*=−])|(?<=[+*=−] )|(?<=[\d)²³xyz] - )|(?<=\d[abc] - )|(?<=x-))"
            rf"{_DECIMAL}[abchkmpqrtvwy]{DONE}",
            rf"[{VULGAR_FRACTIONS}][a-z]",
            # Not 12(a) or 1(800) 555.
            r"(?<![\w.:/])(?<!\w-)\d{1,6}\("
            r"(?= ?[-−+]?(?:(?!\d{3}\) ?\d{3})\d|[a-z] ?[-−+*/^²³(]|[xyzn]\)))",
        ),
        "exponents": (
            after(POWER_BASES, r"\^") + rf" ?(?=[-−+]?\d|[({{]|[a-zA-Z]{DONE})",
            r"\^(?<=[^\W\d_]\^)(?=[-−]?\d|[({])",
            rf"{after(POWER_BASES, '[*]', [''])}\*(?=[-−]?\d|\(|[a-z]{DONE})",
            rf"{after(POWER_BASES, f'[⁺⁻{RAISED}]', [''])}[{RAISED}]{{0,6}}",
            # Units, and products of letters.
            r"[²³](?<=[^\W\d_].)",
        ),
        # Not "log in", "one sec a" or "cos 5 of us", nor a number with an exclamation mark.
        "functions": (
            rf"[fghFGH](?<!\w.)'?\( ?{_ARGUMENT}(?: ?[-−+*/,] ?{_ARGUMENT}){{0,4}} ?\)",
            rf"(?<!\w)(?:{FUNCTION}|(?i:exp|sqrt|sec)){_BEHIND}"
            r"(?:\(| \( ?(?=[-−+]?(?:\d|[a-zθπ](?![^\W_])|√|\\)))",
            rf"(?<!\w)(?:{FUNCTION}|sqrt|(?<!\d ){no_second}sec){_BEHIND}"
            rf"(?: {any_of('bases')})? ?[-−]?"
            rf"(?:√|(?=[xθπα]{DONE})|(?=[a-zA-Z] ?[-+*=)²³^])|(?=\d{{1,6}}[xyθA-C]{DONE})"
            r"|\d{1,6}(?:\.\d{1,6})?°?(?![\w:]|\.\d)"
            rf"(?! (?!{any_of('after_an_angle')})[^\W\d_]{{2}}))",
            r"(?<!\w)(?:log|ln|sin|tan) [b-hj-rtv-zA-HJ-Z](?=$|[.,;?!)](?!\w))",
            r"(?<!\w)log(?:2|10)(?!\w)",
            r"[√∛∫∑∏]",
            rf"{ALONE}(?:n!(?!\w)|[kr]!(?= ?[-+*/×÷=]))",
            rf"(?<![\w.,])\d{{1,3}}!(?= ?[+*/×÷=] ?{TERM}| ?- {TERM}"
            rf"| {any_of('equals')} \d| {any_of('ways')})",
            rf"(?:(?<=![*/×÷])|(?<=! [*/×÷] ){before_factorial})\d{{1,3}}!(?!\w)",
            r"^\d{1,3}!$",
            r"\([a-z] ?[-−+] ?\d{1,2}\)!",
            latex("arcsin|arccos|arctan|sin|cos|tan|sec|csc|cot|log|ln|exp|sqrt|lim|sum|int|prod"),
        ),
        # Not a heart, a tag or an arrow.
        "inequalities": (
            rf"(?!(?<= )<3(?![\d.])){after(OPERANDS, '(?:[<>≤≥≠]|!(?==))')}=? ?(?={TERM})",
            latex("leq?|geq?|neq?|lt|gt"),
        ),
        # Ratios too. Not a date with a year, a time, "w/o", "b/c" or "y/n".
        "fractions": (
            rf"\d(?<![\w.:/].)(?<!\w-.)\d{{0,5}} ?[/⁄] ?{CURRENCY}\d{{1,6}}"
            rf"{any_of('fraction_endings')}?(?![\d/:]|\.\d|[A-Za-z]{{2}})",
            r"(?:[ac-tvx-z]|b(?! ?/ ?4))(?<![\w./].) ?/ ?(?=\(|\d)",
            r"/(?:(?<=\d/)|(?<=\d /)) ?(?=\( ?[-−]?[\da-z]|[abnxy](?![\w/]))",
            rf"/(?:(?<=(?<![:;=-])\)/)|(?<=(?<![:;=-])\) /)) ?(?=[\d(]|[a-zA-Z]{DONE})",
            r"(?<![\w./])(?:(?!y/n)[xyz] ?/ ?[abcknxyz]|[abckmp] ?/ ?[xyz]|m/n|n/[km]|k/n|p/q|q/p"
            rf"|a/b|b/a|d/t|d[txyzu]?/d[txyzu]|{expression('named_fraction')})(?![\w/])",
            rf"[{VULGAR_FRACTIONS}]",
            r"\d(?<![\w.,:/].)\d{0,2}:\d(?::\d)?(?<!\b1:1)(?![\w:]|[.,]\d)",
            r"(?<![\w.,:/])(?:2[5-9]|[3-9]\d|\d{3}):\d{2,3}(?![\w:]|[.,]\d)",
            r"(?<![\w.,:/])(?!(?:[01]?\d|2[0-3]) : [0-5]\d(?!\d))\d{1,4} : \d{1,4}(?!\w)",
            rf"(?<!\w)(?i:{any_of('ratios')})(?: {any_of('ratio_links')})?"
            r" \d{1,4}:\d{1,4}(?![\w:])",
            latex("[dt]?frac|over"),
        ),
        "coordinates": (rf"\( ?{_COMPONENT}(?: ?, ?{_COMPONENT}){{1,3}} ?\)",),
        # Not a face: "x_x", "o_O".
        "indexed variables": (
            r"(?<![^\W_])(?![oOuU]_)(?P<base>[a-zA-Z])_"
            r"(?:\{[^{}]{1,12}\}|\d{1,3}(?!\w)|(?!(?i:(?P=base)))[a-np-tvx-z](?!\w))",
            r"(?<![^\W_])[a-zA-Z][₀-₉ₐ-ₜ]{1,4}",
            r"(?<![^\W_])[xyn]\d(?![^\W_])",
        ),
        "probability": (
            r"(?<![^\W_])(?:Pr?|p)\([^()]{1,40}\)",
            r"(?<![^\W_])\d{1,3}[CP]\d{1,3}(?![^\W_])",
            rf"(?<![\w.,/:-])\d{{1,6}} (?:(?:{expression('out_of')})\d{{1,6}}"
            rf"|(?:{expression('one_in')})\d{{1,3}}(?! {any_of('times')}|[-:/.,]?\d))(?!\w)",
        ),
        # Not a version or a section.
        "decimals": (
            r"(?<![\w./:])[-−]?\d*+\.\d++(?:cm|mm|km|kg|mg|ml|ft|in|m|g|l)?"
            r"(?![\w/:]|\.\d|,\d{3}(?!\d))",
            r"(?<![\w./:])[-−]?\d{1,9}(?:\.\d{1,9})? ?%",
        ),
    }
    return {kind: re.compile("|".join(each)) for kind, each in alternatives.items()}


def count_patterns(text: str, lexicon: Lexicon) -> dict[str, int]:
    """Count the matches of each kind of pattern. Lines are searched separately.

    text (str): The message, without addresses.
    lexicon (Lexicon): The words.
    RETURNS (dict[str, int]): The numbers of non-overlapping matches by kind, without kinds that do
        not match.
    """
    text = without_prose(" ".join(text.replace("\n", " ; ").split()), lexicon)
    signs = set(text)
    counts = {
        kind: sum(1 for _ in pattern.finditer(text))
        for kind, pattern in lexicon.part(math_patterns).items()
        if not signs.isdisjoint(_NEEDED[kind])
    }
    return {kind: count for kind, count in counts.items() if count}
