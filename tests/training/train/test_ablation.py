import json
from pathlib import Path
from typing import Any

import numpy
import pytest
import typer
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc

import spacy_piivot
from spacy_piivot.architectures import tags
from spacy_piivot.components import known_names, potential_pii_ner
from spacy_piivot.components.known_names import KnownNames
from spacy_piivot.core import spans
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates
from spacy_piivot.kinds.names.find import mentions
from spacy_piivot.kinds.names.find.positions import Cover
from spacy_piivot.lang import ENGLISH
from training.train import ablation

SHIPPED = Path(spacy_piivot.__file__).parent / "pipelines" / "en_piivot_light"
PATCHED = (
    (Cover, "hides"), (KnownNames, "_complete"), (KnownNames, "_split"), (KnownNames, "_reject"),
    (KnownNames, "_trim"), (known_names, "is_term"), (mentions, "is_variable"),
    (mentions, "stands_as_name"), (potential_pii_ner, "_is_operand"),
    (potential_pii_ner, "with_roles"), (spans, "resolve_overlaps"), (tags, "_runs"),
    (tags, "name_extent"),
)  # fmt: skip


def steps() -> dict[str, Any]:
    return {f"{owner.__name__}.{name}": getattr(owner, name) for owner, name in PATCHED}


@pytest.fixture(scope="module")
def blank() -> Language:
    """The components that rows change, untrained; rows may leave them changed."""
    nlp = blank_english()
    for name in (ablation.PATTERNS, ablation.TAGGER, ablation.NAMES, ablation.MATHEMATICS):
        nlp.add_pipe(name)
    return nlp


@pytest.mark.parametrize("name", ablation.CHANGES)
def test_what_a_row_replaces_is_put_back(name: str, blank: Language) -> None:
    before = steps()
    with ablation.CHANGES[name](blank):
        during = steps()
    assert steps() == before
    settings = (
        "whole", "tagger", "without pii", "without known", "without cues", "without furth",
        "without math",
    )  # fmt: skip
    assert (during != before) == (not name.startswith(settings))


def decoded(text: str, tagged: str, row: str) -> list[str]:
    """What the tagger's decoding makes of words that are tagged as names."""
    nlp = blank_english()
    doc = nlp.make_doc(text)
    array = numpy.asarray([[t.text not in tagged, t.text in tagged] for t in doc], dtype="f")
    with ablation.CHANGES[row](nlp):
        found = list(tags.decode(doc, array, ["NAME"], "io", [0.5], "first", ENGLISH))
    return [text[start:end] for start, end, *_ in found]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("whole pipeline", ["Mirela  Okonjo"]),
        ("without dropping titles", ["Ms. Mirela  Okonjo"]),
        ("without merging neighbouring tokens", ["Mirela", "Okonjo"]),
        ("without merging across white space", ["Mirela", "Okonjo"]),
    ],
)
def test_titles_and_merging_are_left_out_of_decoding(row: str, expected: list[str]) -> None:
    assert decoded("hi Ms. Mirela  Okonjo!", "Ms. Mirela Okonjo", row) == expected


def test_white_space_parts_and_neighbours_still_join() -> None:
    row = "without merging across white space"
    assert decoded("hi Mirela Okonjo!", "Mirela Okonjo", row) == ["Mirela Okonjo"]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("whole pipeline", ["Will Okonjo", "okonjo", "Bilal High School"]),
        ("without further mentions", ["Will Okonjo", "Bilal High School"]),
        (
            "with further mentions that are words, variables or terms",
            ["Will Okonjo", "okonjo", "will", "Bilal High School"],
        ),
        (
            "with further mentions inside other findings",
            ["Will Okonjo", "okonjo", "Bilal", "High School"],
        ),
    ],
)
def test_further_mentions_and_their_guards_are_left_out_apart(
    row: str, expected: list[str]
) -> None:
    text = "Will Okonjo said: okonjo, we will see. At Bilal High School?"
    nlp = blank_english()
    nlp.add_pipe("known_names", config={"cues": False, "names": ["Bilal"]})
    doc = nlp.make_doc(text)
    found = [Candidate(0, 11, "NAME", 0.9, "tagger"), Candidate(42, 59, "SCHOOL", 0.9, "tagger")]
    set_candidates(doc, found)
    with ablation.CHANGES[row](nlp):
        nlp(doc)
    assert [candidate.cut(text) for candidate in get_candidates(doc)] == expected


def test_overlapping_findings_are_not_joined() -> None:
    doc = blank_english().make_doc("Ana Maria Lopez")
    new = [Candidate(0, 9, "NAME", 0.9, "x"), Candidate(4, 15, "NAME", 0.9, "y")]

    def strings(doc: Doc) -> list[str]:
        set_candidates(doc, [])
        spans.add_candidates(doc, new)
        return [candidate.cut(doc.text) for candidate in get_candidates(doc)]

    with ablation.CHANGES["without merging overlapping findings"](Language()):
        assert strings(doc) == ["Maria Lopez"]
    assert strings(doc) == ["Ana Maria Lopez"]


def write_gold(path: Path, *lines: str) -> Path:
    span = {"start": 0, "end": 7, "label": "NAME"}
    messages = [
        {"speaker": "Brzquil", "text": "it is 12/4", "spans": []},
        {"speaker": "tutor", "text": "brzquil ok", "spans": [span]},
    ]
    good = json.dumps({"id": "d", "corpus": "c", "messages": messages})
    path.write_text("\n".join([good, *lines]) + "\n", "utf8")
    return path


def test_rows_are_scored_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    whole, nothing = "whole pipeline", "without everything"
    bare = ablation._without(ablation.PATTERNS, ablation.TAGGER, ablation.NAMES)
    changes = {whole: ablation.CHANGES[whole], nothing: bare}
    monkeypatch.setattr(ablation, "CHANGES", changes)
    table, figures = tmp_path / "a.md", tmp_path / "a.json"
    ablation.main(SHIPPED, write_gold(tmp_path / "dev.jsonl"), table, figures)
    rows = json.loads(figures.read_text("utf8"))
    assert list(rows) == [whole, nothing]
    assert [row["recall"] for row in rows.values()] == [1.0, 0.0]
    assert [row["leaked"] for row in rows.values()] == [0.0, 1.0]
    assert (rows[whole]["lookalikes"], rows[nothing]["precision"]) == (None, None)
    head, line, *body = table.read_text("utf8").splitlines()
    assert capsys.readouterr().out.splitlines() == body
    assert {text.count("|") for text in (head, line, *body)} == {10}
    assert body[1].startswith(f"| {nothing} | – | 0.000 |")


def test_a_broken_line_is_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    gold = write_gold(tmp_path / "dev.jsonl", '{"id": "e", "messages": [{"text": "hi Zorblatt')
    with pytest.raises(typer.Exit) as exit:
        ablation.main(SHIPPED, gold)
    assert exit.value.exit_code == 2
    output = capsys.readouterr()
    assert "line 2" in output.err
    assert "Zorblatt" not in output.out + output.err
