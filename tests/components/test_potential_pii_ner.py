import json
import logging
import multiprocessing
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest
import spacy
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from spacy_piivot.architectures import onnx_session
from spacy_piivot.architectures.tags import tempered
from spacy_piivot.components import potential_pii_ner
from spacy_piivot.components.potential_pii_ner import PotentialPIINER
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates, set_failed

NAMES = ("Cassie", "Bilal", "Mirela", "Oona", "Tendai", "Yuki")
COMPONENT = "potential_pii_ner"
SMALL = {
    "model": {
        "@architectures": "spacy_piivot.MessageWindows.v1",
        "previous": 1,
        "following": 1,
        "block_tokens": 16,
        "model": {
            "@architectures": "spacy_piivot.TokenClassifier.v1",
            "nO": None,
            "tok2vec": {
                "@architectures": "spacy.HashEmbedCNN.v2",
                "width": 32,
                "depth": 2,
                "embed_size": 300,
                "window_size": 1,
                "maxout_pieces": 2,
                "subword_features": True,
                "pretrained_vectors": None,
            },
        },
    }
}


def lesson(name: str, number: int = 0) -> Dialogue:
    return Dialogue(
        f"lesson-{number}",
        [
            Message("tutor", f"Okay {name}, what is {number} x 4?"),
            Message("student", ""),
            Message("student", "twelve  ok 👍\r\n"),
            Message("tutor", f"Yes, {name}'s answer is right. Go on."),
        ],
    )


def gold(doc: Doc, name: str) -> list[Candidate]:
    text = doc.text
    starts = [i for i in range(len(text)) if text.startswith(name, i)]
    return [Candidate(i, i + len(name), "NAME", 1.0, "gold") for i in starts]


def example(nlp: Language, name: str, number: int, key: str = "pii") -> Example:
    reference = dialogue_to_doc(lesson(name, number), nlp)
    set_candidates(reference, gold(reference, name), key)
    return Example(dialogue_to_doc(lesson(name, number), nlp), reference)


def train(**config: Any) -> Language:
    nlp = blank_english()
    nlp.add_pipe(COMPONENT, config={**SMALL, **config})
    key = config.get("spans_key", "pii")
    examples = [example(nlp, name, number, key) for number, name in enumerate(NAMES)]
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(30):
        nlp.update(examples, sgd=optimizer)
    return nlp


@pytest.fixture(scope="module")
def trained() -> Language:
    return train()


@pytest.fixture
def nlp(trained: Language) -> Iterator[Language]:
    component: Any = trained.get_pipe(COMPONENT)
    yield trained
    component.__dict__.pop("predict", None)


def docs(nlp: Language) -> list[Doc]:
    return [dialogue_to_doc(lesson(name, i), nlp) for i, name in enumerate(NAMES)]


def found(doc: Doc) -> list[str]:
    return [candidate.cut(doc.text) for candidate in get_candidates(doc)]


def test_it_learns_names_and_marks_them_exactly(nlp: Language) -> None:
    for doc, name in zip(nlp.pipe(docs(nlp)), NAMES, strict=True):
        assert found(doc) == [name, name]
        for candidate in get_candidates(doc):
            assert candidate.label == "NAME"
            assert candidate.source == COMPONENT
            assert candidate.role == ""
            assert 0.5 <= candidate.score <= 1
        assert "pii_rejected" in doc.spans


def test_the_registered_scorer_gives_what_the_score_weights_name(nlp: Language) -> None:
    examples = [example(nlp, name, number) for number, name in enumerate(NAMES)]
    scores = nlp.evaluate(examples)
    assert scores["spans_pii_f"] == 1.0
    weights = nlp.get_factory_meta(COMPONENT).default_score_weights
    assert weights["spans_pii_f"] == 1.0
    assert set(weights) <= set(scores)


@pytest.mark.parametrize("batch_size", [1, 2, 5, 100])
def test_call_and_pipe_agree_at_any_batch_size(nlp: Language, batch_size: int) -> None:
    single = [get_candidates(nlp(doc)) for doc in docs(nlp)]
    piped = [get_candidates(doc) for doc in nlp.pipe(docs(nlp), batch_size=batch_size)]
    assert piped == single


def test_long_documents_are_buffered_by_their_tokens(
    nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    tagger: Any = nlp.get_pipe("potential_pii_ner")
    stream = docs(nlp)
    longest = max(map(len, stream))
    assert len(stream) > 3
    monkeypatch.setattr(potential_pii_ner, "BATCH_TOKENS", 2 * longest)
    buffered: list[list[int]] = []
    predict = PotentialPIINER.predict

    def watched(self: PotentialPIINER, some: list[Doc]) -> Any:
        buffered.append(list(map(len, some)))
        return predict(self, some)

    monkeypatch.setattr(PotentialPIINER, "predict", watched)
    assert list(tagger.pipe(stream, batch_size=100)) == stream
    assert len(buffered) > 1
    assert all(sum(lengths) <= 2 * longest for lengths in buffered)
    assert [length for lengths in buffered for length in lengths] == list(map(len, stream))
    # One Doc that is longer than all may be goes alone.
    buffered.clear()
    monkeypatch.setattr(potential_pii_ner, "BATCH_TOKENS", 1)
    list(tagger.pipe(docs(nlp), batch_size=100))
    assert all(len(lengths) == 1 for lengths in buffered)


def test_working_ahead_changes_nothing(
    default_nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    tagger: Any = default_nlp.get_pipe(COMPONENT)
    monkeypatch.setattr(potential_pii_ner, "BATCH_TOKENS", 40)
    tagging: set[int] = set()
    predict = PotentialPIINER.predict

    def watched(self: PotentialPIINER, some: list[Doc]) -> Any:
        tagging.add(threading.get_ident())
        return predict(self, some)

    monkeypatch.setattr(PotentialPIINER, "predict", watched)
    answers = []
    for ahead in (False, True):
        monkeypatch.setattr(PotentialPIINER, "_computes_beside_python", lambda self, a=ahead: a)
        answers.append(
            [
                (get_candidates(doc), doc.user_data["piivot_id"])
                for doc in tagger.pipe(docs(default_nlp))
            ]
        )
        assert (threading.get_ident() in tagging) is not ahead
        tagging.clear()
    assert answers[0] == answers[1]
    assert all(candidates for candidates, _ in answers[0])


def test_it_works_ahead_only_where_onnxruntime_has_two_cores(
    nlp: Language, default_nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours: Any = nlp.get_pipe(COMPONENT)
    light: Any = default_nlp.get_pipe(COMPONENT)
    for cores, ahead in ((1, False), (2, True)):
        monkeypatch.setattr(onnx_session, "own_processors", lambda cores=cores: cores)
        assert light._computes_beside_python() is ahead
        assert not ours._computes_beside_python()


def test_a_document_that_fails_ahead_is_marked(
    default_nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    light: Any = default_nlp.get_pipe(COMPONENT)
    monkeypatch.setattr(onnx_session, "own_processors", lambda: 2)
    monkeypatch.setattr(potential_pii_ner, "BATCH_TOKENS", 40)
    predict = PotentialPIINER.predict

    def failing(self: PotentialPIINER, batch: list[Doc]) -> Any:
        if any(doc.user_data.get("piivot_id") == "lesson-3" for doc in batch):
            raise RuntimeError("Tendai")
        return predict(self, batch)

    monkeypatch.setattr(PotentialPIINER, "predict", failing)
    monkeypatch.setattr(light, "error_handler", lambda *arguments: None, raising=False)
    out = list(light.pipe(docs(default_nlp)))
    assert [doc._.piivot_status for doc in out] == [
        None, None, None, "potential_pii_ner:RuntimeError", None, None,
    ]  # fmt: skip


@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_processes_agree(nlp: Language, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [get_candidates(nlp(doc)) for doc in docs(nlp)]
    context = multiprocessing.get_context(method)
    monkeypatch.setattr("spacy.language.mp", context)
    piped = nlp.pipe(docs(nlp), n_process=2, batch_size=2)
    assert [get_candidates(doc) for doc in piped] == expected


@pytest.mark.usefixtures("own_vocabulary")
@pytest.mark.parametrize("scheme", [pytest.param("io", marks=pytest.mark.slow), "iob2"])
def test_disk_and_bytes_keep_labels_scheme_and_answers(scheme: str, tmp_path: Path) -> None:
    config = {"scheme": scheme, "thresholds": {"NAME": 0.3}, "aggregation_strategy": "none"}
    nlp = train(**config)
    expected = [get_candidates(nlp(doc)) for doc in docs(nlp)]
    assert any(expected)
    nlp.to_disk(tmp_path / "model")
    from_disk = spacy.load(tmp_path / "model")
    from_bytes = spacy.blank("en")
    from_bytes.add_pipe(COMPONENT, config={**SMALL, **config})
    from_bytes.from_bytes(nlp.to_bytes())
    for other in (from_disk, from_bytes):
        component: Any = other.get_pipe(COMPONENT)
        assert component.labels == ("NAME",)
        assert component.tags == nlp.get_pipe(COMPONENT).tags
        assert component.thresholds == {"NAME": 0.3}
        assert [get_candidates(other(doc)) for doc in docs(other)] == expected


def test_thresholds_can_be_overridden_when_a_pipeline_is_loaded(
    nlp: Language, tmp_path: Path
) -> None:
    nlp.to_disk(tmp_path / "model")
    strict = spacy.load(tmp_path / "model", config={"components": {COMPONENT: {"threshold": 1.01}}})
    assert [found(strict(doc)) for doc in docs(strict)] == [[]] * len(NAMES)
    lenient = spacy.load(
        tmp_path / "model", config={"components": {COMPONENT: {"thresholds": {"NAME": 0.0}}}}
    )
    assert len(found(lenient(docs(lenient)[0]))) >= 2


def test_plain_text_and_odd_documents_are_handled(nlp: Language) -> None:
    texts = ["", "   ", "\n\n", "Okay Cassie, what is 3 x 4?", "👍" * 50, "\r\n\t", "漢字 नमस्ते"]
    for doc, text in zip(nlp.pipe(texts), texts, strict=True):
        assert doc.text == text
        assert "pii" in doc.spans
    empty = nlp(dialogue_to_doc(Dialogue("none", []), nlp))
    assert get_candidates(empty) == []


def test_what_an_earlier_component_found_is_kept(nlp: Language) -> None:
    doc = docs(nlp)[0]
    set_candidates(doc, [Candidate(0, 4, "OTHER", 0.9, "pii_patterns")])
    assert found(nlp(doc)) == ["Okay", "Cassie", "Cassie"]


def fail_on(nlp: Language, doc_id: str) -> None:
    """Make the model fail on any batch that holds one document."""
    component: Any = nlp.get_pipe(COMPONENT)
    predict = PotentialPIINER.predict

    def failing(batch: list[Doc]) -> list:
        batch = list(batch)
        if any(doc.user_data.get("piivot_id") == doc_id for doc in batch):
            raise RuntimeError(f"cannot read {batch[0].text}")
        return predict(component, batch)

    component.predict = failing


def test_a_failing_document_is_marked_and_the_rest_of_its_batch_goes_on(nlp: Language) -> None:
    handled: list[tuple] = []
    component: Any = nlp.get_pipe(COMPONENT)
    fail_on(nlp, "lesson-2")
    component.set_error_handler(lambda *arguments: handled.append(arguments))
    try:
        out = list(nlp.pipe(docs(nlp), batch_size=4))
    finally:
        component.set_error_handler(spacy.util.raise_error)
    assert [doc.user_data["piivot_id"] for doc in out] == [f"lesson-{i}" for i in range(6)]
    assert [doc._.piivot_status for doc in out] == [
        None, None, "potential_pii_ner:RuntimeError", None, None, None,
    ]  # fmt: skip
    assert [found(doc) for doc in out] == [[n, n] if i != 2 else [] for i, n in enumerate(NAMES)]
    ((_, _, (failed,), error),) = handled
    assert failed is out[2]
    assert "Mirela" not in str(error)


def test_under_the_default_handler_an_error_is_raised_without_text(
    nlp: Language, caplog: pytest.LogCaptureFixture
) -> None:
    fail_on(nlp, "lesson-0")
    with caplog.at_level(logging.DEBUG), pytest.raises(ValueError, match="lesson-0") as raised:
        nlp(docs(nlp)[0])
    assert "Cassie" not in str(raised.value)
    assert "Cassie" not in caplog.text


def test_a_document_that_failed_before_is_left_alone(nlp: Language) -> None:
    doc = docs(nlp)[0]
    set_failed(doc, "pii_patterns:Boom")
    (after,) = nlp.pipe([doc])
    assert after._.piivot_status == "pii_patterns:Boom"
    assert get_candidates(after) == []


def test_retokenised_documents_are_refused(nlp: Language) -> None:
    doc = docs(nlp)[0]
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
    with pytest.raises(ValueError, match="retokenised"):
        nlp(doc)


def test_an_untrained_component_says_so() -> None:
    nlp = blank_english()
    nlp.add_pipe(COMPONENT, config=SMALL)
    with pytest.raises(ValueError, match="has no labels"):
        nlp("Okay Cassie")


def test_examples_over_different_texts_are_refused() -> None:
    nlp = blank_english()
    component: Any = nlp.add_pipe(COMPONENT, config=SMALL)
    good = example(nlp, "Oona", 1)
    component.initialize(lambda: [good], nlp=nlp)
    bad = Example(nlp.make_doc("Okay Oona"), nlp.make_doc("okay Oona"))
    with pytest.raises(ValueError, match="have different texts"):
        component.update([bad])


def test_labels_cannot_be_added_to_a_model_with_shapes(nlp: Language) -> None:
    component: Any = nlp.get_pipe(COMPONENT)
    assert component.add_label("NAME") == 0
    with pytest.raises(ValueError, match="E922"):
        component.add_label("SCHOOL")


def test_the_loss_is_zero_where_gold_is_not_known() -> None:
    nlp = blank_english()
    component: Any = nlp.add_pipe(COMPONENT, config=SMALL)
    good = example(nlp, "Oona", 1)
    component.initialize(lambda: [good], nlp=nlp, labels=["NAME"])
    reference = nlp.make_doc("Zappo")
    set_candidates(reference, [Candidate(0, 5, "ORG", 1.0, "gold")])
    unknown = Example(nlp.make_doc("Zappo"), reference)
    scores = component.predict([unknown.predicted])
    loss, gradients = component.get_loss([unknown], scores)
    assert loss == 0
    assert not numpy.any(gradients[0])


def test_a_group_of_the_users_own_is_read_and_written() -> None:
    nlp = train(spans_key="mine")
    doc = nlp(docs(nlp)[0])
    assert [c.cut(doc.text) for c in get_candidates(doc, "mine")] == ["Cassie", "Cassie"]
    assert get_candidates(doc) == []


def test_spacy_train_runs_with_the_component(tmp_path: Path) -> None:
    from spacy.cli.train import train as spacy_train
    from spacy.tokens import DocBin

    nlp = blank_english()
    nlp.add_pipe(COMPONENT, config=SMALL)
    references = [example(nlp, name, number).reference for number, name in enumerate(NAMES)]
    DocBin(docs=references, store_user_data=True).to_disk(tmp_path / "train.spacy")
    config = nlp.config.copy()
    config["training"]["max_steps"] = 4
    config["training"]["eval_frequency"] = 2
    for name in ("train", "dev"):
        config["corpora"][name]["path"] = str(tmp_path / "train.spacy")
    config.to_disk(tmp_path / "config.cfg")
    spacy_train(tmp_path / "config.cfg", tmp_path / "out")
    loaded = spacy.load(tmp_path / "out" / "model-last")
    assert loaded.get_pipe(COMPONENT).labels == ("NAME",)
    assert json.loads((tmp_path / "out" / "model-last" / "meta.json").read_text())["performance"]


@pytest.mark.parametrize(
    ("messages", "number", "kept"),
    [
        (["so 343-706 = what"], "343-706", False),
        (["and 1024-512-256 = 256"], "1024-512-256", False),
        (["What do you get?", "343-706-1234"], "343-706-1234", False),
        (["call me at 555-1234 ok"], "555-1234", True),
        (["what's your phone number?", "343-706-1234"], "343-706-1234", True),
    ],
)
def test_a_number_that_is_calculated_with_is_not_added(
    messages: list[str], number: str, kept: bool
) -> None:
    nlp = blank_english()
    component: Any = nlp.add_pipe(COMPONENT, config=SMALL)
    doc = dialogue_to_doc(Dialogue("d", [Message("T", text) for text in messages]), nlp)
    start = doc.text.index(number)
    span = doc.char_span(start, start + len(number), alignment_mode="expand")
    component.add_label("PHONE_NUMBER")
    probabilities = numpy.zeros((len(doc), 2), dtype="float32")
    probabilities[:, 0] = 1.0
    probabilities[span.start : span.end] = (0.0, 1.0)
    component.set_annotations([doc], [probabilities])
    assert bool(get_candidates(doc)) is kept


WITH_ROLES = {
    "model": {
        "@architectures": "spacy_piivot.TokenClassifier.v2",
        "hidden": 16,
        "roles": 2,
        "tok2vec": {
            **{key: value for key, value in SMALL["model"].items() if key != "model"},
            "model": SMALL["model"]["model"]["tok2vec"],
        },
    },
    "roles": ["participant", "problem"],
}


def test_roles_are_learnt_beside_the_names_and_saved_with_the_weights(tmp_path: Path) -> None:
    nlp = blank_english()
    nlp.add_pipe(COMPONENT, config=WITH_ROLES)
    examples = []
    for number, name in enumerate(NAMES):
        problem = Dialogue("p", [Message("question", f"{name} has {number} apples and eats 2.")])
        for dialogue, role in ((lesson(name, number), "participant"), (problem, "problem")):
            reference = dialogue_to_doc(dialogue, nlp)
            found = [replace(c, role=role) for c in gold(reference, name)]
            set_candidates(reference, found)
            examples.append(Example(dialogue_to_doc(dialogue, nlp), reference))
    optimizer = nlp.initialize(lambda: examples)
    first = nlp.update(examples, sgd=optimizer)[COMPONENT]
    for _ in range(80):
        losses = nlp.update(examples, sgd=optimizer)
    assert losses[COMPONENT] < first / 4
    nlp.to_disk(tmp_path)
    again = spacy.load(tmp_path)
    for pipeline in (nlp, again):
        component = pipeline.get_pipe(COMPONENT)
        assert component.roles == ("participant", "problem")
        assert component.predict([pipeline.make_doc("")])[0].shape == (0, 4)
        tutored = pipeline(dialogue_to_doc(lesson("Bilal"), pipeline))
        assert {c.role for c in get_candidates(tutored)} == {"participant"}
        (found,) = get_candidates(pipeline("Oona has 3 apples and eats 2."))
        assert found.role == "problem"
    component.role_threshold = 1.1
    (found,) = get_candidates(again("Oona has 3 apples and eats 2."))
    assert found.role == "participant"


def test_a_temperature_changes_the_scores_and_not_what_is_most_probable(nlp: Language) -> None:
    component: Any = nlp.get_pipe(COMPONENT)
    doc = dialogue_to_doc(lesson("Tendai"), nlp)
    (rows,) = component.predict([doc])
    before = [(c.start, c.end, c.score) for c in get_candidates(nlp(doc.copy()))]
    component.temperature = 2.0
    try:
        after = [(c.start, c.end, c.score) for c in get_candidates(nlp(doc.copy()))]
    finally:
        component.temperature = 1.0
    assert [c[:2] for c in before] == [c[:2] for c in after]
    assert all(hot[2] < cold[2] for hot, cold in zip(after, before, strict=True))
    logits = numpy.log(rows[0]) / 2.0
    numpy.testing.assert_allclose(
        tempered(rows, 2.0)[0], numpy.exp(logits) / numpy.exp(logits).sum(), rtol=1e-4
    )
