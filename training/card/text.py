"""Writes the text of a model card from facts about a pipeline, its training and its scores."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from textwrap import fill
from typing import Any

from training.card.facts import Corpus, Facts, Source, Training
from training.card.scores import NOTHING, failures, scores

CARD = (Path(__file__).parent / "card.md").read_text("utf8")

READS = """It reads blocks of whole messages with one message of context on either side. A hidden
layer adds features of how a word is written. One softmax gives every token's label, another the
role of a name."""
MODELS = {
    "onnx": f"""A fine-tuned transformer encoder in ONNX, with matrices in 8-bit integers and
embeddings in 16-bit floats. {READS} It needs onnxruntime and tokenizers, but not torch. No text of
the training data is stored; the vocabulary contains only the tokeniser's own strings.""",
    "transformer": f"""A transformer encoder, fine-tuned through spacy-transformers. {READS} It
needs torch and spacy-transformers.""",
    "": "A model that spaCy runs without onnxruntime and torch.",
}

SILVER = """The word problems and tutoring of the sources {sources} were labelled by
{labeller}, not by hand. A chunk is excluded if that pipeline was unsure of any token, or if one of
its names also occurs in it unmarked. The same was done with unlabelled chunks of Amber and CIMA,
where chunks with a name are excluded too. All of them are in the training split."""

# Which parts of the files in the folder of the training data are trained on.
ONLY_LABELLED = (
    "Only the hand-labelled parts of {files} are trained on, as they are in `gold_train.jsonl`."
)
NOT_TRAINED_ON = (
    "{files} was in the same folder but is not trained on: it is one of the sources of the "
    "package's list of ordinary words."
)

UNITS = {
    "spacy.batch_by_padded.v1": "padded words",
    "spacy.batch_by_words.v1": "words",
    "spacy.batch_by_sequence.v1": "chunks",
}
# Of messages, unless a config says otherwise.
SEPARATOR = "[SEP]"
# The label of entities that general corpora mark and we do not.
UNKNOWN = "OTHER"
WIDTH = 100
_BETWEEN_BLOCKS = re.compile(r"\n{2,}")
_NO_PARAGRAPH = ("#", "|", "- ", "    ")


def write_card(facts: Facts) -> str:
    """The model card, in Markdown.

    facts (Facts): The known facts. Others are omitted, or called unknown.
    RETURNS (str): The text; it contains no paths.
    """
    card = CARD.format(
        name=facts.name,
        version=facts.version,
        model=MODELS[facts.kind],
        encoder=_encoder(facts),
        pipes=", ".join(f"`{name}`" for name in facts.pipes),
        corpora=_corpora(facts),
        composition="\n".join(_composition(facts.corpus)),
        silver=_silver(facts),
        inputs="\n".join(_inputs(facts)),
        inputs_notes="\n".join(_inputs_notes(facts.corpus.made)),
        sources="\n".join(_sources(facts.sources)),
        recipe=_recipe(facts),
        trainings="\n".join(_trainings(facts)),
        remark=facts.remark,
        calibration=_calibration(facts.calibration),
        scores=scores(facts.report, facts.unseen),
        failures="\n".join(failures(facts.report)),
    )
    return "\n\n".join(_filled(block) for block in _BETWEEN_BLOCKS.split(card.strip())) + "\n"


def _filled(block: str) -> str:
    """A paragraph wrapped at `WIDTH`; anything else unchanged."""
    if block.startswith(_NO_PARAGRAPH):
        return block
    return fill(block, WIDTH, break_long_words=False, break_on_hyphens=False)


def _encoder(facts: Facts) -> str:
    encoder = facts.encoder
    if encoder is None:
        return "The encoder's initial weights are not recorded." if facts.kind else ""
    known = f"{encoder.name} ({encoder.licence})" if encoder.licence else f"`{encoder.name}`"
    config = encoder.config
    parts = [
        known if encoder.name else "an encoder whose files do not give its name",
        f"model type `{config.get('model_type', 'unknown')}`",
        f"{config.get('num_hidden_layers', 'unknown')} layers",
        f"width {config.get('hidden_size', 'unknown')}",
        f"{encoder.weights / 1e6:.1f} million weights",
    ]
    left = facts.trained.layers if facts.trained else None
    shortened = left is not None and left != config.get("num_hidden_layers")
    return (
        f"Training started from {', '.join(parts)}."
        + " The sha256 of these weights:\n\n"
        + "\n".join(f"    {sha}  {name}" for name, sha in encoder.files.items())
        + (f"\n\nIts lowest {left} layers are kept." if shortened else "")
    )


def _corpora(facts: Facts) -> str:
    """The size of the training corpora."""
    read = _read(facts.corpus)
    if not facts.first_corpus:
        return f"Trained on {read}."
    return f"The first training read {_read(facts.first_corpus)}; the last one {read}."


def _read(corpus: Corpus) -> str:
    made = corpus.made
    copies = f"{made['copies']} copies" if made["copies"] > 1 else "1 copy"
    scale = made.get("words_scale", 1.0)
    return (
        f"{corpus.in_all('documents'):,} chunks of dialogues ({corpus.in_all('words'):,} words: "
        f"{copies}, each with its own augmentation"
        + ("" if scale == 1.0 else f", of {scale:g} of the usual size")
        + f"; seed {made['seed']})"
    )


def _composition(corpus: Corpus) -> Iterable[str]:
    for name, source in sorted(corpus.made["splits"]["train"].items()):
        spans = sum(count for label, count in source["spans"].items() if label != UNKNOWN)
        yield (
            f"| {name} | {source['documents']:,} | {source['words']:,} | {spans:,} "
            f"| {source.get('lookalikes', 0):,} |"
        )


def _silver(facts: Facts) -> str:
    if not facts.corpus.made.get("silver"):
        return ""
    return SILVER.format(
        sources=", ".join(f"`{name}`" for name in sorted(_silver_sources(facts.corpus.made))),
        labeller="the pipeline of the first training" if facts.first else "an earlier pipeline",
    )


def _silver_sources(made: Mapping[str, Any]) -> list[str]:
    return [name for name in made["splits"]["train"] if name.startswith("silver_")]


def _inputs(facts: Facts) -> Iterable[str]:
    inputs: Mapping[str, str] = facts.corpus.made["inputs"]
    for name, sha in sorted(inputs.items()):
        yield f"    {sha}  {name}"
    before = facts.first_corpus.made["inputs"] if facts.first_corpus else {}
    for name, sha in sorted(before.items()):
        if inputs.get(name) != sha:
            yield f"    {sha}  {name} (of the first training)"


def _inputs_notes(made: Mapping[str, Any]) -> Iterable[str]:
    there = {PurePosixPath(name).name for name in made["inputs"]}
    silver = _silver_sources(made)
    for note, names in (
        (ONLY_LABELLED, ("gsm8k", "mathdial", "svamp")),
        (NOT_TRAINED_ON, ("aqua",)),
    ):
        if files := [
            f"`{name}.jsonl`"
            for name in names
            if f"{name}.jsonl" in there and f"silver_{name}" not in silver
        ]:
            yield note.format(files=" and ".join(files))


def _sources(sources: Iterable[Source]) -> Iterable[str]:
    for name, url, licence in sources:
        yield f"| [{name}]({url}) | {licence} |" if url else f"| {name} | {licence} |"


def _recipe(facts: Facts) -> str:
    """The steps that were run, with the numbers that differ from the project's defaults."""
    steps = "`project.yml` of spacy-piivot has the steps (see its docs/training.md)"
    if not (facts.first and facts.trained):
        return (
            f"{steps}: `training.corpora.make`, `spacy train`, `training.export.assemble` and "
            "`training.calibrate.pipeline`."
        )
    before, after = facts.first.layers or 0, facts.trained.layers or 0
    said = (
        f"There were two trainings; {steps}. The first fine-tunes the whole encoder"
        + (", and its pipeline labels unlabelled data" if facts.corpus.made.get("silver") else "")
        + ". The last continues with that encoder"
        + (f", without its top layers ({before} to {after})." if 0 < after < before else ".")
        + " Each training keeps the weights that score best on the dev split."
    )
    if variables := _variables(facts):
        given = " \\\n".join(f"        --vars.{name} {value}" for name, value in variables.items())
        said += (
            f"\n\n    python -m spacy project run all . \\\n{given}\n\n"
            "All other settings are in `configs/transformer.cfg`. These were used:"
        )
    return said


def _variables(facts: Facts) -> dict[str, Any]:
    """The variables of project.yml that repeat this training; empty if it was trained otherwise."""
    first, trained, before = facts.first, facts.trained, facts.first_corpus
    if not (first and trained and before and first.layers and trained.layers):
        return {}
    seeds = {
        *(corpus.made["seed"] for corpus in (before, facts.corpus)),
        *(training.settings["seed"] for training in (first, trained)),
    }
    if len(seeds) > 1 or first.layers < trained.layers or not first.settings["max_steps"]:
        return {}
    known = facts.encoder is None or facts.encoder.licence
    return {
        **({} if known else {"encoder": "ENCODER"}),
        **({} if trained.separator == SEPARATOR else {"separator": f'"{trained.separator}"'}),
        "seed": facts.corpus.made["seed"],
        "first_copies": before.made["copies"],
        "first_steps": first.settings["max_steps"],
        "copies": facts.corpus.made["copies"],
        "dropped_layers": first.layers - trained.layers,
        "recall": facts.calibration["recall"],
        "least_threshold": facts.calibration.get("least", 0.0),
    }


def _trainings(facts: Facts) -> Iterable[str]:
    """A table with one row per number and one column per training."""
    columns = {"": _numbers(facts.trained, facts.corpus)}
    if facts.first or facts.first_corpus:
        first = _numbers(facts.first, facts.first_corpus)
        columns = {"first training": first, "last training": columns[""]}
    yield f"| | {' | '.join(columns)} |"
    yield "|---|" + "---|" * len(columns)
    for name in dict.fromkeys(name for column in columns.values() for name in column):
        cells = (column.get(name, NOTHING) for column in columns.values())
        yield f"| {name} | {' | '.join(cells)} |"


def _numbers(training: Training | None, corpus: Corpus | None) -> dict[str, str]:
    numbers: dict[str, Any] = {}
    if corpus:
        numbers |= {
            "copies of the dialogues": corpus.made["copies"],
            "silver labels": "yes" if corpus.made.get("silver") else "no",
            "seed of the corpus": corpus.made["seed"],
            "sha256 of train.spacy": f"`{corpus.sha256}`" if corpus.sha256 else None,
        }
    if training:
        settings, optimizer = training.settings, training.settings["optimizer"]
        batcher = settings["batcher"]
        unit = UNITS.get(batcher["@batchers"], batcher["@batchers"])
        steps, passes = settings["max_steps"], settings["max_epochs"]
        every = settings.get("eval_frequency")
        numbers |= {
            "seed of the training": settings["seed"],
            "maximum steps": f"{steps:,}" if steps else None,
            "maximum passes over the corpus": passes if passes > 0 else None,
            "scored on dev every": f"{every:,} steps" if every else None,
            "learning rate": _schedule(optimizer["learn_rate"]),
            "batch": f"{_schedule(batcher['size'])} {unit}",
            "batches per step": settings.get("accumulate_gradient", 1),
            "optimiser": f"{optimizer['@optimizers']}, weight decay {optimizer.get('L2', 0):g}",
            "dropout": settings["dropout"],
            "hidden width": training.hidden,
            "layers of the encoder": training.layers,
            "width of the encoder": training.width,
        }
    return {name: str(value) for name, value in numbers.items() if value is not None}


def _schedule(value: Any) -> str:
    """A number, or the name of a schedule with its numbers."""
    if not isinstance(value, Mapping):
        return f"{value:,}" if isinstance(value, int) else f"{value:g}"
    numbers = (
        f"{name} {number:g}" for name, number in value.items() if isinstance(number, int | float)
    )
    return f"{value.get('@schedules', '')} ({', '.join(numbers)})"


def _calibration(chosen: Mapping[str, Any]) -> str:
    """The values that were chosen on the dev split."""
    thresholds = sorted(chosen["thresholds"].items())
    kept = [label for label, entry in thresholds if entry.get("reason") == "little gold"]
    said = (
        "Thresholds were chosen on the dev split for a recall of "
        f"{chosen['recall']:g} if one reaches it, or else for about the best F1, and are at least "
        f"{chosen.get('least', 0.0):g}: "
        + ", ".join(f"{label} {entry['threshold']:g}" for label, entry in thresholds)
        + "."
    )
    if kept:
        said += f" With too little gold there, {', '.join(kept)} keep the default."
    if roles := chosen.get("roles"):
        said += " Roles other than participant need a probability of " + ", ".join(
            f"{one['threshold']:g} ({shape}s)" for shape, one in roles.items()
        )
        said += "."
    return f"{said} The temperature of the labels is {chosen['temperature']['value']:.2f}."
