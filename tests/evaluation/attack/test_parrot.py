from releases import PATTERNS, SURROGATES, corpus

from spacy_piivot.evaluation.attack.parrot import LABEL, parrot_attack, train_tagger
from spacy_piivot.evaluation.attack.released import ReleasedMessage


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
