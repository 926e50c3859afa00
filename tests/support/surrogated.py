"""A chat with its spans, and pipelines with `hips_surrogator` for it."""

from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, set_candidates

KEY = b"0123456789abcdef"
CHAT = [
    Message("tutor", "Hi Cassie 😀, is Mr. Koski there?\r\n"),
    Message("Cassie", "no, but JOHN SMITH is.  "),
    Message("", ""),
    Message("S1", "john's x is 3, mail cassie@hollyfarm.edu"),
    Message("Ms. Koski", "In Pascal's triangle, Maria2x+3 of Desmos. I'm 12"),
]
FOUND = [
    ("Cassie", "NAME", "participant"),
    ("Koski", "NAME", "participant"),
    ("JOHN SMITH", "NAME", "participant"),
    ("john", "NAME", ""),
    ("cassie@hollyfarm.edu", "EMAIL_ADDRESS", ""),
    ("Pascal", "NAME", "math_term"),
    ("Maria", "NAME", "problem"),
    ("Desmos", "ORG", ""),
    ("12", "AGE", ""),
]


def make_nlp(key=KEY, **config):
    nlp = blank_english()
    component = nlp.add_pipe("hips_surrogator", config=config)
    if key:
        component.set_key(key)
    return nlp


def make_doc(nlp, messages=CHAT, found=FOUND, id="d1", roster=None):
    doc = dialogue_to_doc(Dialogue(id, messages, roster), nlp)
    text = doc.text
    set_candidates(
        doc,
        [
            Candidate(text.index(cut), text.index(cut) + len(cut), label, 0.9, "test", role)
            for cut, label, role in found
        ],
    )
    return doc


def make_only(name):
    nlp = blank_english()
    nlp.add_pipe(name)
    return nlp
