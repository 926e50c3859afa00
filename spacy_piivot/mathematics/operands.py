"""What stands left and right of an operator: the parts that the patterns are made of."""

from collections.abc import Sequence

RAISED = "⁰¹²³⁴-⁹ⁿˣ"
# A letter or digit on the line: to \w raised and lowered ones are letters too.
_ALNUM = rf"[^\W_{RAISED}₀-₉ₐ-ₜ]"
# Nothing of a word before, nothing of a word behind.
ALONE, DONE = rf"(?<!{_ALNUM})(?<!['’])", rf"(?!{_ALNUM})"
# "I", "s" and "u" stand for words more often; "a" does before a word.
_LETTER = "[a-hj-rtv-zA-HJ-RTV-ZθαβΔ]"
VARIABLE = rf"(?![aA] [^\W\d_]{{2}}){_LETTER}{DONE}(?!['’]\w)"
PRODUCT = (
    r"(?:(?i:[abckmnp]x|[kn]y|xy|xz|yz|ab|ac|bh|lw|wl|mc|mg|mv|rt|vt|nr|pq|lwh|bwh|prt|mgh|abc|xyz"
    rf"|dx|dy|dt)|(?:bc|ma)(?! \w)){DONE}"
)
FUNCTION = "(?:(?i:arcsin|arccos|arctan|sin|cos|tan|csc|cot|log)|ln)"
CURRENCY = "[$£€¥]?"
VULGAR_FRACTIONS = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"

# What may stand left of an operator: each of one width, as lookbehinds want it. A bracket is none
# of a smiley's.
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

# What may stand right of one.
NUMBER = rf"(?:(?:\+|[-−±] ?)?{CURRENCY}\.?\d|[-−]?[{VULGAR_FRACTIONS}])"
TERM = (
    rf"(?:{NUMBER}|[-−+±]?(?:[√∛π∞]|{VARIABLE}|{PRODUCT}|{FUNCTION}(?=[ (^_\d])|\\[a-z])"
    rf"|[-−]?[(\[{{|]{{1,3}} ?[-−+]?(?:{CURRENCY}\.?\d|{VARIABLE}|{PRODUCT}|[√π\\]))"
)
BLANK = r"(?:\?|_{1,8}(?![\w=^.<>-])|□)"


def after(operands: Sequence[str], operator: str, gaps: Sequence[str] = ("", " ")) -> str:
    """An operator with an operand left of it.

    operands (Sequence[str]): Expressions of one width each.
    operator (str): An expression for one character.
    gaps (Sequence[str]): What may stand between the two.
    RETURNS (str): An expression that begins at the operator and matches it alone.
    """
    left = "|".join(rf"(?<={operand}{gap}.)" for operand in operands for gap in gaps)
    return rf"{operator}(?:{left})"


def latex(names: str) -> str:
    """Commands of LaTeX.

    names (str): Their names, parted by "|".
    RETURNS (str): An expression.
    """
    return rf"\\(?:{names})(?![a-zA-Z])"
