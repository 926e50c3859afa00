import re

import pytest

from spacy_piivot.draws.choice import Ledger
from spacy_piivot.kinds.names.nicknamed import Nicknamed
from spacy_piivot.kinds.names.people import Identities
from spacy_piivot.kinds.names.pools import name_key
from spacy_piivot.kinds.names.surrogate import NameSurrogates
from spacy_piivot.kinds.names.written_forms import NameMention
from spacy_piivot.lang import ENGLISH

NICKNAMED = Nicknamed(ENGLISH)
KEYS = [bytes([number]) * 32 for number in range(10)]


def surrogate(*mentions: str, key: bytes, shared: bool = False) -> NameSurrogates:
    parts = re.findall(r"\w+", " ".join(mentions).casefold())
    found = [NameMention(mention) for mention in mentions]
    return NameSurrogates(Ledger(key, "d1", parts, set()), found, shared=shared)


@pytest.mark.parametrize(
    "name",
    [
        'Emily "Em" Watson', "Robert (Bob) Hale", "robert (bob) hale", "Elizabeth “Liz” Turner",
        "Michael 'Mike' Brennan", "Katherine (Kate) Moss", 'William "Bill" Foster',
        "Samantha (Sam) Reed", "Thomas ‘Tom’ Ellery", "Jennifer [Jen] Cole", "Margaret (Peggy)",
        'ALEXANDER "ALEX" NOVAK', "Daniel Ortiz (Danny)", "Joseph (Joe) Brown",
    ],
)  # fmt: skip
def test_a_nickname_becomes_one_of_the_new_name(name: str) -> None:
    nickname = re.split(r"[\"“'‘(\[”’)\]]", name)[1]
    given = name.split()[0]
    for key in KEYS:
        names = surrogate(name, given, nickname, key=key)
        assert names[given] == names[name].split()[0]
        assert names[nickname] in re.findall(r"\w+", names[name])
        assert names[nickname] != names[given]
        shorts = map(name_key, NICKNAMED.of(names[given]))
        assert name_key(names[nickname]) in shorts, names[name]


def test_a_nickname_that_is_no_short_form_becomes_another_nickname_of_that_sex() -> None:
    for key in KEYS:
        names = surrogate('Elizabeth "Bunny" Shaw', "Bunny", "Elizabeth Shaw", key=key)
        given, nickname, family = re.findall(r"\w+", names['Elizabeth "Bunny" Shaw'])
        assert nickname in NICKNAMED.every("female")
        assert names["Bunny"] == nickname
        assert names["Elizabeth Shaw"] == f"{given} {family}"


@pytest.mark.parametrize("shared", [False, True])
def test_the_short_form_alone_and_with_the_family_name_is_the_nickname(shared: bool) -> None:
    for key in KEYS:
        names = surrogate("Robert (Bob) Hale", "Bob Hale", "Bob", "Hale", key=key, shared=shared)
        _, nickname, family = re.findall(r"\w+", names["Robert (Bob) Hale"])
        assert names["Bob Hale"] == f"{nickname} {family}"
        assert names["Bob"] == nickname


def test_another_name_in_brackets_is_no_nickname() -> None:
    for name in ("Emily (Watson)", "Olivia (Carter) Shaw", "Jackson (Ethan)"):
        [person] = Identities([NameMention(name)]).persons
        assert "nickname" not in [part.kind for part in person.parts]


def test_without_a_nickname_beside_it_a_short_form_is_the_name_itself() -> None:
    for key in KEYS:
        names = surrogate("Robert Hale", "Bob", key=key)
        assert names["Bob"] == names["Robert Hale"].split()[0]


def test_every_nickname_can_be_drawn() -> None:
    never = ENGLISH.word_set("names_not_drawn")
    for sex in ("male", "female", ""):
        found = NICKNAMED.every(sex)
        assert len(found) > 100
        assert never.isdisjoint(map(str.casefold, found))


def test_drawn_nicknames_are_of_common_names() -> None:
    assert {"Liz", "Danny", "Mandy"} <= set(NICKNAMED.every(""))
    assert {"Nastya", "Tolya", "Olek"}.isdisjoint(NICKNAMED.every(""))
