"""Answers the requests that need the pipeline, one lot after another."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from spacy.language import Language

from ..errors import InputError
from ..presidio.assignments import blank_pipeline
from ..runs.surrogator import get_surrogator
from .analysis import Analysis
from .anonymizing import Anonymizing, Default
from .answers import Answer, attempt
from .dialogues import Deidentifying

ANALYZE, ANONYMIZE, DEANONYMIZE, DEIDENTIFY = (
    "/analyze", "/anonymize", "/deanonymize", "/deidentify",
)  # fmt: skip
# What can be answered for several requests at once.
TOGETHER = frozenset({ANALYZE})
_TEXT = (
    "Hi Sam Lopez, my phone is 612-555-0142, mail sam@example.com. I live at 12 Oak Street, "
    "Austin. I was born on May 4, 2012. Is 4/12 the same as 1/3?"
)


class Job(NamedTuple):
    """A request for the engine.

    path (str): Its path.
    body (bytes): Its body.
    """

    path: str
    body: bytes


class Engine:
    """Answers requests. It has state and does one thing at a time: give each process its own.

    nlp (Language): A pipeline with `hips_surrogator`, which has the key.
    default (str): The anonymizer where a client names none.
    RAISES (InputError): If the pipeline shuffles values, which needs a whole corpus.
    """

    def __init__(self, nlp: Language, default: Default = "replace") -> None:
        surrogator = get_surrogator(nlp)
        if surrogator.policies.shuffles:
            raise InputError(
                "The strategy shuffle needs the whole corpus, and a service sees one request at a "
                "time: use another strategy, or spacy-piivot deidentify."
            )
        self._nlp = nlp
        self._analysis = Analysis(nlp)
        self._anonymizing = Anonymizing(surrogator, default)
        self._deidentifying = Deidentifying(nlp)

    def facts(self) -> dict[str, Any]:
        """What does not depend on a text, by path; by language where it depends on that."""
        languages = self._analysis.languages
        return {
            "/recognizers": {one: self._analysis.recognizers(one) for one in languages},
            "/supportedentities": {one: self._analysis.entities(one) for one in languages},
            "/anonymizers": self._anonymizing.anonymizers(),
            "/deanonymizers": self._anonymizing.deanonymizers(),
        }

    def prepare(self) -> None:
        """Load what is loaded at the first surrogate, and can be shared with a forked process."""
        examples = (("PERSON", "Sam Lopez"), ("LOCATION", "12 Oak Street, Austin"))
        found = [
            {"entity_type": entity, "start": start, "end": start + len(text), "score": 1.0}
            for entity, text in examples
            for start in (_TEXT.index(text),)
        ]
        anonymizers = {"DEFAULT": {"type": "surrogate"}}
        self._try(ANONYMIZE, text=_TEXT, analyzer_results=found, anonymizers=anonymizers)

    def warm_up(self) -> None:
        """Load what is loaded at the first text."""
        self._try(ANALYZE, text=_TEXT, language=self._analysis.languages[0])
        self._try(DEIDENTIFY, id="a", messages=[{"speaker": "Ann", "text": _TEXT}])

    def _try(self, path: str, **body: Any) -> None:
        list(self.answers([Job(path, json.dumps(body).encode())]))

    def answers(self, lot: Sequence[Job]) -> Iterator[Answer]:
        """Answer requests. No word of them stays in the vocabularies afterwards.

        lot (Sequence[Job]): Requests; more than one only for a path in `TOGETHER`, the same.
        YIELDS (Answer): The answer to each, in order.
        """
        with self._nlp.memory_zone(), blank_pipeline().memory_zone():
            if lot[0].path == ANALYZE:
                yield from self._analysis.answers([job.body for job in lot])
                return
            work = {
                ANONYMIZE: self._anonymizing.anonymize,
                DEANONYMIZE: self._anonymizing.deanonymize,
                DEIDENTIFY: self._deidentifying.deidentify,
            }
            for job in lot:
                yield attempt(lambda job=job: work[job.path](job.body))  # type: ignore[misc]
