"""Finds the lexicon of a pipeline."""

from spacy.language import Language

from .lexicon import ENGLISH, Lexicon


def pipeline_lexicon(nlp: Language) -> Lexicon:
    """The words of a pipeline's language: the lexicon of its first component that has one.

    nlp (Language): The pipeline.
    RETURNS (Lexicon): Its words; the English ones if no component has a lexicon.
    """
    taken = (getattr(component, "lexicon", None) for _, component in nlp.components)
    return next((one for one in taken if isinstance(one, Lexicon)), ENGLISH)
