from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.core.folding import fold
from spacy_piivot.surrogates import Mention, assign
from spacy_piivot.surrogates.flaws import are_alike, is_similar
from spacy_piivot.surrogates.proposals import Proposals

KEY = b"0123456789abcdef"


def make(
    *mentions: tuple[str, str],
    text: str = "",
    speakers: Sequence[str] = (),
    roster: Sequence[str] = (),
    allow: Sequence[str] = (),
) -> Proposals:
    found = [Mention(*mention) for mention in mentions]
    return Proposals(found, text=text, speakers=speakers, roster=roster, allow=set(allow))


def wanted(proposals: Proposals) -> list[tuple[str, str]]:
    return [(wish.text, wish.label) for wish in proposals.missing]


def offer(proposals: Proposals, *answers: str) -> list[str]:
    """Offer to all that is missing, in order; the flaws of what stays missing."""
    proposals.offer(proposals.missing, dict(enumerate(answers, 1)))
    return [wish.flaw for wish in proposals.missing]


def written(proposals: Proposals, *mentions: tuple[str, str], text: str = "") -> list[str]:
    found = [Mention(*mention) for mention in mentions]
    made = assign(found, key=KEY, scope="d", text=text, given=proposals.given)
    return list(made.in_order)


def test_one_wish_for_what_forms_have_in_common() -> None:
    proposals = make(
        ("maria", "NAME"), ("Ms. Maria Lopez's", "NAME"), ("LOPEZ", "NAME"), ("J.T.", "NAME"),
        ("Austin", "LOCATION"), ("Austin, TX 78701", "LOCATION"), ("Lake Erie", "LOCATION"),
        ("12 Oak Street, Austin", "STREET_ADDRESS"), ("Erie Middle School", "SCHOOL"),
        ("LMS", "SCHOOL"), ("P.S. 118", "SCHOOL"), ("612-555-0188", "PHONE_NUMBER"),
        ("612.555.0188", "PHONE_NUMBER"), ("six one two", "PHONE_NUMBER"),
        ("5/3/2012", "DATE"), ("a@b.org", "EMAIL_ADDRESS"), ("S-0042", "ID_NUM"), ("12", "AGE"),
    )  # fmt: skip
    assert wanted(proposals) == [
        ("Maria Lopez", "NAME"), ("Austin, TX 78701", "LOCATION"), ("Lake Erie", "LOCATION"),
        ("12 Oak Street, Austin", "STREET_ADDRESS"), ("612-555-0188", "PHONE_NUMBER"),
    ]  # fmt: skip
    assert proposals.asked == 5


def test_what_holds_is_written_in_every_form() -> None:
    mentions = [
        ("Cassandra Dent", "NAME"), ("CASS", "NAME"), ("Dent's", "NAME"), ("C. Dent", "NAME"),
        ("Cassandra2x+3", "NAME"), ("cassie.dent@example.org", "EMAIL_ADDRESS"),
        ("Lincoln Middle School", "SCHOOL"), ("LMS", "SCHOOL"), ("Austin, TX", "LOCATION"),
        ("AUSTIN", "LOCATION"), ("Texas", "LOCATION"), ("+1 (612) 555-0188", "PHONE_NUMBER"),
        ("612 555 0188", "PHONE_NUMBER"),
    ]  # fmt: skip
    proposals = make(*mentions)
    assert offer(
        proposals, "melissa ford", "Mel", "Roosevelt Middle School", "Tulsa, OK",
        "+1 (503) 227-4916",
    ) == []  # fmt: skip
    assert written(proposals, *mentions) == [
        "Melissa Ford", "MEL", "Ford's", "M. Ford", "Melissa2x+3", "melissa.ford@example.org",
        "Roosevelt Middle School", "RMS", "Tulsa, OK", "TULSA", "Oklahoma", "+1 (503) 227-4916",
        "503 227 4916",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "label", "answer", "flaw"),
    [
        ("Maria", "NAME", "", "unusable"), ("Maria", "NAME", "x" * 200, "unusable"),
        ("Maria", "NAME", "Lucia\x00", "unusable"), ("Maria", "NAME", "Lucia Reyes", "form"),
        ("Maria Lopez", "NAME", "Lucia", "form"), ("Maria", "NAME", "Лусия", "form"),
        ("Maria", "NAME", "[NAME]", "unusable"), ("Maria", "NAME", "42", "form"),
        ("Maria", "NAME", "Marta", "similar"), ("Maria", "NAME", "Daria", "similar"),
        ("Maria", "NAME", "maria", "similar"), ("Maria", "NAME", "Robert", "gender"),
        ("Maria", "NAME", "Somebody", "unusable"), ("Brazil", "LOCATION", "Lyon", "kind"),
        ("TX", "LOCATION", "Ohio", "kind"),
        ("Austin, TX", "LOCATION", "Tulsa", "form"), ("Austin", "LOCATION", "Ohio", "kind"),
        ("Austin, TX", "LOCATION", "Tulsa, OH", "elsewhere"),
        ("North Carolina", "LOCATION", "South Carolina", "similar"),
        ("Lincoln Middle School", "SCHOOL", "Roosevelt High School", "stage"),
        ("Lincoln Middle School", "SCHOOL", "Roosevelt Academy", "stage"),
        ("University of Texas", "SCHOOL", "University of Reno", "kind"),
        ("612-555-0188", "PHONE_NUMBER", "503-CALL-NOW", "letters"),
        ("612-555-0188", "PHONE_NUMBER", "(503) 227-4916", "form"),
        ("+1 612-555-0188", "PHONE_NUMBER", "+4 503-227-4916", "form"),
        ("612-555-0188", "PHONE_NUMBER", "123-456-7890", "counting"),
        ("612-555-0188", "PHONE_NUMBER", "503-222-2216", "counting"),
        ("612-555-0188", "PHONE_NUMBER", "612-555-0199", "similar"),
        ("612-555-0188", "PHONE_NUMBER", "000-327-4916", "invalid"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_told_why(text: str, label: str, answer: str, flaw: str) -> None:
    proposals = make((text, label))
    assert offer(proposals, answer) == [flaw]
    assert proposals.flaws == {flaw: 1}
    assert proposals.given == {}
    [wish] = proposals.missing
    assert wish.answer == ("" if flaw == "unusable" else " ".join(answer.split()))


def test_what_is_left_out_is_missing() -> None:
    proposals = make(("Maria", "NAME"), ("Bob", "NAME"))
    proposals.offer(proposals.missing, {2: "Steve", 3: "Nobody", 0: "x"})
    assert [(wish.text, wish.flaw) for wish in proposals.missing] == [("Maria", "missing")]
    assert proposals.settled == [("Bob", "Steve")]


def test_words_of_the_dialogue_and_other_surrogates_are_taken() -> None:
    proposals = make(
        ("Maria", "NAME"), ("Bob", "NAME"), ("Zoe", "NAME"), ("Ann", "NAME"), ("Mia", "NAME"),
        text="Maria and Bob and Zoe, ask Sofia",
        speakers=["Teresa Quist"],
        roster=["Hank Odell"],
    )  # fmt: skip
    assert offer(proposals, "Sofia", "Odell", "Quist", "Carla", "Carla") == ["taken"] * 4
    proposals = make(("Elizabeth", "NAME"), ("Jane", "NAME"))
    assert offer(proposals, "Paula", "Beth") == ["taken"]  # may be Elizabeth


def test_the_same_word_is_replaced_alike() -> None:
    proposals = make(("Maria Lopez", "NAME"), ("Carl Lopez", "NAME"), ("Ana Maria", "NAME"))
    assert offer(proposals, "Lucia Reyes", "Steve Ford", "Berta Lucia") == ["unlike"]
    assert offer(proposals, "Steve Reyes") == []
    proposals = make(("Austin", "LOCATION"), ("Austin, Brazil", "LOCATION"))
    assert wanted(proposals) == [("Austin, Brazil", "LOCATION")]


def test_forms_of_one_name_get_forms_of_one_name() -> None:
    proposals = make(("Cassandra", "NAME"), ("Cass", "NAME"))
    assert offer(proposals, "Melissa", "Gwen") == ["unlike"]
    assert offer(proposals, "Mel") == []
    assert written(proposals, ("Cassandra", "NAME"), ("Cass", "NAME")) == ["Melissa", "Mel"]


def test_whose_short_form_alone_has_a_surrogate_is_called_so() -> None:
    proposals = make(("Cassandra", "NAME"), ("Cass", "NAME"))
    assert offer(proposals, "", "Gwen") == ["unusable"]
    assert written(proposals, ("Cassandra", "NAME"), ("Cass", "NAME")) == ["Gwen", "Gwen"]


def test_what_is_settled_stays() -> None:
    proposals = make(("Maria", "NAME"), ("Bob", "NAME"))
    both = proposals.missing
    proposals.offer(both, {1: "Lucia"})
    proposals.offer(proposals.missing, {1: "Steve"})
    assert proposals.settled == [("Maria", "Lucia"), ("Bob", "Steve")]
    assert proposals.missing == []


def test_terms_that_stay_are_not_wanted() -> None:
    proposals = make(("Maria Lopez", "NAME"), ("Bob", "NAME"), allow=["maria"])
    assert wanted(proposals) == [("Bob", "NAME")]


def test_what_is_drawn_is_no_surrogate_that_was_given() -> None:
    people = [(f"{name} Okell", "NAME") for name in ("Ann", "Bea", "Cleo", "Dora")]
    proposals = make(*people)
    drawn = written(proposals, *people)
    first = drawn[0].split()[0]
    proposals.offer(proposals.missing[3:], {1: f"{first} Tamm"})
    given = written(proposals, *people)
    assert given[3] == f"{first} Tamm"
    assert first not in {name.split()[0] for name in given[:3]}


_TEXTS = ("Maria Lopez", "Bob", "bobby", "Lopez", "Austin, TX", "Lincoln High School",
          "612-555-0188", "12 Oak St, Austin", "Lake Erie", "王伟")  # fmt: skip
_LABELS = dict(
    zip(_TEXTS, ("NAME NAME NAME NAME LOCATION SCHOOL PHONE_NUMBER STREET_ADDRESS LOCATION "
                 "NAME").split(), strict=True)
)  # fmt: skip
_ANSWERS = st.one_of(
    st.sampled_from(
        [*_TEXTS, "Lucia Reyes", "Steve", "Reno, NV", "Roosevelt High School", "503-227-4916",
         "3 Elm St, Reno", "Lake Como", "Ohio", "OH", "USA", "李娜", "Dr. X", "O'Neil-Ray, Jo"]
    ),
    st.text(max_size=20),
)  # fmt: skip


@given(
    st.lists(st.sampled_from(_TEXTS), min_size=1, max_size=6, unique=True),
    st.lists(st.lists(_ANSWERS, max_size=8), min_size=1, max_size=3),
)
def test_whatever_is_proposed_no_original_comes_back_and_nothing_collides(
    texts: list[str], rounds: list[list[str]]
) -> None:
    mentions = [(text, _LABELS[text]) for text in texts]
    text = " and ".join(texts)
    proposals = make(*mentions, text=text)
    for answers in rounds:
        offer(proposals, *answers)
    new = written(proposals, *mentions, text=text)
    originals = {fold(own) for own in texts}
    assert not originals & {fold(surrogate) for surrogate in new}
    if not {"Bob", "bobby"} <= set(texts):
        assert len({fold(surrogate) for surrogate in new}) == len(new)
    names = {fold(word) for own in texts if _LABELS[own] == "NAME" for word in own.split()}
    for (_, label), surrogate in zip(mentions, new, strict=True):
        if label == "NAME":
            assert not {fold(word) for word in surrogate.split()} & names


def test_likeness() -> None:
    assert is_similar("maria", "marie")
    assert not is_similar("maria", "lucia")
    assert are_alike("Mel", "Melissa")
    assert are_alike("Beth", "Elizabeth")
    assert not are_alike("Gwen", "Melissa")
