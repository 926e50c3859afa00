from spacy_piivot.evaluation.attack.reading_ease import reading_ease


def test_reading_ease_falls_with_longer_words() -> None:
    assert reading_ease(["The cat sat."]) > 100 > reading_ease(["Mathematical investigation."])
    assert reading_ease([]) == 0
