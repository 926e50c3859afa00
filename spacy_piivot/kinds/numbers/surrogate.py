"""Makes surrogates for numbers and codes: the shape stays, digits and letters are redrawn."""

import re
from math import inf

from ...core.folding import code
from ...core.labels import generator_of
from ...draws.casing import match_case
from ...draws.choice import Draws, Ledger
from ...draws.redrawing import redraw_character, redraw_digits, write_digit
from ...lang import ENGLISH, Lexicon
from ...lang.lexicon import any_word
from ...lang.number_words import NumberWords
from ...lang.spoken_digits import DigitSlot, SpokenDigits, slot_of
from ...patterns.number_checks import holds_sequence, is_issued_ssn, is_sequence, luhn_digit
from ..names import is_ordinary_word
from .ip_addresses import replace_ip_address
from .numbering_plans import Numbering, country_code, read_numbering
from .phone_grammar import PhoneGrammar

_MOST_IN_WORDS = 99
# After so many attempts, the rules of a numbering plan, then the length of the number are given up.
_LAST_OF_PLAN, _LAST_OF_LENGTH = 42, 48
_ATTEMPTS_A_DIGIT = 12
_RUN = re.compile(r"[^\W_]+")
_SPOKEN = re.compile(r"[^\W\d_]+")
_SPACED = re.compile(r"(?:^|(?<=[\s:(]))[^\W\d_]{2,}(?=[\s:.,)]|$)")


class NumberTexts:
    """How numbers and codes are written in a language.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._words = lexicon.part(NumberWords)
        self.spoken = lexicon.part(SpokenDigits)
        kinds = (self._words.digits, self._words.teens, self._words.tens)
        self._kinds = {
            **dict.fromkeys(self._words.digit_values, self._words.digits),
            **{word: kind for kind in kinds for word in kind},
        }
        self._years = tuple(
            lexicon.words(f"grades.{name}") for name in ("years_of_high_school", "classes_of_years")
        )
        # Words that may be in a number without being part of it.
        self._beside = lexicon.word_set("identifiers.beside_numbers")
        self.counted = re.compile(rf"(\d+)(?:({any_word(self._words.ordinal_endings)})\b)?")

    def has_large_words(self, text: str) -> bool:
        """Whether words of a text are numbers of more than one digit."""
        large = {*self._words.teens, *self._words.tens}
        return not large.isdisjoint(_SPOKEN.findall(text.lower()))

    def another_word(self, word: str, draws: Draws) -> str | None:
        """Another number word of the same kind; None if a folded word is not a number word."""
        return draws.pick(self._kinds[word]) if word in self._kinds else None

    def another_year(self, text: str, draws: Draws) -> str | None:
        """Another year of high school; None if a text is not one ("junior")."""
        for years in self._years:
            if text.lower() in years:
                other = draws.pick([year for year in years if year != text.lower()])
                return match_case(text, other)
        return None

    def slots(self, text: str, label: str) -> list[DigitSlot]:
        """The places of the digits and letters of a number with a label."""
        if self.spoken.is_spoken(text):
            return self.spoken.slots(text, letters=generator_of(label) != "phone")
        kept = _word_starts(text, self._lexicon)
        return [
            slot_of(text, i)
            for run in _RUN.finditer(text)
            if run.group().casefold() not in self._beside and run.start() not in kept
            for i in range(*run.span())
        ]


def replace_number(ledger: Ledger, text: str, label: str, *, fictional: bool = False) -> str | None:
    """The surrogate of a telephone number, id, account, card, passport or licence number.

    ledger (Ledger): The dialogue's draws.
    text (str): As found: "(612) 555-0123", "S-0042x", "six one two …", "10.0.0.1".
    label (str): Its label.
    fictional (bool): Whether telephone numbers come from the range that is reserved for fiction,
        if the country has one.
    RETURNS (str | None): Digits replaced by digits, letters by letters of the same case,
        separators unchanged; another notation of the same number gets the same digits. A valid
        telephone number gets a valid one of its country and kind. None if the text is not a
        number or code.
    """
    if generator_of(label) == "ip" and (address := replace_ip_address(ledger, text)):
        return address
    texts = ledger.lexicon.part(NumberTexts)
    of_phone = generator_of(label) == "phone"
    if of_phone and (inside := (parts := ledger.lexicon.part(PhoneGrammar).parts(text))[1]):
        number = replace_number(ledger, parts[0], label, fictional=fictional)
        draws = ledger.draws(code(text), "PHONE_NUMBER:extension")
        return number and number + redraw_digits(inside, draws)
    if texts.spoken.is_spoken(text) and texts.has_large_words(text):
        return _replace_spoken(ledger, text, label)
    slots = texts.slots(text, label)
    fixed = _fixed_prefix(text, slots, label)
    original = _code_of(slots[fixed:])
    # A text without digits can be a code if it is one word.
    if not original or not (any(map(str.isdecimal, original)) or len(text.split()) == 1):
        return None

    prefix = _code_of(slots[:fixed])
    plan = read_numbering(original, prefix, ledger.lexicon, text) if of_phone else None

    def propose(draws: Draws, attempt: int) -> str | None:
        if attempt >= _LAST_OF_LENGTH:  # too few numbers of this length: take a longer one
            drawn = _redraw(original, draws, label) + str(draws.below(10))
        elif plan is None or attempt >= _LAST_OF_PLAN:
            drawn = _redraw(original, draws, label)
        else:
            drawn = _redraw_phone(original, plan, draws, attempt)
            reserved = plan.fictional(drawn, draws) if fictional else None
            if reserved is None and not plan.fits(drawn):
                return None
            drawn = reserved or drawn
        return drawn if _is_valid(drawn, original, label) else None

    drawn = ledger.choose(original, _ledger_label(label), propose, lambda found: [code(found)])
    return _fill_in(text, slots, fixed, drawn, ledger.lexicon)


def number_code(text: str, label: str, lexicon: Lexicon = ENGLISH) -> str:
    """The digits and letters that identify a number in every notation.

    text (str): "+1 (612) 555-0123", "six one two five five five oh one two three".
    label (str): Its label.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): "6125550123".
    """
    texts = lexicon.part(NumberTexts)
    if generator_of(label) == "phone":
        text, _ = lexicon.part(PhoneGrammar).parts(text)
    slots = texts.slots(text, label)
    return _code_of(slots[_fixed_prefix(text, slots, label) :])


def vary_number(ledger: Ledger, text: str, label: str, step: int = 0) -> str | None:
    """A neighbouring age, grade or course number, in digits or in words.

    ledger (Ledger): The dialogue's draws.
    text (str): "12", "7th grade", "Algebra 101", "twelve years old".
    label (str): Its label.
    step (int): By how much to move it; 0 to draw a step of one or two either way.
    RETURNS (str | None): The text with its first number moved; another year of high school for
        one with a name ("junior"). None if it is neither.
    """
    texts = ledger.lexicon.part(NumberTexts)
    words = ledger.lexicon.part(NumberWords)
    draws = ledger.draws(code(text), label)
    step = step or draws.pick((-2, -1, 1, 2))
    if found := texts.counted.search(text):
        new = _varied(int(found[1]), step)
        ending = words.ordinal_ending(new) if found[2] else ""
        return f"{text[: found.start()]}{new}{ending}{text[found.end() :]}"
    for found in words.number.finditer(text):
        if read := words.read_number(found.group()):
            value, is_ordinal = read
            new = _varied(value, step, most=_MOST_IN_WORDS)
            written = words.ordinal(new) if is_ordinal else words.cardinal(new)
            written = written.replace("-", " ") if " " in found.group() else written
            return text[: found.start()] + match_case(found.group(), written) + text[found.end() :]
    return texts.another_year(text, draws)


def _varied(value: int, step: int, most: float = inf) -> int:
    """A neighbour of at least 1; the step is reversed if it leads out of the range."""
    if value + step > most:
        return value - abs(step)
    return value + step if value + step > 0 else value + abs(step)


def _word_starts(text: str, lexicon: Lexicon) -> set[int]:
    """Where ordinary words begin that are next to a number and not part of it."""
    if not any(c.isdecimal() for c in text):
        return set()
    return {
        found.start()
        for found in _SPACED.finditer(text)
        if not found.group().isupper() and is_ordinary_word(found.group(), lexicon)
    }


def _code_of(slots: list[DigitSlot]) -> str:
    return "".join(char * times for _, _, char, times in slots)


def _replace_spoken(ledger: Ledger, text: str, label: str) -> str:
    """Replace a number with words for more than one digit ("six twelve fifty-five") by words."""

    def propose(draws: Draws, attempt: int) -> str:
        def redraw(found: re.Match[str]) -> str:
            new = ledger.lexicon.part(NumberTexts).another_word(found.group().lower(), draws)
            return found.group() if new is None else match_case(found.group(), new)

        return redraw_digits(_SPOKEN.sub(redraw, text), draws)

    return ledger.choose(code(text), _ledger_label(label), propose, lambda drawn: [code(drawn)])


def _fixed_prefix(text: str, slots: list[DigitSlot], label: str) -> int:
    """How many slots of a telephone number are its country code, which is kept."""
    if generator_of(label) != "phone":
        return 0
    digits = "".join(slot.char for slot in slots)
    if len(digits) == 11 and digits[0] == "1":
        return 1
    return len(country_code(text)) if digits.isdecimal() else 0


def _redraw(original: str, draws: Draws, label: str) -> str:
    if generator_of(label) == "card" and original.isdecimal():
        # The first digit identifies the card's network.
        body = original[0] + "".join(str(draws.below(10)) for _ in original[2:])
        return body + luhn_digit(body)
    return "".join(redraw_character(c, draws, lead=i == 0) for i, c in enumerate(original))


def _redraw_phone(original: str, plan: Numbering, draws: Draws, attempt: int) -> str:
    """A number that may be valid; after more failed attempts, more leading digits are kept."""
    kept = plan.kept + attempt // _ATTEMPTS_A_DIGIT
    return original[:kept] + "".join(str(draws.below(10)) for _ in original[kept:])


def _is_valid(drawn: str, original: str, label: str) -> bool:
    digits = "".join(c for c in drawn if c.isdecimal())
    if drawn == original or is_sequence(digits):
        return False
    if generator_of(label) == "phone" and holds_sequence(digits):
        return False
    if generator_of(label) == "phone" and len(original) >= 10 and original[0] > "1" < original[3]:
        return drawn[0] > "1" < drawn[3] and drawn[1:3] != "11"
    if generator_of(label) == "ssn" and len(drawn) == 9:
        return is_issued_ssn(drawn)
    return True


def _ledger_label(label: str) -> str:
    """What a number's surrogate is filed under, so that all its labels get the same one."""
    return "PHONE_NUMBER" if generator_of(label) == "phone" else "CODE"


def _fill_in(text: str, slots: list[DigitSlot], fixed: int, drawn: str, lexicon: Lexicon) -> str:
    spoken = lexicon.part(SpokenDigits).is_spoken(text)
    digits = lexicon.part(NumberWords).digits
    pieces = []
    position = 0
    following = 0
    for number, (start, end, _, times) in enumerate(slots):
        if number < fixed:
            continue
        pieces.append(text[position:start])
        char = drawn[following]
        following += times
        written = text[start:end]
        if spoken and written.isalpha() and char.isdecimal():
            pieces.append(match_case(written, digits[int(char)]))
        elif written.isdecimal():
            pieces.append(write_digit(written, int(char)))
        else:
            pieces.append(char.upper() if written.isupper() else char)
        position = end
    extra = drawn[following:]
    pieces.append(" ".join(digits[int(c)] for c in extra) if spoken and extra else extra)
    pieces.append(text[position:])
    return "".join(pieces)
