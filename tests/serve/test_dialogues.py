"""/deidentify gives what `spacy-piivot deidentify` gives, byte for byte."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from json_lines import write_jsonl
from served import Ask
from spacy.language import Language

from spacy_piivot.runs.deidentify import deidentify

PHONE = "my number is 212-555-0147, mail odile.zorblatt@example.org"
DIALOGUES: list[dict[str, Any]] = [
    {
        "id": "one",
        "group": "class 4",
        "messages": [
            {"speaker": "tutor", "text": "Hi Odile Zorblatt, is 4/12 the same as 1/3?"},
            {"speaker": "Odile", "text": f"yes!\r\n {PHONE}  "},
            {"speaker": None, "text": ""},
        ],
    },
    {
        "id": "two",
        "group": "class 4",
        "messages": [{"text": "Odile Zorblatt helped Tariq Haddad 👩‍🏫 with 2x + 3 = 7"}],
    },
    {"id": 3, "group": "class 5", "messages": [{"speaker": "Tariq", "text": "I am Tariq Haddad"}]},
]
BAD: list[Any] = [
    {"id": "two", "messages": [{"text": "Odile again"}]},
    {"id": "four", "messages": []},
    {"id": "five", "messages": [{"text": ["Zorblatt"]}]},
    {"messages": [{"text": "Zorblatt"}]},
    "Zorblatt",
    {"id": "six", "messages": [{"text": "hi"}], "roster": "Zorblatt"},
    {"id": "seven", "messages": [{"text": "hi \0 Zorblatt"}]},
]


def by_command(
    nlp: Language, folder: Path, dialogues: Sequence[Any], spans: bool = False, **settings: str
) -> list[Any]:
    """What the command releases of a file with these dialogues, with settings of the surrogator."""
    surrogator: Any = nlp.get_pipe("hips_surrogator")
    former = {name: getattr(surrogator, name) for name in settings}
    for name, value in settings.items():
        setattr(surrogator, name, value)
    out = folder / "out.jsonl"
    deidentify(write_jsonl(folder / "in.jsonl", *dialogues), out, nlp, spans_from_input=spans)
    for name, value in former.items():
        setattr(surrogator, name, value)
    return [json.loads(line) for line in out.read_text("utf8").splitlines()]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"scope": "group"},
        {"scope": "corpus", "policy": "essay"},
        *(
            pytest.param(options, marks=pytest.mark.slow)
            for options in ({"scope": "document"}, {"policy": "crapii"}, {"policy": "tutoring"})
        ),
    ],
)
def test_the_same_as_the_command(
    options: dict[str, str], ask: Ask, keyed_nlp: Language, tmp_path: Path
) -> None:
    status, said = ask("/deidentify", {"dialogues": DIALOGUES, **options})
    assert status == 200
    assert said["quarantined"] == []
    assert said["dialogues"] == by_command(keyed_nlp, tmp_path, DIALOGUES, **options)
    assert "Zorblatt" not in json.dumps(said)
    assert "0147" not in json.dumps(said)
    assert "4/12" in json.dumps(said)
    # Divided over requests, it is the same.
    alone = [ask("/deidentify", {**one, **options})[1]["dialogues"] for one in DIALOGUES]
    assert [one for [one] in alone] == said["dialogues"]


def test_a_list_and_one_dialogue_have_the_same_shape(ask: Ask) -> None:
    _, all_at_once = ask("/deidentify", DIALOGUES)
    _, one = ask("/deidentify", DIALOGUES[0])
    assert one == {"dialogues": all_at_once["dialogues"][:1], "quarantined": []}
    assert set(one["dialogues"][0]) == {"id", "messages"}
    assert [set(message) for message in one["dialogues"][0]["messages"]] == [
        {"speaker", "text"}
    ] * 3


def test_spans_of_the_input(ask: Ask, keyed_nlp: Language, tmp_path: Path) -> None:
    spans = [{"start": 3, "end": 17, "label": "NAME"}]
    dialogue = {
        "id": "s",
        "messages": [{"text": DIALOGUES[0]["messages"][0]["text"], "spans": spans}],
    }
    _, said = ask("/deidentify", {**dialogue, "spans_from_input": True})
    assert said["dialogues"] == by_command(keyed_nlp, tmp_path, [dialogue], spans=True)
    assert "Zorblatt" not in str(said)
    _, said = ask("/deidentify", {"dialogues": DIALOGUES[:1], "spans_from_input": True})
    assert said == {
        "dialogues": [],
        "quarantined": [{"index": 0, "id": "one", "error": "MissingSpans"}],
    }
    # The pipeline is whole again.
    assert "Zorblatt" not in str(ask("/deidentify", DIALOGUES))


def test_the_roster_is_known(ask: Ask) -> None:
    dialogue = {"id": "r", "messages": [{"text": "the quibbly is 7 cm long"}]}
    assert "quibbly" in str(ask("/deidentify", dialogue))
    _, said = ask("/deidentify", {**dialogue, "roster": ["Quibbly Zorblatt"]})
    assert "quibbly" not in str(said)
    assert "roster" not in str(said)


def test_what_fails_is_listed_without_its_text(ask: Ask) -> None:
    status, said = ask("/deidentify", {"dialogues": [*DIALOGUES[:2], *BAD], "ids": "keep"})
    assert status == 200
    assert [one["id"] for one in said["dialogues"]] == ["one", "two"]
    assert said["quarantined"] == [
        {"index": 2, "id": "two", "error": "DuplicateId"},
        {"index": 3, "id": "four", "error": "ZeroMessages"},
        {"index": 4, "id": "five", "error": "TextNotString"},
        {"index": 5, "id": None, "error": "MissingId"},
        {"index": 6, "id": None, "error": "NotAnObject"},
        {"index": 7, "id": "six", "error": "InvalidRoster"},
        {"index": 8, "id": "seven", "error": "NulCharacter"},
    ]
    assert "Zorblatt" not in json.dumps(said)


def test_a_dialogue_without_a_group_fails_under_the_scope_group(ask: Ask) -> None:
    _, said = ask(
        "/deidentify", {"id": "a", "messages": [{"text": "I am Odile"}], "scope": "group"}
    )
    assert said["dialogues"] == []
    assert said["quarantined"][0]["error"].endswith("NoGroup")


def test_ids_can_be_hidden(ask: Ask) -> None:
    _, said = ask("/deidentify", {"dialogues": [DIALOGUES[0], BAD[2]], "ids": "hmac"})
    [released], [failed] = said["dialogues"], said["quarantined"]
    assert len(released["id"]) == len(failed["id"]) == 16
    assert "one" not in released["id"]
    assert released["messages"] == ask("/deidentify", DIALOGUES[0])[1]["dialogues"][0]["messages"]


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        ([], "Send a dialogue"),
        ("text", "Send a dialogue"),
        (None, "Send a dialogue"),
        ({"dialogues": []}, "Send a dialogue"),
        ({"dialogues": {"id": "a"}}, "Send a dialogue"),
        ({"dialogues": DIALOGUES, "policy": "/etc/passwd"}, "'policy' must be one of auto"),
        ({"dialogues": DIALOGUES, "policy": "../tutoring"}, "'policy' must be one of auto"),
        ({"dialogues": DIALOGUES, "policy": ["tutoring"]}, "'policy' must be one of auto"),
        ({"dialogues": DIALOGUES, "scope": "world"}, "'scope' must be one of document"),
        ({"dialogues": DIALOGUES, "ids": "number"}, "'ids' must be one of keep"),
        ({"dialogues": DIALOGUES, "spans_from_input": "yes"}, "'spans_from_input' must be true"),
        ({**DIALOGUES[0], "policy": "none"}, "'policy' must be one of auto"),
    ],
)
def test_what_cannot_be_asked(body: Any, hint: str, ask: Ask) -> None:
    status, said = ask("/deidentify", body)
    assert status == 400
    assert hint in said["error"]
    assert "Zorblatt" not in said["error"]


def test_options_hold_for_one_request(ask: Ask, keyed_nlp: Language) -> None:
    surrogator: Any = keyed_nlp.get_pipe("hips_surrogator")
    before = surrogator.policies, surrogator.scope
    first = ask("/deidentify", DIALOGUES)
    ask("/deidentify", {"dialogues": DIALOGUES, "policy": "essay", "scope": "corpus"})
    ask("/deidentify", {"dialogues": DIALOGUES, "policy": "essay", "scope": "nowhere"})
    assert (surrogator.policies, surrogator.scope) == before
    assert ask("/deidentify", DIALOGUES) == first
