"""How mathematics is written: the ten kinds of pattern of Zhou et al. (2026), Appendix 2.

The published expressions lost characters in typesetting; these follow what their names say, with
LaTeX and the signs of Unicode. Every repetition is bounded, so that matching is linear.
"""

import re

_NUMBER = r"\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,12})?"
_SIGNED = rf"[-−+]?{_NUMBER}"
# "I", "s" and "u" stand for words more often.
_VARIABLE = r"(?<![^\W_])[a-hj-rtv-zA-HJ-TV-Zθπ](?![^\W_])"
_OPERAND = rf"(?:{_SIGNED}|[)\]}}]|{_VARIABLE}|(?<=\d)[a-z²³])"
_NEXT = rf"(?:[-−+(\[{{√]?\s?{_NUMBER}|[-−(\[{{√]{{1,2}}|{_VARIABLE}|\\[a-z])"
_FUNCTION = "arcsin|arccos|arctan|sin|cos|tan|sec|csc|cot|log|ln|exp|sqrt"
_ARGUMENT = r"\s?[-−+]?(?:\d{1,6}(?:\.\d{1,6})?[a-z]?|[a-zA-Zθπ])(?:\^?\d{1,2}|[²³])?"
# What the base of a power can end with.
_BASE = r"(?:(?<=[\d)\]}θπ])|(?<=(?<![^\W_])[a-zA-Z])|(?<=\d[a-z]))"


def _latex(names: str) -> str:
    return rf"\\(?:{names})(?![a-zA-Z])"


PATTERNS: dict[str, re.Pattern[str]] = {
    kind: re.compile("|".join(alternatives))
    for kind, alternatives in {
        # A hyphen without spaces is a date's, a phone's or a word's, unless a sum shows otherwise.
        "arithmetic": (
            rf"{_OPERAND}\s?[+*×÷·∙=≈±]\s?(?={_NEXT})",
            rf"{_OPERAND}\s?=\s?(?=[?_])",
            rf"{_OPERAND}\s[-−–]\s(?={_NEXT})",
            rf"{_OPERAND}\s?−\s?(?={_NEXT})",
            rf"{_NUMBER}[-–](?=\d{{1,6}}\s?=)",
            r"(?<![^\W_])\d{0,4}[xyzn]-(?=\d{1,4}(?![\w-]))",
            rf"{_OPERAND}\s?[xX]\s?(?=\d)",
            _latex("times|cdot|div|pm|approx"),
        ),
        # Not 3D, 5th, 10am, 20s, or the 7B of a class.
        "coefficients": (
            rf"(?<![\w.,:]){_NUMBER}(?:[xyznpqrvwXYZθπ]|xy|yz|xz|ab|bc|ac|bh|lw|mx)(?![^\W_²³])",
            rf"(?<![\w.,:]){_NUMBER}[abchkmt](?=[²³]|\s?[-−+*/=^)])",
            r"(?<![\w.,:/-])\d{1,6}\((?=\s?[-−+]?(?:\d|[a-z](?![^\W_])))",
        ),
        "exponents": (
            rf"{_BASE}\s?\^\s?(?=[-−+]?\d|[({{]|[a-zA-Z](?![^\W_]))",
            rf"{_BASE}\*\*(?=[-−]?\d|[(]|[a-z](?![^\W_]))",
            rf"{_BASE}[⁺⁻]?[⁰¹²³⁴-⁹ⁿˣ]{{1,6}}",
        ),
        "functions": (
            rf"(?<![^\W_])[fghFGH]'?\({_ARGUMENT}(?:\s?[-−+*/,]{_ARGUMENT}){{0,4}}\s?\)",
            rf"(?<![^\W_])(?:{_FUNCTION})(?:\^?-?\d|[²³]|⁻¹)?"
            r"\s?(?:\(|(?=[-−]?\d|[θπ√])|(?=[xyzab](?![^\W_])))",
            r"[√∛∫∑∏]",
            _latex(f"{_FUNCTION}|lim|sum|int|prod"),
        ),
        # Not a heart, a tag or an arrow.
        "inequalities": (
            rf"{_OPERAND}(?!\s<3(?![\d.])|\s?->)\s?(?:[<>]=?|!=|[≤≥≠])\s?(?={_NEXT})",
            _latex("leq?|geq?|neq?|lt|gt"),
        ),
        # Not a date with a year, nor "24/7/365".
        "fractions": (
            r"(?<![\w.,/:-])\d{1,6}\s?[/⁄]\s?\d{1,6}(?![\d/:]|[.,]\d|[A-Za-z]{2})",
            r"(?:\)|(?<![\w./])[a-vx-z])\s?/\s?(?=\(|\d)",
            r"[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]",
            _latex("[dt]?frac|over"),
        ),
        "coordinates": (rf"\(\s?(?:{_SIGNED}|[a-z])(?:\s?,\s?(?:{_SIGNED}|[a-z])){{1,3}}\s?\)",),
        "indexed variables": (
            r"(?<![^\W_])[a-zA-Z]_(?:\{[^{}\n]{1,12}\}|\d{1,3}(?!\w)|[a-z](?!\w))",
            r"(?<![^\W_])[a-zA-Z][₀-₉ₐ-ₜ]{1,4}",
            r"(?<![^\W_])[xyn]\d(?![^\W_])",
        ),
        "probability": (
            r"(?<![^\W_])(?:Pr?|p)\([^()\n]{1,40}\)",
            r"(?<![^\W_])\d{1,3}[CP]\d{1,3}(?![^\W_])",
            r"(?<![\w.,/:-])\d{1,6} (?:out of (?:a |every )?\d{1,6}|in (?:every )?\d{1,3})(?!\w)",
        ),
        # Not a version or a section.
        "decimals": (
            r"(?<![\w.,/:])[-−]?\d{0,12}\.\d{1,15}(?![\w/:]|[.,]\d)",
            r"(?<![\w.,/:])[-−]?\d{1,9}(?:\.\d{1,9})?\s?%",
        ),
    }.items()
}


def count_pattern(kind: str, text: str) -> int:
    """How often a kind of pattern matches.

    kind (str): One of `PATTERNS`.
    text (str): The message.
    RETURNS (int): The number of matches that do not overlap.
    """
    return sum(1 for _ in PATTERNS[kind].finditer(text))
