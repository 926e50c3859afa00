import pickle
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from transcripts import dialogue, make_pipeline

from spacy_piivot.core.dialogue import NotReleasable
from spacy_piivot.corpus import Entry, InputFile
from spacy_piivot.corpus.jsonl import parse_record
from spacy_piivot.lang import ENGLISH
from spacy_piivot.runs.finished import Finished, finish
from spacy_piivot.runs.process import Done
from spacy_piivot.runs.replacing import replace_pii

FILE = InputFile(Path("in.jsonl"), PurePosixPath("Quibbly.jsonl"))


def done(source: dict[str, Any], *components: str) -> Done:
    record = parse_record(source, 1, set())
    (result,) = replace_pii(make_pipeline(*components), [Entry(FILE, record)])
    assert isinstance(result, Done)
    return result


def test_it_has_what_a_run_writes_and_survives_a_pickle() -> None:
    result = done(dialogue("a zorblatt", "Quibbly, ZORBLATT and Zorblatt", "4/12"), "fake_finder")
    finished = finish(result, ENGLISH)
    assert [message.text for message in finished.messages] == result.doc._.piivot_text.split("\n")
    assert finished.messages[1].text == "4/12"
    assert [len(edits) for edits in finished.edits] == [3, 0]
    assert finished.named == ("file", "id")
    (finding,) = finished.findings
    assert finding.text == "ZORBLATT"
    assert finished.unreplaced == ((), ())
    shipped = pickle.dumps(finished)
    assert pickle.loads(shipped) == finished
    assert len(shipped) < len(result.doc.to_bytes())
    assert isinstance(finished, Finished)


def test_it_has_the_findings_that_were_kept_and_what_was_not_searched_for() -> None:
    finished = finish(done(dialogue("a", "Zorblatt likes Desmos", "so"), "fake_finder"), ENGLISH)
    ((kept,), none) = finished.unreplaced
    assert (kept.start, kept.end, kept.label) == (15, 21, "ORG")
    assert none == ()
    assert finished.named == ()


def test_a_dialogue_that_must_not_be_released_is_refused() -> None:
    result = done(dialogue("a", "Zorblatt"), "fake_finder")
    result.doc._.piivot_status = "broken"
    with pytest.raises(NotReleasable):
        finish(result, ENGLISH)
