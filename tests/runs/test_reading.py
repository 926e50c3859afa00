from pathlib import Path
from typing import Any

import pytest
from json_lines import write_jsonl
from spacy.language import Language
from transcripts import dialogue

from spacy_piivot.corpus.lists import read_roster
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading


def test_a_progress_bar_holds_counts_only(
    nlp: Language, tmp_path: Path, source: Path, capsys: pytest.CaptureFixture
) -> None:
    deidentify(source, tmp_path / "out.jsonl", nlp, reading=InputReading(progress=True))
    said = capsys.readouterr().err
    assert "4/4" in said
    assert "Zorblatt" not in said


def test_roster_names_reach_the_pipeline_and_missing_dialogues_are_told(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    path = tmp_path / "roster.csv"
    path.write_text("dialogue,name\none,Ola\ntypo,Bo\n")
    seen: dict[str, Any] = {}
    Language.component("fake_witness", func=lambda doc: seen.update(doc.user_data) or doc)
    nlp.add_pipe("fake_witness", first=True)
    write_jsonl(source, dialogue("one", "hello"))
    lines: list[str] = []
    deidentify(
        source,
        tmp_path / "out.jsonl",
        nlp,
        reading=InputReading(roster=read_roster(path), report=lines.append),
    )
    assert list(seen["piivot_roster"]) == ["Ola"]
    assert "Ola" not in (tmp_path / "out.jsonl").read_text()
    assert "typo" in lines[-1]
