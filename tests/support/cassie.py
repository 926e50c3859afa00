"""A dialogue with Cassie and its spans, for the tests of `hips_surrogator`."""

import re

from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, set_candidates

KEY = b"0123456789abcdef"
TURNS = [
    "hi Cassie", "Cassie you are from Austin", "Austin is hot Cassie", "ok Cassie",
    "Cassie Dent mail cassie@gmail.com", "Cassie x 3", "Meena left, bye Cassie",
]  # fmt: skip
FOUND = {"Cassie Dent": "NAME", "Cassie": "NAME", "Meena": "NAME", "Austin": "LOCATION",
         "cassie@gmail.com": "EMAIL_ADDRESS"}  # fmt: skip
PATTERN = re.compile("|".join(sorted(FOUND, key=len, reverse=True)))


def make_nlp(**config):
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator", config=config).set_key(KEY)
    return nlp


def make_doc(nlp, turns=TURNS, id="d1", group=None):
    dialogue = Dialogue(id, [Message("Cassie", turn) for turn in turns], group=group)
    doc = dialogue_to_doc(dialogue, nlp)
    set_candidates(
        doc,
        [
            Candidate(found.start(), found.end(), FOUND[found.group()], 1.0, "test")
            for found in PATTERN.finditer(doc.text)
        ],
    )
    return doc


def surrogates(doc, label="NAME"):
    return [edit["surrogate"] for edit in doc._.piivot_edits if edit["label"] == label]
