import pytest

from spacy_piivot.surrogates import Mention, assign

KEYS = [bytes([number]) * 32 for number in range(60)]


@pytest.mark.parametrize("name", ["Amara", "Sara", "Jon", "Maria", "Ana", "Alexandra", "Christina"])
def test_a_surrogate_does_not_show_its_original(name: str) -> None:
    for key in KEYS:
        found = assign([Mention("NAME", name)], key=key, scope="d1", text=name).in_order[0]
        shorter, longer = sorted((name.casefold(), found.casefold()), key=len)
        assert shorter not in longer
        assert found not in ("Sarah", "John", "Marie", "Mara", "Anna", "Alexandria", "Christine")
