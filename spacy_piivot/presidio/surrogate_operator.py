"""Uses the surrogates of `hips_surrogator` in Presidio's anonymizer (`SurrogateOperator`).

Presidio makes a new operator for each entity, from the last to the first, and gives it only the
text and type. A surrogate depends on all originals in a document, so all of them are chosen
beforehand, and the operator looks them up in its `params`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from presidio_anonymizer.entities import InvalidParamError, OperatorConfig, RecognizerResult
from presidio_anonymizer.operators import Operator, OperatorType

from ..components.hips_surrogator import HipsSurrogator
from ..errors import InputError, PIIvotError
from .assignments import Surrogates, choose_surrogates

NAME = "surrogate"
PARAM = "surrogates"
# Types that the batch engine treats as texts.
_TEXTS = (str, bool, int, float)
# How missing values of pandas and Python are written.
_MISSING = frozenset({"None", "nan", "<NA>", "NaT"})


class UnknownOriginal(PIIvotError):
    def __init__(self, entity: str) -> None:
        super().__init__(
            f"A text of type {entity!r} has no surrogate: the operators were made for other texts "
            "or results, or with other options of anonymize. Make them with "
            "SurrogateOperator.for_texts from what you anonymize."
        )


class SurrogateOperator(Operator):
    """Replaces entities with surrogates, the same for one original in all texts of a call.

    Add it to an `AnonymizerEngine` with `add_anonymizer`. `for_text`, `for_texts`, `for_dict` and
    `for_columns` make the operators for Presidio's engines.
    """

    def operate(self, text: str, params: dict[str, Any] | None = None) -> str:
        """Look up the surrogate.

        text (str): The entity's text.
        params (dict[str, Any] | None): The params from `for_texts`, with the entity's type.
        RETURNS (str): The surrogate; the text itself if `hips_surrogator` keeps it.
        RAISES (UnknownOriginal): If the params were made for other texts.
        """
        given = params or {}
        return _look_up(given.get(PARAM, {}), given.get("entity_type", ""), text)

    def validate(self, params: dict[str, Any] | None = None) -> None:
        """Refuse params without surrogates.

        params (dict[str, Any] | None): The params.
        RAISES (InvalidParamError): If they contain no surrogates.
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
        results (Sequence[RecognizerResult]): The analyzer's results for it.
        id (str | None): The document's id, from which its surrogates are drawn; the text itself if
            None, as for a Doc without an id.
        surrogator (HipsSurrogator | None): The component whose key and settings to use, as
            returned by `nlp.get_pipe("hips_surrogator")`; if None, one with the key in the
            environment variable SPACY_PIIVOT_KEY.
        options (Any): The options that you give to `AnonymizerEngine.anonymize`, if any:
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
        """Make the operators for texts that belong together and share surrogates.

        The surrogates are those of `hips_surrogator` for a dialogue with these messages and id.

        texts (Iterable[Any]): The texts; values that are neither strings nor numbers are skipped.
        results (Iterable[Sequence[RecognizerResult]]): The analyzer's results for each.
        id (str | None): As for `for_text`.
        surrogator (HipsSurrogator | None): As for `for_text`.
        options (Any): As for `for_text`.
        RETURNS (dict[str, OperatorConfig]): For `anonymize` and `anonymize_list`.
        """
        pairs = [
            (str(text) if isinstance(text, _TEXTS) else "", list(some))
            for text, some in zip(texts, results, strict=True)
        ]
        surrogates = choose_surrogates(pairs, id, surrogator, options)
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
        """Make the operators for the results of `BatchAnalyzerEngine.analyze_dict`.

        results (Sequence[DictAnalyzerResult]): The results for a dictionary, as a list. Iterators
            of nested dictionaries become lists, since they can be read only once.
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

        Its engine accepts only Presidio's own operators, so these are of the kind "custom".

        table (DataFrame): Columns by name.
        entities (Mapping[str, str]): The entity type of each column to replace:
            `StructuredAnalysis.entity_mapping`.
        id (str | None): As for `for_text`.
        surrogator (HipsSurrogator | None): As for `for_text`.
        RETURNS (dict[str, OperatorConfig]): For `StructuredEngine.anonymize`; a missing value
            becomes "".
        RAISES (InputError): If a column contains no texts, or two rows share an index label: the
            engine would stop half-way, or write one row into another.
        """
        if not table.index.is_unique:
            raise InputError(
                "Two rows share an index label: call table.reset_index(drop=True) first."
            )
        for column in entities:
            dtype = table[column].dtype
            if dtype.kind in "biufcmM" or dtype.name == "category":
                raise InputError(
                    f"Column {column!r} contains no texts ({dtype}), but surrogates are texts: "
                    f"call table.astype({{{column!r}: 'string'}}) first, by way of 'Int64' if "
                    "missing values have turned integers into floats."
                )
        cells = {
            (entity, str(value)): None
            for column, entity in entities.items()
            for value in table[column]
            if not _is_missing(value)
        }
        pairs = [(text, [RecognizerResult(entity, 0, len(text), 1.0)]) for entity, text in cells]
        surrogates = choose_surrogates(pairs, id, surrogator, {})
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
        raise UnknownOriginal(entity)
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
