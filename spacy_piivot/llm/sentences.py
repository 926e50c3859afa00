"""What prompts say of labels: the rows of the label table, with the sentences of a language."""

from collections.abc import Collection, Mapping

from ..core.labels import BY_NAME, LABELS
from ..lang import Lexicon


def detector_types(lexicon: Lexicon) -> list[str]:
    """The types that a detector is asked for, each with what it is told of it.

    lexicon (Lexicon): The language of the prompts.
    RETURNS (list[str]): "LOCATION (places and addresses)", "SCHOOL", …
    """
    told = lexicon.table("labels.detector")
    return [
        f"{label.mathed_pii} ({told[label.name]})" if label.name in told else label.mathed_pii
        for label in LABELS
        if "asked" in label.traits
    ]


def marked_kinds(lexicon: Lexicon) -> list[Mapping[str, str]]:
    """What a detector that copies a text puts marks round.

    lexicon (Lexicon): The language of the prompts.
    RETURNS (list[Mapping[str, str]]): The marks `before` and `after` it, and `what` it is.
    """
    return [
        {"before": before, "after": after, "what": what}
        for name, what in lexicon.table("labels.marks").items()
        for before, after in [BY_NAME[name].marks]
    ]


def surrogate_sentences(wanted: Collection[str], lexicon: Lexicon) -> list[str]:
    """What surrogates of some labels must be like.

    wanted (Collection[str]): The labels; a sentence stands for all labels that it is true of.
    lexicon (Lexicon): The language of the prompts.
    RETURNS (list[str]): "LOCATION, STREET_ADDRESS: a place of …", …
    """
    found = []
    for kind, sentence in lexicon.table("labels.surrogates").items():
        named = [label.name for label in LABELS if label.proposed == kind]
        if set(named).isdisjoint(wanted):
            continue
        found.append(f"{', '.join(named)}: {sentence}")
    return found


def called(lexicon: Lexicon) -> Mapping[str, str]:
    """What models and redactions call labels, beside the schemes.

    lexicon (Lexicon): Their language.
    RETURNS (Mapping[str, str]): Canonical labels by word, in capitals.
    """
    words = lexicon.table("labels.called")
    return {word: label for label, some in words.items() for word in some}
