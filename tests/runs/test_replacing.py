import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest
from json_lines import read_jsonl, write_jsonl
from spacy.language import Language
from transcripts import KEY, dialogue, make_pipeline

from spacy_piivot.corpus import JournalMismatch
from spacy_piivot.errors import InputError
from spacy_piivot.release.reasons import BadReasons, read_reasons
from spacy_piivot.release.vault import read_vault
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.show import show

HELD_BACK = {
    "id": "held",
    "messages": [
        {"speaker": "Zorblatt Q", "text": "Zorblatt here"},
        {"speaker": "tutor", "text": "x"},
    ],
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_jsonl(
        tmp_path / "in.jsonl",
        dialogue("fine", "Zorblatt, mark the point"),
        dialogue("left", "hi", "Zorblatt has 3", "no, ZORBLATT2x"),
        "not JSON, Zorblatt",
        HELD_BACK,
        dialogue("more", "Quibbly and quibblys"),
    )


def allow_the_speaker(nlp: Language) -> Language:
    nlp.get_pipe("hips_surrogator").allow = ["Zorblatt Q"]  # type: ignore[attr-defined]
    return nlp


@pytest.fixture
def nlp() -> Language:
    return allow_the_speaker(make_pipeline("fake_finder"))


@pytest.mark.parametrize("n_process", [1, 2])
def test_what_leaks_is_repaired_and_the_rest_held_back(
    nlp: Language, tmp_path: Path, source: Path, n_process: int
) -> None:
    lines: list[str] = []
    out, edits, vault = tmp_path / "out.jsonl", tmp_path / "edits.jsonl", tmp_path / "vault"
    summary = deidentify(
        source, out, nlp, reading=InputReading(report=lines.append, n_process=n_process),
        private_edits=edits, vault=vault, vault_key=KEY,
    )  # fmt: skip
    assert (summary.done, summary.quarantined) == (3, 2)
    released = {record["id"]: record["messages"] for record in read_jsonl(out)}
    assert not re.search("zorblatt|quibbly", out.read_text("utf8"), re.IGNORECASE)
    name = released["left"][1]["text"].split()[0]
    assert released["left"][2]["text"] == f"no, {name.upper()}2x"
    assert lines[-1] == "repaired by the last check in 2 dialogues: 2 NAME left in the text"
    assert lines[-2] == "policy by shape: tutoring 4 (--policy decides for all)"
    assert lines[-3].startswith("in.jsonl: line 4, id 'held': ReleaseError: ")
    assert "Zorblatt" not in "".join(lines)
    # The same with one process as with two, and in the private files too.
    _, _, more = read_jsonl(edits)[1:]
    assert [edit["source"] for edit in more["edits"]] == ["fake_finder", "release_check"]
    originals = [
        original
        for record in read_vault(vault, KEY)
        for message in record.get("messages", ())
        for _, _, original in message["edits"]
    ]
    assert sorted(originals) == ["Quibbly", "ZORBLATT", "Zorblatt", "Zorblatt", "quibbly"]
    alone = tmp_path / "alone.jsonl"
    deidentify(source, alone, nlp)
    assert alone.read_bytes() == out.read_bytes()


@pytest.mark.parametrize("scope", ["document", "corpus"])
def test_given_spans_are_completed_and_it_is_said(tmp_path: Path, scope: str) -> None:
    record: Any = dialogue("one", "Zorblatt has 3", "no, zorblatt")
    record["messages"][0]["spans"] = [{"start": 0, "end": 8, "label": "NAME"}]
    source = write_jsonl(tmp_path / "in.jsonl", record)
    nlp = make_pipeline()
    nlp.get_pipe("hips_surrogator").scope = scope  # type: ignore[attr-defined]
    lines: list[str] = []
    reading = InputReading(report=lines.append)
    deidentify(source, tmp_path / "out.jsonl", nlp, reading=reading, spans_from_input=True)
    (released,) = read_jsonl(tmp_path / "out.jsonl")
    first, second = (message["text"] for message in released["messages"])
    assert second == f"no, {first.split()[0].lower()}"
    assert lines == [
        "policy by shape: tutoring 1 (--policy decides for all)",
        "repaired by the last check in 1 dialogue: 1 NAME that the given spans do not cover",
    ]


def test_reasons_say_which_words_where_and_why(nlp: Language, tmp_path: Path, source: Path) -> None:
    path = tmp_path / "private" / "reasons.jsonl"
    deidentify(source, tmp_path / "out.jsonl", nlp, private_reasons=path, ids="number")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    notice, left, bad, held, more = read_jsonl(path)
    assert "private" in notice
    assert left == {
        "file": "in.jsonl", "line": 2, "id": "left", "status": "repaired", "error": None,
        "findings": [
            {
                "why": "left", "label": "NAME", "message": 2, "start": 4, "end": 12,
                "text": "ZORBLATT",
                "replaced": {
                    "source": "fake_finder", "label": "NAME", "message": 1, "start": 0, "end": 8,
                    "text": "Zorblatt",
                },
            }
        ],
    }  # fmt: skip
    assert bad == {
        "file": "in.jsonl", "line": 3, "id": None, "status": "quarantined", "error": "NotJSON",
        "findings": [],
    }  # fmt: skip
    assert (held["id"], held["status"], held["error"]) == ("held", "quarantined", "ReleaseError")
    (finding,) = held["findings"]
    assert (finding["why"], finding["message"], finding["text"]) == ("speaker", 0, "Zorblatt Q")
    assert more["findings"][0]["text"] == "quibbly"
    assert [one.to_dict() for one in read_reasons(path)] == [
        {**one, "findings": tuple(one["findings"])} for one in (left, bad, held, more)
    ]
    assert "ZORBLATT" not in repr(list(read_reasons(path)))
    assert [path.name for path in (tmp_path / "private").iterdir()] == ["reasons.jsonl"]


@pytest.mark.parametrize(
    "content", ["", "{}\n", '{"private": ""}\nZorblatt\n', '{"private": ""}\n{"id": "Zorblatt"}\n']
)
def test_what_are_no_reasons_is_refused(nlp: Language, tmp_path: Path, content: str) -> None:
    path = tmp_path / "reasons.jsonl"
    path.write_text(content)
    if not content:
        assert list(read_reasons(path)) == []
        return
    with pytest.raises(BadReasons, match="line") as caught:
        list(read_reasons(path))
    assert "Zorblatt" not in str(caught.value)
    assert caught.value.__cause__ is caught.value.__context__ is None


def test_a_resumed_run_writes_the_same_reasons(nlp: Language, tmp_path: Path, source: Path) -> None:
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    reasons, whole_reasons = tmp_path / "reasons", tmp_path / "whole.reasons"
    deidentify(source, whole, nlp, private_reasons=whole_reasons)

    def interrupt(line: str) -> None:
        if "ReleaseError" in line:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deidentify(
            source, out, nlp, private_reasons=reasons, reading=InputReading(report=interrupt)
        )
    journal = tmp_path / "reasons.journal.jsonl"
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600
    assert not reasons.exists()
    with pytest.raises(JournalMismatch):
        deidentify(source, out, nlp, resume=True)
    deidentify(source, out, nlp, resume=True, private_reasons=reasons)
    assert out.read_bytes() == whole.read_bytes()
    assert reasons.read_bytes() == whole_reasons.read_bytes()
    assert not journal.exists()


def test_reasons_are_not_written_where_they_would_be_shared_or_lost(
    nlp: Language, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    file = write_jsonl(folder / "a.jsonl", dialogue("one", "hello"))
    new, same = tmp_path / "new", tmp_path / "same"
    for source, output, options in [
        (folder, new, {"private_reasons": new / "reasons"}),
        (folder, new, {"private_reasons": folder / "reasons"}),
        (file, new, {"private_reasons": new}),
        (file, new, {"private_reasons": tmp_path / "new.quarantine.jsonl"}),
        (file, new, {"private_reasons": same, "private_edits": same}),
        (file, new, {"private_reasons": same, "vault": same, "vault_key": KEY}),
    ]:
        with pytest.raises(InputError):
            deidentify(source, output, nlp, **options)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.jsonl", "in"]


def test_the_page_marks_what_was_repaired_or_held_back(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    page, reasons = tmp_path / "page.html", tmp_path / "reasons.jsonl"
    show(source, page, nlp)
    html = page.read_text("utf8")
    (mark,) = re.findall(r'<span[^>]*><span class="tie">ZORBLATT<span.*?</small>', html)
    assert 'class="repaired span l-NAME"' in mark
    assert "left unchanged here (NAME, fake_finder in message 1)" in mark
    assert "held back by the last check (ReleaseError)" in html
    assert "is still in the speaker&#39;s label (NAME, fake_finder in message 0)" in html
    assert ">in.jsonl: fine<" in html
    deidentify(source, tmp_path / "out.jsonl", nlp, private_reasons=reasons)
    listed = tmp_path / "listed.html"
    summary = show(source, listed, nlp, reasons=reasons)
    assert (summary.done, summary.quarantined) == (2, 2)
    html = listed.read_text("utf8")
    assert ">in.jsonl: fine<" not in html
    assert mark in html
    with pytest.raises(InputError):
        show(source, reasons, nlp, reasons=reasons)


def test_the_page_takes_the_reasons_of_the_file(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    reasons = tmp_path / "reasons.jsonl"
    deidentify(source, tmp_path / "out.jsonl", nlp, private_reasons=reasons)
    notice, left, *_ = read_jsonl(reasons)
    left["findings"][0]["why"] = "made"
    gone = {**left, "id": "gone"}
    write_jsonl(reasons, notice, json.dumps(left), json.dumps(gone))
    lines: list[str] = []
    page = tmp_path / "page.html"
    show(source, page, nlp, reasons=reasons, reading=InputReading(report=lines.append))
    assert "a surrogate here was an original, or spelled" in page.read_text("utf8")
    assert lines[-1] == "not in the input: 1 of the dialogues in the reasons"


PROSE = " We read about this for a long time and then wrote what we had found." * 8


def essay(id: str, *found: tuple[str, str, str], text: str = "") -> dict[str, Any]:
    """An essay with its spans: the text, the label and the role of each."""
    text = (text or "; ".join(cut for cut, _, _ in found)) + PROSE
    starts = [(text.index(cut), cut, label, role) for cut, label, role in found]
    spans = [
        {"start": at, "end": at + len(cut), "label": label, **({"role": role} if role else {})}
        for at, cut, label, role in starts
    ]
    return {"id": id, "messages": [{"speaker": "", "text": text, "spans": spans}]}


def with_policy(policy: str) -> Language:
    nlp = make_pipeline()
    nlp.get_pipe("hips_surrogator").policy = policy  # type: ignore[attr-defined]
    return nlp


@pytest.mark.parametrize("n_process", [1, 2])
def test_each_shape_has_its_policy_and_it_is_said(tmp_path: Path, n_process: int) -> None:
    public = ("Odette Ferrand", "NAME", "public")
    chat: Any = dialogue("chat", "Odette Ferrand said it", "who?")
    chat["messages"][0]["spans"] = [{"start": 0, "end": 14, "label": "NAME", "role": "public"}]
    source = write_jsonl(
        tmp_path / "in.jsonl", essay("a", public), chat, essay("b", public), essay("c", public)
    )
    lines: list[str] = []
    reading = InputReading(report=lines.append, n_process=n_process)
    nlp = with_policy("auto")
    deidentify(source, tmp_path / "out.jsonl", nlp, reading=reading, spans_from_input=True)
    assert lines == ["policy by shape: essay 3, tutoring 1 (--policy decides for all)"]
    kept = ["Odette Ferrand" in str(record) for record in read_jsonl(tmp_path / "out.jsonl")]
    assert kept == [True, False, True, True]
    lines.clear()
    nlp = with_policy("tutoring")
    deidentify(source, tmp_path / "out.jsonl", nlp, reading=reading, spans_from_input=True)
    assert lines == []
    assert "Odette Ferrand" not in (tmp_path / "out.jsonl").read_text()


def test_crapii_leaves_to_a_person_what_no_rule_can_replace(tmp_path: Path) -> None:
    secret = "the twin of the mayor"
    source = write_jsonl(
        tmp_path / "in.jsonl",
        essay("fine", ("Zadie Okell", "NAME", "participant"), ("Austin", "LOCATION", "")),
        essay("held", ("Priya Raman", "NAME", "participant"), (secret, "OTHER", "")),
    )
    lines: list[str] = []
    out, reasons = tmp_path / "out.jsonl", tmp_path / "reasons.jsonl"
    summary = deidentify(
        source, out, with_policy("crapii"), reading=InputReading(report=lines.append),
        spans_from_input=True, private_reasons=reasons,
    )  # fmt: skip
    assert (summary.done, summary.quarantined) == (1, 1)
    [released] = read_jsonl(out)
    assert "Austin" in released["messages"][0]["text"]
    [listed] = read_jsonl(tmp_path / "out.jsonl.quarantine.jsonl")
    assert (listed["id"], listed["error"]) == ("held", "HeldForReview")
    [line] = lines
    assert "HeldForReview: the policy leaves some findings to a person (1 OTHER)" in line
    assert secret not in line
    [reason] = read_reasons(reasons)
    [finding] = reason.findings
    assert (reason.id, reason.status, reason.error) == ("held", "quarantined", "HeldForReview")
    assert (finding.why, finding.label, finding.text) == ("held", "OTHER", secret)
    page = tmp_path / "page.html"
    show(source, page, with_policy("crapii"), spans_from_input=True, reasons=reasons)
    assert "the policy leaves it to a person" in page.read_text("utf8")


def test_crapii_exchanges_schools_and_employers_over_the_corpus(tmp_path: Path) -> None:
    places = {"one": ("Oakhill", "Fenwick Ltd"), "two": ("Ferndale", "Marlow Inc")}
    source = write_jsonl(
        tmp_path / "in.jsonl",
        *(
            essay(id, (school, "SCHOOL", ""), (employer, "EMPLOYER", ""))
            for id, (school, employer) in places.items()
        ),
    )
    out = tmp_path / "out.jsonl"
    deidentify(source, out, with_policy("crapii"), spans_from_input=True)
    one, two = (record["messages"][0]["text"].removesuffix(PROSE) for record in read_jsonl(out))
    assert one == "; ".join(places["two"])
    assert two == "; ".join(places["one"])
