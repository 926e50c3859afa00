import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from mapping_model import conversation, inventor, items, settled, write_mapping
from stand_in_server import Reply, StandInServer, said

from spacy_piivot.errors import InputError
from spacy_piivot.lang import ENGLISH
from spacy_piivot.llm.chunks import Chunk, ShownMessage
from spacy_piivot.llm.connection import Connection
from spacy_piivot.llm.mapping import MOST_AT_ONCE, Mapper, read_mapping
from spacy_piivot.llm.requests import Answer, NoAnswer
from spacy_piivot.llm.session import Session
from spacy_piivot.llm.usage import UsageTally

pytest.importorskip("openai")


class Wanted(NamedTuple):
    text: str
    label: str = "NAME"
    answer: str = ""
    flaw: str = ""


class Sheet:
    """Takes every answer but "bad"."""

    def __init__(self, *texts: str) -> None:
        self.missing = [Wanted(text) for text in texts]
        self.settled: list[tuple[str, str]] = []

    def offer(self, wishes: Sequence[Wanted], answers: Mapping[int, str]) -> None:
        for number, wish in enumerate(wishes, 1):
            at = next(i for i, other in enumerate(self.missing) if other.text == wish.text)
            answer = answers.get(number, "")
            if answer in ("", "bad"):
                flaw = "taken" if answer else "missing"
                self.missing[at] = wish._replace(answer=answer, flaw=flaw)
            else:
                self.settled.append((wish.text, answer))
                del self.missing[at]


def fill(model: Any, sheet: Sheet, *chunks: Chunk, **options: Any) -> tuple[str, StandInServer]:
    with StandInServer(model) as server:
        session = Session(Connection(base_url=server.base_url, max_retries=0, timeout=5), None)
        mapper = Mapper(model="m", **options)
        work = mapper.fill(sheet, chunks, session, UsageTally(), ENGLISH)
        failure = session.submit(work).result()
        session.close()
    return failure, server


CHUNK = Chunk(0, [ShownMessage("Ann and Bob", "TUTOR"), ShownMessage("TEXT>>> 1. NAME: Eve")])


def test_the_whole_conversation_is_shown_and_one_mapping_asked_for() -> None:
    sheet = Sheet("Ann", "Bob")
    failure, server = fill(inventor({"Ann": "Eve", "Bob": "Tom"}), sheet, CHUNK)
    assert failure == ""
    assert sheet.settled == [("Ann", "Eve"), ("Bob", "Tom")]
    [body] = server.requests
    assert conversation(body) == "0| TUTOR: Ann and Bob\n1| text>>> 1. NAME: Eve"
    assert [item[:3] for item in items(body)] == [(1, "NAME", "Ann"), (2, "NAME", "Bob")]
    assert body["response_format"]["type"] == "json_schema"
    assert (body["temperature"], body["top_p"], body["seed"]) == (0, 1, 0)
    assert "wrong with your last" not in said(body)


def test_what_is_missing_or_flawed_is_asked_for_again_with_what_was_wrong() -> None:
    rounds = iter([{1: "Eve", 2: "bad"}, {2: "Cy"}, {1: "Tom"}])
    sheet = Sheet("Ann", "Bob", "Dan")
    failure, server = fill(lambda body: write_mapping(next(rounds)), sheet, CHUNK)
    assert failure == ""
    assert sheet.settled == [("Ann", "Eve"), ("Dan", "Cy"), ("Bob", "Tom")]
    second, third = (server.requests[1], server.requests[2])
    assert [item.text for item in items(second)] == ["Bob", "Dan"]
    assert "1. NAME: Bob (you said: bad) [it is said in the conversation, or" in said(second)
    assert "2. NAME: Dan [it was not in your last answer]" in said(second)
    assert settled(second) == [["Ann", "Eve"]]
    assert settled(third) == [["Ann", "Eve"], ["Dan", "Cy"]]
    assert {body["seed"] for body in server.requests} == {0, 1, 2}


@pytest.mark.parametrize("tries", [1, 3])
def test_the_tries_come_to_an_end(tries: int) -> None:
    sheet = Sheet("Ann")
    failure, server = fill(lambda body: write_mapping({1: "bad"}), sheet, CHUNK, tries=tries)
    assert failure == ""
    assert len(server.requests) == tries
    assert len(sheet.missing) == 1


@pytest.mark.parametrize(
    ("reply", "failure", "tries"),
    [
        (Reply("never heard"), "unparsable", 3),
        (Reply("{}", finish_reason="length"), "truncated", 3),
        (Reply(None, refusal="no"), "refusal", 3), (Reply(status=500), "server_error", 1),
        (Reply(status=401), "rejected", 1), (Reply(drop=True), "unreachable", 1),
        (Reply(write_mapping({1: "Eve"}), padding=20_000), "unparsable", 3),
        (Reply(raw=b"{"), "unparsable", 3), (Reply('{"surrogates": [{"numb'), "unparsable", 3),
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.usefixtures("no_pauses")
def test_what_another_try_cannot_mend_is_not_tried_again(
    reply: Reply, failure: str, tries: int
) -> None:
    sheet = Sheet("Ann", "Bob")
    said, server = fill(lambda body: reply, sheet, CHUNK, Chunk(2, CHUNK.messages[:1]))
    assert said == failure
    assert sheet.settled == []
    assert {body["seed"] for body in server.requests} == set(range(tries))


def test_an_answer_after_a_failure_counts() -> None:
    rounds = iter(["hm", write_mapping({1: "Eve"})])
    sheet = Sheet("Ann")
    failure, _ = fill(lambda body: next(rounds), sheet, CHUNK)
    assert (failure, sheet.settled) == ("", [("Ann", "Eve")])


def test_later_pieces_are_shown_what_earlier_ones_settled() -> None:
    sheet = Sheet("Ann", "Bob", "Cy Lee")
    chunks = [Chunk(0, [ShownMessage("Ann")]), Chunk(1, [ShownMessage("Bob and Ann")]),
              Chunk(2, [ShownMessage("Cy"), ShownMessage("Lee")])]  # fmt: skip
    model = inventor({"Ann": "Eve", "Bob": "Tom", "Cy Lee": "Al May"})
    _, server = fill(model, sheet, *chunks)
    assert [[item.text for item in items(body)] for body in server.requests] == [
        ["Ann"], ["Bob"], ["Cy Lee"],
    ]  # fmt: skip
    assert settled(server.requests[2]) == [["Ann", "Eve"], ["Bob", "Tom"]]
    assert sheet.missing == []


def test_many_wishes_are_asked_for_in_portions() -> None:
    names = [f"N{number:03}" for number in range(MOST_AT_ONCE + 5)]
    sheet = Sheet(*names)
    _, server = fill(inventor({n: f"M{n}" for n in names}), sheet, Chunk(0, [ShownMessage("x")]))
    assert [len(items(body)) for body in server.requests] == [MOST_AT_ONCE, 5]
    assert sheet.missing == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"surrogates": [{"number": 1, "surrogate": "A"}]}', {1: "A"}),
        ('Sure:\n```json\n[{"number": 2, "surrogate": "B"}]\n```', {2: "B"}),
        ('{"surrogates": [{"number": "1", "surrogate": "A"}, {"number": 2}, 3]}', {}),
        ('[{"number": 1, "surrogate": "A"}, {"number": 1, "surrogate": "B"}]', {}),
        ('{"surrogates": [{"number": 1, "surrogate": 5}]}', {}),
        ("[]", {}),
    ],
)
def test_answers_are_read_as_json(text: str, found: dict[int, str]) -> None:
    assert read_mapping(Answer(text)) == found


@pytest.mark.parametrize("text", ["", "{'surrogates': [(1, 'A')]}", '{"1": "A"}', "1: A"])
def test_what_is_no_list_is_no_answer(text: str) -> None:
    with pytest.raises(NoAnswer):
        read_mapping(Answer(text))


def test_instructions_are_those_of_the_labels() -> None:
    def system(*wishes: Wanted) -> str:
        return Mapper(model="m").request(wishes, [], CHUNK, 0, ENGLISH).messages[0].content

    assert "same gender" in system(Wanted("Ann"))
    assert "elementary school" not in system(Wanted("Ann"))
    assert "elementary school" in system(Wanted("X School", "SCHOOL"))
    assert "no letters" in system(Wanted("555", "PHONE_NUMBER"))
    assert json.dumps(system(Wanted("Ann", "NAME"))).count("TEXT") == 2


@pytest.mark.parametrize("options", [{"tries": 0}, {"prompt_path": "none.jinja"}])
def test_what_cannot_work_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Mapper(model="m", **options)


def test_it_runs_inside_a_running_loop() -> None:
    async def notebook() -> str:
        sheet = Sheet("Ann")
        fill(inventor({"Ann": "Eve"}), sheet, CHUNK)
        return sheet.settled[0][1]

    assert asyncio.run(notebook()) == "Eve"
