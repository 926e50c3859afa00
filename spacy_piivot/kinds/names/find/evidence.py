"""Decides whether a word is used as a name: "Mark, can you …", not "mark the point"."""

import re
import unicodedata

from ....core.folding import fold
from ....lang import ENGLISH, Lexicon
from ....lang.titles import NAME_WORD, Titles

_BREAK = re.compile(r"[.!?:;…—–\"“”•*()\[\]{}|/\r\n]|(?:^|\s)-+\s")
_OPERATOR_AFTER = re.compile(r"\s*[=+*×÷/^<>≤≥(\d²³]")
_OPERATOR_BEFORE = re.compile(r"[=+*×÷/^<>≤≥∠△\d]\s*\Z")


class Evidence:
    """The words around a word that show whether it is a name.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        words, titles = lexicon.word_set, lexicon.part(Titles)
        self.greetings = words("greetings.greetings")
        self.praise = words("greetings.praise")
        self.remarks = words("name_evidence.remarks")
        self.before_names = titles.titles | titles.offices | titles.close
        self.titles_with_names = titles.with_names
        self.determiners = words("name_evidence.determiners")
        self.before_verbs = words("name_evidence.before_verbs")
        self.objects = words("name_evidence.objects")
        self.subjects = words("name_evidence.subjects")
        self.speech_verbs = words("name_evidence.speech_verbs")
        self.person_verbs = self.speech_verbs | words("name_evidence.person_verbs")
        self.address = words("name_evidence.address")
        self.auxiliaries = words("name_evidence.auxiliaries")
        self.openers = words("name_evidence.openers")
        self.capitalised = words("capitalised_words")
        self.after_subjects = words("name_evidence.after_subjects")
        self.joining_subjects = words("name_evidence.joining_subjects")
        self.past_endings = lexicon.words("name_evidence.past_endings")
        self.after_own_name = words("name_evidence.after_own_name")
        self.figures = words("name_evidence.figures")
        self.capital_words = words("name_evidence.capital_words")
        self.contracted_verbs = words("name_evidence.contracted_verbs")
        self.possessives = words("name_evidence.possessives")
        self.naming = lexicon.pattern("name_evidence.naming")
        self.self = lexicon.pattern("name_evidence.self")
        self.presenting = lexicon.pattern("name_evidence.presenting")
        self.you = lexicon.pattern("name_evidence.you")


class MessageWords:
    """One message with its words, and whether capitals are evidence in it.

    text (str): The message.
    lexicon (Lexicon): The words of its language.
    """

    __slots__ = ("_capitals_prove", "lexicon", "text", "words")

    def __init__(self, text: str, lexicon: Lexicon = ENGLISH) -> None:
        self.text = text
        self.lexicon = lexicon
        self.words = [match.span() for match in NAME_WORD.finditer(text)]
        self._capitals_prove: bool | None = None

    def word(self, number: int) -> str:
        """A word, folded; "" outside of the message."""
        if not 0 <= number < len(self.words):
            return ""
        start, end = self.words[number]
        return fold(self.text[start:end])

    def gap(self, number: int) -> str:
        """The text between a word and the one before it."""
        end = self.words[number - 1][1] if number > 0 else 0
        start = self.words[number][0] if number < len(self.words) else len(self.text)
        return self.text[end:start]

    def is_capitalised(self, number: int) -> bool:
        return number < len(self.words) and self.text[self.words[number][0]].isupper()

    def is_letters(self, number: int) -> bool:
        """Whether a word consists of letters for points or variables ("A", "ABC")."""
        if number >= len(self.words):
            return False
        start, end = self.words[number]
        if end - start > 3 or not self.text[start:end].isupper():
            return False
        return self.word(number) not in self.lexicon.part(Evidence).capital_words

    def begins_sentence(self, number: int) -> bool:
        return number == 0 or bool(_BREAK.search(self.gap(number)))

    def ends_clause(self, number: int) -> bool:
        """Whether a word is followed by punctuation, a symbol such as an emoji, or nothing."""
        gap = self.gap(number + 1)
        mark = gap.lstrip()[:1]
        if not mark:
            return number + 1 == len(self.words) or "\n" in gap
        return unicodedata.category(mark) in ("Po", "Pe", "Pd", "So", "Sk", "Pf") or mark == "<"

    @property
    def capitals_prove(self) -> bool:
        """False if all is in capitals, or most words are capitalised as in a heading."""
        if self._capitals_prove is None:
            self._capitals_prove = self._compare_capitals()
        return self._capitals_prove

    def _compare_capitals(self) -> bool:
        inside = [
            self.text[start:end]
            for number, (start, end) in enumerate(self.words)
            if not self.begins_sentence(number) and end - start > 1
        ]
        capitalised = sum(word[0].isupper() for word in inside)
        if len(inside) >= 3 and capitalised >= 0.6 * len(inside):
            return False
        return not (self.text.isupper() and len(self.words) > 1)


def is_doubtful(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a folded word is often capitalised in ordinary text ("april", "red", "so")."""
    evidence = lexicon.part(Evidence)
    return word in evidence.openers or word in evidence.capitalised


def stands_as_name(
    message: MessageWords, number: int, start: int, end: int, *, doubtful: bool = False
) -> bool:
    """Whether an ordinary word is used as a name here.

    A capitalised word needs a title or a greeting before it, a direct address, a verb of speech,
    a possessive or a place inside a sentence; in lower case a title, a greeting or "my name is".

    message (MessageWords): The message.
    number (int): The word's number in the message.
    start (int): Where the possible name begins in the message's text.
    end (int): Where it ends.
    doubtful (bool): Whether the word is often capitalised in ordinary text (see `is_doubtful`),
        or only known as a surname ("Hill"): a capital or a possessive is not enough then.
    RETURNS (bool): Whether it is used as a name.
    """
    words = message.lexicon.part(Evidence)
    text = message.text
    capital = text[start].isupper()
    before, after = message.word(number - 1), message.word(number + 1)
    gap_before, gap_after = message.gap(number), message.gap(number + 1)
    rest = fold(text[end : message.words[number][1]])
    closed = not rest and message.ends_clause(number)

    if before in words.before_names and re.fullmatch(r"\.?\s+", gap_before):
        return capital or before in words.titles_with_names
    tail = text[max(0, start - 24) : start]
    if words.naming.search(tail) and (
        capital or (not doubtful and (closed or after in words.after_own_name))
    ):
        return True
    greeted = before in words.greetings and bool(re.fullmatch(r"[,!.~]?\s+", gap_before))
    if greeted and (closed or (capital and not doubtful)):
        return True
    praised = f"{message.word(number - 2)} {before}" in words.praise
    if not capital:
        return praised and closed and not doubtful

    if text[end : end + 1] in ("(", "^") or fold(text[start:end]) in words.openers:  # "Max(x)"
        return False
    if rest in words.contracted_verbs:
        return True
    verbs = words.speech_verbs if doubtful else words.person_verbs
    if not rest and gap_after.isspace() and after in verbs:
        return before not in words.determiners
    presented = words.presenting if doubtful else words.self
    if closed and presented.search(tail) and message.capitals_prove:
        return True
    first = message.begins_sentence(number)
    if doubtful:
        return _is_addressed_surely(message, number, gap_before, gap_after)
    comma_before = "," in gap_before
    if closed and (first or comma_before or before in words.remarks):
        whole = len(message.words) == 1
        if comma_before or gap_after.lstrip()[:1] in (",", "?", "!", ":") or whole:
            return True
    if not message.capitals_prove or text[start:end].isupper():
        return False
    if rest in words.possessives:
        return before not in words.determiners
    if first:
        return not rest and gap_after.isspace() and _is_subject(message, number)
    if gap_before.isspace() and (
        before in words.subjects or (before in words.before_verbs and after in words.objects)
    ):
        return False
    return before not in words.determiners and not message.is_letters(number + 1)


def _is_addressed_surely(
    message: MessageWords, number: int, gap_before: str, gap_after: str
) -> bool:
    """Whether a doubtful word is a vocative ("May, can you …", "What do you think, May?")."""
    words = message.lexicon.part(Evidence)
    before, after = message.word(number - 1), message.word(number + 1)
    spoken = before in words.remarks and not is_doubtful(after, message.lexicon)
    opens = message.begins_sentence(number) or "," in gap_before or before in words.remarks
    if opens and gap_after.startswith(",") and (after in words.address or spoken):
        return True
    start = message.words[number][0]
    return (
        "," in gap_before
        and message.ends_clause(number)
        and bool(words.you.search(message.text[max(0, start - 80) : start]))
    )


def _is_subject(message: MessageWords, number: int) -> bool:
    """Whether the first word of a sentence is its subject ("Mark is", "Mark and Ana")."""
    words = message.lexicon.part(Evidence)
    after = message.word(number + 1)
    if after in words.joining_subjects:
        return message.is_capitalised(number + 2)
    return after in words.after_subjects or (len(after) > 4 and after.endswith(words.past_endings))


def is_variable(message: MessageWords, number: int, start: int, end: int) -> bool:
    """Whether a short name is used as a variable or as points ("Bo = 3", "triangle SAM").

    message (MessageWords): The message.
    number (int): The word's number in the message.
    start (int): Where the possible name begins in the message's text.
    end (int): Where it ends.
    RETURNS (bool): True for two letters without evidence for a name, and for capital letters
        after the name of a figure.
    """
    text = message.text
    surface = text[start:end]
    if len(surface) > 4 or not surface.isascii():
        return False
    before = message.word(number - 1)
    figures = message.lexicon.part(Evidence).figures
    if surface.isupper() and (before in figures or text[start - 1 : start] in ("∠", "△")):
        return True
    if len(surface) > 2:
        return False
    if surface.istitle():
        return bool(
            _OPERATOR_AFTER.match(text, end)
            or _OPERATOR_BEFORE.search(text[max(0, start - 4) : start])
        )
    return not stands_as_name(message, number, start, end, doubtful=not surface.isupper())
