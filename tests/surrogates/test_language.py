"""The words of a language come from its folder, and another folder makes another language."""

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from spacy_piivot.kinds.contacts.grammar import EmailGrammar
from spacy_piivot.kinds.dates.ranges import RangeWords
from spacy_piivot.kinds.dates.surrogate import TimesOfTheYear
from spacy_piivot.kinds.dates.writing import DateWriter, read_date
from spacy_piivot.kinds.impersonal import ImpersonalWords, Web
from spacy_piivot.kinds.names.listed import ListedNames
from spacy_piivot.kinds.names.name_similarity import Likeness
from spacy_piivot.kinds.names.nicknames import Nicknames
from spacy_piivot.kinds.names.parsing import PartWords
from spacy_piivot.kinds.names.pools import NamePools, name_pools
from spacy_piivot.kinds.names.pronouns import Pronouns
from spacy_piivot.kinds.names.surrogate import NameDigits
from spacy_piivot.kinds.numbers.surrogate import NumberTexts
from spacy_piivot.kinds.places import Gazetteer
from spacy_piivot.kinds.places.made_up import MadeUpPlaces
from spacy_piivot.kinds.places.place_words import PlaceWords
from spacy_piivot.kinds.places.school_grammar import SchoolGrammar
from spacy_piivot.lang import Lexicon, load_lexicon, make_lexicon
from spacy_piivot.lang.number_words import NumberWords
from spacy_piivot.surrogates import (
    REPLACEABLE,
    Mention,
    PersonWords,
    assign,
    gender_of_pronoun,
    is_non_identifying,
    who_is_who,
)
from spacy_piivot.surrogates.flaws import SchoolStages
from spacy_piivot.surrogates.proposals import Proposals

KEY = b"0123456789abcdef"
PARTS = (
    DateWriter, EmailGrammar, Gazetteer, ImpersonalWords, Likeness, MadeUpPlaces, NameDigits,
    NamePools, Nicknames, NumberTexts, NumberWords, PartWords, PersonWords, PlaceWords, Pronouns,
    RangeWords, SchoolStages, SchoolGrammar, TimesOfTheYear, Web,
)  # fmt: skip
TEXTS = {
    "NAME": "Maria Koski",
    "DATE": "12 May 2011",
    "LOCATION": "Lake Erie",
    "STREET_ADDRESS": "12 Oak Street",
    "SCHOOL": "Lincoln Middle School",
    "PHONE_NUMBER": "six one two five five five",
    "EMAIL_ADDRESS": "maria at school dot org",
    "AGE": "twelve",
    "URL": "https://koski.example.org/maria",
}

SPANISH = {
    "calendar.toml": """
months = ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
  "octubre", "noviembre", "diciembre"]
weekdays = ["lunes", "martes"]
""",
    "dates.toml": 'fillers = ["de", "del"]\nseasons = ["primavera", "otoño"]\n',
    "kinship.toml": 'male = ["tío"]\nfemale = ["tía"]\n',
    "pronouns.toml": 'male = ["él"]\nfemale = ["ella"]\n',
    "name_regions.toml": """
[classroom]
home = "mexico"
home_given = 0.5
home_family = 0.5
[locales]
mexico = ["es_MX"]
""",
    "nicknames.csv": "name,short forms\nguadalupe,lupita\n",
    "nobody.toml": 'everyone = ["todos"]\ndays = ["mañana"]\n',
    "place_words.toml": 'place_words = ["lago", "de"]\n',
    "made_up_places.toml": """
beginnings = ["Villa", "Monte"]
endings = ["rosa", "verde", "claro"]
""",
    "schools.toml": 'kept_words = ["escuela", "primaria"]\n',
}


@pytest.fixture
def spanish(tmp_path: Path) -> Lexicon:
    for name, text in SPANISH.items():
        (tmp_path / name).write_text(text, "utf8")
    return make_lexicon("es", str(tmp_path))


class Strict(Lexicon):
    """The English words, where it is an error to ask for what there is not."""

    def __init__(self) -> None:
        english = load_lexicon("en")
        super().__init__("en", english._folder)

    def words(self, name: str) -> tuple[str, ...]:
        return self._found(name, super().words(name))

    def table(self, name: str) -> Mapping[str, Any]:
        return self._found(name, super().table(name))

    def rows(self, name: str) -> tuple[Mapping[str, str], ...]:
        return self._found(name, super().rows(name))

    def expression(self, name: str) -> str:
        file, _, key = name.partition(".")
        assert key in self.table(f"{file}.expressions"), name
        return super().expression(name)

    def _found(self, name: str, found: Any) -> Any:
        assert found, name
        return found


@pytest.mark.parametrize("part", PARTS)
def test_english_has_every_list_that_is_asked_for(part: type) -> None:
    Strict().part(part)


def test_english_has_listed_names() -> None:
    listed = load_lexicon("en").part(ListedNames)
    assert {"maria", "tariq"} <= listed.given
    assert {"smith", "doe"} <= listed.family


def surrogates(lexicon: Lexicon, *mentions: tuple[str, str], text: str = "") -> list[str]:
    found = [Mention(text, label) for text, label in mentions]
    return list(assign(found, key=KEY, scope="s", text=text, lexicon=lexicon).in_order)


def test_another_language_moves_its_dates(spanish: Lexicon) -> None:
    [new] = surrogates(spanish, ("12 de mayo de 2011", "DATE"))
    day = re.fullmatch(r"(\d+) de (\w+) de (20\d\d)", new)
    assert day
    assert day[2] in spanish.words("calendar.months")
    assert day[2] != "mayo"
    assert surrogates(spanish, ("otoño 2011", "DATE"))[0].startswith("primavera ")


def test_words_of_dates_and_numbers_have_any_letters(tmp_path: Path) -> None:
    (tmp_path / "calendar.toml").write_text('months = ["jänner", "feber", "märz"]')
    (tmp_path / "numbers.toml").write_text('units = ["eins", "zwei", "drei", "vier", "fünf"]')
    german = make_lexicon("de", str(tmp_path))
    written = read_date("3. März 2011", lexicon=german)
    assert written is not None
    assert written.day == date(2011, 3, 3)
    assert german.part(NumberWords).read_number("fünf") == (5, False)


def test_another_language_draws_its_names_and_places(spanish: Lexicon) -> None:
    pools = name_pools(spanish)
    name, short, lake, school = surrogates(
        spanish,
        ("Guadalupe", "NAME"),
        ("Lupita", "NAME"),
        ("Lago de Qwzx", "LOCATION"),
        ("Escuela Primaria Qwzx", "SCHOOL"),
    )
    assert name == short
    assert pools.is_known(name.lower(), "given", "mexico")
    assert re.fullmatch(r"Lago de \w+", lake)
    assert re.fullmatch(r"Escuela Primaria (?:Villa|Monte)(?:rosa|verde|claro)", school)
    assert not name_pools(spanish).is_known("koski", "family")


def test_another_language_has_its_own_people_and_nobodies(spanish: Lexicon) -> None:
    assert gender_of_pronoun(" dice que ella ya terminó", spanish) == "female"
    assert gender_of_pronoun(" says she is done", spanish) == ""
    assert is_non_identifying("@todos", "USERNAME", spanish)
    assert is_non_identifying("mañana", "DATE", spanish)
    assert not is_non_identifying("@everyone", "USERNAME", spanish)
    people = who_is_who([Mention("Guadalupe", "NAME"), Mention("Lupita", "NAME")], lexicon=spanish)
    assert len(people) == 1


def test_a_language_without_words_still_replaces_everything(tmp_path: Path) -> None:
    empty = make_lexicon("xx", str(tmp_path))
    for label in sorted(REPLACEABLE):
        text = TEXTS.get(label, "A-1234-5678")
        [new] = surrogates(empty, (text, label), text=text)
        assert new != text
    mentions = [Mention(text, label) for label, text in TEXTS.items()]
    proposals = Proposals(
        mentions, text="", speakers=["Maria"], roster=["Koski"], allow=[], lexicon=empty
    )
    proposals.offer(proposals.missing, {n: "Orla" for n in range(1, 9)})
    assert "Maria" not in proposals.given.values()


# Both men and women, and what is a name or another word too often.
NO_GENDER = frozenset(
    "parent grandparent sibling twin child kid baby grandchild cousin cuz ma pa pop".split()
)


def test_relatives_tell_a_gender() -> None:
    english = load_lexicon("en")
    relatives = english.word_set(
        *(f"kinship.{kin}" for kin in ("parents", "grandparents", "siblings", "children", "others"))
    )
    kin = english.part(PersonWords).kin
    assert {word for word in relatives if " " not in word} - kin == NO_GENDER


@pytest.mark.parametrize(
    ("word", "gender"),
    [
        ("grandad", "male"), ("gramps", "male"), ("stepson", "male"), ("godfather", "male"),
        ("grandson", "male"), ("gran", "female"), ("nan", "female"), ("stepmum", "female"),
        ("godmother", "female"), ("stepdaughter", "female"), ("babcia", "female"),
    ],
)  # fmt: skip
def test_more_relatives_speak_for_the_gender_of_a_name(word: str, gender: str) -> None:
    [person] = who_is_who([Mention("Xylo", "NAME", title=word)])
    assert person["gender"] == gender
