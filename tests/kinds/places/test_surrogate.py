import re

import pytest
from assigned import KEY, surrogates
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.kinds.places import Gazetteer
from spacy_piivot.kinds.places.cities import Cities
from spacy_piivot.kinds.places.gazetteer import country_of
from spacy_piivot.kinds.places.units import read_units
from spacy_piivot.lang import ENGLISH
from spacy_piivot.surrogates import Mention, assign
from spacy_piivot.surrogates.flaws import lie_elsewhere

PLACES = ENGLISH.part(Gazetteer)
CITIES = ENGLISH.part(Cities)


def test_a_place_stays_of_its_kind():
    country, state, city, both, unknown = surrogates(
        ("Brazil", "LOCATION"),
        ("Ohio", "LOCATION"),
        ("Austin", "LOCATION"),
        ("Austin, TX", "LOCATION"),
        ("Qwertyville", "LOCATION"),
    )
    assert country in PLACES.pool("country")
    assert country != "Brazil"
    assert state in PLACES.pool("province", "US")
    assert state != "Ohio"
    assert re.fullmatch(rf"{city}, [A-Z]{{2}}", both)
    assert CITIES.is_in(city, f"US-{both[-2:]}")
    assert CITIES.is_in(unknown, "US")


@pytest.mark.parametrize("number", range(12))
def test_what_lies_in_one_state_or_country_still_does(number):
    austin, pair, dallas, state, paris, france, lyon, portland = surrogates(
        *(
            (place, "LOCATION")
            for place in (
                "Austin", "Dallas, TX", "dallas", "Texas", "Paris", "France", "LYON",
                "Portland, ME",
            )
        ),
        key=b"key number %06d" % number,
    )  # fmt: skip
    city, code = pair.split(", ")
    assert city == dallas.capitalize()
    assert PLACES.name(f"US-{code}") == state
    assert CITIES.is_in(austin, f"US-{code}")
    assert CITIES.is_in(dallas, f"US-{code}")
    assert CITIES.is_in(paris, PLACES.region(france, "country"))
    assert CITIES.is_in(lyon, PLACES.region(france, "country"))
    own, own_state = portland.split(", ")
    assert CITIES.is_in(own, f"US-{own_state}")
    assert {code, state, france}.isdisjoint({"TX", "Texas", "ME", "France"})


@pytest.mark.parametrize(
    ("city", "whole"),
    [
        ("Newark", "New Jersey"),
        ("newark", "NJ"),
        ("Newark", "Delaware"),
        ("Portland", "Maine"),
        ("London", "England"),
        ("Edinburgh", "Scotland"),
        ("Paris", "France"),
        ("12 Oak Street, Newark", "Ohio"),
    ],
)
@pytest.mark.parametrize("number", range(3))
def test_a_city_lies_in_what_the_dialogue_says_elsewhere(city, whole, number):
    label = "STREET_ADDRESS" if "Street" in city else "LOCATION"
    key = b"key number %06d" % number
    one, other = surrogates((city, label), (whole, "LOCATION"), key=key)
    assert one != city
    assert other != whole
    assert CITIES.is_in(one.split(", ")[-1], PLACES.region(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the United States", "USA"),
        ("United States of America", "USA"),
        ("The United States of America", "United States"),
        ("Britain", "UK"),
        ("Great Britain", "the United Kingdom"),
    ],
)
def test_a_country_stays_one_by_all_its_names_and_with_an_article(one, other):
    new = [
        re.sub("^[Tt]he ", "", text) for text in surrogates((one, "LOCATION"), (other, "LOCATION"))
    ]
    assert new[0] == new[1]
    assert new[0] in PLACES.pool("country")


def test_a_city_lies_in_a_country_with_an_article():
    city, whole = surrogates(("Boston, the Netherlands", "LOCATION"))[0].split(", the ")
    assert CITIES.is_in(city, PLACES.region(whole, "country"))


def test_a_place_that_was_found_apart_from_its_state_lies_in_it():
    mentions = [Mention(place, "LOCATION") for place in ("Teaneck", "Hoboken", "NJ", "Ohio")]
    text = "I moved from Teaneck, NJ and Hoboken,\nOhio"
    assigned = assign(mentions, key=KEY, scope="scope", text=text)
    teaneck, hoboken, jersey, ohio = (assigned[mention] for mention in mentions)
    assert CITIES.is_in(teaneck, PLACES.region(jersey))
    assert CITIES.is_in(hoboken, PLACES.region(ohio))


@pytest.mark.parametrize(
    ("text", "elsewhere"),
    [
        ("Paris, France", False),
        ("Portland, Maine", False),
        ("Portland, Ohio", True),
        ("Paris, Brazil", True),
        ("Teaneck, Brazil", False),
    ],
)
def test_a_city_that_is_said_to_lie_elsewhere(text, elsewhere):
    assert lie_elsewhere(read_units(text, "LOCATION")) is elsewhere


def test_a_city_of_a_state_whose_cities_are_used_up_is_one_elsewhere():
    texans = ["Austin", "Dallas", "Houston", "Lubbock", "Amarillo", "Laredo", "Waco", "El Paso"]
    new = surrogates(*((city, "LOCATION") for city in texans))
    assert len({*new, *texans}) == 16


def test_the_names_of_one_country_are_one():
    one, other = surrogates(("USA", "LOCATION"), ("America", "LOCATION"))
    assert one == other


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("LAKE ERIE", r"LAKE [A-Z]+"),
        ("texas", r"[a-z ]+"),
        ("Cook County", r"[A-Z][a-z]+ County"),
        ("El Paso", r"[A-Z][a-z]+"),
        ("Salt Lake City, UT", r"[A-Z][a-z]+, [A-Z]{2}"),
        ("Rio de Janeiro", r"[A-Z][a-z]+( [a-z]+)*( [A-Z][a-z]+)*"),
        ("Austin TX 78701", r"[A-Z][a-z]+ [A-Z]{2} \d{5}"),
        ("Москва", r"[А-Яа-яё]+"),
    ],
)
def test_words_casing_and_script_of_a_place_are_kept(text, pattern):
    [new] = surrogates((text, "LOCATION"))
    assert new != text
    assert re.fullmatch(pattern, new)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("12 Oak Street", r"\d\d [A-Z][a-z]+ Street"),
        (
            "742 Elm Terrace, Apt 4B, Austin, TX 78701",
            r"\d{3} [A-Z][a-z]+ Terrace, Apt \dB, [A-Z][a-z]+, [A-Z]{2} \d{5}",
        ),
        ("5th Avenue", r"\d+(st|nd|rd|th) Avenue"),
        ("PO Box 123", r"PO Box \d{3}"),
        ("P. O. Box 123", r"P\. O\. Box \d{3}"),
        ("Apt 3B", r"Apt \dB"),
        ("Unit 4", r"Unit \d"),
        ("12 Oak Street, Apt C", r"\d\d [A-Z][a-z]+ Street, Apt [ABD-Z]"),
        (
            "742 Elm St El Paso TX 79901-1234",
            r"\d{3} [A-Z][a-z]+ St [A-Z][a-z]+ [A-Z]{2} \d{5}-\d{4}",
        ),
    ],
)
def test_an_address_keeps_its_form(text, pattern):
    [new] = surrogates((text, "STREET_ADDRESS"))
    assert new != text
    assert re.fullmatch(pattern, new)
    assert not re.search(r"\b(Oak|Elm|Austin|742|78701)\b", new)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Marigold Middle School", r"[A-Z][a-z]+ Middle School"),
        ("MARIGOLD ELEMENTARY", r"[A-Z]+ ELEMENTARY"),
        ("University of Texas", r"University of [A-Z][A-Za-z ]+"),
        ("P.S. 118", r"P\.S\. \d{3}"),
        ("LHS", r"[A-Z]HS"),
        ("Central High School", r"[A-Z][a-z]+ High School"),
        ("st. brigid's academy", r"st\. [a-z]+'s academy"),
    ],
)
def test_a_school_keeps_its_stage_and_form(text, pattern):
    [new] = surrogates((text, "SCHOOL"))
    assert new != text
    assert re.fullmatch(pattern, new)


def test_a_school_and_its_short_name_stay_one():
    long, short = surrogates(("Marigold High School", "SCHOOL"), ("marigold", "SCHOOL"))
    assert long == f"{short.capitalize()} High School"


def test_the_initials_of_a_school_are_those_of_its_surrogate():
    long, short = surrogates(("Marigold Middle School", "SCHOOL"), ("MMS", "SCHOOL"))
    assert short == "".join(word[0] for word in long.split())
    assert short != "MMS"


@pytest.mark.parametrize(
    ("text", "label", "pattern"),
    [
        ("12", "AGE", r"1[0134]"),
        ("twelve", "AGE", r"ten|eleven|thirteen|fourteen"),
        ("7th grade", "GRADE_LEVEL", r"[5689]th grade"),
        ("Algebra 101", "COURSE", r"Algebra \d+"),
    ],
)
def test_what_is_kept_by_default_can_be_replaced_by_a_neighbour(text, label, pattern):
    [new] = surrogates((text, label))
    assert new != text
    assert re.fullmatch(pattern, new)


@given(
    st.text(max_size=30),
    st.sampled_from(["LOCATION", "STREET_ADDRESS", "SCHOOL", "EMPLOYER", "AGE"]),
)
def test_any_text_gets_a_surrogate_that_is_not_the_original(text, label):
    [new] = surrogates((text, label))
    assert new
    assert new != text


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("12 Oak Parade", r"\d\d [A-Z]\w+ Parade"),
        ("4 Calle de la Rosa", r"\d Calle (?:de|del|de la|de las|de los) [A-Z][\w ]+"),
        ("Flat 3, 12 Oak St. Apt 4", r"Flat \d, \d\d [A-Z]\w+ St\. Apt \d"),
        ("12 Hill Street", r"\d\d [A-Z]\w+ Street"),
        ("12 N Grove Ave", r"\d\d N [A-Z]\w+ Ave"),
        ("125th Street", r"\d+(st|nd|rd|th) Street"),
        ("PO Box 1234", r"PO Box \d{4}"),
        ("9 Oak Lane, Cardiff, CF14 0ZY", r"\d [A-Z]\w+ Lane, [^,]+, [A-Z]{2}\d\d \d[A-Z]{2}"),
        ("9 Oak Lane, Leeds LS1 4AB", r"\d [A-Z]\w+ Lane, [^,]+ [A-Z]{2}\d \d[A-Z]{2}"),
    ],
)
def test_what_an_address_is_found_by_stays_in_it(text: str, pattern: str) -> None:
    mention = Mention(text, "STREET_ADDRESS")
    new = assign([mention], key=b"0123456789abcdef", scope="s")[mention]
    assert re.fullmatch(pattern, new)
    assert not {"Oak", "Rosa", "Hill", "Grove"} & set(new.split())


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Fort Dixon", r"Fort [A-Z]\w+"),
        ("fort dixon", r"fort [a-z]\w+"),
        ("Larkmoor Heights", r"[A-Z]\w+ Heights"),
        ("Barrow Falls", r"[A-Z]\w+ Falls"),
        ("Saint Tobias", r"(Saint|St\.?) [A-Z][\w.]+"),
        ("Mount Ash", r"(Mount|Mt\.?) [A-Z]\w+"),
        ("Ham-on-Wye", r"[A-Z][\w-]+[ -]on[ -][A-Z][\w-]+"),
        ("Qwertyville", r"[A-Z]\w+"),
        ("QWERTYVILLE", r"[A-Z]+"),
        ("Tobias Parva County", r"[A-Z][\w ]+ County"),
    ],
)
def test_an_unknown_place_becomes_a_real_one_with_a_name_of_its_form(text, pattern, number):
    new = surrogates((text, "LOCATION"), key=b"key number %06d" % number)[0]
    assert re.fullmatch(pattern, new)
    assert CITIES.find(new.removesuffix(" County"))


def kept_wide(*texts, document="", number=0):
    mentions = [Mention(text, "LOCATION") for text in texts]
    key = b"key number %06d" % number
    assigned = assign(mentions, key=key, scope="scope", text=document, keeps_wide=True)
    return [assigned[mention] for mention in mentions]


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(
    ("text", "region"),
    [
        ("Austin, TX", "US-TX"),
        ("Leeds, England", "GB-ENG"),
        ("Cardiff, Wales", "GB-WLS"),
        ("Lagos, Nigeria", "NG"),
        ("Boston, Lincolnshire, England", "GB-ENG"),
        ("Toronto, Ontario", "CA-ON"),
        ("Valletta, Malta", "MT"),
        ("Dover, Delaware", "US-DE"),
        ("Hilo, Hawaii", "US-HI"),
        ("Ontario, CA", "US-CA"),
        ("Teaneck in New Jersey", "US-NJ"),
    ],
)
def test_a_city_beside_a_kept_region_becomes_one_of_it(text, region, number):
    [new] = kept_wide(text, number=number)
    city = re.split(", | in ", new)[0]
    assert new.endswith(re.split(", | in ", text)[-1])
    assert city != re.split(", | in ", text)[0]
    assert CITIES.is_in(city, region)


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("name", ["Coventry", "Leeds", "Liverpool", "Surat", "Lyon", "Tampa"])
def test_a_city_by_itself_keeps_country_size_and_coast(name, number):
    own = CITIES.find(name)[0]
    [new] = kept_wide(name, number=number)
    assert any(
        country_of(other.region) == country_of(own.region)
        and abs(other.size - own.size) <= 1
        and other.is_coastal == own.is_coastal
        for other in CITIES.find(new)
    )


@pytest.mark.parametrize("name", ["Lagos", "Kathmandu", "Reykjavik", "Suva", "Ulaanbaatar"])
def test_a_city_keeps_its_country_where_few_are_like_it(name):
    [new] = kept_wide(name)
    assert CITIES.is_in(new, CITIES.find(name)[0].region)


def test_two_cities_of_one_name_become_two():
    maine, oregon = kept_wide("Portland, ME", "Portland, OR")
    assert CITIES.is_in(maine.split(", ")[0], "US-ME")
    assert CITIES.is_in(oregon.split(", ")[0], "US-OR")


def test_a_city_has_one_surrogate_by_all_its_names():
    one, other, short = kept_wide("Bombay", "Mumbai", "mumbai")
    assert one == other == short.capitalize()


@pytest.mark.parametrize("name", ["Jordan", "Georgia", "Virginia"])
def test_a_lone_region_that_may_be_a_person_is_replaced(name):
    assert kept_wide(name) not in ([name], ["[LOCATION]"])


@pytest.mark.parametrize("number", range(6))
def test_a_word_of_a_place_that_is_a_persons_name_is_in_no_other_place(number):
    names = ["Hill", "Falls", "Heights", "Saint"]
    mentions = [Mention(f"Ann {name}", "NAME") for name in names]
    mentions += [Mention("Fort Dixon", "LOCATION"), Mention("Barrow Springs", "LOCATION")]
    assigned = assign(mentions, key=b"key number %06d" % number, scope="s", keeps_wide=True)
    new = {word for mention in mentions for word in assigned[mention].split()}
    assert new.isdisjoint(names)


@pytest.mark.parametrize(
    "names",
    [
        ("Saint Paul", "St Paul", "St. Paul", "saint paul"),
        ("Fort Worth", "Ft. Worth", "Ft Worth"),
        ("Mount Vernon", "Mt. Vernon", "Mt Vernon"),
        ("Sault Ste. Marie", "Sault Sainte Marie"),
        ("St. Louis", "Saint Louis", "St Louis"),
        ("Bury St Edmunds", "Bury St. Edmunds", "Bury Saint Edmunds"),
        ("St Albans", "Saint Albans", "St. Albans"),
        ("St. Petersburg", "Saint Petersburg"),
        ("Fort Collins", "Ft. Collins"),
        ("St. Cloud", "Saint Cloud", "St Cloud"),
        ("Mount Pleasant", "Mt. Pleasant"),
    ],
)
def test_a_town_is_one_in_all_its_spellings(names: tuple[str, ...]) -> None:
    new = surrogates(*((name, "LOCATION") for name in names))
    assert len({one.lower() for one in new}) == 1


@pytest.mark.parametrize("key", [KEY, b"another key of 16"])
@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("Lake Monaco", "Monaco"),
        ("Kenya Lake", "Kenya"),
        ("Cuba River", "Cuba"),
        ("Peru Creek", "Peru"),
        ("Texas Valley", "Texas"),
        ("Lake Nevada", "Nevada"),
        ("Mount Ohio", "Ohio"),
        ("Brazil Hill", "Brazil"),
        ("Poland Park", "Poland"),
        ("Lake Utah", "Utah"),
    ],
)
def test_what_is_named_after_a_country_gets_no_country(text: str, country: str, key: bytes) -> None:
    [new] = surrogates((text, "LOCATION"), key=key, keeps_wide=True)
    assert country not in new
    assert not any(PLACES.kind(word) in ("country", "province") for word in new.split())
