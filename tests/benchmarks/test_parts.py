from pathlib import Path

import pytest

from spacy_piivot.evaluation.readers.reading import read_annotations


@pytest.mark.slow
def test_our_pipeline_is_scored_timed_by_part_and_compared_with_the_floor(gold: Path) -> None:
    from benchmarks.parts import component_seconds, floor_seconds
    from benchmarks.systems import load_system

    dialogues = read_annotations(gold)
    system = load_system("piivot:en_piivot_light")
    assert system.nlp is not None
    assert system.quality(dialogues)["recall"] == 1.0
    parts = component_seconds(system.nlp, dialogues, 1)
    assert list(parts) == ["tokenising", *system.nlp.pipe_names]
    floor = floor_seconds(system.nlp, dialogues, 2)
    assert list(floor) == ["pipeline", "potential_pii_ner", "tokenising", "forward"]
    assert all(len(measured) == 2 and min(measured) > 0 for measured in floor.values())
