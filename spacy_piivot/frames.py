"""De-identifies and searches tables in memory: pandas, polars, pyarrow.

from spacy_piivot import frames
released, quarantined = frames.deidentify(frame, key_file="key")
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

from .corpus import Roster
from .engines.batches import process_table
from .engines.layout import TableColumns, arrow, find_layout
from .engines.settings import Settings, make_settings
from .errors import InputError

__all__ = ["TableColumns", "deidentify", "detect"]

Frame = TypeVar("Frame")
IdMode = Literal["keep", "hmac"]


def deidentify(
    frame: Frame,
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
) -> tuple[Frame, Frame]:
    """De-identify the dialogues of a table.

    frame (Frame): A DataFrame of pandas or polars, or a pyarrow Table. Its rows are dialogues (`id`
        and `messages`, a list of `speaker` and `text`) or messages (`dialogue`, `speaker`, `text`).
    key_file (str | Path | None): The file of the secret key; None for SPACY_PIIVOT_KEY's. Without
        either, the key is random, and the same until the process ends.
    model (str | Path | None): The path of a pipeline, or an installed package; None for the
        shipped one. It is loaded once in a process.
    policy (str | Path | None): The name or the path of a policy; None for the pipeline's.
    scope (str | None): Which dialogues share surrogates: "document", "group" or "corpus".
    strategies (Mapping[str, str] | None): Strategies by label that differ from the policy's.
    markov_p (float | None): The probability that "markov" draws a new surrogate.
    roster (Roster | str | Path | Iterable[str] | None): The participants: a file, or names for all
        dialogues.
    allow (Iterable[str]): Terms that are never replaced.
    ids (str): "keep", or "hmac" for keyed digests of the ids.
    max_seconds (float | None): How long a dialogue may take before it is held back.
    columns (TableColumns | None): Which columns contain what, and which further ones are kept;
        None for those that are recognised by their names, as in files.
    RETURNS (tuple[Frame, Frame]): The released dialogues, of the same kind and with the columns
        that were read, without the group: dialogues in the order of their first rows, messages in
        the order of theirs. And the `id` and `error` of dialogues that are held back; of dialogues
        with the same id all but the first.
    RAISES (InputError): If a column is missing, or the arguments cannot be used.
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
        key_required=False,
    )
    return _through_arrow(frame, settings, columns)


def detect(
    frame: Frame,
    *,
    model: str | Path | None = None,
    roster: Roster | str | Path | Iterable[str] | None = None,
    max_seconds: float | None = None,
    columns: TableColumns | None = None,
) -> tuple[Frame, Frame]:
    """Search the dialogues of a table.

    frame (Frame): As in `deidentify`.
    model (str | Path | None): The pipeline.
    roster (Roster | str | Path | Iterable[str] | None): The participants.
    max_seconds (float | None): How long a dialogue may take.
    columns (TableColumns | None): Which columns contain what.
    RETURNS (tuple[Frame, Frame]): The dialogues with `spans` at each message: `start`, `end`,
        `label`, `score`, `source`, `role`. They contain the original texts. And the `id` and
        `error` of dialogues that could not be searched.
    RAISES (InputError): If a column is missing, or the arguments cannot be used.
    """
    settings = make_settings("detect", model=model, roster=roster, max_seconds=max_seconds)
    return _through_arrow(frame, settings, columns)


def _through_arrow(frame: Any, settings: Settings, columns: TableColumns | None) -> tuple[Any, Any]:
    kind = type(frame).__module__.partition(".")[0]
    table = _to_arrow(frame, kind)
    layout = find_layout(table.schema, columns)
    released, quarantined = process_table(table, settings, layout)
    return _from_arrow(released, kind), _from_arrow(quarantined, kind)


def _to_arrow(frame: Any, kind: str) -> Any:
    pa = arrow()
    if isinstance(frame, pa.Table):
        return frame
    if kind == "polars" and hasattr(frame, "to_arrow"):
        return frame.to_arrow()
    if kind != "pandas":
        raise InputError("Give a DataFrame of pandas or polars, or a pyarrow Table.")
    try:
        return pa.Table.from_pandas(frame, preserve_index=False)
    except Exception as error:
        # Its message may quote a value.
        problem = type(error).__name__
    raise InputError(
        f"The DataFrame cannot be read as a table ({problem}): all values of a column need the "
        "same type."
    )


def _from_arrow(table: Any, kind: str) -> Any:
    if kind == "pandas":
        return table.to_pandas()
    if kind == "polars":
        import polars

        return polars.from_arrow(table)
    return table
