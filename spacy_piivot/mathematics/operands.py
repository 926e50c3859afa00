"""Expressions for operands to the left and right of an operator, from which patterns are built."""

from collections.abc import Sequence

RAISED = "⁰¹²³⁴-⁹ⁿˣ"
# A letter or digit on the line; \w also matches superscripts and subscripts.
_ALNUM = rf"[^\W_{RAISED}₀-₉ₐ-ₜ]"
# Not inside a word: no letter or digit before, none after.
ALONE, DONE = rf"(?<!{_ALNUM})(?<!['’])", rf"(?!{_ALNUM})"
# "I", "s" and "u" are more often words; "a" is one before another word.
_LETTER = "[a-hj-rtv-zA-HJ-RTV-ZθαβΔ]"
VARIABLE = rf"(?![aA] [^\W\d_]{{2}}){_LETTER}{DONE}(?!['’]\w)"
PRODUCT = (
    r"(?:(?i:[abckmnp]x|[kn]y|xy|xz|yz|ab|ac|bh|lw|wl|mc|mg|mv|rt|vt|nr|pq|lwh|bwh|prt|mgh|abc|xyz"
    rf"|dx|dy|dt)|(?:bc|ma)(?! \w)){DONE}"
)
FUNCTION = "(?:(?i:arcsin|arccos|arctan|sin|cos|tan|csc|cot|log)|ln)"
CURRENCY = "[$£€¥]?"
VULGAR_FRACTIONS = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"

# Allowed to the left of an operator; each of fixed width, for lookbehinds. The bracket must not be
# part of a smiley.
NUMERIC_OPERANDS = (rf"[\d\]}}°{RAISED}{VULGAR_FRACTIONS}]", r"(?<![:;=-])\)", r"\d[%!]")
OPERANDS = (
    *NUMERIC_OPERANDS,
    "[πθ∞]",
    rf"{ALONE}{_LETTER}",
    r"\d[a-z]",
    r"\d(?:cm|mm|km|kg|ft|in|ml)",
    rf"{ALONE}(?i:[abckm]x|xy|xz|yz|ab|bc|ac|bh|lw)",
)
POWER_BASES = (r"[\d)\]}θπ]", rf"{ALONE}[a-zA-Z]", r"\d[a-z]")

# Allowed to the right of an operator.
NUMBER = rf"(?:(?:\+|[-−±] ?)?{CURRENCY}\.?\d|[-−]?[{VULGAR_FRACTIONS}])"
TERM = (
    rf"(?:{NUMBER}|[-−+±]?(?:[√∛π∞]|{VARIABLE}|{PRODUCT}|{FUNCTION}(?=[ (^_\d])|\\[a-z])"
    rf"|[-−]?[(\[{{|]{{1,3}} ?[-−+]?(?:{CURRENCY}\.?\d|{VARIABLE}|{PRODUCT}|[√π\\]))"
)
BLANK = r"(?:\?|_{1,8}(?![\w=^.<>-])|□)"


def after(operands: Sequence[str], operator: str, gaps: Sequence[str] = ("", " ")) -> str:
    """An operator with an operand to its left.

    operands (Sequence[str]): Expressions of fixed width.
    operator (str): An expression for one character.
    gaps (Sequence[str]): What may be between the two.
    RETURNS (str): An expression that begins at the operator and matches only it.
    """
    left = "|".join(rf"(?<={operand}{gap}.)" for operand in operands for gap in gaps)
    return rf"{operator}(?:{left})"


def latex(names: str) -> str:
    """An expression for LaTeX commands.

    names (str): Their names, separated by "|".
    RETURNS (str): An expression.
    """
    return rf"\\(?:{names})(?![a-zA-Z])"
