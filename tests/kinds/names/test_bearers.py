import pytest

from spacy_piivot.kinds.names.bearers import Bearers
from spacy_piivot.kinds.names.cells import BOTH
from spacy_piivot.kinds.names.people import Identities
from spacy_piivot.kinds.names.written_forms import NameMention
from spacy_piivot.lang import ENGLISH


def bearers(*mentions, alone=False):
    found = [NameMention(*m) if isinstance(m, tuple) else NameMention(m) for m in mentions]
    persons = Identities(found).persons
    return Bearers(persons, ENGLISH, alone=alone), {person.id: person for person in persons}


def region(*mentions, of=None, part=0, alone=False):
    of = of or (mentions[0] if isinstance(mentions[0], str) else mentions[0][0]).lower()
    known, persons = bearers(*mentions, alone=alone)
    return known.region(persons[of], persons[of].parts[part])


def sex(*mentions, alone=False):
    known, persons = bearers(*mentions, alone=alone)
    [person] = persons.values()
    return known.sex(person)


@pytest.mark.parametrize(
    ("mentions", "expected"),
    [
        (["Amara"], "english"),
        (["Amara Okoye"], "igbo"),
        (["Amara", ("Kofi", "brother")], "igbo"),
        (["Amara", "Emma", "Liam", "Noah", "Olivia"], "english"),
        (["Maya Patel"], "indian"),
        (["Maya", "Liam"], "english"),
        (["Sofia Garcia"], "hispanic"),
        (["Kevin Nguyen"], "english"),
        (["Min-jun Park"], "korean"),
        (["Xqzt"], "english"),
        (["Xqzt Nguyen"], "vietnamese"),
        (["Nguyen Linh"], "vietnamese"),
        (["Priya", "Emma", "Liam", "Noah"], "indian"),
        (["Kaua"], "portuguese"),
        (["Thayna", "Wesley"], "portuguese"),
        (["Keerthana", "Tom"], "indian"),
        (["Mansi", "Hardik Trivedi"], "indian"),
        (["Refugio", "Yesenia Montes"], "hispanic"),
        (["Tjark", "Heiko"], "german"),
        (["May"], "english"),
        (["May", "April", "Max"], "english"),
        (["May Htet"], "burmese"),
        (["Kaleb"], "english"),
        (["Princess", "Emma"], "english"),
    ],
)
def test_the_region_of_a_given_name(mentions, expected) -> None:
    first = mentions[0].lower().replace("-", " ")
    assert region(*mentions, of=first) == expected


@pytest.mark.parametrize(
    ("name", "others", "expected"),
    [
        ("Zinal Rajveersinh Vaghela", ["Hardik Trivedi", "Bharat Solanki"], "indian"),
        ("Jagruti Makwanabhai", ["Anjali Sharma", "Rohan Mehta"], "indian"),
        ("Suharyati", ["Dimas", "Ayu", "Retno"], "malay"),
        ("Siosaia", ["Emma", "Liam", "Noah"], "samoan"),
    ],
)
def test_a_name_that_only_its_letters_place_follows_the_other_people(
    name, others, expected
) -> None:
    assert region(name, *others, part=-1) == expected


def test_a_family_name_keeps_its_region_beside_a_name_that_is_common_at_home() -> None:
    for name, expected in (("Emma Schmidt", "german"), ("Kevin Nguyen", "vietnamese")):
        assert region(name, part=1) == expected


def test_alone_a_part_says_all() -> None:
    assert region("Amara Okoye", alone=True) == "english"


@pytest.mark.parametrize(
    ("mentions", "expected"),
    [
        (["Emma"], "female"),
        (["James"], "male"),
        (["Chris"], BOTH),
        (["Leslie"], BOTH),
        (["Charlie"], BOTH),
        ([("Chris", "", "female")], "female"),
        ([("Leslie", "", "male")], "male"),
        ([("Charlie", "", "she/her")], "female"),
        ([("James", "", "she/her")], "female"),
        ([("James", "", "female")], "male"),
        ([("Xqzt", "aunt")], "female"),
        ([("Xqzt", "mr")], "male"),
        ([("Chris", "", "female"), ("Chris", "", "male")], BOTH),
        (["Xqzt"], ""),
        (["Kofi"], "male"),
        (["J."], ""),
    ],
)
def test_the_sex_of_a_person(mentions, expected) -> None:
    assert sex(*mentions) == expected


def test_alone_pronouns_do_not_count() -> None:
    assert sex(("Chris", "", "female"), alone=True) == BOTH
