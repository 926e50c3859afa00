import ipaddress
import re

import pytest
from assigned import surrogates
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.lang import ENGLISH
from spacy_piivot.lang.number_words import NumberWords
from spacy_piivot.patterns.number_checks import is_sequence

WORDS = ENGLISH.part(NumberWords)


def shape(text):
    return re.sub(r"[A-Z]", "A", re.sub(r"[a-z]", "a", re.sub(r"\d", "0", text)))


@given(
    st.from_regex(r"[1-9A-Z][0-9A-Za-z]{3,6}([- ./][0-9]{2,4}){0,2}", fullmatch=True),
    st.binary(min_size=16),
)
def test_an_id_keeps_its_shape_and_is_never_the_original(text, key):
    [new] = surrogates((text, "ID_NUM"), key=key)
    if any(c.isdigit() for c in text):
        assert shape(new) == shape(text)
    assert new != text
    digits = re.sub(r"\D", "", new)
    if digits == new:
        assert not is_sequence(digits)


def test_one_number_in_three_notations_gets_the_same_digits():
    new = surrogates(
        ("(612) 555-0123", "PHONE_NUMBER"),
        ("612.555.0123", "PHONE_NUMBER"),
        ("+1 612 555 0123", "PHONE_NUMBER"),
        ("six one two five five five oh one two three", "PHONE_NUMBER"),
    )
    digits = re.sub(r"\D", "", new[0])
    assert re.fullmatch(r"\(\d{3}\) \d{3}-\d{4}", new[0])
    assert new[1] == f"{digits[:3]}.{digits[3:6]}.{digits[6:]}"
    assert new[2] == f"+1 {digits[:3]} {digits[3:6]} {digits[6:]}"
    assert new[3] == " ".join(WORDS.digits[int(digit)] for digit in digits)


def test_special_numbers_stay_valid():
    card, address, private, v6, ssn = surrogates(
        ("4111 1111 1111 1111", "CREDIT_CARD"),
        ("8.8.4.4", "IP_ADDRESS"),
        ("192.168.1.20", "IP_ADDRESS"),
        ("2001:db8::ff00:42", "IP_ADDRESS"),
        ("123-45-6789", "US_SSN"),
    )
    digits = [int(digit) for digit in card if digit.isdigit()]
    doubled = [d * 2 - 9 * (d > 4) for d in digits[-2::-2]]
    assert (sum(digits[::-2]) + sum(doubled)) % 10 == 0
    assert card.startswith("4")
    assert ipaddress.ip_address(address).version == 4
    assert private.startswith("192.168.")
    assert private != "192.168.1.20"
    assert ipaddress.ip_address(v6).version == 6
    assert re.fullmatch(r"\d{3}-\d{2}-\d{4}", ssn)


def test_what_is_no_number_is_masked():
    assert surrogates(("id four", "ID_NUM"), ("😀", "ID_NUM")) == ["[ID_NUM]"] * 2


@pytest.mark.parametrize("label", ["AGE", "GRADE_LEVEL", "COURSE"])
def test_the_first_and_the_last_number_in_words_have_neighbours(label):
    for number in range(6):
        for text in ("ninety-nine", "ninety-ninth", "ninety-eight", "one", "zero"):
            [new] = surrogates((text, label), key=b"key number %06d" % number)
            assert new != text
            assert WORDS.read_number(new)


def test_a_superscript_is_no_digit():
    card, phone = surrogates(("²111 1111 1111", "CREDIT_CARD"), ("+²11 1111 1111", "PHONE_NUMBER"))
    assert re.fullmatch(r"²\d{3} \d{4} \d{4}", card)
    assert phone != "+²11 1111 1111"


def test_ten_one_digit_ids_stay_ten():
    new = surrogates(*((str(digit), "ID_NUM") for digit in range(10)))
    assert len(set(new)) == 10
    assert not set(new) & set("0123456789")


def test_case_counts_in_a_code():
    one, other = surrogates(
        ("https://youtu.be/dQw4w9WgXcQ", "URL"), ("https://youtu.be/DqW4W9wGxCq", "URL")
    )
    assert one.casefold() != other.casefold()
    assert shape(one) == shape("https://youtu.be/dQw4w9WgXcQ")


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("text +1 212 555 0147 ext 22", r"text \+1 \d{3} \d{3} \d{4} ext \d\d"),
        ("mom cell 6125550199", r"mom cell \d{10}"),
        ("call six one two five five five oh one two three", r"call( [a-z]+){10}"),
        ("(612) 555-0123 x4", r"\(\d{3}\) \d{3}-\d{4} x\d"),
    ],
)
def test_words_beside_a_telephone_number_stay(text, pattern):
    [new] = surrogates((text, "PHONE_NUMBER"))
    assert re.fullmatch(pattern, new)
    assert new != text


def test_an_extension_does_not_change_the_number_before_it():
    one, other = surrogates(
        ("612-555-0123", "PHONE_NUMBER"), ("612-555-0123 ext. 22", "PHONE_NUMBER")
    )
    assert re.fullmatch(re.escape(one) + r" ext\. \d\d", other)


@pytest.mark.parametrize(
    ("text", "label", "pattern"),
    [
        ("oh one six 555 0123", "PHONE_NUMBER", r"[a-z]+ [a-z]+ [a-z]+ \d{3} \d{4}"),
        ("6 1 2 triple 5 oh one two three", "PHONE_NUMBER", r"\d \d \d triple \d( [a-z]+){4}"),
        ("A B four four one seven", "ID_NUM", r"[A-Z] [A-Z]( [a-z]+){4}"),
        ("year nine", "GRADE_LEVEL", r"year (seven|eight|ten|eleven)"),
        ("forty two", "AGE", r"fort(y|y one|y three|y four)"),
        ("Junior", "GRADE_LEVEL", r"Freshman|Sophomore|Senior"),
        ("sophomores", "GRADE_LEVEL", r"freshmen|juniors|seniors"),
    ],
)  # fmt: skip
def test_words_for_numbers_stay_words(text, label, pattern):
    [new] = surrogates((text, label))
    assert re.fullmatch(pattern, new)
    assert new != text
