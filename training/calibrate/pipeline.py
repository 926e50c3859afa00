"""Calibrate a trained `potential_pii_ner` on the project's own dev split.

    python -m training.calibrate.pipeline output/transformer/model-best \\
        --dev output/corpus/dev.spacy

Fits the temperature, chooses a threshold for each label and one for the roles of names, and
writes them into the config.cfg of the pipeline, or of a copy; its weights are left alone. The
thresholds are for the tagger alone, one label at a time with all others at 0.5: a token takes the
best label that reaches its threshold, so that labels only compete where both are below 0.5.
`after` in the JSON has the scores of all of them together. In a whole pipeline `known_names` also
marks every further mention of what was found with little certainty: `--least` is a floor for that.
"""

import shutil
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy
import spacy
import srsly
import typer
from numpy.typing import NDArray
from spacy.tokens import Doc
from spacy.util import minibatch
from thinc.api import Config

from spacy_piivot.architectures.roles import with_roles
from spacy_piivot.architectures.tags import MARGIN, tag_targets, tempered
from spacy_piivot.cli.running import guarded, say
from spacy_piivot.components.potential_pii_ner import PotentialPIINER
from spacy_piivot.corpus import check_replaceable, replacing
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue
from spacy_piivot.evaluation.core.counts import Counts, Score
from spacy_piivot.evaluation.core.matching import match_all
from spacy_piivot.evaluation.core.schemes import CANONICAL, DISTRACTORS, prepare
from spacy_piivot.evaluation.core.tally import tally
from spacy_piivot.evaluation.readers.dialogue_corpus import DialogueCorpus
from spacy_piivot.evaluation.readers.docs import from_doc
from spacy_piivot.spans import Candidate, get_candidates, set_candidates
from training.calibrate.picture import PICTURES, draw_curves
from training.calibrate.thresholds import (
    DEFAULT,
    ROLE_THRESHOLDS,
    THRESHOLDS,
    Point,
    calibration_error,
    choose_role_threshold,
    choose_threshold,
    fit_temperature,
    lost_participants,
    negative_log_likelihood,
    role_accuracy,
)
from training.export.pipeline_folder import replacing_pipeline

COMPONENT = "potential_pii_ner"
# A label needs this many gold spans for a threshold of its own.
ENOUGH = 30
# Fewer participants than this share may be called something else.
MOST_LOST = 0.01


@dataclass(frozen=True, slots=True)
class Tagged:
    """A dialogue with its gold and what the model says of it.

    doc (Doc): The dialogue; its group is written anew with every threshold.
    gold (List[Candidate]): Its gold spans.
    annotated (AnnotatedDialogue): The same, for scoring.
    probabilities (ndarray): One row a token, a column a tag, then one a role.
    """

    doc: Doc
    gold: list[Candidate]
    annotated: AnnotatedDialogue
    probabilities: NDArray[numpy.floating]


class Choice(NamedTuple):
    """A label's threshold, why it is that, its gold spans on dev and its curve."""

    threshold: float
    reason: str
    gold: int
    curve: list[Point]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "threshold": self.threshold,
            "reason": self.reason,
            "gold": self.gold,
            "curve": [
                {"threshold": threshold, **_figures(counts)} for threshold, counts in self.curve
            ],
        }


def main(
    pipeline: Annotated[Path, typer.Argument(help="Folder of the pipeline.")],
    dev: Annotated[Path, typer.Option(help="Labelled dialogues: .spacy, JSONL or a folder.")],
    recall: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="The strict recall that a label should reach.")
    ] = 0.98,
    tolerance: Annotated[
        float, typer.Option(min=0.0, help="F1 that may be lost where no threshold reaches it.")
    ] = 0.005,
    least: Annotated[
        float, typer.Option(min=0.0, max=THRESHOLDS[-1], help="The lowest threshold to choose.")
    ] = 0.0,
    batch: Annotated[int, typer.Option(min=1, help="Dialogues that are predicted at once.")] = 32,
    out: Annotated[
        Path | None, typer.Option(help="Where the calibrated pipeline goes, if not in place.")
    ] = None,
    plot: Annotated[
        Path, typer.Option(help="Picture of the precision-recall curves: .png, .svg or .pdf.")
    ] = Path("output/calibration.png"),
    json: Annotated[Path, typer.Option(help="All figures.")] = Path("output/calibration.json"),
) -> None:
    """Calibrate a pipeline on a dev split."""
    with guarded():
        if plot.suffix not in PICTURES:
            raise InputError(f"{plot}: give a picture that ends in one of {', '.join(PICTURES)}.")
        check_replaceable(plot, json)
        if plot == json:
            raise InputError(f"{plot}: give the picture and the figures a file each.")
        component, tagged = read_tagged(pipeline, dev, batch)
        before = total(component, tagged)
        temperature = calibrated_temperature(component, tagged)
        choices = chosen_thresholds(component, tagged, recall, tolerance, least)
        roles = chosen_role_threshold(component, tagged)
        after = total(component, tagged)
        figures = {
            "dialogues": len(tagged),
            "recall": recall,
            "tolerance": tolerance,
            "least": least,
            "temperature": temperature,
            "thresholds": {label: choice.to_dict() for label, choice in choices.items()},
            "roles": roles,
            "before": {key: _figures(counts) for key, counts in before.items()},
            "after": {key: _figures(counts) for key, counts in after.items()},
        }
        curves = {
            label: (choice.curve, choice.threshold)
            for label, choice in choices.items()
            if choice.curve
        }
        picture = draw_curves(curves, plot.suffix)
        config = changed_config(pipeline, component)
        if out is not None:
            with replacing_pipeline(out, pipeline) as folder:
                shutil.copytree(pipeline, folder, dirs_exist_ok=True)
                _config_path(folder).write_bytes(config)
        for path, content in (
            (json, (srsly.json_dumps(figures, indent=2) + "\n").encode()),
            (plot, picture),
            *(((_config_path(pipeline), config),) if out is None else ()),
        ):
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as stream:
                stream.write(content)
        print_choices(choices, temperature, roles, before["all"], after["all"])


def read_tagged(pipeline: Path, dev: Path, batch: int) -> tuple[PotentialPIINER, list[Tagged]]:
    """Load the component alone, read the dev split and run the model over it once.

    pipeline (Path): The pipeline's folder.
    dev (Path): What `DialogueCorpus.v1` reads.
    batch (int): Dialogues that are predicted at once.
    RETURNS (Tuple[PotentialPIINER, List[Tagged]]): The component and the dialogues.
    RAISES (InputError, RecordError): If there is no trained component, or no gold.
    """
    if not _config_path(pipeline).is_file():
        raise InputError(f"{pipeline}: is no pipeline. Give the folder that 'spacy train' wrote.")
    names = Config().from_disk(_config_path(pipeline), interpolate=False)["nlp"]["pipeline"]
    if COMPONENT not in names:
        raise InputError(
            f"{pipeline}: has no component '{COMPONENT}': train one with a config of configs/."
        )
    nlp = spacy.load(pipeline, exclude=[name for name in names if name != COMPONENT])
    component = nlp.get_pipe(COMPONENT)
    if not isinstance(component, PotentialPIINER):
        raise InputError(f"{pipeline}: its '{COMPONENT}' is not this package's.")
    if not component.labels:
        raise InputError(f"{pipeline}: its '{COMPONENT}' has no labels: train it first.")
    key = component.spans_key
    tagged: list[Tagged] = []
    for examples in minibatch(DialogueCorpus(dev, key, canonical=True)(nlp), batch):
        scores = component.predict([example.predicted for example in examples])
        for example, columns in zip(examples, scores, strict=True):
            gold = get_candidates(example.reference, key)
            annotated = from_doc(example.reference, key)
            probabilities = component.model.ops.to_numpy(columns)
            tagged.append(Tagged(example.predicted, gold, annotated, probabilities))
    scored = set(component.labels).difference(DISTRACTORS)
    if not any(gold.label in scored for dialogue in tagged for gold in dialogue.gold):
        raise InputError(
            f"{dev}: no span has a label of the pipeline's. Give labelled dialogues, such as the "
            "dev split that training.corpora.make wrote."
        )
    say(f"{len(tagged)} dialogues tagged")
    return component, tagged


def calibrated_temperature(component: PotentialPIINER, tagged: Sequence[Tagged]) -> dict[str, Any]:
    """Fit the temperature and set it.

    component (PotentialPIINER): The component.
    tagged (Sequence[Tagged]): The dev split.
    RETURNS (Dict[str, Any]): The value; the loss (nats a token) and the expected calibration error
        with a temperature of 1 and with this one; and the tokens that they are of.
    """
    tags = len(component.tags)
    scheme = component.cfg["scheme"]
    rows, columns = [], []
    for dialogue in tagged:
        targets, counts = tag_targets(dialogue.doc, dialogue.gold, component.labels, scheme)
        counted = numpy.asarray(counts)[:, 0] > 0
        rows.append(dialogue.probabilities[counted, :tags])
        columns.append(numpy.asarray(targets)[counted].argmax(axis=1))
    probabilities, gold = numpy.concatenate(rows), numpy.concatenate(columns)
    component.temperature = fit_temperature(probabilities, gold)
    return {
        "value": component.temperature,
        "tokens": len(gold),
        **{
            name: {"before": measure(probabilities, gold),
                   "after": measure(probabilities, gold, component.temperature)}
            for name, measure in (
                ("negative_log_likelihood", negative_log_likelihood),
                ("calibration_error", calibration_error),
            )
        },
    }  # fmt: skip


def chosen_thresholds(
    component: PotentialPIINER,
    tagged: Sequence[Tagged],
    recall: float,
    tolerance: float,
    least: float,
) -> dict[str, Choice]:
    """Choose each label's threshold, the other labels at 0.5, and set them.

    component (PotentialPIINER): The component, with its temperature.
    tagged (Sequence[Tagged]): The dev split.
    recall (float): The strict recall to reach.
    tolerance (float): F1 that may be lost where no threshold reaches it.
    least (float): The lowest threshold to choose.
    RETURNS (Dict[str, Choice]): A choice a label. A label with little gold keeps 0.5, and one
        that is a distractor in scoring as well.
    """
    sizes = Counter(gold.label for dialogue in tagged for gold in dialogue.gold)
    scored = [label for label in component.labels if sizes[label] and label not in DISTRACTORS]
    curves = threshold_curves(component, tagged, scored)
    choices = {}
    for label in component.labels:
        curve = curves.get(label, [])
        if label in DISTRACTORS:
            chosen, reason = DEFAULT, "distractor"
        elif sizes[label] < ENOUGH:
            chosen, reason = DEFAULT, "little gold"
        else:
            allowed = [point for point in curve if point.threshold >= least]
            (chosen, _), reason = choose_threshold(allowed, recall, tolerance)
        choices[label] = Choice(chosen, reason, sizes[label], curve)
    component.thresholds = {label: choice.threshold for label, choice in choices.items()}
    return choices


def threshold_curves(
    component: PotentialPIINER, tagged: Sequence[Tagged], labels: Sequence[str]
) -> dict[str, list[Point]]:
    """The strict counts of labels at each of `THRESHOLDS`, the other labels at 0.5.

    component (PotentialPIINER): The component, with its temperature.
    tagged (Sequence[Tagged]): The dev split.
    labels (Sequence[str]): The labels.
    RETURNS (Dict[str, List[Point]]): A curve a label. A dialogue is decoded again only where
        the tokens that reach the threshold are others.
    """
    limits = numpy.asarray(THRESHOLDS) - MARGIN
    default = THRESHOLDS.index(DEFAULT)
    thresholds = dict.fromkeys(component.labels, DEFAULT)
    sums = {label: [Counts()] * len(THRESHOLDS) for label in labels}
    for dialogue in tagged:
        inside = _label_probabilities(component, dialogue)
        usual = strict_counts(component, dialogue, thresholds)
        for label in labels:
            column = inside[:, component.labels.index(label)]
            reached = (column[:, None] >= limits).sum(axis=0).tolist()
            known = {reached[default]: usual.get(label, Counts())}
            for number, threshold in enumerate(THRESHOLDS):
                if (size := reached[number]) not in known:
                    counts = strict_counts(component, dialogue, {**thresholds, label: threshold})
                    known[size] = counts.get(label, Counts())
                sums[label][number] += known[size]
    return {
        label: [Point(*pair) for pair in zip(THRESHOLDS, counts, strict=True)]
        for label, counts in sums.items()
    }


def strict_counts(
    component: PotentialPIINER, dialogue: Tagged, thresholds: Mapping[str, float]
) -> dict[str, Counts]:
    """Decode a dialogue as the component does, and count right, wrong and missed by label.

    component (PotentialPIINER): The component; the thresholds are set.
    dialogue (Tagged): The dialogue.
    thresholds (Mapping[str, float]): The threshold of each label.
    RETURNS (Dict[str, Counts]): Strict counts by label; distractors apart.
    """
    component.thresholds = dict(thresholds)
    set_candidates(dialogue.doc, [], component.spans_key)
    component.set_annotations([dialogue.doc], [dialogue.probabilities])  # type: ignore[list-item]
    found = from_doc(dialogue.doc, component.spans_key)
    prepared = prepare([dialogue.annotated], [found], CANONICAL, own=CANONICAL)
    decisions = match_all(prepared.gold, prepared.predicted, "strict")
    return tally(prepared.gold, decisions).by_key()


def total(component: PotentialPIINER, tagged: Sequence[Tagged]) -> dict[str, Counts]:
    """Strict counts of the component as it is set, by label and of `all`."""
    sums: dict[str, Counts] = defaultdict(Counts)
    for dialogue in tagged:
        for label, counts in strict_counts(component, dialogue, component.thresholds).items():
            sums[label] += counts
            sums["all"] += counts
    return dict(sorted(sums.items()))


def chosen_role_threshold(
    component: PotentialPIINER, tagged: Sequence[Tagged]
) -> dict[str, Any] | None:
    """Choose the threshold of roles on the gold names, and set it.

    component (PotentialPIINER): The component.
    tagged (Sequence[Tagged]): The dev split.
    RETURNS (Optional[Dict[str, Any]]): The threshold with the accuracy, the share of participants
        called something else and what names of each role are called; None without roles.
    """
    if not component.roles:
        return None
    confusions = {
        threshold: role_confusion(component, tagged, threshold) for threshold in ROLE_THRESHOLDS
    }
    component.role_threshold = choose_role_threshold(confusions, MOST_LOST)
    return {
        "threshold": component.role_threshold,
        "confusion": {
            role: {
                called: confusions[component.role_threshold][role, called]
                for called in component.roles
            }
            for role in component.roles
        },
        "by_threshold": [
            {
                "threshold": threshold,
                "accuracy": role_accuracy(confusion),
                "lost_participants": lost_participants(confusion),
            }
            for threshold, confusion in confusions.items()
        ],
    }


def role_confusion(
    component: PotentialPIINER, tagged: Sequence[Tagged], threshold: float
) -> Counter[tuple[str, str]]:
    """How often the gold names of each role are called each role."""
    confusion: Counter[tuple[str, str]] = Counter()
    tags, roles = len(component.tags), component.roles
    for dialogue in tagged:
        probabilities: Any = dialogue.probabilities[:, tags:]
        called = with_roles(dialogue.doc, dialogue.gold, probabilities, roles, threshold)
        for gold, found in zip(dialogue.gold, called, strict=True):
            if gold.label == "NAME" and gold.role in roles:
                confusion[gold.role, found.role] += 1
    return confusion


def changed_config(pipeline: Path, component: PotentialPIINER) -> bytes:
    """The pipeline's config.cfg with the component's temperature and thresholds.

    pipeline (Path): The pipeline's folder.
    component (PotentialPIINER): The component as it is set now.
    RETURNS (bytes): The file. Variables are kept, and everything else.
    """
    config = Config().from_disk(_config_path(pipeline), interpolate=False)
    block = config["components"][COMPONENT]
    block["temperature"] = component.temperature
    block["thresholds"] = component.thresholds
    if component.roles:
        block["role_threshold"] = component.role_threshold
    return config.to_bytes(interpolate=False)


def print_choices(
    choices: Mapping[str, Choice],
    temperature: Mapping[str, Any],
    roles: Mapping[str, Any] | None,
    before: Counts,
    after: Counts,
) -> None:
    """Print the values that were chosen, and the scores before and after."""
    typer.echo(f"temperature {temperature['value']:.3f}")
    if roles:
        typer.echo(f"role_threshold {roles['threshold']:.2f}")
    for label, choice in choices.items():
        typer.echo(f"{label:<18} {choice.threshold:.2f}  {choice.reason} ({choice.gold} spans)")
    for name, counts in (("before", before), ("after", after)):
        typer.echo(
            f"{name:<7} P {counts.precision:.3f}  R {counts.recall:.3f}  F1 {counts.f():.3f}"
        )


def _label_probabilities(component: PotentialPIINER, dialogue: Tagged) -> NDArray[numpy.floating]:
    """One row a token, one column a label: what `decode` compares with the thresholds."""
    given: Any = dialogue.probabilities[:, : len(component.tags)]
    inside = numpy.asarray(tempered(given, component.temperature))[:, 1:]
    if component.cfg["scheme"] == "io":
        return inside
    return inside[:, 0::2] + inside[:, 1::2]


def _figures(counts: Counts) -> dict[str, Any]:
    score = Score(counts).to_dict()
    del score["intervals"]
    return score


def _config_path(pipeline: Path) -> Path:
    return pipeline / "config.cfg"


if __name__ == "__main__":
    typer.run(main)
