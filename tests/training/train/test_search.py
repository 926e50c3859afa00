import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, doc_id
from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.errors import InputError
from training.train import search
from training.train.search_corpora import SOURCE_KEY, Corpora
from training.train.search_runs import CPU, STAGES, Finished, Settings, Space

CONFIG = Path(__file__).parents[3] / "configs" / "cpu.cfg"
# The shipped config, so small that it trains in no time.
SMALLER = {
    "width = 96": "width = 8",
    "depth = 5": "depth = 1",
    "hidden = 96": "hidden = 8",
    "rows = [12000, 500, 4000, 1500, 50]": "rows = [200, 50, 50, 50, 50]",
    "\nsize = 1500": "\nsize = 60",
}
NAMES = ("Ana", "Bogdan", "Chidi", "Dilnoza", "Esra", "Farid")
SETTINGS = Settings(CPU, learn_rate=0.01)


def small_config() -> str:
    config = CONFIG.read_text("utf8")
    for old, new in SMALLER.items():
        assert old in config
        config = config.replace(old, new)
    return config


def labelled(nlp: Language, id: str, name: str, source: str = "") -> Doc:
    messages = [Message("tutor", f"hi {name}, what is 3 + 4?"), Message("student", "seven")]
    doc = dialogue_to_doc(Dialogue(id, messages), nlp)
    set_candidates(doc, [Candidate(3, 3 + len(name), "NAME", 1.0, "gold", "participant")])
    if source:
        doc.user_data[SOURCE_KEY] = source
    return doc


def write(path: Path, docs: list[Doc]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(DocBin(attrs=["ORTH"], store_user_data=True, docs=docs).to_bytes())


@pytest.fixture
def project(tmp_path: Path) -> dict[str, Any]:
    """The arguments of a search that makes one run a value."""
    nlp = blank_english()
    real = [labelled(nlp, f"am-{name}", name, "amber") for name in NAMES]
    others = [labelled(nlp, f"am-{name}", name, "injected") for name in NAMES]
    write(
        tmp_path / "train.spacy", [doc for pair in zip(real, others, strict=True) for doc in pair]
    )
    write(tmp_path / "dev.spacy", [labelled(nlp, "d-1", "Gita"), labelled(nlp, "d-2", "Hoa")])
    for name in ("cpu.cfg", "transformer.cfg"):
        (tmp_path / name).write_text(small_config(), "utf8")
    return {
        "train": tmp_path / "train.spacy",
        "dev": tmp_path / "dev.spacy",
        "out": tmp_path / "out",
        "configs": tmp_path,
        "backbones": "cpu",
        "cpu_learn_rates": "0.01",
        "schemes": "io",
    }


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Runs that take no time: later values of a stage are worth less, but for the optimiser."""
    runs: list[str] = []
    worth = {"adamw": 0.1, "adam": 0.3, "raw": 0.05, "centred": 0.02, "blocks": 0.02}

    def run(config: Any, words: int, dev: Path) -> dict[str, float]:
        tok2vec = config["components"]["potential_pii_ner"]["model"]["tok2vec"]
        training = config["training"]
        windows = {(0, 0): "none", (1, 0): "centred", (1, 120): "blocks"}[
            tok2vec["previous"], tok2vec["block_tokens"]
        ]
        decay = training["optimizer"]["L2_is_weight_decay"]
        optimizer = "radam" if training["optimizer"]["@optimizers"] == "RAdam.v1" else "adam"
        optimizer = "adamw" if optimizer == "adam" and decay else optimizer
        data = Path(config["paths"]["train"]).stem
        runs.append(f"{optimizer} {data} {windows}")
        f1 = sum(worth.get(part, 0.0) for part in (optimizer, data, windows))
        return {
            "precision": 0.5, "recall": 0.9 if windows == "blocks" else 0.5, "f1": f1, "f5": 0.5,
            "train_words_per_second": words, "predict_words_per_second": 1.0, "minutes": 0.1,
        }  # fmt: skip

    monkeypatch.setattr(search, "run", run)
    return runs


def results(arguments: dict[str, Any]) -> list[dict[str, Any]]:
    lines = (arguments["out"] / "runs.jsonl").read_text("utf8").splitlines()
    return [json.loads(line) for line in lines]


def test_each_stage_starts_from_the_best_of_the_one_before(
    project: dict[str, Any], made: list[str]
) -> None:
    search.main(**project)
    assert made == [
        "adamw raw none",
        "adam raw none",
        "radam raw none",
        "adam with_synthetic none",
        "adam raw centred",
        "adam raw blocks",
    ]
    table = (project["out"] / "table.md").read_text("utf8")
    best = [line for line in table.splitlines() if line.startswith("| **")]
    # Of the two windows with the same F1 the recall decides.
    assert [line.split(" | ")[4].strip("*") for line in best] == ["none", "none", "none", "blocks"]
    assert [line.split("**")[1].split()[1] for line in best] == list(STAGES)
    assert sum(line.startswith(("| 2", "| **2")) for line in table.splitlines()) == 3


def test_every_learning_rate_and_scheme_is_tried_in_each_stage() -> None:
    space = Space(["folder", CPU], [1e-4, 2e-4], [0.01], ["io", "iob2"])
    runs = {stage: space.runs(stage, Settings("folder")) for stage in STAGES}
    # Two rates for the encoder and one for the other, with two schemes.
    assert len(runs["backbone"]) == 2 * 2 + 1 * 2
    assert [len(runs[stage]) for stage in STAGES[1:]] == [3 * 4, 2 * 4, 3 * 4]
    assert all(len(set(some)) == len(some) for some in runs.values())


@pytest.mark.parametrize("cut", [1, 40])
def test_a_search_killed_in_a_line_goes_on(
    project: dict[str, Any], made: list[str], cut: int
) -> None:
    search.main(**project)
    runs, before = project["out"] / "runs.jsonl", results(project)
    runs.write_bytes(runs.read_bytes()[:-cut])
    made.clear()
    search.main(**project)
    assert made == ["adam raw blocks"]
    assert results(project) == before
    search.main(**project)
    assert len(made) == 1


def test_two_searches_on_one_folder_keep_each_others_runs(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    one, other = Finished(path, {}), Finished(path, {"seed": 21})
    other.add(Settings("folder"), {"f1": 0.5})
    one.add(Settings("folder"), {"f1": 0.6})
    assert Finished(path, {}).get(Settings("folder")) == {"f1": 0.6}
    assert Finished(path, {"seed": 21}).get(Settings("folder")) == {"f1": 0.5}


@pytest.mark.parametrize("given", [{"backbones": "training/nothere"}, {"cpu_learn_rates": "nan"}])
def test_what_would_fail_later_is_refused_at_once(
    project: dict[str, Any], made: list[str], given: dict[str, str], monkeypatch: Any
) -> None:
    monkeypatch.chdir(Path(__file__).parents[3])
    with pytest.raises(typer.Exit):
        search.main(**project | given)
    assert not made


def test_other_data_are_another_search(project: dict[str, Any], made: list[str]) -> None:
    search.main(**project)
    number = len(made)
    search.main(**project, seed=21)
    write(project["dev"], [labelled(blank_english(), "d-1", "Gita")])
    search.main(**project)
    assert len(made) == 3 * number == len(results(project))


def test_another_encoder_in_the_same_folder_is_another_search(
    project: dict[str, Any], made: list[str], tmp_path: Path
) -> None:
    weights = tmp_path / "encoder" / "model.safetensors"
    weights.parent.mkdir()
    project |= {"backbones": str(weights.parent), "learn_rates": "0.0001"}
    numbers = []
    for content in (b"one", b"one", b"other"):
        weights.write_bytes(content)
        search.main(**project)
        numbers.append(len(made))
    assert numbers[0] == numbers[1] < numbers[2]


def test_a_damaged_line_is_an_error_without_its_text(tmp_path: Path) -> None:
    (tmp_path / "runs.jsonl").write_text('{"settings": {}, "result": {}}\n{"Zephyrine": 1}\n{"s')
    with pytest.raises(InputError, match="line 2") as error:
        Finished(tmp_path / "runs.jsonl", {})
    assert "Zephyrine" not in str(error.value)


def test_the_plan_runs_nothing(
    project: dict[str, Any], made: list[str], capsys: pytest.CaptureFixture
) -> None:
    search.main(**project, plan=True)
    planned = capsys.readouterr().out.splitlines()
    assert planned[0] == "backbone   to run    cpu adamw raw none 0.01 io"
    assert planned[1].startswith("optimizer  3 runs")
    assert "2 of them new" in planned[1]
    assert made == []
    assert not project["out"].exists()
    search.main(**project)
    capsys.readouterr()
    search.main(**project, plan=True)
    planned = capsys.readouterr().out.splitlines()
    assert len(planned) == 1 + 3 + 2 + 3
    assert all("finished" in line for line in planned)


def ids(path: Path) -> list[str]:
    return [
        str(doc_id(doc)) for doc in DocBin(store_user_data=True).from_disk(path).get_docs(Vocab())
    ]


def test_raw_has_no_synthetic_docs_and_words_are_limited(project: dict[str, Any]) -> None:
    arguments = project["train"], project["dev"], project["out"]
    corpora = Corpora(*arguments, None, 1)
    raw, mixed = corpora.train("raw"), corpora.train("with_synthetic")
    assert ids(raw.path) == [f"am-{name}" for name in NAMES]
    assert raw.words == 6 * 8
    assert (len(ids(mixed.path)), mixed.words) == (12, 12 * 8)
    assert ids(corpora.dev) == ids(corpora.probe) == ["d-1"]
    limited = Corpora(*arguments, 17, None)
    assert limited.train("raw").words == 24
    assert len(ids(limited.dev)) == 2


def test_docs_that_name_no_source_are_told_by_their_ids(
    project: dict[str, Any], capsys: pytest.CaptureFixture
) -> None:
    nlp = blank_english()
    some = ("am-1#0.1", "syn-a-7#0.2", "template#0.3", "problem#0.4", "nc-4#0.5")
    write(project["train"], [labelled(nlp, id, "Ana") for id in some])
    corpora = Corpora(project["train"], project["dev"], project["out"], None, None)
    assert ids(corpora.train("raw").path) == ["am-1#0.1", "nc-4#0.5"]
    assert "do not say" in capsys.readouterr().err


@pytest.mark.slow
def test_a_run_trains_on_its_docs_and_leaves_the_weights_nowhere(project: dict[str, Any]) -> None:
    corpora = Corpora(project["train"], project["dev"], project["out"], None, None)
    for settings in (SETTINGS, Settings(CPU, "radam", "with_synthetic", "blocks", 0.05, "iob2")):
        config = search.make_config(project["configs"] / "cpu.cfg", settings, corpora, seed=3)
        result = search.run(config, 96, corpora.dev)
        assert result["train_words_per_second"] > 0
        assert 0 <= result["precision"] <= 1
    assert sorted(path.name for path in project["out"].rglob("*.spacy")) == [
        "dev.spacy", "probe.spacy", "raw.spacy", "with_synthetic.spacy",
    ]  # fmt: skip
    optimizer = config["training"]["optimizer"]
    assert config["components"]["potential_pii_ner"]["scheme"] == "iob2"
    # 2 epochs of 12 dialogues with 12 tokens, in batches of 60 tokens.
    assert optimizer["learn_rate"]["total_steps"] == 2 * 12 * 12 // 60
    assert optimizer["learn_rate"]["initial_rate"] == 0.05


@pytest.mark.slow
def test_a_run_learns(project: dict[str, Any]) -> None:
    nlp = blank_english()
    write(project["train"], [labelled(nlp, f"am-{n}", NAMES[n % 6]) for n in range(120)])
    corpora = Corpora(project["train"], project["dev"], project["out"], None, None)
    settings = replace(SETTINGS, learn_rate=0.05)
    config = search.make_config(project["configs"] / "cpu.cfg", settings, corpora, seed=3)
    assert search.run(config, 960, corpora.dev)["f1"] > 0.5


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ({"schemes": "io,bio"}, "unknown: bio"),
        ({"backbones": ","}, "at least one backbone"),
        ({"cpu_learn_rates": "fast"}, "--cpu-learn-rates: give positive numbers"),
        ({"train": Path("nowhere.spacy")}, "training.corpora.make"),
    ],
)
def test_arguments_of_no_use_are_named(
    project: dict[str, Any], capsys: pytest.CaptureFixture, argument: dict[str, Any], message: str
) -> None:
    with pytest.raises(typer.Exit):
        search.main(**project | argument)
    assert message in capsys.readouterr().err
    assert not project["out"].exists()
