import re
from html import unescape
from html.parser import HTMLParser

from reported import evaluation_to_markdown, figures, scored

from spacy_piivot.evaluation.report.evaluation import evaluation_report
from spacy_piivot.evaluation.report.plots import evaluation_plots
from spacy_piivot.evaluation.report.rendering import to_html


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
