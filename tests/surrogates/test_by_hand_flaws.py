import pytest

from spacy_piivot.surrogates import Mention
from spacy_piivot.surrogates.by_hand_flaws import (
    EMPTY,
    LONG,
    ORIGINAL,
    TAKEN,
    TWO,
    UNPRINTABLE,
    Chosen,
    HandChecks,
    form_flaw,
)

PHONE = "PHONE_NUMBER"


def name(text: str, surrogate: str) -> Chosen:
    return Chosen(Mention(text, "NAME"), surrogate)


def kinds(*chosen: Chosen, others=(), speakers=(), roster=()) -> list[str]:
    checks = HandChecks(chosen, others, speakers, roster)
    return [found.kind if (found := checks.flaw(n)) else "" for n in range(len(chosen))]


@pytest.mark.parametrize("surrogate", ["Nora", "Noor-Anne d'Arc", "نور", "x" * 200, "👩‍🏫"])
def test_a_sound_form(surrogate):
    assert form_flaw(surrogate) == ""


@pytest.mark.parametrize(
    ("surrogate", "flaw"),
    [
        ("", EMPTY), ("  ", EMPTY), ("\u00a0", EMPTY), ("x" * 201, LONG),
        ("No\nra", UNPRINTABLE), ("No\x00ra", UNPRINTABLE), ("No\tra", UNPRINTABLE),
        ("No\u2028ra", UNPRINTABLE), ("No\u202era", UNPRINTABLE), ("No\x85ra", UNPRINTABLE),
    ],
)  # fmt: skip
def test_a_form_that_cannot_be_used(surrogate, flaw):
    assert form_flaw(surrogate) == flaw


@pytest.mark.parametrize(
    "surrogate",
    ["Maria", "MARIA", "Maria Hale", "María", "Mariana", "Sam", "Zadieee", "Okell", "Zadie Hale",
     "the twin", "not the twin of a king"],
)  # fmt: skip
def test_a_name_must_be_no_original_and_contain_none(surrogate):
    others = [Mention("Sam", "NAME"), Mention("the twin", "OTHER")]
    found = kinds(name("Maria", surrogate), others=others, speakers=["Zadie"], roster=["Bo Okell"])
    assert found == [ORIGINAL]


@pytest.mark.parametrize("surrogate", ["Nora", "Nora Hale", "the student", "Samir"])
def test_another_name_is_fine(surrogate):
    others = [Mention("Sam", "NAME"), Mention("12", "AGE"), Mention("Lincoln High", "SCHOOL")]
    assert kinds(name("Maria", surrogate), others=others, speakers=["tutor"]) == [""]


@pytest.mark.parametrize(
    ("label", "text", "surrogate", "flaw"),
    [
        ("EMAIL_ADDRESS", "m@x.org", "mariah@y.org", ORIGINAL),
        ("EMAIL_ADDRESS", "m@x.org", "m@x.org", ORIGINAL),
        ("EMAIL_ADDRESS", "m@x.org", "nora@y.org", ""),
        ("URL", "https://x.org/m", "https://x.org/nora", ""),
        (PHONE, "612-555-0142", "(612) 555 0142", ORIGINAL),
        (PHONE, "612-555-0142", "651-555-0199", ""),
        ("SCHOOL", "Lincoln High", "Lincoln High School", ORIGINAL),
        ("SCHOOL", "Lincoln High", "Cedar High", ""),
        ("LOCATION", "Austin, TX", "Dallas, TX", ""),
        ("LOCATION", "Austin, TX", "Maria Heights", ORIGINAL),
        ("AGE", "12", "12", ORIGINAL),
        ("DATE_OF_BIRTH", "May 4, 2012", "May 12, 2011", ""),
    ],
)
def test_other_labels(label, text, surrogate, flaw):
    chosen = Chosen(Mention(text, label), surrogate)
    assert kinds(chosen, others=[Mention("Maria", "NAME"), Mention("12", "AGE")]) == [flaw]


@pytest.mark.parametrize(
    ("one", "other", "flaw"),
    [
        (("Maria", "Nora"), ("Sam", "nora"), TAKEN),
        (("Maria Lopez", "Nora Hale"), ("Sam Reed", "Tom Hale"), TAKEN),
        (("Maria Lopez", "Nora Hale"), ("Sam Lopez", "Tom Hale"), ""),
        (("Maria", "the student"), ("Sam", "the student"), TAKEN),
        (("Maria", "the student"), ("Sam", "the other student"), ""),
        (("Samantha", "Nora"), ("Sam", "Nora"), ""),
        (("Maria", "Nora"), ("Maria", "Lea"), TWO),
        (("Maria", "Nora"), ("MARIA", "Lea"), TWO),
        (("Maria", "Nora"), ("MARIA", "NORA"), ""),
        (("Maria", "Nora"), ("Maria's", "Nora's"), ""),
        (("Maria Lopez", "Nora Hale"), ("Maria", "Nora"), ""),
    ],
)
def test_two_names(one, other, flaw):
    """Both are said to be wrong, each with the other."""
    assert kinds(name(*one), name(*other)) == [flaw, flaw]


def test_two_notations_of_one_number_and_one_surrogate_of_two_numbers():
    def phone(text, surrogate):
        return Chosen(Mention(text, PHONE), surrogate)

    one = phone("612-555-0142", "651-222-0199")
    assert kinds(one, phone("(612) 555-0142", "(651) 222 0199")) == ["", ""]
    assert kinds(one, phone("(612) 555-0142", "651-222-0100")) == [TWO, TWO]
    assert kinds(one, phone("507-555-0111", "6512220199")) == [TAKEN, TAKEN]


def test_two_people_may_get_the_same_age():
    ages = [Chosen(Mention(text, "AGE"), "14") for text in ("12", "13")]
    assert kinds(*ages) == ["", ""]


def test_the_other_one_is_named():
    checks = HandChecks([name("Bo", "Ike"), name("Maria", "Nora"), name("Sam", "Nora")], (), (), ())
    assert [found and found.other for found in map(checks.flaw, range(3))] == [None, 2, 1]
