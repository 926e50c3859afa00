import re

import pytest

from spacy_piivot.draws.choice import Ledger
from spacy_piivot.kinds.names.joined import JoinedNames
from spacy_piivot.kinds.names.pools import name_key
from spacy_piivot.kinds.names.surrogate import NameSurrogates
from spacy_piivot.kinds.names.written_forms import NameMention
from spacy_piivot.lang import ENGLISH

KEYS = [bytes([number]) * 32 for number in range(8)]
JOINED = JoinedNames(ENGLISH)
_VOWELS = re.compile(r"[aeiouy]+", re.IGNORECASE)


def names(*mentions: str, key: bytes, pronoun: str = "", shared: bool = False) -> NameSurrogates:
    found = [NameMention(mention, pronoun=pronoun) for mention in mentions]
    parts = re.findall(r"\w+", " ".join(mentions).casefold())
    return NameSurrogates(Ledger(key, "d1", parts, set()), found, shared=shared)


@pytest.mark.parametrize(
    "name",
    [
        "Ji-woo", "Min-jun", "Seo-Yeon", "Sung-ho", "Hye-jin", "Xiao-ming", "Mei-Ling", "Wei-Ting",
        "Jia-hao", "Hsin-Yi", "Ka-Fai", "Eun-kyung", "Do-Yoon", "Zhi-Wei", "TAE-HYUNG", "yu-na",
    ],
)  # fmt: skip
@pytest.mark.parametrize("shared", [False, True])
def test_two_syllables_become_two_syllables(name: str, shared: bool) -> None:
    for key in KEYS:
        made = names(name, key=key, shared=shared)[name]
        one, other = made.split("-")
        assert len(_VOWELS.findall(one)) == len(_VOWELS.findall(other)) == 1, made
        assert [one.istitle(), one.isupper(), other.islower()] == [
            name.split("-")[0].istitle(), name.isupper(), name.split("-")[1].islower()
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "region"),
    [
        ("Kim Ji-woo", "korean"), ("Min-jun Park", "korean"), ("Li Xiao-ming", "chinese"),
        ("Mei-Ling Wang", "chinese"), ("Jin-Wei Zhang", "chinese"), ("Su-bin Choi", "korean"),
    ],
)  # fmt: skip
def test_the_family_name_tells_whose_syllables_they_are(name: str, region: str) -> None:
    drawn = {
        name_key(one)
        for number in range(2)
        for sex in ("male", "female")
        for pool in JOINED.candidates(region, number, sex)
        for one in pool
    }
    for key in KEYS:
        made = names(name, key=key)[name]
        [joined] = [part for part in made.split() if "-" in part]
        assert set(map(name_key, joined.split("-"))) <= drawn


def test_one_person_is_written_with_and_without_a_hyphen() -> None:
    for key in KEYS:
        made = names("Ji-woo", "Jiwoo", "Ji Woo", "JI-WOO", "Ji-Woo's", key=key)
        one, other = made["Ji-woo"].split("-")
        assert made["Jiwoo"] == one + other
        assert made["Ji Woo"] == f"{one} {other.title()}"
        assert made["JI-WOO"] == f"{one}-{other}".upper()
        assert made["Ji-Woo's"] == f"{one}-{other.title()}'s"


def test_a_doubled_syllable_stays_doubled() -> None:
    for key in KEYS:
        one, other = names("Ting-Ting", key=key)["Ting-Ting"].split("-")
        assert one == other


@pytest.mark.parametrize(
    ("name", "sex"),
    [
        ("Anna-Lena", "female"), ("Jean-Paul", "male"), ("Mary-Kate", "female"),
        ("Karl-Heinz", "male"), ("Marie-Claire", "female"), ("Hans-Peter", "male"),
        ("Jean-Luc", "male"), ("Sarah-Jane", "female"), ("Billy-Bob", "male"),
        ("Maria-Elena", "female"), ("Juan-Carlos", "male"), ("Lars-Erik", "male"),
    ],
)  # fmt: skip
def test_a_double_given_name_becomes_one_of_its_region_and_sex(name: str, sex: str) -> None:
    parts = name.casefold().split("-")
    region = JOINED.region(parts, {})
    for key in KEYS:
        for number, part in enumerate(names(name, key=key)[name].split("-")):
            assert part in JOINED.candidates(region, number, sex)[0]


def test_names_on_no_list_of_joined_names_get_two_given_names() -> None:
    for name in ("Abdul-Rahman", "Priya-Lakshmi", "Oluwa-Tobi"):
        for key in KEYS:
            assert names(name, key=key)[name].count("-") == 1


@pytest.mark.parametrize(("pronoun", "wanted"), [("female", "female"), ("male", "male")])
def test_a_pronoun_decides_the_sex_of_syllables(pronoun: str, wanted: str) -> None:
    for key in KEYS:
        made = names("Ji-min", key=key, pronoun=pronoun)["Ji-min"]
        assert JOINED.sex([part.casefold() for part in made.split("-")], "korean") in ("", wanted)


def test_family_names_are_drawn_apart() -> None:
    for key in KEYS:
        made = names("Mary Smith-Jones", "Smith-Jones", "Jones", key=key)
        given, double = made["Mary Smith-Jones"].split()
        assert made["Smith-Jones"] == double
        assert made["Jones"] == double.split("-")[1]
        assert given not in double


def test_a_particle_before_a_hyphen_goes_with_its_name() -> None:
    for name in ("Al-Amin", "Omar Al-Sayed", "De-Shawn", "Bin-Salman", "Mc-Kenna", "El-Amin Diop"):
        for key in KEYS:
            made = names(name, key=key)[name]
            assert "-" not in made
            assert len(made.split()) == len(name.split())


@pytest.mark.parametrize("name", ["Do-yoon", "Da-eun", "Su-bin Choi", "Di-wen", "Le-Xin Wang"])
def test_a_syllable_that_is_also_a_particle_is_a_syllable(name: str) -> None:
    for key in KEYS:
        assert names(name, key=key)[name].count("-") == 1
