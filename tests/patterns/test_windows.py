"""What runs over a long text sees pieces of it, and loses nothing at the seams."""

import random
from typing import Any

import pytest

from spacy_piivot.kinds.registry import select_recognizers
from spacy_piivot.patterns.windows import LENGTH, OVERLAP, windows


@pytest.mark.parametrize("length", [0, 1, LENGTH - 1, LENGTH, LENGTH + 1, 7 * LENGTH + 13])
def test_every_place_has_one_window_that_sees_what_is_around_it(length: int) -> None:
    cut = list(windows(length))
    assert all(window.end - window.start <= LENGTH for window in cut)
    assert (cut[0].start, cut[-1].end) == (0, length)
    for place in range(length):
        (window,) = [w for w in cut if w.own_start <= place < w.own_end]
        assert window.start == 0 or place - window.start >= OVERLAP // 2
        assert window.end == length or window.end - place >= OVERLAP // 2


def test_a_recogniser_of_presidio_finds_the_same_in_a_long_text() -> None:
    (recognizer,) = select_recognizers(["IbanRecognizer"])
    iban = "GB82WEST12345698765432"
    drawn = random.Random(0)
    text = "".join(f"send {iban} now{' ' * drawn.randrange(40)}" for _ in range(400))
    found = [text[f.start : f.end] for f in recognizer.find(text, "")]
    assert found == [iban] * 400
    assert len(text) > 5 * LENGTH


def test_no_recogniser_of_presidio_is_given_a_long_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from presidio_analyzer.pattern_recognizer import PatternRecognizer

    lengths = []
    analyze = PatternRecognizer.analyze

    def noted(self: Any, text: str, *arguments: Any, **settings: Any) -> Any:
        lengths.append(len(text))
        return analyze(self, text, *arguments, **settings)

    monkeypatch.setattr(PatternRecognizer, "analyze", noted)
    text = "AaBb1-/@." * 10_000
    for recognizer in select_recognizers(["UkNinoRecognizer", "EmailRecognizer", "email", "url"]):
        list(recognizer.find(text, ""))
    assert lengths
    assert max(lengths) <= LENGTH
