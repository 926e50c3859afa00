import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from json_lines import read_jsonl, write_jsonl
from partitioned import KEY, dialogues, pipeline, released_alone, released_over, rows_of

from spacy_piivot.corpus import Roster
from spacy_piivot.engines import batches
from spacy_piivot.engines.batches import guarded_batch, process_table
from spacy_piivot.engines.layout import TableColumns, find_layout
from spacy_piivot.engines.settings import Settings, make_settings
from spacy_piivot.engines.tables import divide, pack
from spacy_piivot.errors import PIIvotError
from spacy_piivot.runs.detect import detect

# The last is an essay.
MADE = dialogues(10)[4:]
BY_TURN = TableColumns(order="turn")
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


def processed(
    rows: list[dict[str, Any]], settings: Settings, columns: TableColumns | None = None
) -> tuple[pa.Table, pa.Table]:
    table = pa.Table.from_pylist(rows)
    return process_table(table, settings, find_layout(table.schema, columns))


FEW = ("document", "group", "markov", "roster", "hmac")


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        *((name, (3,)) for name in FEW),
        *(pytest.param(name, (1, 2, 7), marks=pytest.mark.slow) for name in SETTINGS),
    ],
)
def test_surrogates_are_those_of_one_process_however_dialogues_are_divided(
    name: str, counts: tuple[int, ...], model: str, key_file: Path, tmp_path: Path
) -> None:
    made = MADE if counts == (3,) else dialogues()
    options = SETTINGS[name]
    settings = make_settings(model=model, key_file=key_file, **options).checked()
    nlp = settings.load(KEY.encode())
    ids = options.get("ids", "keep")
    alone = released_alone(made, nlp, tmp_path, ids=ids, roster=options.get("roster"))
    assert len(alone) == len(made)
    assert alone != made
    for count in counts:
        assert released_over(made, settings, count, seed=count) == alone


def test_rows_give_what_dialogues_give(model: str, key_file: Path) -> None:
    settings = make_settings(model=model, key_file=key_file, scope="group")
    rows = random.Random(1).sample(rows_of(MADE), len(rows_of(MADE)))
    by_rows, none = processed(rows, settings, BY_TURN)
    nested, _ = processed(MADE, settings)
    expected = rows_of([{**one, "group": None} for one in nested.to_pylist()])
    for row in expected:
        del row["group"]
    assert none.num_rows == 0
    assert by_rows.sort_by([("dialogue", "ascending"), ("turn", "ascending")]).to_pylist() == (
        sorted(expected, key=lambda row: (row["dialogue"], row["turn"]))
    )


def test_what_is_held_back_is_listed_without_its_text(model: str, key_file: Path) -> None:
    bad: dict[str, Any] = {"id": "d4", "messages": [{"speaker": "", "text": "Zorblatt"}]}
    none = {"id": "x", "messages": []}
    settings = make_settings(model=model, key_file=key_file)
    released, failed = processed([*MADE[:3], bad, none, {**bad, "id": None}], settings)
    assert released["id"].to_pylist() == ["d4", "d5", "d6"]
    assert failed.to_pylist() == [
        {"id": "d4", "error": "DuplicateId"},
        {"id": "x", "error": "ZeroMessages"},
        {"id": None, "error": "MissingId"},
    ]


def test_repeated_ids_are_all_held_back_where_there_is_no_first(model: str, key_file: Path) -> None:
    settings = make_settings(model=model, key_file=key_file).checked()
    table = pa.Table.from_pylist(MADE[:4])
    joined = guarded_batch(table, settings, TableColumns(), frozenset({"d5", "d7"}))
    released, failed = divide(joined)
    assert released["id"].to_pylist() == ["d4", "d6"]
    assert failed.to_pylist() == [
        {"id": "d5", "error": "DuplicateId"},
        {"id": "d7", "error": "DuplicateId"},
    ]


def test_packed_rows_give_what_rows_give(model: str, key_file: Path) -> None:
    settings = make_settings(model=model, key_file=key_file).checked()
    packed = pa.concat_tables(
        [pack(pa.Table.from_pylist(rows_of([one])[::-1])) for one in MADE[:3]]
    )
    released, failed = divide(guarded_batch(packed, settings, BY_TURN, packed=True))
    assert released.to_pylist() == processed(rows_of(MADE[:3]), settings, BY_TURN)[0].to_pylist()
    assert failed.num_rows == 0


def test_a_dialogue_without_a_group_is_held_back_in_the_scope_group(
    model: str, key_file: Path
) -> None:
    settings = make_settings(model=model, key_file=key_file, scope="group")
    released, failed = processed([{**MADE[0], "group": None}, MADE[1]], settings)
    assert released["id"].to_pylist() == ["d5"]
    assert failed.to_pylist() == [{"id": "d4", "error": "hips_surrogator:NoGroup"}]


def test_values_are_shuffled_in_a_table_in_one_piece(
    model: str, key_file: Path, tmp_path: Path
) -> None:
    schools = [
        {"id": f"s{number}", "messages": [{"speaker": "", "text": f"I go to {name} Middle School"}]}
        for number, name in enumerate(("Lincoln", "Roosevelt", "Jefferson", "Whitman"))
    ]
    settings = make_settings(model=model, key_file=key_file, strategies={"SCHOOL": "shuffle"})
    released, _ = processed(schools, settings)
    alone = released_alone(schools, settings.load(KEY.encode()), tmp_path)
    assert released.to_pylist() == alone
    assert "Whitman Middle School" in str(alone)
    assert alone != schools


def test_further_columns_are_kept_and_searched(model: str, key_file: Path) -> None:
    rows = [
        {**row, "note": f"ask {MADE[0]['messages'][1]['speaker']}", "at": 3} for row in MADE[:1]
    ]
    keep = TableColumns(keep=("note", "at"))
    released, _ = processed(rows, make_settings(model=model, key_file=key_file), keep)
    (row,) = released.to_pylist()
    new = row["messages"][1]["speaker"]
    assert new != MADE[0]["messages"][1]["speaker"]
    assert (row["note"], row["at"]) == (f"ask {new}", 3)
    found, _ = processed(rows, make_settings("detect", model=model), keep)
    assert found.to_pylist()[0]["note"] == rows[0]["note"]


def test_spans_are_those_of_the_command(model: str, tmp_path: Path) -> None:
    settings = make_settings("detect", model=model)
    found, failed = processed(MADE, settings, TableColumns(keep=("group",)))
    assert failed.num_rows == 0
    source = write_jsonl(tmp_path / "in.jsonl", *MADE)
    detect(source, tmp_path / "out.jsonl", pipeline())
    assert found.to_pylist() == read_jsonl(tmp_path / "out.jsonl")
    by_rows, _ = processed(rows_of(MADE[:2]), settings)
    assert by_rows.column_names == ["dialogue", "speaker", "text", "spans"]
    assert by_rows["spans"].to_pylist() == [
        message["spans"] for row in found.to_pylist()[:2] for message in row["messages"]
    ]
    said = [{"id": "a", "messages": ["mail ola@example.org", "is it 4/12?"]}]
    ((row,), none) = (table.to_pylist() for table in processed(said, settings))
    assert none == []
    assert [message["text"] for message in row["messages"]] == said[0]["messages"]
    assert {span["label"] for span in row["messages"][0]["spans"]} == {"EMAIL_ADDRESS"}


def test_an_error_of_a_worker_quotes_nothing(
    model: str, key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise KeyError("Zorblatt")

    settings = make_settings(model=model, key_file=key_file).checked()
    monkeypatch.setattr(batches, "released_results", fail)
    with pytest.raises(PIIvotError, match=r"KeyError at .*test_batches") as raised:
        guarded_batch(pa.Table.from_pylist(MADE), settings, TableColumns())
    assert "Zorblatt" not in str(raised.value)
    assert raised.value.__cause__ is raised.value.__context__ is None
