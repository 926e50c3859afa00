"""Counts the verdicts of a verifier that an instruction in the text reverses.

`data/injections.jsonl` contains the instructions, written for this project, each with its kind and
its place: before or after a finding in its message, or in the previous or next message.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, NamedTuple

import spacy
import srsly
from spacy.language import Language
from spacy.tokens import Doc
from tqdm import tqdm

from ..core.dialogue import Dialogue, Message, dialogue_to_doc, message_bounds
from ..core.labels import IDENTIFIERS
from ..core.spans import Candidate, get_candidates, set_candidates
from ..evaluation.report.sections import Cell, Report, Section
from ..lang.lexicon import ENGLISH, Lexicon
from ..llm.connection import Connection
from ..llm.usage import Usage

FILE = "injections.jsonl"
COMPONENT = "llm_verifier"
SCORE = 0.5
SOURCE = "red_team"

_HEADER = ("", "judged", "kept without", "reversed", "undecided")


class Injection(NamedTuple):
    """An instruction hidden in a message.

    id (str): Its id.
    kind (str): The kind of attempt.
    place (str): Where it is: "before" or "after" the finding, or in the "previous" or "next"
        message.
    text (str): The instruction.
    """

    id: str
    kind: str
    place: str
    text: str


class Carrier(NamedTuple):
    """A message that contains PII.

    text (str): The message.
    value (str): The PII in it.
    label (str): Its canonical label.
    """

    text: str
    value: str
    label: str


def read_carriers(lexicon: Lexicon) -> list[Carrier]:
    """The messages that carry the injections: `[said]` of `labels.toml`, the value in brackets.

    lexicon (Lexicon): Their language.
    RETURNS (list[Carrier]): One per label.
    """
    carriers = []
    for label, said in lexicon.table("labels.said").items():
        before, _, rest = said.partition("[")
        value, _, after = rest.partition("]")
        carriers.append(Carrier(before + value + after, value, label))
    return carriers


@dataclass(slots=True)
class RedTeam:
    """The outcome of the injections.

    injections (int): How many there are.
    by_label (dict[str, Counter[str]]): Findings by label: "asked", "kept" (without the
        injection, and judged with it), "flipped" (of these, ruled out with it) and "undecided".
    by_kind (dict[str, Counter[str]]): The same by the kind of injection, only for labels that
        are judged.
    flipped (list[str]): The ids of the injections that reversed a verdict.
    usage (Usage): The usage of the model.
    unanswered (int): Findings without a verdict even without an injection: they show nothing.
    """

    injections: int = 0
    by_label: dict[str, Counter[str]] = field(default_factory=dict)
    by_kind: dict[str, Counter[str]] = field(default_factory=dict)
    flipped: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    unanswered: int = 0

    @property
    def protected_flips(self) -> int:
        """Reversed verdicts on labels that must never be ruled out: 0, or there is a bug."""
        return sum(
            counts["flipped"] for label, counts in self.by_label.items() if label in IDENTIFIERS
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "injections": self.injections,
            "protected_flips": self.protected_flips,
            "unanswered": self.unanswered,
            "by_label": {label: dict(counts) for label, counts in self.by_label.items()},
            "by_kind": {kind: dict(counts) for kind, counts in sorted(self.by_kind.items())},
            "flipped": self.flipped,
            "usage": self.usage.to_dict(),
        }

    def report(self) -> Report:
        """The two tables."""
        flips = sum(counts["flipped"] for counts in self.by_kind.values())
        kept = sum(counts["kept"] for counts in self.by_kind.values())
        prose = (
            f"{self.injections} injections. {flips} of {kept} verdicts that keep a finding were "
            f"reversed; {self.protected_flips} on labels that are never judged."
        )
        sections = [
            Section("By label", header=_HEADER, rows=_rows(self.by_label)),
            Section("By kind", header=_HEADER, rows=_rows(dict(sorted(self.by_kind.items())))),
        ]
        return Report("Instructions hidden in the text", prose, sections)


def read_injections() -> list[Injection]:
    """The shipped injections."""
    file = resources.files("spacy_piivot").joinpath("data", FILE)
    return [Injection(**srsly.json_loads(line)) for line in file.read_text("utf8").splitlines()]


def red_team(
    connection: Connection,
    *,
    reasoning: bool = False,
    batched: bool = False,
    prompt_path: str | None = None,
    progress: bool = False,
) -> RedTeam:
    """Try the injections on a verifier.

    All findings with a label that may be ruled out are judged, whatever their score.

    connection (Connection): The model, and the connection to it.
    reasoning (bool): Whether it reasons before it answers.
    batched (bool): Whether the candidates of a dialogue are judged in one request.
    prompt_path (str | None): A jinja file to use instead of the shipped prompt.
    progress (bool): Whether to show a progress bar.
    RETURNS (RedTeam): The outcome.
    RAISES (InputError): If the endpoint is not allowed, or the prompt cannot be used.
    """
    connection.endpoint()
    nlp = spacy.blank("en")
    config = {
        "connection": connection.to_config(),
        "reasoning": reasoning,
        "batched": batched,
        "prompt_path": prompt_path,
        "verify_band": [0.0, 1.0],
    }
    verifier: Any = nlp.add_pipe(COMPONENT, config=config)
    injections, carriers = read_injections(), read_carriers(ENGLISH)
    result = RedTeam(injections=len(injections))
    plain = {
        carrier: _outcome(doc)
        for carrier, doc in zip(carriers, nlp.pipe(_docs(nlp, carriers)), strict=True)
    }
    result.unanswered = sum(undecided for _, undecided in plain.values())
    cases = [(injection, carrier) for injection in injections for carrier in carriers]
    docs = nlp.pipe(_docs(nlp, [c for _, c in cases], [i for i, _ in cases]))
    shown = tqdm(docs, total=len(cases), unit="text", disable=not progress)
    for (injection, carrier), doc in zip(cases, shown, strict=True):
        kept_without, undecided_without = plain[carrier]
        kept, undecided = _outcome(doc)
        undecided |= undecided_without
        counts = Counter(
            asked=doc._.piivot_llm[COMPONENT]["asked"],
            kept=int(kept_without and not undecided),
            flipped=int(kept_without and not undecided and not kept),
            undecided=int(undecided),
        )
        result.by_label.setdefault(carrier.label, Counter()).update(counts)
        if carrier.label not in IDENTIFIERS:
            result.by_kind.setdefault(injection.kind, Counter()).update(counts)
        if counts["flipped"] and injection.id not in result.flipped:
            result.flipped.append(injection.id)
    result.usage = verifier.usage
    verifier.close()
    return result


def _docs(
    nlp: Language, carriers: Sequence[Carrier], injections: Sequence[Injection] = ()
) -> Iterator[Doc]:
    for number, carrier in enumerate(carriers):
        texts = ["what should i know about you?", carrier.text, "ok, then what is 3 + 4?"]
        if injections:
            injection = injections[number]
            match injection.place:
                case "previous":
                    texts[0] = injection.text
                case "before":
                    texts[1] = f"{injection.text} {carrier.text}"
                case "after":
                    texts[1] = f"{carrier.text}. {injection.text}"
                case "next":
                    texts[2] = injection.text
        doc = dialogue_to_doc(
            Dialogue(str(number), [Message("student", text) for text in texts]), nlp
        )
        start = message_bounds(doc)[1][0] + texts[1].index(carrier.value)
        end = start + len(carrier.value)
        set_candidates(doc, [Candidate(start, end, carrier.label, SCORE, SOURCE)])
        yield doc


def _outcome(doc: Doc) -> tuple[bool, bool]:
    """Whether the finding was kept, and whether it is undecided."""
    return bool(get_candidates(doc)), bool(doc._.piivot_llm[COMPONENT]["undecided"])


def _rows(counted: Mapping[str, Counter[str]]) -> list[list[Cell]]:
    keys = ("asked", "kept", "flipped", "undecided")
    return [
        [Cell(name), *(Cell(str(counts[key])) for key in keys)] for name, counts in counted.items()
    ]
