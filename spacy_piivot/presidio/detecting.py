"""What of a pipeline finds PII, and what is left out where Presidio alone looks at the result."""

from spacy.language import Language

SURROGATOR = "hips_surrogator"
DETECTORS = frozenset({"pii_patterns", "potential_pii_ner", "known_names", "llm_detector"})


def without_surrogates(nlp: Language) -> list[str]:
    """The components that replace, by name: Presidio asks for spans, and replaces itself.

    nlp (Language): A pipeline.
    RETURNS (list[str]): What to give `nlp` and `nlp.pipe` as `disable`.
    """
    return [name for name, factory in nlp.pipe_factories.items() if factory == SURROGATOR]


def detects(nlp: Language) -> bool:
    """Whether a pipeline has a component of ours that looks for PII.

    nlp (Language): A pipeline.
    RETURNS (bool): Whether it has.
    """
    return not DETECTORS.isdisjoint(nlp.pipe_factories.values())
