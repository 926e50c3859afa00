import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy
import pytest
import spacy
import typer
from shared_pipelines import blank_english
from spacy.tokens import Doc
from spacy.util import registry
from thinc.api import Model
from thinc.types import Floats2d

from spacy_piivot.components.potential_pii_ner import PotentialPIINER
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.core.counts import Counts
from spacy_piivot.evaluation.readers.docs import from_doc
from spacy_piivot.lang import ENGLISH
from training.calibrate import pipeline as calibrate
from training.calibrate.choices import (
    LEAST_IN_ESSAYS,
    chosen_role_thresholds,
    chosen_thresholds,
    threshold_curves,
)
from training.calibrate.tagged import Tagged, read_tagged, strict_counts, total
from training.calibrate.thresholds import (
    THRESHOLDS,
)

COMPONENT = "potential_pii_ner"
LABELS = ["LOCATION", "NAME", "ORG"]
ROLES = ["participant", "problem", "math_term", "public"]
OUTSIDE = [1.0, 0.0, 0.0, 0.0]
PARTICIPANT = [1.0, 0.0, 0.0, 0.0]


@registry.architectures("test_calibration.Given.v1")
def given(rows: dict[str, list[float]], default: list[float]) -> Model[list[Doc], list[Floats2d]]:
    """Gives each word the probabilities that are given for it."""

    def forward(model: Model, docs: list[Doc], is_train: bool) -> tuple[list[Floats2d], Any]:
        scores = [[rows.get(token.text, default) for token in doc] for doc in docs]
        return [model.ops.asarray2f(s, dtype="float32") for s in scores], lambda d: d

    return Model("given", forward)


def name(probability: float) -> list[float]:
    """The probabilities of O, LOCATION, NAME and ORG for a word that may be a name."""
    return [1 - probability, 0.0, probability, 0.0]


def save(
    folder: Path,
    rows: dict[str, list[float]],
    roles: Sequence[str] = (),
    labels: Sequence[str] = LABELS,
) -> Path:
    """Save a pipeline whose model gives these rows; any other word is outside."""
    nlp = blank_english()
    model = {
        "@architectures": "test_calibration.Given.v1",
        "rows": rows,
        "default": [*OUTSIDE, *(PARTICIPANT if roles else [])],
    }
    component: Any = nlp.add_pipe(COMPONENT, config={"model": model, "roles": list(roles)})
    for label in labels:
        component.add_label(label)
    nlp.to_disk(folder)
    return folder


def write(path: Path, *messages: tuple[str, dict[str, tuple[str, str]]]) -> Path:
    """Write a dialogue; with each text goes what its words are: a label and a role."""
    record = {"id": "d", "corpus": "test", "messages": []}
    for text, gold in messages:
        spans = []
        for word, (label, role) in gold.items():
            start = text.index(word)
            span = {"start": start, "end": start + len(word), "label": label, "role": role}
            spans.append(span)
        record["messages"].append({"speaker": "tutor", "text": text, "spans": spans})
    path.write_text(json.dumps(record) + "\n")
    return path


def read(pipeline: Path, dev: Path) -> tuple[PotentialPIINER, list[Tagged]]:
    return read_tagged(pipeline, dev, batch=2)


def test_each_label_gets_the_threshold_that_its_spans_want(tmp_path: Path) -> None:
    """30 names at 0.32 and one at 0.9; an ordinary word at 0.27, another at 0.1."""
    rows = {"Odile": name(0.32), "Tariq": name(0.9), "hat": name(0.27), "is": name(0.1)}
    rows |= {"Oslo": [0.6, 0.4, 0.0, 0.0], "Zearn": [0.6, 0.0, 0.0, 0.4]}
    messages = [("Odile now is on Zearn", {"Odile": ("NAME", ""), "Zearn": ("ORG", "")})] * 30
    messages += [("Oslo", {"Oslo": ("LOCATION", "")})] * 29
    messages += [("Tariq has a hat", {"Tariq": ("NAME", "")})]
    pipeline = save(tmp_path / "p", rows)
    component, tagged = read(pipeline, write(tmp_path / "dev.jsonl", *messages))
    choices = chosen_thresholds(component, tagged, 0.98, 0.01, 0.0)
    assert component.thresholds == {"LOCATION": 0.5, "NAME": 0.3, "ORG": 0.5}
    reasons = {label: (choice.reason, choice.gold) for label, choice in choices.items()}
    assert reasons == {
        "LOCATION": ("little gold", 29),
        "NAME": ("recall", 31),
        "ORG": ("distractor", 30),
    }
    counts = dict(choices["NAME"].curve)
    assert counts[0.5] == Counts(1, 0, 30)
    assert counts[0.3] == Counts(31, 0, 0)
    assert counts[0.25] == Counts(31, 1, 0)
    assert counts[0.1] == Counts(31, 31, 0)
    chosen_thresholds(component, tagged, 0.98, 0.01, least=0.35)
    assert component.thresholds["NAME"] == 0.35
    chosen_thresholds(component, tagged, 0.98, 0.01, 0.0, most=0.2)
    assert component.thresholds == {"LOCATION": 0.5, "NAME": 0.2, "ORG": 0.5}


def test_thirty_spans_are_enough(tmp_path: Path) -> None:
    pipeline = save(tmp_path / "p", {"Odile": name(0.32)})
    dev = write(tmp_path / "dev.jsonl", *[("Odile", {"Odile": ("NAME", "")})] * 30)
    component, tagged = read(pipeline, dev)
    # Ties go to the lower threshold.
    assert chosen_thresholds(component, tagged, 0.98, 0.01, 0.0)["NAME"].threshold == 0.02


@pytest.mark.parametrize(
    ("scheme", "aggregation"),
    [
        ("io", "first"),
        ("iob2", "none"),
        pytest.param("io", "none", marks=pytest.mark.slow),
        pytest.param("iob2", "first", marks=pytest.mark.slow),
    ],
)
def test_a_curve_is_what_decoding_at_every_threshold_gives(scheme: str, aggregation: str) -> None:
    draw = numpy.random.default_rng(3)
    nlp = blank_english()
    config = {"scheme": scheme, "aggregation_strategy": aggregation}
    component: Any = nlp.add_pipe(COMPONENT, config=config)
    for label in LABELS:
        component.add_label(label)
    tagged = []
    for number in range(6):
        texts = ["Odile met Tariq-Ali in Oslo", "", "Oslo ' Oona O'Neil hat Yuki"]
        doc = dialogue_to_doc(Dialogue(str(number), [Message("", text) for text in texts]), nlp)
        columns = len(component.tags)
        probabilities = draw.dirichlet([0.3] * columns, len(doc)).astype("float32")
        # Some tokens reach a threshold exactly.
        exact = draw.choice(THRESHOLDS, len(doc))
        rows = numpy.flatnonzero(draw.random(len(doc)) < 0.5)
        probabilities[rows] = 0.0
        probabilities[rows, 0], probabilities[rows, columns // 2] = 1 - exact[rows], exact[rows]
        gold = doc.copy()
        spans = [(0, 5, "NAME"), (23, 27, "LOCATION"), (29, 33, "ORG"), (36, 47, "NAME")]
        set_candidates(gold, [Candidate(*span, 1.0, "gold") for span in spans])
        tagged.append(
            Tagged(doc, get_candidates(gold), from_doc(gold, lexicon=ENGLISH), probabilities)
        )
    labels = ["LOCATION", "NAME"]
    curves = threshold_curves(component, tagged, labels)
    for label in labels:
        for threshold, counts in curves[label]:
            limits = {**dict.fromkeys(LABELS, 0.5), label: threshold}
            expected = Counts()
            for dialogue in tagged:
                some = strict_counts(component, dialogue, limits)
                expected += some.get(label, Counts())
            assert (threshold, counts) == (threshold, expected)
        assert len(set(curves[label])) > 5


def test_the_role_threshold_is_chosen_on_gold_names(tmp_path: Path) -> None:
    """Odile is taken for a problem's with 0.62, in the mean of her mentions."""
    rows = {
        "Odile": [*OUTSIDE, 0.44, 0.56, 0.0, 0.0],
        "ODILE": [*OUTSIDE, 0.32, 0.68, 0.0, 0.0],
        "Maria": [*OUTSIDE, 0.1, 0.9, 0.0, 0.0],
        "Pascal": [*OUTSIDE, 0.2, 0.2, 0.6, 0.0],
    }
    dev = write(
        tmp_path / "dev.jsonl",
        ("Odile has Pascal", {"Odile": ("NAME", "participant"), "Pascal": ("NAME", "math_term")}),
        ("ODILE and Maria", {"ODILE": ("NAME", "participant"), "Maria": ("NAME", "problem")}),
        ("Maria", {"Maria": ("NAME", "")}),
    )
    component, tagged = read(save(tmp_path / "p", rows, ROLES), dev)
    chosen = chosen_role_thresholds(component, tagged)
    assert chosen is not None
    assert list(chosen) == ["dialogue"]
    found = chosen["dialogue"]
    assert found["threshold"] == component.role_threshold == 0.65
    none = dict.fromkeys(ROLES, 0)
    assert found["confusion"] == {
        "participant": {**none, "participant": 2},
        "problem": {**none, "problem": 1},
        "math_term": {**none, "participant": 1},
        "public": none,
    }
    first, *_ = found["by_threshold"]
    assert first == {"threshold": 0.5, "accuracy": 0.5, "lost_participants": 1.0}


def test_the_role_threshold_in_essays_is_reported_as_it_is_set(tmp_path: Path) -> None:
    """0.5 would do on this essay."""
    rows = {"Odile": [*OUTSIDE, 0.9, 0.1, 0.0, 0.0], "Pascal": [*OUTSIDE, 0.4, 0.0, 0.0, 0.6]}
    dev = write(
        tmp_path / "dev.jsonl",
        (
            "Odile likes Pascal. " + "They read. " * 50,
            {"Odile": ("NAME", "participant"), "Pascal": ("NAME", "public")},
        ),
    )
    component, tagged = read(save(tmp_path / "p", rows, ROLES), dev)
    before = component.role_threshold
    chosen = chosen_role_thresholds(component, tagged)
    assert chosen is not None
    assert list(chosen) == ["essay"]
    assert chosen["essay"]["threshold"] == component.essay_role_threshold == LEAST_IN_ESSAYS
    assert component.role_threshold == before
    # At this threshold the name that is 0.6 public is private.
    assert chosen["essay"]["confusion"]["public"]["participant"] == 1


def test_a_pipeline_without_roles_gets_no_role_threshold(tmp_path: Path) -> None:
    dev = write(tmp_path / "dev.jsonl", ("Odile", {"Odile": ("NAME", "participant")}))
    component, tagged = read(save(tmp_path / "p", {"Odile": name(0.9)}), dev)
    assert chosen_role_thresholds(component, tagged) is None


@pytest.mark.slow
def test_only_the_chosen_values_of_the_config_change(tmp_path: Path) -> None:
    row = [*name(0.4), 0.44, 0.56, 0.0, 0.0]
    sure, low = [*name(0.97), 0.9, 0.1, 0.0, 0.0], [*name(0.1), 0.9, 0.1, 0.0, 0.0]
    pipeline = save(tmp_path / "p", {"Odile": row, "Tariq": sure, "hat": sure, "it": low}, ROLES)
    config = pipeline / "config.cfg"
    before = config.read_text()
    assert "${system.seed}" in before
    others = {p: p.read_bytes() for p in pipeline.rglob("*") if p.is_file() and p != config}
    messages = [("Odile is here", {"Odile": ("NAME", "participant")})] * 20
    messages += [("Tariq has it", {"Tariq": ("NAME", "participant")})] * 20
    messages += [("a hat", {})] * 4
    dev = write(tmp_path / "dev.jsonl", *messages)
    for _ in range(2):  # The second run starts from what the first wrote.
        calibrate.main(
            pipeline, dev, plot=tmp_path / "new" / "c.png", json=tmp_path / "new" / "c.json"
        )
        figures = json.loads((tmp_path / "new" / "c.json").read_text())
        component: Any = spacy.load(pipeline).get_pipe(COMPONENT)
        assert component.temperature == figures["temperature"]["value"] > 1.2
        chosen = {label: one["threshold"] for label, one in figures["thresholds"].items()}
        assert component.thresholds == chosen
        assert chosen["NAME"] == 0.25
        assert component.role_threshold == figures["roles"]["dialogue"]["threshold"] == 0.6
    loss = figures["temperature"]["negative_log_likelihood"]
    assert loss["after"] < loss["before"]
    assert figures["after"]["all"]["recall"] == 1.0
    assert "Odile" not in (tmp_path / "new" / "c.json").read_text()
    assert (tmp_path / "new" / "c.png").read_bytes().startswith(b"\x89PNG")
    assert {p: p.read_bytes() for p in others} == others
    changed = set(before.splitlines()) ^ set(config.read_text().splitlines())
    keys = {line.partition(" = ")[0] for line in changed}
    assert keys == {"temperature", "role_threshold", *LABELS}


def test_a_calibrated_copy_leaves_the_pipeline_alone(tmp_path: Path) -> None:
    pipeline = save(tmp_path / "p", {"Odile": [*name(0.4), 0.44, 0.56, 0.0, 0.0]}, ROLES)
    before = {p.relative_to(pipeline): p.read_bytes() for p in pipeline.rglob("*") if p.is_file()}
    messages = [("Odile is here", {"Odile": ("NAME", "participant")})] * 30
    dev = write(tmp_path / "dev.jsonl", *messages)
    pictures = {"plot": tmp_path / "c.png", "json": tmp_path / "c.json"}
    for _ in range(2):
        calibrate.main(pipeline, dev, out=tmp_path / "copy", **pictures)
    assert before == {
        p.relative_to(pipeline): p.read_bytes() for p in pipeline.rglob("*") if p.is_file()
    }
    copied: Any = spacy.load(tmp_path / "copy").get_pipe(COMPONENT)
    assert copied.thresholds["NAME"] < 0.5
    with pytest.raises(typer.Exit):
        calibrate.main(pipeline, dev, out=pipeline, **pictures)


def test_the_scores_before_are_those_of_the_pipeline_as_it_was(tmp_path: Path) -> None:
    pipeline = save(tmp_path / "p", {"Odile": name(0.4)})
    dev = write(tmp_path / "dev.jsonl", *[("Odile", {"Odile": ("NAME", "")})] * 2)
    component, tagged = read(pipeline, dev)
    assert total(component, tagged) == {"NAME": Counts(0, 0, 2), "all": Counts(0, 0, 2)}
    component.threshold = 0.3
    assert total(component, tagged)["all"] == Counts(2, 0, 0)


def test_what_cannot_be_calibrated_is_refused(tmp_path: Path) -> None:
    pipeline = save(tmp_path / "p", {"Odile": name(0.4)})
    dev = write(tmp_path / "dev.jsonl", ("Odile", {"Odile": ("NAME", "")}))
    bare = write(tmp_path / "bare.jsonl", ("Odile", {}))
    untrained = save(tmp_path / "untrained", {}, labels=())
    without = tmp_path / "without"
    blank_english().to_disk(without)
    for folder, labelled, message in (
        (tmp_path / "nothing", dev, "not a pipeline"),
        (without, dev, "train one with a config"),
        (untrained, dev, "has no labels"),
        (pipeline, bare, "no span has a label"),
    ):
        with pytest.raises(InputError, match=message):
            read(folder, labelled)


def test_distractors_alone_are_nothing_to_calibrate_on(tmp_path: Path) -> None:
    pipeline = save(tmp_path / "p", {"Odile": [*name(0.4), 0.44, 0.56, 0.0, 0.0]}, ROLES)
    before = (pipeline / "config.cfg").read_bytes()
    dev = write(tmp_path / "dev.jsonl", ("At the Odile", {"Odile": ("ORG", "")}))
    with pytest.raises(typer.Exit):
        calibrate.main(pipeline, dev, plot=tmp_path / "c.png", json=tmp_path / "c.json")
    assert (pipeline / "config.cfg").read_bytes() == before


def test_a_refused_run_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipeline = save(tmp_path / "p", {"Odile": name(0.4)})
    dev = write(tmp_path / "dev.jsonl", ("Odile", {"Odile": ("NAME", "")}))
    before = (pipeline / "config.cfg").read_bytes()
    with pytest.raises(typer.Exit) as exit:
        calibrate.main(pipeline, dev, plot=tmp_path / "c.txt", json=tmp_path / "c.json")
    assert exit.value.exit_code == 2
    assert ".png, .svg, .pdf" in capsys.readouterr().err
    assert (pipeline / "config.cfg").read_bytes() == before
    assert not (tmp_path / "c.json").exists()
