import json
import shutil
import stat
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from spacy_piivot.cli.certify import certify_command
from spacy_piivot.review.store import Store

app = typer.Typer(pretty_exceptions_enable=False)
app.command()(certify_command)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)))


@pytest.fixture(scope="module")
def release(released_review: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a release and the state it was made from."""
    return shutil.copytree(released_review, tmp_path_factory.mktemp("certify") / "review")


def test_the_statement_and_its_figures_are_written(release: Path, tmp_path: Path) -> None:
    page = tmp_path / "certificate.html"
    result = run(release / "out.jsonl", "--state", release / "state", "-o", page)
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    figures = json.loads((tmp_path / "certificate.json").read_text())
    assert figures["log"]["head"] in result.stderr
    assert figures["log"]["head"] in page.read_text()
    assert figures["release"]["dialogues"]["released"] == 20
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "certificate.html",
        "certificate.json",
    ]
    assert stat.S_IMODE((release / "state").stat().st_mode) == 0o700


def test_the_figures_of_an_attack_are_in_it(release: Path, tmp_path: Path) -> None:
    attack = tmp_path / "attack.json"
    found = {"flagged": 7, "leaks_found": None, "leaks": None}
    attack.write_text(
        json.dumps({"dialogues": 20, "labels_known": False, "outliers": found, "parrot": found})
    )
    page = tmp_path / "c.html"
    result = run(
        release / "out.jsonl", "--state", release / "state", "-o", page, "--attack", attack
    )
    assert result.exit_code == 0, result.output
    assert "7 suspected" in " ".join(page.read_text().split())


@pytest.mark.parametrize("content", [None, "no", "{}"])
def test_an_attack_that_cannot_be_read_is_refused(
    release: Path, tmp_path: Path, content: str | None
) -> None:
    attack = tmp_path / "attack.json"
    if content is not None:
        attack.write_text(content)
    result = run(
        release / "out.jsonl", "--state", release / "state", "-o", tmp_path / "c.html",
        "--attack", attack,
    )  # fmt: skip
    assert result.exit_code == 2
    assert not (tmp_path / "c.html").exists()


def test_another_release_is_refused(release: Path, tmp_path: Path) -> None:
    other = tmp_path / "out.jsonl"
    other.write_bytes((release / "out.jsonl").read_bytes()[:-2])
    result = run(other, "--state", release / "state", "-o", tmp_path / "c.html")
    assert result.exit_code == 2
    assert "not those of any release in the log" in result.stderr
    assert not (tmp_path / "c.html").exists()


def test_a_log_that_was_changed_is_refused(release: Path, tmp_path: Path) -> None:
    with Store.open(release / "state") as store:
        before = store.value("SELECT entry FROM log WHERE n = 3")
        store.write("UPDATE log SET entry = ? WHERE n = 3", [before.replace("anna", "mary")])
        try:
            result = run(
                release / "out.jsonl", "--state", release / "state", "-o", tmp_path / "c.html"
            )
        finally:
            store.write("UPDATE log SET entry = ? WHERE n = 3", [before])
    assert result.exit_code == 2
    assert "entry 3 of the log was changed" in result.stderr
    assert not (tmp_path / "c.html").exists()


@pytest.mark.parametrize("name", ["c.json", "out.jsonl"])
def test_the_page_overwrites_nothing_else(release: Path, tmp_path: Path, name: str) -> None:
    folder = release if name == "out.jsonl" else tmp_path
    before = (release / "out.jsonl").read_bytes()
    result = run(release / "out.jsonl", "--state", release / "state", "-o", folder / name)
    assert result.exit_code == 2
    assert (release / "out.jsonl").read_bytes() == before


def test_there_must_be_a_state(release: Path, tmp_path: Path) -> None:
    result = run(release / "out.jsonl", "--state", tmp_path, "-o", tmp_path / "c.html")
    assert result.exit_code == 2
    assert "no review was started there" in result.stderr
