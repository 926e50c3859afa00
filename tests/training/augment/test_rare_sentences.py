import random
import re
from collections import Counter

import pytest

from training.augment import rare_sentences, rare_values
from training.augment.name_pool import NamePool
from training.labelled import Gold, Labelled

ROOM = ("Ana", "Kwame", "Mei", "Tomás")


class _Pool:
    """A pool of few names, so that the tests need no data."""

    split = "train"
    us_places = ("Dayton", "Fresno")
    countries = ("Peru", "Ghana")

    def forename(self, rng: random.Random) -> str:
        return rng.choice(("Ana", "Olu", "José", "小明"))

    def surname(self, rng: random.Random) -> str:
        return rng.choice(("Lopez", "O'Shea", "van Dam"))

    def full_name(self, rng: random.Random) -> str:
        return f"{self.forename(rng)} {self.surname(rng)}"

    def place(self, rng: random.Random) -> str:
        return rng.choice(("Kisumu", "Dayton", "San Luis"))

    def school(self, rng: random.Random) -> str:
        return f"{self.place(rng)} High School"


POOL: NamePool = _Pool()  # type: ignore[assignment]


def draws(split: str, count: int, seed: int = 0) -> list[Labelled]:
    rng = random.Random(seed)
    return [
        turn for _ in range(count) for turn in rare_sentences.rare_exchange(POOL, rng, ROOM, split)
    ]


@pytest.mark.parametrize("split", rare_sentences.SPLITS)
def test_every_span_covers_a_string_without_space_around_it(split: str) -> None:
    for turn in draws(split, 700):
        position = 0
        for span in turn.spans:
            string = turn.text[span.start : span.end]
            assert position <= span.start < span.end <= len(turn.text)
            assert string == string.strip()
            assert "{" not in turn.text
            assert (span.role == "participant") == (span.label == "NAME")
            position = span.end


def test_every_label_occurs_and_a_fifth_of_the_exchanges_have_none() -> None:
    rng = random.Random(1)
    exchanges = [rare_sentences.rare_exchange(POOL, rng, ROOM, "train") for _ in range(2000)]
    found = Counter(span.label for turns in exchanges for turn in turns for span in turn.spans)
    assert {*rare_values.LABELS, "NAME", "ORG"} <= set(found)
    assert min(found[label] for label in rare_values.LABELS) >= 25
    bare = sum(not any(turn.spans for turn in turns) for turns in exchanges)
    assert 0.12 < bare / len(exchanges) < 0.3
    assert {len(turns) for turns in exchanges} == {1, 2, 3, 4}


def test_splits_share_no_template_and_each_has_every_kind() -> None:
    found = {split: rare_sentences.templates_of(split) for split in rare_sentences.SPLITS}
    lines = [line for kinds in found.values() for of_kind in kinds.values() for line in of_kind]
    assert all(set(kinds) == set(rare_sentences.TEMPLATES) for kinds in found.values())
    assert len(lines) == len(set(lines))
    share = sum(map(len, found["train"].values())) / len(lines)
    assert 0.65 < share < 0.75


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(ValueError, match="train, dev, test"):
        rare_sentences.templates_of("eval")


def test_the_seed_decides() -> None:
    assert draws("train", 50, seed=3) == draws("train", 50, seed=3)
    assert draws("train", 50, seed=3) != draws("train", 50, seed=4)


def test_templates_without_values_have_no_slots_for_them() -> None:
    for line in rare_sentences.TEMPLATES["without"]:
        assert set(re.findall(r"\{[~=]?(\w+)\}", line)) <= {"n", "f", "app"}


def test_a_slip_is_corrected_to_the_value_that_follows() -> None:
    template = "T: Is it {~phone}? // S: no {phone} // T: {=phone}, thanks"
    turns = rare_sentences.fill_exchange(template, POOL, random.Random(5), ROOM, said=True)
    wrong, right, again = (t.text[t.spans[0].start : t.spans[0].end] for t in turns)
    assert right == again
    assert sum(a != b for a, b in zip(wrong, right, strict=True)) == 1


def test_noise_keeps_the_strings_of_spans() -> None:
    text = "Hello, it's Ana. My email address is Ana.L@Mail.org, okay?"
    spans = tuple(
        Gold(text.index(string), text.index(string) + len(string), label)
        for string, label in (("Ana", "NAME"), ("Ana.L@Mail.org", "EMAIL_ADDRESS"))
    )
    changed = set()
    for seed in range(60):
        noisy = rare_sentences.typing_noise(
            Labelled("student", text, spans), random.Random(seed), 0.9
        )
        name, mail = (noisy.text[span.start : span.end] for span in noisy.spans)
        assert name in ("Ana", "ana")
        assert mail == "Ana.L@Mail.org"
        changed.add(noisy.text)
    assert len(changed) > 20


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
        rare_values.renew(Gold(0, len(string), label), string, POOL, random.Random(seed))
        for seed in range(40)
    }
    assert all(re.fullmatch(shape, new) for new in found), sorted(found)
    assert found != {string}


def test_names_are_not_renewed_here() -> None:
    assert rare_values.renew(Gold(0, 3, "NAME"), "Ana", POOL, random.Random(0)) == "Ana"


@pytest.mark.parametrize("label", rare_values.LABELS)
def test_values_vary_and_can_be_renewed(label: str) -> None:
    rng = random.Random(2)
    drawn = [rare_values.value(label, POOL, rng, ("Ana", "Lopez")) for _ in range(200)]
    assert len(set(drawn)) > 20
    for string in drawn:
        new = rare_values.renew(Gold(0, len(string), label), string, POOL, rng)
        assert new
        assert new == new.strip()


def test_addresses_are_made_of_their_owners_name() -> None:
    rng = random.Random(2)
    mails = [rare_values.email(POOL, rng, ("Zvux", "Tarn")) for _ in range(100)]
    assert sum("zvux" in mail.lower() or "tarn" in mail.lower() for mail in mails) > 80
