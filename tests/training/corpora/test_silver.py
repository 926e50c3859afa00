from typing import Any

from shared_pipelines import blank_english

from training.corpora.silver import silver_dialogues
from training.labelled import Gold, Labelled, LabelledDialogue


def test_silver_labels_leave_out_what_is_unsure() -> None:
    class Tagger:
        """Is sure of "Ana", unsure of "Bo" and knows nothing else; gives two roles as well."""

        tags = ("O", "I-NAME")

        def predict(self, docs: list[Any]) -> list[Any]:
            import numpy

            sure = {"Ana": 1.0, "Bo": 0.5}
            columns = [[sure.get(token.text, 0.0) for token in doc] for doc in docs]
            return [numpy.array([[1 - p, p, 0.6, 0.4] for p in column]) for column in columns]

        def set_annotations(self, docs: list[Any], probabilities: list[Any]) -> None:
            from spacy_piivot.core.spans import Candidate, set_candidates

            for doc, rows in zip(docs, probabilities, strict=True):
                set_candidates(
                    doc,
                    [
                        Candidate(token.idx, token.idx + len(token), "NAME", 1.0, "x")
                        for token, row in zip(doc, rows, strict=True)
                        if row[1] > 0.5
                    ],
                )

    nlp = blank_english()
    nlp.get_pipe = lambda name: Tagger()
    texts = ("Hi Ana.", "Hi Bo.", "Hi you.")
    dialogues = [LabelledDialogue(t, "mathdial", (Labelled("t", t),)) for t in texts]
    found = list(silver_dialogues(dialogues, nlp))
    assert [d.id for d in found] == ["Hi Ana.", "Hi you."]
    assert found[0].messages[0].spans == (Gold(3, 6, "NAME"),)
    nameless = [LabelledDialogue(t, "amber", (Labelled("t", t),)) for t in texts]
    assert [d.id for d in silver_dialogues(nameless, nlp)] == ["Hi you."]
