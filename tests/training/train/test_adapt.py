import json
from pathlib import Path
from typing import Any

import pytest
import spacy
import typer
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import DocBin
from spacy.training import Example
from spacy.util import fix_random_seed

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, message_bounds
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates
from spacy_piivot.corpus.doccano import SPAN_KEYS
from spacy_piivot.runs.prelabel import prelabel
from training.train import adapt, rehearsal

TAGGER = {
    "roles": ["participant", "problem", "math_term", "public"],
    "model": {
        "@architectures": "spacy_piivot.TokenClassifier.v2",
        "hidden": 16,
        "roles": 4,
        "tok2vec": {
            "@architectures": "spacy_piivot.MessageWindows.v1",
            "previous": 1,
            "following": 1,
            "block_tokens": 60,
            "model": {
                "@architectures": "spacy.HashEmbedCNN.v2",
                "width": 8,
                "depth": 1,
                "embed_size": 100,
                "window_size": 1,
                "maxout_pieces": 2,
                "subword_features": True,
                "pretrained_vectors": None,
            },
        },
    },
}
SEEN = ("Ana", "Bogdan", "Chidi", "Dilnoza")
# Of a user's own transcripts: they must be nowhere in what is written.
OWN = ("Zephyrine", "Quillon", "Yevgenia", "Xiomara", "Wendeline", "Vespasian")


def with_gold(nlp: Language, text: str, names: tuple[str, ...]) -> Example:
    doc = dialogue_to_doc(Dialogue("d", [Message("tutor", text), Message("student", "ok")]), nlp)
    gold = doc.copy()
    set_candidates(
        gold,
        [
            Candidate(text.index(n), text.index(n) + len(n), "NAME", 1.0, "gold", "participant")
            for n in names
        ],
    )
    return Example(doc, gold)


def blank(**tagger: Any) -> Language:
    tokenizer = {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": tokenizer}})
    nlp.add_pipe("pii_patterns")
    nlp.add_pipe("potential_pii_ner", config={**TAGGER, **tagger})
    return nlp


@pytest.fixture(scope="session")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline that finds a name after "hi" and nowhere else, and what it was trained on."""
    folder = tmp_path_factory.mktemp("trained")
    nlp = blank()
    examples = [
        with_gold(nlp, f"{word} {name}, what is 3 + 4?", (name,) if word == "hi" else ())
        for name in SEEN
        for word in ("hi", "see")
    ]
    tagger: Any = nlp.get_pipe("potential_pii_ner")
    fix_random_seed(1)
    with nlp.select_pipes(enable=["potential_pii_ner"]):
        tagger.initialize(lambda: examples, nlp=nlp, labels=["NAME", "SCHOOL"])
        optimizer = nlp.resume_training()
        optimizer.learn_rate = 0.02
        for _ in range(40):
            nlp.update(examples, sgd=optimizer, losses={})
    nlp.to_disk(folder / "pipeline")
    docs = [example.reference for example in examples] * 10
    DocBin(attrs=["ORTH"], store_user_data=True, docs=docs).to_disk(folder / "train.spacy")
    return folder / "pipeline"


def transcript(number: int, name: str, label: str = "NAME") -> dict[str, Any]:
    text = f"so {name} says seven"
    span = {"start": 3, "end": 3 + len(name), "label": label}
    turn = {"speaker": "tutor", "text": text, "spans": [span]}
    return {"id": f"own-{number}", "messages": [turn, {"speaker": "student", "text": "yes"}]}


def write(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf8")
    return path


@pytest.fixture
def arguments(pipeline: Path, tmp_path: Path) -> dict[str, Any]:
    records = [transcript(number, name) for number, name in enumerate(OWN)]
    return {
        "pipeline": str(pipeline),
        "labelled": write(tmp_path / "labelled.jsonl", records),
        "out": tmp_path / "out",
        "steps": 8,
        "learn_rate": 0.02,
        "rehearse": pipeline.parent / "train.spacy",
    }


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapt, "BATCH_TOKENS", 150)
    monkeypatch.setattr(adapt, "TRAINING", adapt.TRAINING.replace("\nsize = 1500", "\nsize = 150"))


def found(nlp: Language, text: str) -> list[tuple[str, str]]:
    doc = nlp(text)
    return [(c.cut(text), c.label) for c in get_candidates(doc)]


def refused(arguments: dict[str, Any], capsys: pytest.CaptureFixture) -> str:
    with pytest.raises(typer.Exit) as exit:
        adapt.main(**arguments)
    assert exit.value.exit_code == 2
    assert not arguments["out"].exists()
    return str(capsys.readouterr().err)


@pytest.mark.usefixtures("own_vocabulary")
def test_it_learns_the_users_names_and_writes_no_text_of_theirs(
    arguments: dict[str, Any], pipeline: Path, tmp_path: Path
) -> None:
    new = [transcript(9, "Ottoline"), transcript(10, "Peregrine")]
    test = write(tmp_path / "test.jsonl", new)
    assert found(spacy.load(pipeline), "so Ottoline says seven") == []
    adapt.main(**arguments, test=test)
    out = arguments["out"]
    adapted = spacy.load(out / "pipeline")
    assert found(adapted, "so Ottoline says seven") == [("Ottoline", "NAME")]
    # The rehearsal keeps what was known before.
    assert found(adapted, "hi Ana, what is 3 + 4?") == [("Ana", "NAME")]
    assert found(adapted, "see Ana, what is 3 + 4?") == []
    summary = json.loads((out / "before_after.json").read_text("utf8"))
    assert summary["scored_on"] == "test"
    assert summary["before"]["strict"]["recall"] == 0.0
    assert summary["after"]["strict"]["recall"] == 1.0
    assert (summary["before"]["leaked"]["share"], summary["after"]["leaked"]["share"]) == (1.0, 0.0)
    table = (out / "before_after.md").read_text("utf8")
    assert "| all, overlap | 2 | – | 1.000 | 0.000 | 1.000 |" in table
    assert "100.0% before, 0.0% after, of 17" in table
    for path in out.rglob("*"):
        for name in (*OWN, "Ottoline", "Peregrine"):
            assert path.is_dir() or name.lower().encode() not in path.read_bytes().lower(), path


def test_without_a_test_set_each_half_is_scored_by_what_saw_the_other(
    arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[tuple[set[str], set[str]]] = []

    def names(examples: list[Example]) -> set[str]:
        return {name for name in OWN for e in examples if name in e.reference.text}

    def adapted(how: adapt.Adaptation, own: list[Example], rehearsal: list[Example]) -> Language:
        runs.append((names(own), set()))
        return spacy.load(how.pipeline)

    predict = adapt.predict

    def predicted(nlp: Language, examples: list[Example]) -> Any:
        if runs:
            runs[-1] = (runs[-1][0], names(examples))
        return predict(nlp, examples)

    monkeypatch.setattr(adapt.Adaptation, "adapt", adapted)
    monkeypatch.setattr(adapt, "predict", predicted)
    adapt.main(**arguments)
    final, *folds = runs
    assert final[0] == set(OWN)
    assert [len(seen) for seen, _ in folds] == [3, 3]
    for seen, held_out in folds:
        assert seen | held_out == set(OWN)
        assert not seen & held_out
    summary = json.loads((arguments["out"] / "before_after.json").read_text("utf8"))
    assert summary["before"] == summary["after"]
    assert summary["before"]["by_label"]["NAME"]["gold"] == 6


def test_no_more_transcripts_than_shots(
    arguments: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        adapt.Adaptation, "adapt", lambda how, own, rehearsal: spacy.load(how.pipeline)
    )
    adapt.main(**arguments | {"steps": 2}, shots=3)
    summary = json.loads((arguments["out"] / "before_after.json").read_text("utf8"))
    assert (summary["transcripts"], summary["dialogues"], summary["scored_on"]) == (3, 3, "2 folds")
    # Too few of any label for a row.
    assert summary["after"]["by_label"] == {}


def test_labels_are_the_guides_or_canonical_and_others_are_listed(
    arguments: dict[str, Any], capsys: pytest.CaptureFixture
) -> None:
    records = [transcript(0, OWN[0], "PHONE"), transcript(1, OWN[1], "AGE"), transcript(2, OWN[2])]
    records.append(transcript(3, OWN[3], "PLACEHOLDER"))
    write(arguments["labelled"], records)
    message = refused(arguments, capsys)
    assert "does not have the labels AGE, PHONE_NUMBER." in message
    assert not any(name in message for name in OWN)


def test_an_encoder_in_onnx_does_not_learn(
    arguments: dict[str, Any], capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    nlp = spacy.load(arguments["pipeline"])
    nlp.config["components"]["potential_pii_ner"]["model"]["@architectures"] = (
        "spacy_piivot.OnnxTagger.v1"
    )
    monkeypatch.setattr(adapt, "load", lambda _: nlp)
    assert "Adapt the transformer pipeline" in refused(arguments, capsys)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pipeline": "nowhere"}, "nowhere: cannot be loaded"),
        ({"labelled": Path("nowhere.jsonl")}, "nowhere.jsonl: no such file"),
        ({"rehearse": Path("nowhere.spacy")}, "--rehearse-share 0"),
        ({"shots": 1}, "Label at least 2 transcripts"),
    ],
)
def test_what_cannot_be_used_is_named(
    arguments: dict[str, Any], capsys: pytest.CaptureFixture, change: dict[str, Any], message: str
) -> None:
    assert message in refused(arguments | change, capsys)


def test_a_test_set_that_is_trained_on_is_refused(
    arguments: dict[str, Any], capsys: pytest.CaptureFixture
) -> None:
    assert "1 of its dialogues" in refused(
        arguments
        | {"test": write(arguments["labelled"].parent / "t.jsonl", [transcript(7, OWN[0])])},
        capsys,
    )


def test_corrected_doccano_is_joined_with_what_was_prelabelled(
    arguments: dict[str, Any], tmp_path: Path
) -> None:
    raw = tmp_path / "raw.jsonl"
    write(raw, [json.loads(line) for line in arguments["labelled"].read_text().splitlines()])
    nlp = blank()
    nlp.remove_pipe("potential_pii_ner")
    prelabel(raw, tmp_path / "export.jsonl", nlp)
    lines = (tmp_path / "export.jsonl").read_text("utf8").splitlines()
    corrected = []
    for line, name in zip(lines, OWN, strict=True):
        start = (example := json.loads(line))["text"].index(name)
        corrected.append(example | {SPAN_KEYS[0]: [[start, start + len(name), "NAME"]]})
    write(tmp_path / "export.jsonl", corrected)
    own = adapt.read_labelled(raw, tmp_path / "export.jsonl", nlp)
    spans = [get_candidates(example.reference) for example in own.canonical]
    assert [
        c.cut(e.reference.text) for e, some in zip(own.canonical, spans, strict=True) for c in some
    ] == list(OWN)
    assert {c.role for some in spans for c in some} == {""}


def test_pieces_keep_messages_speakers_and_gold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "PIECE_WORDS", 4)
    nlp = blank()
    texts = ["", "one two", "three four Ana", "", "hi Bo\nagain Ana five six", "seven", ""]
    dialogue = Dialogue("d", [Message(str(number), text) for number, text in enumerate(texts)])
    gold = dialogue_to_doc(dialogue, nlp)
    starts = [start for start, _ in message_bounds(gold)]
    places = [(starts[2] + 11, 3), (starts[4] + 3, 2), (starts[4] + 12, 3)]
    set_candidates(gold, [Candidate(at, at + n, "NAME", 1.0, "gold", "public") for at, n in places])
    some = list(rehearsal.pieces([Example(gold, gold)], nlp))
    parts = [
        [piece.reference.text[s:e] for s, e in message_bounds(piece.reference)] for piece in some
    ]
    assert parts == [texts[1:3], [texts[4]], [texts[5]]]
    assert [piece.reference.user_data["piivot_speakers"] for piece in some] == [
        ["1", "2"], ["4"], ["5"],
    ]  # fmt: skip
    spans = [get_candidates(piece.reference) for piece in some]
    cut = [[c.cut(p.reference.text) for c in found] for p, found in zip(some, spans, strict=True)]
    assert cut == [["Ana"], ["Bo", "Ana"], []]
    assert {c.role for found in spans for c in found} == {"public"}
    assert all(not get_candidates(piece.predicted) for piece in some)


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5])
def test_own_and_old_pieces_are_mixed_evenly(share: float) -> None:
    nlp = blank_english()
    own, old = ([with_gold(nlp, f"{word} {n}", ()) for n in range(5)] for word in ("own", "old"))
    stream = [e.reference.text.split()[0] for e in rehearsal.mixed(own, old, share, 400, seed=1)]
    assert len(stream) == 100
    for start in range(0, 100, 20):
        assert stream[start : start + 20].count("old") == 20 * share
