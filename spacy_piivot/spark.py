"""De-identifies and searches DataFrames of Spark.

from spacy_piivot.spark import deidentify
released, quarantined = deidentify(spark.read.parquet("chats/"), key_file="/secrets/key")
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from .corpus import Roster
from .engines.layout import TableColumns
from .engines.settings import make_settings
from .engines.spark_frames import process_frame

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["TableColumns", "deidentify", "detect"]

IdMode = Literal["keep", "hmac"]


def deidentify(
    frame: "DataFrame",
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
    partitions: int | None = None,
) -> tuple["DataFrame", "DataFrame"]:
    """De-identify a DataFrame. Surrogates are those of a run in one process with the same key.

    frame (DataFrame): Rows are dialogues (`id` and `messages`, an array of `speaker` and `text`),
        or messages (`dialogue`, `speaker`, `text`) with a column to sort them by (`columns.order`).
    key_file (str | Path | None): The path of the secret key, on every machine; None for
        SPACY_PIIVOT_KEY in the environment of every machine. The key itself is never sent.
    model (str | Path | None): The path of a pipeline on every machine, or an installed package;
        None for the shipped one. Each Python worker loads it once; it is not broadcast.
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
    partitions (int | None): Into how many partitions dialogues are divided; None leaves it to
        Spark.
    RETURNS (tuple[DataFrame, DataFrame]): The released dialogues with the columns that were read,
        without the group, in no certain order; and the `id` and `error` of those held back, among
        them all dialogues whose id occurs twice. The work is done when they are first used; its
        results, without originals, are kept until `spark.catalog.clearCache()`.
    RAISES (InputError): If there is no key or a column is missing, or the arguments cannot be used
        over partitions. If a worker has another key or pipeline, Spark raises when the result is
        used; the error contains no text.
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
    return process_frame(frame, settings, columns, partitions)


def detect(
    frame: "DataFrame",
    *,
    model: str | Path | None = None,
    roster: Roster | str | Path | Iterable[str] | None = None,
    max_seconds: float | None = None,
    columns: TableColumns | None = None,
    partitions: int | None = None,
) -> tuple["DataFrame", "DataFrame"]:
    """Search a DataFrame for PII.

    frame (DataFrame): As in `deidentify`.
    model (str | Path | None): The pipeline.
    roster (Roster | str | Path | Iterable[str] | None): The participants.
    max_seconds (float | None): How long a dialogue may take.
    columns (TableColumns | None): Which columns contain what.
    partitions (int | None): Into how many partitions dialogues are divided.
    RETURNS (tuple[DataFrame, DataFrame]): The dialogues with `spans` at each message; they contain
        the original texts, and are kept until `spark.catalog.clearCache()`. And the `id` and
        `error` of those that could not be searched.
    RAISES (InputError): As `deidentify`.
    """
    settings = make_settings("detect", model=model, roster=roster, max_seconds=max_seconds)
    return process_frame(frame, settings, columns, partitions)
