import pytest
from shared_pipelines import blank_english
from spacy.tokens import Doc

from spacy_piivot.core.draft import CandidateDraft
from spacy_piivot.core.spans import (
    PII,
    REJECTED,
    Candidate,
    add_candidates,
    get_candidates,
    move_candidates,
    searched_by,
)

TEXT = "then Ana Lima and Bob said 5"
ANA, LIMA, BOB = (
    Candidate(start, end, "NAME", 0.8, "tagger") for start, end in ((5, 8), (9, 13), (18, 21))
)


@pytest.fixture
def doc() -> Doc:
    return blank_english()(TEXT)


def test_a_draft_does_what_spans_do(doc: Doc) -> None:
    other = blank_english()(TEXT)
    new = [Candidate(5, 13, "NAME", 0.7, "cues")]
    add_candidates(other, [ANA, BOB])
    move_candidates(other, lambda c: "no name" if c == BOB else "")
    add_candidates(other, [*new, BOB])

    draft = CandidateDraft(doc, "known_names")
    draft.add([ANA, BOB])
    draft.reject(lambda c: "no name" if c == BOB else "")
    draft.add([*new, BOB])
    assert get_candidates(doc) == []
    draft.write()
    for key in (PII, REJECTED):
        assert get_candidates(doc, key) == get_candidates(other, key) != []


def test_candidates_are_kept_in_order_and_without_white_space(doc: Doc) -> None:
    draft = CandidateDraft(doc, "known_names")
    draft.found = [BOB, Candidate(8, 14, "NAME", 0.8, "tagger")]
    assert [one.cut(TEXT) for one in draft.found] == ["Lima", "Bob"]


def test_what_was_not_changed_is_not_written(doc: Doc) -> None:
    add_candidates(doc, [LIMA])
    group = doc.spans[PII]
    draft = CandidateDraft(doc, "known_names")
    draft.found = list(draft.found)
    draft.write()
    assert doc.spans[PII].attrs == group.attrs
    assert searched_by(doc) == ["tagger", "known_names"]
