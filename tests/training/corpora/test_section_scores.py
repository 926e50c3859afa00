from collections import Counter

import pytest

from training.corpora.essays import Essay, EssaySpan
from training.corpora.section_scores import count, essays_of, scores

PROSE = "When we drew the map, I was sure that they would be against it, but they were not. " * 4


def test_visible_characters_are_counted() -> None:
    text = f"Name: Ada Okonjo\n\n{PROSE}"
    essay = Essay("x-001", text, (), (EssaySpan(0, len(text), "body"),))
    assert count(essay) == Counter(
        {
            ("body", "author_block"): len("Name:AdaOkonjo"),
            ("body", "body"): len("".join(PROSE.split())),
        }
    )


def test_scores() -> None:
    counts = Counter({("body", "body"): 6, ("body", "references"): 2, ("references", "body"): 4})
    found = scores(counts)
    assert found["body"] == pytest.approx((6 / 10, 6 / 8, 12 / 18, 8))
    assert found["references"] == (0.0, 0.0, 0.0, 4)


def test_splits_go_by_the_last_digit() -> None:
    essays = [Essay(f"a-{number:03}", "", (), ()) for number in range(1, 21)]
    sizes = {split: len(essays_of(essays, split)) for split in ("developed", "dev", "test")}
    assert sizes == {"developed": 14, "dev": 2, "test": 4}
