"""What a number or a code needs around it to count as an identifier.

Numbers in mathematics look like identifiers (`12.5.3.1`, `800-555-1234`, `987-65-4321`), so
every numeric recogniser follows one rule:

- a *strict* format counts alone, unless `arithmetic.py` says that it is mathematics: an
  operator, an equals sign, a unit or a further digit next to it, or a calculation that its
  sentence or the message before asks for;
- any *plausible* format counts with a context word ("phone", "student id") before it in the
  same message, or in the message before where it stands near the beginning of its own (the
  answer to a question). Arithmetic right next to it still rules it out.

Context words match whole words only: "lic" is not in "public".
"""

import re
from collections.abc import Iterable

# How far before a candidate its context may stand, in characters.
WINDOW = 70
# A candidate that starts no later than this may take its context from the message before.
ANSWER = 60
PREVIOUS_WINDOW = 160

# Presidio's LemmaContextAwareEnhancer raises a score by as much, and to at least 0.4.
CONTEXT_RAISE = 0.35


def words(*alternatives: str) -> re.Pattern[str]:
    """A pattern that finds any of some words or phrases, whole, in any case.

    *alternatives (str): Words separated by spaces, or patterns without spaces.
    RETURNS (Pattern): The compiled pattern.
    """
    return whole("|".join(part for alternative in alternatives for part in alternative.split()))


def whole(expression: str) -> re.Pattern[str]:
    """A pattern that finds an expression where it is whole words, in any case.

    expression (str): A regular expression, as of a lexicon's list.
    RETURNS (Pattern): The compiled pattern.
    """
    return re.compile(rf"(?<![^\W_])(?:{expression})(?![^\W_])", re.IGNORECASE)


def has_context(context: re.Pattern[str], text: str, start: int, previous: str) -> bool:
    """Whether a context word stands before a candidate, or in the message it answers.

    context (Pattern): The words, from `words`.
    text (str): The message.
    start (int): Where the candidate begins.
    previous (str): The message before.
    RETURNS (bool): Whether one was found.
    """
    if context.search(text, max(0, start - WINDOW), start):
        return True
    if start > ANSWER or not previous:
        return False
    return bool(context.search(previous, max(0, len(previous) - PREVIOUS_WINDOW)))


def raised(score: float) -> float:
    """A score with context, raised as Presidio raises it.

    score (float): The score without context.
    RETURNS (float): The raised score, at most 1.
    """
    return min(1.0, max(0.4, score + CONTEXT_RAISE))


def alternatives(items: Iterable[str]) -> str:
    """A pattern's alternatives, the longest first.

    items (Iterable[str]): Plain strings.
    RETURNS (str): The alternatives, without a group round them.
    """
    return "|".join(sorted(map(re.escape, items), key=len, reverse=True))
