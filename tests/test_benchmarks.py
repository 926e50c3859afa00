import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from conftest import REPOSITORY
from shared_pipelines import blank_english

from spacy_piivot.evaluation.readers.reading import read_annotations

BENCHMARKS = REPOSITORY / "benchmarks"


@pytest.fixture
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(REPOSITORY))


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.jsonl"
    spans = [{"start": 3, "end": 11, "label": "NAME"}]
    messages = [
        {"speaker": "tutor", "text": "hi Zorblatt, what is 3 x 4?", "spans": spans},
        {"speaker": "student", "text": "12", "spans": []},
    ]
    path.write_text(json.dumps({"id": "a", "messages": messages}) + "\n", "utf8")
    return path


def test_throughput_does_not_show_a_broken_line(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "a", "messages": [{"text": "hi Zorblatt\n', "utf8")
    main = runpy.run_path(str(BENCHMARKS / "throughput.py"))["main"]
    with pytest.raises(typer.Exit) as exit:
        main(gold)
    assert exit.value.exit_code == 2
    output = capsys.readouterr()
    assert "line 1" in output.err
    assert "Zorblatt" not in output.out + output.err


def write(path: Path, *messages: tuple[str, list[tuple[str, str]]]) -> Path:
    """A dialogue of messages, in each the strings that are labelled."""
    record: dict[str, Any] = {"id": "d", "messages": []}
    for text, labelled in messages:
        spans = [
            {"start": text.index(part), "end": text.index(part) + len(part), "label": label}
            for part, label in labelled
        ]
        record["messages"].append({"speaker": "s", "text": text, "spans": spans})
    path.write_text(json.dumps(record) + "\n", "utf8")
    return path


def test_numeric_veto_counts_by_extent_and_label(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    maths, plain = "Zorblatt, 3x + 4/12 = 14, age 13", "hi Zorblatt, it was 10/12/14"
    gold = write(
        tmp_path / "gold.jsonl",
        (maths, [("Zorblatt", "NAME"), ("13", "AGE"), ("14", "AGE")]),
        (plain, [("Zorblatt", "NAME")]),
    )
    predicted = write(
        tmp_path / "found.jsonl",
        (maths, [("Zorblatt", "NAME"), ("4/12", "DATE"), ("14", "DATE"), ("13", "AGE")]),
        (plain, [("10/12/14", "DATE")]),
    )
    for path in (gold, predicted):
        content = path.read_text().replace('"label"', '"score": 0.5, "label"')
        path.write_text(content)
    reports = {"json": tmp_path / "out.json", "markdown": tmp_path / "out.md"}
    main = runpy.run_path(str(BENCHMARKS / "numeric_veto.py"))["main"]
    main(gold, str(predicted), similarity_threshold=0.99, **reports)
    found = json.loads(reports["json"].read_text())
    assert found["by_label"]["DATE"] == {
        "true": [0, 0],
        "false": [3, 1],
        "false_in_maths": [2, 0],
        "false_in_maths_with_digit": [2, 0],
    }
    assert found["by_label"]["all"]["true"] == [2, 2]
    # The age that was called a date is gone with it.
    assert (found["gold_found"], found["gold_lost"]) == (3, 1)
    output = capsys.readouterr().out
    assert "100.0%" in output
    assert "Zorblatt" not in output + "".join(path.read_text() for path in reports.values())


def test_segmentation_is_timed_beside_the_pipeline(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    source = write(tmp_path / "in.jsonl", ("hi Zorblatt", []), ("3x + 4 = 14", []), ("bye", []))
    reports = {"json": tmp_path / "out.json", "markdown": tmp_path / "out.md"}
    main = runpy.run_path(str(BENCHMARKS / "segmentation.py"))["main"]
    main([source, source], messages=5, rounds=1, **reports)
    found = json.loads(reports["json"].read_text())
    assert (found["messages"], found["dialogues"], found["in_maths"]) == (5, 2, 2)
    seconds = found["seconds"]
    assert found["ratio"] == seconds["math_segmenter"] / seconds["light pipeline"]
    assert "Zorblatt" not in capsys.readouterr().out + reports["markdown"].read_text()


@pytest.mark.usefixtures("benchmarks")
def test_runs_take_turns_in_both_orders() -> None:
    from benchmarks.throughput import race

    order: list[str] = []
    seconds = race({name: lambda name=name: order.append(name) for name in "abc"}, 3)
    assert order == list("abc" + "abc" + "cba" + "abc")
    assert {name: len(measured) for name, measured in seconds.items()} == {"a": 3, "b": 3, "c": 3}
    order.clear()
    race({"a": lambda: order.append("a")}, 2, warm=True)
    assert order == ["a", "a"]


@pytest.mark.usefixtures("benchmarks")
def test_synthetic_dialogues_have_the_spans_of_their_names(tmp_path: Path) -> None:
    from benchmarks.memory import NAMES, write_dialogues

    path = tmp_path / "synthetic.jsonl"
    write_dialogues(path, 1_700)
    for dialogue in read_annotations(path):
        for message in dialogue.messages:
            text = message.text or ""
            words = [word for word in re.findall(r"\w+", text) if word in NAMES]
            assert [text[span.start : span.end] for span in message.spans] == words


def test_the_command_says_where_to_name_the_gold(tmp_path: Path) -> None:
    arguments = ["--json", "o.json", "--markdown", "o.md", "--gold", "none.jsonl"]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks", *arguments],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 2
    assert "--gold" in run.stderr
    assert "SPACY_PIIVOT_DATA" in run.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("benchmarks")
def test_our_pipeline_is_scored_timed_by_part_and_compared_with_the_floor(gold: Path) -> None:
    from benchmarks.parts import component_seconds, floor_seconds
    from benchmarks.systems import load_system

    dialogues = read_annotations(gold)
    system = load_system("piivot:en_piivot_light")
    assert system.nlp is not None
    assert system.quality(dialogues)["recall"] == 1.0
    parts = component_seconds(system.nlp, dialogues, 1)
    assert list(parts) == ["tokenising", *system.nlp.pipe_names]
    floor = floor_seconds(system.nlp, dialogues, 2)
    assert list(floor) == ["pipeline", "potential_pii_ner", "tokenising", "forward"]
    assert all(len(measured) == 2 and min(measured) > 0 for measured in floor.values())


@pytest.mark.usefixtures("benchmarks")
def test_peers_read_what_ours_reads(gold: Path, tmp_path: Path) -> None:
    from benchmarks.systems import load_system

    nlp = blank_english()
    rules: Any = nlp.add_pipe("entity_ruler", name="ner")
    rules.add_patterns([{"label": "PERSON", "pattern": "Zorblatt"}])
    nlp.add_pipe("sentencizer")
    nlp.to_disk(tmp_path / "model")
    dialogues = read_annotations(gold)
    for kind in ("presidio-default", "spacy"):
        system = load_system(f"{kind}:{tmp_path / 'model'}")
        assert system.name == f"{kind}:en_pipeline"
        assert system.quality(dialogues)["f1"] == 1.0
        read: Any = system.read_batches(dialogues, 2, 1)
        assert len(read) == 2


@pytest.mark.slow
def test_the_command_writes_both_reports_and_no_text(gold: Path, tmp_path: Path) -> None:
    report, tables = tmp_path / "out.json", tmp_path / "out.md"
    arguments = ["--json", report, "--markdown", tables, "--quick", "--gold", gold]
    systems = ["--system", "piivot:en_piivot_light", "--system", "presidio-default:no_such_model"]
    subprocess.run(
        [sys.executable, "-m", "benchmarks", *map(str, arguments), *systems],
        cwd=REPOSITORY,
        check=True,
    )
    figures = json.loads(report.read_text("utf8"))
    assert figures["corpora"]["gold"] == {"dialogues": 1, "messages": 2, "words": 8}
    for part in ("quality", "speed"):
        assert {row["corpus"] for row in figures[part]} == {"gold", "synthetic"}
    assert {row["n_process"] for row in figures["batches"]} == {1, 2}
    assert figures["startup"][0]["start"] == "import spacy"
    assert figures["memory"][0]["peak_mb"] > 50
    assert list(figures["missing"]) == ["presidio-default:no_such_model"]
    text = report.read_text("utf8") + tables.read_text("utf8")
    assert "## Quality and speed" in text
    assert "Zorblatt" not in text
    assert str(tmp_path) not in text


@pytest.mark.slow
def test_the_cost_of_every_configuration_is_counted(gold: Path) -> None:
    pytest.importorskip("openai")
    run = subprocess.run(
        [sys.executable, BENCHMARKS / "llm_cost.py", gold], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    header, _, *rows = [line for line in run.stdout.splitlines() if "|" in line]
    assert header.startswith("| configuration | asked of candidates |")
    costs = {row.split("|")[1].strip(): float(row.split("|")[-2]) for row in rows}
    assert len(costs) == 8
    assert all(cost > 0 for name, cost in costs.items() if name.startswith("detector"))


def test_evasion_counts_what_is_left_of_a_name_and_what_is_hit(benchmarks: None) -> None:
    from benchmarks.evasion import edited, lesson
    from benchmarks.spellings import CLOSE, OPEN, inside, marked

    nlp = blank_english()
    nlp.add_pipe("known_names", config={"names": ["Zorblatt"], "cues": False})
    nlp.add_pipe("hips_surrogator")
    whole = lesson(f"hi {inside('🎉')('Zorblatt')} ok")
    glued = lesson(f"hi {OPEN}Zorblatt{CLOSE}🎉")
    other = lesson(f"hi {marked('quorl')}")
    partly = lesson(f"hi {OPEN}Zorblatt quorl{CLOSE}")
    tries = [whole, glued, other, partly]
    assert list(edited(nlp, tries, all)) == [True, True, False, False]
    assert list(edited(nlp, tries, any)) == [True, True, False, True]
    assert whole.messages[1] == "hi Zorb🎉latt ok"


def test_evasion_tries_names_and_sentences_that_the_rules_were_not_written_on(
    benchmarks: None,
) -> None:
    from benchmarks.evasion_material import DEVELOPMENT, HELD_OUT

    assert len(set(HELD_OUT.names)) == len(set(DEVELOPMENT.names)) == 12
    for part in ("names", "words", "emoji", "sentences", "word_sentences", "emails", "initials"):
        assert set(getattr(HELD_OUT, part)).isdisjoint(getattr(DEVELOPMENT, part)), part


@pytest.mark.parametrize("which", ["developed", "reported"])
def test_every_sentence_of_the_number_talk_is_filled_and_in_one_set_only(which: str) -> None:
    import random
    import tomllib

    from benchmarks import number_talk

    kinds = tomllib.loads(number_talk.FILE.read_text("utf8"))
    for sets in (sets for owner in kinds.values() for sets in owner.values()):
        assert not set(sets["developed"]) & set(sets["reported"])
        for template in sets[which]:
            text = number_talk.fill(template, random.Random(1))
            assert "{" not in text
            assert text == number_talk.fill(template, random.Random(1))


def test_the_sets_of_names_share_none() -> None:
    import tomllib

    from benchmarks import name_extents

    data = tomllib.loads(name_extents.FILE.read_text("utf8"))
    for key in ("given", "in_s", "places"):
        assert not set(data["developed"][key].split()) & set(data["reported"][key].split())
    turns = [
        turn
        for templates in data["templates"].values()
        for template in templates
        for turn in name_extents.fill(template, data["reported"])
    ]
    assert all(word in text for text, expected in turns for _, word in expected)
