import pytest

from spacy_piivot.surrogates import Mention, assign

KEY = b"0123456789abcdef"


def assigned(chosen: dict[tuple[str, str], str], *texts: str, label: str = "NAME", **options):
    """The surrogates of texts, the chosen ones among them."""
    mentions = [Mention(text, label) for text in texts]
    mentions += [Mention(text, own) for own, text in chosen]
    made = assign(mentions, key=KEY, scope="d", chosen=chosen, **options)
    return [made[Mention(text, label)] for text in texts]


@pytest.mark.parametrize(
    ("own", "surrogate", "other", "expected"),
    [
        ("Maria Lopez", "Nora Hale", "Maria", "Nora"),
        ("Maria Lopez", "Nora Hale", "Lopez", "Hale"),
        ("Maria Lopez", "Nora Hale", "MARIA LOPEZ", "NORA HALE"),
        ("Maria Lopez", "Nora Hale", "maria's", "nora's"),
        ("Maria Lopez", "Nora Hale", "Lopez, Maria", "Hale, Nora"),
        ("Maria", "Nora", "Mariaa", "Nora"),
        ("maria", "nora", "Maria", "Nora"),
        ("MARIA", "NORA", "Maria", "Nora"),
        ("Maria's", "Nora's", "Maria", "Nora"),
        ("Maria", "Nora", "Maria's", "Nora's"),
        ("Samantha", "Nora", "Sam", "Nora"),
        ("Maria Lopez", "Nora", "MARIA LOPEZ'S", "NORA'S"),
        ("Maria Lopez", "Nora", "Maria", "Nora"),
        ("Maria Lopez", "Ms. Hale", "Lopez", "Hale"),
        ("Maria", "Nora Hale", "MARIA", "NORA HALE"),
        ("Maria", "the student", "Maria's", "the student's"),
        ("Maria", "the student", "MARIA", "THE STUDENT"),
        ("Maria del Carmen Lopez", "Nora Hale", "Maria Lopez", "Nora Hale"),
        ("Maria van der Berg", "Nora Hale", "Van der Berg", "Hale"),
    ],
)
def test_a_name_that_was_set_holds_for_other_forms(own, surrogate, other, expected):
    assert assigned({("NAME", own): surrogate}, own, other) == [surrogate, expected]


def test_a_part_without_a_surrogate_is_drawn_and_is_no_part_of_the_set_one():
    first, whole = assigned({("NAME", "Maria"): "Nora"}, "Maria", "Maria Lopez")
    assert first == "Nora"
    given, family = whole.split()
    assert given == "Nora"
    assert family not in ("Nora", "Lopez")


def test_a_speaker_has_the_surrogate_of_the_name():
    chosen = {("NAME", "Maria Lopez"): "Nora"}
    mentions = [Mention("Maria Lopez", "NAME")]
    made = assign(mentions, key=KEY, scope="d", chosen=chosen, speakers=["Maria Lopez", "Maria"])
    assert (made.speaker("Maria Lopez"), made.speaker("Maria")) == ("Nora", "Nora")


def test_an_address_is_made_of_the_set_name():
    mentions = [Mention("Maria Lopez", "NAME"), Mention("maria.lopez@x.org", "EMAIL_ADDRESS")]
    made = assign(mentions, key=KEY, scope="d", chosen={("NAME", "Maria Lopez"): "Nora Hale"})
    assert made[mentions[1]].startswith("nora.hale@")


@pytest.mark.parametrize(
    ("label", "own", "surrogate", "other", "expected"),
    [
        ("LOCATION", "Austin, TX", "Dallas, OH", "austin", "dallas"),
        ("LOCATION", "Austin", "Dallas", "AUSTIN", "DALLAS"),
        ("SCHOOL", "Lincoln High School", "Cedar Academy", "LINCOLN HIGH SCHOOL", "CEDAR ACADEMY"),
        ("SCHOOL", "Lincoln High", "Cedar High", "Lincoln High School", "Cedar High School"),
        ("PHONE_NUMBER", "612-555-0142", "651-222-0199", "(612) 555 0142", "(651) 222 0199"),
        ("PHONE_NUMBER", "612-555-0142", "0199", "(612) 555 0142", "0199"),
        ("ID_NUM", "A12-345", "B98-765", "a12345", "b98765"),
        ("EMAIL_ADDRESS", "Zo@x.org", "abe@y.org", "zo@x.org", "abe@y.org"),
        ("DATE_OF_BIRTH", "May 4, 2012", "June 1, 2010", "may 4, 2012", "june 1, 2010"),
        ("AGE", "twelve", "ten", "Twelve", "Ten"),
    ],
)
def test_anything_else_that_was_set_holds_for_other_notations(
    label, own, surrogate, other, expected
):
    made = assigned({(label, own): surrogate}, own, other, label=label)
    assert made == [surrogate, expected]


def test_drawn_surrogates_go_around_set_ones():
    names = [f"{one}{two}" for one in ("Bel", "Cor", "Dan", "Ed") for two in ("a", "in", "y", "o")]
    drawn = assigned({}, "Zadie", *names)[1:]
    again = assigned({("NAME", "Zadie"): drawn[3]}, "Zadie", *names)
    assert again[0] == drawn[3]
    assert drawn[3] not in again[1:]
    assert len(set(again)) == len(again)


def test_set_surrogates_come_before_proposed_ones():
    proposed = {("NAME", "maria"): "Lea", ("NAME", "sam"): "Nora", ("NAME", "bo"): "Ike"}
    chosen = {("NAME", "Maria"): "Nora"}
    maria, sam, bo = assigned(chosen, "Maria", "Sam", "Bo", given=proposed)
    assert (maria, bo) == ("Nora", "Ike")
    assert sam not in ("Nora", "Sam")


def test_nothing_changes_without_them():
    assert assigned({}, "Maria Lopez", "Sam") == assigned({}, "Maria Lopez", "Sam", given={})


def test_a_new_surrogate_at_each_mention_starts_with_the_set_one():
    mentions = [Mention("Maria", "NAME")] * 3
    chosen = {("NAME", "Maria"): "Nora"}
    made = assign(mentions, key=KEY, scope="d", chosen=chosen, strategies={"NAME": "random"})
    assert made.in_order[0] == "Nora"
    assert len(set(made.in_order)) == 3
