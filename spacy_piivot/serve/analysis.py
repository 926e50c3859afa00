"""`/analyze`, as Presidio's analyzer answers it: the same fields, statuses and errors."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import regex  # type: ignore[import-untyped]
from presidio_analyzer import AnalyzerEngine, PatternRecognizer, RecognizerRegistry
from presidio_analyzer.nlp_engine import NlpArtifacts
from spacy.language import Language

from ..corpus.records import is_int
from ..presidio import PIIvotNlpEngine, PIIvotRecognizer
from .answers import Answer, Refused, answer, attempt
from .fields import (
    check_fields,
    is_number,
    is_object,
    is_plain,
    is_text,
    list_of,
    one_of,
    read_object,
)

NO_RECOGNIZERS = "No matching recognizers were found to serve the request."
# Presidio's own.
_FLAGS = int(regex.DOTALL | regex.MULTILINE | regex.IGNORECASE)
_CHECKS = {
    "text": (
        lambda value: is_plain(value) or list_of(is_plain)(value),
        "a string or a list of strings",
    ),
    "language": (is_text, "a string"),
    "entities": (list_of(is_text), "a list of strings"),
    "score_threshold": (is_number, "a number"),
    "context": (list_of(is_text), "a list of strings"),
    "allow_list": (list_of(is_text), "a list of strings"),
    "allow_list_match": (one_of("exact", "regex"), "'exact' or 'regex'"),
    "regex_flags": (is_int, "a whole number"),
    "ad_hoc_recognizers": (list_of(is_object), "a list of objects"),
}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request for an analysis.

    texts (Sequence[str]): The texts.
    is_list (bool): Whether they came as a list, and are answered with one.
    language (str): Their language.
    options (Mapping[str, Any]): For `AnalyzerEngine.analyze`.
    """

    texts: Sequence[str] = field(repr=False)
    is_list: bool
    language: str
    options: Mapping[str, Any] = field(repr=False)


class Analysis:
    """Analyses texts with our pipeline as Presidio's analyzer does.

    nlp (Language): The pipeline.
    """

    def __init__(self, nlp: Language) -> None:
        language = str(nlp.lang)
        self._longest: int = nlp.max_length
        self._nlp = PIIvotNlpEngine(nlp)
        self._engine = AnalyzerEngine(
            nlp_engine=self._nlp,
            registry=RecognizerRegistry(
                recognizers=[PIIvotRecognizer(supported_language=language, nlp=nlp)],
                supported_languages=[language],
            ),
            supported_languages=[language],
        )

    @property
    def languages(self) -> Sequence[str]:
        """The languages that it reads."""
        return list(self._engine.supported_languages)

    def recognizers(self, language: str) -> list[str]:
        """The names of the recognisers of a language."""
        found: list[Any] = self._engine.get_recognizers(language)
        return sorted(one.name for one in found)

    def entities(self, language: str) -> list[str]:
        """The entities that can be found in a language."""
        return sorted(self._engine.get_supported_entities(language))

    def answers(self, bodies: Sequence[bytes]) -> Iterator[Answer]:
        """Answer requests, whose texts go through the pipeline together.

        bodies (Sequence[bytes]): The bodies of the requests.
        YIELDS (Answer): The answer to each, in order.
        """
        asked = [self._read(body) for body in bodies]
        artifacts = self._artifacts([one for one in asked if isinstance(one, _Asked)])
        for one in asked:
            if isinstance(one, Answer):
                yield one
            else:
                known = artifacts.get(id(one))
                yield attempt(lambda one=one, known=known: self._answer(one, known))  # type: ignore[misc]

    def _read(self, body: bytes) -> "_Asked | Answer":
        read: list[_Asked] = []

        def work() -> Answer:
            read.append(self._asked(read_object(body)))
            return answer(None)

        refused = attempt(work)
        return read[0] if read else refused

    def _asked(self, body: Mapping[str, Any]) -> _Asked:
        check_fields(body, _CHECKS)
        text = body.get("text")
        # These have the status that Presidio gives them.
        if not text:
            raise Refused(500, "No text provided")
        language = body.get("language")
        if not language:
            raise Refused(500, "No language provided")
        if language not in self.languages:
            raise Refused(500, NO_RECOGNIZERS)
        ad_hoc = _recognizers(body.get("ad_hoc_recognizers") or ())
        entities = body.get("entities")
        own = (one.supported_entities for one in ad_hoc if one.supported_language == language)
        known = {*self.entities(language), *chain.from_iterable(own)}
        if entities and known.isdisjoint(entities):
            raise Refused(500, NO_RECOGNIZERS)
        flags = _or(body.get("regex_flags"), _FLAGS)
        if body.get("allow_list_match") == "regex":
            _check_expressions(body.get("allow_list") or (), flags)
        texts = [str(one) for one in (text if isinstance(text, list) else [text])]
        if max(map(len, texts)) > self._longest:
            hint = f"A text has more than {self._longest} characters. Send less at once."
            raise Refused(413, hint)
        return _Asked(
            texts,
            isinstance(text, list),
            language,
            {
                "entities": entities,
                "score_threshold": body.get("score_threshold"),
                "return_decision_process": body.get("return_decision_process"),
                "ad_hoc_recognizers": ad_hoc,
                "context": body.get("context"),
                "allow_list": body.get("allow_list"),
                "allow_list_match": body.get("allow_list_match") or "exact",
                "regex_flags": flags,
            },
        )

    def _artifacts(self, asked: Sequence[_Asked]) -> dict[int, list[NlpArtifacts]]:
        """Read the texts of several requests at once; of one alone, or after an error, nothing."""
        if len(asked) < 2:
            return {}
        try:
            return self._read_together(asked)
        except Exception:
            return {}  # each request is tried alone, and has its own error

    def _read_together(self, asked: Sequence[_Asked]) -> dict[int, list[NlpArtifacts]]:
        read: dict[int, list[NlpArtifacts]] = {id(one): [] for one in asked}
        for language in {one.language for one in asked}:
            pairs = [(t, id(one)) for one in asked if one.language == language for t in one.texts]
            batch = self._nlp.process_batch(pairs, language, len(pairs), as_tuples=True)
            for _, artifacts, number in batch:
                read[number].append(artifacts)
        return read

    def _answer(self, asked: _Asked, artifacts: Sequence[NlpArtifacts] | None) -> Answer:
        if artifacts is None:
            batch = self._nlp.process_batch(asked.texts, asked.language, len(asked.texts))
            artifacts = [one for _, one in batch]
        found = [
            self._engine.analyze(text, asked.language, nlp_artifacts=one, **asked.options)
            for text, one in zip(asked.texts, artifacts, strict=True)
        ]
        for results in found:
            for result in results:
                # Presidio's service leaves it out, too.
                del result.recognition_metadata
        return answer(found if asked.is_list else found[0])


def _or(value: Any, default: int) -> int:
    return default if value is None else int(value)


def _recognizers(given: Sequence[dict[str, Any]]) -> list[PatternRecognizer]:
    try:
        made = [PatternRecognizer.from_dict(one) for one in given]
        for one in made:
            regex.compile("", one.global_regex_flags)
            if not list_of(is_text)([one.supported_language, *one.supported_entities]):
                raise Refused(400, "The names in 'ad_hoc_recognizers' must be strings.")
        return made
    except Refused:
        raise
    except TypeError as error:
        said = str(error.args[0]) if error.args else ""
        hint = f"Failed to parse /analyze request for AnalyzerEngine.analyze(). {said}"
    except Exception as error:
        hint = f"'ad_hoc_recognizers' cannot be used ({type(error).__name__})."
    raise Refused(400, hint)


def _check_expressions(terms: Sequence[str], flags: int) -> None:
    try:
        regex.compile("", flags)
    except (ValueError, OverflowError):
        raise Refused(400, "'regex_flags' are no flags of the package regex.") from None
    for number, term in enumerate(terms):
        try:
            regex.compile(term, flags)
        except (regex.error, RecursionError, OverflowError, ValueError):
            bad = number
            break
    else:
        return
    raise Refused(400, f"'allow_list[{bad}]' is no regular expression.")
