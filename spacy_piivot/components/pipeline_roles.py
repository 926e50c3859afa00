"""Says which components of a pipeline find PII and which replace it."""

from spacy.language import Language

SURROGATOR = "hips_surrogator"
FROM_ENTS = "pii_from_ents"
DETECTORS = frozenset(
    {"pii_patterns", "potential_pii_ner", "known_names", "llm_detector", FROM_ENTS}
)
# They also write span groups, but find no PII.
_NO_DETECTORS = frozenset({"document_sections", "essay_sources", "math_segmenter", "llm_verifier"})


def without_surrogates(nlp: Language) -> list[str]:
    """List the active components that replace PII.

    nlp (Language): A pipeline.
    RETURNS (list[str]): Their names, to give to `nlp.pipe` as `disable` when only spans are needed.
    """
    factories = nlp.pipe_factories
    return [name for name in nlp.pipe_names if factories[name] == SURROGATOR]


def may_detect(nlp: Language, name: str) -> bool:
    """Whether a component may look for PII.

    nlp (Language): A pipeline.
    name (str): The name of one of its components.
    RETURNS (bool): Whether it is one of our detectors, or another component that declares that it
        writes span groups.
    """
    meta = nlp.get_pipe_meta(name)
    return meta.factory in DETECTORS or (
        meta.factory not in _NO_DETECTORS and "doc.spans" in meta.assigns
    )
