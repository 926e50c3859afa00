"""Loads the tagger that `spacy train` wrote, and the transformer inside it."""

from pathlib import Path
from typing import Any

from spacy_piivot.cli.running import load_pipeline
from spacy_piivot.components.potential_pii_ner import PotentialPIINER
from spacy_piivot.errors import InputError

COMPONENT = "potential_pii_ner"


def load_tagger(folder: Path) -> tuple[dict[str, Any], PotentialPIINER]:
    """Load a trained tagger.

    folder (Path): A folder that `spacy train` wrote.
    RETURNS (tuple[dict[str, Any], PotentialPIINER]): The config of its component without the
        factory, and the component.
    RAISES (InputError): If there is no pipeline, or it has no tagger.
    """
    nlp = load_pipeline(str(folder))
    if COMPONENT not in nlp.pipe_names:
        raise InputError(f"{folder} has no {COMPONENT}: train one with configs/transformer.cfg.")
    config = dict(nlp.config.interpolate()["components"][COMPONENT])
    config.pop("factory")
    component: Any = nlp.get_pipe(COMPONENT)
    return config, component


def trained_encoder(component: PotentialPIINER) -> Any:
    """The transformer of a tagger.

    component (PotentialPIINER): The trained component.
    RETURNS (TransformerModel): The transformer, with `transformer` and `tokenizer`.
    RAISES (InputError): If its model has no transformer.
    """
    for node in component.model.walk():
        if hasattr(node, "transformer"):
            return node
    raise InputError("The trained pipeline has no transformer: train configs/transformer.cfg.")
