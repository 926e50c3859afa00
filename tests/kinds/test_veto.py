import pytest

from spacy_piivot.kinds.veto import Veto, is_introduced, is_numeric

VETO = Veto(
    frozenset({"PHONE_NUMBER", "US_SSN", "ID_NUM", "DATE", "DATE_OF_BIRTH", "AGE", "IP_ADDRESS"}),
    {"*": {"*": 0.9}},
)


def ruled_out(text: str, value: str, label: str, previous: str = "") -> bool:
    start = text.index(value)
    return VETO.rules_out(text, start, start + len(value), label, 0.4, ["other"], previous)


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("tel. 314-159-2653", "314-159-2653", "PHONE_NUMBER"),
        ("my number? 314-159-2653", "314-159-2653", "PHONE_NUMBER"),
        ("314-159-2653 is my number", "314-159-2653", "PHONE_NUMBER"),
        ("x = 4 btw hmu 314-159-2653", "314-159-2653", "PHONE_NUMBER"),
        ("my number is 314-159-2653 x204", "314-159-2653", "PHONE_NUMBER"),
        ("call me at 314-159-2653 over the weekend", "314-159-2653", "PHONE_NUMBER"),
        ("| phone | 314-159-2653 |", "314-159-2653", "PHONE_NUMBER"),
        ("ssn = 987-65-4321", "987-65-4321", "US_SSN"),
        ("my social. 987-65-4321", "987-65-4321", "US_SSN"),
        ("987-65-4321 is my ssn", "987-65-4321", "US_SSN"),
        ("dob=10/12/09", "10/12/09", "DATE_OF_BIRTH"),
        ("born 2009-12-10, x = 4", "2009-12-10", "DATE_OF_BIRTH"),
        ("10/12/09 is my birthday", "10/12/09", "DATE_OF_BIRTH"),
        ("i turned 13 on 10/12/2009", "10/12/2009", "DATE_OF_BIRTH"),
        ("im 12, and x is 4", "12", "AGE"),
        ("lunch pin=4412998", "4412998", "ID_NUM"),
        ("see you on the test 10/12/14", "10/12/14", "DATE"),
        ("LRN ko 136555 080 142", "136555 080 142", "ID_NUM"),
        ("my b form no is 35299-5550142-7", "35299-5550142-7", "ID_NUM"),
        ("roll no 27", "27", "ID_NUM"),
        ("student # 20231145", "20231145", "ID_NUM"),
        ("2x = 4, nato il 4/12/2009", "4/12/2009", "DATE_OF_BIRTH"),
        ("ph 4155552671", "4155552671", "PHONE_NUMBER"),
        ("the number for my dad is 4155552671", "4155552671", "PHONE_NUMBER"),
        ("my sister Signe is 6", "6", "AGE"),
        ("they're 14", "14", "AGE"),
        ("moms 44", "44", "AGE"),
        ("987-65-4321 next", "987-65-4321", "US_SSN"),
        ("is the party 4/12 or 4/13?", "4/12", "DATE"),
        ("see you 4/12. what is 1/2 + 1/3?", "4/12", "DATE"),
        ("is 1/3 = 4/12? my birthday is 5/12", "5/12", "DATE_OF_BIRTH"),
    ],
)
def test_what_is_announced_stays(text: str, value: str, label: str) -> None:
    assert not ruled_out(text, value, label)


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("so 3.14159265358 is pi", "3.14159265358", "PHONE_NUMBER"),
        ("10/12/14 = ?", "10/12/14", "DATE"),
        ("step 12.5.3.1", "12.5.3.1", "IP_ADDRESS"),
        ("next solve 987-65-4321", "987-65-4321", "US_SSN"),
        ("card 3 says 987-65-4321 + 2x", "987-65-4321", "US_SSN"),
        ("let's call x = 314-159-2653", "314-159-2653", "PHONE_NUMBER"),
        ("for homework do 10/12/14 + 3x = 4", "10/12/14", "DATE"),
        ("286-295-5043 = -5052", "286-295-5043", "PHONE_NUMBER"),
        ("the train left two minutes ago", "two minutes ago", "DATE"),
        ("so Tom is 12", "12", "AGE"),
        ("[000230] Eleven, six", "000230", "US_SSN"),
        ("is 4/12 the same as 1/3? We meet at 3:45 on Thursday", "4/12", "DATE"),
        ("See you Thursday. Is 4/12 more than a half?", "4/12", "DATE"),
        ("4/12 is 1/3 so my birthday is soon", "4/12", "DATE"),
    ],
)
def test_numbers_of_the_lesson_go(text: str, value: str, label: str) -> None:
    assert ruled_out(text, value, label)


def test_the_message_before_announces_only_what_it_asks_for() -> None:
    assert not ruled_out("4412998", "4412998", "ID_NUM", "what's your student id?")
    assert ruled_out("44129", "44129", "ID_NUM", "2x = 10 so this is called an equation")
    assert not ruled_out("41555 and x = 3", "41555", "ID_NUM", "my student number is")
    assert is_introduced("12", 0, 2, "AGE", "how old are you?")


def test_a_question_before_makes_no_difference_of_a_telephone_number() -> None:
    text = "x = 2 and 415-555-2671"
    assert not ruled_out(text, "415-555-2671", "PHONE_NUMBER", "what is 2x + 3 = 7")


def test_where_only_neighbours_are_mathematics_an_identifier_stays() -> None:
    def goes(text: str, label: str, *, anchor: bool) -> bool:
        return VETO.rules_out(text, 0, 5, label, 0.4, ["other"], "", anchor=anchor)

    assert goes("10944 ok", "ID_NUM", anchor=True)
    assert not goes("10944 ok", "ID_NUM", anchor=False)
    assert goes("10944 = x", "ID_NUM", anchor=False)
    assert goes("three minutes", "DATE", anchor=False)


@pytest.mark.parametrize(
    "text",
    [
        "12", "4/12", "3:45", "½", "two minutes", "two minutes ago", "about 5 weeks", "3 o'clock",
        "a few minutes", "the next 10 minutes", "twelve", "12 am", "x2", "halves",
        "ten thousandths",
    ],
)  # fmt: skip
def test_numbers_and_quantities_of_time_are_numeric(text: str) -> None:
    assert is_numeric(text)


@pytest.mark.parametrize(
    "text", ["", "a", "the", "to", "monday", "may 4", "S1234567A", "AB 12", "Maria", "today"]
)
def test_words_and_codes_are_not_numeric(text: str) -> None:
    assert not is_numeric(text)


@pytest.mark.parametrize("label", ["PERSON", "URL_PERSONAL", "EMAIL", "name"])
def test_names_and_addresses_of_every_scheme_are_protected(label: str) -> None:
    with pytest.raises(ValueError, match="never vetoed"):
        Veto(frozenset({label}), {})


def test_a_label_that_no_scheme_has_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"PHNE.*PHONE_NUMBER"):
        Veto(frozenset({"PHNE"}), {})
