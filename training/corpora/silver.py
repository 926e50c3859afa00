"""Silver labels: labels unlabelled dialogues if a trained tagger is sure of them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.core.dialogue import message_bounds
from spacy_piivot.core.spans import Candidate, get_candidates
from training.labelled import Gold, LabelledDialogue, to_doc

COMPONENT = "potential_pii_ner"
# Corpora with hardly any names: what looks like one is mostly the transcriber's mistake.
_NAMELESS = ("amber", "cima")
# A token with a probability between these for any label makes its dialogue unsure.
SURE_OUTSIDE, SURE_INSIDE = 0.1, 0.9


def silver_dialogues(
    dialogues: Iterable[LabelledDialogue], nlp: Language
) -> Iterator[LabelledDialogue]:
    """Label dialogues with a trained pipeline, except those it is not sure of.

    dialogues (Iterable[LabelledDialogue]): Without labels.
    nlp (Language): A pipeline with a trained `potential_pii_ner`.
    YIELDS (LabelledDialogue): Dialogues in which every token is clearly inside or outside a span,
        and every capitalised name is a name wherever it occurs. Corpora with hardly any names
        give only dialogues without names.
    """
    component: Any = nlp.get_pipe(COMPONENT)
    for dialogue in dialogues:
        doc = to_doc(dialogue, nlp)
        (probabilities,) = component.predict([doc])
        inside = probabilities[:, 1 : len(component.tags)].sum(axis=1)
        if ((inside > SURE_OUTSIDE) & (inside < SURE_INSIDE)).any():
            continue
        component.set_annotations([doc], [probabilities])
        found = get_candidates(doc)
        if dialogue.corpus in _NAMELESS and any(c.label == "NAME" for c in found):
            continue
        if _is_consistent(doc, found):
            yield _with_spans(dialogue, doc, found)


def _is_consistent(doc: Doc, found: list[Candidate]) -> bool:
    text = doc.text
    names = {c.cut(text) for c in found if c.label == "NAME"}
    tagged = {c.start for c in found}
    return all(
        token.idx in tagged for token in doc if token.text in names and token.text[0].isupper()
    )


def _with_spans(dialogue: LabelledDialogue, doc: Doc, found: list[Candidate]) -> LabelledDialogue:
    messages = [
        replace(
            message,
            spans=tuple(
                Gold(c.start - start, c.end - start, c.label)
                for c in found
                if start <= c.start and c.end <= end
            ),
        )
        for (start, end), message in zip(message_bounds(doc), dialogue.messages, strict=True)
    ]
    return replace(dialogue, messages=tuple(messages))
