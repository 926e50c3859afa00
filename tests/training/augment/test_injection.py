import random
from pathlib import Path

from training.augment.injection import inject
from training.augment.name_pool import NamePool
from training.labelled import Gold, Labelled, LabelledDialogue


def test_every_dialogue_gets_an_injection_and_keeps_its_gold(names: Path) -> None:
    pool = NamePool(names, split="test")
    message = Labelled("tutor", "Hi Ana.", (Gold(3, 6, "NAME", "participant"),))
    dialogue = LabelledDialogue("a", "c", (message, message))
    for seed in range(60):
        injected = inject(dialogue, pool, random.Random(seed))
        text = " ".join(m.text for m in injected.messages)
        assert len(text) > len("Hi Ana. Hi Ana.")
        anas = [m for m in injected.messages if m.text.startswith("Hi Ana.")]
        assert all(m.spans[0] == message.spans[0] for m in anas)
        assert len(anas) >= 2
