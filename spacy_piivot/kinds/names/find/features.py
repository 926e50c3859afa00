"""Computes features of possible names: their spelling, their context and the tagger's scores.

Each possible name becomes one row of numbers, which `second_look` weighs.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy
from numpy.typing import NDArray

from ....core.folding import fold, squeeze
from ....lang import Lexicon
from ....lang.titles import NAME_WORD, Titles
from ..forms import is_only_a_word, is_ordinary_word, possessive
from ..index import looks_ordinary
from ..listed import is_listed_given_name, is_listed_surname
from .evidence import Evidence, MessageWords, is_doubtful
from .positions import Messages
from .rejection import is_ordinary_use, is_said_to_be_name
from .token_scores import TokenScores

FEATURES = (
    "name_mean", "name_least", "name_most", "name_logit", "anything_mean", "name_before",
    "name_after", "other_label", "words", "letters", "only_words", "some_word", "word_and_name",
    "doubtful", "misspelt_word", "stretched_word", "inflected_word", "listed_given",
    "listed_surname", "single_letter", "spelled_out", "digits", "foreign_letters",
    "repeated_syllables", "without_vowels", "capital", "all_capitals", "begins_sentence",
    "capital_inside", "message_in_lower_case", "message_in_capitals", "said_to_be_name",
    "ordinary_use", "title_before", "greeting_before", "praise_before", "comma_before",
    "comma_after", "ends_clause", "alone", "possessive", "person_verb_after", "auxiliary_after",
    "address_after", "determiner_before", "preposition_before", "link_before", "link_after",
    "copula_before", "pronoun_before", "pronoun_after", "of_words_before", "of_words_after",
    "filler", "filler_near", "class_after", "digit_near", "operator_near",
    "repeated_beside", "message_words", "unknown_share", "said", "occurrences", "pooled_mean",
    "pooled_most", "pooled_share", "lower_share", "capital_inside_share", "alone_share", "cued",
    "alone_in_a_row", "of_words_share", "in_longer_name", "heard_before", "rank_before",
)  # fmt: skip

_REACH = 3
_MISSPELT_LETTERS = 4
_LIKELY = 0.45
_REMEMBERED = 10_000
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_SYLLABLES = re.compile(r"(?i)([^\W\d_]{1,4}?)(?:[-\s]?\1)+")
_SPELLED = re.compile(r"(?:[^\W\d_][-. ]){2,}[^\W\d_]")
_VOWEL = re.compile(r"[aeiouy]|[^\x00-\x7f]", re.IGNORECASE)
_OPERATOR = re.compile(r"[=+*×÷/^<>≤≥]")


class WordsAround:
    """Words around a possible name that are evidence for or against it.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        words = lexicon.word_set
        self.determiners = words("second_look.determiners")
        self.prepositions = words("second_look.prepositions")
        self.links = words("second_look.links")
        self.copulas = words("second_look.copulas")
        # Said about words, not about people.
        self.of_words = words("second_look.of_words")
        self.fillers = words("second_look.fillers")
        self.to_a_class = words("second_look.to_a_class")
        self.pronouns = words("second_look.pronouns")
        self.ranks = words("second_look.ranks")


@dataclass(frozen=True, slots=True)
class Possible:
    """A possible name.

    start (int): Its first character in the document's text.
    end (int): The character after its last.
    said (bool): Whether only a cue found it ("my name is …").
    """

    start: int
    end: int
    said: bool = False


@dataclass(slots=True)
class _Use:
    """How one word is used in a dialogue."""

    names: list[float] = field(default_factory=list)
    lower: int = 0
    capital_inside: int = 0
    alone: list[int] = field(default_factory=list)
    cued: int = 0
    of_words: int = 0


class DialogueFeatures:
    """A dialogue for whose possible names features are computed.

    text (str): The document's text.
    messages (Messages): Its messages.
    scores (TokenScores): The tagger's scores of its tokens.
    """

    def __init__(self, text: str, messages: Messages, scores: TokenScores) -> None:
        self.text = text
        self.messages = messages
        self.scores = scores
        self.starts = [start for start, _ in messages]
        self.lexicon = messages.lexicon
        self._around = messages.lexicon.part(WordsAround)
        self._possessive = possessive(messages.lexicon)
        self._about_words: dict[int, bool] = {}

    def features(self, possible: Sequence[Possible]) -> NDArray[numpy.float32]:
        """Compute the features of possible names.

        possible (Sequence[Possible]): The possible names, in text order.
        RETURNS (NDArray[numpy.float32]): One row per possible name, one column per feature.
        """
        if not possible:
            return numpy.zeros((0, len(FEATURES)), "float32")
        strings = [self._bare(self.text[p.start : p.end]) for p in possible]
        uses = self._uses(set(strings))
        longer = Counter(word for s in set(strings) if " " in s for word in s.split())
        rows = [
            self._row(p, string, uses[string], longer[string])
            for p, string in zip(possible, strings, strict=True)
        ]
        return numpy.asarray(rows, "float32")

    def is_about_words(self, place: int) -> bool:
        """Whether a message is about words: "our word of the day is …", "how do you spell …".

        place (int): The position of a character of the message in the document's text.
        RETURNS (bool): Whether the message contains a word that is said about words.
        """
        start, message = self.messages.at(place)
        # A long message may have thousands of possible names.
        if start not in self._about_words:
            words = (message.word(number) for number in range(len(message.words)))
            self._about_words[start] = not self._around.of_words.isdisjoint(words)
        return self._about_words[start]

    def _uses(self, strings: set[str]) -> dict[str, _Use]:
        """How each string is used throughout the dialogue."""
        uses: dict[str, _Use] = defaultdict(_Use)
        parts = sorted((s for s in strings if s), key=lambda s: (-len(s), s))
        if not parts:
            return uses
        pattern = re.compile(
            rf"(?<![^\W_])(?:{'|'.join(map(re.escape, parts))})(?![^\W_])", re.IGNORECASE
        )
        for number, (offset, message) in enumerate(self.messages):
            for match in pattern.finditer(message.text):
                self._note(uses[self._bare(match.group())], number, offset, message, match)
        return uses

    def _note(
        self, use: _Use, number: int, offset: int, message: MessageWords, match: re.Match[str]
    ) -> None:
        start, end = match.span()
        tokens = self.scores.tokens(offset + start, offset + end)
        use.names.append(float(self.scores.names[tokens].mean()))
        word = match.group()
        index = _word_at(message, start)
        use.lower += word.islower()
        use.capital_inside += (
            word[:1].isupper() and not message.begins_sentence(index) and message.capitals_prove
        )
        use.cued += is_said_to_be_name(message.text, start, self.lexicon)
        if len(message.words) == len(NAME_WORD.findall(word)):
            use.alone.append(number)
        use.of_words += message.word(index - 1) in self._around.of_words

    def _row(self, possible: Possible, string: str, use: _Use, longer: int) -> list[float]:
        offset, message = self.messages.at(possible.start)
        return [
            *self._tagger(possible),
            *_spelling(self.text[possible.start : possible.end], string, self.lexicon),
            *_place(message, possible.start - offset, possible.end - offset, self._around),
            float(possible.said),
            *_use(use),
            float(longer > 0),
            *self._before(offset, message, possible.start - offset),
        ]

    def _tagger(self, possible: Possible) -> list[float]:
        tokens = self.scores.tokens(possible.start, possible.end)
        names, anything = self.scores.names[tokens], self.scores.anything[tokens]
        mean = float(names.mean())
        limited = min(max(mean, 0.01), 0.999)
        before = self.scores.names[max(tokens.start - 1, 0) : tokens.start]
        after = self.scores.names[tokens.stop : tokens.stop + 1]
        return [
            mean, float(names.min()), float(names.max()), math.log(limited / (1 - limited)),
            float(anything.mean()), float(before.max(initial=0)), float(after.max(initial=0)),
            float((anything - names).mean()),
        ]  # fmt: skip

    def _before(self, offset: int, message: MessageWords, start: int) -> list[float]:
        """Whether the previous message has the word too, and whether a rank precedes it here."""
        index = _word_at(message, start)
        word = message.word(index)
        heard = False
        if offset > 0:
            _, previous = self.messages.at(offset - 1)
            heard = any(previous.word(i) == word for i in range(len(previous.words)))
        return [float(heard), float(message.word(index - 1) in self._around.ranks)]

    def _bare(self, string: str) -> str:
        """A name as it is compared: lower case, one space between words, no possessive."""
        return " ".join(self._possessive.sub("", string).lower().split())


def _word_at(message: MessageWords, start: int) -> int:
    """The number of the word at a position, or of the next word."""
    low, high = 0, len(message.words)
    while low < high:
        middle = (low + high) // 2
        if message.words[middle][1] <= start:
            low = middle + 1
        else:
            high = middle
    return low


def _spelling(found: str, string: str, lexicon: Lexicon) -> list[float]:
    words = [fold(word) for word in NAME_WORD.findall(found)] or [string]
    letters = sum(map(str.isalpha, found))
    plain = [word for word in words if len(word) > 1] or words
    only_words = [is_only_a_word(word, lexicon) for word in words]
    names_too = [is_ordinary_word(word, lexicon) for word in words]
    return [
        float(len(words)),
        float(letters),
        float(all(only_words)),
        float(any(only_words)),
        float(any(too and not only for too, only in zip(names_too, only_words, strict=True))),
        float(all(is_doubtful(word, lexicon) for word in words)),
        float(all(_is_misspelt(word, lexicon) for word in plain)),
        float(all(_is_stretched(word, lexicon) for word in plain)),
        float(all(looks_ordinary(word, lexicon) for word in plain)),
        float(is_listed_given_name(words[0], lexicon)),
        float(is_listed_surname(words[-1], lexicon)),
        float(letters == 1),
        float(bool(_SPELLED.fullmatch(found))),
        float(any(map(str.isdigit, found))),
        float(not found.isascii()),
        float(bool(_SYLLABLES.fullmatch(found))),
        float(letters > 1 and not _VOWEL.search(found)),
    ]


def _place(message: MessageWords, start: int, end: int, around: WordsAround) -> list[float]:
    lexicon = message.lexicon
    evidence = lexicon.part(Evidence)
    text, index = message.text, _word_at(message, start)
    last = max(_word_at(message, end) - 1, index)
    found = text[start:end]
    before, after = message.word(index - 1), message.word(last + 1)
    gap_before, gap_after = message.gap(index), message.gap(last + 1)
    rest = fold(text[end : message.words[last][1]]) if last < len(message.words) else ""
    near_before = {message.word(i) for i in range(index - _REACH, index)}
    near_after = {message.word(i) for i in range(last + 1, last + 1 + _REACH)}
    others = [i for i in range(len(message.words)) if not index <= i <= last]
    capital = found[:1].isupper()
    begins = message.begins_sentence(index)
    unknown = sum(_is_unknown(message.word(i), lexicon) for i in others)
    spaced = gap_before.strip() in ("", ",", ".")
    return [
        float(capital),
        float(found.isupper() and len(found) > 1),
        float(begins),
        float(capital and not begins and message.capitals_prove),
        float(text.islower()),
        float(text.isupper() and len(message.words) > 1),
        float(is_said_to_be_name(text, start, lexicon)),
        float(is_ordinary_use(message, start, end)),
        float(before in lexicon.part(Titles).titles),
        float(before in evidence.greetings and spaced),
        float(f"{message.word(index - 2)} {before}" in evidence.praise),
        float("," in gap_before),
        float(gap_after.lstrip().startswith(",")),
        float(message.ends_clause(last)),
        float(not others),
        float(rest in evidence.possessives),
        float(after in evidence.person_verbs),
        float(after in evidence.auxiliaries),
        float("," in gap_after and after in evidence.address),
        float(before in around.determiners),
        float(before in around.prepositions),
        float(before in around.links),
        float(after in around.links),
        float(before in around.copulas),
        float(before in around.pronouns),
        float(after in around.pronouns),
        float(not near_before.isdisjoint(around.of_words)),
        float(not near_after.isdisjoint(around.of_words)),
        float(fold(found) in around.fillers),
        float(before in around.fillers or after in around.fillers),
        float(after in around.to_a_class),
        float(any(map(str.isdigit, text[max(0, start - 4) : start] + text[end : end + 4]))),
        float(bool(_OPERATOR.search(text[max(0, start - 3) : start] + text[end : end + 3]))),
        float(message.word(index) in (before, after)),
        math.log1p(len(message.words)),
        unknown / len(others) if others else 0.0,
    ]


def _use(use: _Use) -> list[float]:
    count = max(len(use.names), 1)
    in_a_row = sum(b - a <= 2 for a, b in zip(use.alone, use.alone[1:], strict=False))
    return [
        math.log1p(len(use.names)),
        sum(use.names) / count,
        max(use.names, default=0.0),
        sum(score >= _LIKELY for score in use.names) / count,
        use.lower / count,
        use.capital_inside / count,
        len(use.alone) / count,
        use.cued / count,
        float(in_a_row),
        use.of_words / count,
    ]


@lru_cache(_REMEMBERED)
def _is_misspelt(word: str, lexicon: Lexicon) -> bool:
    """Whether a folded word is unknown and one edit away from an ordinary word."""
    if len(word) < _MISSPELT_LETTERS or not word.isascii() or _is_known(word, lexicon):
        return False
    return any(is_only_a_word(near, lexicon) for near in _one_edit(word))


@lru_cache(_REMEMBERED)
def _is_stretched(word: str, lexicon: Lexicon) -> bool:
    """Whether a folded word is an ordinary word with letters repeated ("sooo")."""
    squeezed = squeeze(word)
    if squeezed == word or _is_known(word, lexicon):
        return False
    return looks_ordinary(squeezed, lexicon)


def _is_known(word: str, lexicon: Lexicon) -> bool:
    return (
        looks_ordinary(word, lexicon)
        or is_listed_given_name(word, lexicon)
        or is_listed_surname(word, lexicon)
    )


@lru_cache(_REMEMBERED)
def _is_unknown(word: str, lexicon: Lexicon) -> bool:
    """Whether a folded word of two or more letters is neither an ordinary word nor a name."""
    if len(word) < 2 or "'" in word:
        return False
    return not _is_known(possessive(lexicon).sub("", word), lexicon)


def _one_edit(word: str) -> Iterable[str]:
    for i in range(len(word) + 1):
        head, tail = word[:i], word[i:]
        if tail:
            yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in _ALPHABET:
            yield head + letter + tail
            if tail:
                yield head + letter + tail[1:]
