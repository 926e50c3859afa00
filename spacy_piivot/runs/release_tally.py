"""Counts what a run's last checks repaired and left out, and which policies its dialogues had."""

from collections import Counter
from collections.abc import Iterable

from ..core.policy import BY_SHAPE
from ..core.shape import shape_of
from ..core.spans import Candidate
from ..errors import PIIvotError
from ..release.last_check import ReleaseError
from .finished import Finished
from .reading import Report
from .results import Done, Failed, Kept


class HeldForReview(PIIvotError):
    """A dialogue that its policy leaves to a person. Contains labels and counts, never text."""

    def __init__(self, held: Iterable[Candidate]) -> None:
        counts = Counter(candidate.label for candidate in held)
        listed = ", ".join(f"{count} {label}" for label, count in sorted(counts.items()))
        super().__init__(
            f"the policy leaves some findings to a person ({listed}). Replace them in the input by "
            "hand (--private-reasons says which they are), or give their label another strategy."
        )


# The errors whose reasons are known.
_EXPLAINED = frozenset({ReleaseError.__name__, HeldForReview.__name__})

_Result = Done | Kept[Finished] | Failed


def is_replaced(result: _Result) -> bool:
    """Whether the findings in a dialogue were replaced, or are known to be left in it."""
    return not isinstance(result, Failed) or result.error.kind in _EXPLAINED


class ReleaseTally:
    """Adds up what is reported at the end of a run.

    spans_from_input (bool): Whether the run uses the input's spans.
    by_shape (bool): Whether the shape of a dialogue chooses its policy.
    """

    def __init__(self, spans_from_input: bool, by_shape: bool) -> None:
        self._spans_from_input = spans_from_input
        self._by_shape = by_shape
        self._exempt: Counter[str] = Counter()
        self._repaired: Counter[str] = Counter()
        self._policies: Counter[str] = Counter()
        self._dialogues = 0

    def add(self, result: _Result) -> None:
        """Add the result of a dialogue."""
        if is_replaced(result) and result.record is not None:
            texts = [message.text for message in result.record.dialogue.messages]
            self._policies[BY_SHAPE[shape_of(texts)]] += 1
        if isinstance(result, Failed):
            return
        checked = result.value if isinstance(result, Kept) else result
        self._exempt.update(checked.exempt)
        if checked.findings:
            self._dialogues += 1
            self._repaired.update(finding.label for finding in checked.findings)

    def write(self, report: Report) -> None:
        """Report it.

        report (Callable[[str], None]): Takes a line about the run.
        """
        if self._policies and self._by_shape:
            counts = ", ".join(f"{name} {count}" for name, count in sorted(self._policies.items()))
            report(f"policy by shape: {counts} (--policy decides for all)")
        if self._repaired:
            left = "that the given spans do not cover"
            missed = left if self._spans_from_input else "left in the text"
            noun = "dialogue" if self._dialogues == 1 else "dialogues"
            report(
                f"repaired by the last check in {self._dialogues} {noun}: "
                f"{_listed(self._repaired)} {missed}"
            )
        if self._exempt:
            report(
                "replaced, but not searched for by the last check, since the same strings also "
                f"occur in ordinary text: {_listed(self._exempt)}"
            )


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
