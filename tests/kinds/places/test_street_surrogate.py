"""The streets of addresses become others of their language; words and numbers keep their form."""

import re
import tomllib
from importlib.resources import files

import pytest
from assigned import surrogates

from spacy_piivot.core.folding import fold

STREETS = tomllib.loads((files("spacy_piivot") / "lang/en/streets.toml").read_text("utf8"))
NAMES = {
    fold(name)
    for row in (*STREETS["languages"], *STREETS["english"])
    for key in ("names", "joined", "stems", "hyphened", "after_names", "long_names")
    for name in row.get(key, ())
}


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("calle Mayor 12, 3º", r"calle (?P<name>\D+) \d\d, \dº"),
        ("Avenida de la Constitución 45, 2º B", r"Avenida (?P<name>\D+) \d\d, \dº [A-Z]"),
        ("12 bis rue Victor Hugo", r"\d\d bis rue (?P<name>\D+)"),
        ("3 avenue des Tilleuls", r"\d avenue (?P<name>\D+)"),
        ("Hauptstraße 5", r"(?P<name>\w+)straße \d"),
        ("Schulweg 17a", r"(?P<name>\w+)weg \d\da"),
        ("Friedrich-Ebert-Straße 20", r"(?P<name>[\w-]+)-Straße \d\d"),
        ("Berliner Straße 17", r"(?P<name>\w+) Straße \d\d"),
        ("Via Roma 3", r"Via (?P<name>\D+) \d"),
        ("piazza della Repubblica 8", r"piazza (?P<name>\D+) \d"),
        ("ul. Długa 7", r"ul\. (?P<name>\D+) \d"),
        ("No. 14, Jalan Melati", r"No\. \d\d, Jalan (?P<name>\D+)"),
        ("Jl. Sudirman No. 12", r"Jl\. (?P<name>\D+) No\. \d\d"),
        ("Rua das Flores 120, apto 301", r"Rua (?P<name>\D+) \d{3}, apto \d{3}"),
        ("Kerkstraat 14", r"(?P<name>\w+)straat \d\d"),
        ("Storgatan 5", r"(?P<name>\w+)gatan \d"),
        ("Nyhavnsgade 5", r"(?P<name>\w+)gade \d"),
        ("Atatürk Caddesi No: 5", r"(?P<name>\D+) Caddesi No: \d"),
        ("Petőfi Sándor utca 5", r"(?P<name>\D+) utca \d"),
        ("Str. Mihai Eminescu nr. 10", r"Str\. (?P<name>\D+) nr\. \d\d"),
        ("Rruga Naim Frashëri 12", r"Rruga (?P<name>\D+) \d\d"),
        ("улица Пушкина, дом 5", r"улица (?P<name>\D+), дом \d"),
        ("Plot 22 Awolowo Road, Ikeja", r"Plot \d\d (?P<name>\D+) Road, \D+"),
        ("14 Oak Hill Road", r"\d\d (?P<name>\D+) Road"),
        ("12 oak avenue", r"\d\d (?P<name>\D+) avenue"),
        ("12 OAK STREET", r"\d\d (?P<name>[A-Z ]+) STREET"),
        ("C/ Alcalá 45", r"C/ (?P<name>\D+) \d\d"),
        ("Karl Johans gate 22", r"(?P<name>\D+) gate \d\d"),
        ("Ul. Kralja Petra 12, Beograd", r"Ul\. (?P<name>\D+) \d\d, \w+"),
        ("B-12, Lajpat Nagar II", r"[A-Z]-\d\d, (?P<name>\D+) Nagar II"),
        ("Blk 123 Ang Mo Kio Ave 3", r"Blk \d{3} (?P<name>\D+) Ave \d"),
        ("15 Rathmines Road Lower, Dublin 6", r"\d\d (?P<name>\D+) Road Lower, \D+ \d"),
    ],
)
@pytest.mark.parametrize("key", [b"key number 000000", b"key number 000001"])
def test_a_street_becomes_another_of_its_language(text: str, pattern: str, key: bytes) -> None:
    [new] = surrogates((text, "STREET_ADDRESS"), key=key)
    found = re.fullmatch(pattern, new)
    own = re.fullmatch(pattern, text)
    assert found
    assert own
    assert fold(found["name"]) in NAMES
    assert found["name"] != own["name"]


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("22 Okafor Road, Lagos", "NG"),
        ("12 Jinnah Road, Karachi", "PK"),
        ("4 MG Road, Bengaluru 560001", "IN"),
        ("9 Mabini Street, Quezon City", "PH"),
        ("30 Kenyatta Avenue, Nairobi", "KE"),
        ("7 Church Lane, Leeds LS1 4AB", "GB"),
        ("15 Smith St, Dubbo NSW 2150", "AU"),
        ("88 Voortrekker Road, Cape Town", "ZA"),
        ("10 Orchard Road, Singapore", "SG"),
        ("123 Maple St, Springfield, IL 62704", "US"),
    ],
)
def test_an_english_word_for_a_street_has_a_name_of_its_country(text: str, country: str) -> None:
    [row] = [row for row in STREETS["english"] if country in row["countries"]]
    [new] = surrogates((text, "STREET_ADDRESS"))
    name = re.match(r"\d+ ([^,]+) (?:Road|Street|St|Avenue|Lane),", new)
    assert name
    assert name[1] in row["names"] + row.get("long_names", [])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Maple Avenue", "Avenue"),
        ("Monaco Street", "Street"),
        ("Ohio Road", "Road"),
        ("Station Road", "Road"),
        ("calle Mayor", "calle"),
        ("rue de Rivoli", "rue"),
        ("Hauptstraße", "straße"),
        ("Jalan Melati", "Jalan"),
        ("ulica Polna", "ulica"),
        ("Via Roma", "Via"),
    ],
)
def test_a_place_that_is_a_street_stays_one(text: str, word: str) -> None:
    [new] = surrogates((text, "LOCATION"))
    assert word in new
    assert fold(new.replace(word, "").strip()) in NAMES
    assert new != text


@pytest.mark.parametrize(
    "town",
    ["Elk Grove", "Oak Park", "Forest Hill", "Cedar Rapids", "Palm Springs", "St. Paul",
     "Chestnut Hill", "Walnut Creek", "Garden Grove", "Glen Park"],
)  # fmt: skip
def test_a_town_with_such_a_word_is_no_street(town: str) -> None:
    [new] = surrogates((town, "LOCATION"))
    assert fold(new) not in NAMES
