"""What a run keeps of a de-identified dialogue: everything that it writes, without the Doc.

A worker process, a Ray actor or a Spark task makes it next to the pipeline and sends it back. A
Doc would be many times as large, and would have to be unpacked again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.dialogue import Message, doc_to_dialogue, message_candidates
from ..core.spans import Candidate
from ..corpus.records import Cell
from ..lang import Lexicon
from ..release.reasons import LeakReason
from .edits import MessageEdit, message_edits
from .kept_cells import kept_record
from .llm_tally import llm_status
from .named_ids import parts_with_names
from .results import Done


@dataclass(frozen=True, slots=True)
class Finished:
    """A de-identified dialogue. Plain values, which can be pickled. Private, except `messages`.

    messages (Sequence[Message]): The released messages, in order.
    edits (Sequence[Sequence[MessageEdit]]): The edits of each message; they contain no originals.
    unreplaced (Sequence[Sequence[Candidate]]): The findings in each message that were kept as they
        are, with offsets in the original message.
    named (Sequence[str]): Which of "file" and "id" contain a name that was replaced.
    llm (Mapping[str, Mapping[str, Any]]): `doc._.piivot_llm`: how the queries of each component
        with a language model ended, and what they cost.
    exempt (Mapping[str, int]): How many originals the last check did not search for, by reason.
    kept (tuple[list[dict[str, Cell]], dict[str, Cell]] | None): The released cells of the kept
        columns (`kept_record`); None if none are kept.
    findings (Sequence[LeakReason]): What the last check found and the repair replaced. They
        contain originals.
    """

    messages: Sequence[Message]
    edits: Sequence[Sequence[MessageEdit]]
    unreplaced: Sequence[Sequence[Candidate]] = field(default=(), repr=False)
    named: Sequence[str] = ()
    llm: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    exempt: Mapping[str, int] = field(default_factory=dict)
    kept: tuple[list[dict[str, Cell]], dict[str, Cell]] | None = None
    findings: Sequence[LeakReason] = field(default=(), repr=False)


def finish(done: Done, lexicon: Lexicon) -> Finished:
    """Take from a de-identified Doc what a run needs of it; the Doc is not needed afterwards.

    done (Done): A result of `replace_pii`.
    lexicon (Lexicon): The words of the dialogue's language: `hips_surrogator.lexicon`.
    RETURNS (Finished): What the run writes. Together with `done.record` it gives the released
        dialogue, the private edits, the vault's record, the reasons and the counts of the run.
    RAISES (NotReleasable): If the Doc has no de-identified text.
    """
    doc = done.doc
    messages = tuple(doc_to_dialogue(doc).messages)
    # What follows the messages are the texts of kept columns.
    edits = tuple(map(tuple, message_edits(doc)))[: len(messages)]
    found = message_candidates(doc)[: len(messages)]
    return Finished(
        messages,
        edits,
        tuple(
            tuple(one for one in candidates if not _is_replaced(one, own))
            for candidates, own in zip(found, edits, strict=True)
        ),
        parts_with_names(done, lexicon),
        llm_status(doc),
        dict(done.exempt),
        kept_record(done.record, doc),
        done.findings,
    )


def _is_replaced(candidate: Candidate, edits: Sequence[MessageEdit]) -> bool:
    return any(edit.start < candidate.end and candidate.start < edit.end for edit in edits)
