"""The way to annotation tools and back, with a real Doccano."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from doccano_server import Doccano, install, running

from spacy_piivot.runs.prelabel import postlabel, prelabel, roster_pipeline
from spacy_piivot.runs.reading import InputReading

# Emoji, a letter of a mathematical alphabet, a family, right-to-left text, a line break inside.
DIALOGUES = [
    {
        "id": "d1",
        "messages": [
            {"speaker": "tutor", "text": "Hi Zofia! 👩‍👩‍👧 mail me: zofia.k@example.org"},
            {"speaker": "student", "text": "ok 😀 𝓐𝓑 and שלום\nmy friend Bartek is here"},
        ],
    },
    {"id": "d2", "messages": [{"speaker": "student", "text": "It is 4/12."}]},
]


@pytest.fixture(scope="module")
def doccano(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doccano]:
    folder = tmp_path_factory.mktemp("doccano")
    try:
        programs = install(folder / "programs")
    except subprocess.CalledProcessError:
        pytest.skip("doccano cannot be installed here: pip install failed")
    with running(programs, folder / "home") as server:
        yield server


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    path = tmp_path / "chats.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in DIALOGUES), "utf8")
    return path


def words(path: Path) -> list[list[list[tuple[str, str]]]]:
    """The marked words of each message, with their labels."""
    return [
        [
            [(message["text"][s["start"] : s["end"]], s["label"]) for s in message["spans"]]
            for message in json.loads(line)["messages"]
        ]
        for line in path.read_text("utf8").splitlines()
    ]


def place(text: str, word: str) -> tuple[int, int]:
    return text.index(word), text.index(word) + len(word)


@pytest.mark.external
@pytest.mark.parametrize("overlaps", [False, True])
def test_labels_go_through_a_real_doccano(
    doccano: Doccano, chats: Path, tmp_path: Path, overlaps: bool
) -> None:
    prelabel(chats, tmp_path / "to.jsonl", roster_pipeline())
    project = doccano.new_project(allow_overlapping=overlaps)
    doccano.upload(project, tmp_path / "to.jsonl")
    first, second = doccano.examples(project)
    assert first["text"].count("\n") == 1
    imported: list[dict[str, Any]] = doccano.spans(project, first["id"])
    shown = {first["text"][one["start_offset"] : one["end_offset"]] for one in imported}
    assert "zofia.k@example.org" in shown

    # The person marks two names, whatever was marked there before, and a number, and takes it back.
    for name in ("Zofia", "Bartek"):
        start, end = place(first["text"], name)
        for one in imported:
            if one["start_offset"] < end and start < one["end_offset"]:
                doccano.remove(project, first["id"], one["id"])
        doccano.label(project, first["id"], start, end, "NAME")
    doccano.label(project, second["id"], *place(second["text"], "4/12"), "DATE_OF_BIRTH")
    (mistake,) = doccano.spans(project, second["id"])
    doccano.remove(project, second["id"], mistake["id"])

    (tmp_path / "export.jsonl").write_bytes(doccano.export(project))
    postlabel(chats, tmp_path / "export.jsonl", tmp_path / "gold.jsonl")
    assert words(tmp_path / "gold.jsonl") == [
        [[("Zofia", "NAME"), ("zofia.k@example.org", "EMAIL_SOCIAL")], [("Bartek", "NAME")]],
        [[]],
    ]


def test_labels_go_through_label_studios_json(chats: Path, tmp_path: Path) -> None:
    to, export, gold = (tmp_path / name for name in ("to.json", "export.json", "gold.jsonl"))
    said: list[str] = []
    reading = InputReading(report=said.append)
    prelabel(chats, to, roster_pipeline(), reading=reading, tool="label-studio")
    assert any("<Labels" in line for line in said)
    tasks = json.loads(to.read_text("ascii"))
    first = tasks[0]["data"]["text"]
    for task in tasks:
        task["annotations"] = [{"result": task.pop("predictions")[0]["result"]}]
    result = tasks[0]["annotations"][0]["result"]
    start, end = place(first, "Bartek")
    value = {"start": start, "end": end, "text": "Bartek", "labels": ["NAME"]}
    result[:] = [*(one for one in result if one["value"]["labels"] != ["NAME"])]
    result.append({"type": "labels", "value": value})
    export.write_text(json.dumps(tasks))
    postlabel(chats, export, gold, tool="label-studio")
    assert words(gold) == [
        [[("zofia.k@example.org", "EMAIL_SOCIAL")], [("Bartek", "NAME")]],
        [[]],
    ]


def test_nothing_to_label_is_an_empty_list(tmp_path: Path) -> None:
    silent, to = tmp_path / "silent.jsonl", tmp_path / "to.json"
    silent.write_text('{"id": "d1", "messages": [{"speaker": "tutor", "text": " "}]}\n')
    prelabel(silent, to, roster_pipeline(), tool="label-studio")
    assert json.loads(to.read_text()) == []
