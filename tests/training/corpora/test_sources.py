from collections.abc import Iterator
from pathlib import Path

import pytest

from spacy_piivot.errors import InputError, RecordError
from training.corpora.sources import (
    pack,
    parted_places,
    read_dialogues,
    read_sentences,
    without_excerpts,
)
from training.labelled import Gold, Labelled, LabelledDialogue


@pytest.mark.parametrize("line", ['{"id": "Zephyrine', '{"id": "d", "text": "Zephyrine"}', "[1]"])
def test_a_line_that_is_no_dialogue_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "ncte.jsonl").write_text(f"\n{line}\n")
    with pytest.raises(InputError, match=r"ncte\.jsonl, line 2") as caught:
        list(read_dialogues(tmp_path / "ncte.jsonl"))
    assert "Zephyrine" not in str(caught.value)
    assert caught.value.__context__ is None


def test_unmasked_names_and_excerpts_are_left_out_or_their_gold_put_in() -> None:
    texts = ("Ramona, sit.", "Will you?", "Hi Ramona.", "Okay.")
    transcript = LabelledDialogue("nc-1", "ncte", tuple(Labelled("t", text) for text in texts))
    gold = Labelled("t", "Hi Ramona.", (Gold(3, 9, "NAME"),))
    excerpt = LabelledDialogue("nc-1.2", "ncte", (gold,))

    def read(**options: bool) -> Iterator[LabelledDialogue]:
        return without_excerpts([transcript], [excerpt], {"ramona"}, **options)

    (left,) = read()
    assert [m.text for m in left.messages] == ["Will you?", "Okay."]
    (left,) = read(gold=True)
    assert [m.spans for m in left.messages] == [(), gold.spans, ()]
    excerpt = LabelledDialogue("nc-1.1", "ncte", (gold,))
    with pytest.raises(RecordError, match=r"'nc-1\.1'"):
        list(read())


def test_sentences_are_read_with_what_is_unknown_and_without_months(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text(
        "@\tB-PER\njo\tB-PER\nsaw\tO\nAda\tB-person\nLee\tI-person\nin\tO\nRome\tI-LOC\n,\tO\n"
        "#fun\tO\n\nOn\tO\n3\tO\nMarch\tO\n\nMarch\tB-PER\n\nMarta\tB-PER\nbit\tO\nACME\tB-ORG\n"
    )
    one, two = read_sentences(path)
    assert one.text == "@jo saw Ada Lee in Rome, #fun"
    assert [(one.text[g.start : g.end], g.label) for g in one.spans] == [
        ("@jo", "OTHER"), ("Ada Lee", "NAME"), ("Rome", "LOCATION"), ("#fun", "OTHER"),
    ]  # fmt: skip
    assert [g.label for g in two.spans] == ["NAME", "OTHER"]
    assert [len(d.messages) for d in pack([one] * 5, "a", size=2)] == [2, 2, 1]


def test_places_of_what_nobody_labelled_are_labelled(tmp_path: Path) -> None:
    message = Labelled("t", "from providence to New York, then 4/12 of the way to Newark")
    dialogue = LabelledDialogue("am-1", "amber", (message,))
    (transcript,) = without_excerpts([dialogue], [], set())
    found = [message.text[gold.start : gold.end] for gold in transcript.messages[0].spans]
    assert found == ["providence", "New York", "Newark"]


def test_a_place_and_its_country_are_two() -> None:
    text = "Newark, New Jersey; 4 Elm St, Newark"
    message = Labelled("t", text, (Gold(0, 18, "LOCATION"), Gold(20, 36, "LOCATION")))
    found = [text[gold.start : gold.end] for gold in parted_places(message).spans]
    assert found == ["Newark", "New Jersey", "4 Elm St, Newark"]
