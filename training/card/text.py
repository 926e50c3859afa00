"""The text of a model card, from what is known of a pipeline, its training and its scores."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from textwrap import fill
from typing import Any, NamedTuple

from spacy_piivot.evaluation.report import MATCHING_PROSE

# A label or a corpus with less recall or F1 is a known failure.
WEAK = 0.8
# So many kinds of lookalikes are named.
MOST_HIT = 5

CARD = """# {name} {version}

English; finds potential PII in tutoring and classroom dialogue and replaces it.

{model}

Pipeline: {pipes}.

{encoder}

## Data

{corpora} By source of the text:

| source | chunks | words | spans | lookalikes |
|---|---:|---:|---:|---:|
{composition}

Hand-labelled dialogues are divided 64/16/20 into train, dev and test, stratified by the rarest
label of a dialogue; no question, transcript or session is in two of them. Masked pupils are filled
with names, names are swapped, rare labels and lookalikes are injected. Each split has its own
sentences for that, and its own share of the lists of forenames, surnames, nicknames, names of
characters, cities, countries and universities. The same in all of them are public figures,
mathematicians and the terms named after them, organisations, nationalities and faiths, states, the
places of some sentences, initials, and the forms of numbers, dates, streets and internet addresses.
A name that a source itself holds may stand in several splits. Of transcripts that nobody labelled,
messages with what looks like a forename are left out. Of `general`, sentences and tweets, only
names and places are counted above; whatever else is marked there is left out of the loss.

{silver}

The files that the data were made from, with their sha256:

{inputs}

{inputs_notes}

| source | licence |
|---|---|
{sources}

## How it was trained

{recipe}

{trainings}

{remark}

Trained again, the weights are the same within noise, not bit by bit: sums of floats depend on the
processor and its threads.

{calibration}

## Scores of the whole pipeline on the test split

{scores}

## Known failures

{failures}English only. Names that are also words, in lower case and alone in their turn, are missed
most; so are names glued to words. Figures of history, brands and trade names are taken for people
now and then. Numbers said in words, and identifiers in forms that nobody wrote into the training
data, are found less often. No automatic tool finds everything: have a person read the result before
it is shared.
"""

READS = """It reads blocks of whole messages with a message of context on either side; a hidden
layer adds how a word is written; one softmax gives every token's label, another the role of a
name."""
MODELS = {
    "onnx": f"""A transformer encoder, fine-tuned, in ONNX: its matrices in 8-bit integers, its
embeddings in 16-bit floats. {READS} Needs onnxruntime and tokenizers, no torch. No text of the
training data is stored; the vocabulary holds nothing but the tokeniser's own strings.""",
    "transformer": f"""A transformer encoder, fine-tuned through spacy-transformers. {READS} Needs
torch and spacy-transformers.""",
    "": "A model that spaCy runs without onnxruntime and torch.",
}

SILVER = """The word problems and tutoring of the sources {sources} were labelled by
{labeller}, not by hand. A chunk is left out if that was unsure of any of its tokens, or
if one of its names stands in it unmarked as well. Chunks of Amber and CIMA that nobody labelled
went the same way; of them, those with a name are left out too. All are of the training split."""

# What is trained on of a file in the folder of the training data.
ONLY_LABELLED = (
    "Of {files} only what was labelled by hand is trained on, as `gold_train.jsonl` has it."
)
NOT_TRAINED_ON = (
    "{files} lay beside them and is not trained on: with others it gave the package's list of "
    "ordinary words."
)

UNITS = {
    "spacy.batch_by_padded.v1": "padded words",
    "spacy.batch_by_words.v1": "words",
    "spacy.batch_by_sequence.v1": "chunks",
}
# Of messages, unless a config says otherwise.
SEPARATOR = "[SEP]"
# The label of what general corpora mark and we do not.
UNKNOWN = "OTHER"
NO_REPORT = "Not measured for this pipeline: score it with `spacy-piivot evaluate`."
NOTHING = "-"
WIDTH = 100
_BETWEEN_BLOCKS = re.compile(r"\n{2,}")
_NO_PARAGRAPH = ("#", "|", "- ", "    ")


class Source(NamedTuple):
    """Something the weights were made from."""

    name: str
    url: str
    licence: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """What a training read.

    made (Mapping[str, Any]): corpus.json of make_corpus.py.
    sha256 (str): Of its train.spacy; empty if that is not there.
    """

    made: Mapping[str, Any]
    sha256: str

    def in_all(self, what: str) -> int:
        """All "documents" or "words" of the training split."""
        return sum(source[what] for source in self.made["splits"]["train"].values())


@dataclass(frozen=True, slots=True)
class Training:
    """How the weights were trained: of the config, without its paths, and of the weights.

    settings (Mapping[str, Any]): The config's block `training`.
    separator (str): What stands between two messages.
    hidden (Optional[int]): Width of the layer over the encoder.
    layers (Optional[int]): Of the encoder; None if the model has no transformer.
    width (Optional[int]): Of the encoder.
    """

    settings: Mapping[str, Any]
    separator: str
    hidden: int | None
    layers: int | None
    width: int | None


@dataclass(frozen=True, slots=True)
class Encoder:
    """The weights that the encoder began with.

    name (str): What it is called; empty if nobody knows.
    licence (str): Of the weights; empty if nobody knows.
    config (Mapping[str, Any]): Its config.json.
    weights (int): How many.
    files (Mapping[str, str]): sha256 of its files by name.
    """

    name: str
    licence: str
    config: Mapping[str, Any]
    weights: int
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a card is written from.

    name (str): Of the pipeline.
    version (str): Of the package.
    kind (str): One of `MODELS`.
    pipes (Sequence[str]): The names of its components.
    sources (Sequence[Source]): What the weights were made from.
    corpus (Corpus): What the only or the last training read.
    calibration (Mapping[str, Any]): JSON of calibrate.py.
    trained (Optional[Training]): The only or the last training.
    first (Optional[Training]): The training before it.
    first_corpus (Optional[Corpus]): What that one read.
    encoder (Optional[Encoder]): What the first of them began with.
    report (Optional[Mapping[str, Any]]): JSON of evaluate on the test split.
    unseen (Optional[Mapping[str, Any]]): JSON of unseen_names.py.
    remark (str): How the weights were made otherwise than the files say.
    """

    name: str
    version: str
    kind: str
    pipes: Sequence[str]
    sources: Sequence[Source]
    corpus: Corpus
    calibration: Mapping[str, Any]
    trained: Training | None = None
    first: Training | None = None
    first_corpus: Corpus | None = None
    encoder: Encoder | None = None
    report: Mapping[str, Any] | None = None
    unseen: Mapping[str, Any] | None = None
    remark: str = ""


def write_card(facts: Facts) -> str:
    """The model card, in Markdown.

    facts (Facts): What is known. What is not known is left out, or said to be unknown.
    RETURNS (str): The text; no path is in it.
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
        scores=_scores(facts.report, facts.unseen),
        failures="\n".join(_failures(facts.report)),
    )
    return "\n\n".join(_filled(block) for block in _BETWEEN_BLOCKS.split(card.strip())) + "\n"


def _filled(block: str) -> str:
    """A paragraph in lines of the same width; anything else as it is."""
    if block.startswith(_NO_PARAGRAPH):
        return block
    return fill(block, WIDTH, break_long_words=False, break_on_hyphens=False)


def _encoder(facts: Facts) -> str:
    encoder = facts.encoder
    if encoder is None:
        return "With which weights the encoder began is not recorded." if facts.kind else ""
    known = f"{encoder.name} ({encoder.licence})" if encoder.licence else f"`{encoder.name}`"
    config = encoder.config
    parts = [
        known if encoder.name else "an encoder that its files do not name",
        f"model type `{config.get('model_type', 'unknown')}`",
        f"{config.get('num_hidden_layers', 'unknown')} layers",
        f"width {config.get('hidden_size', 'unknown')}",
        f"{encoder.weights / 1e6:.1f} million weights",
    ]
    left = facts.trained.layers if facts.trained else None
    shortened = left is not None and left != config.get("num_hidden_layers")
    return (
        f"The encoder began as {', '.join(parts)}."
        + " The sha256 of these weights:\n\n"
        + "\n".join(f"    {sha}  {name}" for name, sha in encoder.files.items())
        + (f"\n\nOf its layers the lowest {left} are left." if shortened else "")
    )


def _corpora(facts: Facts) -> str:
    """How much the trainings read."""
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
        f"{copies}, each augmented anew"
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
    """What was run, with the numbers that are not the project's own."""
    steps = "`project.yml` of spacy-piivot has the steps (see docs/training.md there)"
    if not (facts.first and facts.trained):
        return (
            f"{steps}: `make_corpus.py`, `spacy train`, `assemble_pipeline.py` and `calibrate.py`."
        )
    before, after = facts.first.layers or 0, facts.trained.layers or 0
    said = (
        f"In two trainings; {steps}. The first fine-tunes the whole encoder"
        + (", and its pipeline labels what nobody did" if facts.corpus.made.get("silver") else "")
        + ". The last goes on with that encoder"
        + (f", its top layers taken off ({before} to {after})." if 0 < after < before else ".")
        + " Of each, the weights that do best on the dev split are kept."
    )
    if variables := _variables(facts):
        given = " \\\n".join(f"        --vars.{name} {value}" for name, value in variables.items())
        said += (
            f"\n\n    python -m spacy project run all . \\\n{given}\n\n"
            "What the command does not say, `configs/transformer.cfg` does. What was used:"
        )
    return said


def _variables(facts: Facts) -> dict[str, Any]:
    """The variables of project.yml that train this again; empty if it did not train it."""
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
    """A table with a row a number and a column a training."""
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
            "steps, at most": f"{steps:,}" if steps else None,
            "passes over the corpus, at most": passes if passes > 0 else None,
            "scored on dev every": f"{every:,} steps" if every else None,
            "learn rate": _schedule(optimizer["learn_rate"]),
            "batch": f"{_schedule(batcher['size'])} {unit}",
            "batches a step": settings.get("accumulate_gradient", 1),
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
    """What was chosen on the dev split."""
    thresholds = sorted(chosen["thresholds"].items())
    kept = [label for label, entry in thresholds if entry.get("reason") == "little gold"]
    said = (
        "Thresholds were chosen on the dev split for a recall of "
        f"{chosen['recall']:g} where one reaches it, or else for about the best F1, "
        f"{chosen.get('least', 0.0):g} at least: "
        + ", ".join(f"{label} {entry['threshold']:g}" for label, entry in thresholds)
        + "."
    )
    if kept:
        said += f" With little gold there, {', '.join(kept)} keep the default."
    if roles := chosen.get("roles"):
        said += f" A role other than a participant's needs a probability of {roles['threshold']:g}."
    return f"{said} The temperature of the labels is {chosen['temperature']['value']:.2f}."


def _scores(report: Mapping[str, Any] | None, unseen: Mapping[str, Any] | None) -> str:
    """The figures on the test split, as far as they were measured."""
    if report is None:
        return NO_REPORT
    matching = report["matching"]
    lines = [
        f"{report['dialogues']:,} dialogues, {report['messages']:,} messages, "
        f"{report['gold_spans']:,} gold spans, {report['predicted_spans']:,} predicted. Matching "
        f"`{matching}`: {MATCHING_PROSE[matching]}. ORG is a distractor, neither right nor wrong.",
        "",
        *_score_table("", {"all": report["overall"], **report["by_label"]}),
        *_overlap(report),
        "",
        "| measured | share | count | of |",
        "|---|---:|---:|---:|",
        *(
            f"| {name} | {_percent(share)} | {count:,} | {of:,} |"
            for name, share, count, of in _shares(report)
        ),
    ]
    strata = report["strata"]
    if by_corpus := strata.get("corpus"):
        lines += ["", *_score_table("corpus", by_corpus)]
    if by_region := strata.get("region"):
        lines += [
            "",
            "| region that a name points to | recall | found | gold |",
            "|---|---:|---:|---:|",
            *(
                f"| {region} | {_ratio(row['recall'])} | {row['tp']:,} | {_gold(row):,} |"
                for region, row in by_region.items()
            ),
        ]
    if unseen:
        lines += [
            "",
            "| names | found exactly | touched | gold |",
            "|---|---:|---:|---:|",
            *(
                f"| {name} | {_part(row, 'strict')} | {_part(row, 'overlap')} | {row['gold']:,} |"
                for name, row in (
                    ("that training has too", unseen["seen"]),
                    ("new to it", unseen["unseen"]),
                )
            ),
        ]
    return "\n".join(lines)


def _score_table(first: str, rows: Mapping[str, Mapping[str, Any]]) -> Iterable[str]:
    yield f"| {first} | precision | recall | F1 | F5 | gold | found | wrong |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for name, row in rows.items():
        ratios = " | ".join(_ratio(row[key]) for key in ("precision", "recall", "f1", "f5"))
        yield f"| {name} | {ratios} | {_gold(row):,} | {row['tp']:,} | {row['fp']:,} |"


def _overlap(report: Mapping[str, Any]) -> Iterable[str]:
    overlap = report["matchings"].get("overlap")
    if overlap and report["matching"] != "overlap":
        precision, recall, f1 = (_ratio(overlap[key]) for key in ("precision", "recall", "f1"))
        yield ""
        yield f"By overlap: precision {precision}, recall {recall}, F1 {f1}."


def _shares(report: Mapping[str, Any]) -> Iterable[tuple[str, float | None, int, int]]:
    """What is leaked and what is taken from the lesson: share, count, and of how many."""
    roles = report.get("roles")
    measured = (
        ("characters of PII that no span covers", report.get("leaked"), "characters"),
        ("messages without PII that get a span", report.get("clean_messages"), "touched"),
        ("lookalikes that get a span", report.get("lookalikes"), "false_alarms"),
        ("numbers outside PII that stay as they are", report.get("numbers"), "untouched"),
        ("names found whose role is right", roles, "right"),
        (
            "participants found that are called something else",
            roles and roles["participants_lost"],
            "lost",
        ),
    )
    for name, share, count in measured:
        if share:
            yield name, share["share"], share[count], share["of"]


def _failures(report: Mapping[str, Any] | None) -> Iterable[str]:
    """What the report says is weak, as a list; ends in a line of its own if there is any."""
    if report is None:
        return []
    weak = [
        *_weak("", report["by_label"]),
        *_weak("corpus ", report["strata"].get("corpus") or {}),
        *(
            f"- `{label}`: not in the test split, and found {row['fp']:,} times."
            for label, row in report["by_label"].items()
            if row["fp"] and not _gold(row)
        ),
    ]
    kinds = (report.get("lookalikes") or {}).get("by_kind", {})
    hit = sorted(
        ((name, row) for name, row in kinds.items() if row["false_alarms"]),
        key=lambda kind: (-kind[1]["false_alarms"], -kind[1]["share"], kind[0]),
    )[:MOST_HIT]
    if hit:
        named = ", ".join(f"{name} {row['false_alarms']} of {row['of']}" for name, row in hit)
        weak.append(f"- Lookalikes taken for PII, the kinds hit most: {named}.")
    if not weak:
        return []
    return [f"Recall or F1 below {WEAK:g} on the test split:", "", *weak, "", ""]


def _weak(what: str, rows: Mapping[str, Mapping[str, Any]]) -> Iterable[str]:
    for name, row in sorted(rows.items(), key=lambda item: item[1]["recall"] or 0.0):
        if not _gold(row):
            continue
        if min(row["recall"], row["f1"] or 0.0) < WEAK:
            yield (
                f"- {what}`{name}`: recall {_ratio(row['recall'])}, precision "
                f"{_ratio(row['precision'])}, F1 {_ratio(row['f1'])} ({row['tp']:,} of "
                f"{_gold(row):,} found, {row['fp']:,} wrong)."
            )


def _gold(row: Mapping[str, Any]) -> int:
    return int(row["tp"] + row["fn"])


def _part(row: Mapping[str, Any], key: str) -> str:
    share = row[key]
    if _ratio(share) == NOTHING:
        return NOTHING
    return f"{_ratio(share)} ({round(share * row['gold']):,})"


def _ratio(value: float | None) -> str:
    return NOTHING if value is None or math.isnan(value) else f"{value:.3f}"


def _percent(value: float | None) -> str:
    return NOTHING if value is None or math.isnan(value) else f"{value:.2%}"
