"""Plots are read back as XML: their texts, and where their points stand."""

import re
import sys
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.report.plots import comparison_plots, evaluation_plots
from spacy_piivot.evaluation.report.scores import by_frequency, gold_sizes
from spacy_piivot.evaluation.report.svg import COLOURS

SVG = "{http://www.w3.org/2000/svg}"
STRATA = ("segment", "corpus", "speaker", "role", "region", "gender")


def scored(tp: int, fp: int | None, fn: int, **intervals: list[float]) -> dict[str, Any]:
    precision = None if fp is None else tp / (tp + fp)
    f1 = None if fp is None else 2 * tp / (2 * tp + fp + fn)
    metrics = {"precision": precision, "recall": tp / (tp + fn), "f1": f1}
    return {"tp": tp, "fp": fp, "fn": fn, **metrics, "intervals": intervals}


def figures(**changes: Any) -> dict[str, Any]:
    return {
        "predicted": "ours.jsonl",
        "bootstrap": 1000,
        "overall": scored(8, 2, 2),
        "by_label": {"AGE": scored(1, 0, 1), "NAME": scored(7, 2, 1, recall=[0.5, 1.0])},
        "strata": dict.fromkeys(STRATA),
        "curve": None,
        **changes,
    }


@cache
def usual_plots() -> dict[str, str]:
    return evaluation_plots(figures())


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def marks(svg: str, colour: str) -> int:
    """How many points of a colour are drawn, the legend's included."""
    drawn = ElementTree.fromstring(svg).iter(f"{SVG}use")
    return sum(f"fill: {colour}" in node.get("style", "") for node in drawn)


def test_what_has_no_values_is_left_out() -> None:
    assert set(usual_plots()) == {"by_label"}
    assert evaluation_plots(figures(by_label={})) == {}
    systems = {"a": figures(), "b": figures()}
    assert set(comparison_plots({"systems": systems})) == {"overall", "by_label"}


def test_labels_stand_by_frequency_with_their_number_of_gold_spans() -> None:
    svg = usual_plots()["by_label"]
    shown = texts(svg)
    assert shown.index("NAME (n = 8)") < shown.index("AGE (n = 2)")
    assert "Scores by label (n gold spans)" in shown
    assert "Score (95% interval)" in shown
    assert {"Precision", "Recall", "F1"} <= set(shown)


def test_without_bootstrap_nothing_is_said_of_intervals() -> None:
    assert "interval" not in evaluation_plots(figures(bootstrap=0))["by_label"]


def test_a_score_that_is_not_defined_has_no_point() -> None:
    plot = usual_plots()["by_label"]
    assert [marks(plot, colour) for colour in COLOURS[:3]] == [3, 3, 3]
    undefined = {**scored(1, 0, 1), "precision": None}
    plot = evaluation_plots(figures(by_label={"AGE": undefined, "URL": scored(2, 0, 1)}))
    assert [marks(plot["by_label"], colour) for colour in COLOURS[:3]] == [2, 3, 3]


def test_regions_show_recall_alone() -> None:
    strata = {**dict.fromkeys(STRATA), "region": {"Asia": scored(3, None, 1)}}
    plot = evaluation_plots(figures(strata=strata))["region"]
    assert "Asia (n = 4)" in texts(plot)
    assert "Precision" not in texts(plot)
    assert marks(plot, COLOURS[0]) == 1


def test_a_value_stands_where_the_axis_says() -> None:
    strata = {**dict.fromkeys(STRATA), "region": {"Asia": scored(3, None, 1)}}
    plot = evaluation_plots(figures(strata=strata))["region"]
    root = ElementTree.fromstring(plot)
    (point,) = (u for u in root.iter(f"{SVG}use") if COLOURS[0] in u.get("style", ""))
    ticks = {
        "".join(node.itertext()): float(
            re.findall(r"translate\(([\d.]+)", node.get("transform"))[0]
        )
        if "translate" in node.get("transform", "")
        else float(node.get("x"))
        for node in root.iter(f"{SVG}text")
    }
    expected = ticks["0.0"] + 0.75 * (ticks["1.0"] - ticks["0.0"])
    assert float(point.get("x")) == pytest.approx(expected, abs=0.5)


def test_a_curve_has_iso_f1_lines_and_the_operating_point() -> None:
    curve = [
        {"threshold": 0.9, "precision": 1.0, "recall": 0.2},
        {"threshold": 0.1, "precision": 0.5, "recall": 0.9},
        {"threshold": 0.95, "precision": None, "recall": 0.0},
    ]
    plot = evaluation_plots(figures(curve=curve))["curve"]
    assert {"Precision", "Recall", "F1 = 0.8"} <= set(texts(plot))
    assert marks(plot, COLOURS[0]) == 1


def test_systems_stand_beside_one_another_under_their_own_names() -> None:
    curve = [{"threshold": 0.5, "precision": 0.8, "recall": 0.8}]
    names = ["_a $x^2$ <b>&", "the other"]
    plots = comparison_plots({"systems": {name: figures(curve=curve) for name in names}})
    for plot in plots.values():
        assert set(names) <= set(texts(plot))
    shown = texts(plots["by_label"])
    assert {"Recall (95% interval)", "F1 (95% interval)"} <= set(shown)


def test_the_same_figures_give_the_same_bytes() -> None:
    first, second = usual_plots(), evaluation_plots(figures())
    assert first == second
    assert not re.search(r"20\d\d-\d\d|matplotlib|<metadata", first["by_label"], re.IGNORECASE)


def test_text_takes_the_colour_of_the_page_and_nothing_is_loaded() -> None:
    plot = usual_plots()["by_label"]
    assert plot.startswith('<svg role="img" aria-label="Scores by label (n gold spans)"')
    assert "currentColor" in plot
    addresses = set(re.findall(r"https?://[^\"' ]+", plot))
    assert addresses == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_settings_of_the_user_are_left_alone() -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    with matplotlib.rc_context({"xtick.labelsize": 40}):
        large = evaluation_plots(figures())
        assert matplotlib.rcParams["xtick.labelsize"] == 40
    assert large == usual_plots()
    assert dict(matplotlib.rcParams) == before


def test_groups_of_any_system_count() -> None:
    sizes = gold_sizes([{"URL": scored(1, 0, 0)}, {"URL": scored(0, 1, 1), "AGE": scored(1, 1, 4)}])
    assert sizes == {"URL": 1, "AGE": 5}
    assert by_frequency({"URL": 1, "NAME": 5, "AGE": 5}) == ["AGE", "NAME", "URL"]


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"needs matplotlib.*spacy-piivot\[evaluation\]"):
        evaluation_plots(figures())
