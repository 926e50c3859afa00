import random

from training.augment.typing_noise import typing_noise
from training.labelled import Gold, Labelled


def test_noise_keeps_the_strings_of_spans() -> None:
    text = "Hello, it's Ana. My email address is Ana.L@Mail.org, okay?"
    spans = tuple(
        Gold(text.index(string), text.index(string) + len(string), label)
        for string, label in (("Ana", "NAME"), ("Ana.L@Mail.org", "EMAIL_ADDRESS"))
    )
    changed = set()
    for seed in range(60):
        noisy = typing_noise(Labelled("student", text, spans), random.Random(seed), 0.9)
        name, mail = (noisy.text[span.start : span.end] for span in noisy.spans)
        assert name in ("Ana", "ana")
        assert mail == "Ana.L@Mail.org"
        changed.add(noisy.text)
    assert len(changed) > 20
