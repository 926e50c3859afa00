from spacy_piivot.evaluation.core.counts import Counts
from training.calibrate.picture import draw_curves
from training.calibrate.thresholds import Point


def test_a_picture_has_a_panel_a_label() -> None:
    points = [Point(0.5, Counts(8, 1, 2)), Point(0.9, Counts(0, 0, 10))]
    drawn = draw_curves({"NAME": (points, 0.5), "URL": (points[:1], 0.9)}, ".svg")
    assert drawn.count(b'<g id="axes_') == 3
    assert draw_curves({}, ".pdf").startswith(b"%PDF")
