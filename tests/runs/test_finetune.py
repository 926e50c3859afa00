import json
import stat
import time
from pathlib import Path
from typing import Any

import pytest
from json_lines import read_jsonl, write_jsonl
from stand_in_server import Reply, StandInServer, entity
from typer.testing import CliRunner, Result

from spacy_piivot.cli import app
from spacy_piivot.errors import InputError
from spacy_piivot.llm.connection import Connection
from spacy_piivot.llm.jobs import Jobs
from spacy_piivot.llm.marks import read_marks
from spacy_piivot.llm.training import DEFAULT_REASONING
from spacy_piivot.runs.finetune import prepare_batch, prepare_detector, prepare_verifier

pytest.importorskip("openai")

GOLD = {
    "id": "d",
    "messages": [
        {
            "speaker": "tutor",
            "text": "hi Zorblatt,\nmail zz@x.example or call 212-555-0143",
            "spans": [
                {"start": 3, "end": 11, "label": "NAME"},
                {"start": 18, "end": 30, "label": "EMAIL_SOCIAL"},
                {"start": 39, "end": 51, "label": "PHONE"},
            ],
        },
        {"speaker": "student", "text": "", "spans": []},
        {
            "speaker": "student",
            "text": "mark the point, i am 12",
            "spans": [{"start": 21, "end": 23, "label": "AGE"}],
        },
    ],
}


def predicted() -> dict[str, Any]:
    copy = json.loads(json.dumps(GOLD))
    spans = [
        [{"start": 3, "end": 11, "label": "NAME", "score": 0.9}],
        [],
        [{"start": 0, "end": 4, "label": "NAME", "score": 0.5}],
    ]
    for message, some in zip(copy["messages"], spans, strict=True):
        message["spans"] = some
    return copy


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    gold = write_jsonl(tmp_path / "gold.jsonl", GOLD)
    return gold, write_jsonl(tmp_path / "predicted.jsonl", predicted()), tmp_path / "out.jsonl"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["finetune", *map(str, arguments)])


def test_a_detector_learns_copies_with_marks(files: tuple[Path, Path, Path]) -> None:
    gold, _, out = files
    assert prepare_detector(gold, out).records == 1
    [record] = read_jsonl(out)
    system, user, assistant = record["messages"]
    assert [m["role"] for m in record["messages"]] == ["system", "user", "assistant"]
    assert "@@@" in system["content"]
    assert assistant["content"] == (
        "0| hi @@@Zorblatt###, mail QQQzz@x.example^^^ or call %%%212-555-0143~~~\n"
        "2| mark the point, i am 12"
    )
    # What is learnt is what is read at run time.
    assert read_marks(assistant["content"])[0] in user["content"]
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


def test_marks_in_a_text_are_not_learnt(files: tuple[Path, Path, Path]) -> None:
    gold, _, out = files
    text = "@@@ is ### Zorblatt"
    spans = [{"start": 11, "end": 19, "label": "NAME"}]
    write_jsonl(gold, {"id": "d", "messages": [{"speaker": "t", "text": text, "spans": spans}]})
    prepare_detector(gold, out)
    [record] = read_jsonl(out)
    assert record["messages"][2]["content"] == "0| @@  is ##  @@@Zorblatt###"
    assert "0| @@  is ##  Zorblatt" in record["messages"][1]["content"]


def test_a_long_dialogue_makes_several_records(files: tuple[Path, Path, Path]) -> None:
    gold, _, out = files
    assert prepare_detector(gold, out, chunk_tokens=8).records == 2


def test_a_verifier_learns_which_spans_are_right(files: tuple[Path, Path, Path]) -> None:
    gold, other, out = files
    prepared = prepare_verifier(gold, other, out, connection=Connection(model="m"))
    assert (prepared.records, prepared.verdicts) == (2, {"T": 1, "F": 1})
    records = read_jsonl(out)
    asked = [record["messages"][1]["content"] for record in records]
    assert [record["messages"][2]["content"] for record in records] == ["T", "F"]
    assert "[[Zorblatt]]" in asked[0]
    assert "[[mark]]" in asked[1]
    assert "Zorblatt" not in asked[1]


def test_reasoning_is_asked_for_until_it_is_right(
    files: tuple[Path, Path, Path], capfd: pytest.CaptureFixture[str]
) -> None:
    gold, other, out = files

    def model(body: dict[str, Any]) -> str | Reply:
        if entity(body) == "mark":
            return "It may be a name. Response: T"
        if body["seed"] < 4:
            return ["I cannot say", "No name.\nResponse: F", "", "Response: T"][body["seed"]]
        return "It is a pupil's real name.\n\n[Response:] T"

    with StandInServer(model) as server:
        prepared = prepare_verifier(
            gold, other, out, reasoning=True,
            connection=Connection(base_url=server.base_url, model="m"), progress=True,
        )  # fmt: skip
        assert "1dialogue" in capfd.readouterr().err
        tries = [body["seed"] for body in server.requests if entity(body) == "mark"]
    assert tries == [0, 1, 2, 3, 4, 5]
    assert prepared.defaults == 1
    assert prepared.usage.requests == 5 + 6
    answers = [record["messages"][2]["content"] for record in read_jsonl(out)]
    assert answers == [
        "It is a pupil's real name.\nResponse: T",
        f"{DEFAULT_REASONING}\nResponse: T",
    ]


@pytest.mark.parametrize(
    ("reply", "budget", "reason"),
    [
        (Reply(status=401), {}, "rejected"),
        (Reply(status=429), {}, "rate_limit"),
        (Reply(status=500), {}, "server_error"),
        (Reply(drop=True), {}, "unreachable"),
        (Reply("T"), {"requests": 1}, "over_budget"),
    ],
)
def test_without_answers_no_training_data_is_written(
    reply: Reply, budget: dict[str, float], reason: str, files: tuple[Path, Path, Path]
) -> None:
    gold, other, out = files
    with StandInServer(lambda body: reply) as server:
        connection = Connection(base_url=server.base_url, model="m", max_retries=0, budget=budget)
        with pytest.raises(InputError, match=reason):
            prepare_verifier(gold, other, out, reasoning=True, connection=connection)
    assert not out.exists()


def test_a_limited_cost_needs_the_models_price(files: tuple[Path, Path, Path]) -> None:
    gold, other, out = files
    with StandInServer(lambda body: "Response: T") as server:
        where = ["--reasoning", "--base-url", server.base_url, "--model", "m", "--max-cost", "1"]
        refused = run("prepare", "verifier", gold, other, "-o", out, *where)
        assert refused.exit_code == 2
        assert "price of 'm'" in refused.stderr
        assert (server.requests, out.exists()) == ([], False)
        done = run("prepare", "verifier", gold, other, "-o", out, *where, "--price", "10", "20")
        assert done.exit_code == 0, done.stderr


def test_a_batch_asks_what_was_prepared(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    gold, other, out = files
    prepare_verifier(gold, other, out, connection=Connection(model="m"))
    batch = tmp_path / "batch.jsonl"
    assert prepare_batch(out, batch, model="n").records == 2
    first, second = read_jsonl(batch)
    assert (first["custom_id"], second["custom_id"]) == ("1", "2")
    assert (first["method"], first["url"]) == ("POST", "/v1/chat/completions")
    assert first["body"]["model"] == "n"
    assert [m["role"] for m in first["body"]["messages"]] == ["system", "user"]


def test_an_answer_of_a_batch_may_be_as_long_as_a_copy(
    files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    gold, _, out = files
    text = "x = 4 and so on, " * 200
    write_jsonl(gold, {"id": "d", "messages": [{"speaker": "t", "text": text, "spans": []}]})
    prepare_detector(gold, out)
    batch = tmp_path / "batch.jsonl"
    prepare_batch(out, batch, model="m")
    [request] = read_jsonl(batch)
    assert request["body"]["max_tokens"] > len(text)


def test_what_cannot_be_used_is_named_without_its_text(
    files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    gold, _, out = files
    with pytest.raises(InputError, match="must not be the input"):
        prepare_detector(gold, gold)
    with pytest.raises(InputError, match="no such file"):
        prepare_detector(tmp_path / "none.jsonl", out)
    write_jsonl(gold, GOLD, '{"id": "e", "messages": "Zorblatt"}')
    with pytest.raises(InputError, match="line 2") as error:
        prepare_detector(gold, out)
    with pytest.raises(InputError, match="line 1 is not a fine-tuning record"):
        prepare_batch(gold, out, model="m")
    assert "Zorblatt" not in str(error.value)
    assert not out.exists()


def test_the_commands_prepare_submit_poll_and_fetch(
    files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    gold, _, out = files
    assert run("prepare", "detector", gold, "-o", out).exit_code == 0
    result = tmp_path / "job.json"
    with StandInServer(lambda body: "T") as server:
        where = ["--base-url", server.base_url]
        submitted = run("submit", out, "--suffix", "own", *where)
        assert submitted.stdout == "ftjob-1\n"
        assert server.jobs == [{"model": "gpt-4o-mini", "training_file": "file-1", "suffix": "own"}]
        assert out.read_bytes() in server.files["file-1"]
        assert str(tmp_path).encode() not in server.files["file-1"]
        early = run("fetch", "ftjob-1", "-o", result, *where)
        assert early.exit_code == 2
        assert "not done: running" in early.stderr
        assert not result.exists()
        assert run("status", "ftjob-1", *where).stdout == (
            "succeeded, model ft:gpt-4o-mini:own, 1,234 tokens trained\n"
        )
        assert run("fetch", "ftjob-1", "-o", result, *where).exit_code == 0
    assert json.loads(result.read_text())["model"] == "ft:gpt-4o-mini:own"


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize("kind", ["_job", "_batch"])
def test_a_job_is_started_once(kind: str, files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    gold, _, out = files
    run("prepare", "detector", gold, "-o", out)
    if kind == "_batch":
        run("prepare", "batch", out, "-o", tmp_path / "batch.jsonl")
        out = tmp_path / "batch.jsonl"
    with StandInServer(lambda body: "T") as server:
        answer = getattr(server, kind)

        def answer_late() -> dict[str, Any]:
            time.sleep(0.5)
            return answer()

        setattr(server, kind, answer_late)
        with pytest.raises(InputError, match="may have started"):
            Jobs(Connection(base_url=server.base_url, model="m", timeout=0.2)).submit(out)
        assert len(server.jobs) == 1


def test_a_batch_is_submitted_and_its_answers_fetched(
    files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    gold, other, out = files
    batch, result = tmp_path / "batch.jsonl", tmp_path / "answers.jsonl"
    said = run("prepare", "verifier", gold, other, "-o", out)
    assert "2 records: 1 T, 1 F" in said.stderr
    assert run("prepare", "batch", out, "-o", batch).exit_code == 0
    with StandInServer(lambda body: "F" if entity(body) == "mark" else "T") as server:
        where = ["--base-url", server.base_url]
        assert run("submit", batch, *where).stdout == "batch_1\n"
        assert run("status", "batch_1", *where).stdout == "in_progress\n"
        assert run("fetch", "batch_1", "-o", result, *where).exit_code == 0
    answers = {
        answer["custom_id"]: answer["response"]["body"]["choices"][0]["message"]["content"]
        for answer in read_jsonl(result)
    }
    assert answers == {"1": "T", "2": "F"}


def test_a_batch_that_came_to_nothing_is_said(tmp_path: Path) -> None:
    with StandInServer(lambda body: "T") as server:
        server.polls, server.files["file-out"] = 2, b""
        server.output = None
        result = run("fetch", "batch_1", "-o", tmp_path / "o", "--base-url", server.base_url)
    assert result.exit_code == 2
    assert "none of its requests was answered" in result.stderr


def test_texts_go_nowhere_unasked(files: tuple[Path, Path, Path]) -> None:
    gold, _, out = files
    run("prepare", "detector", gold, "-o", out)
    for arguments in (
        ["submit", out],
        ["status", "x"],
        ["fetch", "x", "-o", out.with_suffix(".j")],
    ):
        result = run(*arguments, "--base-url", "https://api.example.org/v1")
        assert result.exit_code == 2
        assert "remote_ok" in result.stderr
    result = run("submit", gold, "--base-url", "http://127.0.0.1:9/v1")
    assert result.exit_code == 2
    assert "neither" in result.stderr


@pytest.mark.usefixtures("no_pauses")
def test_an_endpoint_that_fails_is_said_without_what_it_says(
    files: tuple[Path, Path, Path],
) -> None:
    gold, _, out = files
    run("prepare", "detector", gold, "-o", out)
    with StandInServer(lambda body: "T") as server:
        result = run("status", "ftjob-zorblatt", "--base-url", server.base_url)
        assert result.exit_code == 2
        assert "status 404" in result.stderr
        assert "no such thing" not in result.stderr
    result = run("submit", out, "--base-url", "http://127.0.0.1:9/v1")
    assert result.exit_code == 2
    assert "APIConnectionError" in result.stderr
