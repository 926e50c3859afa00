"""The parts of a corpus that are scored separately."""

from collections.abc import Callable, Iterable, Sequence

from .annotations import AnnotatedDialogue
from .matching import Decision

# Only gold spans have these: a false alarm belongs to none of their strata.
BY_NAME = ("region", "gender")
RECALL_ONLY = ("role", *BY_NAME)
STRATA = ("segment", "corpus", "speaker", *RECALL_ONLY)


def stratum_of(
    name: str, name_label: str, demographics: Callable[[str], tuple[str, str]] | None
) -> Callable[[AnnotatedDialogue, Decision], str]:
    """Make a function that assigns decisions to strata.

    name (str): One of `STRATA`. "segment" is mathematics or not; "speaker" is the role of the
        speaker; "role" is that of the name (participant, problem, …); "region" and "gender" are
        guessed from the name, or known if a name-swap test drew it.
    name_label (str): The label of personal names.
    demographics (Callable[[str], tuple[str, str]] | None): Returns the region and gender of a
        name, "" if unknown; needed for these two.
    RETURNS (Callable[[AnnotatedDialogue, Decision], str]): Returns the stratum of a decision in a
        gold dialogue; "" for none.
    """
    if name == "segment":
        return lambda dialogue, decision: dialogue.messages[decision.message].segment
    if name == "corpus":
        return lambda dialogue, decision: dialogue.corpus
    if name == "speaker":
        return lambda dialogue, decision: dialogue.messages[decision.message].speaker
    if name == "role":
        return lambda dialogue, decision: decision.gold.role if decision.gold else ""
    position = BY_NAME.index(name)

    def by_name(dialogue: AnnotatedDialogue, decision: Decision) -> str:
        if decision.gold is None or decision.label != name_label:
            return ""
        if dialogue.swap:
            return dialogue.swap.get(name, "")
        if decision.gold.text is None or demographics is None:
            return ""
        return demographics(decision.gold.text)[position]

    return by_name


def is_available(name: str, gold: Sequence[AnnotatedDialogue]) -> bool:
    """Whether a source has the information that a stratum needs.

    name (str): One of `STRATA`.
    gold (Sequence[AnnotatedDialogue]): The gold side.
    RETURNS (bool): False if every decision would be without a stratum.
    """
    if name == "segment":
        return any(message.segment for message in _messages(gold))
    if name == "corpus":
        return any(dialogue.corpus for dialogue in gold)
    if name == "speaker":
        return any(message.speaker for message in _messages(gold))
    if name == "role":
        return any(span.role for dialogue in gold for span in dialogue.spans())
    return any(span.text is not None for dialogue in gold for span in dialogue.spans())


def _messages(gold: Iterable[AnnotatedDialogue]) -> Iterable:
    return (message for dialogue in gold for message in dialogue.messages)
