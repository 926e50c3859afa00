import pytest

from spacy_piivot.core.folding import fold
from spacy_piivot.core.written_names import KnownPeople, WrittenName, people_of, read_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tony Buzan", WrittenName("buzan", "tony")),
        ("Buzan, T.", WrittenName("buzan", "t")),
        ("Buzan T.", WrittenName("buzan", "t")),
        ("T. P. Buzan", WrittenName("buzan", "t")),
        ("BUZAN, TONY", WrittenName("buzan", "tony")),
        ("O’Neill", WrittenName("o’neill")),
        ("José Ortega", WrittenName("ortega", "jose")),
        ("Ortega, José", WrittenName("ortega", "jose")),
        ("42", WrittenName("42")),
    ],
)
def test_names_are_read_in_both_orders(text: str, name: WrittenName) -> None:
    read = read_name(text)
    assert (read.family, read.given) == (fold(name.family), fold(name.given))


@pytest.mark.parametrize(
    ("names", "same"),
    [
        (["Tony Buzan", "Buzan, T.", "Buzan", "Tony"], [0, 0, 0, 1]),
        (["Buzan, T.", "Tony Buzan"], [0, 0]),
        (["Jiwoo Park", "Park, S."], [0, 1]),
        (["Jiwoo Park", "Park, S.", "Park"], [0, 1, 2]),
        (["Jiwoo Park", "Park, J."], [0, 0]),
        (["Lee", "lee", "Kim"], [0, 0, 1]),
        (["Ana Ruiz", "Luis Ruiz", "Ana", "Luis"], [0, 1, 2, 3]),
        (["Al Gore", "Alice Gore", "Gore"], [0, 1, 2]),
    ],
)
def test_mentions_of_one_person_are_joined(names: list[str], same: list[int]) -> None:
    people = people_of([read_name(name) for name in names])
    order: dict[int, int] = {}
    assert [order.setdefault(person, len(order)) for person in people] == same


@pytest.mark.parametrize(
    ("own", "written"),
    [
        ("OKAFOR ADA", "Okafor, A."),
        ("Nguyen Van An", "Nguyen, V. A."),
        ("María García López", "García López, M."),
        ("María García López", "García López"),
        ("Pieter van Dijk", "Van Dijk, P."),
        ("Иван Петров", "Петров И."),
        ("Ada Okafor", "Ada"),
        ("Okafor", "Okafor, A."),
    ],
)
def test_people_are_known_in_any_order(own: str, written: str) -> None:
    assert KnownPeople([own]).has(written)


@pytest.mark.parametrize("written", ["Park, S.", "Kim, J.", "Al Gore", "Li"])
def test_others_are_not(written: str) -> None:
    assert not KnownPeople(["Jiwoo Park", "Alice Gore"]).has(written)


def test_the_order_of_hashes_decides_nothing() -> None:
    names = [read_name(name) for name in ("J. Smith", "John Smith", "Jane Smith")]
    assert people_of(names) == [0, 0, 1]
