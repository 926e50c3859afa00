import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from json_lines import read_jsonl, write_jsonl
from partitioned import (
    KEY,
    NESTED,
    dialogues,
    pipeline,
    released_alone,
    released_over,
    rows_of,
)

from spacy_piivot.corpus import Roster
from spacy_piivot.engines import batches
from spacy_piivot.engines.batches import (
    deidentify_table,
    detect_table,
    guarded_outcomes,
    outcomes,
)
from spacy_piivot.engines.layout import Layout
from spacy_piivot.engines.settings import make_settings
from spacy_piivot.engines.tables import nest
from spacy_piivot.errors import PIIvotError
from spacy_piivot.runs.detect import detect

MADE = dialogues()
ROWS = Layout("dialogue", text="text", speaker="speaker", group="group", order="turn")
ROSTER = Roster(["Marwick"], {"d3": ["Phone"], "d5": ["River"]})
SETTINGS: dict[str, dict[str, Any]] = {
    "document": {},
    "group": {"scope": "group"},
    "corpus": {"scope": "corpus"},
    "markov": {"strategies": {"NAME": "markov"}, "markov_p": 0.4, "scope": "corpus"},
    "random": {"strategies": {"NAME": "random", "EMAIL_ADDRESS": "random"}},
    "mask": {"strategies": {"NAME": "mask"}},
    "essay": {"policy": "essay"},
    "roster": {"roster": ROSTER, "scope": "group"},
    "hmac": {"ids": "hmac", "scope": "group"},
    "allow": {"allow": ("Zorblatt",)},
}


@pytest.mark.parametrize("name", SETTINGS)
def test_surrogates_are_those_of_one_process_however_dialogues_are_divided(
    name: str, model: str, key_file: Path, tmp_path: Path
) -> None:
    options = SETTINGS[name]
    settings = make_settings(model=model, key_file=key_file, **options).checked()
    nlp = settings.load(KEY.encode())
    ids = options.get("ids", "keep")
    alone = released_alone(MADE, nlp, tmp_path, ids=ids, roster=options.get("roster"))
    assert len(alone) == len(MADE)
    assert alone != MADE
    for count in (1, 2, 7):
        assert released_over(MADE, settings, count, seed=count) == alone


def test_rows_give_what_dialogues_give(model: str, key_file: Path) -> None:
    settings = make_settings(model=model, key_file=key_file, scope="group")
    rows = random.Random(1).sample(rows_of(MADE), len(rows_of(MADE)))
    by_rows, none = deidentify_table(pa.Table.from_pylist(rows), settings, ROWS)
    nested, _ = deidentify_table(pa.Table.from_pylist(MADE), settings, NESTED)
    expected = rows_of([{**one, "group": None} for one in nested.to_pylist()])
    for row in expected:
        del row["group"]
    assert none.num_rows == 0
    assert by_rows.sort_by([("dialogue", "ascending"), ("turn", "ascending")]).to_pylist() == (
        sorted(expected, key=lambda row: (row["dialogue"], row["turn"]))
    )


def test_what_is_held_back_is_listed_without_its_text(model: str, key_file: Path) -> None:
    bad: dict[str, Any] = {"id": "d1", "messages": [{"speaker": "", "text": "Zorblatt"}]}
    none = {"id": "x", "messages": []}
    table = pa.Table.from_pylist([*MADE[:3], bad, none, {**bad, "id": None}])
    released, failed = deidentify_table(
        table, make_settings(model=model, key_file=key_file), NESTED
    )
    assert released["id"].to_pylist() == ["d0", "d1", "d2"]
    assert failed.to_pylist() == [
        {"id": "d1", "error": "DuplicateId"},
        {"id": "x", "error": "ZeroMessages"},
        {"id": None, "error": "MissingId"},
    ]


def test_repeated_ids_are_all_held_back_where_there_is_no_first(model: str, key_file: Path) -> None:
    settings = make_settings(model=model, key_file=key_file).checked()
    nested = nest(pa.Table.from_pylist(MADE[:4]), NESTED)
    rows = outcomes(nested, settings, repeated=frozenset({"d1", "d3"}))
    assert rows["error"].to_pylist() == [None, "DuplicateId", None, "DuplicateId"]


def test_a_dialogue_without_a_group_is_held_back_in_the_scope_group(
    model: str, key_file: Path
) -> None:
    table = pa.Table.from_pylist([{**MADE[0], "group": None}, MADE[1]])
    settings = make_settings(model=model, key_file=key_file, scope="group")
    released, failed = deidentify_table(table, settings, NESTED)
    assert released["id"].to_pylist() == ["d1"]
    assert failed.to_pylist() == [{"id": "d0", "error": "hips_surrogator:NoGroup"}]


def test_values_are_shuffled_in_a_table_in_one_piece(
    model: str, key_file: Path, tmp_path: Path
) -> None:
    schools = [
        {"id": f"s{number}", "messages": [{"speaker": "", "text": f"I go to {name} Middle School"}]}
        for number, name in enumerate(("Lincoln", "Roosevelt", "Jefferson", "Whitman"))
    ]
    settings = make_settings(model=model, key_file=key_file, strategies={"SCHOOL": "shuffle"})
    table = pa.Table.from_pylist(schools)
    released, _ = deidentify_table(table, settings, Layout("id", "messages"))
    alone = released_alone(schools, settings.load(KEY.encode()), tmp_path)
    assert released.to_pylist() == alone
    assert "Whitman Middle School" in str(alone)
    assert alone != schools


def test_spans_are_those_of_the_command(model: str, tmp_path: Path) -> None:
    settings = make_settings("detect", model=model)
    found, failed = detect_table(pa.Table.from_pylist(MADE), settings, NESTED)
    assert failed.num_rows == 0
    source = write_jsonl(tmp_path / "in.jsonl", *MADE)
    detect(source, tmp_path / "out.jsonl", pipeline())
    assert found.to_pylist() == [
        {name: row[name] for name in ("id", "messages", "group")}
        for row in read_jsonl(tmp_path / "out.jsonl")
    ]
    by_rows, _ = detect_table(
        pa.Table.from_pylist(rows_of(MADE)), settings, Layout("dialogue", text="text")
    )
    assert by_rows.column_names == ["dialogue", "text", "spans"]
    assert by_rows.num_rows == len(rows_of(MADE))


def test_an_error_of_a_worker_quotes_nothing(
    model: str, key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise KeyError("Zorblatt")

    settings = make_settings(model=model, key_file=key_file).checked()
    monkeypatch.setattr(batches, "results", fail)
    with pytest.raises(PIIvotError, match=r"KeyError at .*test_batches") as raised:
        guarded_outcomes(nest(pa.Table.from_pylist(MADE), NESTED), settings)
    assert "Zorblatt" not in str(raised.value)
    assert raised.value.__cause__ is raised.value.__context__ is None
