"""CIMA: crowd workers teach each other Italian (Stasaski et al. 2020)."""

from collections.abc import Iterator
from pathlib import Path

from .records import Dialogue, Source, load_json, make_dialogue

FILE = "kstats/CIMA/dataset.json"
PARTS = {"prep": "prepDataset", "shap": "shapeDataset"}


def read_cima(raw: Path) -> Iterator[Dialogue]:
    """Read the conversations up to the proposed responses.

    raw (Path): The raw folder.
    YIELDS (Dialogue): `ci-<prep or shap>-<k>`; the tutor speaks first, then in turn.
    """
    content = load_json(raw / FILE)
    for part, key in PARTS.items():
        for number, row in content[key].items():
            turns = [
                ("student" if index % 2 else "tutor", text)
                for index, text in enumerate(row["past_convo"])
            ]
            yield make_dialogue(f"ci-{part}-{number}", "cima", turns)


CIMA = Source((FILE,), read_cima)
