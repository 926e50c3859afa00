"""Initials of people who are known in the dialogue: "K. said so" where Kofi is."""

import re
import tomllib
from collections.abc import Collection, Iterator
from importlib import resources

from .evidence import ADDRESS, GREETINGS, PERSON_VERBS, PRAISE, Message
from .words import TITLES

# A capital letter by itself, with a full stop, or spoken to.
_INITIAL = re.compile(r"(?<![^\W_])(?<![.'’\-^_\\$/])(?P<letter>[^\W\d_])(?P<stop>[.!,?])(?![^\s])")
_LABEL = re.compile(r"(?<![^\W_])(?P<letter>[A-Z])[.):](?=\s|$)")
_OPERATOR = re.compile(r"\s*[=+*×÷/^<>≤≥(\d]|\s-\s")
_AFTER_OPERATOR = re.compile(r"[=+*×÷/^<>≤≥∠△\d]\s*\Z")
# Letters that answers to choose from have.
_CHOICES = frozenset("ABCDE")
_VARIABLES = frozenset("IXYZ")
_WORDS: dict[str, list[str]] = tomllib.loads(
    resources.files("spacy_piivot").joinpath("data", "initials.en.toml").read_text("utf8")
)
_SPOKEN_TO = frozenset(_WORDS["spoken_to"])
_ADDRESS = ADDRESS - frozenset(_WORDS["no_address"])
_BEFORE = TITLES | frozenset(_WORDS["before"])
_AFTER = PERSON_VERBS | frozenset(_WORDS["after"])
_PRAISE = frozenset(phrase.split()[-1] for phrase in PRAISE)


def known_initials(message: Message, initials: Collection[str]) -> Iterator[tuple[int, int, str]]:
    """Find the initials of known names that stand for a person.

    message (Message): The message.
    initials (Collection[str]): The first letters of known names, upper case.
    YIELDS (tuple[int, int, str]): Start and end of a letter in the message's text, and the letter.
    """
    text = message.text
    found = [match for match in _INITIAL.finditer(text) if match["letter"] in initials]
    if not found or len({match["letter"] for match in _LABEL.finditer(text)}) > 1:
        return
    numbers = {span: number for number, span in enumerate(message.words)}
    for match in found:
        number = numbers.get(match.span("letter"))
        if number is not None and _stands_for_person(message, number, match):
            yield (*match.span("letter"), match["letter"])


def _stands_for_person(message: Message, number: int, match: re.Match[str]) -> bool:
    text, letter, stop = message.text, match["letter"], match["stop"]
    if _OPERATOR.match(text, match.end()) or _AFTER_OPERATOR.search(text[: match.start()][-4:]):
        return False
    before, after = message.word(number - 1), message.word(number + 1)
    begins = message.begins_sentence(number)
    doubtful = letter in _CHOICES or letter in _VARIABLES
    if begins:
        # "K. said so"; "A. Is 12 …" begins a choice.
        verbs = PERSON_VERBS if doubtful else _AFTER
        spoken_to = stop != "." and after in _ADDRESS and not doubtful
        return spoken_to or (stop == "." and after in verbs and _goes_on(text, match))
    if before == "with":
        return stop != "," and not doubtful
    if (
        before in _BEFORE
        or before in GREETINGS
        or before in _PRAISE
        or _is_thanked(message, number)
    ):
        return True
    return before in _SPOKEN_TO and after in _ADDRESS and not (doubtful and stop == ",")


def _is_thanked(message: Message, number: int) -> bool:
    return message.word(number - 1) == "you" and message.word(number - 2) == "thank"


def _goes_on(text: str, match: re.Match[str]) -> bool:
    """Whether the sentence goes on after a full stop."""
    following = text[match.end() :].lstrip()
    return following[:1].islower()
