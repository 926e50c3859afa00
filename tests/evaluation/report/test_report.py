import json
import stat
import sys
from pathlib import Path

import pytest
from annotated import essay
from reported import comparison, figures, scored

from spacy_piivot.errors import InputError
from spacy_piivot.evaluation import compare, evaluate
from spacy_piivot.evaluation.report.report import write_report
from spacy_piivot.evaluation.report.writing import write_json


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
