from dataclasses import replace

import pytest

from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
)
from spacy_piivot.evaluation.core.pairing import pair

Extents = list[tuple[int, int]]


def spans(extents: Extents) -> list[AnnotatedSpan]:
    return [AnnotatedSpan(start, end, "NAME") for start, end in extents]


def listed(id: str, *messages: Extents) -> AnnotatedDialogue:
    """A dialogue as lists of spans have it."""
    return AnnotatedDialogue(id, [AnnotatedMessage(spans(extents)) for extents in messages])


def told(id: str, *messages: tuple[str, Extents]) -> AnnotatedDialogue:
    """A dialogue with its texts."""
    made = []
    for text, extents in messages:
        found = [replace(span, text=text[span.start : span.end]) for span in spans(extents)]
        made.append(AnnotatedMessage(found, text=text))
    return AnnotatedDialogue(id, made)


def shape(dialogue: AnnotatedDialogue) -> list[Extents]:
    return [[(span.start, span.end) for span in message.spans] for message in dialogue.messages]


HELLO = told("a", ("Hi Ana", [(3, 6)]), ("ok", []))


def test_dialogues_are_paired_by_id_in_the_order_of_gold() -> None:
    second = told("b", ("x", []))
    paired = pair([HELLO, second], [second, told("a", ("Hi Ana", []), ("ok", [(0, 2)]))])
    assert [(gold.id, predicted.id) for gold, predicted in paired.dialogues] == [
        ("a", "a"),
        ("b", "b"),
    ]
    gold, predicted = paired.dialogues[0]
    assert (shape(gold), shape(predicted)) == ([[(3, 6)], []], [[], [(0, 2)]])
    assert paired.notes == []


def test_a_dialogue_that_was_not_predicted_is_an_error() -> None:
    gold = [HELLO, told("b", ("x", [])), told("c", ("y", []))]
    with pytest.raises(InputError, match=r"2 dialogues of GOLD are not in PRED.*'b'.*quarantined"):
        pair(gold, [HELLO])
    with pytest.raises(InputError, match="no id is the same, and the first of GOLD is 'a'"):
        pair([HELLO], [told("x:a", ("Hi Ana", []))])


def test_what_a_list_of_spans_does_not_name_has_no_predictions() -> None:
    gold = [HELLO, told("b", ("xyz", [(0, 1)]))]
    paired = pair(gold, [listed("b", [(1, 2)])])
    (_, first), (_, second) = paired.dialogues
    assert (first.id, shape(first)) == ("a", [[], []])
    assert shape(second) == [[(1, 2)]]
    assert paired.notes == [
        "1 dialogue of GOLD is not in PRED, a list of spans: scored as without predictions"
    ]
    assert shape(pair(gold, []).dialogues[1][1]) == [[]]


def test_predictions_beyond_gold_with_texts_are_left_out_with_a_note() -> None:
    more = [told("b", ("x", [])), told("c", ("y", []))]
    paired = pair([HELLO], [*more, HELLO])
    assert [gold.id for gold, _ in paired.dialogues] == ["a"]
    assert paired.notes == ["2 dialogues of PRED are not in GOLD: excluded"]


def test_predictions_beyond_a_list_of_gold_spans_meet_empty_gold() -> None:
    paired = pair([listed("g", [(0, 1)])], [listed("q", [(2, 3)]), listed("b", [(4, 5)])])
    assert [(gold.id, shape(gold), shape(predicted)) for gold, predicted in paired.dialogues] == [
        ("g", [[(0, 1)]], [[]]),
        ("b", [[]], [[(4, 5)]]),
        ("q", [[]], [[(2, 3)]]),
    ]
    assert len(paired.notes) == 2


def test_documents_say_exactly_what_a_list_of_gold_spans_is_scored_on() -> None:
    gold = [listed("b", [(0, 1)]), listed("out", [(0, 1)])]
    predicted = [listed("c", [(2, 3)]), listed("else", [(2, 3)])]
    paired = pair(gold, predicted, frozenset("abcdefghi"))
    assert [gold.id for gold, _ in paired.dialogues] == list("bacdefghi")
    assert all(gold.id == predicted.id for gold, predicted in paired.dialogues)
    assert shape(paired.dialogues[1][0]) == shape(paired.dialogues[1][1]) == []
    assert "1 dialogue of GOLD is not among the documents to score: excluded" in paired.notes


def test_documents_restrict_gold_with_texts() -> None:
    second = told("b", ("x", []))
    paired = pair([HELLO, second], [second], {"b", "c"})
    assert [gold.id for gold, _ in paired.dialogues] == ["b"]
    assert paired.notes == [
        "1 dialogue of GOLD is not among the documents to score: excluded",
        "1 of the documents to score are not in GOLD: excluded",
    ]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (told("a", ("Hi Ana", [])), "'a': GOLD has 2 messages, PRED has 1"),
        (told("a", ("Hi Ana", []), ("no", [])), "'a', message 1: the texts"),
        (listed("a", [], [], [(0, 1)]), "'a': there is a span in message 2, but there are 2"),
        (listed("a", [], [(1, 3)]), "'a', message 1: a span ends after the text"),
        (listed("a", [(3, 6)]), "'a': PRED has spans without saying in which message"),
    ],
)
def test_messages_that_do_not_fit_are_named_and_not_quoted(
    other: AnnotatedDialogue, said: str
) -> None:
    with pytest.raises(InputError, match=said) as caught:
        pair([HELLO], [other])
    assert "Ana" not in str(caught.value)
    with pytest.raises(InputError):
        pair([other], [HELLO])


def test_lists_of_spans_are_filled_up_with_empty_messages_and_texts() -> None:
    gold, predicted = pair([HELLO], [listed("a", [(0, 2)], [], [])]).dialogues[0]
    assert gold == HELLO
    bare = AnnotatedDialogue(
        "a", [AnnotatedMessage(spans([(3, 6)]), "Hi Ana"), *HELLO.messages[1:]]
    )
    assert pair([bare], [bare]).dialogues == [(HELLO, HELLO)]
    assert shape(predicted) == [[(0, 2)], []]
    assert [message.text for message in predicted.messages] == ["Hi Ana", "ok"]
    assert predicted.messages[0].spans[0].text == "Hi"
    gold, predicted = pair([listed("b", [], [(0, 1)])], [listed("b", [(0, 1)], [])]).dialogues[0]
    assert (shape(gold), shape(predicted)) == ([[], [(0, 1)]], [[(0, 1)], []])


def test_a_span_whose_text_is_not_in_its_place_is_refused() -> None:
    shifted = AnnotatedDialogue(
        "a", [AnnotatedMessage([AnnotatedSpan(2, 5, "NAME", text="Ana")]), AnnotatedMessage([])]
    )
    with pytest.raises(InputError, match="message 0: a span's own text") as caught:
        pair([HELLO], [shifted])
    assert "Ana" not in str(caught.value)


def test_two_lists_of_spans_must_both_count_by_message_or_neither() -> None:
    with pytest.raises(InputError, match="GOLD has spans without saying in which message"):
        pair([listed("a", [(9, 12)])], [listed("a", [], [(0, 3)])])
    assert pair([listed("a", [(9, 12)])], [listed("a", [(0, 3)], [])]).dialogues
    assert pair([listed("a", [])], [listed("a", [], [(0, 3)])]).dialogues


def in_file(file: str, dialogue: AnnotatedDialogue) -> AnnotatedDialogue:
    return replace(dialogue, file=file)


def test_two_folders_pair_by_file_and_id_whatever_their_files_hold() -> None:
    gold = [in_file("x", listed("1", [(0, 3)])), in_file("y", listed("1", [(4, 7)]))]
    predicted = [in_file("y", listed("1", [(4, 7)]))]
    paired = pair(gold, predicted).dialogues
    assert [(g.id, shape(p)) for g, p in paired] == [("x:1", [[]]), ("y:1", [[(4, 7)]])]


def test_a_folder_and_a_file_pair_by_id() -> None:
    gold = [HELLO, told("b", ("x", []))]
    predicted = [in_file("x", HELLO), in_file("y", told("b", ("x", [(0, 1)])))]
    assert [g.id for g, _ in pair(gold, predicted).dialogues] == ["a", "b"]
    other_names = [in_file("z", HELLO), in_file("w", told("b", ("x", [])))]
    assert [g.id for g, _ in pair(other_names, predicted).dialogues] == ["a", "b"]


def test_an_id_that_is_there_twice_is_refused() -> None:
    with pytest.raises(InputError, match="PRED has the id 'a' twice"):
        pair([HELLO], [HELLO, HELLO])
