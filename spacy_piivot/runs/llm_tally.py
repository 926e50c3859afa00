"""Counts a run's requests to language models and the questions left undecided."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from spacy.tokens import Doc

from ..core.spans import install_extensions
from ..llm.usage import Usage, usage_line
from .reading import Report

FIELDS = ("requests", "cached", "input_tokens", "output_tokens", "cost")
OK = "ok"


def llm_status(doc: Doc) -> dict[str, dict[str, Any]]:
    """How the queries about a Doc ended, and what they cost, by component.

    doc (Doc): A Doc that went through a pipeline.
    RETURNS (dict[str, dict[str, Any]]): Plain values; empty if nothing was queried.
    """
    install_extensions()
    return {name: dict(status) for name, status in (doc._.piivot_llm or {}).items()}


class LLMTally:
    """Adds up the usage that components with a language model wrote on Docs."""

    def __init__(self) -> None:
        self._usage: dict[str, Usage] = {}
        self._undecided: dict[str, Counter[str]] = {}
        self._drawn: dict[str, int] = {}

    def add(self, statuses: Mapping[str, Mapping[str, Any]]) -> None:
        """Add a dialogue.

        statuses (Mapping[str, Mapping[str, Any]]): The result of `llm_status`.
        """
        for name, status in statuses.items():
            used = Usage(**{field: status[field] for field in FIELDS})
            self._usage[name] = self._usage.get(name, Usage()) + used
            if "drawn" in status:
                self._drawn[name] = self._drawn.get(name, 0) + status["drawn"]
            undecided = self._undecided.setdefault(name, Counter())
            if status["status"] != OK:
                undecided[status["status"]] += 1

    def write(self, report: Report) -> None:
        """Report the usage, and in how many dialogues some requests got no usable answer.

        report (Callable[[str], None]): Takes a line about the run.
        """
        for name, usage in self._usage.items():
            report(f"{name}: {usage_line(usage)}")
            if drawn := self._drawn.get(name):
                report(f"{name}: surrogates drawn because the model gave no usable one: {drawn}")
            left = (
                "some requests got no usable answer"
                if name in self._drawn
                else "findings that were not judged were kept"
            )
            for reason, count in sorted(self._undecided[name].items()):
                report(f"{name}: {left} ({reason}), in dialogues: {count}")
