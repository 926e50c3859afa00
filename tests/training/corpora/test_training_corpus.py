import random
from collections import Counter
from pathlib import Path

from training.corpora.training_corpus import TrainingCorpus, chunk
from training.labelled import Labelled, LabelledDialogue
from training.splits import SPLITS


def test_the_same_seed_gives_the_same_corpus_and_copies_differ(data: Path, names: Path) -> None:
    one, two = (TrainingCorpus(data, names, seed=1, scale=0.005) for _ in range(2))
    assert one.copy(0) == two.copy(0)
    assert one.held_out("dev") == two.held_out("dev")
    texts = [Counter(m.text for _, d in one.copy(i) for m in d.messages) for i in (0, 1)]
    assert texts[0] != texts[1]


def test_train_has_no_group_of_dev_or_test(data: Path, names: Path) -> None:
    corpus = TrainingCorpus(data, names, seed=1, scale=0.02, silver=lambda dialogues: dialogues)
    ids = [{dialogue.id for dialogue in corpus.written[split]} for split in SPLITS]
    assert all(ids)
    assert len(set.union(*ids)) == sum(map(len, ids)) == 40
    train = [dialogue for dialogues in corpus.sources.values() for dialogue in dialogues]
    assert {corpus.split.of(d) for d in train if d.corpus != "general"} == {"train"}
    questions = {d.id.split("_")[0] for d in corpus.sources["silver_mathdial"]}
    held_out = {
        d.id.split("_")[0] for split in ("dev", "test") for d in corpus.labelled[split]
        if d.corpus == "mathdial"
    }  # fmt: skip
    assert questions
    assert held_out
    assert not questions & held_out


def test_chunks_cut_no_message() -> None:
    messages = tuple(Labelled("t", f"{i} " + "word " * (i % 50)) for i in range(100))
    parts = list(chunk(LabelledDialogue("a", "c", messages), random.Random(1)))
    assert tuple(m for part in parts for m in part.messages) == messages
    assert len(parts) > 5
