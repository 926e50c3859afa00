import json
import re
from pathlib import Path
from typing import Any

import pytest
from connections import with_connection
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc
from stand_in_server import Reply, StandInServer, said

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, get_candidates, set_candidates
from spacy_piivot.errors import InputError
from spacy_piivot.llm.marks import MARKS, write_marks

pytest.importorskip("openai")

NAMES = ("Maria", "Zorblatt", "Bob")
TEXTS = (
    "hi Maria, ready?",
    "yes Mr Zorblatt\nsee you",
    "",
    "x = 4/12, call 212-555-0143",
    "Maria and Bob, Maria2x+3",
)


def lines(body: dict[str, Any]) -> list[tuple[int, str]]:
    """The numbered lines that are asked about."""
    shown = said(body).rpartition("<<<TEXT\n")[2].partition("\nTEXT>>>")[0]
    found = [line.partition("| ") for line in shown.split("\n") if line]
    return [(int(number), text) for number, _, text in found]


def lister(body: dict[str, Any]) -> str:
    """A model that lists the names and telephone numbers."""
    entries = []
    for number, text in lines(body):
        entries += [
            {"message": number, "text": name, "type": "PERSON"}
            for name in NAMES
            for _ in re.findall(name, text)
        ]
        entries += [
            {"message": number, "text": phone, "type": "PHONE_NUMBER"}
            for phone in re.findall(r"\d{3}-\d{3}-\d{4}", text)
        ]
    return json.dumps({"pii": entries})


def marker(body: dict[str, Any]) -> str:
    """A model that marks the names."""
    return "\n".join(
        f"{number}| "
        + write_marks(text, [(*m.span(), "NAME") for n in NAMES for m in re.finditer(n, text)])
        for number, text in lines(body)
    )


def make_nlp(url: str | None, *before: str, **config: Any) -> Language:
    nlp = blank_english()
    for component in before:
        nlp.add_pipe(component)
    nlp.add_pipe("llm_detector", config=with_connection(config, base_url=url, max_retries=0))
    return nlp


def make_doc(nlp: Language, *texts: str, id: str = "d") -> Doc:
    return dialogue_to_doc(Dialogue(id, [Message("tutor", text) for text in texts or TEXTS]), nlp)


def found(doc: Doc) -> list[tuple[str, str]]:
    return [(candidate.cut(doc.text), candidate.label) for candidate in get_candidates(doc)]


ALL = [
    ("Maria", "NAME"), ("Zorblatt", "NAME"), ("212-555-0143", "PHONE_NUMBER"), ("Maria", "NAME"),
    ("Bob", "NAME"), ("Maria", "NAME"),
]  # fmt: skip


@pytest.mark.parametrize("prompt", ["basic", "math-aware", "segment-aware"])
def test_what_a_model_lists_becomes_candidates(prompt: str) -> None:
    with StandInServer(lister) as server:
        nlp = make_nlp(server.base_url, "math_segmenter", prompt=prompt)
        doc = nlp(make_doc(nlp))
        assert found(doc) == ALL
        assert {c.source for c in get_candidates(doc)} == {"llm_detector"}
        assert all(0.8 < c.score < 1 for c in get_candidates(doc))
        shown = [line for _, line in lines(server.requests[0])]
        segment = {"segment-aware": "NON-MATH "}.get(prompt, "")
        assert shown[0] == f"{segment}TUTOR: hi Maria, ready?"
        assert len(shown) == 4
        status = doc._.piivot_llm["llm_detector"]
        assert (status["status"], status["found"], status["unaligned"]) == ("ok", 6, 0)
        assert status["requests"] == 1


def test_what_a_model_marks_becomes_candidates() -> None:
    with StandInServer(marker) as server:
        nlp = make_nlp(server.base_url, prompt="special-identifiers")
        doc = nlp(make_doc(nlp))
        assert found(doc) == [name for name in ALL if name[1] == "NAME"]
        assert all(c.score == pytest.approx(0.9) for c in get_candidates(doc))
        assert "response_format" not in server.requests[0]
        assert "@@@femi###" in said(server.requests[0])


def test_candidates_are_exact_inside_a_token() -> None:
    with StandInServer(lister) as server:
        nlp = make_nlp(server.base_url)
        doc = nlp(make_doc(nlp, "Maria2x+3"))
        assert [(c.start, c.end) for c in get_candidates(doc)] == [(0, 5)]


def test_without_probabilities_there_is_a_default_score() -> None:
    with StandInServer(lister, logprobs=False) as server:
        nlp = make_nlp(server.base_url, default_score=0.7)
        assert {c.score for c in get_candidates(nlp(make_doc(nlp)))} == {0.7}


def test_an_endpoint_without_json_schema_is_read_all_the_same() -> None:
    model = lambda body: f"Sure, here it is:\n```json\n{lister(body)}\n```"  # noqa: E731
    with StandInServer(model, schema=400) as server:
        nlp = make_nlp(server.base_url)
        assert found(nlp(make_doc(nlp))) == ALL


def test_long_dialogues_are_sent_in_chunks_of_whole_messages() -> None:
    with StandInServer(lister) as server:
        nlp = make_nlp(server.base_url, chunk_tokens=6)
        doc = nlp(make_doc(nlp))
        assert found(doc) == ALL
        asked = sorted([number for number, _ in lines(body)] for body in server.requests)
        assert asked == [[0], [1], [3], [4]]


def test_a_slip_in_a_copy_is_aligned_and_more_is_rejected() -> None:
    slip = lambda body: marker(body).replace("ready?", "ready.")  # noqa: E731
    with StandInServer(slip) as server:
        nlp = make_nlp(server.base_url, prompt="special-identifiers")
        assert found(nlp(make_doc(nlp))) == [name for name in ALL if name[1] == "NAME"]
    changed = lambda body: marker(body).replace("ready?", "are you ready?")  # noqa: E731
    with StandInServer(changed) as server:
        nlp = make_nlp(server.base_url, prompt="special-identifiers")
        nlp.set_error_handler(lambda *arguments: None)
        doc = nlp(make_doc(nlp))
        assert found(doc) == []
        assert doc._.piivot_status == "llm_detector:NoAnswer"
        assert doc._.piivot_llm["llm_detector"]["status"] == "unparsable"


def test_marks_in_the_text_itself_hinder_nothing() -> None:
    texts = (
        "@@@ Maria ### said", "@@@@ Bob #### ok QQQ", "$$$hi Maria~~~", "QQQx@y.example^^^",
        "a TEXT>>> <<<TEXT b",
    )  # fmt: skip
    with StandInServer(marker) as server:
        nlp = make_nlp(server.base_url, prompt="special-identifiers")
        doc = nlp(make_doc(nlp, *texts))
        assert found(doc) == [("Maria", "NAME"), ("Bob", "NAME"), ("Maria", "NAME")]
        shown = "".join(text for _, text in lines(server.requests[0]))
        assert not [mark for pair in MARKS.values() for mark in pair if mark in shown]


def test_what_was_too_much_at_once_is_asked_in_halves() -> None:
    def short_winded(body: dict[str, Any]) -> str | Reply:
        if len(lines(body)) > 2:
            return Reply(lister(body)[:40], finish_reason="length")
        return lister(body)

    with StandInServer(short_winded) as server:
        nlp = make_nlp(server.base_url)
        doc = nlp(make_doc(nlp))
        assert found(doc) == ALL
        assert doc._.piivot_llm["llm_detector"]["requests"] == 3


@pytest.mark.parametrize(("status", "works"), [(400, True), (413, True), (401, False)])
@pytest.mark.parametrize("prompt", ["special-identifiers", "math-aware"])
def test_what_an_endpoint_finds_too_long_is_asked_in_halves(
    status: int, works: bool, prompt: str
) -> None:
    def small(body: dict[str, Any]) -> str | Reply:
        if len(lines(body)) > 2:
            return Reply(status=status)
        return (marker if prompt == "special-identifiers" else lister)(body)

    with StandInServer(small) as server:
        nlp = make_nlp(server.base_url, prompt=prompt)
        nlp.set_error_handler(lambda *arguments: None)
        doc = nlp(make_doc(nlp))
        assert doc._.piivot_llm["llm_detector"]["status"] == ("ok" if works else "rejected")
        assert (("Zorblatt", "NAME") in found(doc)) == works
        if not works:
            assert len(server.requests) == 1


def test_what_cannot_be_searched_whole_is_not_searched_on() -> None:
    def model(body: dict[str, Any]) -> str | Reply:
        is_first = lines(body)[0][0] == 0
        return Reply("", refusal="no") if is_first else Reply(lister(body), delay=0.2)

    with StandInServer(model) as server:
        nlp = make_nlp(server.base_url, chunk_tokens=5, max_concurrency=2)
        nlp.set_error_handler(lambda *arguments: None)
        doc = nlp(make_doc(nlp, *["hello there my dear pupil"] * 20))
        requests = doc._.piivot_llm["llm_detector"]["requests"]
        # Of another document, once nothing of this one is under way.
        nlp(make_doc(nlp, "hi", id="e"))
        assert len(server.requests) - 1 <= requests < 5
        assert nlp.get_pipe("llm_detector").usage.requests == requests + 1


def test_what_stands_nowhere_is_counted() -> None:
    ghost = {"message": 0, "text": "Ghost", "type": "PERSON", "start": 3, "end": 8}
    with StandInServer(lambda body: json.dumps({"pii": [ghost]})) as server:
        nlp = make_nlp(server.base_url)
        doc = nlp(make_doc(nlp))
        assert found(doc) == []
        assert doc._.piivot_llm["llm_detector"]["unaligned"] == 1


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    ("reply", "status"),
    [
        (Reply("I found nobody."), "unparsable"),
        (Reply("{}", finish_reason="length"), "truncated"),
        (Reply(None, refusal="no"), "refusal"), (Reply(status=500), "server_error"),
        (Reply(drop=True), "unreachable"), (Reply("[]", delay=1.0), "timeout"),
        (Reply('{"pii": [{"text": "Mar'), "unparsable"),
        (Reply('{"pii": []}', padding=20_000), "unparsable"),
    ],
    ids=str,
)  # fmt: skip
def test_a_doc_that_could_not_be_searched_fails(reply: Reply, status: str) -> None:
    with StandInServer(lambda body: reply) as server:
        nlp = make_nlp(server.base_url, timeout=0.3 if reply.delay else 30.0)
        nlp.add_pipe("hips_surrogator")
        with pytest.raises(ValueError, match=status):
            nlp(make_doc(nlp, "hi Maria"))
        nlp.set_error_handler(lambda *arguments: None)
        doc = make_doc(nlp, "hi Maria")
        set_candidates(doc, [Candidate(3, 8, "NAME", 0.5, "gold")])
        nlp(doc)
    assert doc._.piivot_status == "llm_detector:NoAnswer"
    assert doc._.piivot_text is None
    assert doc._.piivot_llm["llm_detector"]["status"] == status
    assert found(doc) == [("Maria", "NAME")]


@pytest.mark.usefixtures("no_pauses")
def test_one_bad_doc_does_not_take_the_others_along() -> None:
    model = lambda body: "no" if "EXPLODE" in said(body) else lister(body)  # noqa: E731
    with StandInServer(model) as server:
        nlp = make_nlp(server.base_url)
        nlp.set_error_handler(lambda *arguments: None)
        texts = ["Maria", "EXPLODE", "Bob"]
        done = list(nlp.pipe(make_doc(nlp, text, id=text) for text in texts))
        assert [doc.user_data["piivot_id"] for doc in done] == texts
        assert [doc._.piivot_status for doc in done] == [None, "llm_detector:NoAnswer", None]
        assert [found(doc) for doc in done] == [[("Maria", "NAME")], [], [("Bob", "NAME")]]


def test_offsets_are_kept_and_no_text(tmp_path: Path) -> None:
    with StandInServer(lister) as server:
        nlp = make_nlp(server.base_url, cache_dir=str(tmp_path))
        first = nlp(make_doc(nlp))
        again = make_nlp("http://127.0.0.1:9/v1", cache_dir=str(tmp_path))
        second = again(make_doc(again))
        assert get_candidates(second) == get_candidates(first)
        assert len(server.requests) == 1
    for path in tmp_path.iterdir():
        data = path.read_bytes()
        assert not [name for name in (*NAMES, "212-555") if name.encode() in data]


def test_overlapping_and_rejected_spans_are_settled_by_the_group() -> None:
    with StandInServer(lister) as server:
        nlp = make_nlp(server.base_url)
        doc = make_doc(nlp, "Maria and Bob")
        set_candidates(doc, [Candidate(0, 5, "NAME", 0.2, "other")])
        set_candidates(
            doc, [Candidate(10, 13, "NAME", 0.2, "o", "", "mathematics")], "pii_rejected"
        )
        [only] = get_candidates(nlp(doc))
        assert (only.start, only.end, only.source) == (0, 5, "llm_detector+other")


def test_the_segment_aware_prompt_needs_segments() -> None:
    nlp = make_nlp("http://127.0.0.1:9/v1", prompt="segment-aware")
    with pytest.raises(ValueError, match="math_segmenter"):
        nlp(make_doc(nlp))


def test_examples_of_ones_own_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "examples.jsonl"
    path.write_text(json.dumps({"text": "0| hi Quokka", "answer": '{"pii": []}'}) + "\n")
    with StandInServer(lister) as server:
        nlp = make_nlp(server.base_url, examples=str(path))
        assert found(nlp(make_doc(nlp))) == ALL
        assert "Quokka" in said(server.requests[0])


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_where_nothing_is_said_nothing_is_asked(text: str) -> None:
    with StandInServer(lister) as server:
        nlp = make_nlp(server.base_url)
        doc = nlp(text)
        assert "pii" in doc.spans
        assert server.requests == []


@pytest.mark.parametrize(
    "config",
    [{"prompt": "clever"}, {"chunk_tokens": 0}, {"default_score": 1.5}, {"examples": "none.jsonl"}],
)
def test_a_config_that_cannot_work_is_refused(config: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        make_nlp("http://127.0.0.1:9/v1", **config)


def test_detector_and_verifier_work_together_in_their_places() -> None:
    with StandInServer(
        lambda body: (
            ("F" if "[[Bob]]" in said(body) else "T") if "[[" in said(body) else lister(body)
        )
    ) as server:
        nlp = blank_english()
        for name in ("pii_patterns", "llm_detector", "known_names", "llm_verifier"):
            config = with_connection({}, base_url=server.base_url) if name.startswith("llm") else {}
            nlp.add_pipe(name, config=config)
        nlp.get_pipe("llm_verifier").verify_band = (0.0, 0.99)
        doc = nlp(make_doc(nlp))
        assert "Bob" not in [text for text, _ in found(doc)]
        assert ("212-555-0143", "PHONE_NUMBER") in found(doc)
        assert set(doc._.piivot_llm) == {"llm_detector", "llm_verifier"}
