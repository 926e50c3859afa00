import json
import re
import stat
import sys
from collections.abc import Mapping
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from annotated import essay

from spacy_piivot.errors import InputError
from spacy_piivot.evaluation import compare, evaluate
from spacy_piivot.evaluation.report.comparison import comparison_report
from spacy_piivot.evaluation.report.evaluation import evaluation_report
from spacy_piivot.evaluation.report.plots import evaluation_plots
from spacy_piivot.evaluation.report.rendering import to_html, to_markdown
from spacy_piivot.evaluation.report.report import write_report
from spacy_piivot.evaluation.report.writing import write_json


def evaluation_to_markdown(evaluation: Mapping[str, Any]) -> str:
    return to_markdown(evaluation_report(evaluation))


def comparison_to_markdown(comparison: Mapping[str, Any]) -> str:
    return to_markdown(comparison_report(comparison))


STRATA = ("segment", "corpus", "speaker", "role", "region", "gender")
SEMEVAL = ("correct", "incorrect", "partial", "missed", "spurious", "precision", "recall", "f1")


def scored(tp: int, fp: int | None, fn: int, **intervals: list[float]) -> dict[str, Any]:
    metrics: dict[str, float | None] = {"precision": None, "recall": tp / (tp + fn)}
    metrics |= {"f1": None, "f5": None}
    if fp is not None:
        metrics["precision"] = tp / (tp + fp)
        for name, weight in (("f1", 1), ("f5", 25)):
            metrics[name] = (1 + weight) * tp / ((1 + weight) * tp + weight * fn + fp)
    return {"tp": tp, "fp": fp, "fn": fn, **metrics, "intervals": intervals}


def figures(**changes: Any) -> dict[str, Any]:
    """An evaluation in which little is available."""
    overall = scored(8, 2, 2, precision=[0.7, 0.95])
    return {
        "gold": "gold.jsonl",
        "predicted": "ours.jsonl",
        "matching": "strict",
        "scheme": "codebook",
        "dialogues": 1380,
        "messages": None,
        "gold_spans": 10,
        "predicted_spans": 10,
        "bootstrap": 1000,
        "seed": 0,
        "overall": overall,
        "macro": {"precision": 0.6, "recall": None, "f1": 0.5, "f5": 0.4, "intervals": {}},
        "balanced_accuracy": None,
        "by_label": {"AGE": scored(1, 0, 1), "NAME": scored(7, 2, 1)},
        "matchings": {"strict": scored(8, 2, 2), "token": None},
        "semeval": {"partial": dict(zip(SEMEVAL, (8, 0, 1, 1, 1, 0.85, 0.85, 0.85), strict=True))},
        "strata": dict.fromkeys(STRATA),
        "false_positives": [],
        "leaked": {"characters": 12, "of": 1234, "share": 12 / 1234},
        "lookalikes": None,
        "roles": None,
        "apart": {"ORG": scored(4, 2, 6)},
        "clean_messages": {"touched": 3, "of": 120, "share": 0.025},
        "numbers": None,
        "math_tokens": None,
        "variants": {},
        "curve": None,
        "notes": [],
        **changes,
    }


def part(markdown: str, title: str) -> str:
    """One section of a Markdown report."""
    return markdown.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0].strip()


def row(markdown: str, name: str) -> list[str]:
    """The cells after the first of the only row that begins with a name."""
    (line,) = (line for line in markdown.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in line.strip("|").split("|")[1:]]


def test_scores_stand_with_their_intervals() -> None:
    overall = part(evaluation_to_markdown(figures()), "Overall")
    assert row(overall, "Average") == ["TP", "FP", "FN", "Precision", "Recall", "F1", "F5"]
    assert row(overall, "micro") == ["8", "2", "2", "0.800 [0.700, 0.950]"] + ["0.800"] * 3
    assert row(overall, "macro, over labels") == ["–", "–", "–", "0.600", "–", "0.500", "0.400"]
    assert "Balanced accuracy with O: –" in overall


def test_the_report_says_what_was_scored_and_how() -> None:
    markdown = evaluation_to_markdown(figures(notes=["2 dialogues have no gold"]))
    assert markdown.startswith("# Evaluation of ours.jsonl against gold.jsonl\n")
    assert "1,380 dialogues, 10 scored spans" in markdown
    assert "strict (same start, end and label)" in markdown
    assert "1,000 bootstrap resamples of dialogues (percentile, seed 0)" in markdown
    assert "\n- 2 dialogues have no gold\n" in markdown
    assert "No intervals." in evaluation_to_markdown(figures(bootstrap=0))


def test_labels_with_most_gold_come_first() -> None:
    by_label = part(evaluation_to_markdown(figures()), "By label")
    assert by_label.index("| NAME |") < by_label.index("| AGE |")
    assert row(by_label, "NAME") == ["7", "2", "1", "0.778", "0.875", "0.824", "0.871"]


def test_published_matching_prints_four_decimals() -> None:
    markdown = evaluation_to_markdown(figures(matching="published"))
    assert row(part(markdown, "By label"), "NAME")[3:] == ["0.7778", "0.8750", "0.8235", "0.8708"]


@pytest.mark.parametrize("stratum", STRATA)
def test_a_stratum_without_data_is_not_available(stratum: str) -> None:
    assert part(evaluation_to_markdown(figures()), f"By {stratum}").startswith("not available:")


def test_what_else_is_missing_is_said_and_never_zero() -> None:
    markdown = evaluation_to_markdown(figures())
    assert part(markdown, "Precision and recall by threshold") == "not available"
    assert row(part(markdown, "Matchings beside one another"), "token: same B- or I- tag, token by "
               "token") == ["–"] * 7  # fmt: skip
    assert part(markdown, "False positives by category").endswith("none")
    leaks = part(markdown, "Leaks, lookalikes and numbers")
    assert row(leaks, "Characters leaked") == ["12", "1,234", "1.0%"]
    for measured in ("Lookalikes taken for PII", "Numbers left untouched"):
        assert row(leaks, measured) == ["not available", "", ""]
    assert "Variants" not in markdown


def test_roles_have_recall_alone() -> None:
    strata = {**dict.fromkeys(STRATA), "role": {"participant": scored(3, None, 1, recall=[0.5, 1])}}
    role = part(evaluation_to_markdown(figures(strata=strata)), "By role")
    assert row(role, "Role") == ["TP", "FN", "Recall"]
    assert row(role, "participant") == ["3", "1", "0.750 [0.500, 1.000]"]


def test_everything_that_is_available_is_shown() -> None:
    markdown = evaluation_to_markdown(
        figures(
            false_positives=[
                {
                    "category": "number word",
                    "numeric": True,
                    "count": 3,
                    "share": 0.25,
                    "math": None,
                }
            ],
            lookalikes={
                "false_alarms": 4,
                "of": 20,
                "by_kind": {"time": {"false_alarms": 4, "of": 16}},
            },
            numbers={
                "untouched": 9,
                "of": 10,
                "share": 0.9,
                "math": {"untouched": 4, "of": 4, "share": 1.0},
            },
            math_tokens={
                "untouched": 390,
                "of": 400,
                "share": 0.975,
                "false_positives": 3,
                "per_1000": 7.5,
            },
            variants={"every NAME is NAME_STUDENT": scored(9, 1, 1)},
        )
    )
    assert row(markdown, "number word") == ["yes", "3", "25.0%", "–"]
    assert row(markdown, "Lookalikes taken for PII") == ["4", "20", "20.0%"]
    assert row(markdown, "Lookalikes taken for PII: time") == ["4", "16", "25.0%"]
    assert row(markdown, "Numbers left untouched in MATH") == ["4", "4", "100.0%"]
    assert row(markdown, "Tokens left untouched in MATH") == ["390", "400", "97.5%"]
    false = row(markdown, "False positives for every 1,000 tokens of MATH")
    assert false == ["3", "400", "7.50"]
    assert row(markdown, "every NAME is NAME_STUDENT")[:3] == ["9", "1", "1"]
    assert row(markdown, "partial: overlapping extent") == list("80111") + ["0.850"] * 3


def test_a_long_curve_is_thinned_out_in_the_table() -> None:
    curve = [{"threshold": t / 200, "precision": 0.5, "recall": 0.25} for t in range(200)]
    table = part(evaluation_to_markdown(figures(curve=curve)), "Precision and recall by threshold")
    assert "10 of 200 thresholds" in table
    assert row(table, "0.100") == ["0.500", "0.250"]


def test_names_cannot_break_markdown() -> None:
    by_label = {"A|B": scored(1, 1, 1), "<i>*x*\n# `y`": scored(2, 1, 1), "_a_": scored(1, 1, 0)}
    markdown = evaluation_to_markdown(figures(by_label={**by_label, "NAME_X": scored(1, 0, 0)}))
    for shown in (r"A\|B", r"\<i\>\*x\* # \`y\`", r"\_a\_", "NAME_X"):
        assert f"\n| {shown} | " in markdown


class Page(HTMLParser):
    """What a browser would make of a page: its tags, what they point to, its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.targets: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        loads = ("src", "href", "xlink:href", "srcset", "data", "action", "poster")
        self.targets |= {value or "" for name, value in attrs if name in loads}

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_loads_nothing_and_runs_nothing() -> None:
    evaluation = figures(curve=[{"threshold": 0.5, "precision": 0.8, "recall": 0.8}])
    html = to_html(evaluation_report(evaluation), evaluation_plots(evaluation))
    page = Page(html)
    assert "svg" in page.tags
    assert not page.tags & {"script", "link", "iframe", "img", "object", "embed", "base"}
    assert page.targets
    assert all(target.startswith("#") for target in page.targets)
    assert not re.search(r"@import|url\((?!#)", html)
    assert "default-src 'none'" in html


def test_the_page_escapes_names_in_tables_and_plots() -> None:
    label = "<script>alert('&')</script>"
    evaluation = figures(by_label={label: scored(1, 1, 1)}, predicted="<b>.jsonl")
    html = to_html(evaluation_report(evaluation), evaluation_plots(evaluation))
    assert not Page(html).tags & {"script", "b"}
    assert unescape(html).count(label) == 2  # the plot's axis and the table
    assert "Evaluation of <b>.jsonl" in Page(html).text


def test_the_page_and_markdown_hold_the_same_figures() -> None:
    evaluation = figures()
    text = Page(to_html(evaluation_report(evaluation), {})).text
    for figure in ("0.800", "[0.700, 0.950]", "0.824", "1,234", "1.0%", "not available"):
        assert figure in text
        assert figure in evaluation_to_markdown(evaluation)


def difference(value: float | None, interval: list[float] | None, p: float | None) -> dict:
    return {"difference": value, "interval": interval, "p": p}


def comparison(*names: str) -> dict[str, Any]:
    pairs = [(a, b) for position, a in enumerate(names) for b in names[position + 1 :]]
    known = difference(-0.012, [-0.03, 0.01], 0.25)
    unknown = difference(None, None, None)
    labels = {
        "AGE": {"recall": unknown, "f1": unknown},
        "NAME": {"recall": known, "f1": difference(0.1, [0.05, 0.2], 0.0004)},
    }
    return {
        "gold": "gold.jsonl",
        "matching": "strict",
        "scheme": "codebook",
        "bootstrap": 1000,
        "seed": 0,
        "systems": {name: figures(predicted=name) for name in names},
        "differences": [{"a": a, "b": b, "precision": known, "f1": unknown} for a, b in pairs],
        "by_label": [{"a": a, "b": b, "labels": labels} for a, b in pairs],
        "notes": ["read this"],
    }


def test_a_comparison_shows_systems_and_their_differences() -> None:
    markdown = comparison_to_markdown(comparison("one", "two"))
    assert markdown.startswith("# Comparison of 2 systems on gold.jsonl\n")
    assert "\n- read this\n" in markdown
    assert row(part(markdown, "Overall"), "two")[:3] == ["8", "2", "2"]
    differences = part(markdown, "Differences")
    assert row(differences, "one less two: Precision") == ["-0.012 [-0.030, +0.010], p = 0.250"]
    assert row(differences, "one less two: F1") == ["–"]
    recall = part(markdown, "By label: Recall")
    assert row(recall, "Label") == ["Gold", "one", "two", "one less two"]
    assert row(recall, "NAME") == ["8", "0.875", "0.875", "-0.012 [-0.030, +0.010], p = 0.250"]
    f1 = part(markdown, "By label: F1")
    assert row(f1, "NAME")[-1] == "+0.100 [+0.050, +0.200], p ≤ 0.002"
    assert row(f1, "AGE") == ["2", "0.667", "0.667", "–"]
    leaked = row(part(markdown, "Leaks, lookalikes and numbers"), "Characters leaked")
    assert leaked == ["1.0% (12 of 1,234)"] * 2


def test_more_systems_are_compared_in_pairs() -> None:
    markdown = comparison_to_markdown(comparison("one", "two", "three"))
    differences = part(markdown, "Differences")
    for pair in ("one less two", "one less three", "two less three"):
        row(differences, f"{pair}: Precision")
    assert row(part(markdown, "By label: F1"), "Label") == ["Gold", "one", "two", "three"]


def test_strata_of_systems_stand_beside_one_another() -> None:
    both = comparison("one", "two")
    both["systems"]["one"]["strata"] = {
        **dict.fromkeys(STRATA),
        "segment": {"MATH": scored(3, 1, 1)},
        "role": {"public": scored(3, None, 1)},
    }
    markdown = comparison_to_markdown(both)
    assert row(part(markdown, "By segment: F1"), "MATH") == ["4", "0.750", "–"]
    assert row(part(markdown, "By role: Recall"), "public") == ["4", "0.750", "–"]
    assert part(markdown, "By corpus").startswith("not available:")


def test_json_is_the_figures_with_null_for_what_is_no_number(tmp_path: Path) -> None:
    path = tmp_path / "new" / "report.json"
    unusual = {"NAME": scored(1, 1, 1, f1=[float("nan"), float("inf")]), "ÄGE": scored(1, 0, 0)}
    write_report(figures(by_label=unusual, balanced_accuracy=float("nan")), json=path)
    written = path.read_text("utf8")
    result = json.loads(written, parse_constant=lambda name: pytest.fail(name))
    assert result["balanced_accuracy"] is None
    assert result["by_label"]["NAME"]["intervals"] == {"f1": [None, None]}
    assert list(result) == list(figures())
    assert '\n  "gold": "gold.jsonl",' in written
    assert "ÄGE" in written
    assert written.endswith("}\n")


def test_json_takes_figures_of_any_kind(tmp_path: Path) -> None:
    for write in (write_report, lambda figures, json: write_json(json, figures)):
        path = tmp_path / "kappa.json"
        write({"kappa": 0.5, "rows": (1, 2)}, json=path)
        assert json.loads(path.read_text("utf8")) == {"kappa": 0.5, "rows": [1, 2]}
        path.unlink()


def test_a_file_name_that_is_no_text_is_written_all_the_same(tmp_path: Path) -> None:
    paths = {kind: tmp_path / f"report.{kind}" for kind in ("markdown", "html", "json")}
    write_report(comparison("caf\udce9.jsonl", "two"), **paths)
    for path in paths.values():
        assert "caf?.jsonl" in path.read_text("utf8")


@pytest.mark.parametrize("systems", [1, 2])
def test_no_report_holds_a_text(systems: int, tmp_path: Path) -> None:
    name, wrong = "Quillonia", "Brandywhist"
    text = f"hello {name} and {wrong}"
    gold = [essay(text, (6, 15, "NAME"), id="first"), essay("x = 4", id="second")]
    ours = [essay(text, (20, 31, "AGE"), id="first"), essay("x = 4", (0, 1, "NAME"), id="second")]
    result = (evaluate if systems == 1 else compare)(
        gold, ours if systems == 1 else {"ours": ours, "gold again": gold}, bootstrap=20
    ).to_dict()
    paths = {kind: tmp_path / f"report.{kind}" for kind in ("markdown", "html", "json")}
    write_report(result, **paths)
    for path in paths.values():
        written = path.read_text("utf8")
        assert "NAME" in written
        assert name not in written
        assert wrong not in written
        assert stat.S_IMODE(path.stat().st_mode) & 0o600 == 0o600


def test_nothing_is_written_unless_everything_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    markdown, html = tmp_path / "report.md", tmp_path / "report.html"
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "matplotlib", None)
        with pytest.raises(InputError, match=r"spacy-piivot\[evaluation\]"):
            write_report(figures(), markdown=markdown, html=html)
        assert not list(tmp_path.iterdir())
        write_report(figures(), markdown=markdown, json=tmp_path / "report.json")
        assert markdown.exists()
    html.mkdir()
    with pytest.raises(InputError, match=r"report\.html"):
        write_report(figures(), json=tmp_path / "other.json", html=html)
    assert not (tmp_path / "other.json").exists()
