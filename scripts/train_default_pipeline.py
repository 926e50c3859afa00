"""Train the pipeline that is shipped in the package.

    python scripts/train_default_pipeline.py --data DATA/train --names DATA/names \\
        --out spacy_piivot/pipelines/en_piivot_light

Scores on the project's own dev split are printed after every epoch; the best weights and the
state of the training are kept in the work folder, from which `--resume` goes on (with all
epochs done, it only writes the pipeline again). The shipped weights took two such runs: the
second had the first's pipeline as `--silver-from`.
"""

import json
import pickle
import shutil
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import spacy
import typer
from labelled import LabelledDialogue, to_doc
from pipeline_card import write_card
from silver_labels import silver_dialogues
from spacy.language import Language
from spacy.training import Example
from thinc.api import Adam, Config, Optimizer, fix_random_seed
from training_corpus import UNKNOWN, TrainingCorpus, read_training_corpus, read_unlabelled

from spacy_piivot.components.potential_pii_ner import PotentialPIINER
from spacy_piivot.evaluation.counts import Counts
from spacy_piivot.evaluation.docs import from_doc
from spacy_piivot.evaluation.matching import match_all
from spacy_piivot.evaluation.schemes import CANONICAL, prepare

COMPONENT = "potential_pii_ner"
DISTRACTOR = "ORG"
BATCH_WORDS = 1500
WARMUP = 200
PIPELINE = {"nlp": {"tokenizer": {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}}}
OPTIMIZER_STATE = ("mom1", "mom2", "averages", "nr_update", "last_seen")
THRESHOLDS = [round(0.1 + 0.05 * step, 2) for step in range(15)]
# How much F1 a threshold may cost when recall gains.
TOLERANCE = 0.005
# A label needs this many gold spans for a threshold of its own, and this F1 to be trusted.
ENOUGH, LEARNT, SURE = 20, 0.6, 0.9

CONFIG = """
[component]
aggregation_strategy = "none"

[component.model]
@architectures = "spacy_piivot.MessageWindows.v1"
previous = 1
following = 1
block_tokens = 256

[component.model.model]
@architectures = "spacy_piivot.TokenClassifier.v1"
nO = null

[component.model.model.tok2vec]
@architectures = "spacy.Tok2Vec.v2"

[component.model.model.tok2vec.embed]
@architectures = "spacy.MultiHashEmbed.v2"
width = 96
attrs = ["NORM", "PREFIX", "SUFFIX", "SHAPE", "SPACY"]
rows = [12000, 500, 4000, 1500, 50]
include_static_vectors = false

[component.model.model.tok2vec.encode]
@architectures = "spacy.MaxoutWindowEncoder.v2"
width = 96
depth = 5
window_size = 1
maxout_pieces = 3
"""


def main(
    data: Annotated[Path, typer.Option(help="Folder with the training files")],
    names: Annotated[Path, typer.Option(help="Folder with the name lists")],
    out: Annotated[Path, typer.Option(help="Where the pipeline goes; replaced")],
    work: Annotated[Path, typer.Option(help="Folder for the state of the training")] = Path(
        "training"
    ),
    epochs: Annotated[int, typer.Option(help="How often to see the data")] = 14,
    learn_rate: Annotated[float, typer.Option(help="Adam's, after the warm-up")] = 0.0015,
    dropout: Annotated[float, typer.Option(help="Dropout rate")] = 0.25,
    seed: Annotated[int, typer.Option(help="Of weights and augmentation")] = 20,
    silver_from: Annotated[
        Path | None, typer.Option(help="A pipeline that labels the unlabelled dialogues too")
    ] = None,
    resume: Annotated[bool, typer.Option(help="Go on from the work folder")] = False,
) -> None:
    """Train, choose thresholds on the dev split, and write the pipeline."""
    fix_random_seed(seed)
    corpus = read_training_corpus(data, names, seed=seed)
    if silver_from:
        unlabelled = read_unlabelled(data, corpus)
        corpus.train.extend(silver_dialogues(unlabelled, spacy.load(silver_from)))
    print(sorted(Counter(dialogue.corpus for dialogue in corpus.train).items()), flush=True)
    nlp = spacy.blank("en", config=PIPELINE)
    config = Config().from_str(CONFIG)["component"]
    component: Any = nlp.add_pipe(COMPONENT, config=config)
    labels = sorted(
        {span.label for d in corpus.train for m in d.messages for span in m.spans} - {UNKNOWN}
    )
    sample = list(examples(corpus.epoch(seed, 0), nlp))
    optimizer = Adam(learn_rate, L2=0.01, grad_clip=1.0, use_averages=True)
    component.initialize(lambda: sample, nlp=nlp, labels=labels)
    work.mkdir(parents=True, exist_ok=True)
    state: dict[str, Any] = {"epoch": 0, "best": -1.0, "updates": 0}
    if resume and (work / "state.json").is_file():
        state = json.loads((work / "state.json").read_text("utf8"))
        component.from_bytes((work / "last.bin").read_bytes(), exclude=["vocab"])
        for key, value in pickle.loads((work / "optimizer.bin").read_bytes()).items():
            setattr(optimizer, key, value)
    updates_in_all = epochs * sum(1 for _ in batches(sample))
    while state["epoch"] < epochs:
        started = time.monotonic()
        losses: dict[str, float] = {}
        for batch in batches(examples(corpus.epoch(seed, state["epoch"]), nlp)):
            optimizer.learn_rate = scheduled(learn_rate, state["updates"], updates_in_all)
            component.update(batch, drop=dropout, sgd=optimizer, losses=losses)
            state["updates"] += 1
        state["epoch"] += 1
        with component.model.use_params(optimizer.averages):
            scores = score(component, nlp, corpus.dev)
            if scores["all"].f() > state["best"]:
                state["best"] = scores["all"].f()
                (work / "best.bin").write_bytes(component.to_bytes(exclude=["vocab"]))
        checkpoint(work, component, optimizer, state)
        print(
            f"epoch {state['epoch']:>2}  loss {losses[COMPONENT]:>8.0f}  "
            f"{time.monotonic() - started:.0f} s  "
            + "  ".join(f"{key} {counts.f():.3f}" for key, counts in sorted(scores.items())),
            flush=True,
        )
    component.from_bytes((work / "best.bin").read_bytes(), exclude=["vocab"])
    config["thresholds"] = chosen_thresholds(component, nlp, corpus.dev)
    component.thresholds = config["thresholds"]
    scores = score(component, nlp, corpus.dev)
    print_scores(scores)
    save(out, config, (work / "best.bin").read_bytes(), scores, corpus)


def examples(dialogues: Iterable[LabelledDialogue], nlp: Language) -> Iterator[Example]:
    for dialogue in dialogues:
        doc = to_doc(dialogue, nlp)
        if len(doc):
            yield Example(doc, doc)


def batches(stream: Iterable[Example]) -> Iterator[list[Example]]:
    batch: list[Example] = []
    size = 0
    for example in stream:
        batch.append(example)
        size += len(example.predicted)
        if size >= BATCH_WORDS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def scheduled(learn_rate: float, update: int, updates: int) -> float:
    """Linear warm-up, then linear decay to a twentieth."""
    if update < WARMUP:
        return learn_rate * (update + 1) / WARMUP
    return learn_rate * max(1 - (update - WARMUP) / max(updates - WARMUP, 1), 0.05)


def checkpoint(
    work: Path, component: PotentialPIINER, optimizer: Optimizer, state: dict[str, Any]
) -> None:
    for name, content in (
        ("last.bin", component.to_bytes(exclude=["vocab"])),
        ("optimizer.bin", pickle.dumps({key: getattr(optimizer, key) for key in OPTIMIZER_STATE})),
        ("state.json", json.dumps(state).encode()),
    ):
        part = work / f"{name}.part"
        part.write_bytes(content)
        part.replace(work / name)


def score(
    component: PotentialPIINER, nlp: Language, dialogues: list[LabelledDialogue]
) -> dict[str, Counts]:
    """Strict counts in all, by label and by corpus; ORG is a distractor."""
    docs = [component(to_doc(dialogue, nlp, "gold")) for dialogue in dialogues]
    gold, predicted = [from_doc(doc, "gold") for doc in docs], [from_doc(doc) for doc in docs]
    prepared = prepare(gold, predicted, CANONICAL)
    scores: dict[str, Counts] = defaultdict(Counts)
    decisions = match_all(prepared.gold, prepared.predicted, "strict")
    for dialogue, some in zip(dialogues, decisions, strict=True):
        for decision in some:
            for key in (decision.label, "all", dialogue.corpus):
                scores[key] += Counts(**{decision.outcome: 1})
    return dict(scores)


def chosen_thresholds(
    component: PotentialPIINER, nlp: Language, dialogues: list[LabelledDialogue]
) -> dict[str, float]:
    """The threshold of each label: the lowest whose F1 is nearly the best on these dialogues.

    A label with little gold keeps 0.5; one that is not learnt speaks up only when it is sure.
    """
    by_threshold = {}
    for threshold in THRESHOLDS:
        component.thresholds = {}
        component.threshold = threshold
        by_threshold[threshold] = score(component, nlp, dialogues)
    component.threshold = 0.5
    chosen = {}
    for label in component.labels:
        counts = {
            threshold: scores.get(label, Counts()) for threshold, scores in by_threshold.items()
        }
        best = max(found.f() for found in counts.values())
        gold = counts[0.5].tp + counts[0.5].fn
        if label == DISTRACTOR or (best >= LEARNT and gold < ENOUGH):
            chosen[label] = 0.5
        elif best < LEARNT:
            chosen[label] = SURE
        else:
            chosen[label] = min(
                threshold for threshold in THRESHOLDS if counts[threshold].f() >= best - TOLERANCE
            )
    return chosen


def print_scores(scores: dict[str, Counts]) -> None:
    for key, c in sorted(scores.items()):
        print(f"{key:<20} P {c.precision:.3f}  R {c.recall:.3f}  F1 {c.f():.3f}  ({c.tp + c.fn})")


def save(
    out: Path, config: dict[str, Any], weights: bytes, scores: dict[str, Counts],
    corpus: TrainingCorpus,
) -> None:  # fmt: skip
    """Write the whole pipeline around the weights.

    The weights go into a fresh pipeline: the training vocabulary holds names.
    """
    nlp = spacy.blank("en", config=PIPELINE)
    nlp.add_pipe("pii_patterns")
    component: Any = nlp.add_pipe(COMPONENT, config=config)
    component.from_bytes(weights, exclude=["vocab"])
    nlp.add_pipe("known_names")
    nlp.add_pipe("hips_surrogator")
    if out.exists():
        shutil.rmtree(out)
    nlp.to_disk(out)
    write_card(out, scores, corpus)


if __name__ == "__main__":
    typer.run(main)
