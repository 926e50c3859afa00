"""Checks the context that a number or a code needs to count as an identifier.

Numbers in mathematics look like identifiers (`12.5.3.1`, `800-555-1234`, `987-65-4321`), so
every numeric recogniser follows the same rules:

- a *strict* format counts alone, unless `arithmetic.py` finds that it is mathematics: an
  operator, an equals sign, a unit or a further digit next to it, or a calculation that its
  sentence or the message before asks for;
- any *plausible* format counts with a context word ("phone", "student id") before it in the same
  message, or in the message before if it is near the beginning of its own (the answer to a
  question). Arithmetic right next to it still rules it out.

Context words match whole words only: "lic" is not in "public".
"""

import re
from collections.abc import Iterable

# How far before a candidate its context may be, in characters.
WINDOW = 70
# A candidate that starts no later than this may take its context from the message before.
ANSWER = 60
PREVIOUS_WINDOW = 160

# Presidio's LemmaContextAwareEnhancer raises a score by this much, and to at least 0.4.
CONTEXT_RAISE = 0.35


def words(*alternatives: str) -> re.Pattern[str]:
    """A pattern that finds any of several words or phrases, whole, in any case.

    *alternatives (str): Words separated by spaces, or patterns without spaces.
    RETURNS (Pattern): The compiled pattern.
    """
    return whole("|".join(part for alternative in alternatives for part in alternative.split()))


def whole(expression: str) -> re.Pattern[str]:
    """A pattern that finds an expression as whole words, in any case.

    expression (str): A regular expression, such as one from a lexicon's list.
    RETURNS (Pattern): The compiled pattern.
    """
    return re.compile(rf"(?<![^\W_])(?:{expression})(?![^\W_])", re.IGNORECASE)


def has_context(context: re.Pattern[str], text: str, start: int, previous: str) -> bool:
    """Whether a context word is before a candidate, or in the message it answers.

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


def raise_score(score: float) -> float:
    """A score raised for context, as in Presidio.

    score (float): The score without context.
    RETURNS (float): The raised score, at most 1.
    """
    return min(1.0, max(0.4, score + CONTEXT_RAISE))


def alternatives(items: Iterable[str]) -> str:
    """Strings as the alternatives of a pattern, the longest first.

    items (Iterable[str]): Plain strings.
    RETURNS (str): The alternatives, without a group around them.
    """
    return "|".join(sorted(map(re.escape, items), key=len, reverse=True))
