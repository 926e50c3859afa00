"""Runs any Presidio recogniser, given by its class name or in a registry file.

Recognisers for single countries are not among ours, and a registry file may contain the user's own
patterns. They run on whole messages, and the rules of `context.py` apply to their findings in
mathematics: a number counts with one of the recogniser's context words, or by its score if it is
not an operand. As elsewhere, recognisers are kept by the process and never pickled; a component
stores their configuration.
"""

import json
import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import srsly

from ..core.labels import from_presidio, made_by
from ..core.startup import presidio_module
from ..errors import InputError
from ..lang import ENGLISH, Lexicon
from .arithmetic import beside_operator, is_mathematics
from .context import has_context, raise_score, words
from .presidio import presidio_recognizer
from .recognizer import Finding, Recognizer
from .windows import windows

# The score that Presidio gives a weak pattern with a context word; lower scores do not count.
LEAST_SCORE = 0.4

_LOGGER = logging.getLogger("presidio-analyzer")
_ADDRESSES = made_by("email", "url")
_DEFAULT = "default"


class NoSuchPattern(InputError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"Presidio's {name} does not search for patterns but uses a model or a service, so "
            "pii_patterns cannot run it. Name only pattern recognizers."
        )


def read_registry(path: str, lexicon: Lexicon = ENGLISH) -> Recognizer:
    """Make one recogniser from a registry file.

    path (str): A YAML file for Presidio's `RecognizerRegistryProvider`; recognisers may also be
        given by their class name alone.
    lexicon (Lexicon): The words of the language for recognisers that do not name one.
    RETURNS (Recognizer): All that are enabled in the file, in every language.
    RAISES (InputError): If the file cannot be read or used.
    """
    try:
        configuration = srsly.yaml_loads(Path(path).read_text("utf8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}. Give pii_patterns a registry file.") from None
    except ValueError:
        configuration = None
    entries = configuration.get("recognizers") if isinstance(configuration, dict) else None
    if not isinstance(entries, list):
        raise InputError(
            f"{path}: not a registry file. Give pii_patterns YAML with a list under 'recognizers'."
        )
    entries = [_entry(one) if isinstance(one, str) else one for one in entries]
    entries = [one for one in entries if not isinstance(one, dict) or one.get("enabled", True)]
    languages = configuration.get("supported_languages") or _languages(entries, lexicon.lang)
    full = {**configuration, "recognizers": entries, "supported_languages": languages}
    return _recognizer(Path(path).stem, full, lexicon)


def find_class(name: str, lexicon: Lexicon = ENGLISH) -> Recognizer | None:
    """Make a recogniser from one of Presidio's classes.

    name (str): The class's name, such as "EsNifRecognizer".
    lexicon (Lexicon): The words of the language that it is used for, whatever its own language.
    RETURNS (Recognizer | None): The recogniser; None if there is no such class.
    RAISES (NoSuchPattern): If the class is not a pattern recogniser.
    """
    predefined_recognizers = presidio_module("predefined_recognizers")

    if not hasattr(predefined_recognizers, name):
        return None
    configuration = {"recognizers": [_entry(name)], "supported_languages": [lexicon.lang]}
    found = _recognizer(name, configuration, lexicon)
    if not found.labels:
        raise NoSuchPattern(name)
    return found


@dataclass(frozen=True, slots=True)
class _Registered:
    """Runs the recognisers of a configuration.

    configuration (str): A registry's configuration, as JSON.
    lexicon (Lexicon): The words of the language.
    """

    configuration: str
    lexicon: Lexicon

    def __call__(self, text: str, previous: str) -> Iterator[Finding]:
        for one in _build(self.configuration):
            for result, start, end in _results(one.recognizer, text):
                label = from_presidio(result.entity_type)
                known = one.context is not None and has_context(one.context, text, start, previous)
                score = raise_score(float(result.score)) if known else float(result.score)
                number = label not in _ADDRESSES and any(map(str.isdigit, text[start:end]))
                in_mathematics = number and (
                    beside_operator(text, start, end, self.lexicon)
                    or (not known and is_mathematics(text, start, end, previous, self.lexicon))
                )
                if score >= one.threshold(result.entity_type) and not in_mathematics:
                    yield Finding(start, end, label, score)


def _results(recognizer: Any, text: str) -> Iterator[tuple[Any, int, int]]:
    """The results of a Presidio recogniser, each with its start and end in the text."""
    for window in windows(len(text)):
        piece = text[window.start : window.end]
        for result in recognizer.analyze(piece, recognizer.supported_entities, None):
            start = window.start + result.start
            if window.own_start <= start < window.own_end:
                yield result, start, window.start + result.end


@dataclass(frozen=True, slots=True)
class _Built:
    """A Presidio recogniser with its context words."""

    recognizer: Any
    context: re.Pattern[str] | None

    def threshold(self, entity: str) -> float:
        thresholds: Mapping[str, float] = self.recognizer.score_thresholds
        return thresholds.get(entity, thresholds.get(_DEFAULT, LEAST_SCORE))


def _recognizer(name: str, configuration: Mapping[str, Any], lexicon: Lexicon) -> Recognizer:
    dumped = json.dumps(configuration, sort_keys=True)
    entities = [entity for one in _build(dumped) for entity in one.recognizer.supported_entities]
    labels = tuple(dict.fromkeys(map(from_presidio, entities)))
    return Recognizer(name, labels, None, _Registered(dumped, lexicon))


@cache
def _build(configuration: str) -> tuple[_Built, ...]:
    settings = json.loads(configuration)
    # Filtered before they are made: some load a model or open a connection then.
    settings["recognizers"] = [
        one for one in settings["recognizers"] if _is_pattern_class(_class(one))
    ]
    if not settings["recognizers"]:
        return ()
    reason = ""
    # Presidio warns about every recogniser for a language that was not requested.
    with _silent():
        try:
            registry = presidio_module("recognizer_registry")
            provider = registry.RecognizerRegistryProvider(registry_configuration=settings)
            return tuple(map(_built, provider.create_recognizer_registry().recognizers))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            invalid: Any = error.__cause__
            reason = invalid.errors()[0]["msg"] if hasattr(invalid, "errors") else str(error)
    names = ", ".join(str(_name(entry)) for entry in settings["recognizers"])
    raise InputError(f"Presidio cannot use a registry with {names}: {reason}")


def _built(recognizer: Any) -> _Built:
    _is_pattern_class(type(recognizer))
    if isinstance(recognizer, presidio_module("predefined_recognizers").EmailRecognizer):
        recognizer = presidio_recognizer("EmailRecognizer")
    phrases = [r"\s+".join(map(re.escape, phrase.split())) for phrase in recognizer.context or ()]
    return _Built(recognizer, words(*phrases) if phrases else None)


def _class(entry: Any) -> Any:
    """The Presidio class that an entry names; None for the user's own patterns."""
    predefined_recognizers = presidio_module("predefined_recognizers")

    named = isinstance(entry, dict) and entry.get("type") != "custom"
    name = (entry.get("class_name") or _name(entry)) if named else None
    return getattr(predefined_recognizers, str(name), None)


def _is_pattern_class(recognizer: Any) -> bool:
    """Whether a class searches for patterns, or reads the NLP engine's entities and is skipped.

    RAISES (NoSuchPattern): If it would load a model or call a service.
    """
    if recognizer is None:
        return True
    predefined = presidio_module("predefined_recognizers")
    patterns = presidio_module("pattern_recognizer").PatternRecognizer
    if issubclass(recognizer, predefined.SpacyRecognizer):
        return False
    if not issubclass(recognizer, (patterns, predefined.PhoneRecognizer)):
        raise NoSuchPattern(recognizer.__name__)
    return True


def _entry(name: str) -> dict[str, str]:
    return {"name": name, "type": "predefined"}


def _name(entry: Any) -> Any:
    return entry.get("name") if isinstance(entry, dict) else entry


def _languages(entries: Sequence[Any], lang: str) -> list[str]:
    """The languages that single recognisers name, for a file without a list of languages."""
    found = {lang}
    for entry in entries:
        if isinstance(entry, dict):
            several = entry.get("supported_languages") or ()
            found.update(one["language"] if isinstance(one, dict) else one for one in several)
            found.add(entry.get("supported_language") or lang)
    return sorted(found)


@contextmanager
def _silent() -> Iterator[None]:
    former = _LOGGER.disabled
    _LOGGER.disabled = True
    try:
        yield
    finally:
        _LOGGER.disabled = former
