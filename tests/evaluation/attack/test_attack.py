from releases import EDITS, ORIGINAL, RELEASED, corpus, gold, record

from spacy_piivot.evaluation.attack.attack import attack
from spacy_piivot.evaluation.attack.released import released_dialogues


def test_one_report_with_pictures() -> None:
    dialogues = corpus()
    found = attack(dialogues, epochs=1)
    assert found.simulation is None
    assert found.plots() == {}
    assert len(found.notes) == 1
    gold_one = [gold("d1", ORIGINAL, (0, 5, ""), (10, 15, ""))]
    [one] = released_dialogues([record("d1", RELEASED)], {"d1": EDITS}, gold_one)
    found = attack([one, one], gold_one * 2, epochs=1)
    assert found.quality is not None
    assert {"outliers", "parrot", "simulation", "quality"} <= found.to_dict().keys()
    titles = [section.title for section in found.report().sections]
    assert titles == ["Attacks", "Dialogues in which a missed name stands out", "Surrogates"]
    assert "<svg" in found.plots()["simulation"]
