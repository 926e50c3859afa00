"""What a run asked language models, and what they could not say."""

from collections import Counter

from spacy.tokens import Doc

from ..llm.usage import Usage, usage_line
from ..spans import install_extensions
from .reading import Report

FIELDS = ("requests", "cached", "input_tokens", "output_tokens", "cost")
OK = "ok"


class LLMTally:
    """Adds up what the components that ask a language model wrote on Docs."""

    def __init__(self) -> None:
        install_extensions()
        self._usage: dict[str, Usage] = {}
        self._undecided: dict[str, Counter[str]] = {}

    def see(self, doc: Doc) -> None:
        """Add a Doc."""
        for name, status in (doc._.piivot_llm or {}).items():
            used = Usage(**{field: status[field] for field in FIELDS})
            self._usage[name] = self._usage.get(name, Usage()) + used
            undecided = self._undecided.setdefault(name, Counter())
            if status["status"] != OK:
                undecided[status["status"]] += 1

    def tell(self, report: Report) -> None:
        """Say what was asked, and of how many dialogues not all could be judged.

        report (Callable[[str], None]): Takes a line about the run.
        """
        for name, usage in self._usage.items():
            report(f"{name}: {usage_line(usage)}")
            for reason, count in sorted(self._undecided[name].items()):
                report(f"{name}: what was not judged stays ({reason}), in dialogues: {count}")
