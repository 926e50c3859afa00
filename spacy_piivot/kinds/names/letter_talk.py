"""Finds where a dialogue speaks of the letters of a name: "AMBER has 5 letters", "2 n's"."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ...core.folding import fold
from ...lang import Lexicon
from .letter_patterns import Spoken, is_anagram, letters_for

_WORD = re.compile(r"[^\W\d_]+")
_MESSAGE = re.compile(r"[^\n]+")
_SENTENCE = re.compile(r"[.?!]\s+(?=[A-Z])")
# A longer message is read sentence by sentence.
_LONG = 300
_LEAST_LETTERS = 3
_LEAST_ANAGRAM = 4
# How many messages before and after a name speak of its letters.
_NEAR = 2
_AFTER = 3
_SINGLE = ("plural", "named", "nth_is", "happening", "at_an_end", "probability")
_LETTER = r"[\"'“‘]?[^\W\d_][\"'”’]?"
_LONGEST_BEFORE = 60

# The places of letters that are spoken of together.
_Places = tuple[tuple[int, int], ...]


class LetterWords:
    """The words that speak of letters.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        def pattern(name: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
            return lexicon.pattern(f"letter_talk.{name}", flags)

        self.cue, self.talk, self.vowels = pattern("cue"), pattern("talk"), pattern("vowels")
        self.object, self.of_a_name = pattern("object"), pattern("of_a_name")
        self.before, self.after = pattern("before"), pattern("after")
        self.not_objects = lexicon.word_set("letter_talk.words", "letter_talk.not_the_word")
        # "2 Ns": in capitals, because of "two is".
        self.single = (*map(pattern, _SINGLE), pattern("counted", 0))
        joint = lexicon.expression("letter_talk.joint")
        self.list = re.compile(
            rf"(?<![\w'’]){_LETTER}(?:(?:{joint}){_LETTER})+(?![\w'’])", re.IGNORECASE
        )
        self.asked, self.answer = pattern("asked"), pattern("answer")
        after_letters = lexicon.any_of("letter_talk.happens", "letter_talk.and")
        self.after_letters = re.compile(rf"\s+{after_letters}\b", re.IGNORECASE)
        self.words_too = lexicon.word_set("letter_talk.words_too")


@dataclass(slots=True)
class _Line:
    """A message: where it begins, the names in it, and whether it speaks of their letters."""

    start: int
    text: str
    names: list[tuple[int, int, str]]
    lettered: set[str] = field(default_factory=set)
    about_other: bool = False
    asked: bool = False


class LetterTalk:
    """What a dialogue says of the letters of names.

    text (str): The dialogue, one message a line.
    names (Collection[str]): The folded parts of its names.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, text: str, names: Collection[str], lexicon: Lexicon) -> None:
        self._words = lexicon.part(LetterWords)
        wanted = {name for name in names if len(name) >= _LEAST_LETTERS and name.isalpha()}
        self._lines: list[_Line] = []
        if wanted and self._words.cue.search(text):
            self._lines = list(_lines(text, wanted))
            for number in range(len(self._lines)):
                self._read(number)
        lettered = set[str]().union(*(line.lettered for line in self._lines))
        self._near = list(self._active()) if lettered else []
        said = self._said(lettered)
        self.spoken: Mapping[str, Spoken] = {name: Spoken(name, *said) for name in sorted(lettered)}

    def rewritten(self, surrogates: Mapping[str, str]) -> list[tuple[int, int, str]]:
        """The letters that are spoken of, as they are in the surrogates.

        surrogates (Mapping[str, str]): The folded surrogate of each name in `spoken`.
        RETURNS (list[tuple[int, int, str]]): Start and end in the text, and what is there instead:
            a letter, or an anagram; in order, without those that stay.
        """
        ciphers = {
            name: cipher
            for name in self.spoken
            if (cipher := letters_for(name, surrogates.get(name, "")))
        }
        found: dict[tuple[int, int], str] = {}
        last = list(ciphers)
        for line in self._near:
            for group in (*self._places(line), *_anagrams(line, ciphers)):
                named = [name for _, end, name in reversed(line.names) if end <= group[0][0]]
                owners = [name for name in (*named, *last) if name in ciphers]
                letters = {c for start, end in group for c in fold(line.text[start:end])}
                fitting = (ciphers[one] for one in owners if ciphers[one].keys() >= letters)
                if (cipher := next(fitting, {})) and letters:
                    for start, end in group:
                        old = line.text[start:end]
                        new = "".join(_in_case(c, cipher[f]) for c in old for f in fold(c))
                        if new != old:
                            found.setdefault((line.start + start, line.start + end), new)
            last = [*dict.fromkeys([*(name for *_, name in reversed(line.names)), *last])]
        return [(*place, new) for place, new in sorted(found.items())]

    def _read(self, number: int) -> None:
        """Note whether a message speaks of the letters of names, and of whose."""
        line, words = self._lines[number], self._words
        before = self._lines[max(0, number - 1) : number + 1]
        line.asked = any(words.asked.search(one.text) for one in before)
        for start, end, name in line.names:
            if speaks_before(line.text, start, words) or words.after.match(line.text, end):
                line.lettered.add(name)
        if not words.talk.search(line.text):
            return
        named = {name for *_, name in line.names}
        objects = self._objects(line.text)
        if objects:
            line.lettered |= named & objects
            line.about_other = not line.lettered
        elif named:
            line.lettered |= named
        elif words.of_a_name.search(line.text):
            near = self._lines[max(0, number - _NEAR) : number + _NEAR + 1]
            line.lettered |= {name for other in near for *_, name in other.names} or {
                name for other in self._lines for *_, name in other.names
            }

    def _objects(self, text: str) -> set[str]:
        """The folded words whose letters a message speaks of by its own words."""
        found = (m["word"] or m["other"] for m in self._words.object.finditer(text))
        return {fold(word) for word in found if len(word) > 1} - self._words.not_objects

    def _active(self) -> Iterator[_Line]:
        """The messages that may speak of the letters of the lettered names."""
        left = 0
        for number, line in enumerate(self._lines):
            following = self._lines[number + 1 : number + 2]
            left = 0 if line.about_other else left
            if line.lettered or self._words.talk.search(line.text):
                left = _AFTER + 1 if line.lettered or left else 0
            if left or (not line.about_other and any(one.lettered for one in following)):
                yield line
            left = max(0, left - 1)

    def _said(self, lettered: Collection[str]) -> tuple[bool, frozenset[str]]:
        """Whether vowels are spoken of, and which letters that are in no lettered name."""
        spoken = {
            fold(line.text[start:end])
            for line in self._near
            for group in self._places(line)
            for start, end in group
        }
        of_vowels = any(self._words.vowels.search(line.text) for line in self._near)
        return of_vowels, frozenset(spoken.difference(*lettered))

    def _places(self, line: _Line) -> Iterator[_Places]:
        """The single letters that a message speaks of; those of a list together."""
        words, text = self._words, line.text
        for found in words.list.finditer(text):
            places = tuple(m.span() for m in _WORD.finditer(text, *found.span()))
            places = tuple(place for place in places if place[1] - place[0] == 1)
            by_comma = len(places) == 2 and "," in found.group()
            if not (by_comma and {text[a:b] for a, b in places} & words.words_too):
                yield places
        for pattern in (*words.single, words.answer)[: None if line.asked else -1]:
            for found in pattern.finditer(text):
                start, end = found.span("letter")
                is_word = text[start:end] in words.words_too and text[end : end + 1] == " "
                if found.end() > end or not is_word or words.after_letters.match(text, end):
                    yield ((start, end),)


def speaks_before(text: str, start: int, words: LetterWords) -> bool:
    """Whether the text before a name speaks of its letters: "the letters of AMBER".

    text (str): The message.
    start (int): Where the name begins.
    words (LetterWords): The words of the language.
    """
    return bool(words.before.search(text[max(0, start - _LONGEST_BEFORE) : start]))


def _lines(text: str, names: Collection[str]) -> Iterator[_Line]:
    """The messages of a text; the sentences of a long one."""
    for message in _MESSAGE.finditer(text):
        ends = [message.end()]
        if message.end() - message.start() > _LONG:
            ends = [*(end.end() for end in _SENTENCE.finditer(text, *message.span())), *ends]
        position = message.start()
        for end in ends:
            line = text[position:end]
            words = ((m.start(), m.end(), fold(m.group())) for m in _WORD.finditer(line))
            yield _Line(position, line, [word for word in words if word[2] in names])
            position = end


def _anagrams(line: _Line, names: Iterable[str]) -> Iterator[_Places]:
    """The words of a message that have the letters of a name in another order."""
    long = [name for name in names if len(name) >= _LEAST_ANAGRAM]
    for found in _WORD.finditer(line.text) if long else ():
        if is_anagram(fold(found.group()), long):
            yield (found.span(),)


def _in_case(original: str, letter: str) -> str:
    return letter.upper() if original.isupper() else letter
