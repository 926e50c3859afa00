"""The statement; and whoever has the exported log counts the same, with other code."""

import json
import math
import os
import re
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from json_lines import write_jsonl
from spacy.language import Language
from transcripts import dialogue
from two_reviewers import act, finish

from spacy_piivot.core.labels import CANONICAL
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.attack.attack import Attack
from spacy_piivot.evaluation.attack.hypotheses import Hypotheses
from spacy_piivot.review.certificate import (
    BrokenLog,
    NoSuchRelease,
    ShortLog,
    _percent,
    attack_figures,
    certify,
    render,
)
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.importing import import_corpus
from spacy_piivot.review.log import entries, export
from spacy_piivot.review.released_files import released_files
from spacy_piivot.review.store import Store

ATTACK = Attack(20, True, Hypotheses(3, 1, 2), Hypotheses(1)).to_dict()


@pytest.fixture
def desk(released_review: Path, nlp: Language, tmp_path: Path) -> Iterator[Desk]:
    """A desk over a copy of the finished review."""
    shutil.copytree(released_review, tmp_path, dirs_exist_ok=True)
    with Store.open(tmp_path / "state") as store:
        yield Desk(store, nlp)


@pytest.fixture
def statement(desk: Desk, tmp_path: Path) -> dict[str, Any]:
    return certify(list(entries(desk.store)), released_files(tmp_path / "out.jsonl"))


def test_the_statement_says_what_was_done(statement: dict[str, Any]) -> None:
    assert statement["release"]["dialogues"]["released"] == 20
    assert statement["release"]["dialogues"]["failed"] == 1
    assert statement["reviewers"] == ["anna", "ben"]
    assert statement["passes"]["anna"]["finished"] == 20
    assert statement["passes"]["adjudicated"]["finished"] == 20
    assert statement["agreement"]["counts"]["strict"]["only_a"] >= 1
    assert statement["audit"]["answered"] == 29
    assert statement["audit"]["drawn"] == 30
    assert statement["audit"]["auditors"] == ["eve"]
    assert statement["search"]["messages"] == 60
    assert statement["attack"] is None
    json.dumps(statement)


def recount(lines: Iterable[str], audited: str) -> dict[str, Any]:
    """Count an exported log by itself, as an outsider would, with no code of ours."""
    finished: dict[str, set[int]] = defaultdict(set)
    status: dict[str, dict[int, str]] = defaultdict(dict)
    answers: dict[int, list[str]] = {}
    stratum_of: dict[int, str] = {}
    failed: set[int] = set()
    sizes: list[list[Any]] = []
    for line in lines:
        entry = json.loads(line)
        what = entry["what"]
        for span in what.get("spans", []) if "action" in what else []:
            status[entry["pass"]][span["span"]] = span["status"]
        if what.get("finished") is True:
            finished[entry["pass"]].add(what["dialogue"])
        if what.get("finished") is False:
            finished[entry["pass"]].discard(what["dialogue"])
        if entry["do"] == "release":
            failed = set(what["failed"])
        if entry["do"] == "adjudicate_begin":
            finished[entry["pass"]].update(what["dialogues"])
            both = what["agreement"]["counts"]["strict"]
        if entry["do"] == "audit_draw":
            sizes = what["strata"]
        if entry["do"] == "audit_answer" and what["reviewed"] == audited:
            answers[what["position"]] = [mark["state"] for mark in what["marks"]]
            stratum_of[what["position"]] = what["stratum"]
    f1 = 2 * both["both"] / (2 * both["both"] + both["only_a"] + both["only_b"])
    missed = {at for at, states in answers.items() if set(states) - {"covered", "kept"}}
    drawn = Counter(stratum_of.values())
    bad = Counter(stratum_of[at] for at in missed)
    population = sum(size for _, size in sizes)
    return {
        "finished": {name: len(own - failed) for name, own in finished.items()},
        "rejected": {name: [*own.values()].count("rejected") for name, own in status.items()},
        "added": {name: [*own.values()].count("added") for name, own in status.items()},
        "f1": f1,
        "answered": len(answers),
        "missed": len(missed),
        "estimate": sum(size * bad[name] / drawn[name] for name, size in sizes) / population,
        "together": upper(len(missed), len(answers))
        * len(answers)
        * max(size / population / drawn[name] for name, size in sizes),
        "apart": sum(
            largest(size, drawn[name], bad[name], 0.05 / sum(drawn[n] < s for n, s in sizes))
            for name, size in sizes
        )
        / population,
    }


def upper(found: int, of: int) -> float:
    """The rate at which so few are found in 1 of 20 samples, by bisection of the binomial."""
    low, high = found / of, 1.0
    for _ in range(60):
        rate = (low + high) / 2
        chance = sum(math.comb(of, k) * rate**k * (1 - rate) ** (of - k) for k in range(found + 1))
        low, high = (rate, high) if chance > 0.05 else (low, rate)
    return low


def largest(size: int, of: int, found: int, error: float) -> int:
    """The most that a stratum can hold, by trying every number."""
    ways = math.comb(size, of)
    fits = [
        bad
        for bad in range(found, size - of + found + 1)
        if sum(math.comb(bad, k) * math.comb(size - bad, of - k) for k in range(found + 1)) / ways
        > error
    ]
    return fits[-1]


def test_an_outsider_counts_the_same_from_the_exported_log(
    desk: Desk, statement: dict[str, Any]
) -> None:
    found = recount(export(desk.store), statement["release"]["pass"])
    passes = statement["passes"]
    assert found["finished"] == {name: own["finished"] for name, own in passes.items()}
    for name, own in passes.items():
        assert found["rejected"].get(name, 0) == own["rejected"]
        assert found["added"].get(name, 0) == own["added"]
    assert found["f1"] == pytest.approx(statement["agreement"]["span_f1"]["strict"]["f1"])
    audit = statement["audit"]
    assert (found["answered"], found["missed"]) == (audit["answered"], audit["with_misses"])
    assert found["missed"] > 0
    assert found["estimate"] == pytest.approx(audit["estimate"])
    assert pytest.approx(audit["bound"]) in (found["together"], found["apart"])


def test_an_outsider_counts_the_spans_of_a_release(
    store: Store, nlp: Language, tmp_path: Path
) -> None:
    """From what the machine has found, and each change of the only reviewer's pass."""
    texts = [dialogue(f"d{n}", "Zorblatt, ask Quibbly", "Ola said 4/12") for n in range(4)]
    import_corpus(store, write_jsonl(tmp_path / "in.jsonl", *texts), nlp)
    desk = Desk(store, nlp)
    act(desk, "anna", "accept", 0, "Zorblatt", scope="corpus")
    act(desk, "anna", "label", 1, "Quibbly", label="USERNAME")
    act(desk, "anna", "add", 1, "Ola", scope="corpus")
    act(desk, "anna", "reject", 2, "Quibbly")
    act(desk, "anna", "add", 3, "ask Quibbly")
    act(desk, "anna", "reject", 3, "Zorblatt")
    desk.undo("anna")
    finish(desk, "anna")
    desk.release(tmp_path / "out.jsonl")
    counts: Counter[tuple[str, str]] = Counter()
    for line in export(store):
        entry = json.loads(line)
        what = entry["what"]
        if entry["do"] == "import":
            counts.update({(label, "open"): found for label, found in what["spans"].items()})
        for span in what.get("spans", []) if "action" in what else []:
            now = span["label"], span["status"]
            if span["was"] is not None:
                before = {**span, **span["was"]}
                counts[before["label"], before["status"]] -= 1
            counts[now] += 1
    told = certify(list(entries(store)), released_files(tmp_path / "out.jsonl"))["release"]
    wanted = {
        (label, status): found
        for label, own in told["statuses"].items()
        for status, found in own.items()
    }
    assert {key: n for key, n in counts.items() if n and key[1] != "removed"} == wanted
    assert len(wanted) >= 4


def test_the_machine_alone_is_said_plainly(store: Store, nlp: Language, tmp_path: Path) -> None:
    import_corpus(store, write_jsonl(tmp_path / "in.jsonl", dialogue("d", "Zorblatt")), nlp)
    Desk(store, nlp).release(tmp_path / "out.jsonl", unfinished=True)
    found = certify(list(entries(store)), released_files(tmp_path / "out.jsonl"))
    assert (found["reviewers"], found["audit"], found["agreement"]) == ([], None, None)
    page = " ".join(render(found).split())
    assert "nobody has reviewed it" in page
    assert "not measured" in page


def test_the_page_has_the_figures_and_no_text_of_the_corpus(desk: Desk, tmp_path: Path) -> None:
    files = released_files(tmp_path / "out.jsonl")
    statement = certify(list(entries(desk.store)), files, ATTACK)
    page = render(statement)
    words = " ".join(page.split())
    assert statement["log"]["head"] in page
    assert files[0].sha256 in page
    assert "20 dialogues</strong> of 21" in words
    assert "2 people have reviewed it" in words
    assert f"at most {_percent(statement['audit']['bound'])} of all messages" in words
    assert "3 suspected, 1 of them right, of 2 that there are" in words
    for secret in ("Zorblatt", "Nordmann", "Quibbly", "id-1"):
        assert secret not in page
        assert secret not in json.dumps(statement)


def test_kinds_of_which_nothing_was_missed_share_a_sentence(statement: dict[str, Any]) -> None:
    covered = {
        "marked": 9,
        "missed": 0,
        "partly": 0,
        "kept": 0,
        "with_misses": 0,
        "estimate": 0,
        "bound": 0.0099,
    }
    statement["audit"]["by_label"] |= {"SCHOOL": covered, "URL": covered}
    words = " ".join(render(statement).split())
    assert "was covered: school (9), URL (9). Of each of them, at most 1.0%" in words
    statement["audit"]["by_label"].pop("NAME")
    assert "Messages with a miss" not in render(statement)


def test_a_file_name_is_written_as_text(statement: dict[str, Any]) -> None:
    statement["files"][0]["name"] = "<script>alert(1)</script>"
    assert "<script>" not in render(statement)


def test_many_files_have_their_checksums_beside_the_page(statement: dict[str, Any]) -> None:
    statement["files"] *= 20
    assert "20 files; their checksums are in the JSON file" in " ".join(render(statement).split())


def test_a_changed_log_certifies_nothing(desk: Desk, tmp_path: Path) -> None:
    log = list(entries(desk.store))
    files = released_files(tmp_path / "out.jsonl")
    for change in (
        lambda: [*log[:3], replace(log[3], time="2020-01-01T00:00:00Z"), *log[4:]],
        lambda: [*log[:3], *log[4:]],
        lambda: [log[0], log[2], log[1], *log[3:]],
    ):
        with pytest.raises(BrokenLog, match="nothing is certified"):
            certify(change(), files)


def test_a_log_that_was_cut_is_noticed_by_the_noted_checksum(desk: Desk, tmp_path: Path) -> None:
    desk.audit_answer("eve", 30, [])
    log = list(entries(desk.store))
    files = released_files(tmp_path / "out.jsonl")
    release = next(entry for entry in log if entry.do == "release")
    told = certify(log, files, noted=log[-1].hash.upper() + "\n")["log"]
    assert (told["head"], told["release_hash"]) == (log[-1].hash, release.hash)
    assert certify(log[:-1], files, noted=release.hash)["log"]["entries"] == len(log) - 1
    with pytest.raises(ShortLog, match="Nothing is certified"):
        certify(log[:-1], files, noted=log[-1].hash)


def test_a_miss_that_a_second_answer_took_back_is_said(desk: Desk, tmp_path: Path) -> None:
    files = released_files(tmp_path / "out.jsonl")
    first = certify(list(entries(desk.store)), files)["audit"]
    assert first["withdrawn"] == 0
    for position in range(1, 30):
        desk.audit_answer("eve", position, [])
    statement = certify(list(entries(desk.store)), files)
    assert (statement["audit"]["with_misses"], statement["audit"]["withdrawn"]) == (
        0,
        first["with_misses"],
    )
    assert "first found a miss" in " ".join(render(statement).split())


def test_a_changed_release_certifies_nothing(desk: Desk, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_bytes(out.read_bytes() + b"\n")
    with pytest.raises(NoSuchRelease, match=r"1 are in it"):
        certify(list(entries(desk.store)), released_files(out))


def test_an_older_release_is_certified_as_it_was(desk: Desk, tmp_path: Path) -> None:
    first = certify(list(entries(desk.store)), released_files(tmp_path / "out.jsonl"))
    act(desk, "adjudicated", "reject", 3, "Quibbly")
    desk.release(tmp_path / "second.jsonl")
    log = list(entries(desk.store))
    again = certify(log, released_files(tmp_path / "out.jsonl"))
    assert again["passes"] == first["passes"]
    assert again["log"]["release_entry"] == first["log"]["release_entry"]
    second = certify(log, released_files(tmp_path / "second.jsonl"))
    assert second["audit"]["taken_away"] == 1
    assert "unmarked again" in " ".join(render(second).split())


def test_answers_about_later_decisions_do_not_count(desk: Desk, tmp_path: Path) -> None:
    files = released_files(tmp_path / "out.jsonl")
    act(desk, "adjudicated", "reject", 3, "Quibbly")
    desk.audit_answer("eve", 30, [])
    audit = certify(list(entries(desk.store)), files)["audit"]
    assert (audit["answered"], audit["left_out"]) == (29, 1)


def test_answers_before_anybody_has_reviewed_count(
    store: Store, nlp: Language, tmp_path: Path
) -> None:
    """The only reviewer's pass begins as what was audited; what is taken away later is said."""
    path = write_jsonl(tmp_path / "in.jsonl", dialogue("d", "Zorblatt", "ok"))
    import_corpus(store, path, nlp)
    desk = Desk(store, nlp)
    desk.audit_draw(2)
    desk.audit_answer("eve", 1, [])
    act(desk, "anna", "reject", 0, "Zorblatt")
    finish(desk, "anna")
    desk.release(tmp_path / "out.jsonl")
    audit = certify(list(entries(store)), released_files(tmp_path / "out.jsonl"))["audit"]
    assert (audit["answered"], audit["left_out"], audit["taken_away"]) == (1, 0, 1)


def test_an_answer_after_the_release_counts(desk: Desk, tmp_path: Path) -> None:
    desk.audit_answer("eve", 30, [])
    files = released_files(tmp_path / "out.jsonl")
    assert certify(list(entries(desk.store)), files)["audit"]["answered"] == 30


@pytest.mark.parametrize("found", [{}, [], {"dialogues": 1}, {**ATTACK, "parrot": None}, "x"])
def test_the_attack_must_be_one(found: Any) -> None:
    with pytest.raises(InputError, match="attack --json"):
        attack_figures(found)


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0099361, "1.0%"), (0.01, "1.0%"), (0.0101, "1.1%"), (0.25, "25.0%"), (0.0003, "0.03%"),
     (0.00031, "0.04%"), (1, "100.0%"), (0, "0%"), (None, "–")],
)  # fmt: skip
def test_a_bound_is_rounded_up(value: float | None, shown: str) -> None:
    assert _percent(value) == shown


@pytest.mark.browser
def test_the_statement_fits_on_two_pages_of_paper(desk: Desk, tmp_path: Path) -> None:
    """With every label, an attack, and a hundred files."""
    chromium = os.environ.get("SPACY_PIIVOT_CHROMIUM") or shutil.which("chromium")
    if not chromium:
        pytest.skip("needs Chromium (Debian: apt-get install chromium)")
    files = released_files(tmp_path / "out.jsonl")
    found = certify(list(entries(desk.store)), files, ATTACK)
    found["files"] *= 100
    found["search"]["thresholds"] = dict.fromkeys(CANONICAL, 0.25)
    found["release"]["statuses"] = {label: {"accepted": 1234} for label in CANONICAL}
    found["release"]["spans"]["replaced"] = dict.fromkeys(CANONICAL, 1234)
    covered = {
        "marked": 9,
        "missed": 0,
        "partly": 0,
        "kept": 0,
        "with_misses": 0,
        "estimate": 0,
        "bound": 0.0099,
    }
    found["audit"]["by_label"] |= {one: covered for one in CANONICAL if one != "NAME"}
    page, paper = tmp_path / "page.html", tmp_path / "page.pdf"
    page.write_text(render(found), "utf8")
    window = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
    subprocess.run(
        [chromium, *window, "--no-pdf-header-footer", f"--print-to-pdf={paper}", page.as_uri()],
        check=True,
        capture_output=True,
        timeout=120,
    )
    assert len(re.findall(rb"/Type\s*/Page\b", paper.read_bytes())) <= 2
    if pictures := os.environ.get("SPACY_PIIVOT_PICTURES"):
        page.write_text(render(certify(list(entries(desk.store)), files, ATTACK)), "utf8")
        picture = Path(pictures).resolve() / "review-certificate.png"
        shot = ("--window-size=820,1230", f"--screenshot={picture}")
        subprocess.run(
            [chromium, *window, *shot, page.as_uri()], check=True, capture_output=True, timeout=120
        )
