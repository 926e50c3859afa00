"""A label added by one row of the table is found, replaced, scored and included in prompts."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import spacy_piivot

pytestmark = pytest.mark.slow

KEY = "a test key of more than sixteen bytes"
ROW = """
[[label]]
name = "LIBRARY_CARD"
codebook = "ID"
piivot = "other"
mathed_pii = "LIBRARY_CARD"
crapii = "ID_NUM"
presidio = "LIBRARY_CARD"
aliases = ["BORROWER_NUMBER"]
generator = "code"
form = "number"
traits = ["identifier", "asked"]
example = "LC-448210"
"""
SENTENCE = '[detector]\nLIBRARY_CARD = "the number of a library card"\n'
REGISTRY = """
recognizers:
  - name: Cards
    supported_language: en
    supported_entity: LIBRARY_CARD
    patterns: [{name: card, regex: "LC-[0-9]{6}", score: 0.9}]
"""
CODE = """
import json, sys
from pathlib import Path
from typer.testing import CliRunner
from spacy_piivot import labels
from spacy_piivot.cli import app
from spacy_piivot.lang import ENGLISH
from spacy_piivot.llm.types import SCHEMA, canonical_type
from spacy_piivot.llm.prompts import render
import spacy

folder = Path(sys.argv[1])
nlp = spacy.blank("en")
config = {"recognizers": [], "registry": str(folder / "registry.yaml")}
nlp.add_pipe("pii_patterns", config=config)
nlp.add_pipe("hips_surrogator")
doc = nlp("I lost my card, it is LC-735194 and I liked it.")
gold = {"start": 3, "end": 12, "label": "LIBRARY_CARD"}
for name, label in (("gold", "LIBRARY_CARD"), ("pred", "borrower number")):
    message = {"speaker": "student", "text": "my LC-735194", "spans": [{**gold, "label": label}]}
    (folder / f"{name}.jsonl").write_text(json.dumps({"id": "1", "messages": [message]}))
files = [str(folder / name) for name in ("gold.jsonl", "pred.jsonl", "scores.json")]
ran = CliRunner().invoke(app, ["evaluate", *files[:2], "--bootstrap", "0", "--json", files[2]])
print(json.dumps({
    "place": labels.__file__,
    "label": doc.spans["pii"][0].label_,
    "text": doc._.piivot_text,
    "scored": ran.output,
    "scheme": labels.to_scheme("LIBRARY_CARD", "crapii"),
    "types": SCHEMA["properties"]["pii"]["items"]["properties"]["type"]["enum"],
    "called": canonical_type("library card", ENGLISH),
    "prompt": render("detector-basic", None, ENGLISH, lines=[], examples=[])[0].content,
}))
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The output of a copy of the package with one more row."""
    folder = tmp_path_factory.mktemp("package")
    package = folder / "spacy_piivot"
    own = Path(spacy_piivot.__file__).parent
    shutil.copytree(
        own, package, copy_function=os.symlink, ignore=shutil.ignore_patterns("__pycache__")
    )
    for name, change in (
        ("data/labels.toml", lambda text: text + ROW),
        ("lang/en/labels.toml", lambda text: text.replace("[detector]\n", SENTENCE)),
    ):
        (package / name).unlink()
        (package / name).write_text(change((own / name).read_text("utf8")), "utf8")
    (folder / "registry.yaml").write_text(REGISTRY)
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(folder)],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "SPACY_PIIVOT_KEY": KEY},
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert answer["place"] == str(package / "labels.py")
    return answer


def test_it_is_found(said: dict[str, Any]) -> None:
    assert said["label"] == "LIBRARY_CARD"


def test_it_is_replaced_by_its_generator(said: dict[str, Any]) -> None:
    before, _, after = said["text"].partition(" is ")
    card = after.partition(" ")[0]
    assert before == "I lost my card, it"
    assert card not in ("LC-735194", "[LIBRARY_CARD]")
    assert card[2] == "-"
    assert card[3:].isdecimal()


def test_it_is_scored(said: dict[str, Any]) -> None:
    assert "LIBRARY_CARD" in said["scored"]
    assert said["scheme"] == "ID_NUM"


def test_it_is_asked_for(said: dict[str, Any]) -> None:
    assert "LIBRARY_CARD" in said["types"]
    assert said["called"] == "LIBRARY_CARD"
    assert "US_DRIVER_LICENSE, LIBRARY_CARD (the number of a library card)." in said["prompt"]
