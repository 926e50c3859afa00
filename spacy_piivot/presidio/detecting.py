"""What of a pipeline is left out where Presidio alone looks at the result."""

from spacy.language import Language

SURROGATOR = "hips_surrogator"


def without_surrogates(nlp: Language) -> list[str]:
    """The components that replace, by name: Presidio asks for spans, and replaces itself.

    nlp (Language): A pipeline.
    RETURNS (list[str]): What to give `nlp` and `nlp.pipe` as `disable`.
    """
    return [name for name, factory in nlp.pipe_factories.items() if factory == SURROGATOR]
