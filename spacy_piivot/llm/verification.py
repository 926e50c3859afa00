"""Has models verify whether findings are PII, and counts their votes (Shen et al. 2025, 3.3)."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import InputError
from ..lang import Lexicon
from .excerpts import Excerpt
from .prompts import load_prompt, prompt_language, render
from .requests import UNPARSABLE, NoAnswer, Request
from .session import Session
from .usage import UsageTally
from .verdicts import FALSE, TRUE, read_reasoned_verdict, read_verdict, read_verdicts

VETO, PLURALITY = VOTES = ("veto", "plurality")

# The most tokens of answers, and the most findings in a batch.
_VERDICT_TOKENS, _REASONING_TOKENS = 8, 400
_ENTRY_TOKENS, _REASONED_ENTRY_TOKENS = 24, 120
MOST_IN_BATCH = 20


class Outcome(NamedTuple):
    """The result for a finding.

    refused (bool): Whether enough answers say that the finding is not PII.
    reason (str): Why there was no verdict, if that was decisive; else "".
    """

    refused: bool
    reason: str = ""


class Verifier:
    """The models, prompt and voting rule for verification.

    models (Sequence[str]): The models.
    samples (int): How many answers of each are requested.
    sample_temperature (float): The temperature if there are several samples.
    vote (str): "veto": all answers must be F; "plurality": more than half.
    reasoning (bool): Whether a model reasons before it answers.
    batched (bool): Whether findings are verified in batches.
    prompt_path (str | None): A jinja file to use instead of the shipped prompt.
    lexicon (Lexicon): The words of the texts' language.
    RAISES (InputError): If an argument cannot be used.
    """

    def __init__(
        self,
        *,
        models: Sequence[str],
        samples: int = 1,
        sample_temperature: float = 0.7,
        vote: str = VETO,
        reasoning: bool = False,
        batched: bool = False,
        prompt_path: str | None = None,
        lexicon: Lexicon,
    ) -> None:
        if vote not in VOTES:
            raise InputError(f"vote: unknown {vote!r}. Use one of: {', '.join(VOTES)}.")
        if samples < 1:
            raise InputError("samples: must be at least 1.")
        if not 0 <= sample_temperature <= 2:
            raise InputError("sample_temperature: must be from 0 to 2.")
        self.models = list(models)
        self.samples = samples
        self.temperature = sample_temperature if samples > 1 else 0.0
        self.vote = vote
        self.reasoning = reasoning
        self.batched = batched
        self.prompt_path = prompt_path
        self.prompt = (
            "verifier-batch" if batched else "verifier-reasoning" if reasoning else "verifier"
        )
        self._language = prompt_language(self.prompt, prompt_path, lexicon)
        load_prompt(self.prompt, prompt_path, self._language)

    async def judge(
        self, excerpts: Sequence[Excerpt], session: Session, tally: UsageTally
    ) -> list[Outcome]:
        """Judge findings.

        excerpts (Sequence[Excerpt]): The findings in their contexts.
        session (Session): The session to use.
        tally (UsageTally): The tally to add the usage to.
        RETURNS (list[Outcome]): One per finding. A failed request never refuses a finding.
        """
        size = MOST_IN_BATCH if self.batched else 1
        groups = [excerpts[i : i + size] for i in range(0, len(excerpts), size)]
        judge = self._by_veto if self.vote == VETO else self._by_plurality
        judged = await asyncio.gather(*(judge(group, session, tally) for group in groups))
        return [outcome for group in judged for outcome in group]

    async def _by_veto(
        self, group: Sequence[Excerpt], session: Session, tally: UsageTally
    ) -> list[Outcome]:
        """All must say F: after the first other answer, no more are requested for a finding."""
        outcomes = {number: Outcome(True) for number in range(len(group))}
        for model, sample in self._samples():
            left = [number for number, outcome in outcomes.items() if outcome.refused]
            if not left:
                break
            some = [group[number] for number in left]
            verdicts = await self._verdicts(some, model, sample, session, tally)
            for number, verdict in zip(left, verdicts, strict=True):
                if verdict != FALSE:
                    outcomes[number] = Outcome(False, "" if verdict == TRUE else verdict)
        return list(outcomes.values())

    async def _by_plurality(
        self, group: Sequence[Excerpt], session: Session, tally: UsageTally
    ) -> list[Outcome]:
        votes = await asyncio.gather(
            *(
                self._verdicts(group, model, sample, session, tally)
                for model, sample in self._samples()
            )
        )
        outcomes = []
        for verdicts in zip(*votes, strict=True):
            refusals, keeps = verdicts.count(FALSE), verdicts.count(TRUE)
            failures = [verdict for verdict in verdicts if verdict not in (TRUE, FALSE)]
            refused = 2 * refusals > len(verdicts)
            undecided = not refused and bool(failures) and 2 * keeps < len(verdicts)
            outcomes.append(Outcome(refused, failures[0] if undecided else ""))
        return outcomes

    def _samples(self) -> list[tuple[str, int]]:
        return [(model, sample) for model in self.models for sample in range(self.samples)]

    async def _verdicts(
        self, group: Sequence[Excerpt], model: str, sample: int, session: Session, tally: UsageTally
    ) -> list[str]:
        """Verdicts from one answer of a model: "T", "F", or why there is none."""
        request = self.request(group, model, sample)
        try:
            if self.batched:
                verdicts = await session.ask(request, lambda a: read_verdicts(a, len(group)), tally)
                return [verdict or UNPARSABLE for verdict in verdicts]
            read = read_reasoned_verdict if self.reasoning else read_verdict
            return [await session.ask(request, read, tally)]
        except NoAnswer as error:
            return [error.reason] * len(group)

    def request(self, group: Sequence[Excerpt], model: str, sample: int = 0) -> Request:
        """The request to verify one finding, or several if they are batched.

        group (Sequence[Excerpt]): The findings.
        model (str): The model.
        sample (int): The number of the answer, if several are requested.
        RETURNS (Request): The request.
        """
        schema: Mapping[str, Any] | None = None
        if self.batched:
            variables: dict[str, Any] = {"excerpts": group, "reasoning": self.reasoning}
            entry = _REASONED_ENTRY_TOKENS if self.reasoning else _ENTRY_TOKENS
            tokens = entry * (len(group) + 1)
            schema = _schema(self.reasoning)
        else:
            variables = {"excerpt": group[0]}
            tokens = _REASONING_TOKENS if self.reasoning else _VERDICT_TOKENS
        return Request(
            model=model,
            messages=render(self.prompt, self.prompt_path, self._language, **variables),
            max_tokens=tokens,
            temperature=self.temperature,
            sample=sample,
            schema=schema,
        )


def _schema(reasoning: bool) -> Mapping[str, Any]:
    entry: dict[str, Any] = {"number": {"type": "integer"}}
    if reasoning:
        entry["reasoning"] = {"type": "string"}
    entry["answer"] = {"type": "string", "enum": [TRUE, FALSE]}
    item = {
        "type": "object",
        "properties": entry,
        "required": list(entry),
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"answers": {"type": "array", "items": item}},
        "required": ["answers"],
        "additionalProperties": False,
    }
