"""Loads the pipeline once in each process, however many batches the process gets."""

import threading
from dataclasses import dataclass, field

from spacy.language import Language

from ..corpus import Roster
from ..runs.names import ReleaseNames
from ..runs.surrogator import get_surrogator
from .settings import Settings, WorkerDiffers


@dataclass(slots=True)
class Loaded:
    """A pipeline that is ready to work.

    nlp (Language): The pipeline.
    names (ReleaseNames | None): Renames dialogues; None if nothing is released.
    roster (Roster): The names of known participants.
    lock (Lock): Held by the thread that uses the pipeline.
    """

    nlp: Language
    names: ReleaseNames | None
    roster: Roster
    lock: threading.Lock = field(default_factory=threading.Lock)


_loaded: dict[Settings, Loaded] = {}
_loading = threading.Lock()
# A process that gets ever other settings keeps the pipelines of the last ones.
_KEPT = 4
loads = 0


def load_once(settings: Settings) -> Loaded:
    """The pipeline of these settings, loaded when a process first asks for it.

    settings (Settings): The settings; if they are checked, this machine must have the same key,
        pipeline, policy and version as the process that checked them.
    RETURNS (Loaded): The pipeline.
    RAISES (NoKey, BadKey): If this machine has no key. (WorkerDiffers): If it has another key or
        pipeline. (InputError): If the pipeline cannot be loaded.
    """
    global loads
    with _loading:
        if settings not in _loaded:
            while len(_loaded) >= _KEPT:
                del _loaded[next(iter(_loaded))]
            loaded = _load(settings)
            loads += 1
            _loaded[settings] = loaded
        return _loaded[settings]


def _load(settings: Settings) -> Loaded:
    key = settings.read_key("A worker")
    nlp = settings.load(key)
    if settings.key_check:
        key_check, pipeline_check = settings.digests(nlp, key)
        if key_check != settings.key_check:
            raise WorkerDiffers("key")
        if pipeline_check != settings.pipeline_check:
            raise WorkerDiffers("pipeline, policy or version of spacy-piivot")
    everywhere, by_dialogue = settings.roster
    names = None
    if settings.has_surrogates:
        names = ReleaseNames(settings.ids, get_surrogator(nlp).key)
    roster = Roster(everywhere, {id: list(people) for id, people in by_dialogue})
    return Loaded(nlp, names, roster)
