"""What a recogniser finds in a form is rewritten in that form."""

import re
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from spacy_piivot.kinds.registry import recognizers
from spacy_piivot.lang import ENGLISH
from spacy_piivot.lang.number_words import NumberWords
from spacy_piivot.patterns.recognizer import plain_text
from spacy_piivot.surrogates import Mention, assign

KEY = b"0123456789abcdef"
WORDS = ENGLISH.part(NumberWords)
DIGITS = st.sampled_from([*WORDS.digits, "oh"])
FIGURES = st.integers(0, 9).map(str)
MULTIPLES = st.sampled_from(sorted(WORDS.multiples))
LETTERS = st.sampled_from("ABCDEFGHJKLMNPQRSTUVWXYZ")
NAMES = st.sampled_from(["jo", "smith", "maya", "lee", "garcia", "okafor", "mia22", "tom_b"])
DOTS = st.sampled_from(ENGLISH.words("web.dot"))
SIGNS = st.sampled_from([*ENGLISH.words("web.dot"), *ENGLISH.words("web.joins")])
SUFFIXES = st.sampled_from(["com", "org", "net", "edu"])
# What a form keeps besides digits, letters and the names of the digits.
KEPT = {
    *WORDS.multiples,
    *ENGLISH.words("numbers.between_digits"),
    *(word for name in ("at", "dot", "joins") for word in ENGLISH.words(f"web.{name}")),
}
NUMBERS = WORDS.digit_values.keys() | WORDS.cardinals.keys() | WORDS.ordinals.keys()


def found(text: str, label: str) -> str:
    """The one span of a label in a text; "" if there is not one."""
    spans = {
        (one.start, one.end)
        for recognizer in recognizers().values()
        for one in recognizer.find(plain_text(text), "")
        if one.label == label
    }
    return text[slice(*spans.pop())] if len(spans) == 1 else ""


def rewritten(text: str, label: str) -> str:
    mention = Mention(text, label)
    return assign([mention], key=KEY, scope="s")[mention]


def form(text: str) -> str:
    """A text with its digits, letters and number words made alike, and its signs as they are."""

    def alike(token: re.Match[str]) -> str:
        word = token.group()
        if word.lower() in KEPT and not word.isupper():
            return word
        if len(word) > 1 and word.lower() in NUMBERS:
            return "number" if word.islower() else "Number"
        return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"\d", "0", word)))

    return re.sub(r"[^\W_]+", alike, text)


def check(text: str, label: str) -> None:
    original = found(text, label)
    assume(original)
    new = rewritten(original, label)
    assert new != original
    assert f"[{label}]" not in new
    assert form(new) == form(original)


def said(parts: Iterable[str], between: str) -> str:
    return between.join(parts)


TOLD = st.one_of(
    DIGITS, DIGITS, FIGURES, st.tuples(MULTIPLES, st.one_of(DIGITS, FIGURES)).map(" ".join)
)
PROPERTY = settings(max_examples=40, suppress_health_check=[HealthCheck.filter_too_much])


@PROPERTY
@given(st.lists(TOLD, min_size=7, max_size=10), st.sampled_from([" ", ", ", "-", " then ", "... "]))
def test_told_telephone_numbers(digits: list[str], between: str) -> None:
    check(f"my phone number: {said(digits, between)}", "PHONE_NUMBER")


@PROPERTY
@given(
    st.sampled_from(
        [
            "(###) ###-####", "###-###-####", "###.###.####", "### ### ####", "+44 ## #### ####",
            "+1 ### ### ####", "+44 (0)## #### ####", "0#### ### ###", "+49 ## ######", "########",
        ]
    ),
    st.sampled_from(["", " ext. ##", " x##", ", Ext #", " extension ####", " extn ##"]),
    st.data(),
)  # fmt: skip
def test_written_telephone_numbers(pattern: str, inside: str, data: st.DataObject) -> None:
    number = re.sub("#", lambda _: data.draw(FIGURES), pattern + inside)
    check(f"my phone number: {number}", "PHONE_NUMBER")


@PROPERTY
@given(st.lists(LETTERS, max_size=3), st.lists(DIGITS, min_size=5, max_size=9))
def test_told_identifiers(letters: list[str], digits: list[str]) -> None:
    check(f"my student id: {said([*letters, *digits], ' ')}", "ID_NUM")


@PROPERTY
@given(st.from_regex(r"[A-Z]{1,3}-?[0-9]{4,6}[A-Za-z]?(?:/[0-9]{2})?", fullmatch=True))
def test_written_identifiers(text: str) -> None:
    assume(text.isascii())
    check(f"my student id: {text}", "ID_NUM")


@PROPERTY
@given(st.lists(NAMES, min_size=1, max_size=3), SIGNS, st.sampled_from(["at", "arroba"]), DOTS,
       NAMES, SUFFIXES)  # fmt: skip
def test_said_addresses(
    names: list[str], sign: str, at: str, dot: str, host: str, suffix: str
) -> None:
    text = f"{said(names, f' {sign} ')} {at} {host.replace('_', '')} {dot} {suffix}"
    original = found(f"my email: {text}", "EMAIL_ADDRESS")
    assume(original)
    new = rewritten(original, "EMAIL_ADDRESS")
    kept = [word for word in original.split() if word in KEPT or word == suffix]
    assert [word for word in new.split() if word in {*KEPT, suffix}] == kept
    assert len(new.split()) == len(original.split())
    assert not set(names) & set(new.split())


@pytest.mark.parametrize("age", range(4, 100))
def test_ages(age: int) -> None:
    for words in (str(age), WORDS.cardinal(age), WORDS.cardinal(age).replace("-", " ")):
        for text in (f"she's {words}", f"I'm {words} years old", f"my cousin's {words} and a half"):
            original = found(text, "AGE")
            new = rewritten(original, "AGE")
            assert new != original
            assert new.isdecimal() == original.isdecimal()
            assert new.endswith(" and a half") == original.endswith(" and a half")
            assert ("-" in new) <= (" " not in original.removesuffix(" and a half"))


@pytest.mark.parametrize(
    "grade",
    [*(f"year {word}" for word in ENGLISH.words("grades.numbers")), "year 9",
     *(f"{word} grade" for word in ENGLISH.words("grades.ordinals")),
     *ENGLISH.words("grades.years_of_high_school")],
)  # fmt: skip
def test_grades(grade: str) -> None:
    original = found(f"i'm in {grade}" if " " in grade else f"i'm a {grade}", "GRADE_LEVEL")
    new = rewritten(original, "GRADE_LEVEL")
    assert new != original
    assert len(new.split()) == len(grade.split())
    assert any(map(str.isdecimal, new)) == any(map(str.isdecimal, grade))


@PROPERTY
@given(
    st.sampled_from(
        [
            ("US_SSN", "my ssn is ", "###-##-####"),
            ("CREDIT_CARD", "card number ", "4### #### #### ####"),
            ("US_BANK_NUMBER", "bank account number ", "##########"),
            ("IP_ADDRESS", "ip address ", "1##.2.#.##"),
            ("USERNAME", "my insta is ", "@maya_####"),
            ("USERNAME", "add me ", "Maya#####"),
            ("USERNAME", "", "maya_lee_##"),
            ("URL", "see ", "https://www.mayalee.org/about/maya-lee_##?id=##&name=lee#top"),
            ("URL", "see ", "mayalee.wordpress.com/##/maya"),
            ("EMAIL_ADDRESS", "", "Maya.Lee##@oakfield-school.org"),
        ]
    ),
    st.data(),
)
def test_other_numbers_and_addresses(example: tuple[str, str, str], data: st.DataObject) -> None:
    label, before, pattern = example
    text = re.sub("#(?!top)", lambda _: data.draw(FIGURES), pattern)
    original = found(before + text, label)
    assume(original)
    new = rewritten(original, label)
    assert new != original
    assert re.sub("[0-9]+", "0", re.sub("[A-Za-z]+", "a", new)) == re.sub(
        "[0-9]+", "0", re.sub("[A-Za-z]+", "a", original)
    )
    assert not re.search(r"(?i)maya|oakfield", new)
