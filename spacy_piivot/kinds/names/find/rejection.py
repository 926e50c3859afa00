"""Rejects words that a tagger took for names: ordinary words, variables, terms."""

import re
from bisect import bisect_left
from collections.abc import Set

from ....core.folding import fold
from ....lang import ENGLISH, Lexicon
from ....lang.titles import NAME_WORD
from ..forms import is_only_a_word
from ..parsing import has_title
from .evidence import MessageWords
from .terms import is_term

ORDINARY_WORD = "ordinary word"
VARIABLE = "variable"
TERM = "term"
SECOND_LOOK = "not a name at a second look"

# How far before a possible name to search for a title or an introduction, in characters.
_WINDOW = 32
_PIECE = re.compile(r"[^-]+")


class Presentations:
    """The words that introduce a name, and those that link ordinary words.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.before_name = lexicon.pattern("name_evidence.said_to_be")
        # Also names ("An", "To"), but not between ordinary words ("knee to knee").
        self.links = lexicon.word_set("name_evidence.between_words")


def is_said_to_be_name(text: str, start: int, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a title, a greeting or an introduction comes before ("Ms. ", "hi ", "I'm ").

    text (str): A message.
    start (int): Where the possible name begins in it.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): Whether the next word is a name, whatever it is.
    """
    before = text[max(0, start - _WINDOW) : start]
    return bool(lexicon.part(Presentations).before_name.search(before))


def is_variable(text: str, start: int, end: int) -> bool:
    """Whether a possible name consists of at most one letter and digits ("x", "X²", "B2").

    An initial with its full stop ("J.") and a letter of a script without cases ("王") are not
    variables. See `evidence.is_variable` for names of two and more letters.

    text (str): A message.
    start (int): Where the possible name begins in it.
    end (int): Where it ends.
    RETURNS (bool): Whether it is a variable, a point or a number.
    """
    found = text[start:end]
    letters = [character for character in found if character.isalpha()]
    if len(letters) > 1:
        return False
    if not letters:
        return True
    letter = letters[0]
    initial = letter.isupper() and text.startswith(f"{letter}.", start)
    return letter.lower() != letter.upper() and not initial


def is_ordinary_use(message: MessageWords, start: int, end: int) -> bool:
    """Whether a possible name consists of ordinary words, without evidence for a name.

    All its words are practically never names (`names.is_only_a_word`), and its capitals are not
    evidence: it is in lower case, the message is all in capitals, or it is one word that begins
    a sentence.

    message (MessageWords): The message.
    start (int): Where the possible name begins in the message's text.
    end (int): Where it ends.
    RETURNS (bool): Whether it is used as an ordinary word.
    """
    lexicon = message.lexicon
    links = lexicon.part(Presentations).links
    found = message.text[start:end]
    words = [piece for word in NAME_WORD.findall(found) for piece in _PIECE.findall(word)]
    telling = [word for word in words if fold(word) not in links]
    if not telling or has_title(found, lexicon):
        return False
    if not all(is_only_a_word(word, lexicon) for word in telling):
        return False
    if found.islower() or (found.isupper() and message.text.isupper()):
        return True
    return len(words) == 1 and _begins_sentence(message, start)


def _begins_sentence(message: MessageWords, start: int) -> bool:
    number = bisect_left(message.words, (start, 0))
    begins_word = number < len(message.words) and message.words[number][0] == start
    return begins_word and message.begins_sentence(number)


def reason_against(
    message: MessageWords, start: int, end: int, *, known: Set[str], sure: bool
) -> str:
    """Say why a possible name is not a name.

    message (MessageWords): The message.
    start (int): Where the possible name begins in the message's text.
    end (int): Where it ends.
    known (Set[str]): The folded parts of names known for the dialogue, which are kept.
    sure (bool): Whether the tagger is sure enough to keep an ordinary word.
    RETURNS (str): `ORDINARY_WORD`, `VARIABLE`, `TERM`, or "" if it may be a name.
    """
    text = message.text
    parts = {fold(word) for word in NAME_WORD.findall(text[start:end])}
    if not known.isdisjoint(parts) or is_said_to_be_name(text, start, message.lexicon):
        return ""
    if is_variable(text, start, end):
        return VARIABLE
    if is_term(message, start, end):
        return TERM
    if not sure and is_ordinary_use(message, start, end):
        return ORDINARY_WORD
    return ""
