"""Labelled dialogues as spaCy Examples, with their messages, speakers and exact offsets.

`spacy.Corpus.v1`, which `spacy evaluate` uses as well, hands the pipeline a Doc without span groups
and user data: a dialogue loses its messages and who speaks. This reader keeps them.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from spacy.language import Language
from spacy.training import Example

from ..corpus.jsonl import read_jsonl
from ..dialogue import dialogue_to_doc, message_bounds
from ..errors import RecordError
from ..spans import PII, Candidate, ensure_groups, set_candidates
from .jsonl_files import annotate

GOLD = "gold"


class DialogueCorpus:
    """Reads labelled dialogue JSONL; see `make_dialogue_corpus`."""

    def __init__(self, path: Path, spans_key: str) -> None:
        self.path = Path(path)
        self.spans_key = spans_key

    def __call__(self, nlp: Language) -> Iterator[Example]:
        """Read the file.

        nlp (Language): The pipeline whose tokeniser and vocabulary to use.
        YIELDS (Example): The dialogue without spans, and the same with its gold spans under
            the labels of the file.
        RAISES (RecordError, TooLong): At the first line that cannot be used: none is left out.
        """
        for item in read_jsonl(self.path):
            if isinstance(item, RecordError):
                raise item
            annotated = annotate(item)
            predicted = dialogue_to_doc(item.dialogue, nlp)
            reference = dialogue_to_doc(item.dialogue, nlp)
            bounds = message_bounds(reference)
            gold = [
                Candidate(start + s.start, start + s.end, s.label, s.score, GOLD, s.role)
                for (start, _), message in zip(bounds, annotated.messages, strict=True)
                for s in message.spans
            ]
            set_candidates(reference, gold, self.spans_key)
            ensure_groups(predicted, self.spans_key)
            yield Example(predicted, reference)


def make_dialogue_corpus(
    path: Path, spans_key: str = PII
) -> Callable[[Language], Iterator[Example]]:
    """Registered as `spacy_piivot.DialogueCorpus.v1`.

    path (Path): Dialogue JSONL with gold `spans` in its messages.
    spans_key (str): The span group of the references.
    RETURNS (Callable[[Language], Iterator[Example]]): Makes Examples for `nlp.evaluate`.
    """
    return DialogueCorpus(path, spans_key)
