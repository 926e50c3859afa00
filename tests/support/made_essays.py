"""Tiny invented material for the tests of `benchmarks/essays.py`."""

import json
from collections.abc import Sequence
from pathlib import Path

from benchmarks.essay_systems import Outcome
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
)
from training.splits import split_of_name

# Label, written as in the text, and a role if it is a name's.
Mark = tuple[str, str] | tuple[str, str, str]


def essay(text: str, *marks: Mark, id: str = "e", of: str = "") -> AnnotatedDialogue:
    """An essay; every mark is the next occurrence of its words."""
    spans = []
    position = 0
    for label, words, *role in marks:
        start = text.index(words, position)
        position = start + len(words)
        spans.append(AnnotatedSpan(start, position, label, "".join(role), text=words))
    swap = {"of": of, "region": "R", "subregion": "S", "gender": "male"} if of else {}
    return AnnotatedDialogue(id, [AnnotatedMessage(spans, text)], swap=swap)


def outcomes(*essays: AnnotatedDialogue) -> list[Outcome]:
    """What a system makes of essays that finds and replaces just these spans."""
    return [Outcome(one, one) for one in essays]


def names_folder(folder: Path) -> Path:
    """Lists of names in which two subregions have cities, each of names that are drawn."""
    folder.mkdir()
    cities = [
        f"{a}{b}{c}"
        for a in ("Zorb", "Quill", "Vam", "Tresk")
        for b in ("a", "o", "e", "in", "ul")
        for c in ("ville", "ford", "sk", "by")
    ]
    drawn = [city for city in cities if split_of_name(city) == "test"]
    others = [city for city in cities if split_of_name(city) == "train"]
    half = len(drawn) // 2
    lists = {
        "forenames_by_country.csv": [
            "Country,Gender,Localized Name,Romanized Name",
            *(f"FR,{gender},{name},{name}" for gender, name in (("F", "Zoe"), ("M", "Leon"))),
        ],
        "surnames_by_country.csv": ["Country,Localized Name,Romanized Name", "FR,DUPONT,DUPONT"],
        "iso3166_regions.csv": [
            "name,alpha-2,region,sub-region",
            "France,FR,Europe,Western Europe",
            "Germany,DE,Europe,Western Europe",
            "Kenya,KE,Africa,Sub-Saharan Africa",
            "Nigeria,NG,Africa,Sub-Saharan Africa",
        ],
        "world_cities.csv": [
            "name,country",
            *(f"{city},France" for city in drawn[:half]),
            *(f"{city},Kenya" for city in drawn[half:]),
            *(f"{city},France" for city in others),
            "12 Zorb,France",
        ],
    }
    for name, lines in lists.items():
        (folder / name).write_text("\n".join(lines) + "\n", "utf8")
    (folder / "universities.json").write_text("[]")
    return folder


def slots_file(path: Path, texts: Sequence[str], names: Sequence[str]) -> Path:
    """Essays in which every occurrence of some placeholders is a slot.

    path (Path): The file to write.
    texts (Sequence[str]): The texts.
    names (Sequence[str]): The placeholders, "Generic_City" of a LOCATION, and so on.
    """
    labels = {"City": "LOCATION", "School": "SCHOOL", "school": "SCHOOL"}
    lines = []
    for number, text in enumerate(texts):
        slots = []
        for name in names:
            start = text.find(name)
            while start >= 0:
                end = start + len(name)
                label = labels.get(name.rpartition("_")[2], "NAME")
                slots.append({"start": start, "end": end, "label": label})
                start = text.find(name, end)
        message = {"speaker": "", "text": text, "slots": slots}
        lines.append(json.dumps({"id": f"s{number}", "messages": [message]}))
    path.write_text("\n".join(lines) + "\n", "utf8")
    return path
