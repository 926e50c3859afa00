"""Documents processed by `hips_surrogator`, for the tests of the last check."""

from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, set_candidates

KEY = b"0123456789abcdef"


def make_nlp(**config):
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator", config=config).set_key(KEY)
    return nlp


def released(messages, found, roster=None, **config):
    """A processed Doc in which the first occurrence of each string is a span."""
    return release(make_nlp(**config), messages, found, roster)


def release(nlp, messages, found, roster=None):
    turns = [Message(*m) if isinstance(m, tuple) else Message("S1", m) for m in messages]
    doc = dialogue_to_doc(Dialogue("d1", turns, roster), nlp)
    text = doc.text
    spans = [
        Candidate(text.index(cut), text.index(cut) + len(cut), label, 1.0, "test", *role)
        for cut, label, *role in found
    ]
    set_candidates(doc, spans)
    return nlp(doc)
