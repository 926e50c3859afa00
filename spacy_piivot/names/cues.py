"""Words that are said to be names: "my name is …", "call me …", "Xochi, can you …?", "Deja."."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from .evidence import GREETINGS, PERSON_VERBS, PRAISE, Message, is_doubtful
from .forms import fold, is_only_a_word, is_ordinary_word, name_extent, word_list
from .index import looks_ordinary
from .listed import is_listed_given_name
from .trimming import glued_greeting
from .words import NAME_WORD, RANKS, TITLES

_MOST_WORDS = 3
# Shorter ones by themselves are as often misspelt words ("Oay.", "Thre.").
_TELLING_LENGTH = 5
# Spoken to, but nobody's name, and what the word lists leave out.
_NOBODY = frozenset(
    "all yall y'all everyone everybody class team guys gang folks fam ladies gentlemen boys girls "
    "friends sir maam ma'am miss mister mrs ms mr teacher tutor coach professor doctor bro bruh "
    "bestie boss buddy pal dude man mate mates honey sweetie sweetheart champ superstar "
    "rockstar genius google siri alexa cortana chatgpt gpt bot mathbot robot chat zoom "
    "mom mum mama papa dad mommy daddy grandma "
    "grandpa scholars mathematicians lol lmao omg btw idk idc ikr nvm tbh rn ngl haha hehe hahaha "
    "hmm mmhmm mhm uh uhh umm ahh ohh ooh aww yay woah whoa yea yeah yup nope nah yep okie welp "
    "fr ong thx tysm ty plz pls ok okay kk".split()
)


def _any(words: set[str] | frozenset[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


_NAME = rf"(?P<name>(?:[A-Z]\.){{2,}}|{NAME_WORD.pattern})"
_CLOSED = r"(?=\s*(?:[,.!?;:)]|$|\band\b))"
_NAMED = re.compile(
    rf"\b(?:my\s+(?:first\s+|last\s+|full\s+|real\s+)?name(?:['’]?s|\s+is)|call\s+me)\s+{_NAME}",
    re.IGNORECASE,
)
_PRESENTED = re.compile(rf"\b(?:i['’]?m|i\s+am)\s+{_NAME}{_CLOSED}", re.IGNORECASE)
_GREETED = re.compile(
    rf"(?:^|(?<=[.!?,]\s))(?:{_any(GREETINGS)}|thank\s+you|(?P<praise>{_any(PRAISE)}))[,!]?\s+{_NAME}{_CLOSED}",
    re.IGNORECASE | re.MULTILINE,
)
_CALLED = re.compile(
    rf"(?:^|(?<=[.!?]\s)|(?<=[^\W\d_],\s)){_NAME},?\s+"
    r"(?:can\s+you|could\s+you|would\s+you|what(?:['’]?s|\s+do\s+you|\s+did\s+you)|go\s+ahead|"
    r"your\s+turn|you['’]re\s+up|please)\b",
    re.IGNORECASE | re.MULTILINE,
)
_TITLED = re.compile(
    rf"\b(?:mrs?|ms|mx|miss|dr|prof|professor|mme|monsieur|frau|herr|señora?|coach)\.?[ ]{_NAME}",
    re.IGNORECASE,
)
_MISS = re.compile(r"\b(?:miss|coach|professor)\.?\s\Z", re.IGNORECASE)
# What is glued to an opening quote or bracket: "he said “Kofi".
_QUOTED = re.compile(rf"(?:(?<=[“„‟«‹])|(?<=(?<!\w)[\"'‘(\[])){_NAME}(?![\w\]>])")
_ALONE = re.compile(rf"\s*{_NAME}\s*[.?!…]*\s*")
_CONTRACTION = re.compile(r"['’](?:m|ll|d|ve|re|t)\Z", re.IGNORECASE)
_SPACE = re.compile(r"[ \u00a0]")
_SPEAKABLE = re.compile(r"(?=.*[aeiouyàáâäèéêëìíîïòóôöùúûü])(?!.*(.)\1\1)", re.IGNORECASE)


def said_names(message: Message, *, by_tutor: bool) -> Iterator[tuple[int, int]]:
    """Find the words that a message says to be names.

    message (Message): The message.
    by_tutor (bool): Whether a tutor speaks, who calls pupils by the name alone.
    YIELDS (tuple[int, int]): Start and end of a name in the message's text.
    """
    for start, end in _said(message, by_tutor=by_tutor):
        first, last = name_extent(message.text[start:end])
        if last - first > 1:
            yield (start + first, start + last)


def _said(message: Message, *, by_tutor: bool) -> Iterator[tuple[int, int]]:
    text = message.text
    for match in _NAMED.finditer(text):
        if _may_be_name(match["name"]):
            yield _with_surname(message, *match.span("name"))
    for match in _PRESENTED.finditer(text):
        name = match["name"]
        capital = name[0].isupper() and not _is_people(name)
        if (capital or is_listed_given_name(name)) and _may_be_name(name):
            yield match.span("name")
    for match in _GREETED.finditer(text):
        name = match["name"]
        if _may_be_name(name) and (not match["praise"] or _is_marked(name)):
            yield match.span("name")
    for match in _CALLED.finditer(text):
        if _may_be_name(match["name"]) and _is_marked(match["name"]):
            yield match.span("name")
    for match in _TITLED.finditer(text):
        if _may_be_titled(match["name"], text[match.start() : match.start("name")]):
            yield _with_surname(message, *match.span("name"))
    for match in _QUOTED.finditer(text):
        if _is_surely_given_name(match["name"]):
            yield match.span("name")
    alone = _ALONE.fullmatch(text) if by_tutor else None
    if alone and _stands_for_pupil(alone["name"]):
        yield alone.span("name")
    yield from _glued(message)
    yield from _full_names(message)


def _is_surely_given_name(word: str) -> bool:
    """Whether a word with a capital is a listed given name, and no ordinary word."""
    return (
        word.istitle()
        and is_listed_given_name(word)
        and not is_ordinary_word(word)
        and _may_be_name(word)
    )


def _may_be_name(word: str) -> bool:
    """Whether a word is no ordinary one, in any case."""
    folded = fold(word)
    return (
        len(word) > 1
        and folded not in _NOBODY | TITLES | GREETINGS
        and not is_doubtful(folded)
        and not (word.islower() and is_ordinary_word(word))
        and not looks_ordinary(folded)
        and not _CONTRACTION.search(word)
        and bool(_SPEAKABLE.match(word) or word.isupper() or not word.isascii())
        and not all(map(_is_no_piece, re.split(r"[-'’]", folded)))
    )


def _is_no_piece(piece: str) -> bool:
    return piece in _NOBODY or looks_ordinary(piece)


def _is_marked(word: str) -> bool:
    """Whether a capital or a list speaks for a name."""
    return word[0].isupper() or is_listed_given_name(word)


def _may_be_titled(word: str, before: str) -> bool:
    if len(word) < 2 or fold(word) in _NOBODY or not word[0].isalpha():
        return False
    if word[0].isupper():
        return not is_only_a_word(word) and not (_MISS.search(before) and is_ordinary_word(word))
    return not _MISS.search(before) and not looks_ordinary(fold(word))


def _stands_for_pupil(name: str) -> bool:
    if "." in name:
        return True
    telling = len(name) >= _TELLING_LENGTH or not name.isascii() or is_listed_given_name(name)
    return (
        telling
        and name[0].isupper()
        and not name.isupper()
        and _may_be_name(name)
        and not _is_people(name)
    )


def _is_people(word: str) -> bool:
    return fold(word) in word_list("nationalities.txt")


def _with_surname(message: Message, start: int, end: int) -> tuple[int, int]:
    """A name with the capitalised words after it that may belong to it."""
    number = bisect_left(message.words, (start, end))
    if message.words[number : number + 1] != [(start, end)] or not message.text[start].isupper():
        return (start, end)
    for following in range(number + 1, min(number + _MOST_WORDS, len(message.words))):
        word = message.text[slice(*message.words[following])]
        if not _SPACE.fullmatch(message.gap(following)) or not word.istitle() or len(word) < 2:
            break
        if is_only_a_word(word) or is_doubtful(fold(word)):
            break
        end = message.words[following][1]
    return (start, end)


def _glued(message: Message) -> Iterator[tuple[int, int]]:
    """A listed name to which the greeting before it is glued ("hialex")."""
    for number, (start, end) in enumerate(message.words):
        if message.begins_sentence(number):
            name = start + glued_greeting(message.text[start:end])
            if name > start and is_listed_given_name(message.text[name:end]):
                yield (name, end)


def _full_names(message: Message) -> Iterator[tuple[int, int]]:
    """Two names that are words, with a verb for persons after them ("Bill Gates said")."""
    for number in range(1, len(message.words)):
        start, end = message.words[number - 1][0], message.words[number][1]
        words = [message.text[slice(*message.words[i])] for i in (number - 1, number)]
        if (
            message.capitals_prove
            and all(word.istitle() and len(word) > 2 and _is_name_too(word) for word in words)
            and is_listed_given_name(words[0])
            and fold(words[0]) not in RANKS
            and _SPACE.fullmatch(message.gap(number))
            and (message.word(number + 1) in PERSON_VERBS or len(message.words) == 2)
        ):
            yield (start, end)


def _is_name_too(word: str) -> bool:
    return not is_only_a_word(word) and not is_doubtful(fold(word))
