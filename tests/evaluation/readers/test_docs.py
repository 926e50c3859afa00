import json
from pathlib import Path
from typing import Any

import pytest
from shared_pipelines import blank_english
from spacy.tokens import Doc, DocBin, Span, SpanGroup
from spacy.vocab import Vocab

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, ensure_groups, set_candidates
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, AnnotatedSpan
from spacy_piivot.evaluation.readers.docs import from_doc
from spacy_piivot.evaluation.readers.reading import from_docs, read_annotations
from spacy_piivot.lang import ENGLISH


def write(path: Path, *lines: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines),
        encoding="utf-8",
    )
    return path


def extents(dialogue: AnnotatedDialogue) -> list[list[tuple[int, int, str]]]:
    return [[(s.start, s.end, s.label) for s in message.spans] for message in dialogue.messages]


# Docs


def doc_of(*messages: tuple[str, str], id: str = "d1") -> Doc:
    dialogue = Dialogue(id, [Message(speaker, text) for speaker, text in messages])
    return dialogue_to_doc(dialogue, blank_english())


@pytest.fixture(scope="module")
def chat() -> Doc:
    """Spans inside a token, beside an empty message and over messages; maths in one."""
    doc = doc_of(("tutor", "Hi Maria2x "), ("", ""), ("Ana", "by Bo\nor 2+2"), ("s", "ok"))
    assert doc.text == "Hi Maria2x \n\nby Bo\nor 2+2\nok"
    set_candidates(
        doc,
        [
            Candidate(3, 8, "NAME", 0.5, "x", "problem"),
            Candidate(16, 18, "NAME", 1.0, "x"),
            Candidate(22, 28, "OTHER", 0.75, "x"),
        ],
    )
    doc.spans["math"] = SpanGroup(doc, name="math", spans=[doc.char_span(22, 25)])
    return doc


def check_chat(dialogue: AnnotatedDialogue) -> None:
    assert dialogue.id == "d1"
    first, empty, third, last = dialogue.messages
    assert first.spans == [AnnotatedSpan(3, 8, "NAME", "problem", 0.5, "Maria")]
    assert (first.text, first.speaker, first.segment) == ("Hi Maria2x ", "TUTOR", "NON-MATH")
    assert first.tokens == [(0, 2), (3, 10)]
    assert (empty.text, empty.spans, empty.tokens) == ("", [], [])
    assert third.spans == [
        AnnotatedSpan(3, 5, "NAME", text="Bo"),
        AnnotatedSpan(9, 12, "OTHER", score=0.75, text="2+2"),
    ]
    assert (third.text, third.speaker, third.segment) == ("by Bo\nor 2+2", "", "MATH")
    assert last.spans == [AnnotatedSpan(0, 2, "OTHER", score=0.75, text="ok")]
    assert (last.speaker, last.segment) == ("STUDENT", "NON-MATH")


def test_docs_give_messages_exact_offsets_roles_scores_segments_and_tokens(chat: Doc) -> None:
    check_chat(from_docs([chat])[0])


def test_a_spacy_file_gives_the_same_and_ids_only_with_user_data(tmp_path: Path, chat: Doc) -> None:
    path = tmp_path / "a.spacy"
    DocBin(docs=[chat], store_user_data=True).to_disk(path)
    check_chat(read_annotations(path)[0])
    DocBin(docs=[chat, chat]).to_disk(path)
    first, second = read_annotations(path)
    assert (first.id, second.id) == ("0", "1")
    assert extents(first) == extents(second) == extents(from_doc(chat, lexicon=ENGLISH))


def test_a_span_over_messages_is_cut_and_leaves_nothing_in_empty_ones() -> None:
    doc = doc_of(("", "ab"), ("", ""), ("", "cd"))
    set_candidates(doc, [Candidate(1, 5, "X", 1.0, "x"), Candidate(2, 3, "Y", 1.0, "x")])
    assert extents(from_doc(doc, lexicon=ENGLISH)) == [[(1, 2, "X")], [], [(0, 1, "X")]]


def test_plain_docs_and_groups_of_the_users_own_are_read() -> None:
    doc = Doc(Vocab(), words=["Ana", "sits"])
    doc.spans["mine"] = [Span(doc, 0, 1, label="PERSON")]
    (dialogue,) = from_docs([doc], "mine")
    assert dialogue.messages[0].spans == [AnnotatedSpan(0, 3, "PERSON", text="Ana")]
    assert dialogue.messages[0].segment == ""


def test_a_doc_without_the_group_is_empty_unless_all_lack_it(tmp_path: Path) -> None:
    labelled, bare = Doc(Vocab(), words=["a"]), Doc(Vocab(), words=["b"])
    ensure_groups(labelled)
    bare.spans["other"] = []
    assert [extents(dialogue) for dialogue in from_docs([labelled, bare])] == [[[]], [[]]]
    path = tmp_path / "a.spacy"
    DocBin(docs=[bare]).to_disk(path)
    with pytest.raises(InputError, match=r"a\.spacy: .*'pii'.*other"):
        read_annotations(path)
    assert from_docs([]) == []


def test_a_file_that_is_no_docbin_is_refused_without_its_text(tmp_path: Path) -> None:
    path = write(tmp_path / "a.spacy", "Zorblatt")
    with pytest.raises(InputError, match=r"a\.spacy: is not a file") as caught:
        read_annotations(path)
    assert caught.value.__context__ is None
