"""Whether a word that could be a name stands as one: "Mark, can you …" against "mark the point"."""

import re
import unicodedata

from .forms import fold, word_list
from .words import NAME_WORD, TITLES

GREETINGS = frozenset(
    "hi hey hello hiya heya howdy hola yo sup thanks thank thx ty tysm bye goodbye goodnight night "
    "welcome dear morning afternoon evening congrats congratulations".split()
)
PRAISE = frozenset(
    "good job|great job|nice job|nice work|good work|great work|awesome work|amazing work|"
    "well done|spot on|not quite|good going|nice going|way to go|very good".split("|")
)
_REMARKS = frozenset(
    "ok okay okey alright right yes yeah yep yup no nope not sorry good great nice awesome "
    "excellent perfect wonderful amazing cool well so and now wait job work done you wow oh ah um "
    "uh go come look listen".split()
)
_TITLES_OF_NAMES_ONLY = frozenset("mr mrs ms mx dr mme señor señora senor senora herr frau".split())
_BEFORE_NAMES = TITLES | frozenset(
    "teacher tutor farmer captain officer pastor nurse chef uncle aunt auntie aunty".split()
)
_DETERMINERS = frozenset(
    "a an the these those each every all any some no my your his her its our their another".split()
)
# "Please Mark the spot", "I Hope this helps": a verb all the same.
_BEFORE_VERBS = frozenset(
    "please then just to can could should must always also first next lets let's don't never "
    "ok okay alright right now and so".split()
)
_OBJECTS = frozenset(
    "a an the each every all both your my its their these those this it off".split()
)
_SUBJECTS = frozenset("i we you they he she it who that".split())
SPEECH_VERBS = frozenset(
    "said says asked asks told tells thinks thought wants wanted knows knew replied answered "
    "wrote writes explained explains shouted whispered".split()
)
PERSON_VERBS = SPEECH_VERBS | frozenset(
    "has had did does got gets gave gives bought buys went goes likes liked loves loved needs "
    "needed ate eats picked picks walked walks ran runs made makes sold sells found finds came "
    "comes took takes drew draws earned earns spent spends saved saves wasn't isn't doesn't "
    "didn't hasn't decided decides started starts drove drives read reads used uses".split()
)
ADDRESS = frozenset(
    "you your you're can could would do did what what's how how's why where when are is please "
    "tell let let's i i'm it that that's go great good nice come thank thanks remember show "
    "explain look read try".split()
)
AUXILIARIES = frozenset("will may can must might shall do does did has have had is was".split())
# Sentences open with these and a comma ("So, if …"): no address either.
_OPENERS = frozenset(
    "so no an on in my do can well now right see say there then one two any many yes ok okay but "
    "and or if he she it you we they as at by is am are was were be to for not oh ah hi hey all "
    "both each who what when where why how this that these those here just let please sorry "
    "thanks thank good great nice more less first next last said than else".split()
)
_AFTER_SUBJECTS = frozenset("is was can could would then only also always never lives".split())
_AFTER_OWN_NAME = frozenset("so and but i im i'm".split())
_FIGURES = frozenset(
    "angle angles triangle triangles line lines segment segments side sides point points ray rays "
    "arc arcs vertex vertices square rectangle quadrilateral parallelogram rhombus trapezoid "
    "polygon circle chord".split()
)
_BREAK = re.compile(r"[.!?:;…—–\"“”•*()\[\]{}|/\r\n]|(?:^|\s)-+\s")
_NAMING = re.compile(
    r"\b(?:my\s+name(?:['’]?s|\s+is)|call\s+me|named|name['’]s)\s+\Z", re.IGNORECASE
)
_SELF = re.compile(r"\b(?:i['’]?m|i\s+am|this\s+is|it['’]?s)\s+\Z", re.IGNORECASE)
_PRESENTING = re.compile(r"\b(?:i['’]?m|i\s+am)\s+\Z", re.IGNORECASE)
_YOU = re.compile(r"\byou(?:r|['’]re)?\b", re.IGNORECASE)
_OPERATOR_AFTER = re.compile(r"\s*[=+*×÷/^<>≤≥(\d²³]")
_OPERATOR_BEFORE = re.compile(r"[=+*×÷/^<>≤≥∠△\d]\s*\Z")


class Message:
    """One message, its words, and whether a capital proves anything in it.

    text (str): The message.
    """

    __slots__ = ("_capitals_prove", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = [match.span() for match in NAME_WORD.finditer(text)]
        self._capitals_prove: bool | None = None

    def word(self, number: int) -> str:
        """A word, folded; "" beyond the message's ends."""
        if not 0 <= number < len(self.words):
            return ""
        start, end = self.words[number]
        return fold(self.text[start:end])

    def gap(self, number: int) -> str:
        """What stands between a word and the one before it."""
        end = self.words[number - 1][1] if number > 0 else 0
        start = self.words[number][0] if number < len(self.words) else len(self.text)
        return self.text[end:start]

    def is_capitalised(self, number: int) -> bool:
        return number < len(self.words) and self.text[self.words[number][0]].isupper()

    def is_letters(self, number: int) -> bool:
        """Whether a word is the letters of points or variables ("A", "ABC")."""
        if number >= len(self.words):
            return False
        start, end = self.words[number]
        return end - start <= 3 and self.text[start:end].isupper() and self.word(number) != "i"

    def begins_sentence(self, number: int) -> bool:
        return number == 0 or bool(_BREAK.search(self.gap(number)))

    def ends_clause(self, number: int) -> bool:
        """Whether the end, punctuation or a symbol such as an emoji follows a word."""
        gap = self.gap(number + 1)
        mark = gap.lstrip()[:1]
        if not mark:
            return number + 1 == len(self.words) or "\n" in gap
        return unicodedata.category(mark) in ("Po", "Pe", "Pd", "So", "Sk", "Pf") or mark == "<"

    @property
    def capitals_prove(self) -> bool:
        """False where all is in capitals, or most words are capitalised as in a heading."""
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


def is_doubtful(word: str) -> bool:
    """Whether a folded word stands capitalised in ordinary text too ("april", "red", "so")."""
    return word in _OPENERS or word in word_list("capitalised_words.txt")


def stands_as_name(
    message: Message, number: int, start: int, end: int, *, doubtful: bool = False
) -> bool:
    """Whether an ordinary word is used as a name here.

    A title, a greeting before it, an address, a verb of speech, a possessive or a capital
    inside a sentence show it. In lower case only a title, a greeting or "my name is" do.

    message (Message): The message.
    number (int): The word's number in it.
    start (int): Where the possible name begins in the message's text.
    end (int): Where it ends.
    doubtful (bool): The word stands capitalised in ordinary text too (see `is_doubtful`), or
        is known as a surname only ("Hill"): a mere capital or possessive proves nothing.
    RETURNS (bool): Whether it stands as a name.
    """
    text = message.text
    capital = text[start].isupper()
    before, after = message.word(number - 1), message.word(number + 1)
    gap_before, gap_after = message.gap(number), message.gap(number + 1)
    rest = fold(text[end : message.words[number][1]])
    closed = not rest and message.ends_clause(number)

    if before in _BEFORE_NAMES and re.fullmatch(r"\.?\s+", gap_before):
        return capital or before in _TITLES_OF_NAMES_ONLY
    tail = text[max(0, start - 24) : start]
    if _NAMING.search(tail) and (
        capital or (not doubtful and (closed or after in _AFTER_OWN_NAME))
    ):
        return True
    greeted = before in GREETINGS and bool(re.fullmatch(r"[,!.~]?\s+", gap_before))
    if greeted and (closed or (capital and not doubtful)):
        return True
    praised = f"{message.word(number - 2)} {before}" in PRAISE
    if not capital:
        return praised and closed and not doubtful

    if text[end : end + 1] in ("(", "^") or fold(text[start:end]) in _OPENERS:  # "Max(x)"
        return False
    if rest in ("'ll", "'d"):
        return True
    if not rest and gap_after.isspace() and after in (SPEECH_VERBS if doubtful else PERSON_VERBS):
        return before not in _DETERMINERS
    if closed and (_PRESENTING if doubtful else _SELF).search(tail) and message.capitals_prove:
        return True
    first = message.begins_sentence(number)
    if doubtful:
        return _is_addressed_surely(message, number, gap_before, gap_after)
    comma_before = "," in gap_before
    if closed and (first or comma_before or before in _REMARKS):
        whole = len(message.words) == 1
        if comma_before or gap_after.lstrip()[:1] in (",", "?", "!", ":") or whole:
            return True
    if not message.capitals_prove or text[start:end].isupper():
        return False
    if rest in ("'s", "'"):
        return before not in _DETERMINERS
    if first:
        return not rest and gap_after.isspace() and _is_subject(message, number)
    if gap_before.isspace() and (
        before in _SUBJECTS or (before in _BEFORE_VERBS and after in _OBJECTS)
    ):
        return False
    return before not in _DETERMINERS and not message.is_letters(number + 1)


def _is_addressed_surely(message: Message, number: int, gap_before: str, gap_after: str) -> bool:
    """Whether a doubtful word is a vocative ("May, can you …", "What do you think, May?")."""
    before, after = message.word(number - 1), message.word(number + 1)
    spoken = before in _REMARKS and not is_doubtful(after)
    opens = message.begins_sentence(number) or "," in gap_before or before in _REMARKS
    if opens and gap_after.startswith(",") and (after in ADDRESS or spoken):
        return True
    start = message.words[number][0]
    return (
        "," in gap_before
        and message.ends_clause(number)
        and bool(_YOU.search(message.text[max(0, start - 80) : start]))
    )


def _is_subject(message: Message, number: int) -> bool:
    """Whether a word that begins a sentence does something there ("Mark is", "Mark and Ana")."""
    after = message.word(number + 1)
    if after in ("and", "or"):
        return message.is_capitalised(number + 2)
    return after in _AFTER_SUBJECTS or (len(after) > 4 and after.endswith("ed"))


def is_variable(message: Message, number: int, start: int, end: int) -> bool:
    """Whether a short name stands as a variable or as points here ("Bo = 3", "triangle SAM").

    message (Message): The message.
    number (int): The word's number in it.
    start (int): Where the possible name begins in the message's text.
    end (int): Where it ends.
    RETURNS (bool): True for names of two letters without a sign of being one, and for
        capital letters after the name of a figure.
    """
    text = message.text
    surface = text[start:end]
    if len(surface) > 4 or not surface.isascii():
        return False
    before = message.word(number - 1)
    if surface.isupper() and (before in _FIGURES or text[start - 1 : start] in ("∠", "△")):
        return True
    if len(surface) > 2:
        return False
    if surface.istitle():
        return bool(
            _OPERATOR_AFTER.match(text, end)
            or _OPERATOR_BEFORE.search(text[max(0, start - 4) : start])
        )
    return not stands_as_name(message, number, start, end, doubtful=not surface.isupper())
