"""Reads and writes the abbreviations of schools: "LMS" for "Lincoln Middle School"."""

import re

from ...core.folding import fold
from .place_words import TOKEN
from .school_grammar import SchoolGrammar

SHORT_FORM = re.compile(r"[A-Z]{2,6}|[A-Z](?:\.[A-Z]){1,5}\.?")
_STAGE_LETTERS = re.compile(r"[A-Z]{2,3}")
_POSSESSIVE = re.compile(r"['’]s$")
# After these a school's name says where it is.
_PLACE = re.compile(r",|\s-\s")
_LEAST = 2


def short_forms(name: str, grammar: SchoolGrammar) -> dict[str, str]:
    """The abbreviations that a school may have.

    name (str): Its name: "University of Texas at Austin".
    grammar (SchoolGrammar): The grammar of the language.
    RETURNS (dict[str, str]): By the way in which it is abbreviated, the abbreviation in capitals:
        "UTA" of all words, "UT" of those before the place; with a word for a school that is left
        out ("LMS" for "Lincoln Middle") or without the one that is there ("LM"); "OG" for
        "Oak Grove Elementary".
    """
    letters = _letters(name, grammar)
    if not letters:
        return {}
    found = {"all": "".join(letter for _, letter in letters)}
    last = letters[-1][0]
    school = next((word for word in grammar.school_words), "")
    if fold(school) == last:
        found["without school"] = "".join(letter for _, letter in letters[:-1])
    elif school and last in grammar.lower_stages:
        found["with school"] = found["all"] + school[0].upper()
    place = _PLACE.search(name)
    words = name.split()
    for number, word in enumerate(words):
        if number and fold(word) in grammar.place_joins:
            before = " ".join(words[:number])
            found["before the place"] = "".join(letter for _, letter in _letters(before, grammar))
            break
    if place:
        before = name[: place.start()]
        found.setdefault(
            "before the place", "".join(letter for _, letter in _letters(before, grammar))
        )
    found["name alone"] = "".join(letter for word, letter in letters if not grammar.is_kind(word))
    if letters[0][0] in grammar.head_words and len(letters) == _LEAST:
        found["name first"] = found["all"][::-1]
    return {how: short for how, short in found.items() if len(short) >= _LEAST}


def plain(short: str) -> str:
    """An abbreviation without full stops: "LHS" for "L.H.S."."""
    return short.replace(".", "")


def written_like(original: str, short: str) -> str:
    """An abbreviation with full stops and in the case of the original."""
    dotted = ".".join(short) + "." * original.endswith(".") if "." in original else short
    return dotted.lower() if original.islower() else dotted


def _letters(name: str, grammar: SchoolGrammar) -> list[tuple[str, str]]:
    """The folded words of a name that have a letter in its abbreviation, with that letter."""
    found = []
    for token in TOKEN.findall(name):
        word = fold(token.rstrip("."))
        if word in grammar.without_initial or not token[0].isalpha():
            continue
        letters = plain(token)
        if _STAGE_LETTERS.fullmatch(letters) and letters in grammar.short_endings:
            found.append((word, letters))
        else:
            parts = _POSSESSIVE.sub("", token).split("-")
            found.append((word, "".join(part[0] for part in parts if part).upper()))
    return found
