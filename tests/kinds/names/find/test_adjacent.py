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
        ("Anna Tariq", ["Anna Tariq"]),  # nobody is called Tariq elsewhere
        ("Anna Schmidt", ["Anna Schmidt"]),  # a surname and no first name
        ("Anna de Bob", ["Anna de Bob"]),
        ("Anna, Bob", ["Anna, Bob"]),
        ("", [""]),
    ],
)
def test_names_side_by_side_are_parted_where_each_is_known_alone(
    name: str, expected: list[str]
) -> None:
    assert parts(name) == expected


def test_a_full_name_that_is_known_stays() -> None:
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
def test_places_with_a_comma_between_are_two(place: str, parts: list[str]) -> None:
    assert [place[part] for part in listed_places(place)] == parts
