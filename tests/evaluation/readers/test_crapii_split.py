import random
from collections import Counter
from pathlib import Path

from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue, AnnotatedSpan
from spacy_piivot.evaluation.core.pairing import pair
from spacy_piivot.evaluation.readers.crapii_split import crapii_test_documents, known_documents
from spacy_piivot.evaluation.readers.reading import read_annotations

Extents = list[tuple[int, int]]


def spans(extents: Extents) -> list[AnnotatedSpan]:
    return [AnnotatedSpan(start, end, "NAME") for start, end in extents]


def test_the_test_set_of_the_published_systems_is_drawn_as_they_drew_it() -> None:
    state = random.getstate()
    random.seed(46)
    training = set(random.sample(range(22_688), 5_672))
    rest = sorted(set(range(22_688)) - training)
    random.seed(5)
    verifier = set(random.sample(rest, 3_403))
    random.setstate(state)
    assert len(crapii_test_documents()) == 13_613
    assert crapii_test_documents() == {str(essay) for essay in rest if essay not in verifier}


def test_the_published_gold_is_known_and_scored_on_the_test_set_only(
    data_folder: Path, tmp_path: Path
) -> None:
    documents = crapii_test_documents()
    path = data_folder / "eval" / "crapii_published" / "gold_entities.csv"
    assert known_documents(path) == documents
    other = tmp_path / "gold.csv"
    other.write_bytes(path.read_bytes() + b"\n")
    assert known_documents(other) is None
    assert known_documents(tmp_path) is None
    gold = read_annotations(path)
    predicted = read_annotations(path.with_name("5_finetuned.csv"))
    paired = pair(gold, predicted, documents)
    assert {gold.id for gold, _ in paired.dialogues} == documents
    assert Counter(span.label for gold, _ in paired.dialogues for span in gold.spans()) == {
        "NAME_STUDENT": 2610,
        "URL_PERSONAL": 212,
        "EMAIL": 62,
        "PHONE_NUM": 9,
    }
    # Strict offsets of the fine-tuned system.
    assert sum(len(keys(gold) & keys(predicted)) for gold, predicted in paired.dialogues) == 2731


def keys(dialogue: AnnotatedDialogue) -> set[tuple[int, int, str]]:
    return {(span.start, span.end, span.label) for span in dialogue.spans()}
