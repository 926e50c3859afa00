import random
import re

import pytest
from few_names import POOL

from training.augment.rare_sentences import SLOTS
from training.augment.values.renewal import renew
from training.labelled import Gold

LABELS = sorted({label for _, label in SLOTS.values()} - {"ORG"})


@pytest.mark.parametrize(
    ("label", "string", "shape"),
    [
        ("PHONE_NUMBER", "(555) 214-0143", r"\([2-9]\d\d\) \d{3}-\d{4}"),
        ("PHONE_NUMBER", "+44 7700 900209", r"\+44 \d{4} \d{6}"),
        ("PHONE_NUMBER", "two one two, five oh", r"\w+ \w+ \w+, \w+ oh"),
        ("ID_NUM", "TP-00318", r"[A-Z]{2}-00\d{3}"),
        ("ID_NUM", "mhussain.12", r"[a-z]+\.\d\d"),
        ("EMAIL_ADDRESS", "ana.fonua77@icloud.com", r"[a-z]+\.[a-z]+\d\d@[a-z0-9.-]+"),
        ("EMAIL_ADDRESS", "meena dot raghu at gmail dot com", r"\w+ dot \w+ at gmail dot com"),
        ("USERNAME", "@kee_draws12", r"@[a-z]+_[a-z]+\d\d"),
        ("URL", "https://zoom.us/j/98044172256", r"https://zoom\.us/j/\d{11}"),
        ("DATE_OF_BIRTH", "07.11.2015", r"\d\d\.\d\d\.20\d\d"),
        ("DATE_OF_BIRTH", "the thirteenth of June 2012", r"the [a-z-]+ of [A-Z][a-z]+ 20\d\d"),
        ("DATE_OF_BIRTH", "23 de abril de 2011", r"\d+ de abril de 20\d\d"),
        ("DATE", "Thursday 24 April", r"[A-Z][a-z]+day \d+ [A-Z][a-z]+"),
        ("DATE", "jan 20", r"[a-z]{3} \d+"),
        ("DATE", "8/14", r"(\d|1[0-2])/(1[3-9]|2\d)"),
        ("AGE", "10 and a half", r"\d+ and a half"),
        ("AGE", "Nineteen", r"[A-Z][a-z]+"),
        ("GRADE_LEVEL", "7th grade", r"\d+(st|nd|rd|th) grade"),
        ("GRADE_LEVEL", "Year Nines", r"Year [A-Z][a-z]+s"),
        ("GRADE_LEVEL", "JSS 2", r"JSS [123]"),
        ("COURSE", "MATH 1050", r"[A-Z]+ \d{4}"),
        ("NRP", "ghanaian", r"[a-z ]+"),
        ("LOCATION", "14 Wren Close, Yaxley", r"\d\d \S.* Close, \S.*"),
        ("SCHOOL", "oquirrh vista high", r".* high"),
    ],
)  # fmt: skip
def test_a_renewed_value_has_the_form_of_the_old_one(label: str, string: str, shape: str) -> None:
    found = {
        renew(Gold(0, len(string), label), string, POOL, random.Random(seed)) for seed in range(40)
    }
    assert all(re.fullmatch(shape, new) for new in found), sorted(found)
    assert found != {string}


def test_names_are_not_renewed_here() -> None:
    assert renew(Gold(0, 3, "NAME"), "Ana", POOL, random.Random(0)) == "Ana"


@pytest.mark.parametrize("label", LABELS)
def test_values_vary_and_can_be_renewed(label: str) -> None:
    rng = random.Random(2)
    makers = [maker for maker, of in SLOTS.values() if of == label]
    drawn = [rng.choice(makers)(POOL, rng, ("Ana", "Lopez")) for _ in range(200)]
    assert len(set(drawn)) > 20
    for string in drawn:
        new = renew(Gold(0, len(string), label), string, POOL, rng)
        assert new
        assert new == new.strip()
