import json
from html.parser import HTMLParser
from pathlib import Path

from commands import DIALOGUE, run
from json_lines import read_jsonl

from spacy_piivot.core.dialogue import Message


class Page(HTMLParser):
    """Collects what a browser would run or fetch, and the text of the table cells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.cells: list[str] = []
        self.hidden = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag == "td":
            self.cells.append("")
        self.hidden += tag == "small"

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag == "small"

    def handle_data(self, data: str) -> None:
        if self.cells and not self.hidden:
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
    assert "EMAIL_ADDRESS" in html
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
