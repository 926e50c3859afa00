"""Train the second look at possible names, and write its numbers.

    python -m training.train.second_look --data assets/train --names assets/names \\
        --labels corpus/second_look_labels.jsonl --out spacy_piivot/data/second_look.json

Needs scikit-learn (the extra `second-look`). The tagger has not seen the dev split, so most of the
possible names come from there: several fillings of it, each with other names, and sentences with
names from the dev split's lists. Sentences about one word each show words that are not names (words
under discussion, greetings, sounds, classes, roles, misspelt words) together with names. Possible
names of the training split count half, because the tagger knows them. The committed labels are for
what the tagger took for names in unlabelled real lessons. The test split is never read.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import numpy
import srsly
import typer
from spacy.language import Language

from spacy_piivot.cli.running import guarded, load_pipeline, say
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, message_bounds
from spacy_piivot.core.optional import require
from spacy_piivot.core.texts import doc_text
from spacy_piivot.corpus import replacing
from spacy_piivot.errors import InputError
from spacy_piivot.kinds.names.find.features import FEATURES, DialogueFeatures, Possible
from spacy_piivot.lang import ENGLISH
from spacy_piivot.plain import doc_view
from training.augment.name_pool import NamePool
from training.augment.name_sentences import name_sentence
from training.augment.second_look_sentences import sentence_dialogues
from training.corpora.sources import read_dialogues
from training.corpora.split import group_of
from training.corpora.training_corpus import TrainingCorpus
from training.labelled import Labelled, LabelledDialogue

SEEDS = (20, 31, 32, 33)
SENTENCES = 700
# The sources that the splits divide.
SPLIT = ("amber", "bridge", "cima", "ncte")
# The tagger was trained on this split, so it is more certain there than elsewhere.
TRAIN_WEIGHT = 0.5
# Filled with these seeds, the sentences of the templates are many and similar.
SENTENCE_SEEDS = (1, 2)
SENTENCE_WEIGHT = 0.5
TREES: dict[str, Any] = {
    "n_estimators": 300,
    "max_depth": 4,
    "learning_rate": 0.06,
    "subsample": 0.6,
    "max_features": 0.3,
    "min_samples_leaf": 8,
    "random_state": 0,
}
FOLDS = 5
THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5)
_PATTERNS_AND_TAGGER = ("pii_patterns", "potential_pii_ner", "known_names")


class Collector:
    """Replaces `SecondLook`: keeps the features of possible names, and refuses none of them."""

    least, sure, faint = 0.0, 2.0, 0.12

    def __init__(self) -> None:
        self.possible: list[Possible] = []
        self.rows: Sequence[Any] = ()

    def __call__(self, dialogue: DialogueFeatures, possible: Sequence[Possible]) -> list[float]:
        self.possible, self.rows = list(possible), list(dialogue.features(possible))
        return [1.0] * len(possible)


@dataclass(frozen=True, slots=True)
class Seen:
    """A possible name with its features, whether it is a name, and the group it stays in."""

    row: Any
    is_name: bool
    group: str
    place: tuple[str, str]
    weight: float = 1.0
    found: bool = True


def main(
    data: Annotated[Path, typer.Option(help="Folder with the training files.")],
    names: Annotated[Path, typer.Option(help="Folder with the name lists.")],
    labels: Annotated[Path, typer.Option(help="Labels set by hand, without texts (JSONL).")],
    out: Annotated[Path, typer.Option(help="The file to write (JSON).")],
    model: Annotated[
        str | None, typer.Option(help="The pipeline; the shipped one by default.")
    ] = None,
) -> None:
    """Collect possible names, print the results of five folds, train on all, write the trees."""
    with guarded():
        nlp = load_pipeline(model)
        collector = Collector()
        nlp.get_pipe("known_names").second_look = collector  # type: ignore[attr-defined]
        seen = list(collect(nlp, collector, data, names, labels))
        counts = Counter(one.is_name for one in seen)
        say(f"{counts[True]} names and {counts[False]} others")
        print_folds(seen)
        classifier = train(seen)
        prior = float(numpy.average([s.is_name for s in seen], weights=weights(seen)))
        with replacing(out) as stream:
            values = to_dict(classifier, prior)
            stream.write((json.dumps(values, separators=(",", ":")) + "\n").encode())


def collect(
    nlp: Language, collector: Collector, data: Path, names: Path, labels: Path
) -> Iterator[Seen]:
    """All possible names of the training and dev data.

    nlp (Language): A pipeline whose `known_names` uses the collector as its second look.
    collector (Collector): The collector.
    data (Path): The folder with the training files.
    names (Path): The folder with the name lists.
    labels (Path): The labels set by hand.
    YIELDS (Seen): A possible name.
    """
    for seed in SEEDS:
        corpus = TrainingCorpus(data, names, seed=seed)
        yield from look(nlp, collector, corpus.held_out("dev"))
        if seed == SEEDS[0]:
            yield from look(nlp, collector, sentences(corpus.pools["dev"], corpus.nameless["dev"]))
            others = short_messages(corpus.nameless["dev"])
            for sentence_seed in SENTENCE_SEEDS:
                drawn = sentence_dialogues(
                    corpus.pools["dev"], others, random.Random(sentence_seed)
                )
                yield from look(nlp, collector, drawn, SENTENCE_WEIGHT, by_word=True)
            known = [*corpus.labelled["train"], *corpus.written["train"]]
            known = [dialogue for dialogue in known if dialogue.corpus != "mathdial"]
            yield from look(nlp, collector, known, weight=TRAIN_WEIGHT)
            yield from look_at_labelled(nlp, collector, corpus, data, labels)


def look(
    nlp: Language,
    collector: Collector,
    dialogues: Iterable[LabelledDialogue],
    weight: float = 1.0,
    by_word: bool = False,
) -> Iterator[Seen]:
    """The possible names in dialogues with gold, except other PII."""
    for dialogue in dialogues:
        for message, possible, row, text in shown(nlp, collector, dialogue):
            found = {
                gold.label
                for gold in dialogue.messages[message].spans
                if gold.start < possible.end and possible.start < gold.end
            }
            if found and "NAME" not in found:
                continue
            seen = as_seen(dialogue, possible, row, text, "NAME" in found, weight)
            if by_word:
                seen = replace(seen, group=f"word:{text[possible.start : possible.end].lower()}")
            yield seen


def look_at_labelled(
    nlp: Language, collector: Collector, corpus: TrainingCorpus, data: Path, labels: Path
) -> Iterator[Seen]:
    """The possible names that were labelled by hand."""
    by_source: dict[str, dict[tuple[str, int, int, int], bool]] = {}
    for entry in srsly.read_jsonl(labels):
        key = (entry["id"], entry["message"], entry["start"], entry["end"])
        by_source.setdefault(entry["source"], {})[key] = entry["name"]
    for source, known in by_source.items():
        path = data / f"{source}.jsonl"
        if not path.exists():
            say(f"{len(known)} labels of {source} are left out: {path.name} is not there")
            continue
        ids = {key[0] for key in known}
        for dialogue in read_dialogues(path):
            if dialogue.id not in ids:
                continue
            if source in SPLIT and corpus.split.of(dialogue) == "test":
                raise InputError(f"{labels.name} holds labels of the test split: {dialogue.id}")
            for message, possible, row, text in shown(nlp, collector, dialogue):
                label = known.get((dialogue.id, message, possible.start, possible.end))
                if label is not None:
                    yield as_seen(dialogue, possible, row, text, label, 1.0)


def shown(
    nlp: Language, collector: Collector, dialogue: LabelledDialogue
) -> Iterator[tuple[int, Possible, Any, str]]:
    """The possible names in a dialogue: message number, position, features, and message text."""
    doc = dialogue_to_doc(
        Dialogue(dialogue.id, [Message(m.speaker, m.text) for m in dialogue.messages]), nlp
    )
    collector.possible = []
    with nlp.select_pipes(enable=list(_PATTERNS_AND_TAGGER)):
        nlp(doc)
    if doc_view(doc, ENGLISH).text != doc_text(doc):
        return  # positions are those of the text without markup
    bounds = message_bounds(doc)
    for possible, row in zip(collector.possible, collector.rows, strict=False):
        number = next(i for i, (s, e) in enumerate(bounds) if s <= possible.start < e)
        start = bounds[number][0]
        place = replace(possible, start=possible.start - start, end=possible.end - start)
        yield number, place, row, dialogue.messages[number].text


def as_seen(
    dialogue: LabelledDialogue,
    possible: Possible,
    row: Any,
    text: str,
    is_name: bool,
    weight: float,
) -> Seen:
    group = group_of(replace(dialogue, id=dialogue.id.split("#")[0]))
    found = possible.said or row[FEATURES.index("name_mean")] >= 0.45
    place = (group, text[max(0, possible.start - 60) : possible.end + 40])
    return Seen(row, is_name, group, place, weight, found)


def sentences(pool: NamePool, nameless: Sequence[LabelledDialogue]) -> Iterator[LabelledDialogue]:
    """Short dialogues: a turn with names between two without; every third in lower case."""
    rng = random.Random(7)
    others = short_messages(nameless)
    for number in range(SENTENCES):
        turn = name_sentence([pool.forename(rng) for _ in range(4)], pool, rng)
        if number % 3 == 0 and len(turn.text.lower()) == len(turn.text):
            turn = replace(turn, text=turn.text.lower())
        messages: tuple[Labelled, ...] = (rng.choice(others), turn, rng.choice(others))
        yield LabelledDialogue(f"sentence-{number}", "template", messages)


def short_messages(dialogues: Iterable[LabelledDialogue]) -> list[Labelled]:
    return [m for dialogue in dialogues for m in dialogue.messages if 3 < len(m.text) < 80]


def weights(seen: Sequence[Seen]) -> Any:
    """Weights: a possible name in several fillings counts as the square root of their number."""
    counts = Counter(one.place for one in seen)
    return numpy.asarray([one.weight / counts[one.place] ** 0.5 for one in seen])


def train(seen: Sequence[Seen]) -> Any:
    """Train a classifier of scikit-learn."""
    ensemble = require("sklearn.ensemble", "second-look")
    rows = numpy.asarray([one.row for one in seen])
    right = numpy.asarray([one.is_name for one in seen])
    return ensemble.GradientBoostingClassifier(**TREES).fit(
        rows, right, sample_weight=weights(seen)
    )


def print_folds(seen: Sequence[Seen]) -> None:
    """Print errors with and without the second look; no group is in two folds."""
    selection = require("sklearn.model_selection", "second-look")
    rows = numpy.asarray([one.row for one in seen])
    right = numpy.asarray([one.is_name for one in seen])
    found = numpy.asarray([one.found for one in seen])
    counted = numpy.asarray([one.weight == 1.0 for one in seen]) * weights(seen)
    probabilities = numpy.zeros(len(seen))
    folds = selection.GroupKFold(FOLDS, shuffle=True, random_state=1)
    for learnt, rest in folds.split(rows, right, [one.group for one in seen]):
        classifier = train([seen[i] for i in learnt])
        probabilities[rest] = classifier.predict_proba(rows[rest])[:, 1]
    typer.echo(f"{'threshold':>10} {'false names':>12} {'names lost':>11}")
    for name, taken in (
        ("none", found),
        *((f"{t:g}", probabilities >= t) for t in THRESHOLDS),
    ):
        false, lost = (counted @ (taken & ~right), counted @ (~taken & right))
        typer.echo(f"{name:>10} {false:>12.0f} {lost:>11.0f}")


def to_dict(classifier: Any, prior: float) -> dict[str, Any]:
    """The trees as plain numbers, as `names.second_look` reads them."""
    trees = []
    for (estimator,) in classifier.estimators_:
        tree = estimator.tree_
        leaf = tree.children_left < 0
        values = tree.value[:, 0, 0] * classifier.learning_rate
        trees.append(
            {
                "feature": [
                    -1 if end else int(f) for f, end in zip(tree.feature, leaf, strict=True)
                ],
                "limit": [
                    round(float(value), 6) if end else float(limit)
                    for limit, value, end in zip(tree.threshold, values, leaf, strict=True)
                ],
                "left": [max(int(child), 0) for child in tree.children_left],
                "right": [max(int(child), 0) for child in tree.children_right],
            }
        )
    odds = float(numpy.log(prior / (1 - prior)))
    return {"features": list(FEATURES), "prior": odds, "trees": trees}


if __name__ == "__main__":
    typer.run(main)
