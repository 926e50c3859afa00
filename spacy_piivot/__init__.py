"""Find potential PII in educational dialogue and replace it with surrogates that keep the lesson.

Everything is a spaCy component: `nlp.add_pipe("potential_pii_ner")` works if only spaCy is
imported. `load` returns a pipeline shipped inside the package.
"""

from importlib import resources
from typing import TYPE_CHECKING

from .core.offline import switch_off_telemetry

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.language import Language

# This module is imported before any other module of the package.
switch_off_telemetry()

__version__ = "0.1.0"
__all__ = ["__version__", "load"]

DEFAULT_PIPELINE = "en_piivot_light"


def load(name: str | None = None, *, policy: "str | Path | None" = None) -> "Language":
    """Load a pipeline shipped inside the package; nothing is downloaded.

    name (str | None): Its name; the default pipeline if None.
    policy (str | Path | None): What a release does with each label, and with names and URLs by
        their role: "tutoring", "essay", "crapii", or the path of a TOML file. If None, the shape of
        each document decides: "essay" for one long message, else "tutoring".
    RETURNS (Language): The trained pipeline, ready for dialogues. Saving it again writes no words
        of texts it has processed.
    RAISES (UnknownPipeline): If no pipeline with that name is shipped.
    RAISES (BadPolicy): If the policy cannot be used.
    """
    import spacy

    from .core.startup import without_presidio
    from .errors import UnknownPipeline

    folder = resources.files(__name__).joinpath("pipelines")
    shipped = sorted(
        entry.name for entry in folder.iterdir() if entry.joinpath("config.cfg").is_file()
    )
    name = DEFAULT_PIPELINE if name is None else name
    if name not in shipped:
        raise UnknownPipeline(name, shipped)
    changes = {} if policy is None else {"components.hips_surrogator.policy": str(policy)}
    with resources.as_file(folder.joinpath(name)) as path, without_presidio():
        return spacy.load(path, config=changes)
