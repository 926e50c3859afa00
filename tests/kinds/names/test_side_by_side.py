import re

import pytest

from spacy_piivot.kinds.names.side_by_side import SideBySide, Written
from spacy_piivot.lang import ENGLISH

MARKED = re.compile(r"<([^>]+)>")


def others(text: str, speaker: str = "") -> dict[str, set[str]]:
    """The names that are somebody else's, by name; names are marked as in "<Alex> and <Ana>"."""
    plain, names = "", []
    for number, piece in enumerate(MARKED.split(text)):
        if number % 2:
            parts = tuple(piece.lower().split())
            names.append(Written(len(plain), len(plain) + len(piece), parts))
        plain += piece
    speaking = tuple(speaker.lower().split())
    apart = SideBySide(ENGLISH, [*(one.parts for one in names), speaking])
    found = apart.in_message(plain, names, speaking)
    return {" ".join(names[number].parts): set(theirs) for number, theirs in found.items()}


@pytest.mark.parametrize(
    "text",
    [
        "<Alex> and <Alexandra>, come here",
        "I saw <Sara>, <Sarah>.",
        "compare <Jon>'s graph with <John>'s",
        "<Kate> or <Katherine>?",
        "<Mohamed> sits next to <Muhammad>",
        "<Ben> says 6 but <Benjamin> says 7",
        "Groups: <Aiden>, <Mia>, <Ayden>, <Leo>",
        "Hi <Alex>! Hi <Alexandra>!",
        "Good, <Nick>! <Nicholas>, what now?",
        "<Zoe>? <Zoey>? Are you there?",
        "Thanks <Steven>. And thanks, <Stephen>.",
        "<Cathy> helps <Catherine Jones>",
    ],
)
def test_similar_names_side_by_side_or_both_called_are_two_people(text: str) -> None:
    first, second = (one for one in MARKED.findall(text) if one not in ("Mia", "Leo"))
    assert others(text) == {
        first.lower(): {second.lower().split()[0]},
        second.lower(): {first.lower()},
    }


@pytest.mark.parametrize(
    "text",
    [
        "<Alexandra>, but call me <Alex>",
        "<Katherine>, <Katie> for short",
        "<Theodore> goes by <Theo>",
        "<Sara>, sorry, <Sarah>",
        "<Katherine> (<Kate>) is here",
        "<Robert> is here. I think <Bob> knows it.",
        "<Maria> and <Jason> and <Tom>",
        "<Alex> and <Alex>",
        "<Sara Smith> and <Sara Smyth>",
        "<Alexandra> has been waiting for a very long time " + "and " * 60 + "<Alex>",
    ],
)
def test_other_names_tell_nothing(text: str) -> None:
    assert others(text) == {}


@pytest.mark.parametrize(
    ("speaker", "text", "expected"),
    [
        ("Alex", "<Alexandra>, can you help me?", {"alexandra": {"alex"}}),
        ("Kate", "i like what <Katherine> said", {"katherine": {"kate"}}),
        ("Alex Kim", "where is <Alexandra>", {"alexandra": {"alex"}}),
        ("Jon", "ask <John> please", {"john": {"jon"}}),
        ("Alex", "my name is <Alexandra>", {}),
        ("Alex", "hi im <Alexandra>", {}),
        ("Alex", "<Alexandra>", {}),
        ("Alex", "<Alexandra> here, sorry im late", {}),
        ("Alex", "<Alex> is me", {}),
        ("", "<Alexandra>, can you help me?", {}),
    ],
)
def test_who_speaks_is_not_whom_they_speak_of(
    speaker: str, text: str, expected: dict[str, set[str]]
) -> None:
    assert others(text, speaker) == expected


def test_names_are_compared_with_few_before_them() -> None:
    many = " and ".join(f"<Alex{letter}>" for letter in "abcdefghijklmnopqrstuvwxyz")
    assert all(len(found) <= 12 for found in others(many).values())
