"""`/anonymize` and `/deanonymize`, as Presidio's anonymizer answers them, and our surrogates."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from presidio_anonymizer import AnonymizerEngine, DeanonymizeEngine
from presidio_anonymizer.entities import InvalidParamError, OperatorConfig, RecognizerResult
from presidio_anonymizer.operators import AHDS_AVAILABLE, AHDSSurrogate
from presidio_anonymizer.services.app_entities_convertor import AppEntitiesConvertor

from ..components.hips_surrogator import HipsSurrogator
from ..presidio import SurrogateOperator
from .answers import Answer, Refused
from .fields import (
    check_fields,
    is_number,
    is_object,
    is_plain,
    is_text,
    list_of,
    object_of,
    read_object,
)

SURROGATE = "surrogate"
# What replaces entities for which the client names no anonymizer.
Default = Literal["replace", "surrogate"]
_CHECKS = {
    "text": (
        lambda value: is_plain(value) or list_of(is_plain)(value),
        "a string or a list of strings",
    ),
    "anonymizers": (object_of(is_object), "an object of objects"),
    "deanonymizers": (object_of(is_object), "an object of objects"),
    "analyzer_results": (lambda value: isinstance(value, list), "a list"),
    "anonymizer_results": (list_of(is_object), "a list of objects"),
}
# What Presidio itself does not check.
_RESULT_CHECKS = {"entity_type": (is_text, "a string"), "score": (is_number, "a number")}


class Anonymizing:
    """Replaces entities in texts with Presidio's operators, and restores encrypted ones.

    surrogator (HipsSurrogator): Makes the surrogates of the operator "surrogate".
    default (str): The operator where a client names none: Presidio's "replace", or "surrogate".
    """

    def __init__(self, surrogator: HipsSurrogator, default: Default = "replace") -> None:
        self._surrogator = surrogator
        self._default = default
        self._engine = AnonymizerEngine()
        self._engine.add_anonymizer(SurrogateOperator)
        if AHDS_AVAILABLE:
            # It would send texts to another company's service.
            self._engine.remove_anonymizer(AHDSSurrogate)
        self._deanonymizing = DeanonymizeEngine()

    def anonymizers(self) -> list[str]:
        """The names of the operators that replace."""
        return [name for name in self._engine.get_anonymizers() if name != "custom"]

    def deanonymizers(self) -> list[str]:
        """The names of the operators that restore."""
        return list(self._deanonymizing.get_deanonymizers())

    def anonymize(self, request: bytes) -> Answer:
        """Replace the entities of a text, or of each of several.

        request (bytes): The body.
        RETURNS (Answer): The new text, and where what was replaced.
        """
        body = _read(request)
        try:
            operators = AppEntitiesConvertor.operators_config_from_json(
                body.get("anonymizers") or {}
            )
            if AppEntitiesConvertor.check_custom_operator(operators):
                raise Refused(400, "Custom type anonymizer is not supported")
            text, results = body.get("text", ""), body.get("analyzer_results")
            if not isinstance(text, list):
                found = AppEntitiesConvertor.analyzer_results_from_json(_objects(results))
                return Answer(200, self._replaced([str(text)], [found], operators)[0].encode())
            if not isinstance(results, list) or len(results) != len(text):
                raise Refused(
                    400,
                    "When 'text' is a list, 'analyzer_results' must be a list with one list of "
                    "results for each text.",
                )
            all_found = [
                AppEntitiesConvertor.analyzer_results_from_json(
                    _objects([] if some is None else some)
                )
                for some in results
            ]
            replaced = self._replaced([str(one) for one in text], all_found, operators)
            return Answer(200, f"[{', '.join(replaced)}]".encode())
        except InvalidParamError as error:
            hint = error.err_msg
        raise Refused(422, hint)

    def deanonymize(self, request: bytes) -> Answer:
        """Restore the encrypted entities of a text.

        request (bytes): The body.
        RETURNS (Answer): The restored text, and where what was restored.
        """
        body = _read(request)
        try:
            restored = self._deanonymizing.deanonymize(
                text=str(body.get("text", "")),
                entities=AppEntitiesConvertor.deanonymize_entities_from_json(body),
                operators=AppEntitiesConvertor.operators_config_from_json(
                    body.get("deanonymizers") or {}
                ),
            )
            return Answer(200, restored.to_json().encode())
        except InvalidParamError as error:
            hint = error.err_msg
        raise Refused(422, hint)

    def _replaced(
        self,
        texts: Sequence[str],
        results: Sequence[list[RecognizerResult]],
        operators: dict[str, OperatorConfig],
    ) -> list[str]:
        operators = dict(operators)
        if self._default == SURROGATE:
            operators.setdefault("DEFAULT", OperatorConfig(SURROGATE))
        operators = self._with_surrogates(texts, results, operators)
        return [
            self._engine.anonymize(text, found, dict(operators)).to_json()
            for text, found in zip(texts, results, strict=True)
        ]

    def _with_surrogates(
        self,
        texts: Sequence[str],
        results: Sequence[list[RecognizerResult]],
        operators: Mapping[str, OperatorConfig],
    ) -> dict[str, OperatorConfig]:
        """Choose the surrogates of all texts, and give them to the operators that look them up."""
        asked = [one for one in operators.values() if one.operator_name == SURROGATE]
        if not asked:
            return dict(operators)
        given = [id for one in asked if (id := one.params.get("id")) is not None]
        if not all(isinstance(id, str) and id for id in given) or len(ids := {*given}) > 1:
            raise Refused(400, "'id' of the anonymizer 'surrogate' must be one non-empty string.")
        for text, found in zip(texts, results, strict=True):
            if any(result.end > len(text) for result in found):
                raise InvalidParamError("Invalid analyzer result, it ends after its text.")
        made = SurrogateOperator.for_texts(
            texts, results, id=next(iter(ids), None), surrogator=self._surrogator
        )["DEFAULT"]
        return {
            entity: made if one.operator_name == SURROGATE else one
            for entity, one in operators.items()
        }


def _read(request: bytes) -> dict[str, Any]:
    body = read_object(request)
    if not body:
        raise Refused(400, "Invalid request json")
    check_fields(body, _CHECKS)
    return body


def _objects(value: Any) -> Any:
    """A list of objects, or nothing, which Presidio refuses itself."""
    if value is not None and not list_of(is_object)(value):
        raise Refused(400, "'analyzer_results' must be a list of objects.")
    for one in value or ():
        check_fields(one, _RESULT_CHECKS)
    return value
