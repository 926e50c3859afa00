import json
from html.parser import HTMLParser
from pathlib import Path

from commands import DIALOGUE, run
from conftest import REPOSITORY
from json_lines import read_jsonl

from spacy_piivot.core.dialogue import Message
from spacy_piivot.pages.colours import label_styles

STATIC = REPOSITORY / "spacy_piivot" / "pages" / "static"
DESK = REPOSITORY / "spacy_piivot" / "review" / "server" / "static"


class Page(HTMLParser):
    """Collects what a browser would run or fetch, and the speaker and text of each side."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.classes: set[str] = set()
        self.labels: set[str] = set()
        self.cells: list[str] = []
        self.inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        values = dict(attrs)
        classes = (values.get("class") or "").split()
        self.classes.update(classes)
        self.labels.add(values.get("data-tag") or "")
        if "cell" in classes:
            self.cells.append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "li"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.cells[-1] += data


def test_the_page_shows_before_and_after_and_says_that_it_is_private(
    bad_source: Path, tmp_path: Path, model: str, roster: str, key_file: str
) -> None:
    out, released = tmp_path / "report.html", tmp_path / "out.jsonl"
    arguments = ["--model", model, "--roster", roster, "--key-file", key_file]
    run("show", bad_source, "-o", out, *arguments)
    run("deidentify", bad_source, "-o", released, *arguments)
    html = out.read_text("utf8")
    head = html[: html.index("<main>")]
    assert "ORIGINAL" in head
    assert "Do not share" in head
    assert out.stat().st_mode & 0o077 == 0
    page = Page(html)
    after = read_jsonl(released)[0]["messages"]
    before = [Message(m["speaker"] or "", m["text"]) for m in DIALOGUE["messages"]]
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        assert page.cells[2 * number].strip().endswith(old.text.strip().replace("\r\n", "\n"))
        assert page.cells[2 * number + 1].strip().startswith(new["speaker"])
        assert page.cells[2 * number + 1].strip().endswith(new["text"].strip())
    assert "EMAIL_ADDRESS" in page.labels
    assert "NotJSON" in html[html.index("</main>") :]
    assert "1 dialogues de-identified, 2 failed" in html


def test_nothing_in_a_dialogue_is_run_or_fetched_by_the_page(tmp_path: Path, model: str) -> None:
    attack = "</span><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7*7 }}{% raw %}"
    source = tmp_path / "in.jsonl"
    record = {"id": attack, "messages": [{"speaker": attack, "text": attack}]}
    source.write_text(json.dumps(record) + "\n")
    out = tmp_path / "report.html"
    run("show", source, "-o", out, "--model", model)
    html = out.read_text("utf8")
    page = Page(html)
    assert not page.tags & {"script", "img", "link", "iframe", "object", "a"}
    assert not page.attributes & {"src", "href", "onerror", "onload"}
    assert "{{ 7*7 }}" in "".join(page.cells)
    assert "url(" not in html
    assert "@import" not in html
    assert page.labels <= {"", "NAME"}


def test_the_page_looks_like_the_desk(tmp_path: Path, model: str, key_file: str) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "report.html"
    messages = [{"speaker": "", "text": "write to ann@zorblatt.org"}]
    source.write_text(json.dumps({"id": "one", "messages": messages}) + "\n")
    run("show", source, "-o", out, "--model", model, "--key-file", key_file)
    html = out.read_text("utf8")
    for name in ("colours", "rows"):
        assert (STATIC / f"{name}.css").read_text("utf8") in html
    assert label_styles() in html
    page = Page(html)
    # What the desk's scripts give to a row.
    assert {"message", "no", "cell", "before", "after", "who", "text", "span", "new", "tag",
            "nameless", "l-EMAIL_ADDRESS"} <= page.classes  # fmt: skip
    render = (DESK / "render.js").read_text("utf8")
    for name in ("message", "no", "cell before", "cell after", "who", "tag"):
        assert f'class: "{name}"' in render
