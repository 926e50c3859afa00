import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from made_essays import names_folder, slots_file
from run_inside import run_inside
from shared_pipelines import blank_english

from benchmarks.essay_systems import Essays, Outcome, System
from benchmarks.essay_tables import CRAPII_NOTE, essays_report
from benchmarks.essays import PARTS, Material, check_parts, measure
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.report.rendering import to_markdown

OWN = """%% body
I, ⟦NAME:participant|Xylophia Brandel⟧, read ⟦NAME:cited|Quorst⟧. My id is ⟦ID_NUM|ZZ-998877⟧.
%% references
⟦NAME:cited|Quorst⟧ (2011). Book. Vamsk: Press.
"""
SECRETS = ("Xylophia", "Brandel", "Quorst", "998877", "Grelbin", "Orvath")


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    folder = tmp_path_factory.mktemp("essays")
    own = folder / "own"
    own.mkdir()
    for name in ("a-009", "a-010", "a-008", "a-001"):
        (own / f"{name}.txt").write_text(OWN, "utf8")
    tokens = ["I", "am", "Orvath", "Grelbin"]
    crapii = {
        "document": 1,
        "full_text": " ".join(tokens),
        "tokens": tokens,
        "trailing_whitespace": [True, True, True, False],
        "labels": ["O", "O", "B-NAME_STUDENT", "I-NAME_STUDENT"],
    }
    (folder / "crapii.json").write_text(json.dumps([crapii]))
    texts = ["Hi, I am Generic_Name of Generic_City.", "Grelbin is a thing.", "Generic_Name!"]
    slots = slots_file(folder / "slots.jsonl", texts, ["Generic_Name", "Generic_City"])
    names = names_folder(folder / "names")
    return Material(slots, folder / "crapii.json", own, names, "test", 4, 0)


def replace_all(essays: Essays) -> list[Outcome]:
    """A system that knows the gold, and does all that it says."""
    return [Outcome(essay, essay) for essay in essays]


def test_every_part_is_measured_and_shown_without_texts(material: Material) -> None:
    report = measure([System("perfect", replace_all), System("again", replace_all)], material)
    assert list(report["parts"]) == list(PARTS)
    assert all(list(systems) == ["perfect", "again"] for systems in report["parts"].values())
    parts = {part: systems["perfect"] for part, systems in report["parts"].items()}
    assert parts["filled"]["direct"]["f1"] == 1.0
    assert parts["filled"]["copies"] == 8
    assert parts["alarms"]["essays"] == 1
    assert parts["own"]["essays"] == 2
    assert parts["own"]["replaced_by_role"]["cited"]["share"] == 1.0
    assert parts["crapii"]["replaced"]["f5"] == 1.0
    assert parts["fairness"]["strict"]["tables"]["gender"]["groups"]["male"]["rate"] == 1.0
    shown = to_markdown(essays_report(report))
    assert CRAPII_NOTE in shown
    assert "perfect" in shown
    for text in (shown, json.dumps(report)):
        assert not [secret for secret in SECRETS if secret.casefold() in text.casefold()]


def test_only_the_chosen_parts_are_run(material: Material) -> None:
    ran: list[int] = []

    def read(essays: Essays) -> list[Outcome]:
        ran.append(len(essays))
        return replace_all(essays)

    report = measure([System("one", read)], material, ["alarms"])
    assert list(report["parts"]) == ["alarms"]
    assert ran == [1]


def test_figures_are_the_same_for_the_same_seed(material: Material) -> None:
    systems = [System("one", replace_all)]
    first = measure(systems, material, ["filled", "fairness"])
    assert measure(systems, material, ["filled", "fairness"]) == first


@pytest.mark.parametrize(
    ("given", "parts"),
    [
        (None, PARTS),
        ([], PARTS),
        (["own"], ["own"]),
        (["own,filled"], ["filled", "own"]),
        (["own", "alarms"], ["alarms", "own"]),
        (["own, crapii"], ["own", "crapii"]),
        (["fairness,fairness"], ["fairness"]),
    ],
)
def test_parts_are_named_with_commas_or_again(
    given: list[str] | None, parts: Sequence[str]
) -> None:
    assert check_parts(given) == list(parts)


def test_an_unknown_part_and_an_empty_split_are_errors(material: Material) -> None:
    with pytest.raises(InputError, match="no 'essays'"):
        check_parts(["own,essays"])
    with pytest.raises(InputError, match="no essay is in the split"):
        measure([System("one", replace_all)], replace(material, split="none"), ["own"])


def test_the_command_writes_figures_and_tables(material: Material, tmp_path: Path) -> None:
    nlp = blank_english()
    ruler = nlp.add_pipe("span_ruler", config={"spans_key": "pii"})
    ruler.add_patterns([{"label": "NAME", "pattern": "Orvath Grelbin"}])  # type: ignore[attr-defined]
    nlp.add_pipe("hips_surrogator")
    nlp.to_disk(tmp_path / "model")
    done = run_inside(
        "benchmarks.essays",
        "--model", tmp_path / "model", "--crapii", material.crapii, "--parts", "crapii",
        "--json", tmp_path / "out.json", "--markdown", tmp_path / "out.md",
        folder=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    figures = json.loads((tmp_path / "out.json").read_text())
    assert figures["parts"]["crapii"]["en_pipeline"]["replaced"]["f5"] == 1.0
    assert (tmp_path / "out.md").read_text() in done.stdout
    assert not re.search("Orvath|Grelbin", done.stdout + done.stderr)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator")
    nlp.to_disk(tmp_path / "model")
    options = ["--model", tmp_path / "model", "--parts", "alarms", "--ellipse", "none.jsonl"]
    done = run_inside("benchmarks.essays", *options, folder=tmp_path)
    assert done.returncode == 2
    assert "none.jsonl: no such file" in done.stderr
