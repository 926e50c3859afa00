import json
from pathlib import Path

import pytest
from made_essays import Mark, essay, outcomes

from benchmarks import essay_parts as parts
from benchmarks.essay_filling import SlotEssay
from benchmarks.essay_systems import Outcome, with_spans
from spacy_piivot.corpus.annotated_spans import AnnotatedSpan
from training.corpora.essays import Essay, read_essay

MARKED = """%% author_block
⟦NAME:participant|Ann Zorblatt⟧ ⟦ID_NUM|U-1234⟧
%% body
As ⟦NAME:cited|Lee⟧ says, ⟦NAME:public|Gandhi⟧ met ⟦NAME:problem|Hamlet⟧ and ⟦NAME:mentioned|Bo⟧ of
⟦LOCATION|Quillby⟧. See my ⟦URL|x.example/bo⟧.
%% references
⟦NAME:cited|Lee, A.⟧ (2011). A book. Paris: Penguin. ⟦URL:cited|y.example/book⟧

Another line. London.
"""


@pytest.fixture
def own(tmp_path: Path) -> Essay:
    path = tmp_path / "a-009.txt"
    path.write_text(MARKED, "utf8")
    return read_essay(path)


def marked(own: Essay, *marks: Mark) -> Outcome:
    [outcome] = outcomes(essay(own.text, *marks, id=own.id))
    return outcome


def perfect(own: Essay) -> Outcome:
    gold = parts.as_gold(own)
    private = [s for s in gold.spans() if s.role in ("", "participant", "mentioned")]
    return Outcome(gold, with_spans(gold, private))


def test_what_must_be_replaced_and_is_scores_one(own: Essay) -> None:
    figures = parts.own([own], [perfect(own)], seed=0)
    for key in ("direct", "direct_but_problems", "direct_found", "all", "all_found"):
        assert figures[key]["f1"] == 1.0, key
    assert figures["direct"]["tp"] == 4
    assert figures["all"]["tp"] == 5
    assert figures["outside"]["all"]["count"] == 0
    shares = {role: share["replaced"] for role, share in figures["replaced_by_role"].items()}
    assert shares == {
        "participant": 1, "problem": 0, "math_term": 0, "public": 0, "cited": 0, "mentioned": 1,
        "cited URL": 0,
    }  # fmt: skip
    assert figures["roles"]["cited"] == {"cited": 2}


def test_whoever_is_replaced_without_need_is_a_false_alarm(own: Essay) -> None:
    outcome = marked(
        own,
        ("NAME", "Ann Zorblatt"),
        ("NAME", "Lee"),
        ("NAME", "Hamlet"),
        ("URL", "y.example/book"),
    )
    figures = parts.own([own], [outcome], seed=0)
    assert (figures["direct"]["tp"], figures["direct"]["fp"], figures["direct"]["fn"]) == (1, 3, 3)
    assert figures["direct_but_problems"]["fp"] == 2
    assert figures["replaced_by_role"]["cited"] == {"replaced": 1, "of": 2, "share": 0.5}
    assert figures["replaced_by_role"]["problem"]["replaced"] == 1
    assert figures["replaced_by_role"]["cited URL"]["replaced"] == 1
    assert figures["untouched"]["direct"]["untouched"] == 3
    assert figures["untouched"]["all"]["untouched"] == 4


def test_places_in_references_are_counted_by_line(own: Essay) -> None:
    outcome = marked(own, ("LOCATION", "Quillby"), ("LOCATION", "Paris"), ("NAME", "Penguin"))
    references = parts.own([own], [outcome], seed=0)["references"]
    assert references["lines_with_places_replaced"] == {"lines": 1, "of": 2, "share": 0.5}
    assert references["replaced"]["all"]["count"] == 2
    assert references["replaced"]["words"] == 11
    assert references["authors"] == {"replaced": 0, "of": 1, "share": 0.0}
    both = marked(
        own, ("NAME", "Lee"), ("NAME", "Lee"), ("LOCATION", "Paris"), ("SCHOOL", "London")
    )
    references = parts.own([own], [both], seed=0)["references"]
    assert references["lines_with_places_replaced"]["lines"] == 2
    assert references["authors"]["replaced"] == 1


def test_alarms_are_counted_in_essays_without_pii(own: Essay, tmp_path: Path) -> None:
    path = tmp_path / "b-010.txt"
    path.write_text("%% body\n⟦NAME:public|Gandhi⟧ and pepole in a poem\n", "utf8")
    clean = read_essay(path)
    figures = parts.own(
        [own, clean],
        [marked(own, ("NAME", "Penguin")), marked(clean, ("NAME", "Gandhi"), ("NAME", "pepole"))],
        seed=0,
    )
    assert figures["alarms_without_pii"]["essays"] == 1
    assert figures["alarms_without_pii"]["words"] == 6
    assert figures["alarms_without_pii"]["all"]["count"] == 2
    assert figures["outside"]["all"]["count"] == 2


def test_filled_slots_and_what_is_replaced_elsewhere() -> None:
    text = "I am Zorblatt of Quillby, {} it is 2012 at Vamsk High."
    gold = [
        essay(text, ("NAME", "Zorblatt"), ("LOCATION", "Quillby"), ("SCHOOL", "Vamsk High"),
              id=f"a~{number}", of="a")
        for number in range(2)
    ]  # fmt: skip
    right = outcomes(gold[0])[0]
    wrong = outcomes(
        essay(text, ("NAME", "am Zorblatt"), ("NAME", "it"), ("DATE", "2012"), id="a~1", of="a")
    )[0]
    figures = parts.filled(gold, [right, wrong], seed=0)
    assert (figures["essays"], figures["copies"]) == (1, 2)

    def counts(key: str) -> tuple[int, int, int]:
        return figures[key]["tp"], figures[key]["fp"], figures[key]["fn"]

    assert counts("direct") == (1, 2, 1)
    assert counts("direct_at_slots") == (1, 1, 1)
    # The date is no label of a slot: it may be right.
    assert counts("all") == (3, 2, 3)
    assert counts("all_at_slots") == (3, 1, 3)
    assert figures["untouched"]["direct"]["untouched"] == 0
    assert figures["untouched"]["all"]["untouched"] == 2
    assert figures["untouched"]["unlisted names"]["of"] == 2
    assert set(figures["outside"]["by_label"]) == {"NAME", "DATE"}


def test_essays_without_slots_are_those_for_alarms() -> None:
    slot = AnnotatedSpan(0, 1, "NAME")
    [left] = parts.slotless([SlotEssay("a", "x", [slot]), SlotEssay("b", "no names", [])])
    assert left.id == "b"
    [outcome] = outcomes(essay("no names", ("NAME", "no"), id="b"))
    assert parts.alarms([outcome])["lower_case"]["count"] == 1


def test_the_competition_counts_tokens(tmp_path: Path) -> None:
    path = tmp_path / "essays.json"
    tokens = ["Ann", "Zorblatt", "met", "Gandhi", "."]
    spaces = [True, True, True, False, False]
    labels = ["B-NAME_STUDENT", "I-NAME_STUDENT", "O", "O", "O"]
    text = "Ann Zorblatt met Gandhi."
    source = {"document": 7, "full_text": text, "tokens": tokens, "trailing_whitespace": spaces}
    path.write_text(json.dumps([{**source, "labels": labels}]))
    found = essay(text, ("NAME", "Zorblatt"), ("NAME", "Gandhi", "public"), id="7")
    edits = with_spans(found, [AnnotatedSpan(s.start, s.end, s.label) for s in found.spans()])
    figures = parts.crapii(path, [Outcome(found, edits)], seed=0)

    def counts(key: str) -> tuple[int, int, int]:
        return figures[key]["tp"], figures[key]["fp"], figures[key]["fn"]

    # "Zorblatt" alone is B-, not I-. A public figure that is found is no student, but if a release
    # replaces it, that is an alarm.
    assert counts("found") == (0, 1, 2)
    assert counts("replaced") == (0, 2, 2)
    [whole] = outcomes(essay(text, ("NAME", "Ann Zorblatt"), ("LOCATION", "Gandhi"), id="7"))
    assert parts.crapii(path, [whole], seed=0)["replaced"]["f5"] == 1.0


def test_rates_are_compared_by_the_group_that_was_drawn() -> None:
    text = "I am Zorblatt."
    gold = [essay(text, ("NAME", "Zorblatt"), id=f"a~{n}", of="a") for n in range(20)]
    for number, one in enumerate(gold):
        one.swap["gender"] = "female" if number % 2 else "male"
    made = [
        essay(text, ("NAME", "am Zorblatt" if number % 4 == 1 else "Zorblatt"), id=one.id)
        for number, one in enumerate(gold)
    ]
    figures = parts.equality(gold, outcomes(*made), seed=0)
    assert figures["strict"]["tables"]["gender"]["gap"] == 0.5
    assert figures["overlap"]["tables"]["gender"]["gap"] == 0.0
    assert figures["strict"]["tables"]["subregion"]["groups"]["S"]["rate"] == 0.75
