"""The pages as they come from the server."""

import html
import json
import re
import shlex
from html.parser import HTMLParser

import pytest

SECRET = "Zorblatt"


class Elements(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))


PAGES = ["/", "/d/0", "/disagreements", "/audit", "/wrap-up"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_nothing_from_elsewhere_and_has_no_script_inside(door, path: str) -> None:
    page = door.client.get(path).text
    for tag, attributes in Elements(page).tags:
        assert "style" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        for name in ("src", "href", "action"):
            value = attributes.get(name) or "/"
            assert re.match(r"/(?!/)|#|data:,$", value), value
        if tag == "script":
            assert attributes.get("src") or attributes.get("type") == "application/json"
    assert "<style" not in page


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_named_without_any_text_of_the_corpus(door, path: str) -> None:
    """The browser remembers names and addresses of pages, and translates or checks what it may."""
    page = door.client.get(path).text
    [title] = re.findall("<title>(.*)</title>", page)
    assert title.endswith("Review desk")
    assert SECRET not in title
    html = Elements(page)
    assert ("html", {"lang": "en", "translate": "no"}) in html.tags
    for tag, attributes in html.tags:
        if tag == "textarea" or (
            tag == "input" and attributes.get("type", "text") in ("text", "search")
        ):
            assert attributes.get("spellcheck") == "false" or attributes.get("inputmode"), (
                attributes
            )
        if tag == "form":
            assert attributes.get("autocomplete") == "off" or attributes.get("method") == "dialog"


def test_a_text_of_markup_stays_a_text(door) -> None:
    evil = "</script><script>alert(1)</script><!--<script>"
    door.desk.dialogues[0].id = evil
    door.desk.dialogues[0].messages[0] = (evil, evil)
    for path in ("/", "/d/0"):
        page = door.client.get(path).text
        scripts = [attributes for tag, attributes in Elements(page).tags if tag == "script"]
        assert len(scripts) == 2
        assert "alert(1)</script>" not in page
        data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
        assert data
        assert evil in str(json.loads(data[1]))


def test_the_page_begins_at_the_window_of_a_message(door) -> None:
    door.desk.dialogues[1].messages *= 500
    page = door.client.get("/d/1?m=450").text
    data = re.search(r'id="data">(.*?)</script>', page)
    assert data
    found = json.loads(data[1])
    assert [one["number"] for one in found["dialogue"]["messages"]] == list(range(400, 500))
    assert found["message"] == 450
    assert door.client.get("/d/1?m=99999").status_code == 200
    assert door.client.get("/d/1?m=x").status_code == 200


def test_an_address_sets_only_filters_that_a_browser_may_remember(door) -> None:
    page = door.client.get("/?state=without&text=Ann").text
    assert '"chosen": {"order": "risk", "state": "without"}' in page
    assert '"total": 1' in page


def test_every_label_has_a_look(door) -> None:
    styles = door.client.get("/labels.css")
    assert styles.headers["content-type"].startswith("text/css")
    assert ".l-NAME {" in styles.text


def test_the_way_back_from_what_has_no_pii_is_the_whole_queue(door) -> None:
    assert '<a href="/">Queue</a>' in door.client.get("/d/0").text
    page = door.client.get("/?state=without").text
    assert '<a href="/?order=risk">Queue</a>' in page
    assert 'aria-current="page">Nothing found' in page
    assert '"total": 3' in door.client.get("/?order=risk").text


def test_the_last_page_has_the_command_for_the_statement(door) -> None:
    page = html.unescape(door.client.get("/wrap-up").text)
    command = re.search(r"spacy-piivot certify [^<]*", page)
    assert command
    release, *rest = shlex.split(command.group())[2:]
    assert release == str(door.output)
    assert rest == ["--state", str(door.desk.store.folder), "-o", "certificate.html"]
