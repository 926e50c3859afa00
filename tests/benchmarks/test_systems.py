from pathlib import Path
from typing import Any

from shared_pipelines import blank_english

from spacy_piivot.evaluation.readers.reading import read_annotations


def test_peers_read_what_ours_reads(gold: Path, tmp_path: Path) -> None:
    from benchmarks.systems import load_system

    nlp = blank_english()
    rules: Any = nlp.add_pipe("entity_ruler", name="ner")
    rules.add_patterns([{"label": "PERSON", "pattern": "Zorblatt"}])
    nlp.add_pipe("sentencizer")
    nlp.to_disk(tmp_path / "model")
    dialogues = read_annotations(gold)
    for kind in ("presidio-default", "spacy"):
        system = load_system(f"{kind}:{tmp_path / 'model'}")
        assert system.name == f"{kind}:en_pipeline"
        assert system.quality(dialogues)["f1"] == 1.0
        read: Any = system.read_batches(dialogues, 2, 1)
        assert len(read) == 2
