from spacy_piivot.evaluation.plain_sight.name_lists import NameLists
from spacy_piivot.evaluation.plain_sight.shuffled import shuffled
from spacy_piivot.evaluation.plain_sight.versions import Text, Version

LISTS = NameLists(female={"maria": 0.99, "emma": 0.99, "kofi": 0.01, "dan": 0.01})


def version(text: str, *names: str) -> Version:
    extents, at = [], 0
    for name in names:
        at = text.index(name, at)
        extents.append((at, at + len(name)))
        at += len(name)
    return Version([Text(text, extents, True)])


def test_names_are_those_of_other_dialogues_and_of_one_sex() -> None:
    versions = [version("hi Maria, and MARIA's dog", "Maria", "MARIA's"),
                version("Emma met Kofi", "Emma", "Kofi"), version("Dan left", "Dan")]  # fmt: skip
    texts = [one.messages[0].text for one in shuffled(versions, [0] * len(versions), LISTS, 0)]
    assert texts == ["hi Emma, and EMMA's dog", "Maria met Dan", "Kofi left"]


def test_extents_are_those_of_the_new_names() -> None:
    versions = [version("hi Maria Lopez!", "Maria Lopez"), version("Emma Bell sat", "Emma Bell")]
    assert [one.names() for one in shuffled(versions, [0] * len(versions), LISTS, 0)] == [
        ["Emma Bell"],
        ["Maria Lopez"],
    ]


def test_a_name_that_nobody_else_has_stays() -> None:
    [one] = shuffled([version("Maria sat", "Maria")], [0], LISTS, 0)
    assert one.names() == ["Maria"]


def test_people_stay_apart() -> None:
    versions = [version("Maria and Ana", "Maria", "Ana"), version("Eva and Ida", "Eva", "Ida")]
    for one in shuffled(versions, [0, 0], NameLists(), 3):
        assert len(set(one.names())) == 2


def test_names_stay_in_their_fold() -> None:
    versions = [version(f"{name} sat", name) for name in ("Maria", "Emma", "Ruth", "Ana")]
    names = [one.names()[0] for one in shuffled(versions, [0, 1, 0, 1], NameLists(), 0)]
    assert names == ["Ruth", "Ana", "Maria", "Emma"]
