"""The settings of a run over several workers, without its secret key."""

import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from spacy.language import Language

from .. import __version__
from ..components.pipeline_roles import SURROGATOR
from ..core.policy import SHUFFLE
from ..corpus import Roster, read_roster
from ..draws.key import KEY_VARIABLE, environment_key, read_key_file
from ..errors import InputError, PIIvotError
from ..runs.fingerprint import pipeline_digest
from ..runs.loading import load_pipeline, load_releasing_pipeline
from ..runs.names import IdMode
from ..runs.surrogator import get_surrogator

Task = Literal["deidentify", "detect"]
Names = tuple[tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...]]


class NoKey(InputError):
    def __init__(self, who: str) -> None:
        super().__init__(
            f"{who} has no key, and workers never draw one of their own: give key_file, a path "
            f"that exists on every machine, or set {KEY_VARIABLE} on every machine."
        )


class WorkerDiffers(PIIvotError):
    """A worker would not give the same result as the others."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"A worker has another {what} than the process that started the run. Nothing of its "
            "work was used. Give all machines the same one."
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a worker needs to know. The key is not part of it.

    task (str): "deidentify" or "detect".
    model (str | None): A path or an installed package on every machine; None for the shipped one.
    key_file (str | None): The path of the key on every machine; None for the environment's.
    policy (str | None): The name or the path of a policy; None for the pipeline's.
    scope (str | None): Which dialogues share surrogates; None for the pipeline's setting.
    strategies (tuple[tuple[str, str], ...]): Labels with their strategies.
    markov_p (float | None): The probability that "markov" draws a new surrogate.
    allow (tuple[str, ...]): Terms that are never replaced.
    roster (Names): Names for all dialogues, and by dialogue.
    ids (str): "keep" or "hmac"; over one table also "number".
    max_seconds (float | None): How long a dialogue may take.
    spans_from_input (bool): Whether to use the input's spans instead of detecting any.
    key_required (bool): Whether a random key is refused.
    key_check (str): Shows whether a worker has the same key; "" before `checked`.
    pipeline_check (str): Shows whether a worker has the same pipeline, policy and version.
    """

    task: Task = "deidentify"
    model: str | None = None
    key_file: str | None = None
    policy: str | None = None
    scope: str | None = None
    strategies: tuple[tuple[str, str], ...] = ()
    markov_p: float | None = None
    allow: tuple[str, ...] = field(default=(), repr=False)
    roster: Names = field(default=((), ()), repr=False)
    ids: IdMode = "keep"
    max_seconds: float | None = None
    spans_from_input: bool = False
    key_required: bool = True
    key_check: str = ""
    pipeline_check: str = ""

    @property
    def has_surrogates(self) -> bool:
        return self.task == "deidentify"

    def read_key(self, who: str) -> bytes | None:
        """The key on this machine.

        who (str): Who reads it, for the error.
        RETURNS (bytes | None): The key; None if there is none and none is required.
        RAISES (NoKey): If there is none. (BadKey): If it cannot be read or is too short.
        """
        if not self.has_surrogates:
            return None
        key = read_key_file(self.key_file) if self.key_file else environment_key()
        if key is None and self.key_required:
            raise NoKey(who)
        return key

    def load(self, key: bytes | None) -> Language:
        """Load the pipeline with these settings.

        key (bytes | None): The secret key.
        RETURNS (Language): The pipeline.
        RAISES (InputError): If it cannot be loaded, or cannot replace.
        """
        if not self.has_surrogates:
            return load_pipeline(self.model)
        return load_releasing_pipeline(
            self.model,
            key,
            allow=self.allow,
            scope=self.scope,
            policy=self.policy,
            strategies=dict(self.strategies),
            markov_p=self.markov_p,
        )

    def digests(self, nlp: Language, key: bytes | None) -> tuple[str, str]:
        """What shows whether two workers do the same.

        nlp (Language): The pipeline, loaded with these settings.
        key (bytes | None): The secret key; both digests are HMACs under it.
        RETURNS (tuple[str, str]): Of the key, and of pipeline, settings and version.
        """
        parts: dict[str, Any] = {"version": __version__, "pipeline": pipeline_digest(nlp)}
        if self.has_surrogates:
            surrogator = get_surrogator(nlp)
            parts["policies"] = surrogator.policies.to_dict()
            parts["scope"], parts["markov_p"] = surrogator.scope, surrogator.markov_p
            parts["allow"] = sorted(surrogator.allow)
        content = json.dumps(parts, sort_keys=True).encode()
        secret = key or b"no key"
        return (
            hmac.digest(secret, b"spacy-piivot: the key of all workers", "sha256").hex(),
            hmac.digest(secret, content, "sha256").hex(),
        )

    def checked(self) -> "Settings":
        """Load the pipeline once, refuse what workers cannot do, and note what they must have.

        RETURNS (Settings): The same settings, with the digests that each worker compares.
        RAISES (InputError): If there is no key, or the settings cannot be used over partitions.
        """
        if self.ids == "number":
            raise InputError(
                "Partitions have no order in which to number their dialogues: use hmac for ids, or "
                "keep them."
            )
        key = self.read_key("This process")
        nlp = self.load(key)
        if asking := [name for name, pipe in nlp.pipeline if getattr(pipe, "asks", False)]:
            raise InputError(
                f"{', '.join(asking)} asks a language model, whose answers differ from worker to "
                "worker. Use a pipeline without it, or run it in one process."
            )
        if self.has_surrogates:
            _refuse_shuffling(nlp)
        key_check, pipeline_check = self.digests(nlp, key)
        return replace(self, key_check=key_check, pipeline_check=pipeline_check)


def _refuse_shuffling(nlp: Language) -> None:
    if get_surrogator(nlp).policies.shuffles:
        raise InputError(
            f"The strategy {SHUFFLE!r} needs the values of the whole corpus in one place: run it "
            f"in one process, or give the labels of {SURROGATOR!r} another strategy."
        )


def make_settings(
    task: Task = "deidentify",
    *,
    roster: Roster | str | Path | Iterable[str] | None = None,
    key_file: str | Path | None = None,
    policy: str | Path | None = None,
    model: str | Path | None = None,
    strategies: Mapping[str, str] | None = None,
    allow: Iterable[str] = (),
    **others: Any,
) -> Settings:
    """Settings from the arguments of a public function.

    task (str): "deidentify" or "detect".
    roster (Roster | str | Path | Iterable[str] | None): A roster, the path of one, or names for
        all dialogues. It is read here: workers do not need the file.
    key_file (str | Path | None): The path of the key on every machine.
    policy (str | Path | None): The name of a policy, or its path on every machine.
    model (str | Path | None): The path of a pipeline on every machine, or a package.
    strategies (Mapping[str, str] | None): Strategies by label.
    allow (Iterable[str]): Terms that are never replaced.
    others (Any): Further fields of `Settings`.
    RETURNS (Settings): The settings.
    """
    return Settings(
        task=task,
        model=None if model is None else str(model),
        key_file=None if key_file is None else str(Path(key_file).absolute()),
        policy=None if policy is None else str(policy),
        strategies=tuple(sorted((strategies or {}).items())),
        allow=tuple(allow),
        roster=_names(roster),
        **others,
    )


def _names(roster: Roster | str | Path | Iterable[str] | None) -> Names:
    if roster is None:
        return (), ()
    if isinstance(roster, str | Path):
        roster = read_roster(Path(roster))
    if not isinstance(roster, Roster):
        return tuple(roster), ()
    by_dialogue = ((id, tuple(names)) for id, names in sorted(roster.by_dialogue.items()))
    return tuple(roster.everywhere), tuple(by_dialogue)
