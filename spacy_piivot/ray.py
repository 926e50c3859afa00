"""De-identifies and searches datasets of Ray Data.

    from spacy_piivot.ray import deidentify
    released, quarantined = deidentify(ray.data.read_parquet("chats/"), key_file="/secrets/key")

Ray's usage statistics are switched off when this module is imported.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .corpus import Roster
from .engines.layout import TableColumns
from .engines.ray_datasets import process_dataset
from .engines.ray_start import running_ray, switch_off_usage_statistics
from .engines.settings import make_settings

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["TableColumns", "deidentify", "detect", "running_ray"]

IdMode = Literal["keep", "hmac"]

switch_off_usage_statistics()


def deidentify(
    dataset: "Dataset",
    *,
    key_file: str | Path | None = None,
    model: str | Path | None = None,
    policy: str | Path | None = None,
    scope: str | None = None,
    strategies: Mapping[str, str] | None = None,
    markov_p: float | None = None,
    roster: Roster | str | Path | Iterable[str] | None = None,
    allow: Iterable[str] = (),
    ids: IdMode = "keep",
    max_seconds: float | None = None,
    columns: TableColumns | None = None,
    workers: int | None = None,
    partitions: int | None = None,
) -> tuple["Dataset", "Dataset"]:
    """De-identify a dataset. Surrogates are those of a run in one process with the same key.

    dataset (Dataset): Rows are dialogues (`id` and `messages`, a list of `speaker` and `text`), or
        messages (`dialogue`, `speaker`, `text`) with a column to sort them by (`columns.order`).
    key_file (str | Path | None): The path of the secret key, on every machine; None for
        SPACY_PIIVOT_KEY in the environment of every machine. The key itself is never sent.
    model (str | Path | None): The path of a pipeline on every machine, or an installed package;
        None for the shipped one. A worker loads it once.
    policy (str | Path | None): The name of a policy, or its path on every machine.
    scope (str | None): Which dialogues share surrogates: "document", "group" or "corpus".
    strategies (Mapping[str, str] | None): Strategies by label; not "shuffle".
    markov_p (float | None): The probability that "markov" draws a new surrogate.
    roster (Roster | str | Path | Iterable[str] | None): The participants: a file on this machine,
        or names for all dialogues.
    allow (Iterable[str]): Terms that are never replaced.
    ids (str): "keep", or "hmac" for keyed digests of the ids.
    max_seconds (float | None): How long a dialogue may take before it is held back.
    columns (TableColumns | None): Which columns contain what, and which further ones are kept;
        None for those that are recognised by their names, as in files.
    workers (int | None): How many workers at most; None for one on each core.
    partitions (int | None): Into how many partitions messages are grouped; None for two a core.
    RETURNS (tuple[Dataset, Dataset]): The released dialogues with the columns that were read,
        without the group, in no certain order; and the `id` and `error` of those held back, among
        them all dialogues whose id occurs twice. The work is done when this returns; only
        released text is kept.
    RAISES (InputError): If there is no key or a column is missing, or the arguments cannot be used
        over partitions. (WorkerFailed): If a worker has another key, pipeline or version, or died
        four times at the same batch.
    """
    settings = make_settings(
        key_file=key_file,
        model=model,
        policy=policy,
        scope=scope,
        strategies=strategies,
        markov_p=markov_p,
        roster=roster,
        allow=allow,
        ids=ids,
        max_seconds=max_seconds,
    )
    return process_dataset(dataset, settings, columns, workers, partitions)


def detect(
    dataset: "Dataset",
    *,
    model: str | Path | None = None,
    roster: Roster | str | Path | Iterable[str] | None = None,
    max_seconds: float | None = None,
    columns: TableColumns | None = None,
    workers: int | None = None,
    partitions: int | None = None,
) -> tuple["Dataset", "Dataset"]:
    """Search a dataset for PII.

    dataset (Dataset): As in `deidentify`.
    model (str | Path | None): The pipeline.
    roster (Roster | str | Path | Iterable[str] | None): The participants.
    max_seconds (float | None): How long a dialogue may take.
    columns (TableColumns | None): Which columns contain what.
    workers (int | None): How many workers at most; None for one on each core.
    partitions (int | None): Into how many partitions messages are grouped; None for two a core.
    RETURNS (tuple[Dataset, Dataset]): The dialogues with `spans` at each message; they contain
        the original texts. And the `id` and `error` of those that could not be searched.
    RAISES (InputError): As `deidentify`.
    """
    settings: Any = make_settings("detect", model=model, roster=roster, max_seconds=max_seconds)
    return process_dataset(dataset, settings, columns, workers, partitions)
