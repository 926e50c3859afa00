import pytest

from spacy_piivot.kinds.names.find.adjacent import adjacent_names, listed_places

ALONE = {"anna", "bob", "cassie", "schmidt"}


def parts(name: str, together: set[tuple[str, str]] = frozenset()) -> list[str]:
    return [name[part] for part in adjacent_names(name, ALONE, together)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anna Bob", ["Anna", "Bob"]),
        ("anna bob CASSIE", ["anna", "bob", "CASSIE"]),
        ("Anna", ["Anna"]),
        ("Anna Tariq", ["Anna Tariq"]),  # Tariq is not a name elsewhere
        ("Anna Schmidt", ["Anna Schmidt"]),  # a surname, not a first name
        ("Anna de Bob", ["Anna de Bob"]),
        ("Anna, Bob", ["Anna, Bob"]),
        ("", [""]),
    ],
)
def test_adjacent_names_are_split_if_each_is_known_alone(name: str, expected: list[str]) -> None:
    assert parts(name) == expected


def test_a_known_full_name_is_not_split() -> None:
    assert parts("Anna Bob", {("anna", "bob")}) == ["Anna Bob"]


@pytest.mark.parametrize(
    ("place", "parts"),
    [
        ("Newark, New Jersey", ["Newark", "New Jersey"]),
        ("Newark , Essex, NJ", ["Newark", "Essex", "NJ"]),
        ("New Jersey", ["New Jersey"]),
        ("Unit 4, 61 Jacaranda Parade", ["Unit 4, 61 Jacaranda Parade"]),
        ("Newark,", ["Newark"]),
        (",", [","]),
    ],
)
def test_places_with_a_comma_between_them_are_two(place: str, parts: list[str]) -> None:
    assert [place[part] for part in listed_places(place)] == parts
