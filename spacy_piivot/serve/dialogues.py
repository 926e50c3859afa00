"""`/deidentify`: dialogues to be shared, byte for byte those of `spacy-piivot deidentify`."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from spacy.language import Language

from ..components.hips_surrogator import HipsSurrogator
from ..components.policies import Policies
from ..components.scopes import SCOPES
from ..core.policy import AUTO, shipped_policies
from ..corpus import Columns, Entry, InputFile, Inputs
from ..corpus.jsonl import parse_record
from ..corpus.records import Record, check_characters
from ..errors import RecordError
from ..runs.names import ReleaseNames
from ..runs.release_files import ReleaseFiles
from ..runs.replacing import replace_pii
from ..runs.surrogator import get_surrogator
from .answers import Answer, Refused, answer
from .fields import check_fields, is_text, list_of, one_of, read_json

IDS = ("keep", "hmac")
_FILE = InputFile(Path("request.jsonl"), PurePosixPath("request.jsonl"))
# A policy of a request is a name: a path would read files of the server.
_POLICIES = (AUTO, *shipped_policies())
_OPTIONS = {
    "policy": (one_of(*_POLICIES), f"one of {', '.join(_POLICIES)}"),
    "scope": (one_of(*SCOPES), f"one of {', '.join(SCOPES)}"),
    "ids": (one_of(*IDS), f"one of {', '.join(IDS)}"),
    "spans_from_input": (lambda value: isinstance(value, bool), "true or false"),
}


class Deidentifying:
    """De-identifies the dialogues of a request.

    nlp (Language): A pipeline with `hips_surrogator`, which has the key.
    """

    def __init__(self, nlp: Language) -> None:
        self._nlp = nlp
        self._surrogator: HipsSurrogator = get_surrogator(nlp)
        self._policies: dict[str, Policies] = {}

    def deidentify(self, request: bytes) -> Answer:
        """De-identify dialogues. Those that fail are listed, without their texts.

        request (bytes): The body: a dialogue, a list of them, or an object with `dialogues`;
            the objects may have the options `policy`, `scope`, `ids` and `spans_from_input`.
        RETURNS (Answer): The released dialogues, and the class, id and number of the others.
        """
        body = read_json(request)
        options = body if isinstance(body, dict) else {}
        dialogues = body.get("dialogues") if "dialogues" in options else body
        if isinstance(dialogues, dict) and dialogues is body:
            dialogues = [body]
        if not isinstance(dialogues, list) or not dialogues:
            raise Refused(
                400, "Send a dialogue, a list of dialogues, or an object with 'dialogues'."
            )
        check_fields(options, _OPTIONS)
        names = ReleaseNames(options.get("ids") or "keep", self._surrogator.key)
        files = ReleaseFiles(Inputs(_FILE.path, [_FILE]), Columns(), names)
        released, quarantined = [], []
        with self._set(options):
            results = replace_pii(
                self._nlp,
                _entries(dialogues),
                spans_from_input=bool(options.get("spans_from_input")),
            )
            for number, result in enumerate(results):
                record = files.record(result, number + 1)
                if "released" in record:
                    released.append(record["released"])
                else:
                    failed = record["failed"]
                    quarantined.append(
                        {"index": number, "id": failed["id"], "error": failed["error"]}
                    )
        return answer({"dialogues": released, "quarantined": quarantined})

    @contextmanager
    def _set(self, options: Mapping[str, Any]) -> Iterator[None]:
        """Let a request's options hold for a block."""
        surrogator = self._surrogator
        policies, scope = surrogator.policies, surrogator.scope
        try:
            if policy := options.get("policy"):
                surrogator.policies = self._policies_of(policy)
            if options.get("scope"):
                surrogator.scope = options["scope"]
            yield
        finally:
            surrogator.policies, surrogator.scope = policies, scope

    def _policies_of(self, policy: str) -> Policies:
        if policy not in self._policies:
            own = self._surrogator.policies
            self._policies[policy] = Policies(policy, own.strategies, own.keep_roles)
        return self._policies[policy]


def _entries(dialogues: list[Any]) -> Iterator[Entry]:
    seen: set[str] = set()
    for dialogue in dialogues:
        try:
            yield Entry(_FILE, _with_roster(parse_record(dialogue, None, seen)))
        except RecordError as error:
            yield Entry(_FILE, error)


def _with_roster(record: Record) -> Record:
    roster = record.source.get("roster")
    if roster is None:
        return record
    id = record.dialogue.id
    if not list_of(is_text)(roster):
        raise RecordError("InvalidRoster", "'roster' must be a list of names", id=id)
    for name in roster:
        check_characters(name, line=None, id=id)
    return replace(record, dialogue=replace(record.dialogue, roster=roster))
