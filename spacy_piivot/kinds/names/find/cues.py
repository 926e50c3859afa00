"""Finds names by the cues around them: "my name is …", "Xochi, can you …?", "Deja."."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from ....core.folding import fold
from ....lang import Lexicon
from ....lang.lexicon import any_word
from ....lang.titles import NAME_WORD, Titles
from ..forms import is_only_a_word, is_ordinary_word, is_people
from ..index import looks_ordinary
from ..listed import is_listed_given_name
from ..parsing import name_extent
from ..words import is_title_or_relative
from .evidence import Evidence, MessageWords, is_doubtful
from .trimming import glued_greeting

_MOST_WORDS = 3
# Shorter words that stand alone are as often misspellings ("Oay.", "Thre.").
_TELLING_LENGTH = 5
_NAME = rf"(?P<name>(?:[A-Z]\.){{2,}}|{NAME_WORD.pattern})"
# A word right after an opening quote or bracket: "he said “Kofi".
_QUOTED = re.compile(rf"(?:(?<=[“„‟«‹])|(?<=(?<!\w)[\"'‘(\[])){_NAME}(?![\w\]>])")
_ALONE = re.compile(rf"\s*{_NAME}\s*[.?!…]*\s*")
_SPACE = re.compile(r"[ \u00a0]")
_SPEAKABLE = re.compile(r"(?=.*[aeiouyàáâäèéêëìíîïòóôöùúûü])(?!.*(.)\1\1)", re.IGNORECASE)


class Cues:
    """The cues for names in a language.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        said, any_of = lexicon.expression, lexicon.any_of
        evidence = lexicon.part(Evidence)
        titles = lexicon.part(Titles)
        self.not_names = lexicon.word_set("name_cues.nobody") | titles.titles | titles.only_close
        self.not_greeted = self.not_names | evidence.greetings
        closed = rf"(?=\s*(?:[,.!?;:)]|$|\b{any_of('names.conjunctions')}\b))"
        self.named = re.compile(rf"\b(?:{said('name_cues.named')})\s+{_NAME}", re.IGNORECASE)
        self.presented = re.compile(
            rf"\b(?:{said('name_cues.presented')})\s+{_NAME}{closed}", re.IGNORECASE
        )
        greeting = (
            f"{any_of('greetings.greetings')}|{said('name_cues.thanks')}|"
            f"(?P<praise>{any_of('greetings.praise')})"
        )
        self.greeted = re.compile(
            rf"(?:^|(?<=[.!?,]\s))(?:{greeting})[,!]?\s+{_NAME}{closed}",
            re.IGNORECASE | re.MULTILINE,
        )
        self.called = re.compile(
            rf"(?:^|(?<=[.!?]\s)|(?<=[^\W\d_],\s)){_NAME},?\s+(?:{said('name_cues.called')})\b",
            re.IGNORECASE | re.MULTILINE,
        )
        self.titled = re.compile(rf"\b{any_word(titles.titles)}\.?[ ]{_NAME}", re.IGNORECASE)
        self.title_without_name = re.compile(
            rf"\b{any_of('titles.alone_too')}\.?\s\Z", re.IGNORECASE
        )
        self.contraction = lexicon.pattern("names.contraction")


def cued_names(message: MessageWords, *, by_tutor: bool) -> Iterator[tuple[int, int]]:
    """Find the words that cues in a message show to be names.

    message (MessageWords): The message.
    by_tutor (bool): Whether a tutor speaks: tutors call pupils by just their name.
    YIELDS (tuple[int, int]): Start and end of a name in the message's text.
    """
    for start, end in _cued(message, by_tutor=by_tutor):
        first, last = name_extent(message.text[start:end], message.lexicon)
        if last - first > 1:
            yield (start + first, start + last)


def _cued(message: MessageWords, *, by_tutor: bool) -> Iterator[tuple[int, int]]:
    text, lexicon = message.text, message.lexicon
    cues = lexicon.part(Cues)
    for match in cues.named.finditer(text):
        if _may_be_name(match["name"], lexicon):
            yield _with_surname(message, *match.span("name"))
    for match in cues.presented.finditer(text):
        name = match["name"]
        capital = name[0].isupper() and not is_people(name, lexicon)
        if (capital or is_listed_given_name(name, lexicon)) and _may_be_name(name, lexicon):
            yield match.span("name")
    for match in cues.greeted.finditer(text):
        name = match["name"]
        if _may_be_name(name, lexicon) and (not match["praise"] or _is_marked(name, lexicon)):
            yield match.span("name")
    for match in cues.called.finditer(text):
        if _may_be_name(match["name"], lexicon) and _is_marked(match["name"], lexicon):
            yield match.span("name")
    for match in cues.titled.finditer(text):
        if _may_be_titled(match["name"], text[match.start() : match.start("name")], lexicon):
            yield _with_surname(message, *match.span("name"))
    for match in _QUOTED.finditer(text):
        if _is_surely_given_name(match["name"], lexicon):
            yield match.span("name")
    alone = _ALONE.fullmatch(text) if by_tutor else None
    if alone and _stands_for_pupil(alone["name"], lexicon):
        yield alone.span("name")
    yield from _glued(message)
    yield from _full_names(message)


def _is_surely_given_name(word: str, lexicon: Lexicon) -> bool:
    """Whether a capitalised word is a listed given name and not an ordinary word."""
    return (
        word.istitle()
        and is_listed_given_name(word, lexicon)
        and not is_ordinary_word(word, lexicon)
        and _may_be_name(word, lexicon)
    )


def _may_be_name(word: str, lexicon: Lexicon) -> bool:
    """Whether a word, in any case, is not an ordinary word."""
    cues = lexicon.part(Cues)
    folded = fold(word)
    return (
        len(word) > 1
        and folded not in cues.not_greeted
        and not is_doubtful(folded, lexicon)
        and not (word.islower() and is_ordinary_word(word, lexicon))
        and not looks_ordinary(folded, lexicon)
        and not cues.contraction.search(word)
        and bool(_SPEAKABLE.match(word) or word.isupper() or not word.isascii())
        and not all(
            piece in cues.not_names or looks_ordinary(piece, lexicon)
            for piece in re.split(r"[-'’]", folded)
        )
    )


def _is_marked(word: str, lexicon: Lexicon) -> bool:
    """Whether a word is capitalised or a listed given name."""
    return word[0].isupper() or is_listed_given_name(word, lexicon)


def _may_be_titled(word: str, before: str, lexicon: Lexicon) -> bool:
    cues = lexicon.part(Cues)
    if len(word) < 2 or fold(word) in cues.not_names or not word[0].isalpha():
        return False
    may_stand_alone = cues.title_without_name.search(before)
    if word[0].isupper():
        return not is_only_a_word(word, lexicon) and not (
            may_stand_alone and is_ordinary_word(word, lexicon)
        )
    return not may_stand_alone and not looks_ordinary(fold(word), lexicon)


def _stands_for_pupil(name: str, lexicon: Lexicon) -> bool:
    if "." in name:
        return True
    telling = len(name) >= _TELLING_LENGTH or not name.isascii()
    return (
        (telling or is_listed_given_name(name, lexicon))
        and name[0].isupper()
        and not name.isupper()
        and _may_be_name(name, lexicon)
        and not is_people(name, lexicon)
    )


def _with_surname(message: MessageWords, start: int, end: int) -> tuple[int, int]:
    """Extend a name by the capitalised words after it that may belong to it."""
    number = bisect_left(message.words, (start, end))
    if message.words[number : number + 1] != [(start, end)] or not message.text[start].isupper():
        return (start, end)
    for following in range(number + 1, min(number + _MOST_WORDS, len(message.words))):
        word = message.text[slice(*message.words[following])]
        if not _SPACE.fullmatch(message.gap(following)) or not word.istitle() or len(word) < 2:
            break
        if is_only_a_word(word, message.lexicon) or is_doubtful(fold(word), message.lexicon):
            break
        end = message.words[following][1]
    return (start, end)


def _glued(message: MessageWords) -> Iterator[tuple[int, int]]:
    """Find listed names with a greeting glued to the front ("hialex")."""
    for number, (start, end) in enumerate(message.words):
        if message.begins_sentence(number):
            name = start + glued_greeting(message.text[start:end], lexicon=message.lexicon)
            if name > start and is_listed_given_name(message.text[name:end], message.lexicon):
                yield (name, end)


def _full_names(message: MessageWords) -> Iterator[tuple[int, int]]:
    """Find two names that are also words, followed by a person verb ("Bill Gates said")."""
    lexicon = message.lexicon
    person_verbs = lexicon.part(Evidence).person_verbs
    for number in range(1, len(message.words)):
        start, end = message.words[number - 1][0], message.words[number][1]
        words = [message.text[slice(*message.words[i])] for i in (number - 1, number)]
        if (
            message.capitals_prove
            and all(map(str.istitle, words))
            and all(len(word) > 2 and _is_name_too(word, lexicon) for word in words)
            and is_listed_given_name(words[0], lexicon)
            and not is_title_or_relative(fold(words[0]), lexicon)
            and _SPACE.fullmatch(message.gap(number))
            and (message.word(number + 1) in person_verbs or len(message.words) == 2)
        ):
            yield (start, end)


def _is_name_too(word: str, lexicon: Lexicon) -> bool:
    return not is_only_a_word(word, lexicon) and not is_doubtful(fold(word), lexicon)
