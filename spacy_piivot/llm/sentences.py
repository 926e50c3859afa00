"""The descriptions of labels in prompts: rows of the label table with sentences of a language."""

from collections.abc import Collection, Mapping

from ..core.labels import BY_NAME, LABELS
from ..lang import Lexicon


def detector_types(lexicon: Lexicon) -> list[str]:
    """The types that a detector looks for, with their descriptions.

    lexicon (Lexicon): The language of the prompts.
    RETURNS (list[str]): "LOCATION (places and addresses)", "SCHOOL", …
    """
    described = lexicon.table("labels.detector")
    return [
        f"{label.mathed_pii} ({described[label.name]})"
        if label.name in described
        else label.mathed_pii
        for label in LABELS
        if "asked" in label.traits
    ]


def marked_kinds(lexicon: Lexicon) -> list[Mapping[str, str]]:
    """The marks of a detector that copies a text, with what each marks.

    lexicon (Lexicon): The language of the prompts.
    RETURNS (list[Mapping[str, str]]): The marks `before` and `after` a span, and `what` it is.
    """
    return [
        {"before": before, "after": after, "what": what}
        for name, what in lexicon.table("labels.marks").items()
        for before, after in [BY_NAME[name].marks]
    ]


def surrogate_sentences(wanted: Collection[str], lexicon: Lexicon) -> list[str]:
    """The requirements for surrogates of some labels.

    wanted (Collection[str]): The labels; a sentence names all labels that it applies to.
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
    """The names of labels in answers and redactions, other than those of the schemes.

    lexicon (Lexicon): Their language.
    RETURNS (Mapping[str, str]): Canonical labels by word, in capitals.
    """
    words = lexicon.table("labels.called")
    return {word: label for label, some in words.items() for word in some}
