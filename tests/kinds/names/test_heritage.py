import pytest

from spacy_piivot.kinds.names.heritage import Heritages, average, joined, likeliest
from spacy_piivot.lang import ENGLISH
from spacy_piivot.lang.lexicon import make_lexicon

HERITAGES = ENGLISH.part(Heritages)


@pytest.mark.parametrize(
    "name",
    ["maya", "kai", "amara", "leila", "finn", "noah", "sofia", "emma", "liam", "zoe", "jayden"],
)
def test_a_name_that_is_common_at_home_is_at_home(name: str) -> None:
    assert likeliest(HERITAGES.given(name), "") == "english"


@pytest.mark.parametrize(
    ("name", "region"),
    [
        ("kofi", "akan"), ("chidi", "igbo"), ("tunde", "yoruba"), ("jose", "hispanic"),
        ("diego", "hispanic"), ("priya", "indian"), ("aarav", "indian"),
        ("mohammed", "arabic"), ("mehmet", "turkish"), ("hiroshi", "japanese"),
        ("minh", "vietnamese"), ("wei", "chinese"), ("aroha", "maori"), ("sione", "tongan"),
        ("mamadou", "wolof"), ("yohanes", "indonesian"), ("yohannes", "ethiopian"),
        ("somchai", "thai"), ("siriporn", "thai"), ("zulaikha", "malay"),
        ("sereyvuth", "khmer"), ("thuzar", "burmese"), ("kainoa", "hawaiian"),
        ("mereoni", "fijian"), ("ioane", "samoan"), ("bounmy", "lao"),
        ("yahir", "hispanic"), ("svetlana", "russian"), ("thabo", "zulu"),
        ("wanjiku", "swahili"), ("tigist", "ethiopian"), ("deshawn", "african_american"),
    ],
)  # fmt: skip
def test_a_given_name_of_a_region(name: str, region: str) -> None:
    assert likeliest(HERITAGES.given(name), "") == region


@pytest.mark.parametrize(
    ("name", "region"),
    [
        ("smith", "english"), ("miller", "english"), ("garcia", "hispanic"),
        ("nguyen", "vietnamese"), ("patel", "indian"), ("kim", "korean"),
        ("okafor", "igbo"), ("adeyemi", "yoruba"), ("mensah", "akan"), ("russo", "italian"),
        ("schmidt", "german"), ("kowalski", "polish"), ("tanaka", "japanese"),
        ("tupou", "tongan"), ("ndiaye", "wolof"), ("diop", "wolof"),
        ("kealoha", "hawaiian"), ("leota", "samoan"), ("rabuka", "fijian"),
        ("phommasack", "lao"), ("siregar", "indonesian"), ("magsaysay", "filipino"),
        ("ngata", "maori"), ("khan", "pakistani"), ("papadopoulos", "greek"),
        ("andersson", "nordic"), ("dlamini", "zulu"),
    ],
)  # fmt: skip
def test_a_family_name_of_a_region(name: str, region: str) -> None:
    assert likeliest(HERITAGES.family(name), "") == region


def test_the_probabilities_of_a_name_sum_to_one() -> None:
    for name in ("maria", "lee", "amara"):
        for kind in ("given", "family"):
            regions = HERITAGES.of(name, kind)
            assert not regions or abs(sum(regions.values()) - 1) < 1e-9


def test_an_unknown_name_has_no_region() -> None:
    assert not HERITAGES.given("xqzt")
    assert not HERITAGES.family("xqzt")


def test_a_family_name_decides_about_an_ambiguous_given_name() -> None:
    both = joined(HERITAGES.given("amara"), HERITAGES.family("okafor"), least=0.02)
    assert likeliest(both, "") == "igbo"
    both = joined(HERITAGES.given("sofia"), HERITAGES.family("garcia"), least=0.02)
    assert likeliest(both, "") == "hispanic"


def test_empty_evidence_says_nothing() -> None:
    one = {"a": 0.5, "b": 0.5}
    assert joined({}, one, {}, least=0.1) == one
    assert average([{}, one]) == one
    assert not average([])


def test_every_region_has_an_origin_and_neighbours() -> None:
    regions = {*HERITAGES.regions, *(region for region, _ in HERITAGES.listed)} - {"home"}
    assert regions <= HERITAGES.origin.keys()
    for region, neighbours in HERITAGES.neighbours.items():
        assert region not in neighbours
        assert set(neighbours) <= set(HERITAGES.regions)


def test_a_language_without_regions_knows_none(tmp_path) -> None:
    heritages = Heritages(make_lexicon("en", str(tmp_path)))
    assert not heritages.home
    assert not heritages.given("maria")
