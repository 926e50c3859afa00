import pytest

from spacy_piivot.draws.choice import Ledger
from spacy_piivot.kinds.names.bearers import Bearers
from spacy_piivot.kinds.names.counts import NameCounts
from spacy_piivot.kinds.names.family_forms import FamilyForms
from spacy_piivot.kinds.names.people import Identities
from spacy_piivot.kinds.names.pools import name_key
from spacy_piivot.kinds.names.surrogate import NameSurrogates
from spacy_piivot.kinds.names.written_forms import NameMention
from spacy_piivot.lang import ENGLISH

FORMS = FamilyForms(ENGLISH)
KEYS = [bytes([number]) * 32 for number in range(6)]


@pytest.mark.parametrize(
    ("name", "region"),
    [
        ("Wiśniewska", "polish"), ("Kowalska", "polish"), ("Zawadzka", "polish"),
        ("Ivanova", "russian"), ("Kuznetsova", "russian"), ("Georgieva", "russian"),
        ("Svobodová", "czech"), ("Novotná", "czech"), ("Papadopoulou", "greek"),
        ("Jónsdóttir", "icelandic"), ("Kazlauskienė", "baltic"), ("Casanova", ""),
        ("Cordova", ""), ("Medina", ""), ("Molina", ""), ("Nova", ""), ("Kowalski", ""),
        ("Ivanov", ""), ("Georgiou", ""), ("Costa", ""), ("Anna", ""), ("Villanueva", ""),
    ],
)  # fmt: skip
def test_a_womans_family_name_is_known_by_its_ending_and_region(name: str, region: str) -> None:
    assert FORMS.region(name_key(name)) == region


@pytest.mark.parametrize(
    "name",
    [
        "Zofia Wiśniewska", "Elena Ivanova", "Maria Papadopoulou", "Jana Novotna", "Ewa Zawadzka",
        "Katrin Jonsdottir", "Olga Sokolova", "Petra Svobodova", "Wisniewska", "Eleni Nikolaidou",
    ],
)  # fmt: skip
def test_a_womans_family_name_becomes_a_womans(name: str) -> None:
    [person] = Identities([NameMention(name)]).persons
    family = person.parts[-1]
    bearers = Bearers([person], ENGLISH)
    region = bearers.region(person, family)
    assert bearers.sex(person) == "female"
    for key in KEYS:
        made = NameSurrogates(Ledger(key, "d1", [], set()), [NameMention(name)])[name]
        assert FORMS.has_feminine_ending(name_key(made.split()[-1]), region), made


@pytest.mark.parametrize("name", ["Anna Kowalski", "Ivan Petrov", "Nikos Pappas", "Tomas Novak"])
def test_others_never_become_a_womans(name: str) -> None:
    for key in KEYS:
        made = NameSurrogates(Ledger(key, "d1", [], set()), [NameMention(name)])[name]
        assert not FORMS.region(name_key(made.split()[-1])), made


@pytest.mark.parametrize(
    ("name", "region", "made"),
    [("Kowalski", "polish", "Kowalska"), ("Novák", "czech", "Nováková"), ("Smith", "english", "")],
)
def test_a_mans_name_has_a_form_for_women(name: str, region: str, made: str) -> None:
    assert FORMS.feminine(name, region) == made


@pytest.mark.parametrize(
    "name", ["Robin", "Jordan", "Casey", "Riley", "Leslie", "Charlie", "Jamie", "Alexis", "Skyler"]
)
def test_a_name_of_both_sexes_stays_one(name: str) -> None:
    counts = ENGLISH.part(NameCounts).given
    for key in KEYS:
        made = NameSurrogates(Ledger(key, "d1", [], set()), [NameMention(name)])[name]
        assert 0.1 < counts[name_key(made)].male < 0.9, made


def test_a_mans_pronoun_outweighs_a_womans_family_name() -> None:
    for pronoun, wanted in (("male", "male"), ("", "female"), ("female", "female")):
        [person] = Identities([NameMention("Rashid Zhukova", pronoun=pronoun)]).persons
        assert Bearers([person], ENGLISH).sex(person) == wanted
