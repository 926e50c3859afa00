"""`SurrogateOperator`: the surrogates of `hips_surrogator` in Presidio's anonymizer.

An operator sees one entity's text and type at a time, from the last to the first, in a new instance
each. A surrogate depends on all that is replaced in a document, so all of them are settled before,
and the operator looks them up in its `params`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from presidio_anonymizer.entities import InvalidParamError, OperatorConfig, RecognizerResult
from presidio_anonymizer.operators import Operator, OperatorType

from ..components.hips_surrogator import HipsSurrogator
from ..errors import InputError, PIIvotError
from .assignments import Surrogates, settle

NAME = "surrogate"
PARAM = "surrogates"
# Values that the batch engine takes for texts.
_TEXTS = (str, bool, int, float)
# What pandas' and Python's missing values are written as.
_MISSING = frozenset({"None", "nan", "<NA>", "NaT"})


class NotSettled(PIIvotError):
    def __init__(self, entity: str) -> None:
        super().__init__(
            f"A text of type {entity!r} has no surrogate: the operators were made for other texts "
            "or results, or with other options of anonymize. Make them with "
            "SurrogateOperator.for_texts from what you anonymize."
        )


class SurrogateOperator(Operator):
    """Replaces entities by surrogates, the same for one original in all texts of a call.

    `for_text`, `for_texts`, `for_dict` and `for_columns` make the operators for Presidio's engines.
    To be added to an `AnonymizerEngine` with `add_anonymizer`.
    """

    def operate(self, text: str, params: dict[str, Any] | None = None) -> str:
        """Look up the surrogate.

        text (str): The entity's text.
        params (dict[str, Any] | None): What `for_texts` made, and the entity's type.
        RETURNS (str): The surrogate; the text itself where `hips_surrogator` keeps it.
        RAISES (NotSettled): If the text was not among those the params were made for.
        """
        given = params or {}
        return _look_up(given.get(PARAM, {}), given.get("entity_type", ""), text)

    def validate(self, params: dict[str, Any] | None = None) -> None:
        """Refuse params that hold no surrogates.

        params (dict[str, Any] | None): The params.
        RAISES (InvalidParamError): If they hold none.
        """
        if not isinstance((params or {}).get(PARAM), Mapping):
            raise InvalidParamError(
                f"{NAME!r} needs the surrogates of your texts: make the operators with "
                "SurrogateOperator.for_text or for_texts."
            )

    def operator_name(self) -> str:
        return NAME

    def operator_type(self) -> OperatorType:
        return OperatorType.Anonymize

    @classmethod
    def for_text(
        cls,
        text: str,
        results: Sequence[Any],
        *,
        id: str | None = None,
        surrogator: HipsSurrogator | None = None,
        **options: Any,
    ) -> dict[str, OperatorConfig]:
        """Make the operators for a text.

        text (str): The text.
        results (Sequence[RecognizerResult]): What the analyzer found in it.
        id (str | None): The document's id, with which its surrogates are drawn; without one it
            is the text itself, as for a Doc without one.
        surrogator (HipsSurrogator | None): The component whose key and settings to use, as
            `nlp.get_pipe("hips_surrogator")` gives it; one with the key of the environment variable
            SPACY_PIIVOT_KEY if None.
        options (Any): The options that `AnonymizerEngine.anonymize` will be given, if any:
            `conflict_resolution`, `merge_entities_with_spaces`.
        RETURNS (dict[str, OperatorConfig]): For `anonymize`, under "DEFAULT".
        """
        return cls.for_texts([text], [results], id=id, surrogator=surrogator, **options)

    @classmethod
    def for_texts(
        cls,
        texts: Iterable[Any],
        results: Iterable[Sequence[Any]],
        *,
        id: str | None = None,
        surrogator: HipsSurrogator | None = None,
        **options: Any,
    ) -> dict[str, OperatorConfig]:
        """Make the operators for texts that belong together: one original, one surrogate.

        The surrogates are those of `hips_surrogator` for a dialogue with these messages and id.

        texts (Iterable[Any]): The texts; what is neither a string nor a number is passed over.
        results (Iterable[Sequence[RecognizerResult]]): What the analyzer found in each.
        id (str | None): As for `for_text`.
        surrogator (HipsSurrogator | None): As for `for_text`.
        options (Any): As for `for_text`.
        RETURNS (dict[str, OperatorConfig]): For `anonymize` and `anonymize_list`.
        """
        pairs = [
            (str(text) if isinstance(text, _TEXTS) else "", list(some))
            for text, some in zip(texts, results, strict=True)
        ]
        surrogates = settle(pairs, id, surrogator, options)
        return {"DEFAULT": OperatorConfig(NAME, {PARAM: surrogates})}

    @classmethod
    def for_dict(
        cls,
        results: Sequence[Any],
        *,
        id: str | None = None,
        surrogator: HipsSurrogator | None = None,
        **options: Any,
    ) -> dict[str, OperatorConfig]:
        """Make the operators for what `BatchAnalyzerEngine.analyze_dict` found.

        results (Sequence[DictAnalyzerResult]): The results of a dictionary, as a list. Iterators
            inside it, of nested dictionaries, are made lists: they can be read once only.
        id (str | None): As for `for_text`.
        surrogator (HipsSurrogator | None): As for `for_text`.
        options (Any): As for `for_text`.
        RETURNS (dict[str, OperatorConfig]): For `anonymize_dict`.
        """
        pairs = list(_pairs(results))
        texts, found = [text for text, _ in pairs], [some for _, some in pairs]
        return cls.for_texts(texts, found, id=id, surrogator=surrogator, **options)

    @classmethod
    def for_columns(
        cls,
        table: Any,
        entities: Mapping[str, str],
        *,
        id: str | None = None,
        surrogator: HipsSurrogator | None = None,
    ) -> dict[str, OperatorConfig]:
        """Make the operators for whole cells of a table, as presidio-structured replaces them.

        Its engine knows no operators but Presidio's own: these are of the kind "custom".

        table (DataFrame): Columns by name.
        entities (Mapping[str, str]): The entity type of each column to replace:
            `StructuredAnalysis.entity_mapping`.
        id (str | None): As for `for_text`.
        surrogator (HipsSurrogator | None): As for `for_text`.
        RETURNS (dict[str, OperatorConfig]): For `StructuredEngine.anonymize`; a missing value
            becomes "".
        RAISES (InputError): If a column holds no texts, or two rows have one index label: the
            engine would stop half-way, or write one row into another.
        """
        if not table.index.is_unique:
            raise InputError("Two rows have one index label: table.reset_index(drop=True) first.")
        for column in entities:
            dtype = table[column].dtype
            if dtype.kind in "biufcmM" or dtype.name == "category":
                raise InputError(
                    f"Column {column!r} holds no texts ({dtype}), and surrogates are texts: "
                    f"table.astype({{{column!r}: 'string'}}) first, by way of 'Int64' where "
                    "missing values have made floats of whole numbers."
                )
        cells = {
            (entity, str(value)): None
            for column, entity in entities.items()
            for value in table[column]
            if not _is_missing(value)
        }
        pairs = [(text, [RecognizerResult(entity, 0, len(text), 1.0)]) for entity, text in cells]
        surrogates = settle(pairs, id, surrogator, {})
        return {
            entity: OperatorConfig("custom", {"lambda": _Cell(surrogates, entity)})
            for entity in entities.values()
        }


class _Cell:
    """Replaces the cells of a column."""

    def __init__(self, surrogates: Surrogates, entity: str) -> None:
        self.surrogates = surrogates
        self.entity = entity

    def __call__(self, value: Any) -> str:
        return "" if _is_missing(value) else _look_up(self.surrogates, self.entity, str(value))


def _look_up(surrogates: Surrogates, entity: str, text: str) -> str:
    found = surrogates.get(entity, {}).get(text)
    if found is None:
        raise NotSettled(entity)
    return found


def _is_missing(value: Any) -> bool:
    return value == "" if isinstance(value, str) else str(value) in _MISSING


def _pairs(results: Iterable[Any]) -> Iterable[tuple[Any, list[Any]]]:
    for result in results:
        if isinstance(result.value, dict):
            result.recognizer_results = list(result.recognizer_results)
            yield from _pairs(result.recognizer_results)
        elif isinstance(result.value, str):
            yield result.value, result.recognizer_results
        elif isinstance(result.value, Iterable):
            yield from zip(result.value, result.recognizer_results, strict=False)
