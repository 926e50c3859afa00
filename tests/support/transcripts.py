"""Pipelines and dialogue JSONL for the tests of runs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import fake_components
from shared_pipelines import blank_english
from spacy.language import Language

KEY = b"a key for the tests, long enough"


assert fake_components.WORDS  # importing the module registers them


def make_pipeline(*components: str) -> Language:
    """A pipeline with these components and `hips_surrogator`."""
    nlp = blank_english()
    for component in (*components, "hips_surrogator"):
        nlp.add_pipe(component)
    nlp.get_pipe("hips_surrogator").key = KEY  # type: ignore[attr-defined]
    return nlp


def dialogue(id: str, *texts: str, speaker: str = "tutor") -> dict[str, Any]:
    return {"id": id, "messages": [{"speaker": speaker, "text": text} for text in texts]}


OTHER_KEY = b"another key, as long as the first"


def set_key(nlp: Language, key: bytes) -> None:
    nlp.get_pipe("hips_surrogator").key = key  # type: ignore[attr-defined]


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def interrupt_after(count: int, folder: Path) -> Callable[[str], None]:
    """A report function that raises on the n-th bad record, as Ctrl-C would."""
    reported = 0

    def report(line: str) -> None:
        nonlocal reported
        reported += ": NotJSON: " in line
        if reported == count:
            raise KeyboardInterrupt

    return report
