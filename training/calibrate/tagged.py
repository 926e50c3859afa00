"""A dev split with a tagger's predictions, and how many of them are right."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy
import spacy
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.util import minibatch
from thinc.api import Config

from spacy_piivot.cli.running import say
from spacy_piivot.components.potential_pii_ner import PotentialPIINER
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue
from spacy_piivot.evaluation.core.counts import Counts
from spacy_piivot.evaluation.core.matching import match_all
from spacy_piivot.evaluation.core.schemes import CANONICAL, DISTRACTORS, prepare
from spacy_piivot.evaluation.core.tally import tally
from spacy_piivot.evaluation.readers.dialogue_corpus import DialogueCorpus
from spacy_piivot.evaluation.readers.docs import from_doc

COMPONENT = "potential_pii_ner"


@dataclass(frozen=True, slots=True)
class Tagged:
    """A dialogue with its gold and the model's predictions.

    doc (Doc): The dialogue; its span group is written again for every threshold.
    gold (list[Candidate]): Its gold spans.
    annotated (AnnotatedDialogue): The same, for scoring.
    probabilities (ndarray): One row per token; one column per tag, then one per role.
    """

    doc: Doc
    gold: list[Candidate]
    annotated: AnnotatedDialogue
    probabilities: NDArray[numpy.floating]


def read_tagged(pipeline: Path, dev: Path, batch: int) -> tuple[PotentialPIINER, list[Tagged]]:
    """Load only the component, read the dev split and run the model over it once.

    pipeline (Path): The pipeline's folder.
    dev (Path): Input for `DialogueCorpus.v1`.
    batch (int): Dialogues per batch.
    RETURNS (tuple[PotentialPIINER, list[Tagged]]): The component and the dialogues.
    RAISES (InputError, RecordError): If there is no trained component, or no gold.
    """
    if not config_path(pipeline).is_file():
        raise InputError(f"{pipeline}: not a pipeline. Give the folder that 'spacy train' wrote.")
    names = Config().from_disk(config_path(pipeline), interpolate=False)["nlp"]["pipeline"]
    if COMPONENT not in names:
        raise InputError(
            f"{pipeline}: has no component '{COMPONENT}': train one with a config of configs/."
        )
    nlp = spacy.load(pipeline, exclude=[name for name in names if name != COMPONENT])
    component = nlp.get_pipe(COMPONENT)
    if not isinstance(component, PotentialPIINER):
        raise InputError(f"{pipeline}: its '{COMPONENT}' is not from this package.")
    if not component.labels:
        raise InputError(f"{pipeline}: its '{COMPONENT}' has no labels: train it first.")
    key = component.spans_key
    tagged: list[Tagged] = []
    for examples in minibatch(DialogueCorpus(dev, key, canonical=True)(nlp), batch):
        scores = component.predict([example.predicted for example in examples])
        for example, columns in zip(examples, scores, strict=True):
            gold = get_candidates(example.reference, key)
            annotated = from_doc(example.reference, key, lexicon=component.lexicon)
            probabilities = component.model.ops.to_numpy(columns)
            tagged.append(Tagged(example.predicted, gold, annotated, probabilities))
    scored = set(component.labels).difference(DISTRACTORS)
    if not any(gold.label in scored for dialogue in tagged for gold in dialogue.gold):
        raise InputError(
            f"{dev}: no span has a label of the pipeline. Give labelled dialogues, such as the "
            "dev split that training.corpora.make wrote."
        )
    say(f"{len(tagged)} dialogues tagged")
    return component, tagged


def strict_counts(
    component: PotentialPIINER, dialogue: Tagged, thresholds: Mapping[str, float]
) -> dict[str, Counts]:
    """Decode a dialogue as the component does, and count right, wrong and missed spans by label.

    component (PotentialPIINER): The component; its thresholds are set.
    dialogue (Tagged): The dialogue.
    thresholds (Mapping[str, float]): The threshold of each label.
    RETURNS (dict[str, Counts]): Strict counts by label; distractors separately.
    """
    component.thresholds = dict(thresholds)
    set_candidates(dialogue.doc, [], component.spans_key)
    component.set_annotations([dialogue.doc], [dialogue.probabilities])  # type: ignore[list-item]
    found = from_doc(dialogue.doc, component.spans_key, lexicon=component.lexicon)
    prepared = prepare([dialogue.annotated], [found], CANONICAL, own=CANONICAL)
    decisions = match_all(prepared.gold, prepared.predicted, "strict")
    return tally(prepared.gold, decisions).by_key()


def total(component: PotentialPIINER, tagged: Sequence[Tagged]) -> dict[str, Counts]:
    """Strict counts of the component with its settings, by label and for `all`."""
    sums: dict[str, Counts] = defaultdict(Counts)
    for dialogue in tagged:
        for label, counts in strict_counts(component, dialogue, component.thresholds).items():
            sums[label] += counts
            sums["all"] += counts
    return dict(sorted(sums.items()))


def config_path(pipeline: Path) -> Path:
    return pipeline / "config.cfg"
