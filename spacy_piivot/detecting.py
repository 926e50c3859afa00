"""What of a pipeline finds PII, and what replaces it."""

from spacy.language import Language

SURROGATOR = "hips_surrogator"
DETECTORS = frozenset({"pii_patterns", "potential_pii_ner", "known_names", "llm_detector"})


def without_surrogates(nlp: Language) -> list[str]:
    """The components that replace, by name, those that are disabled apart.

    nlp (Language): A pipeline.
    RETURNS (list[str]): What who asks for spans alone gives `nlp.pipe` as `disable`.
    """
    factories = nlp.pipe_factories
    return [name for name in nlp.pipe_names if factories[name] == SURROGATOR]


def detects(nlp: Language) -> bool:
    """Whether a pipeline has a component of ours that looks for PII.

    nlp (Language): A pipeline.
    RETURNS (bool): Whether it has.
    """
    return not DETECTORS.isdisjoint(nlp.pipe_factories.values())
