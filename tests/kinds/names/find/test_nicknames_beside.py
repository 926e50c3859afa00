import re

import pytest

from spacy_piivot.core.candidate import Candidate
from spacy_piivot.kinds.names.find.nicknames_beside import with_nicknames
from spacy_piivot.lang import ENGLISH


def found(text: str, *marked: tuple[str, str]) -> list[tuple[str, str]]:
    places = [(re.search(rf"\b{one}\b", text), label) for one, label in marked]
    candidates = [
        Candidate(*match.span(), label, 0.9, "x", "participant") for match, label in places if match
    ]
    assert len(candidates) == len(marked)
    new = with_nicknames(text, candidates, "known_names", ENGLISH)
    return [(one.cut(text), one.label) for one in sorted(new, key=lambda one: one.start)]


@pytest.mark.parametrize(
    ("text", "nickname"),
    [
        ("Emily “Em” Watson", "Em"),
        ('emily "em" watson', "em"),
        ("Robert (Bob) Hale", "Bob"),
        ("Alexandra 'Sasha' Petrov", "Sasha"),
        ("William „Bill“ Hale", "Bill"),
        ("Katherine [Kit] Okoye", "Kit"),
        ("Tomasz (Tom) Nowak", "Tom"),
        ("Olumide “Olu” Adeyemi", "Olu"),
        ("Zadie “Boo” Okell", "Boo"),
    ],
)
def test_a_nickname_beside_a_name_is_a_name(text: str, nickname: str) -> None:
    given, *_, family = text.split()
    marked = [(given, "NAME"), (nickname, "USERNAME"), (family, "NAME")]
    names = [(given, "NAME"), (nickname, "NAME"), (family, "NAME")]
    assert found(text, *marked) == names
    assert found(text, marked[0], marked[2]) == names
    assert found(text, *names) == names


@pytest.mark.parametrize(
    "text",
    ["Emily (year 5)", "Theo (he/him) Reid", "Emily (f) Watson", 'Emily "the Man" Reid',
     "Emily (late) Watson", "Emily (Late)", "Emily (Zadie)", "Emily\n(Em)", "Emily, (Em)"],
)  # fmt: skip
def test_other_words_beside_a_name_are_none(text: str) -> None:
    names = [word for word in ("Emily", "Theo", "Watson", "Reid") if word in text]
    assert found(text, *((name, "NAME") for name in names)) == [(name, "NAME") for name in names]
