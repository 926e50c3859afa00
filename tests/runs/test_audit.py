import csv
import json
import os
import re
import signal
import stat
from pathlib import Path
from typing import Any

import pytest
from forked import forked
from json_lines import read_jsonl, write_jsonl
from stand_in_server import Reply, StandInServer, entity, said
from transcripts import dialogue
from typer.testing import CliRunner, Result

from spacy_piivot.cli import app
from spacy_piivot.corpus.journal import Journal
from spacy_piivot.lang import ENGLISH
from spacy_piivot.llm.auditing import find_placeholders, read_judgement, window
from spacy_piivot.llm.connection import Connection
from spacy_piivot.llm.requests import Answer, NoAnswer
from spacy_piivot.runs.audit import audit

pytest.importorskip("openai")

TEXTS = (
    "hi <PERSON>, ready?",
    "yes ms Zorblatt",
    "so 3 + 4 is <US_DRIVER_LICENSE>, right?",
    "ask <PERSON_1> or <PERSON_1> or <ORGANIZATION>",
)


def judge(body: dict[str, Any]) -> str:
    """A model that judges by what a placeholder says."""
    kind = entity(body).strip("<>")
    numbers = {
        t: n for n, t in re.findall(r"^(\d+)\| (?:[A-Z]+: )?(.*)$", said(body), re.MULTILINE)
    }
    missed = [
        {"message": int(number), "text": "Zorblatt", "type": "PERSON"}
        for text, number in numbers.items()
        if "Zorblatt" in text
    ]
    verdict, fill = {
        "PERSON": ("PII", "Imogen"),
        "PERSON_1": ("PII", f"Name{body['messages'][1]['content'].index('[[')}"),
        "US_DRIVER_LICENSE": ("Not PII", "7"),
    }.get(kind, ("Uncertain", "Acme"))
    kind = kind if kind.startswith("US") else "PERSON"
    return json.dumps({"verdict": verdict, "type": kind, "fill": fill, "missed": missed})


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["audit", *map(str, arguments)])


def rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "table.csv").open(newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "in.jsonl", dialogue("d", *TEXTS))


def test_placeholders_are_found() -> None:
    text = "<PERSON> [STUDENT] <NAME_12> [TEACHER 2] <b> [x] <B> x<Y>z [1] <US_SSN> <Mixed> [NO>"
    assert [p.text for p in find_placeholders([text], ENGLISH)] == [
        "<PERSON>", "[STUDENT]", "<NAME_12>", "[TEACHER 2]", "<US_SSN>",
    ]  # fmt: skip
    assert [p.type for p in find_placeholders([text], ENGLISH)][2:4] == ["NAME", "TEACHER"]
    transcript = "[INAUDIBLE] the area [ABC] of [EMAIL_1] [LAUGHTER 2] [US_SSN] [ID_NUM 3] <ID>"
    assert [p.text for p in find_placeholders([transcript], ENGLISH)] == [
        "[EMAIL_1]", "[US_SSN]", "[ID_NUM 3]", "<ID>",
    ]  # fmt: skip


def test_a_placeholder_is_judged_from_three_messages_each_side() -> None:
    texts = [f"m{n}" for n in range(9)]
    texts[4] = "<PERSON>"
    [placeholder] = find_placeholders(texts, ENGLISH)
    chunk = window(texts, [""] * 9, placeholder)
    assert (chunk.first, len(chunk.messages)) == (1, 7)


@pytest.mark.parametrize(
    "text",
    ["", "PII", '{"verdict": "perhaps"}', '{"verdict": "PII"} {"verdict": "Not PII"}', "[]"],
)
def test_what_is_no_judgement_is_no_answer(text: str) -> None:
    [placeholder] = find_placeholders(["<PERSON>"], ENGLISH)
    with pytest.raises(NoAnswer):
        read_judgement(Answer(text), window(["<PERSON>"], [""], placeholder), placeholder, ENGLISH)


@pytest.mark.parametrize(
    ("fill", "kept"),
    [("Imogen", True), ("", False), ("<PERSON>", False), ("[[x]]", False), ("[x]", False),
     ("x" * 70, False), ("a\u202eb", False), (None, False), ("…", False), (" Imogen\nLee ", True)],
)  # fmt: skip
def test_a_fill_that_cannot_be_used_is_dropped(fill: Any, kept: bool) -> None:
    texts = ["<PERSON> and Zorblatt"]
    [placeholder] = find_placeholders(texts, ENGLISH)
    answer = Answer(json.dumps({"verdict": "pii", "fill": fill}))
    judgement = read_judgement(answer, window(texts, [""], placeholder), placeholder, ENGLISH)
    assert judgement.label == "NAME"
    assert bool(judgement.fill) == kept


@pytest.mark.parametrize(
    ("fill", "kept"), [("[0, 7]", True), ("x < 3", True), ("[[7]]", False), ("…", False)]
)
def test_a_fill_of_mathematics_may_have_brackets(fill: str, kept: bool) -> None:
    [placeholder] = find_placeholders(["<PERSON>"], ENGLISH)
    answer = Answer(json.dumps({"verdict": "Not PII", "fill": fill}))
    chunk = window(["<PERSON>"], [""], placeholder)
    judgement = read_judgement(answer, chunk, placeholder, ENGLISH)
    assert bool(judgement.fill) == kept


@pytest.mark.parametrize(
    ("text", "label"),
    [("[STUDENT]", "NAME"), ("[CITY_2]", "LOCATION"), ("[EMAIL]", "EMAIL_ADDRESS"),
     ("[REDACTED]", "OTHER"), ("<WHATEVER>", "OTHER"), ("[NAME_STUDENT]", "NAME")],
)  # fmt: skip
def test_without_a_type_the_placeholders_own_counts(text: str, label: str) -> None:
    [placeholder] = find_placeholders([text], ENGLISH)
    answer = Answer('{"verdict": "PII"}')
    chunk = window([text], [""], placeholder)
    assert read_judgement(answer, chunk, placeholder, ENGLISH).label == label


def test_an_audit_fills_lists_and_marks(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with StandInServer(judge) as server:
        result = run(source, "-o", out, "--base-url", server.base_url)
    assert result.exit_code == 0, result.stderr
    assert "1 dialogues audited: 3 PII, 1 Not PII, 1 Uncertain, 1 Missed" in result.stderr
    assert "5 requests" in result.stderr
    [record] = read_jsonl(out / "dialogues.jsonl")
    texts = [message["text"] for message in record["messages"]]
    assert texts[:3] == ["hi Imogen, ready?", "yes ms Zorblatt", "so 3 + 4 is 7, right?"]
    found = [
        [(m["text"][s["start"] : s["end"]], s["label"]) for s in m["spans"]]
        for m in record["messages"]
    ]
    assert found[:3] == [[("Imogen", "NAME")], [("Zorblatt", "NAME")], []]
    assert [label for _, label in found[3]] == ["NAME", "NAME", "PLACEHOLDER"]
    # A numbered placeholder is the same person each time.
    assert found[3][0] == found[3][1]
    assert found[3][2][0] == "<ORGANIZATION>"
    assert record["messages"][2]["lookalikes"] == [{"start": 12, "end": 13, "kind": "redacted"}]
    table = rows(out)
    assert [row["verdict"] for row in table] == [
        "PII", "Missed", "Not PII", "PII", "PII", "Uncertain",
    ]  # fmt: skip
    assert TEXTS[0][int(table[0]["start"]) : int(table[0]["end"])] == "<PERSON>"
    for path in out.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not (tmp_path / "out.journal.jsonl").exists()


@pytest.mark.parametrize(
    ("name", "said"), [("Jordan", "yes"), ("Jordan", "Jordan said so"), ("Jo", "yes")]
)
def test_two_numbered_persons_are_two_and_nobody_who_is_spoken_of(
    name: str, said: str, tmp_path: Path
) -> None:
    texts = ["hi <PERSON_1> and <PERSON_2>, <PERSON_1> is here", *"abcdef", said]
    source = write_jsonl(tmp_path / "in.jsonl", dialogue("d", *texts))
    answer = json.dumps({"verdict": "PII", "type": "PERSON", "fill": name, "missed": []})
    with StandInServer(lambda body: answer) as server:
        run(source, "-o", tmp_path / "out", "--base-url", server.base_url)
    one, two, again = rows(tmp_path / "out")
    assert (one["fill"], one["by"]) == (again["fill"], again["by"])
    assert (one["fill"] == name) == (one["by"] == "model") == (said == "yes")
    assert two["by"] == "generator"
    assert len({one["fill"], two["fill"], name, ""}) == (3 if said == "yes" else 4)


def test_the_example_of_the_prompt_finds_nothing(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "in.jsonl", dialogue("d", "hi <PERSON>, um… ok"))
    missed = [{"message": 0, "text": "…", "type": "PERSON"}]
    answer = json.dumps({"verdict": "PII", "type": "PERSON", "fill": "…", "missed": missed})
    with StandInServer(lambda body: answer) as server:
        run(source, "-o", tmp_path / "out", "--base-url", server.base_url)
    [only] = rows(tmp_path / "out")
    assert only["by"] == "generator"


def test_people_correct_in_doccano(source: Path, tmp_path: Path) -> None:
    out, gold = tmp_path / "out", tmp_path / "gold.jsonl"
    with StandInServer(judge) as server:
        run(source, "-o", out, "--base-url", server.base_url)
    [example] = read_jsonl(out / "doccano.jsonl")
    example["label"] = [label for label in example["label"] if label[2] != "PLACEHOLDER"][1:]
    exported = write_jsonl(tmp_path / "exported.jsonl", example)
    result = CliRunner().invoke(
        app, ["postlabel", str(out / "dialogues.jsonl"), str(exported), "-o", str(gold)]
    )
    assert result.exit_code == 0, result.stderr
    [record] = read_jsonl(gold)
    assert [len(message["spans"]) for message in record["messages"]] == [0, 1, 0, 2]


def test_without_a_fill_our_own_generator_makes_one(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("SPACY_PIIVOT_KEY", "a key for the tests, long enough")
    kinds = ("PERSON", "PHONE_NUMBER", "SCHOOL", "LOCATION", "DATE_TIME", "URL", "NRP")
    source = write_jsonl(tmp_path / "in.jsonl", dialogue("d", *(f"<{kind}>" for kind in kinds)))

    def model(body: dict[str, Any]) -> str:
        kind = entity(body).strip("<>")
        return json.dumps({"verdict": "PII", "type": kind, "fill": "", "missed": []})

    with StandInServer(model) as server:
        for name in ("one", "two"):
            result = run(source, "-o", tmp_path / name, "--base-url", server.base_url)
            assert result.exit_code == 0
    one, two = (rows(tmp_path / name) for name in ("one", "two"))
    assert one == two
    assert [row["by"] for row in one] == ["generator"] * 7
    assert all(row["fill"] and "<" not in row["fill"] for row in one)
    assert "Alex" not in one[0]["fill"]


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    ("reply", "reason"),
    [(Reply("who knows"), "unparsable"),
     (Reply('{"verdict": "PII", "fill": "Ada"}', padding=20_000), "unparsable"),
     (Reply(None, refusal="no"), "refusal"),
     (Reply(status=500), "server_error"), (Reply(drop=True), "unreachable")],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_judged_stays_a_placeholder(
    reply: Reply, reason: str, source: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with StandInServer(lambda body: reply) as server:
        result = run(source, "-o", out, "--base-url", server.base_url)
    assert result.exit_code == 1
    assert f"not judged: 5 {reason}" in result.stderr
    [record] = read_jsonl(out / "dialogues.jsonl")
    assert [message["text"] for message in record["messages"]] == list(TEXTS)
    labels = {span["label"] for message in record["messages"] for span in message["spans"]}
    assert labels == {"PLACEHOLDER"}


def test_an_interrupted_audit_goes_on(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "in.jsonl", *(dialogue(str(n), *TEXTS) for n in range(16)))
    out = tmp_path / "out"

    def killed_at_12(base_url: str) -> None:
        append = Journal.append

        def killed(journal: Journal, record: Any) -> None:
            append(journal, record)
            if journal.finished == 12:
                os.kill(os.getpid(), signal.SIGKILL)

        Journal.append = killed  # type: ignore[method-assign]
        audit(source, out, connection=Connection(base_url=base_url, model="m"), lexicon=ENGLISH)

    with StandInServer(judge) as server:
        run = forked(killed_at_12, server.base_url)
        run.join()
        assert run.exitcode == -signal.SIGKILL
        assert not out.exists()
        asked = len(server.requests)
        summary = audit(
            source,
            out,
            connection=Connection(base_url=server.base_url, model="m"),
            resume=True,
            lexicon=ENGLISH,
        )
        assert summary.dialogues == 16
        assert len(server.requests) - asked == 4 * 5
    assert [record["id"] for record in read_jsonl(out / "dialogues.jsonl")] == [
        str(n) for n in range(16)
    ]


def test_a_limited_cost_needs_the_models_price(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with StandInServer(judge) as server:
        limited = ["--base-url", server.base_url, "--model", "own", "--max-cost", "1"]
        refused = run(source, "-o", out, *limited)
        assert refused.exit_code == 2
        assert "price of 'own'" in refused.stderr
        assert (server.requests, out.exists()) == ([], False)
        done = run(source, "-o", out, *limited, "--price", "10", "20")
    assert done.exit_code == 0, done.stderr
    assert "$0.0000" not in done.stderr


def test_what_cannot_be_used_is_refused(source: Path, tmp_path: Path) -> None:
    where = ["--base-url", "http://127.0.0.1:9/v1"]
    assert "remote_ok" in run(source, "-o", tmp_path / "o", "--base-url", "http://x.org/").stderr
    assert "No base_url" in run(source, "-o", tmp_path / "o").stderr
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("")
    assert "empty folder" in run(source, "-o", tmp_path / "full", *where).stderr
    write_jsonl(source, dialogue("d", "Zorblatt"), {"id": "e", "messages": "Zorblatt"})
    result = run(source, "-o", tmp_path / "o", *where)
    assert result.exit_code == 2
    assert "line 2" in result.stderr
    assert "Zorblatt" not in result.stderr
    assert not (tmp_path / "o").exists()
