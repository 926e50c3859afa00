"""The parts of a corpus that are scored apart."""

from collections.abc import Callable, Iterable, Sequence

from .annotations import AnnotatedDialogue
from .matching import Decision

# What only a gold span has: a false alarm belongs to no stratum of these.
BY_NAME = ("region", "gender")
RECALL_ONLY = ("role", *BY_NAME)
STRATA = ("segment", "corpus", "speaker", *RECALL_ONLY)


def stratum_of(
    name: str, name_label: str, demographics: Callable[[str], tuple[str, str]] | None
) -> Callable[[AnnotatedDialogue, Decision], str]:
    """How to tell which part of the corpus a decision belongs to.

    name (str): One of `STRATA`. "segment" is mathematics or not; "speaker" the role of who
        speaks; "role" that of the name (participant, problem, …); "region" and "gender" what a
        name points to, or what a name-swap test has drawn it from.
    name_label (str): The label of personal names.
    demographics (Callable[[str], tuple[str, str]] | None): Region and gender of a name,
        "" where unknown; needed for these two.
    RETURNS (Callable[[AnnotatedDialogue, Decision], str]): The stratum of a decision in a gold
        dialogue; "" for none.
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
    """Whether a source says what a stratum needs.

    name (str): One of `STRATA`.
    gold (Sequence[AnnotatedDialogue]): The gold side.
    RETURNS (bool): False where it would tell nothing apart.
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
