"""The surrogate of a postcode has its form, and lies where the surrogate of its town does."""

import re

import pytest
from assigned import surrogates

from spacy_piivot.kinds.places.cities import Cities
from spacy_piivot.kinds.places.postcodes import postcodes
from spacy_piivot.lang import ENGLISH

CODES = postcodes()
CITIES = ENGLISH.part(Cities)
KEYS = [b"key number %06d" % number for number in range(6)]


@pytest.mark.parametrize(
    "town",
    ["Peterborough PE7 8AB", "London NW1 6XE", "Leeds LS1 4AB", "Bristol BS3 4QR",
     "Cardiff CF10 1AA", "Edinburgh EH1 1YZ", "Belfast BT7 1NN", "Manchester M14 5TQ",
     "Truro TR1 2DP", "Durham DH1 3LE"],
)  # fmt: skip
@pytest.mark.parametrize("key", KEYS[:3])
def test_a_british_code_is_of_a_real_area_and_nobodys(town: str, key: bytes) -> None:
    [new] = surrogates((f"12 Oak Road, {town}", "STREET_ADDRESS"), key=key)
    found = CODES.find(new.split(", ")[-1])
    own = CODES.find(town)
    assert found
    assert own
    assert found.form is CODES.british
    assert found.region == own.region
    assert found.text != own.text
    area = CODES.area(found.text)
    assert found.text.split()[0].removeprefix(area.name) in area.districts
    assert re.search("[CIKMOV]", found.text[-2:])


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("45 King Street, Toronto, ON M5V 2T6", r"ON [KLMNP]\d[A-Z] \d[A-Z]\d"),
        ("3 Rue Sainte, Montréal, QC H2X 1Y4", r"QC [GHJ]\d[A-Z] \d[A-Z]\d"),
        ("10 Main Street, Dublin D01 F5P2", r"D\d\d [\dA-Z]{4}"),
        ("Kerkstraat 14, 1017 GL Amsterdam", r"1\d{3} [A-Z]{2} \D+"),
        ("Musterstr. 12, 10115 Berlin", r"1\d{4} \D+"),
        ("12 rue Hugo, 75011 Paris", r"7\d{4} \D+"),
        ("15 Smith St, Dubbo NSW 2830", r"\D+ NSW 2\d{3}"),
        ("9 Bay Road, Geelong VIC 3220", r"\D+ VIC 3\d{3}"),
        ("4 MG Road, Bengaluru 560001", r"\D+ 5\d{5}"),
        ("Rua Bahia 120, São Paulo, SP 01310-200", r"SP 0\d{4}-\d{3}"),
        ("Storgatan 5, 111 22 Stockholm", r"1\d\d \d\d \D+"),
        ("calle Mayor 3, 28013 Madrid", r"2\d{4} \D+"),
    ],
)
@pytest.mark.parametrize("key", KEYS[:3])
def test_other_codes_keep_their_form_and_province(address: str, written: str, key: bytes) -> None:
    [new] = surrogates((address, "STREET_ADDRESS"), key=key, keeps_wide=True)
    found = re.search(rf"(?:^|, |\D ){written}$", new)
    assert found
    assert not set(re.findall(r"\d{4,}|[A-Z]\d[A-Z]", address)) & set(new.split())


@pytest.mark.parametrize(
    "town",
    ["Springfield, IL 62704", "Austin, TX 78701", "Boise, ID 83702", "Buffalo, NY 14202",
     "Portland, ME 04101", "Fresno, CA 93721", "Tampa, FL 33602", "Omaha, NE 68102",
     "Reno, NV 89501-1234", "Salem, OR 97301"],
)  # fmt: skip
@pytest.mark.parametrize("keeps_wide", [True, False])
def test_an_american_code_fits_the_state(town: str, keeps_wide: bool) -> None:
    for key in KEYS[:3]:
        [new] = surrogates((town, "LOCATION"), key=key, keeps_wide=keeps_wide)
        found = re.fullmatch(r"[^,]+, ([A-Z]{2}) (\d{5}(?:-\d{4})?)", new)
        assert found
        assert CODES.state(found[2]) == f"US-{found[1]}"
        assert (found[1] == town.split(", ")[1][:2]) == keeps_wide


@pytest.mark.parametrize("key", KEYS)
def test_a_code_without_a_state_fits_the_town(key: bytes) -> None:
    [new] = surrogates(("Chicago 60614", "LOCATION"), key=key)
    town, _, zip = new.rpartition(" ")
    assert CODES.state(zip) in [city.region for city in CITIES.find(town)]
