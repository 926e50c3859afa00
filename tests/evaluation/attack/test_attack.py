import json
from pathlib import Path
from typing import Any

import pytest
from shared_pipelines import blank_english

from spacy_piivot.corpus import Record
from spacy_piivot.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.attack.attack import attack
from spacy_piivot.evaluation.attack.guessing import guess_names
from spacy_piivot.evaluation.attack.hypotheses import judge
from spacy_piivot.evaluation.attack.leakage_simulation import count_mentions, simulate_leakage
from spacy_piivot.evaluation.attack.outliers import outlier_attack
from spacy_piivot.evaluation.attack.parrot import LABEL, parrot_attack, train_tagger
from spacy_piivot.evaluation.attack.reading_ease import reading_ease
from spacy_piivot.evaluation.attack.released import (
    Edit,
    ReleasedDialogue,
    ReleasedMessage,
    read_edits,
    released_dialogues,
)
from spacy_piivot.evaluation.attack.surrogate_quality import surrogate_quality
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
)
from spacy_piivot.evaluation.readers.dialogue_files import read_records
from spacy_piivot.evaluation.readers.docs import from_docs
from spacy_piivot.evaluation.readers.jsonl_files import read_dialogues

ORIGINAL = "Maria and Maria met Priya"
RELEASED = "Emily and Maria met Priya"
EDITS = [
    {"message": 0, "start": 0, "end": 5, "new_start": 0, "new_end": 5, "label": "NAME",
     "surrogate": "Emily"},
]  # fmt: skip


def record(id: str, *texts: str) -> Record:
    return Record(Dialogue(id, [Message("tutor", text) for text in texts]), None, {})


def gold(id: str, text: str, *names: tuple[int, int, str]) -> AnnotatedDialogue:
    spans = [AnnotatedSpan(start, end, "NAME", role) for start, end, role in names]
    return AnnotatedDialogue(id, [AnnotatedMessage(spans, text)])


GOLD = gold("d1", ORIGINAL, (0, 5, ""), (10, 15, "participant"), (20, 25, "public"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("hi Emily Watson, is Mr. Garcia's x 3?", ["Emily Watson", "Garcia"]),
        ("I think the Point is emily", []),
        ("Will and Hope", []),
        ("", []),
    ],
)
def test_names_are_guessed_by_capital_and_list(text: str, names: list[str]) -> None:
    assert [text[start:end] for start, end in guess_names(text)] == names


def test_a_gold_name_that_no_edit_touches_is_a_leak() -> None:
    for edits in ({"d1": EDITS}, None):
        [dialogue] = released_dialogues([record("d1", RELEASED)], edits, [GOLD])
        [message] = dialogue.messages
        assert message.leaks == [(10, 15)]
        assert message.original == ORIGINAL


def test_a_leak_is_found_where_the_release_has_moved() -> None:
    edits = [{**EDITS[0], "new_end": 9, "surrogate": "Christina"}]
    released = "Christina and Maria met Priya"
    [dialogue] = released_dialogues([record("x", released)], {"x": edits}, [GOLD])
    [message] = dialogue.messages
    assert [released[start:end] for start, end in message.leaks] == ["Maria"]


def test_what_does_not_fit_together_is_refused() -> None:
    records = [record("d1", RELEASED)]
    with pytest.raises(InputError, match="do not fit together"):
        released_dialogues([record("d1", "Emily and Anna met Priya")], {"d1": EDITS}, [GOLD])
    with pytest.raises(InputError, match="do not have it"):
        released_dialogues(records, {}, [GOLD])
    with pytest.raises(InputError, match="not in the gold"):
        released_dialogues([*records, record("d2", "hi")], None, [GOLD])
    with pytest.raises(InputError, match="number of messages"):
        released_dialogues([record("d1", "a", "b")], None, [GOLD])
    with pytest.raises(InputError, match="not those of this release"):
        released_dialogues(records, {"d1": [{**EDITS[0], "message": 4}]}, [GOLD])


def test_edits_are_read_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "edits.jsonl"
    path.write_text('{"private": "x"}\n' + json.dumps({"id": "d1", "edits": EDITS}) + "\n")
    assert read_edits(path) == {"d1": EDITS}
    path.write_text("Maria")
    with pytest.raises(InputError) as caught:
        read_edits(path)
    assert "Maria" not in str(caught.value)


def dialogue(*messages: ReleasedMessage) -> ReleasedDialogue:
    return ReleasedDialogue("d", messages)


def test_hypotheses_are_judged_by_overlap() -> None:
    dialogues = [dialogue(ReleasedMessage("Anna Bell, Carl", leaks=[(0, 9), (11, 15)]))]
    found = judge([(0, 0, (0, 4)), (0, 0, (9, 11))], dialogues, known=True)
    assert (found.flagged, found.found, found.false_alarms, found.leaks) == (2, 1, 1, 2)
    assert (found.precision, found.recall) == (0.5, 0.5)
    assert judge([(0, 0, (0, 4))], dialogues, known=False).to_dict()["precision"] is None


def test_the_name_that_stands_once_beside_others_that_repeat_is_an_outlier() -> None:
    texts = ["hi Emily", "ok Emily", "bye Priya"]
    leaks = [(), (), [(4, 9)]]
    one = dialogue(*(ReleasedMessage(t, leaks=own) for t, own in zip(texts, leaks, strict=True)))
    alone = dialogue(ReleasedMessage("hi Emily"), ReleasedMessage("bye Priya"))
    found = outlier_attack([one, alone], known=True)
    assert (found.flagged, found.found) == (1, 1)


def test_leakage_follows_the_strategy() -> None:
    found = simulate_leakage([[4]], miss_rates=[0.25], runs=4000, markov_p=0.5, seed=1)
    shares = {strategy: share[0.25] for strategy, share in found.shares.items()}
    at_least = {n: _binomial_tail(4, n, 0.25) for n in (1, 2)}
    assert shares["mask"] == shares["consistent"] == pytest.approx(at_least[1], abs=0.03)
    assert shares["random"] == pytest.approx(at_least[2], abs=0.03)
    assert 0 < shares["markov"] < shares["random"]
    always = simulate_leakage([[4]], miss_rates=[0.25], runs=4000, markov_p=1.0, seed=1)
    assert always.shares["markov"] == always.shares["random"]
    assert simulate_leakage([[]]).dialogues == 0


def _binomial_tail(n: int, least: int, p: float) -> float:
    from math import comb

    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(least, n + 1))


def test_mentions_are_counted_by_person() -> None:
    text = "John Smith, john and Priya"
    one = gold("d1", text, (0, 10, ""), (12, 16, ""), (21, 26, "problem"))
    assert sorted(count_mentions([one, gold("d2", "hi")])[0]) == [1, 2]


def quality_of(original: str, released: str, *edits: tuple[int, int, int, int, str]) -> Any:
    made = [
        Edit(start, end, new_start, new_end, label, released[new_start:new_end])
        for start, end, new_start, new_end, label in edits
    ]
    return surrogate_quality([dialogue(ReleasedMessage(released, made, original))])


def test_collisions_reuse_and_inconsistency_are_counted() -> None:
    good = quality_of("Emily, Maria", "Anna, Julia", (0, 5, 0, 4, "NAME"), (7, 12, 6, 11, "NAME"))
    assert (good.collisions, good.reused) == (0, 0)
    assert (good.consistent.count, good.consistent.of) == (2, 2)
    assert (good.gender.count, good.gender.of) == (2, 2)
    same = quality_of("Emily, Maria", "Anna, Anna", (0, 5, 0, 4, "NAME"), (7, 12, 6, 10, "NAME"))
    assert same.collisions == 1
    swapped = quality_of(
        "Emily, Maria", "Maria, Anna", (0, 5, 0, 5, "NAME"), (7, 12, 7, 11, "NAME")
    )
    assert swapped.reused == 1
    twice = quality_of("Emily, EMILY", "Anna, JOHN", (0, 5, 0, 4, "NAME"), (7, 12, 6, 10, "NAME"))
    assert (twice.consistent.count, twice.gender.count) == (0, 1)


@pytest.mark.parametrize(
    ("before", "after", "collisions"),
    [
        (("Kay", "Kayla"), ("Cheryl", "Cheryl"), 1),
        (("Kay", "Kayla"), ("Cheryl", "Laura"), 0),
        (("Kay", "KAY (student)"), ("Cheryl", "CHERYL (student)"), 0),
        (("Dent, Kay", "Kay Dent"), ("Ward, Cheryl", "Cheryl Ward"), 0),
        (("Kay", "Kayla"), ("[NAME]", "[NAME]"), 0),
        (("tutor", "student"), ("tutor", "student"), 0),
    ],
)
def test_two_speakers_with_one_surrogate_are_a_collision(
    before: tuple[str, ...], after: tuple[str, ...], collisions: int, tmp_path: Path
) -> None:
    def write(name: str, speakers: tuple[str, ...]) -> Path:
        messages = [{"speaker": speaker, "text": "hi", "spans": []} for speaker in speakers]
        path = tmp_path / name
        path.write_text(json.dumps({"id": "d", "messages": messages}), "utf8")
        return path

    records = read_records(write("released.jsonl", after))
    annotated = list(read_dialogues(write("gold.jsonl", before)))
    dialogues = released_dialogues(records, {"d": []}, annotated)
    assert surrogate_quality(dialogues).collisions == collisions
    docs = [dialogue_to_doc(Dialogue("d", [Message(s, "hi") for s in before]), blank_english())]
    docs[0].spans["pii"] = []
    assert released_dialogues(records, {"d": []}, from_docs(docs)) == dialogues
    assert not any(speaker in repr((dialogues, annotated)) for speaker in ("Kay", "KAY"))


@pytest.mark.parametrize(
    ("label", "original", "good", "bad"),
    [
        ("DATE", "May 5, 2012", "June 9, 2012", "June 99, 2012"),
        ("PHONE_NUMBER", "(612) 555-4823", "(614) 555-9921", "(111) 555-9921"),
        ("EMAIL_ADDRESS", "a@b.org", "c@d.org", "cd.org"),
        ("URL", "b.org/x", "d.org/y", "dorg"),
        ("ID_NUM", "A-123", "B-456", "B456"),
    ],
)
def test_the_form_of_a_surrogate_is_checked(label: str, original: str, good: str, bad: str) -> None:
    for new, valid in ((good, 1), (bad, 0)):
        edit = (0, len(original), 0, len(new), label)
        share = quality_of(original, new, edit).valid[label]
        assert (share.count, share.of) == (valid, 1)


def test_two_names_of_one_country_may_have_one_surrogate() -> None:
    spans = ((0, 3, 0, 6, "LOCATION"), (5, 12, 8, 14, "LOCATION"))
    assert quality_of("USA, America", "Brazil, Brazil", *spans).collisions == 0
    assert quality_of("USA, Jamaica", "Brazil, Brazil", *spans).collisions == 1


def test_reading_ease_falls_with_longer_words() -> None:
    assert reading_ease(["The cat sat."]) > 100 > reading_ease(["Mathematical investigation."])
    assert reading_ease([]) == 0


PATTERNS = ["hi {}, your turn", "ok {} said it is 3", "good job {}!", "what does {} think?"]
SURROGATES = "Emily Anna Julia Carl David Peter Laura Susan Thomas Robert Sarah Diana".split()


def corpus() -> list[ReleasedDialogue]:
    dialogues = []
    for number, name in enumerate(SURROGATES * 2):
        messages = []
        for pattern in PATTERNS:
            start = pattern.index("{")
            edit = Edit(start, start + 5, start, start + len(name), "NAME", name)
            messages.append(ReleasedMessage(pattern.format(name), [edit]))
        if number % 4 == 0:
            text = "the book was by Priya"
            messages.append(ReleasedMessage(text, [], None, (), [(16, 21)]))
        dialogues.append(dialogue(*messages))
    return dialogues


def test_the_parrot_flags_what_it_has_not_learnt_to_tag() -> None:
    found = parrot_attack(corpus(), known=True, epochs=6)
    assert found.leaks == 6
    assert found.found == 6
    assert found.precision is not None
    assert found.precision > 0.4
    assert parrot_attack(corpus(), known=True, epochs=6) == found


def test_a_tagger_learns_from_guesses_too() -> None:
    messages = [
        ReleasedMessage(pattern.format(name)) for name in SURROGATES for pattern in PATTERNS
    ]
    tagger = train_tagger(messages, epochs=6, seed=0)
    [ent] = tagger("good job Michelle!").ents
    assert (ent.text, ent.label_) == ("Michelle", LABEL)
    assert not train_tagger([], epochs=1, seed=0)("").ents


def test_one_report_with_pictures() -> None:
    dialogues = corpus()
    found = attack(dialogues, epochs=1)
    assert found.simulation is None
    assert found.plots() == {}
    assert len(found.notes) == 1
    gold_one = [gold("d1", ORIGINAL, (0, 5, ""), (10, 15, ""))]
    [one] = released_dialogues([record("d1", RELEASED)], {"d1": EDITS}, gold_one)
    found = attack([one, one], gold_one * 2, epochs=1)
    assert found.quality is not None
    assert {"outliers", "parrot", "simulation", "quality"} <= found.to_dict().keys()
    titles = [section.title for section in found.report().sections]
    assert titles == ["Attacks", "Dialogues in which a missed name stands out", "Surrogates"]
    assert "<svg" in found.plots()["simulation"]
