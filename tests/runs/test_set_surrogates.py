import json
import multiprocessing
from pathlib import Path

import pytest
from json_lines import read_jsonl, write_jsonl
from set_by_hand import marked, message, record, source
from shared_pipelines import blank_english
from transcripts import KEY, make_pipeline

from spacy_piivot.corpus.lists import Roster
from spacy_piivot.errors import InputError, RecordError
from spacy_piivot.evaluation.readers.reading import read_annotations
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.detect import detect
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.restore import restore
from spacy_piivot.runs.set_surrogates import check_surrogate

MARIA = message(
    "hi Maria Lopez", marked("Maria Lopez", surrogate="Nora Hale", role="participant"),
    speaker="Maria",
)  # fmt: skip
AGAIN = message("MARIA, ask Ms. Lopez and Sam", *map(marked, ("MARIA", "Lopez", "Sam")))


def test_a_set_surrogate_is_released_and_in_the_private_files(tmp_path: Path) -> None:
    given = write_jsonl(tmp_path / "in.jsonl", source(MARIA, AGAIN))
    out, edits, vault = tmp_path / "out.jsonl", tmp_path / "edits.jsonl", tmp_path / "vault"
    summary = deidentify(
        given, out, make_pipeline(), spans_from_input=True,
        private_edits=edits, vault=vault, vault_key=KEY,
    )  # fmt: skip
    assert (summary.done, summary.quarantined) == (1, 0)
    [released] = read_jsonl(out)
    first, second = released["messages"]
    assert (first["speaker"], first["text"]) == ("Nora", "hi Nora Hale")
    assert second["text"].startswith("NORA, ask Ms. Hale and ")
    assert "surrogate" not in json.dumps(released)
    _, written = read_jsonl(edits)
    assert written["edits"][0]["surrogate"] == "Nora Hale"
    back = tmp_path / "back.jsonl"
    restore(out, back, vault, KEY)
    assert [m["text"] for m in read_jsonl(back)[0]["messages"]] == [MARIA["text"], AGAIN["text"]]


@pytest.mark.parametrize(
    ("spans", "kind", "entry"),
    [
        ([marked("Maria", surrogate="")], "InvalidSurrogate", 0),
        ([marked("Maria", surrogate=" \t")], "InvalidSurrogate", 0),
        ([marked("Maria", surrogate="No\nra")], "InvalidSurrogate", 0),
        ([marked("Maria", surrogate="x" * 201)], "InvalidSurrogate", 0),
        ([marked("Maria", surrogate=7)], "InvalidSurrogate", 0),  # type: ignore[arg-type]
        ([marked("Maria", "PLACEHOLDER", "Nora")], "InvalidSurrogate", 0),
        ([marked("Maria"), marked("Sam", surrogate="Maria")], "SurrogateIsOriginal", 1),
        ([marked("Maria", surrogate="Zadie")], "SurrogateIsOriginal", 0),
        ([marked("Maria", surrogate="Bo Okell")], "SurrogateIsOriginal", 0),
        (
            [marked("Maria", surrogate="Nora"), marked("Sam", surrogate="Nora")],
            "SurrogateTaken", 0,
        ),
        (
            [marked("Maria", surrogate="Nora"), marked("Maria", surrogate="Lea")],
            "TwoSurrogates", 0,
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_held_back_without_its_text(
    tmp_path: Path, spans: list, kind: str, entry: int
) -> None:
    sentence = "hi Maria, Sam and Maria"
    ok = source(MARIA, id="ok")
    bad = source(message("one"), message(sentence, *spans, speaker="Zadie"), id="bad")
    given, out = write_jsonl(tmp_path / "in.jsonl", bad, ok), tmp_path / "out.jsonl"
    lines: list[str] = []
    reading = InputReading(report=lines.append, roster=Roster(["Bo Okell"], {}))
    summary = deidentify(given, out, make_pipeline(), spans_from_input=True, reading=reading)
    assert (summary.done, summary.quarantined) == (1, 1)
    [listed] = read_jsonl(tmp_path / "out.jsonl.quarantine.jsonl")
    assert listed["error"] == kind
    said = next(line for line in lines if kind in line)
    assert f"line 1, id 'bad': {kind}: in message 1, spans[{entry}]: " in said
    assert not any(word in said for word in ("Maria", "Sam", "Nora", "Lea", "Zadie", "Okell"))


def test_overlapping_spans_with_a_surrogate_are_refused() -> None:
    text = message("hi Maria Lopez", marked("Maria", surrogate="Nora"))
    text["spans"].append({"start": 3, "end": 14, "label": "NAME"})
    said = check_surrogate(make_pipeline(), record(text), 0, 0)
    assert said == "A span with a surrogate overlaps another one: remove one of them."


def test_null_is_no_surrogate_and_white_space_around_it_is_dropped(tmp_path: Path) -> None:
    one = message("hi Maria", marked("Maria"))
    one["spans"][0]["surrogate"] = None
    two = message("hi Maria", marked(" Maria", surrogate=" Nora "))
    given = write_jsonl(tmp_path / "in.jsonl", source(one, id="1"), source(two, id="2"))
    out = tmp_path / "out.jsonl"
    assert deidentify(given, out, make_pipeline(), spans_from_input=True).done == 2
    drawn, chosen = (line["messages"][0]["text"] for line in read_jsonl(out))
    assert drawn not in ("hi Maria", "hi Nora")
    assert chosen == "hi Nora"


def test_kept_and_held_spans_with_a_surrogate_are_replaced(tmp_path: Path) -> None:
    spans = [
        marked("Obama", role="public", surrogate="Nora"),
        marked("the twin", "OTHER", "a pupil"),
    ]
    given = write_jsonl(tmp_path / "in.jsonl", source(message("Obama met the twin", *spans)))
    nlp, out = make_pipeline(), tmp_path / "out.jsonl"
    nlp.get_pipe("hips_surrogator").policy = "crapii"  # type: ignore[attr-defined]
    assert deidentify(given, out, nlp, spans_from_input=True).done == 1
    assert read_jsonl(out)[0]["messages"][0]["text"] == "Nora met a pupil"


@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_a_run_is_the_same_with_two_processes_and_after_an_interruption(
    tmp_path: Path, method: str
) -> None:
    records = [source(MARIA, AGAIN, id=str(number)) for number in range(6)]
    given = write_jsonl(tmp_path / "in.jsonl", *records[:3], "not JSON", *records[3:])
    whole, two, out = (tmp_path / f"{name}.jsonl" for name in ("whole", "two", "out"))
    nlp = make_pipeline()
    deidentify(given, whole, nlp, spans_from_input=True)
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method(method, force=True)
    try:
        deidentify(given, two, nlp, spans_from_input=True, reading=InputReading(n_process=2))
    finally:
        multiprocessing.set_start_method(before, force=True)

    def interrupt(line: str) -> None:
        if "NotJSON" in line:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deidentify(given, out, nlp, spans_from_input=True, reading=InputReading(report=interrupt))
    deidentify(given, out, nlp, spans_from_input=True, resume=True)
    assert whole.read_bytes() == two.read_bytes() == out.read_bytes()
    assert "Nora Hale" in whole.read_text()


def test_other_commands_read_such_files_and_write_no_surrogates(tmp_path: Path) -> None:
    given, found = write_jsonl(tmp_path / "in.jsonl", source(MARIA)), tmp_path / "found.jsonl"
    [dialogue] = read_annotations(given)
    assert dialogue.messages[0].spans[0].surrogate == "Nora Hale"
    detect(given, found, make_pipeline("fake_finder"))
    assert "surrogate" not in found.read_text()


def test_the_check_says_what_is_wrong_with_one_of_them() -> None:
    nlp = make_pipeline()
    spans = [
        marked("Maria", surrogate="Nora"), marked("Sam", surrogate="nora"),
        marked("Bo", surrogate=""), marked("Lea", surrogate="Ike"), marked("Max"),
    ]  # fmt: skip
    one = record(message("hi"), message("Maria, Sam, Bo, Lea, Max", *spans))
    first, second, third, fourth, fifth = (check_surrogate(nlp, one, 1, n) for n in range(5))
    assert first == (
        "The surrogate is also that of somebody or something else (spans[1] in message 1): "
        "choose another."
    )
    assert second is not None
    assert "spans[0] in message 1" in second
    assert third == "The surrogate is empty: write one, or omit it to have it drawn."
    assert (fourth, fifth) == (None, None)
    for wrong in ((0, 0), (1, 5), (2, 0), (-1, 0), (1, -1)):
        with pytest.raises(InputError):
            check_surrogate(nlp, one, *wrong)
    with pytest.raises(InputError):
        check_surrogate(blank_english(), one, 1, 0)
    broken = record(message("hi Bo", marked("Bo", "KING", "Ike")))
    with pytest.raises(RecordError):
        check_surrogate(nlp, broken, 0, 0)
