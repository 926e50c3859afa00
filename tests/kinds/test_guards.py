import pytest

from spacy_piivot.kinds.guards import is_number_talk
from spacy_piivot.patterns.recognizer import plain_text


def talk(
    marked: str, label: str, previous: str = "", *, earlier: str = "", mathematical: bool = True
) -> bool:
    """Whether the number in the brackets « » is one of the lesson."""
    start, end = marked.index("«"), marked.index("»") - 1
    text = plain_text(marked.replace("«", "").replace("»", ""))
    return is_number_talk(text, start, end, label, previous, earlier, mathematical=mathematical)


@pytest.mark.parametrize("label", ["DATE_OF_BIRTH", "PHONE_NUMBER", "ID_NUM", "US_SSN", "DATE"])
@pytest.mark.parametrize(
    "marked",
    [
        "so «4/12» is the same as 1/3",
        "You ended up with 4/12 on the «1/3»?",
        "it is «1⁄3»",
        "and then «4 over 12»",
        "«three fourths»",
        "your last one is «one» and 6/14ths",
        "one and «6/14ths»",
        "the ratio is «3:4»",
        "lunch is at «3:45»",
        "«3 out of 5» got it",
        "it costs «$4.50»",
        "thats «4 dollars 12»",
        "i have «12» cents",
        "«5, 10, 15, 20»",
        "Five, «four, three», two, one, zero.",
        "«one two 3 4 five»",
        "«One» two three four",
        "«one-two-three-four, one-two-three-four»",
        "«2345 7 8» 9 10 11",
        "«123456789»",
        "«01234 01234»",
        "«1-234-567-8910 1112»",
        "«2, 4, 8, 16»",
        "«7 7 7 7»",
        "«3 7 12 15 22»",
        "pi is «3.14159265358»",
        "«93,000,000» miles",
        "«2020-05-05» 00:00:00",
        "we have «72 percent»",
    ],
)
def test_numbers_of_a_lesson_are_nobodys_under_any_label(marked: str, label: str) -> None:
    assert talk(marked, label)


@pytest.mark.parametrize("marked", ["[«000013»]", "my x is really «p³»", "I like «12» of those"])
def test_marks_of_a_transcriber_powers_and_short_numbers_are_no_identifiers(marked: str) -> None:
    assert talk(marked, "ID_NUM")


@pytest.mark.parametrize(
    ("marked", "label", "previous"),
    [
        ("my birthday is «4/12»", "DATE_OF_BIRTH", ""),
        ("born «10/12»", "DATE_OF_BIRTH", ""),
        ("«4/12» is my birthday", "DATE_OF_BIRTH", ""),
        ("«4/12»", "DATE_OF_BIRTH", "When is your birthday?"),
        ("mine's «4/12» so one third", "DATE_OF_BIRTH", "My birthday is 3/9."),
        ("im 12, i turn 13 on «4/12»", "DATE_OF_BIRTH", ""),
        ("hw due «9/30» and i did 1", "DATE", ""),
        ("my test is «10/22»", "DATE", ""),
        ("«11/5»", "DATE", "The retake, when is it?"),
        ("my number is «one two three four five six seven»", "PHONE_NUMBER", ""),
        ("«5 10 15 20 25»", "ID_NUM", "What's your student id?"),
        ("my locker combo is «10 20 30»", "ID_NUM", ""),
        ("my id is «12.345»", "ID_NUM", ""),
        ("ssn «987-65-4321»", "US_SSN", ""),
        ("routing number «123456789»", "US_BANK_NUMBER", ""),
        ("call me «555-123-4567»", "PHONE_NUMBER", ""),
        ("reach my dad on «345-820-8913»", "PHONE_NUMBER", ""),
        ("its «5072»", "ID_NUM", "What's the pin, only the last four digits?"),
        ("«four one»", "PHONE_NUMBER", "It ends in four one, no: six seven eight five five five."),
        ("i was born in «march 2009»", "DATE_OF_BIRTH", ""),
        ("march «twenty three»", "DATE_OF_BIRTH", ""),
    ],
)
def test_a_cue_makes_them_somebodys(marked: str, label: str, previous: str) -> None:
    assert not talk(marked, label, previous)


@pytest.mark.parametrize(
    ("marked", "label"),
    [
        ("«4/12» of the birthday cake", "DATE_OF_BIRTH"),
        ("on my birthday we cut the pizza and i ate «3/8»", "DATE_OF_BIRTH"),
        ("make your birthday a year or «two» earlier", "DATE_OF_BIRTH"),
        ("Then when we get over here for «8/10» if we know 1/10", "DATE"),
        ("what is that called, «4/12»", "ID_NUM"),
        ("the price in «march 2007»", "DATE"),
        ("by «june 2016» it was 400", "DATE_OF_BIRTH"),
    ],
)
def test_a_cue_of_something_else_does_not(marked: str, label: str) -> None:
    assert talk(marked, label)


def test_a_form_that_arithmetic_takes_needs_a_cue_among_mathematics_only() -> None:
    numbers = ("«543-21-2345»", "US_SSN"), ("so «415-820-1199» = 12", "PHONE_NUMBER")
    for number, label in numbers:
        assert talk(number, label)
    assert not talk("«543-21-2345»", "US_SSN", mathematical=False)
    assert not talk("(415) «820-1199»"[:-1] + "»", "NAME")


@pytest.mark.parametrize(
    "number", ["«000-12-3456»", "«666-12-3456»", "«123-00-4567»", "«100-25-1000»"]
)
def test_an_ssn_that_nobody_has_needs_a_cue_everywhere(number: str) -> None:
    assert talk(number, "ID_NUM", mathematical=False)
    assert not talk(f"my ssn is {number}", "ID_NUM", mathematical=False)


@pytest.mark.parametrize("label", ["NAME", "URL", "EMAIL_ADDRESS", "SCHOOL", "AGE"])
def test_other_labels_are_left_alone(label: str) -> None:
    assert not talk("«4/12»", label)


def test_a_code_with_letters_is_left_alone() -> None:
    assert not talk("log in as «kabir.6c.029»", "ID_NUM")


def test_a_form_that_no_difference_has_is_a_telephones_among_mathematics() -> None:
    assert not talk("«212-555-0187»", "PHONE_NUMBER", "What is 3/4 of 12?")
    assert talk("«212-555-187» is the same as?", "PHONE_NUMBER", "What is 3/4 of 12?")


@pytest.mark.parametrize(
    "marked",
    [
        "mom: «443-867-5309»",
        "hmu «443-867-5309»",
        "its «443-867-5309»",
        "«443-867-5309»",
        "my mom's is «4438675309»",
        "«4438675309» is my dads",
        "add me «4438675309»",
        "«+44 7911 123456»",
        "«07911 123456»",
        "«07911 482913»",
        "«+86 138 1234 5678»",
        "«010-1234-5678»",
        "«0151 23456789»",
        "«06 12 34 56 78»",
    ],
)
def test_a_telephone_number_stays_one_in_a_lesson(marked: str) -> None:
    assert not talk(marked, "PHONE_NUMBER", "What is 3/4 + 1/4?")


@pytest.mark.parametrize(
    "marked",
    [
        "solve «443-867-5309»",
        "i got 5 for «443-867-5309»",
        "«4438675309»",
        "what is «4438675309» rounded",
        "«01234 01234»",
        "«01 02 03 04 05»",
        "first take away 5 from «443-867-5309»",
    ],
)
def test_a_number_that_is_worked_on_is_no_telephones(marked: str) -> None:
    assert talk(marked, "PHONE_NUMBER", "What is 3/4 + 1/4?")


@pytest.mark.parametrize(
    ("marked", "label"),
    [
        ("student # «123456»", "ID_NUM"),
        ("my osis is «123456789»", "ID_NUM"),
        ("ss# «123456789»", "US_SSN"),
        ("my social «123456789»", "US_SSN"),
    ],
)
def test_what_counts_is_somebodys_after_a_cue(marked: str, label: str) -> None:
    assert not talk(marked, label, "What is 3/4 + 1/4?")


def test_a_name_before_counting_is_no_part_of_an_identifier() -> None:
    assert talk("Yes, «D.J. Ten, nine, eight, seven, six», five", "ID_NUM")


def test_talk_of_birthdays_ends_where_the_lesson_goes_on() -> None:
    earlier = "my bday is next week\ncool! what is 4/12 simplified\n1/3"
    assert talk("«1/4»", "DATE_OF_BIRTH", "and 2/8?", earlier=earlier)
    assert not talk("«4/12»", "DATE_OF_BIRTH", "when is your birthday?")
