from collections import Counter

import pytest
from annotated import dialogue, essay, message, span
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
)
from spacy_piivot.evaluation.core.matching import MATCHINGS, match_dialogue

TEXT = "Ana and Ben Okoye met Ana at 12:30"


def outcomes(
    gold: AnnotatedDialogue, predicted: AnnotatedDialogue, matching: str
) -> Counter[tuple[str, str]]:
    decisions = match_dialogue(gold, predicted, matching)
    return Counter((decision.outcome, decision.label) for decision in decisions)


def test_strict_wants_the_same_offsets_and_label() -> None:
    gold = essay(TEXT, (0, 3, "NAME"), (8, 17, "NAME"), (22, 25, "NAME"))
    predicted = essay(TEXT, (0, 3, "NAME"), (8, 11, "NAME"), (22, 25, "URL"))
    assert outcomes(gold, predicted, "strict") == {
        ("tp", "NAME"): 1, ("fp", "NAME"): 1, ("fp", "URL"): 1, ("fn", "NAME"): 2,
    }  # fmt: skip


def test_any_label_wants_the_same_offsets() -> None:
    gold = essay(TEXT, (0, 3, "NAME"), (8, 17, "NAME"))
    predicted = essay(TEXT, (0, 3, "URL"), (8, 11, "NAME"))
    assert outcomes(gold, predicted, "any_label") == {
        ("tp", "NAME"): 1, ("fp", "NAME"): 1, ("fn", "NAME"): 1,
    }  # fmt: skip


def test_overlap_wants_the_same_label_on_any_common_character() -> None:
    gold = essay(TEXT, (0, 3, "NAME"), (8, 17, "NAME"))
    predicted = essay(TEXT, (0, 3, "URL"), (8, 11, "NAME"), (12, 17, "NAME"))
    assert outcomes(gold, predicted, "overlap") == {
        ("tp", "NAME"): 1, ("fp", "NAME"): 1, ("fp", "URL"): 1, ("fn", "NAME"): 1,
    }  # fmt: skip


def test_spans_that_only_touch_do_not_overlap() -> None:
    assert outcomes(essay(TEXT, (0, 3, "NAME")), essay(TEXT, (3, 7, "NAME")), "overlap") == {
        ("fp", "NAME"): 1,
        ("fn", "NAME"): 1,
    }


def test_published_matches_texts_wherever_they_stand() -> None:
    gold = essay(TEXT, (0, 3, "NAME"), (8, 17, "NAME"))
    predicted = essay(TEXT, (22, 25, "NAME"), (8, 11, "NAME"))
    assert outcomes(gold, predicted, "published") == {
        ("tp", "NAME"): 1, ("fp", "NAME"): 1, ("fn", "NAME"): 1,
    }  # fmt: skip


def test_published_counts_every_mention_once() -> None:
    gold = essay(TEXT, (0, 3, "NAME"))
    predicted = essay(TEXT, (0, 3, "NAME"), (22, 25, "NAME"))
    assert outcomes(gold, predicted, "published") == {("tp", "NAME"): 1, ("fp", "NAME"): 1}


def test_published_matches_over_messages_of_one_dialogue() -> None:
    gold = dialogue(message("Ana", (0, 3, "NAME")), message("Ana"))
    predicted = dialogue(message("Ana"), message("Ana", (0, 3, "NAME")))
    assert outcomes(gold, predicted, "published") == {("tp", "NAME"): 1}
    assert outcomes(gold, predicted, "strict") == {("fp", "NAME"): 1, ("fn", "NAME"): 1}


def test_tokens_need_the_same_tag() -> None:
    gold = essay(TEXT, (8, 17, "NAME"))
    assert outcomes(gold, essay(TEXT, (8, 17, "NAME")), "token") == {("tp", "NAME"): 2}
    assert outcomes(gold, essay(TEXT, (8, 11, "NAME")), "token") == {
        ("tp", "NAME"): 1,
        ("fn", "NAME"): 1,
    }
    # "Okoye" is B- here and I- in the gold.
    assert outcomes(gold, essay(TEXT, (12, 17, "NAME")), "token") == {
        ("fn", "NAME"): 2,
        ("fp", "NAME"): 1,
    }


def test_tokens_of_the_source_are_used() -> None:
    tokens = [(0, 2), (2, 3)]
    gold = dialogue(message("Ana", (0, 3, "NAME"), tokens=tokens))
    assert outcomes(gold, essay("Ana", (0, 3, "NAME")), "token") == {("tp", "NAME"): 2}


def test_what_a_matching_needs_is_said() -> None:
    bare = AnnotatedDialogue("d", [AnnotatedMessage([AnnotatedSpan(0, 3, "NAME")])])
    with pytest.raises(InputError, match="needs tokens or texts"):
        match_dialogue(bare, bare, "token")
    with pytest.raises(InputError, match="text column"):
        match_dialogue(bare, bare, "published")
    with pytest.raises(InputError, match="strict, any_label"):
        match_dialogue(bare, bare, "fuzzy")


@pytest.mark.parametrize("matching", MATCHINGS)
def test_a_prediction_on_a_distractor_is_neither_right_nor_wrong(matching: str) -> None:
    gold = dialogue(message("Zed Inc. and Ana", (13, 16, "NAME"), distractors=[span(0, 8, "ORG")]))
    predicted = essay("Zed Inc. and Ana", (0, 3, "NAME"), (13, 16, "NAME"))
    assert outcomes(gold, predicted, matching) == {("tp", "NAME"): 1}


@pytest.mark.parametrize("matching", MATCHINGS)
def test_a_repeated_prediction_counts_once(matching: str) -> None:
    predicted = essay("Ana", (0, 3, "NAME"), (0, 3, "NAME"))
    counts = outcomes(essay("Ana", (0, 3, "NAME")), predicted, matching)
    # Two tags cannot stand on one token.
    assert counts == {("tp", "NAME"): 1} | ({} if matching == "token" else {("fp", "NAME"): 1})


def test_an_exact_prediction_is_right_whatever_stands_before_it() -> None:
    gold = essay(TEXT, (12, 17, "NAME"))
    longer_first = essay(TEXT, (8, 17, "NAME"), (12, 17, "NAME"))
    for matching in ("strict", "any_label", "overlap"):
        assert outcomes(gold, longer_first, matching)["tp", "NAME"] == 1
        (right,) = [d for d in match_dialogue(gold, longer_first, matching) if d.outcome == "tp"]
        assert right.predicted == longer_first.messages[0].spans[1]


spans = st.lists(
    st.builds(
        lambda start, length, label: span(start, start + length, label, text="x" * length),
        st.integers(0, 12),
        st.integers(1, 5),
        st.sampled_from(["NAME", "URL"]),
    ),
    max_size=6,
)


@given(spans, spans)
def test_strict_is_the_intersection_of_two_multisets(
    gold: list[AnnotatedSpan], predicted: list[AnnotatedSpan]
) -> None:
    def extents(some: list[AnnotatedSpan]) -> Counter[tuple[int, int, str]]:
        return Counter((s.start, s.end, s.label) for s in some)

    counts = outcomes(
        AnnotatedDialogue("d", [AnnotatedMessage(gold)]),
        AnnotatedDialogue("d", [AnnotatedMessage(predicted)]),
        "strict",
    )
    common = (extents(gold) & extents(predicted)).total()
    by_outcome = Counter[str]()
    for (outcome, _), n in counts.items():
        by_outcome[outcome] += n
    assert by_outcome["tp"] == common
    assert by_outcome["fp"] == len(predicted) - common
    assert by_outcome["fn"] == len(gold) - common


@given(spans, spans, st.randoms(use_true_random=False))
def test_the_order_of_a_file_does_not_matter(
    gold: list[AnnotatedSpan], predicted: list[AnnotatedSpan], random: object
) -> None:
    shuffled = list(predicted)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    for matching in ("strict", "any_label", "overlap", "published"):
        one, other = (
            outcomes(
                AnnotatedDialogue("d", [AnnotatedMessage(gold)]),
                AnnotatedDialogue("d", [AnnotatedMessage(some)]),
                matching,
            )
            for some in (predicted, shuffled)
        )
        assert one == other
