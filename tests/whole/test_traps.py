"""One test for each trap that similar projects fell into, numbered as in the project's list."""

import io
import logging
import multiprocessing
import pickle
import re
import traceback
import warnings
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from fresh_interpreter import KEY, TEXT
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.util import raise_error

import spacy_piivot
from spacy_piivot.core.dialogue import (
    Dialogue,
    Message,
    dialogue_to_doc,
    doc_to_dialogue,
    message_bounds,
)
from spacy_piivot.core.spans import Candidate, get_candidates, install_extensions, set_candidates

COMPONENTS = (
    "pii_patterns", "potential_pii_ner", "known_names", "math_segmenter", "hips_surrogator",
)  # fmt: skip


@pytest.fixture(autouse=True)
def key_from_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPACY_PIIVOT_KEY", KEY)


@pytest.fixture(scope="module")
def nlp(keyed_nlp: Language) -> Language:
    """The pipeline with the key of the environment."""
    return keyed_nlp


def lesson(number: int = 0) -> Dialogue:
    return Dialogue(
        f"lesson-{number}",
        [
            Message("tutor", "Hi Odile Ferrand, ready? My mail is tariq@brightmaths.example"),
            Message("Odile", "yes  \r\n"),
            Message("tutor", ""),
            Message("Odile", "so ODILE's answer is 4/12 and odile2x+3 is 11 👍"),
        ],
    )


def docs(nlp: Language, count: int = 4) -> list[Doc]:
    return [dialogue_to_doc(lesson(i), nlp) for i in range(count)]


def state(doc: Doc) -> tuple:
    return (
        doc._.piivot_status,
        doc._.piivot_text,
        [dict(edit) for edit in doc._.piivot_edits],
        list(doc._.piivot_speakers),
        get_candidates(doc),
    )


def test_01_a_docbin_with_user_data_keeps_everything(nlp: Language) -> None:
    doc = nlp(docs(nlp, 1)[0])
    (copy,) = DocBin(docs=[doc], store_user_data=True).get_docs(nlp.vocab)
    assert state(copy) == state(doc)
    (bare,) = DocBin(docs=[doc]).get_docs(nlp.vocab)
    assert get_candidates(bare) == get_candidates(doc)
    assert bare._.piivot_status is None


def test_02_scores_and_sources_are_group_attributes(nlp: Language) -> None:
    doc = nlp(docs(nlp, 1)[0])
    group = doc.spans["pii"]
    assert len(group) > 2
    for key in ("scores", "sources", "offsets", "roles"):
        assert len(group.attrs[key]) == len(group)
    assert all(isinstance(score, float) for score in group.attrs["scores"])


def test_03_user_data_holds_only_plain_values(nlp: Language) -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, dict):
            return all(isinstance(k, str) and plain(v) for k, v in value.items())
        if isinstance(value, list):
            return all(map(plain, value))
        return value is None or isinstance(value, (str, int, float))

    doc = nlp(docs(nlp, 1)[0])
    assert all(map(plain, doc.user_data.values()))
    copy = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert state(copy) == state(doc)


def test_04_only_one_module_edits_span_groups() -> None:
    package = Path(spacy_piivot.__file__).parent
    for path in package.rglob("*.py"):
        if path.name in ("spans.py", "dialogue.py"):
            continue
        text = path.read_text("utf8")
        assert "SpanGroup(" not in text, path.name
        # A thinc model has attributes of its own.
        assert not re.search(r"(?<!\bmodel)\.attrs\[", text), path.name


def test_05_retokenising_after_detection_is_refused(nlp: Language) -> None:
    doc = docs(nlp, 1)[0]
    with nlp.select_pipes(disable="hips_surrogator"):
        nlp(doc)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:3])
    with pytest.raises(ValueError, match="retokenised"):
        nlp.get_pipe("hips_surrogator")(doc)
    assert doc._.piivot_text is None


def test_06_edits_are_exact_inside_a_token(nlp: Language) -> None:
    doc = docs(nlp, 1)[0]
    start = doc.text.index("odile2x")
    nlp(doc)
    assert (start, start + 5) in [(c.start, c.end) for c in get_candidates(doc)]
    assert doc_to_dialogue(doc).messages[3].text.split(" ")[-4].endswith("2x+3")


def test_07_components_return_the_doc_they_got(nlp: Language) -> None:
    doc = docs(nlp, 1)[0]
    assert nlp(doc) is doc
    pairs = list(nlp.pipe([(d, i) for i, d in enumerate(docs(nlp))], as_tuples=True))
    assert [context for _, context in pairs] == [0, 1, 2, 3]
    example = Example(nlp.make_doc("hi Odile"), nlp.make_doc("hi Odile"))
    assert "spans_pii_f" in nlp.evaluate([example])


class Breaks:
    """Replaces a part that fails on one Doc."""

    def __init__(self, original: Any) -> None:
        self.original = original

    def __call__(self, doc: Doc) -> Any:
        if doc.user_data.get("piivot_id") == "lesson-2":
            raise KeyError("Odile Ferrand")
        return self.original(doc)


def ignore(name: str, component: Any, failed: list[Doc], error: Exception) -> None:
    """An error handler that does not raise."""


@pytest.fixture
def breakable(nlp: Language) -> Iterator[Language]:
    """The module's pipeline; afterwards it raises again where a component fails."""
    yield nlp
    nlp.set_error_handler(raise_error)


@pytest.mark.parametrize(
    "component", ["pii_patterns", "known_names", "math_segmenter", "hips_surrogator"]
)
def test_08_one_bad_doc_does_not_take_its_batch_along(
    component: str, breakable: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    nlp = breakable
    whole = [state(doc) for doc in nlp.pipe(docs(nlp))]
    part = nlp.get_pipe(component)
    method = "begin" if component == "hips_surrogator" else "annotate"
    monkeypatch.setitem(vars(part), method, Breaks(getattr(part, method)))
    with pytest.raises(ValueError, match="lesson-2") as error:
        list(nlp.pipe(docs(nlp)))
    assert "Odile" not in "".join(traceback.format_exception(error.value))
    nlp.set_error_handler(ignore)
    done = list(nlp.pipe(docs(nlp), batch_size=4))
    assert [doc.user_data["piivot_id"] for doc in done] == [f"lesson-{i}" for i in range(4)]
    assert [doc._.piivot_status for doc in done] == ["ok", "ok", f"{component}:KeyError", "ok"]
    assert done[2]._.piivot_text is None
    assert state(done[3]) == whole[3]


def test_08_the_tagger_too_keeps_the_rest_of_its_batch(
    breakable: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    nlp = breakable
    part = nlp.get_pipe("potential_pii_ner")
    predict = part.predict

    def failing(batch: list[Doc]) -> Any:
        if any(doc.user_data.get("piivot_id") == "lesson-2" for doc in batch):
            raise RuntimeError("Odile Ferrand")
        return predict(batch)

    monkeypatch.setitem(vars(part), "predict", failing)
    nlp.set_error_handler(ignore)
    done = list(nlp.pipe(docs(nlp), batch_size=4))
    assert [doc._.piivot_status for doc in done] == [
        "ok",
        "ok",
        "potential_pii_ner:RuntimeError",
        "ok",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_09_10_11_workers_of_either_kind_agree_with_one_process(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SPACY_PIIVOT_KEY")
    nlp = spacy_piivot.load()
    alone = [state(doc) for doc in nlp.pipe(docs(nlp, 6))]
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method(method, force=True)
    try:
        shared = [state(doc) for doc in nlp.pipe(docs(nlp, 6), n_process=2, batch_size=2)]
    finally:
        multiprocessing.set_start_method(before, force=True)
    assert shared == alone


def test_10_components_hold_nothing_that_cannot_be_pickled(nlp: Language) -> None:
    nlp(docs(nlp, 1)[0])
    for name in COMPONENTS:
        data = pickle.dumps(nlp.get_pipe(name))
        assert KEY.encode() not in data


def test_11_13_extensions_and_factories_are_there_with_nothing_imported_but_spacy(
    fresh: dict[str, Any],
) -> None:
    names = {point.name for point in entry_points(group="spacy_factories")}
    assert names >= set(COMPONENTS)
    for name in COMPONENTS:  # each in a process that knew nothing but spaCy
        assert fresh[f"extension before and after {name}"] == [False, True]
    nothing, made = fresh["factories"]
    assert nothing == []
    assert set(made) >= set(COMPONENTS)


def test_12_another_packages_extension_is_left_alone() -> None:
    install_extensions()
    names = [name for name in ("text", "edits", "status", "score") if Doc.has_extension(name)]
    assert names == []
    package = Path(spacy_piivot.__file__).parent
    assert not [p for p in package.rglob("*.py") if "force=True)" in p.read_text("utf8")]


def test_14_groups_are_written_where_nothing_is_found(nlp: Language) -> None:
    for text in ("", " \n ", "what is 4/12 of 36"):
        doc = nlp(text)
        assert "pii" in doc.spans
        assert "pii_rejected" in doc.spans


@pytest.mark.parametrize("component", ["pii_patterns", "potential_pii_ner", "known_names"])
@pytest.mark.parametrize("key", ["pii", "mine"])
def test_15_scores_and_their_weights_follow_the_spans_key(component: str, key: str) -> None:
    nlp = blank_english()
    part: Any = nlp.add_pipe(component, config={"spans_key": key})
    reference = nlp.make_doc("hi Odile")
    set_candidates(reference, [Candidate(3, 8, "NAME", 1.0, "gold")], key)
    predicted = nlp.make_doc("hi Odile")
    set_candidates(predicted, [Candidate(3, 8, "NAME", 1.0, "gold")], key)
    scores = part.score([Example(predicted, reference)])
    assert scores[f"spans_{key}_f"] == 1.0
    weights = nlp.config["training"]["score_weights"]
    assert weights["spans_pii_f"] == 1.0
    if key == "pii":
        assert set(weights) <= set(scores)


def test_16_pipe_analysis_accepts_what_the_components_declare(nlp: Language) -> None:
    analysis = nlp.analyze_pipes()
    for name in COMPONENTS:
        wanted = "doc._.piivot_text" if name == "hips_surrogator" else "doc.spans"
        assert wanted in analysis["summary"][name]["assigns"]
        assert analysis["problems"][name] == []


def test_17_a_group_is_not_used_after_its_doc_is_gone(nlp: Language) -> None:
    found = get_candidates(nlp(docs(nlp, 1)[0]))
    assert any(candidate.label == "NAME" for candidate in found)


def test_18_one_answer_whatever_the_batch(nlp: Language) -> None:
    alone = [state(nlp(doc)) for doc in docs(nlp, 7)]
    for size in (2, 3, 7):
        assert [state(doc) for doc in nlp.pipe(docs(nlp, 7), batch_size=size)] == alone, size


@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", "hi Odile \n\n", "\r\n", "\t\t", "👩‍👩‍👧", "Привет Одиль", "a\u200bb"]
)
def test_19_odd_texts_are_handled_to_the_character(nlp: Language, text: str) -> None:
    doc = nlp(text)
    assert doc._.piivot_status == "ok"
    if not doc._.piivot_edits:
        assert doc._.piivot_text == text
    dialogue = dialogue_to_doc(Dialogue("odd", [Message("t", text), Message("t", "")]), nlp)
    assert [dialogue.text[a:b] for a, b in message_bounds(dialogue)] == [text, ""]


def test_19_a_doc_from_spacys_own_reader_has_no_messages_and_still_works(nlp: Language) -> None:
    doc = nlp(dialogue_to_doc(lesson(), nlp).text)
    assert doc._.piivot_status == "ok"
    assert "Odile" not in doc._.piivot_text


def test_20_surrogates_do_not_depend_on_the_salted_hash(
    nlp: Language, fresh: dict[str, Any]
) -> None:
    # This process has a seed of its own.
    assert fresh["released"] == nlp(TEXT)._.piivot_text
    assert "Odile" not in fresh["released"]


@pytest.mark.parametrize(
    "text",
    [
        "pi is 3.14159265358 or so",
        "so 10/12/14 is what you get",
        "it says 12.5.3.1 on the page",
        "if A1 = 3, B2 = 4 then what",
        "now do 987-65-4321",
        "no dont menu.Keep going",
        "4/12 is 1/3 and 3:45 is later",
    ],
)
def test_21_22_mathematics_is_no_identifier(nlp: Language, text: str) -> None:
    doc = nlp(text)
    assert [c for c in get_candidates(doc) if c.source == "pii_patterns"] == []
    assert doc._.piivot_text == text


def test_27_one_person_gets_one_surrogate_in_every_form() -> None:
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator")
    forms = ["John Smith", "JOHN", "john", "John", "Smith", "Johnny", "John"]
    text = "John Smith, JOHN, john's, John and Smith. Johnny came. Joan saw John."
    doc = nlp.make_doc(text)
    candidates, position = [], 0
    for form in [*forms[:6], "Joan", forms[6]]:
        start = text.index(form, position)
        position = start + len(form)
        candidates.append(Candidate(start, position, "NAME", 1.0, "gold", "participant"))
    set_candidates(doc, candidates)
    nlp(doc)
    by_form = [edit["surrogate"] for edit in doc._.piivot_edits]
    first, last = by_form[0].split()
    assert by_form[1] == first.upper()
    assert by_form[2] == first.lower()
    assert by_form[3] == by_form[7] == first
    assert by_form[4] == last
    assert by_form[5].startswith(first[:2])
    joan = by_form[6]
    assert joan not in {first, last}
    originals = {"john", "smith", "johnny", "joan"}
    assert not originals & {word.casefold() for form in by_form for word in form.split()}


@pytest.fixture
def every_log() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    loggers = [logging.getLogger(), *map(logging.getLogger, list(logging.root.manager.loggerDict))]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
        logger.addHandler(handler)
    yield stream
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
        logger.removeHandler(handler)


@pytest.mark.usefixtures("own_vocabulary")
def test_planted_names_reach_no_log_warning_or_model_directory(
    every_log: io.StringIO, tmp_path: Path
) -> None:
    planted = "Zephyrine Quackenbush, mail zq77@brightmaths.example, phone (212) 555-0187"
    nlp = spacy_piivot.load()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        doc = dialogue_to_doc(
            Dialogue("x", [Message("Zephyrine", f"I am {planted}")], roster=["Quackenbush"]), nlp
        )
        nlp(doc)
        assert doc._.piivot_status == "ok"
        nlp.to_disk(tmp_path / "model")
    written = [path.read_bytes() for path in (tmp_path / "model").rglob("*") if path.is_file()]
    said = every_log.getvalue() + "".join(str(warning.message) for warning in caught)
    for secret in ("Zephyrine", "Quackenbush", "zq77", "555-0187"):
        assert secret not in said
        assert secret not in doc._.piivot_text
        assert not [data for data in written if secret.encode() in data]
    assert not [data for data in written if KEY.encode() in data]
