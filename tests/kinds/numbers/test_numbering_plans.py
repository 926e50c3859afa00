import re

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.patterns.number_checks import is_sequence
from spacy_piivot.surrogates import Mention, assign

KEYS = st.integers(0, 10**9).map(lambda number: b"key number %09d" % number)


def replaced(text, key, **options):
    mention = Mention(text, "PHONE_NUMBER")
    return assign([mention], key=key, scope="scope", **options)[mention]


@pytest.mark.parametrize(
    ("text", "region"),
    [
        ("(612) 555-0123", "US"),
        ("07400 123456", "GB"),
        ("+44 7400 123456", "GB"),
        ("020 7946 0018", "GB"),
        ("+61 412 345 678", "AU"),
        ("+91 98765 43210", "IN"),
        ("+49 30 901820", "DE"),
        ("+52 55 1234 5678", "MX"),
    ],
)
@given(KEYS)
def test_a_valid_number_gets_a_valid_one_of_its_country_kind_and_form(text, region, key):
    new = replaced(text, key)
    assert re.sub(r"\d", "0", new) == re.sub(r"\d", "0", text)
    old_number, number = (phonenumbers.parse(one, region) for one in (text, new))
    assert phonenumbers.is_valid_number(number)
    assert number != old_number
    assert number.country_code == old_number.country_code
    assert phonenumbers.number_type(number) == phonenumbers.number_type(old_number)


@given(KEYS)
def test_a_number_never_counts(key):
    digits = re.sub(r"\D", "", replaced("612-555-0123", key))
    assert not any(is_sequence(digits[at : at + 5]) for at in range(6))


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("(612) 555-4823", r"\(\d{3}\) 555-01\d\d"),
        ("+1 612 234 4823", r"\+1 \d{3} 555 01\d\d"),
        ("+44 7400 123456", r"\+44 7700 900\d{3}"),
        ("020 7123 4567", r"020 7946 0\d{3}"),
        ("+61 2 9876 5432", r"\+61 [2378] 5550 \d{4}"),
        ("+49 30 901820", r"\+49 \d\d \d{6}"),  # nothing is known to be reserved there
    ],
)
@given(KEYS)
def test_numbers_can_be_drawn_from_the_ranges_of_fiction(text, pattern, key):
    assert re.fullmatch(pattern, replaced(text, key, fictional_phones=True))


def test_two_hundred_numbers_stay_two_hundred():
    mentions = [Mention(f"612-555-{number:04}", "PHONE_NUMBER") for number in range(2000, 2200)]
    found = assign(mentions, key=b"0123456789abcdef", scope="scope")
    assert len({found[mention] for mention in mentions}) == 200


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("07700 912345", r"07[1-57-9]\d\d \d{6}"),
        ("07911 123456", r"07[1-57-9]\d\d \d{6}"),
        ("+44 7911 123456", r"\+44 7[1-57-9]\d\d \d{6}"),
        ("0412 345 678", r"04\d\d \d{3} \d{3}"),
        ("+61 412 345 678", r"\+61 4\d\d \d{3} \d{3}"),
        ("06 12 34 56 78", r"06(?: \d\d){4}"),
        ("07 81 23 45 67", r"07(?: \d\d){4}"),
        ("06.12.34.56.78", r"06(?:\.\d\d){4}"),
        ("+33 6 12 34 56 78", r"\+33 6(?: \d\d){4}"),
        ("0151 23456789", r"01[567]\d \d{8}"),
        ("0171-1234567", r"01[567]\d-\d{7}"),
        ("+49 176 1234567", r"\+49 1[567]\d \d{7}"),
        ("98765 43210", r"[6-9]\d{4} \d{5}"),
        ("+91 98765 43210", r"\+91 [6-9]\d{4} \d{5}"),
        ("0803 301 4478", r"08[01]\d \d{3} \d{4}"),
        ("+234 803 301 4478", r"\+234 8[01]\d \d{3} \d{4}"),
        ("+234 703 301 4478", r"\+234 70\d \d{3} \d{4}"),
        ("612 345 678", r"[67]\d\d \d{3} \d{3}"),
        ("+34 612 34 56 78", r"\+34 6\d\d(?: \d\d){3}"),
        ("0812-3456-7890", r"08\d\d-\d{4}-\d{4}"),
        ("+63 917 123 4567", r"\+63 9\d\d \d{3} \d{4}"),
        ("082 123 4567", r"0[78]\d \d{3} \d{4}"),
        ("+353 87 123 4567", r"\+353 8\d \d{3} \d{4}"),
    ],
)
@pytest.mark.parametrize("number", range(8))
def test_a_mobile_number_stays_one(text: str, pattern: str, number: int) -> None:
    new = replaced(text, b"key number %06d" % number)
    assert re.fullmatch(pattern, new)
    assert new != text


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("07812 345678", r"07700 900\d{3}"),
        ("0412 345 678", r"0491 57\d \d{3}"),
        ("06 12 34 56 78", r"06 39 98 \d\d \d\d"),
        ("+33 6 12 34 56 78", r"\+33 6 39 98 \d\d \d\d"),
        ("+33 1 42 68 53 00", r"\+33 (?:1 99 00|2 61 91|3 53 01|4 65 71|5 36 49) \d\d \d\d"),
        ("+49 171 3456789", r"\+49 171 39200\d\d"),
        ("+49 176 34567890", r"\+49 176 040690\d\d"),
    ],
)
@pytest.mark.parametrize("number", range(4))
def test_a_number_for_fiction_is_of_its_kind(text: str, pattern: str, number: int) -> None:
    new = replaced(text, b"key number %06d" % number, fictional_phones=True)
    assert re.fullmatch(pattern, new)


@pytest.mark.parametrize(
    "text",
    ["+1 000 000 0000", "+1 242 000 0000", "+1 876 111 0000", "07700 000000", "+44 7000 000"],
)
@pytest.mark.parametrize("number", range(6))
def test_a_number_that_is_not_valid_keeps_its_form(text: str, number: int) -> None:
    new = replaced(text, b"key number %06d" % number)
    assert re.sub(r"\d", "0", new) == re.sub(r"\d", "0", text)
