import re
from pathlib import Path

from spacy_piivot.evaluation.readers.reading import read_annotations


def test_synthetic_dialogues_have_the_spans_of_their_names(tmp_path: Path) -> None:
    from benchmarks.memory import NAMES, write_dialogues

    path = tmp_path / "synthetic.jsonl"
    write_dialogues(path, 1_700)
    for dialogue in read_annotations(path):
        for message in dialogue.messages:
            text = message.text or ""
            words = [word for word in re.findall(r"\w+", text) if word in NAMES]
            assert [text[span.start : span.end] for span in message.spans] == words
