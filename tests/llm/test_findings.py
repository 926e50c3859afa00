import json
import math
import re

import pytest

from spacy_piivot.core.labels import CANONICAL
from spacy_piivot.lang import ENGLISH
from spacy_piivot.llm.chunks import Chunk, ShownMessage, show_text, split_messages
from spacy_piivot.llm.findings import number_line, read_copy, read_list
from spacy_piivot.llm.requests import Answer, NoAnswer
from spacy_piivot.llm.types import SCHEMA, TYPES

TEXTS = ("hi Maria", "yes. Maria, its 212-555-0143", "", "ok Bob")
CHUNK = Chunk(5, [ShownMessage(text) for text in TEXTS])
MARIA = {"message": 5, "text": "Maria", "type": "PERSON"}


def listed(*entries: dict) -> str:
    return json.dumps({"pii": entries})


def test_there_are_seventeen_types_with_canonical_labels() -> None:
    assert len(TYPES) == 17
    assert set(TYPES.values()) <= set(CANONICAL)
    assert SCHEMA["properties"]["pii"]["items"]["properties"]["type"]["enum"] == list(TYPES)


@pytest.mark.parametrize(
    "text",
    [
        listed(MARIA),
        json.dumps([MARIA]),
        f"Here is what I found:\n```json\n{listed(MARIA)}\n```\nHope it helps!",
        f"I looked at [1] and {{x}}. {listed(MARIA)} []",
    ],
)
def test_a_list_is_read_whatever_stands_around_it(text: str) -> None:
    assert read_list(Answer(text), CHUNK, ENGLISH) == [[[5, 3, 8, "NAME", None]], 0]


@pytest.mark.parametrize("text", ['{"pii": []}', "[]", '```json\n{"pii": []}\n```\n', "```\n[]```"])
def test_a_list_may_be_empty(text: str) -> None:
    assert read_list(Answer(text), CHUNK, ENGLISH) == [[], 0]


def test_a_wrong_message_is_corrected_and_every_place_counts() -> None:
    wrong = {"message": 8, "text": "Maria", "type": "PERSON"}
    found, unaligned = read_list(Answer(listed(wrong, {**MARIA, "message": 99})), CHUNK, ENGLISH)
    assert found == [[5, 3, 8, "NAME", None], [6, 5, 10, "NAME", None]]
    assert unaligned == 0


@pytest.mark.parametrize(
    ("texts", "entry", "found"),
    [
        (("emmas book", "hi"), {"text": "emma"}, [[0, 0, 5]]),
        (("hi", "emmas book"), {"text": "emma"}, [[1, 0, 5]]),
        (("emmas book", "hi emma"), {"text": "emma"}, [[1, 3, 7]]),
        (("in March", "I am Marsh"), {"text": "Marsh"}, [[0, 3, 8], [1, 5, 10]]),
        (("hi", "I am Marsch"), {"text": "Marsh"}, [[1, 5, 11]]),
    ],
)
def test_what_stands_nowhere_exactly_is_looked_for(
    texts: tuple[str, ...], entry: dict, found: list[list[int]]
) -> None:
    chunk = Chunk(0, [ShownMessage(text) for text in texts])
    answer = Answer(listed({"message": 0, "type": "PERSON", **entry}))
    findings, unaligned = read_list(answer, chunk, ENGLISH)
    assert ([finding[:3] for finding in findings], unaligned) == (found, 0)


def test_offsets_of_the_model_are_not_believed() -> None:
    found, _ = read_list(Answer(listed({**MARIA, "start": 0, "end": 2})), CHUNK, ENGLISH)
    assert found == [[5, 3, 8, "NAME", None]]


def test_what_stands_nowhere_is_counted() -> None:
    ghost = {"message": 5, "text": "Zebulon", "type": "PERSON"}
    assert read_list(Answer(listed(ghost, MARIA)), CHUNK, ENGLISH) == [[[5, 3, 8, "NAME", None]], 1]


@pytest.mark.parametrize(
    ("kind", "label"),
    [("PERSON", "NAME"), ("person", "NAME"), ("DATE_TIME", "DATE"), ("EMAIL", "EMAIL_ADDRESS"),
     ("phone number", "PHONE_NUMBER"), ("ID", "ID_NUM"), ("student", "NAME"),
     ("whatever", "OTHER")],
)  # fmt: skip
def test_types_become_labels_and_unknown_ones_are_kept(kind: str, label: str) -> None:
    [[finding], _] = read_list(Answer(listed({**MARIA, "type": kind})), CHUNK, ENGLISH)
    assert finding[3] == label


@pytest.mark.parametrize(
    "text",
    ["", "There is none.", '{"pii": [{"text": "Maria", "ty', '{"pii": [{"text": 3, "type": "X"}]}',
     '{"answer": 1}', '["Maria"]', '{"pii": [{"text": "", "type": "PERSON"}]}', "[] sorry",
     'I was asked to answer {"pii": []} if there is none, but I cannot read this.',
     '{"pii": []}\nWait: {"pii": [{"message": 5, "text": "Maria", "ty',
     listed(MARIA) + '\nWait: {"pii": [{"message": 6, "text": "Maria", "ty',
     '[{"message": 5, "text": "Maria", "type": "PERSON"}, {"message": 6, "te',
     '{"pii": [{"message": 5, "text": "Maria", "type": "PERSON"}], "pii": []}'],
)  # fmt: skip
def test_what_is_no_list_is_no_answer(text: str) -> None:
    with pytest.raises(NoAnswer):
        read_list(Answer(text), CHUNK, ENGLISH)


def test_a_list_longer_than_its_text_is_no_answer() -> None:
    found = read_list(Answer(listed(*[MARIA] * 50)), CHUNK, ENGLISH)
    assert found == [[[5, 3, 8, "NAME", None]], 0]
    with pytest.raises(NoAnswer):
        read_list(Answer(listed(*[MARIA] * 100)), CHUNK, ENGLISH)


def test_probabilities_become_scores() -> None:
    text = listed(MARIA)
    place = text.index("Maria")
    tokens = [
        (text[:place], math.log(0.1)), ("Ma", math.log(0.9)), ("ria", math.log(0.4)),
        (text[place + 5 :], math.log(0.2)),
    ]  # fmt: skip
    [[finding], _] = read_list(Answer(text, tokens), CHUNK, ENGLISH)
    assert finding[4] == 0.6


def test_a_marked_copy_is_read() -> None:
    copy = "5| hi @@@Maria###\n6| yes. @@@Maria###, its %%%212-555-0143~~~\n8| ok @@@Bob###"
    found = [
        [5, 3, 8, "NAME", None], [6, 5, 10, "NAME", None], [6, 16, 28, "PHONE_NUMBER", None],
        [8, 3, 6, "NAME", None],
    ]  # fmt: skip
    assert read_copy(Answer(copy), CHUNK) == [found, 0]
    again = f"{copy}\n\n{copy}"
    assert read_copy(Answer(again), CHUNK) == [found, 0]
    slip = copy.replace("hi", "ho")
    assert read_copy(Answer(slip), CHUNK) == [found, 0]


@pytest.mark.parametrize(
    "copy",
    [
        "5| hi @@@Maria###",
        "5| hello there @@@Maria###\n6| yes. Maria, its 212-555-0143\n8| ok Bob",
        "hi @@@Maria###\nyes. Maria, its 212-555-0143\nok Bob",
        "5| hi @@@Maria###\n6| yes. Maria, its 212-555-0143\n8| ok Bob\n5| hi Maria",
        "5| hi@@@ ###Maria\n6| yes. Maria, its 212-555-0143\n8| ok Bob",
        "",
    ],
)
def test_a_copy_that_lacks_or_changes_messages_is_no_answer(copy: str) -> None:
    with pytest.raises(NoAnswer):
        read_copy(Answer(copy), CHUNK)


@pytest.mark.parametrize(
    "marked",
    ["@@@Femi", "@@@Femi^^^", "@@@Femi##", "@@Femi###", "Femi###", "Femi#", "@@@Femi and @@@Bob###",
     "@@@Femi^^^ and Bob###", "QQFemi^^"],
)  # fmt: skip
def test_a_copy_with_half_a_mark_is_no_answer(marked: str) -> None:
    before = "so we look at it once more, " * 50
    name = re.sub(r"[@#^Q]", "", marked)
    chunk = Chunk(0, [ShownMessage(f"{before}said {name}")])
    with pytest.raises(NoAnswer):
        read_copy(Answer(f"0| {before}said {marked}"), chunk)
    assert read_copy(Answer(f"0| {before}said @@@{name}###"), chunk)[0]


def test_dialogues_are_split_between_messages() -> None:
    messages = [ShownMessage(f"m{i}") for i in range(5)]
    chunks = split_messages(messages, [3, 3, 20, 1, 1], 6)
    assert [(c.first, len(c.messages)) for c in chunks] == [(0, 2), (2, 1), (3, 2)]
    assert split_messages([ShownMessage(" "), ShownMessage("")], [1, 0], 6) == []
    assert split_messages([], [], 6) == []
    first, second = chunks[0].halves()
    assert (first.first, second.first, len(first.messages)) == (0, 1, 1)


def test_a_message_is_shown_on_one_line_of_its_length() -> None:
    text = "a\r\nb\u2028c\x85d"
    assert show_text(text) == "a  b c d"
    assert number_line(3, show_text(text)).splitlines() == ["3| a  b c d"]
