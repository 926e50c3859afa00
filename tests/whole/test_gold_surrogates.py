"""The surrogates of real dialogues with gold spans, if the labelled data are there.

Of every third of 138 by default.
"""

import json
from pathlib import Path

import pytest
from shared_pipelines import blank_english

from spacy_piivot.evaluation.attack.released import read_edits, released_dialogues
from spacy_piivot.evaluation.attack.surrogate_quality import SurrogateQuality, surrogate_quality
from spacy_piivot.evaluation.readers.dialogue_files import read_records
from spacy_piivot.evaluation.readers.reading import read_annotations
from spacy_piivot.evaluation.utility.talk_statistics import LessonUtility, lesson_utility
from spacy_piivot.lang import ENGLISH
from spacy_piivot.runs.deidentify import deidentify

KEYS = (b"a test key of more than sixteen bytes", b"another key of the test, also long")


@pytest.fixture(scope="module", params=[3, pytest.param(1, marks=pytest.mark.slow)])
def step(request: pytest.FixtureRequest) -> int:
    """Of how many dialogues one is taken."""
    return int(request.param)


@pytest.fixture(scope="module", params=[KEYS[0], pytest.param(KEYS[1], marks=pytest.mark.slow)])
def release(
    request: pytest.FixtureRequest,
    step: int,
    data_folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[SurrogateQuality, LessonUtility]:
    folder = tmp_path_factory.mktemp("gold")
    lines = (data_folder / "eval" / "gold_dev.jsonl").read_text("utf8").split("\n")[:-1][::step]
    gold = folder / "gold.jsonl"
    gold.write_text("".join(line + "\n" for line in lines), "utf8")
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator").set_key(request.param)  # type: ignore[attr-defined]
    out, edits = folder / "out.jsonl", folder / "edits.jsonl"
    summary = deidentify(gold, out, nlp, spans_from_input=True, private_edits=edits)
    assert (summary.done, summary.quarantined) == (len(lines), 0)
    after = read_records(out)
    dialogues = released_dialogues(after, read_edits(edits), read_annotations(gold))
    return surrogate_quality(dialogues), lesson_utility(read_records(gold), after, ENGLISH)


def test_gender_and_region_are_kept(
    release: tuple[SurrogateQuality, LessonUtility], step: int
) -> None:
    quality, _ = release
    assert quality.gender.of > 400 // step
    # By our own lists, which know few names of both sexes; `discriminate` uses lists of others.
    assert quality.gender.count >= 0.9 * quality.gender.of
    assert quality.region.count >= 0.9 * quality.region.of


def test_nothing_collides_or_is_reused(
    release: tuple[SurrogateQuality, LessonUtility], step: int
) -> None:
    quality, _ = release
    assert (quality.collisions, quality.reused) == (0, 0)
    assert quality.consistent.count == quality.consistent.of > 200 // step


def test_the_lesson_stays(release: tuple[SurrogateQuality, LessonUtility], step: int) -> None:
    _, utility = release
    for changes in utility.changes().values():
        assert all(abs(change or 0) <= 0.005 for change in changes.values())
    assert utility.numbers.count == utility.numbers.of > 1700 // step
    assert utility.answers.count == utility.answers.of > 150 // step
    assert json.dumps(utility.to_dict())
