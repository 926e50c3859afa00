"""What of a pipeline finds PII, and what replaces it."""

from spacy.language import Language

SURROGATOR = "hips_surrogator"
FROM_ENTS = "pii_from_ents"
DETECTORS = frozenset(
    {"pii_patterns", "potential_pii_ner", "known_names", "llm_detector", FROM_ENTS}
)
# They write span groups too, and find nothing.
_NO_DETECTORS = frozenset({"math_segmenter", "llm_verifier"})


def without_surrogates(nlp: Language) -> list[str]:
    """The components that replace, by name, those that are disabled apart.

    nlp (Language): A pipeline.
    RETURNS (list[str]): What who asks for spans alone gives `nlp.pipe` as `disable`.
    """
    factories = nlp.pipe_factories
    return [name for name in nlp.pipe_names if factories[name] == SURROGATOR]


def may_detect(nlp: Language, name: str) -> bool:
    """Whether a component may look for PII.

    nlp (Language): A pipeline.
    name (str): The name of a component of it.
    RETURNS (bool): Whether it is a detector of ours, or somebody else's that says that it writes
        span groups.
    """
    meta = nlp.get_pipe_meta(name)
    return meta.factory in DETECTORS or (
        meta.factory not in _NO_DETECTORS and "doc.spans" in meta.assigns
    )
