from pathlib import Path
from typing import Any

import pytest
from json_lines import read_jsonl, write_jsonl
from spacy.language import Language
from transcripts import KEY, OTHER_KEY, names, set_key

from spacy_piivot.runs.deidentify import deidentify


@pytest.mark.parametrize("mode", ["number", "hmac"])
def test_ids_and_file_names_can_be_renamed(nlp: Language, tmp_path: Path, mode: Any) -> None:
    folder = tmp_path / "in"
    (folder / "Ms Quibbly").mkdir(parents=True)
    write_jsonl(
        folder / "Ms Quibbly" / "a.jsonl",
        {"id": "Zorblatt-1", "messages": [{"id": "Zorblatt", "speaker": "T", "text": "hi"}]},
        {"id": "Zorblatt-2"},
    )
    (folder / "Ola_Zorblatt.txt").write_text("ask Zorblatt")
    (folder / "t.csv").write_text("dialogue,text\nZorblatt-1,hi\n")
    out = tmp_path / "out"
    deidentify(folder, out, nlp, ids=mode)
    found = [
        *names(out),
        *(path.read_text() for path in out.rglob("*")),
        (tmp_path / "out.quarantine.jsonl").read_text(),
    ]
    assert not any("Zorblatt" in each or "Quibbly" in each for each in found)
    (quarantined,) = read_jsonl(tmp_path / "out.quarantine.jsonl")
    if mode == "number":
        (csv,), (jsonl,), (text,) = (out.glob(f"*.{suffix}") for suffix in ("csv", "jsonl", "txt"))
        first = read_jsonl(jsonl)[0]["id"]
        inside = [first, quarantined["id"], csv.read_text().split("\n")[1].split(",")[0]]
        assert sorted([*inside, text.stem]) == [f"d{number:06}" for number in range(1, 5)]
        assert quarantined["id"] > first
        assert quarantined["file"] == jsonl.name
        assert {csv.stem, jsonl.stem} < {f"f{number:06}" for number in range(1, 4)}
    else:
        deidentify(folder, tmp_path / "again", nlp, ids=mode)
        assert names(tmp_path / "again") == names(out)
        (csv,) = out.glob("*.csv")
        (jsonl,) = out.glob("*.jsonl")
        assert csv.read_text().split("\n")[1].startswith(read_jsonl(jsonl)[0]["id"])
    deidentify(folder, tmp_path / "kept", nlp)
    set_key(nlp, OTHER_KEY)
    deidentify(folder, tmp_path / "other", nlp, ids=mode)
    assert names(tmp_path / "other") != names(out)
    kept, renamed = (tmp_path / "kept" / "Ola_Zorblatt.txt"), next(out.glob("*.txt"))
    assert kept.read_bytes() == renamed.read_bytes()


def test_numbers_do_not_tell_where_in_the_alphabet_a_file_name_stands(
    nlp: Language, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for letter in "abcdefgh":
        (folder / f"{letter}.txt").write_text(letter)
    orders = []
    for number, key in enumerate([KEY, KEY, OTHER_KEY]):
        set_key(nlp, key)
        out = tmp_path / f"out{number}"
        deidentify(folder, out, nlp, ids="number")
        orders.append([(out / name).read_text() for name in names(out)])
    assert orders[0] == orders[1]
    assert len({*map(tuple, orders), tuple("abcdefgh")}) == 3
    assert all(sorted(order) == list("abcdefgh") for order in orders)
