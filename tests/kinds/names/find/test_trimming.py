import pytest

from spacy_piivot.kinds.names.find.trimming import glued_greeting, trimmed_extent


def trimmed(
    text: str,
    name: str,
    known: frozenset[str] = frozenset(),
    found: frozenset[str] = frozenset({"runika", "oskar"}),
) -> str:
    start = text.index(name)
    first, last = trimmed_extent(text, start, start + len(name), known=known, found=found)
    return text[first:last]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("runikas", "runika"),
        ("Oskars", "Oskar"),
        ("Jessicas", "Jessica"),
        ("James", "James"),
        ("Chris", "Chris"),
        ("Thomas", "Thomas"),
        ("Lucas", "Lucas"),
        ("Alexis", "Alexis"),
        ("Jess", "Jess"),
        ("Vortis", "Vortis"),
        ("Runika Tamms", "Runika Tamms"),
    ],
)
def test_a_plural_s_is_cut_and_an_s_of_the_name_stays(name: str, expected: str) -> None:
    assert trimmed(f"ask {name} now", name) == expected


@pytest.mark.parametrize("title", ["Chef", "Mas", "aunt", "Captain", "Mr."])
def test_a_name_after_a_title_keeps_its_s(title: str) -> None:
    assert trimmed(f"{title} Jessicas said", "Jessicas") == "Jessicas"


def test_titled_and_known_names_stay_whole() -> None:
    assert trimmed("Mr. Jessicas said", "Jessicas") == "Jessicas"
    assert trimmed("Mr. Runikas", "Runikas", known=frozenset({"runikas"})) == "Runikas"


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("hialex", "alex"),
        ("thanksjohn", "john"),
        ("okmaria", "maria"),
        ("goodjobmaria", "maria"),
        ("HeyMaria", "Maria"),
        ("HiZvuxo", "Zvuxo"),
        ("thanksrunika", "runika"),
        ("hirunika", "runika"),
    ],
)
def test_a_greeting_that_is_glued_to_a_name_is_cut(word: str, name: str) -> None:
    assert trimmed(f"{word} ok", word) == name


@pytest.mark.parametrize(
    "word",
    ["hiking", "Hillary", "Tyler", "Tyreece", "Yonas", "Yolanda", "Hiroshi", "helloo", "hithere",
     "thankful", "okay", "İhi"],
)  # fmt: skip
def test_names_and_words_that_begin_like_a_greeting_stay(word: str) -> None:
    assert glued_greeting(word) == 0
