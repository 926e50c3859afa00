"""Finds initials of people known in the dialogue: "K. said so", if Kofi is known."""

import re
from collections.abc import Collection, Iterator

from ....lang import Lexicon
from ....lang.titles import titles
from .evidence import Evidence, MessageWords

# A single capital letter with a full stop, or addressed.
_INITIAL = re.compile(r"(?<![^\W_])(?<![.'’\-^_\\$/])(?P<letter>[^\W\d_])(?P<stop>[.!,?])(?![^\s])")
_LABEL = re.compile(r"(?<![^\W_])(?P<letter>[A-Z])[.):](?=\s|$)")
_OPERATOR = re.compile(r"\s*[=+*×÷/^<>≤≥(\d]|\s-\s")
_AFTER_OPERATOR = re.compile(r"[=+*×÷/^<>≤≥∠△\d]\s*\Z")
# Letters of multiple-choice answers.
_CHOICES = frozenset("ABCDE")
_VARIABLES = frozenset("IXYZ")


class BesideInitials:
    """The words next to an initial that stands for a person.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        evidence, words = lexicon.part(Evidence), lexicon.word_set
        self.verbs = evidence.person_verbs
        self.after = self.verbs | words("initials.after")
        self.address = evidence.address - words("initials.no_address")
        self.spoken_to = words("initials.spoken_to")
        self.beside = words("initials.beside")
        self.thanks = words("initials.thanks")
        praise = {phrase.split()[-1] for phrase in evidence.praise}
        self.before = titles(lexicon) | words("initials.before") | evidence.greetings | praise


def known_initials(
    message: MessageWords, initials: Collection[str]
) -> Iterator[tuple[int, int, str]]:
    """Find the initials of known names that stand for a person.

    message (MessageWords): The message.
    initials (Collection[str]): The first letters of known names, upper case.
    YIELDS (tuple[int, int, str]): Start and end of an initial in the text, and its letter.
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


def _stands_for_person(message: MessageWords, number: int, match: re.Match[str]) -> bool:
    text, letter, stop = message.text, match["letter"], match["stop"]
    words = message.lexicon.part(BesideInitials)
    if _OPERATOR.match(text, match.end()) or _AFTER_OPERATOR.search(text[: match.start()][-4:]):
        return False
    before, after = message.word(number - 1), message.word(number + 1)
    begins = message.begins_sentence(number)
    doubtful = letter in _CHOICES or letter in _VARIABLES
    if begins:
        # "K. said so"; "A. Is 12 …" begins a choice.
        verbs = words.verbs if doubtful else words.after
        spoken_to = stop != "." and after in words.address and not doubtful
        return spoken_to or (stop == "." and after in verbs and _goes_on(text, match))
    if before in words.beside:
        return stop != "," and not doubtful
    if before in words.before or f"{message.word(number - 2)} {before}" in words.thanks:
        return True
    return before in words.spoken_to and after in words.address and not (doubtful and stop == ",")


def _goes_on(text: str, match: re.Match[str]) -> bool:
    """Whether the sentence continues after a full stop."""
    following = text[match.end() :].lstrip()
    return following[:1].islower()
