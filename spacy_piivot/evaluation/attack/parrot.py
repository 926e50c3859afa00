"""The parrot attack of Carrell et al. (2019) on a corpus with surrogates.

The attacker trains a tagger on half of the release, with its surrogates as labels. It imitates the
tagger of the release, and so also misses what that one missed: in the other half, untagged likely
names are suspected leaks.
"""

import random
from collections.abc import Iterator, Sequence

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import fix_random_seed, minibatch

from ..core.annotations import Extent
from .guessing import guess_names
from .hypotheses import Hypotheses, Place, judge
from .released import ReleasedDialogue, ReleasedMessage

LABEL = "NAME"
EPOCHS = 8
_BATCH = 32
_WIDTH = 64
_MODEL = {
    "@architectures": "spacy.TransitionBasedParser.v2",
    "state_type": "ner",
    "extra_state_tokens": False,
    "hidden_width": _WIDTH,
    "maxout_pieces": 2,
    "use_upper": False,
    "tok2vec": {
        "@architectures": "spacy.HashEmbedCNN.v2",
        "pretrained_vectors": None,
        "width": _WIDTH,
        "depth": 3,
        "embed_size": 2000,
        "window_size": 1,
        "maxout_pieces": 3,
        "subword_features": True,
    },
}


def parrot_attack(
    dialogues: Sequence[ReleasedDialogue], *, known: bool, epochs: int = EPOCHS, seed: int = 0
) -> Hypotheses:
    """Attack each half of a release with a tagger trained on the other one.

    dialogues (Sequence[ReleasedDialogue]): The release. Surrogates are known from its edits, or
        else guessed from a public list.
    known (bool): Whether the leaks are known, from gold.
    epochs (int): How often the tagger sees its half.
    seed (int): The seed of the halves and weights.
    RETURNS (Hypotheses): The suspected leaks, and how many are right.
    """
    order = list(range(len(dialogues)))
    random.Random(seed).shuffle(order)
    halves = [order[::2], order[1::2]]
    flagged: list[Place] = []
    for own, other in (halves, halves[::-1]):
        messages = [message for d in own for message in dialogues[d].messages]
        tagger = train_tagger(messages, epochs=epochs, seed=seed)
        flagged += _untagged(tagger, dialogues, sorted(other))
    return judge(flagged, dialogues, known=known)


def train_tagger(messages: Sequence[ReleasedMessage], *, epochs: int, seed: int) -> Language:
    """Train a tagger of names on messages with surrogates.

    messages (Sequence[ReleasedMessage]): The messages.
    epochs (int): How often it sees them.
    seed (int): The seed of the weights and the order.
    RETURNS (Language): A pipeline that writes `doc.ents`.
    """
    fix_random_seed(seed)
    nlp = spacy.blank("en")
    nlp.add_pipe("ner", config={"model": _MODEL}).add_label(LABEL)  # type: ignore[attr-defined]
    examples = [
        Example(doc, _labelled(doc.copy(), _surrogates(message)))
        for message in messages
        if len(doc := nlp.make_doc(message.text))
    ]
    if not examples:
        nlp.initialize()
        return nlp
    optimizer = nlp.initialize(lambda: examples[:100])
    shuffled = random.Random(seed)
    for _ in range(epochs):
        shuffled.shuffle(examples)
        for batch in minibatch(examples, _BATCH):
            nlp.update(batch, sgd=optimizer, drop=0.2)
    return nlp


def _surrogates(message: ReleasedMessage) -> Sequence[Extent]:
    if message.edits is None:
        return guess_names(message.text)
    return [(edit.new_start, edit.new_end) for edit in message.edits if edit.label == LABEL]


def _labelled(doc: Doc, extents: Sequence[Extent]) -> Doc:
    spans = (doc.char_span(*extent, label=LABEL, alignment_mode="expand") for extent in extents)
    doc.set_ents(spacy.util.filter_spans([span for span in spans if span is not None]))
    return doc


def _untagged(
    tagger: Language, dialogues: Sequence[ReleasedDialogue], numbers: Sequence[int]
) -> Iterator[Place]:
    places = [(d, m) for d in numbers for m in range(len(dialogues[d].messages))]
    texts = [dialogues[d].messages[m].text for d, m in places]
    for (d, m), text, doc in zip(places, texts, tagger.pipe(texts), strict=True):
        tagged = [(ent.start_char, ent.end_char) for ent in doc.ents]
        for start, end in guess_names(text):
            if not any(start < last and first < end for first, last in tagged):
                yield d, m, (start, end)
