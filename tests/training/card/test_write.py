"""The model card: what it says, and which places it refuses to replace."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import spacy
import srsly
import typer
from shared_pipelines import blank_english
from spacy.cli.package import package

from spacy_piivot import __version__
from training.card import write as pipeline_card

TRAINED = """
[paths]
train = "{machine}/train.spacy"
encoder = "{machine}/encoder"

[system]
seed = 20

[components]

[components.potential_pii_ner]
factory = "potential_pii_ner"

[components.potential_pii_ner.model]
hidden = {hidden}

[components.potential_pii_ner.model.tok2vec]
separator = "</s>"

[training]
seed = ${{system.seed}}
max_epochs = 1
max_steps = {steps}
eval_frequency = 650
accumulate_gradient = 1
dropout = 0.1

[training.batcher]
@batchers = "spacy.batch_by_padded.v1"
size = 2400

[training.optimizer]
@optimizers = "Adam.v1"
L2 = 0.01

[training.optimizer.learn_rate]
@schedules = "warmup_linear.v1"
warmup_steps = 150
total_steps = {steps}
initial_rate = 0.0002

[initialize]
vectors = ${{paths.train}}
"""


def score(tp: int, fp: int | None, fn: int) -> dict[str, Any]:
    """A score as `evaluate` writes it; without false positives only the recall is known."""
    recall = tp / (tp + fn) if tp + fn else None
    if fp is None:
        f1 = precision = None
    else:
        precision = tp / (tp + fp)
        f1 = 2 * tp / (2 * tp + fp + fn)
    ratios = {"precision": precision, "recall": recall, "f1": f1, "f5": recall}
    return {"tp": tp, "fp": fp, "fn": fn, **ratios, "intervals": {}}


REPORT = {
    "gold": "secret-gold.jsonl",
    "predicted": "secret-predicted.jsonl",
    "matching": "strict",
    "dialogues": 12,
    "messages": 3456,
    "gold_spans": 100,
    "predicted_spans": 98,
    "overall": score(90, 8, 10),
    "by_label": {"NAME": score(84, 4, 6), "AGE": score(6, 2, 4), "US_SSN": score(0, 2, 0)},
    "matchings": {"overlap": score(95, 3, 5)},
    "strata": {
        "corpus": {"amber": score(1, 1, 9), "ncte": score(89, 7, 1)},
        "region": {"Asia": score(19, None, 1)},
    },
    "leaked": {"characters": 25, "of": 1000, "share": 0.025},
    "clean_messages": {"touched": 3, "of": 2000, "share": 0.0015},
    "lookalikes": {
        "false_alarms": 4,
        "of": 40,
        "share": 0.1,
        "by_kind": {
            "decimal": {"false_alarms": 0, "of": 20, "share": 0.0},
            "year": {"false_alarms": 1, "of": 10, "share": 0.1},
            "colour": {"false_alarms": 3, "of": 10, "share": 0.3},
        },
    },
    "numbers": None,
    "roles": {
        "right": 99,
        "of": 100,
        "share": 0.99,
        "participants_lost": {"lost": 1, "of": 50, "share": 0.02},
    },
}
CALIBRATION = {
    "recall": 0.98,
    "least": 0.15,
    "temperature": {"value": 1.124},
    "thresholds": {
        "NAME": {"threshold": 0.45, "reason": "f1"},
        "AGE": {"threshold": 0.5, "reason": "little gold"},
    },
    "roles": {"dialogue": {"threshold": 0.65}, "essay": {"threshold": 0.9}},
}
UNSEEN = {
    "seen": {"gold": 80, "strict": 0.95, "overlap": 1.0},
    "unseen": {"gold": 0, "strict": None, "overlap": None},
}


def made(copies: int, silver: bool, **inputs: str) -> dict[str, Any]:
    source = {"documents": 1000, "messages": 1, "words": 20000, "lookalikes": 5}
    return {
        "seed": 20,
        "copies": copies,
        "words_scale": 1.0,
        "silver": silver,
        "splits": {
            "train": {
                "general": {**source, "spans": {"NAME": 70, "OTHER": 9000}},
                **({"silver_mathdial": {**source, "spans": {}}} if silver else {}),
            }
        },
        "inputs": {f"train/{name}.jsonl": sha for name, sha in inputs.items()},
    }


class Files:
    """Small inputs of a card in a folder, and the options that name them."""

    def __init__(self, folder: Path, blank: Path) -> None:
        self.folder = folder
        self.out = folder / "release" / "en_tiny"
        self.pipeline = folder / "calibrated" / "en_before"
        shutil.copytree(blank, self.pipeline)
        self.corpus = self.write("corpus/corpus.json", made(8, True, svamp="5a", aqua="a9"))
        self.calibration = self.write("calibration.json", CALIBRATION)

    def write(self, name: str, content: Any) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        srsly.write_json(path, content)
        return path

    def trained(self, name: str, *, layers: int, steps: int, hidden: int) -> Path:
        folder = self.folder / name
        (folder / "potential_pii_ner").mkdir(parents=True)
        config = TRAINED.format(machine=self.folder, steps=steps, hidden=hidden)
        (folder / "config.cfg").write_text(config)
        encoder = {"_name_or_path": str(folder), "num_hidden_layers": layers, "hidden_size": 384}
        shim = srsly.msgpack_dumps({"config": encoder, "state": b""})
        weights = srsly.msgpack_dumps({"nodes": [], "shims": [[], [shim]]})
        (folder / "potential_pii_ner" / "model").write_bytes(weights)
        return folder

    def encoder(self, **config: Any) -> Path:
        size = {"model_type": "bert", "num_hidden_layers": 6, "hidden_size": 384}
        folder = self.write("encoder/config.json", {**size, **config}).parent
        tensors = {
            "__metadata__": {"format": "pt"},
            "embeddings": {"dtype": "F32", "shape": [1000, 1500], "data_offsets": [0, 0]},
            "positions": {"dtype": "I64", "shape": [1, 512000], "data_offsets": [0, 0]},
        }
        header = json.dumps(tensors).encode()
        weights = len(header).to_bytes(8, "little") + header + b"..."
        (folder / "model.safetensors").write_bytes(weights)
        return folder

    def all_options(self) -> dict[str, Path]:
        first_corpus = self.write("first_corpus/corpus.json", made(5, False, svamp="5b"))
        for path in (self.corpus, first_corpus):
            path.with_name("train.spacy").write_bytes(path.parent.name.encode())
        return {
            "report": self.write("report.json", REPORT),
            "unseen": self.write("unseen.json", UNSEEN),
            "trained": self.trained("last/model-best", layers=5, steps=3900, hidden=128),
            "encoder": self.encoder(),
            "first": self.trained("first/model-best", layers=6, steps=1500, hidden=256),
            "first_corpus": first_corpus,
        }

    def card(self, **options: Path | str) -> str:
        """The card, its lines in one: paragraphs are broken anywhere."""
        pipeline_card.main(self.pipeline, self.corpus, self.calibration, self.out, **options)
        return " ".join((self.out / "README.md").read_text("utf8").split())


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline without components."""
    folder = tmp_path_factory.mktemp("blank")
    blank_english().to_disk(folder)
    return folder


@pytest.fixture
def files(tmp_path: Path, blank: Path) -> Files:
    return Files(tmp_path, blank)


def refused(files: Files, capsys: pytest.CaptureFixture, **options: Path) -> str:
    """Expect an error, and that no file has changed; give the message."""

    def contents() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in files.folder.rglob("*") if path.is_file()}

    before = contents()
    with pytest.raises(typer.Exit) as exit:
        files.card(**options)
    assert exit.value.exit_code == 2
    assert contents() == before
    return str(capsys.readouterr().err)


def test_both_trainings_are_told_by_their_files(files: Files) -> None:
    card = files.card(**files.all_options())
    shas = [hashlib.sha256(name).hexdigest() for name in (b"first_corpus", b"corpus")]
    for row in (
        "| | first training | last training |",
        "| copies of the dialogues | 5 | 8 |",
        "| silver labels | no | yes |",
        f"| sha256 of train.spacy | `{shas[0]}` | `{shas[1]}` |",
        "| seed of the training | 20 | 20 |",
        "| maximum steps | 1,500 | 3,900 |",
        "| learning rate | warmup_linear.v1 (warmup_steps 150, total_steps 1500, "
        "initial_rate 0.0002)",
        "| batch | 2,400 padded words | 2,400 padded words |",
        "| hidden width | 256 | 128 |",
        "| layers of the encoder | 6 | 5 |",
    ):
        assert row in card
    assert (
        "python -m spacy project run all . \\ --vars.encoder ENCODER \\ "
        '--vars.separator "</s>" \\ --vars.seed 20 \\ '
        "--vars.first_copies 5 \\ --vars.first_steps 1500 \\ --vars.copies 8 \\ "
        "--vars.dropped_layers 1 \\ "
        "--vars.recall 0.98 \\ --vars.least_threshold 0.15 All"
    ) in card
    assert "labelled by the pipeline of the first training, not by hand" in card


def test_what_no_file_says_can_be_said(files: Files) -> None:
    remark = "Then 480 steps more on a corrected corpus."
    assert remark in files.card(**files.all_options(), remark=remark)


def test_a_command_of_another_seed_is_not_made_up(files: Files) -> None:
    options = files.all_options()
    files.write("first_corpus/corpus.json", {**made(5, False), "seed": 21})
    assert "project run all" not in files.card(**options)


def test_an_encoder_is_named_if_its_weights_are_known(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = files.encoder(_name_or_path="somebody/base")
    sha = hashlib.sha256((encoder / "model.safetensors").read_bytes()).hexdigest()
    card = files.card(encoder=encoder)
    assert (
        "Training started from `somebody/base`, model type `bert`, 6 layers, width 384, 1.5 "
        f"million weights. The sha256 of these weights: {sha} model.safetensors"
    ) in card
    assert "| The encoder's weights | see the encoder's own model card |" in card
    assert "MiniLM" not in card
    assert card.count("Apache-2.0") == 1  # AQuA's licence, not the encoder's
    (known,) = pipeline_card.ENCODERS.values()
    monkeypatch.setattr(pipeline_card, "ENCODERS", {sha: known})
    trained = files.trained("last", layers=5, steps=9, hidden=9)
    card = files.card(encoder=encoder, trained=trained)
    assert "started from all-MiniLM-L6-v2 of sentence-transformers (Apache-2.0)" in card
    assert "Its lowest 5 layers are kept." in card
    assert "all-MiniLM-L6-v2" in str(srsly.read_json(files.out / "meta.json")["sources"])


def test_figures_are_shares_with_counts(files: Files) -> None:
    card = files.card(**files.all_options())
    for figure in (
        "12 dialogues, 3,456 messages, 100 gold spans, 98 predicted.",
        "| all | 0.918 | 0.900 | 0.909 | 0.900 | 100 | 90 | 8 |",
        "| US_SSN | 0.000 | - | 0.000 | - | 0 | 0 | 2 |",
        "By overlap: precision 0.969, recall 0.950, F1 0.960.",
        "| characters of PII that no span covers | 2.50% | 25 | 1,000 |",
        "| messages without PII that get a span | 0.15% | 3 | 2,000 |",
        "| lookalikes that get a span | 10.00% | 4 | 40 |",
        "| names found with the right role | 99.00% | 99 | 100 |",
        "| participants found with another role | 2.00% | 1 | 50 |",
        "| ncte | 0.927 | 0.989 | 0.957 | 0.989 | 90 | 89 | 7 |",
        "| Asia | 0.950 | 19 | 20 |",
        "| that training has too | 0.950 (76) | 1.000 (80) | 80 |",
        "| new to it | - | - | 0 |",
    ):
        assert figure in card
    assert "numbers outside PII" not in card


def test_known_failures_begin_with_the_figures(files: Files) -> None:
    failures = files.card(**files.all_options()).partition("## Known failures ")[2]
    assert failures.startswith(
        "Recall or F1 below 0.8 on the test split: "
        "- `AGE`: recall 0.600, precision 0.750, F1 0.667 (6 of 10 found, 2 wrong). "
        "- corpus `amber`: recall 0.100, precision 0.500, F1 0.167 (1 of 10 found, 1 wrong). "
        "- `US_SSN`: not in the test split, and found 2 times. "
        "- Lookalikes taken for PII, the kinds hit most: colour 3 of 10, year 1 of 10. English"
    )


def test_data_are_told_as_they_are(files: Files) -> None:
    card = files.card(**files.all_options())
    assert "| general | 1,000 | 20,000 | 70 | 5 |" in card
    assert "5b train/svamp.jsonl (of the first training)" in card
    assert "Only the hand-labelled parts of `svamp.jsonl` are trained on" in card
    assert "tutoring of the sources `silver_mathdial` were labelled by the pipeline of" in card
    assert "`aqua.jsonl` was in the same folder but is not trained on" in card
    assert "All splits share public figures, mathematicians" in card
    assert "AGE 0.5, NAME 0.45. With too little gold there, AGE keep the default." in card
    assert "need a probability of 0.65 (dialogues), 0.9 (essays). The temperature of" in card
    assert "the labels is 1.12." in card


def test_no_path_gets_into_what_is_written(files: Files) -> None:
    options = {**files.all_options(), "encoder": files.encoder(_name_or_path=str(files.folder))}
    files.card(**options)
    for name in ("README.md", "meta.json"):
        written = (files.out / name).read_text("utf8")
        assert str(files.folder) not in written
        assert "secret" not in written
        assert "model-best" not in written


def test_the_result_is_a_pipeline_that_can_be_packaged(files: Files, tmp_path: Path) -> None:
    card = files.card(**files.all_options())
    assert card.startswith(f"# en_tiny {__version__} ")
    meta = srsly.read_json(files.out / "meta.json")
    assert (meta["name"], meta["license"]) == ("tiny", "MIT")
    assert meta["performance"]["AGE"] == pytest.approx({"p": 0.75, "r": 0.6, "f": 2 / 3, "f5": 0.6})
    assert spacy.load(files.out).pipe_names == []
    (tmp_path / "packages").mkdir()
    package(files.out, tmp_path / "packages", create_sdist=False, create_wheel=False)
    (readme,) = (tmp_path / "packages").glob("*/README.md")
    assert readme.read_bytes() == (files.out / "README.md").read_bytes()


def test_a_card_needs_neither_report_nor_trainings(files: Files) -> None:
    files.write("corpus/corpus.json", made(1, False))
    files.calibration = files.write(
        "calibration.json", {key: CALIBRATION[key] for key in ("recall", "temperature")}
        | {"thresholds": {"NAME": {"threshold": 0.4}}},
    )  # fmt: skip
    card = files.card()
    assert "Trained on 1,000 chunks of dialogues (20,000 words: 1 copy, each with" in card
    assert "Not measured for this pipeline" in card
    assert "## Known failures English only." in card
    for unknown in ("first training", "sha256 of train.spacy", "None", "silver_", "MiniLM", "- `"):
        assert unknown not in card
    assert srsly.read_json(files.out / "meta.json")["performance"] == {}


def test_the_model_is_told_by_the_config(files: Files) -> None:
    config = files.pipeline / "config.cfg"
    blank = config.read_text()
    for name, said in (
        ("spacy_piivot.OnnxTagger.v1", "in ONNX"),
        ("spacy-transformers.Tok2VecTransformer.v3", "through spacy-transformers"),
    ):
        config.write_text(f"# {name}\n{blank}")
        card = files.card()
        assert said in card
        assert "The encoder's initial weights are not recorded." in card


def test_a_card_is_written_anew(files: Files) -> None:
    files.card()
    (files.out / "old").write_text("old")
    files.card()
    assert not (files.out / "old").exists()


def test_what_is_read_is_not_replaced(files: Files, capsys: pytest.CaptureFixture) -> None:
    for out in (files.pipeline, files.pipeline.parent, files.folder):
        files.out = out
        assert "an input of the card" in refused(files, capsys)
    files.out = files.trained("last", layers=1, steps=1, hidden=1)
    (files.out / "meta.json").write_text("{}")
    assert "an input of the card" in refused(files, capsys, trained=files.out)
    files.out = files.pipeline / "card"
    assert "inside the pipeline" in refused(files, capsys)


def test_other_folders_and_files_are_not_replaced(
    files: Files, capsys: pytest.CaptureFixture
) -> None:
    files.out.mkdir(parents=True)
    (files.out / "thesis.tex").write_text("mine")
    assert "something other than a pipeline" in refused(files, capsys)
    files.out = files.out / "thesis.tex"
    assert "is not a folder" in refused(files, capsys)
    files.out = files.folder / "empty"
    files.out.mkdir()
    assert files.card().startswith("# empty ")


def test_inputs_of_no_use_are_refused(files: Files, capsys: pytest.CaptureFixture) -> None:
    comparison = files.write("comparison.json", {"systems": {}})
    assert "has no 'matching'" in refused(files, capsys, report=comparison)
    broken = files.folder / "broken.json"
    broken.write_text("{")
    assert "not a JSON file" in refused(files, capsys, unseen=broken)
    assert "not a pipeline" in refused(files, capsys, trained=files.folder)
    assert "was not trained" in refused(files, capsys, trained=files.pipeline)
    assert "not an encoder" in refused(files, capsys, encoder=files.pipeline)
    encoder = files.encoder()
    (encoder / "model.safetensors").write_bytes(b"weights")
    assert "not a safetensors file" in refused(files, capsys, encoder=encoder)
    (files.pipeline / "config.cfg").unlink()
    assert "not a pipeline" in refused(files, capsys)
