"""The committed lists: what may be trained on, what comes out, which files are needed."""

import csv
import hashlib
import json
from pathlib import Path

import pytest

from spacy_piivot.corpus.sources import COPIES, SOURCES, read_training_ids
from spacy_piivot.errors import InputError

CORPUS = Path(__file__).parents[3] / "corpus"


def read_checksums() -> dict[str, str]:
    lines = (CORPUS / "converted.sha256").read_text("utf8").splitlines()
    return {file: sha256 for sha256, file in (line.split("  ") for line in lines)}


def test_ranges_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "ids.txt"
    path.write_text("# which\n\nbr-12_4\ngsm-8..11\ngsm-13\n", "utf8")
    expected = {"br-12_4", "gsm-8", "gsm-9", "gsm-10", "gsm-11", "gsm-13"}
    assert read_training_ids(path) == expected


def test_without_the_list_nothing_is_trained_on(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="missing"):
        read_training_ids(tmp_path / "ids.txt")


def test_a_checksum_for_every_converted_file() -> None:
    assert set(read_checksums()) == {*(f"train/{name}.jsonl" for name in SOURCES), *COPIES}


def test_every_raw_file_is_an_asset_and_copies_keep_its_sha256() -> None:
    with (CORPUS / "assets.tsv").open(encoding="utf8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    assets = {f"{row['repository']}/{row['path']}": row["sha256"] for row in rows}
    needed = {file for source in SOURCES.values() for file in source.files} | set(COPIES.values())
    assert needed == set(assets)
    checksums = read_checksums()
    assert all(checksums[file] == assets[raw] for file, raw in COPIES.items())


def test_the_lists_are_those_of_the_data(data_folder: Path) -> None:
    for file, sha256 in read_checksums().items():
        assert hashlib.sha256((data_folder / file).read_bytes()).hexdigest() == sha256
    listed = {
        json.loads(line)["id"]
        for name, source in SOURCES.items()
        if source.listed
        for line in (data_folder / "train" / f"{name}.jsonl").open("rb")
    }
    assert read_training_ids(CORPUS / "training_ids.txt") == listed
