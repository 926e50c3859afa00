"""Few-shot adaptation: continue the training of a pipeline on your own transcripts.

    python -m training.train.adapt output/transformer/model-best labelled.jsonl --out adapted

LABELLED.jsonl contains dialogues with gold `spans`, in canonical labels or those of the annotation
guide. With --corrected, it is the file that `spacy-piivot prelabel` read, and the option gives
Doccano's export. About half of the data trained on are the original training data, against
forgetting. The command writes OUT/pipeline, ready to use and without any text of the transcripts,
and the scores before and after as OUT/before_after.md and .json: on --test, or else on the
transcripts themselves, each half scored by a pipeline that saw only the other half.

Label everything that the pipeline should find: it learns that the rest is not PII. Thresholds do
not change. A pipeline with an encoder in ONNX cannot learn: adapt the transformer pipeline that it
was exported from, and export again.
"""

import random
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import spacy
import srsly
import typer
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from thinc.api import Config

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.core.dialogue import doc_id
from spacy_piivot.core.spans import PII, get_candidates
from spacy_piivot.corpus import check_replaceable, replacing, replacing_folder
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.core.schemes import PLACEHOLDER
from spacy_piivot.evaluation.readers.dialogue_corpus import DialogueCorpus
from spacy_piivot.runs.prelabel import postlabel
from training.train.before_after import ENOUGH, METRICS, format_table, measure, predict
from training.train.rehearsal import mixed, pieces, read_rehearsal
from training.train.runs import COMPONENT, NEVER, given_corpora, train_pipeline

BATCH_TOKENS = 1500
FOLDS = 2
TABLE, FIGURES = "before_after.md", "before_after.json"
LEARN_RATE, CPU_LEARN_RATE = 5e-5, 1e-3
ONNX, TRANSFORMER = "spacy_piivot.Onnx", "spacy-transformers."

# max_epochs = -1: the Examples are streamed, in the order of `mixed`.
TRAINING = f"""
[training]
gpu_allocator = null
train_corpus = "corpora.train"
dev_corpus = "corpora.dev"
max_epochs = -1
patience = 0
eval_frequency = {NEVER}
dropout = 0.1

[training.batcher]
@batchers = "spacy.batch_by_words.v1"
size = {BATCH_TOKENS}
tolerance = 0.2
discard_oversize = false

[training.optimizer]
@optimizers = "Adam.v1"
L2 = 0.01
L2_is_weight_decay = true
grad_clip = 1.0
use_averages = false

[training.optimizer.learn_rate]
@schedules = "warmup_linear.v1"
"""


@dataclass(frozen=True, slots=True)
class Adaptation:
    """Adapts a pipeline.

    pipeline (str): The pipeline's folder, or the name of an installed one.
    component (str): The name of its tagger.
    steps (int): Number of updates.
    learn_rate (float): Its highest value, after a tenth of the steps; it falls to 0.
    rehearse_share (float): The share of the original training data in all that is trained on.
    seed (int): Seed of the order of the pieces and of dropout.
    """

    pipeline: str
    component: str
    steps: int
    learn_rate: float
    rehearse_share: float
    seed: int

    @property
    def tokens(self) -> int:
        """The number of tokens needed for all steps: a batch may be a fifth too large."""
        return int((self.steps + 1) * BATCH_TOKENS * 1.2)

    def adapt(self, own: Sequence[Example], rehearsal: Sequence[Example]) -> Language:
        """Continue the training of the pipeline.

        own (Sequence[Example]): The user's transcripts, in pieces.
        rehearsal (Sequence[Example]): The original training data.
        RETURNS (Language): The pipeline with new weights. It has read none of the texts.
        RAISES (InputError): If the transcripts have no text.
        """
        if not own:
            raise InputError("The transcripts have no text.")
        stream = list(mixed(own, rehearsal, self.rehearse_share, self.tokens, self.seed))
        with tempfile.TemporaryDirectory() as folder:
            trained = train_pipeline(self._config(stream), Path(folder))
            nlp = spacy.load(self.pipeline)
            tagger: Any = nlp.get_pipe(self.component)
            tagger.from_disk(trained.folder / self.component, exclude=["vocab"])
        return nlp

    def _config(self, stream: Sequence[Example]) -> Config:
        config = Config().from_str(TRAINING)
        nlp = spacy.load(self.pipeline)
        config["nlp"] = {**nlp.config["nlp"], "pipeline": [self.component], "disabled": []}
        config["components"] = {self.component: {"source": self.pipeline}}
        config["corpora"] = given_corpora(lambda _: iter(stream), lambda _: iter(stream[:1]))
        # The loop makes one more update.
        config["training"] |= {"seed": self.seed, "max_steps": self.steps - 1}
        config["training"]["optimizer"]["learn_rate"] |= {
            "warmup_steps": max(self.steps // 10, 1),
            "total_steps": self.steps,
            "initial_rate": self.learn_rate,
        }
        return config


def find_tagger(nlp: Language) -> str:
    """The name of the component to train.

    nlp (Language): The user's pipeline.
    RETURNS (str): Its name.
    RAISES (InputError): If there is not exactly one, or it cannot learn.
    """
    names = [name for name, factory in nlp.pipe_factories.items() if factory == COMPONENT]
    if len(names) != 1:
        raise InputError(f"The pipeline must have one {COMPONENT}; this one has {len(names)}.")
    if any(name.startswith(ONNX) for name in architectures(nlp.config["components"][names[0]])):
        raise InputError(
            f"{names[0]}: its encoder is in ONNX and cannot learn. Adapt the transformer "
            "pipeline that it was exported from, then export again."
        )
    return names[0]


def architectures(section: Any) -> Iterator[str]:
    """The names of the architectures in a section of a config."""
    if isinstance(section, Mapping):
        if isinstance(name := section.get("@architectures"), str):
            yield name
        for value in section.values():
            yield from architectures(value)


def check_labels(examples: Iterable[Example], known: Iterable[str]) -> None:
    """Refuse labels that the pipeline does not have.

    examples (Iterable[Example]): Dialogues with canonical labels.
    known (Iterable[str]): The pipeline's labels.
    RAISES (InputError): If there are others, except placeholders, which are not trained on.
    """
    found = {c.label for example in examples for c in get_candidates(example.reference)}
    if unknown := found - {*known, PLACEHOLDER}:
        raise InputError(
            f"The pipeline does not have the labels {', '.join(sorted(unknown))}. Rename them, or "
            f"train a new pipeline. It has: {', '.join(sorted(known))}."
        )


@dataclass(frozen=True, slots=True)
class Transcripts:
    """The same dialogues in two forms, in the same order.

    gold (Sequence[Example]): With the labels of their source, for scoring.
    canonical (Sequence[Example]): With canonical labels, for training.
    """

    gold: Sequence[Example]
    canonical: Sequence[Example]

    def __getitem__(self, chosen: slice) -> "Transcripts":
        return Transcripts(self.gold[chosen], self.canonical[chosen])

    def shuffled(self, seed: int) -> "Transcripts":
        """The same in an order that depends on the seed."""
        pairs = list(zip(self.gold, self.canonical, strict=True))
        random.Random(seed).shuffle(pairs)
        return Transcripts([gold for gold, _ in pairs], [canonical for _, canonical in pairs])


def read_transcripts(path: Path, nlp: Language) -> Transcripts:
    """Read labelled dialogues.

    path (Path): Dialogue JSONL or `.spacy`.
    nlp (Language): The pipeline whose tokeniser to use.
    RAISES (InputError, RecordError): If there are no dialogues, or one cannot be used.
    """
    if not path.exists():
        raise InputError(f"{path}: no such file.")
    gold, canonical = (
        list(DialogueCorpus(path, PII, canonical)(nlp)) for canonical in (False, True)
    )
    if not gold:
        raise InputError(f"{path}: contains no dialogues.")
    return Transcripts(gold, canonical)


def main(
    pipeline: Annotated[str, typer.Argument(help="The pipeline to adapt.")],
    labelled: Annotated[Path, typer.Argument(help="Labelled dialogues (JSONL).")],
    out: Annotated[Path, typer.Option(help="Folder for the pipeline and the table.")],
    test: Annotated[Path | None, typer.Option(help="Labelled dialogues to score on.")] = None,
    corrected: Annotated[
        Path | None, typer.Option(help="Doccano's export of LABELLED, which has no labels.")
    ] = None,
    steps: Annotated[int, typer.Option(min=2, help="Number of updates.")] = 60,
    learn_rate: Annotated[
        float | None, typer.Option(help="5e-5 for a transformer, 0.001 for others.")
    ] = None,
    rehearse: Annotated[Path, typer.Option(help="The original training data.")] = Path(
        "output/corpus/train.spacy"
    ),
    rehearse_share: Annotated[
        float, typer.Option(min=0.0, max=0.95, help="Its share in all that is trained on.")
    ] = 0.5,
    shots: Annotated[int, typer.Option(min=1, help="The most transcripts to train on.")] = 10,
    seed: Annotated[int, typer.Option(help="Seed of all that is drawn.")] = 20,
) -> None:
    """Adapt a pipeline, and write it and its scores before and after."""
    with guarded():
        if (out / "pipeline").exists():
            raise InputError(f"{out / 'pipeline'} already exists: give another --out.")
        if out.exists() and not out.is_dir():
            raise InputError(f"{out} is not a folder: give another --out.")
        check_replaceable(out / TABLE, out / FIGURES)
        # A folder comes before an installed package of the same name.
        source = str(Path(pipeline).resolve()) if Path(pipeline).is_dir() else pipeline
        nlp = load(source)
        component = find_tagger(nlp)
        tagger: Any = nlp.get_pipe(component)
        if learn_rate is None:
            names = architectures(nlp.config["components"][component])
            has_encoder = any(name.startswith(TRANSFORMER) for name in names)
            learn_rate = LEARN_RATE if has_encoder else CPU_LEARN_RATE
        given = read_labelled(labelled, corrected, nlp)
        own = given.shuffled(seed)[:shots]
        check_labels(own.canonical, tagger.labels)
        if test is None and len(own.gold) < FOLDS:
            raise InputError(
                f"Label at least {FOLDS} transcripts, or give others to score on with --test."
            )
        tested = read_transcripts(test, nlp) if test else own
        if test:
            check_apart(own, tested)
        how = Adaptation(source, component, steps, learn_rate, rehearse_share, seed)
        rehearsal = read_rehearsal(rehearse, rehearse_share, how.tokens, nlp)
        say(f"{len(own.gold)} of {len(given.gold)} transcripts")
        before = measure(tested.gold, predict(nlp, tested.gold))
        adapted = how.adapt(list(pieces(own.canonical, nlp)), rehearsal)
        if test:
            # In a copy: the pipeline that is written must not read texts.
            reader = spacy.load(source).from_bytes(adapted.to_bytes())
            after = measure(tested.gold, predict(reader, tested.gold))
        else:
            after = measure(*across_folds(how, own, rehearsal, nlp))
        summary = {
            "transcripts": len(own.gold),
            "scored_on": "test" if test else f"{FOLDS} folds",
            "dialogues": len(tested.gold),
            "steps": steps,
            "learn_rate": learn_rate,
            "rehearse_share": rehearse_share,
            "seed": seed,
            "before": before,
            "after": after,
        }
        adapted.meta["performance"] = {
            f"spans_{PII}_{name}": after["strict"][metric] or 0.0
            for name, metric in zip("p r f f5".split(), METRICS, strict=True)
        }
        table = format_table(before, after, prose(summary))
        out.mkdir(parents=True, exist_ok=True)
        for name, content in (
            (TABLE, table),
            (FIGURES, srsly.json_dumps(summary, indent=2) + "\n"),
        ):
            with replacing(out / name) as stream:
                stream.write(content.encode())
        with replacing_folder(out / "pipeline") as folder:
            adapted.to_disk(folder)
        typer.echo(table)


def load(pipeline: str) -> Language:
    """Load a pipeline by folder or name.

    RAISES (InputError): If it cannot be loaded.
    """
    try:
        return spacy.load(pipeline)
    except Exception as error:
        problem = type(error).__name__
    raise InputError(
        f"{pipeline}: cannot be loaded ({problem}). Give the folder of a trained pipeline; if it "
        "has a transformer, install the extra [transformers]."
    )


def read_labelled(path: Path, corrected: Path | None, nlp: Language) -> Transcripts:
    """The user's transcripts, joined with the corrections from Doccano."""
    if corrected is None:
        return read_transcripts(path, nlp)
    with tempfile.TemporaryDirectory() as folder:
        joined = Path(folder) / "joined.jsonl"
        postlabel(path, corrected, joined)
        return read_transcripts(joined, nlp)


def check_apart(own: Transcripts, tested: Transcripts) -> None:
    """Refuse to score on dialogues that are trained on."""
    texts = {example.reference.text for example in own.gold}
    same = [example for example in tested.gold if example.reference.text in texts]
    if same:
        raise InputError(
            f"--test: {len(same)} of its dialogues are trained on, the first is "
            f"{doc_id(same[0].reference)!r}. Remove them from one of the files."
        )


def across_folds(
    how: Adaptation, own: Transcripts, rehearsal: Sequence[Example], nlp: Language
) -> tuple[list[Example], list[Doc]]:
    """Predict each fold of the transcripts with a pipeline that was adapted to the others.

    how (Adaptation): The adaptation.
    own (Transcripts): All transcripts.
    rehearsal (Sequence[Example]): The original training data.
    nlp (Language): The pipeline whose tokeniser to use.
    RETURNS (tuple[list[Example], list[Doc]]): The transcripts, and the same with predictions.
    """
    examples: list[Example] = []
    found: list[Doc] = []
    for fold in range(FOLDS):
        rest = [
            example
            for other in range(FOLDS)
            if other != fold
            for example in own[other::FOLDS].canonical
        ]
        held_out = own[fold::FOLDS].gold
        examples += held_out
        found += predict(how.adapt(list(pieces(rest, nlp)), rehearsal), held_out)
    return examples, found


def prose(summary: Mapping[str, Any]) -> str:
    """The text before the table, which says what was done."""
    return (
        f"Adapted to {summary['transcripts']} transcripts in {summary['steps']} steps with "
        f"learning rate {summary['learn_rate']:g}, {summary['rehearse_share']:.0%} of it "
        f"rehearsal. Scored on {summary['dialogues']} dialogues ({summary['scored_on']}). Labels "
        f"with at least {ENOUGH} gold spans have a row, strict."
    )


if __name__ == "__main__":
    typer.run(main)
