"""Random ids in addresses stay random and get no name."""

import re

import pytest
from assigned import surrogates

from spacy_piivot.kinds.contacts.random_ids import is_random

PEOPLE = [("Lucy Mary Tran", "NAME"), ("Owen", "NAME")]
KEYS = [b"key of ids %07d" % number for number in range(5)]


def shape(text: str) -> str:
    return re.sub("[A-Z]", "A", re.sub("[a-z]", "a", re.sub(r"\d", "0", text)))


@pytest.mark.parametrize(
    "address",
    [
        "https://youtu.be/{dQw4w9WgXcQ}",
        "https://youtu.be/{lucymarytra}",
        "https://www.youtube.com/watch?v={owenlucyxyz}",
        "https://youtube.com/watch?v={dQw4w9WgXcQ}&t=4",
        "https://www.youtube.com/embed/{lucyowenabc}",
        "https://youtube.com/shorts/{OwenTr4nXyz}",
        "https://docs.google.com/document/d/{1LucyAbcMaryXyz09_Q}/edit",
        "https://docs.google.com/spreadsheets/d/{1owen-LucyTran_aaaa}/edit?gid=0",
        "https://drive.google.com/file/d/{1aLucyXbOwenQ}/view?usp=sharing",
        "https://drive.google.com/drive/folders/{OwenLucyTranMary}",
        "https://zoom.us/j/93456789012?pwd={owenlucy}",
        "https://forms.gle/{LucyTran9}",
        "https://bit.ly/{3OwenXy}",
        "https://zor.org/doc?token={lucymary}",
        "https://zor.org/{4vXk29QmZt81LpRw}",
        "https://zor.org/x/{h4x8kq2lmn9}",
        "https://discord.gg/{aLucyB7x}",
    ],
)
def test_an_id_keeps_its_shape_and_has_no_name(address: str) -> None:
    id = re.search(r"\{(.+)\}", address)[1]
    address = address.replace("{", "").replace("}", "")
    for key in KEYS:
        new, *names = surrogates((address, "URL"), *PEOPLE, key=key)
        start = address.index(id)
        made = new[len(new) - len(address) + start :][: len(id)]
        assert shape(made) == shape(id)
        assert made != id
        for part in [*" ".join(names).split(), "Lucy", "Mary", "Tran", "Owen"]:
            assert len(part) < 4 or part.casefold() not in made.casefold()


@pytest.mark.parametrize("case", [str.lower, str.upper])
def test_a_uuid_stays_hexadecimal(case: type[str]) -> None:
    id = case("550e8400-e29b-41d4-a716-446655440000")
    [new] = surrogates((f"https://zoom.us/{id}", "URL"))
    digits = "[0-9a-f]" if id.islower() else "[0-9A-F]"
    made = new.rsplit("/", 1)[1]
    assert re.fullmatch(
        rf"{digits}{{8}}-{digits}{{4}}-4{digits}{{3}}-[aA]{digits}{{3}}-{digits}{{12}}", made
    )
    assert made != id


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("dQw4w9WgXcQ", True),
        ("4vXk29QmZt81LpRw", True),
        ("h4x8kq2lmn9", True),
        ("550e8400-e29b-41d4-a716-446655440000", True),
        ("MathWizard", False),
        ("joana2010", False),
        ("th3_d4rk", False),
        ("JoanaLee2010", False),
        ("xXJoanaXx", False),
        ("algebra-2-notes", False),
        ("quadratic", False),
        ("iPhone4S", False),
        ("12345678", False),
        ("4everyoung", False),
    ],
)
def test_what_is_a_random_id(token: str, expected: bool) -> None:
    assert is_random(token) is expected
