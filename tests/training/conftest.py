"""Names and data that a corpus is made of, all made up."""

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from training_data import ORDINARY, made_up_names, turn, write_jsonl


@pytest.fixture(scope="session")
def names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("names")
    made_up = made_up_names(400)

    def write(name: str, header: str, rows: Iterable[tuple[str, ...]]) -> None:
        with (folder / name).open("w", encoding="utf8", newline="") as stream:
            csv.writer(stream).writerows([header.split(","), *rows])

    write("iso3166_regions.csv", "alpha-2,sub-region", [("PE", "one"), ("GH", "two")])
    header = "Country,Romanized Name,Localized Name"
    rows = [(code, name, name) for code in ("PE", "GH") for name in made_up]
    foreign = [("PE", "", name) for name in ("Милена", "Олег", "Анна", "Вера", "Ивана")]
    write("forenames_by_country.csv", header, [*rows, *foreign])
    write("surnames_by_country.csv", header, rows)
    cities = [(f"{name}ville", "United States") for name in made_up]
    cities += [(f"{name}ton", f"{name}land") for name in made_up]
    write("world_cities.csv", "name,country", cities)
    (folder / "us_first_names.txt").write_text("\n".join([*made_up, *ORDINARY]))
    (folder / "us_surnames.txt").write_text("\n".join(made_up))
    schools = [{"name": f"University of {name}"} for name in made_up]
    (folder / "universities.json").write_text(json.dumps(schools))
    return folder


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("train")
    ids = range(25)
    gold: list[tuple[str, str, list[dict[str, Any]]]] = []
    gold += [(f"ci-prep-{i}", "cima", [turn("What is red?"), turn("rosso")]) for i in ids]
    gold += [(f"br-{i}_1", "bridge", [turn("Hi [STUDENT]."), turn("ok")]) for i in ids]
    gold += [(f"md-{i}_1", "mathdial", [turn(f"Ana has {i}00 of a{i}kind", "Ana")]) for i in ids]
    gold += [(f"nc-{i}.1", "ncte", [turn("Student J, sit."), turn("Yes.")]) for i in ids]
    gold += [(f"am-{i}.0", "amber", [turn("Okay.")]) for i in ids]
    write_jsonl(folder / "gold_train.jsonl", gold)
    for kind in ("chat", "classroom"):
        corpus = f"synthetic_{kind}"
        number = turn("call 555-0199", "555-0199", "PHONE")
        dialogues = [(f"{kind}-{i}", corpus, [turn(f"i am Bo{i}", f"Bo{i}"), number]) for i in ids]
        write_jsonl(folder / f"{corpus}.jsonl", dialogues)
    more = [(f"more-{i}", "synthetic_chat", [turn(f"thx Zu{i}", f"Zu{i}")]) for i in range(40)]
    write_jsonl(folder / "synthetic_more.jsonl", more)
    plain = {"speaker": "teacher", "text": "Student K and C are right, Mr. B."}
    write_jsonl(
        folder / "ncte.jsonl",
        [(f"nc-{i}", "ncte", [plain, turn("Student J, sit."), turn("Yes."), plain]) for i in ids],
    )
    turns = [turn("Okay."), turn("Go.")]
    write_jsonl(folder / "amber.jsonl", [(f"am-{i}", "amber", turns) for i in ids])
    write_jsonl(
        folder / "cima.jsonl", [(f"ci-prep-{i}", "cima", [turn("Verde?")]) for i in range(60)]
    )
    write_jsonl(
        folder / "mathdial.jsonl",
        [
            (f"md-{i}_{j}", "mathdial", [turn(f"Ana has {i}00 of a{i}kind")])
            for i in range(40)
            for j in (1, 2)
        ],
    )
    slots = "Here is my essay:\n\nI thank <personal_name>. My page is <personal_url>."
    write_jsonl(folder / "essays_slots.jsonl", [("slots-1", "nbroad", [turn(slots)])])
    write_jsonl(folder / "gsm8k.jsonl", [("gsm-1", "gsm8k", [turn("Ana has many pebbles.")])])
    for corpus in ("svamp", "aqua"):
        write_jsonl(folder / f"{corpus}.jsonl", [(f"{corpus}-1", corpus, [turn("Bo has many?")])])
    sentence = "Hi\tO\n@\tB-PER\njo\tB-PER\n,\tO\nAda\tB-person\nLee\tI-person\n!\tO\n\n"
    for name in ("wnut17_train", "wnut17_dev", "wikigold", *(f"btc_{part}" for part in "abefgh")):
        (folder / f"{name}.conll").write_text(sentence * 12)
    return folder
