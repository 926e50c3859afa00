"""Makes training targets for the roles of names, and reads roles off token probabilities."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

import numpy
from spacy.tokens import Doc
from thinc.types import Floats2d

from ..core.folding import fold
from ..core.labels import PARTICIPANT
from ..core.shape import doc_shape
from ..core.spans import Candidate
from ..core.texts import doc_text
from ..lang import ENGLISH, Lexicon
from .essay_roles import essay_roles

NAME = "NAME"
# Terms and public figures are recognised by mention: "Pascal's triangle" says nothing about a pupil
# called Pascal.
_OF_A_MENTION = frozenset({"math_term", "public"})


def role_targets(
    doc: Doc, gold: Iterable[Candidate], roles: Sequence[str]
) -> tuple[Floats2d, Floats2d]:
    """Make training targets for the roles of names.

    doc (Doc): The Doc whose tokens the model sees.
    gold (Iterable[Candidate]): Gold spans by character offsets.
    roles (Sequence[str]): The roles, in the order of the model's columns.
    RETURNS (tuple[Floats2d, Floats2d]): One-hot roles, one row per token; and a column with 1 for
        each token of a name with one of the roles, 0 for all others.
    """
    one_hot = numpy.zeros((len(doc), len(roles)), dtype="float32")
    counts = numpy.zeros((len(doc), 1), dtype="float32")
    columns = {role: number for number, role in enumerate(roles)}
    for candidate in gold:
        column = columns.get(candidate.role)
        if candidate.label != NAME or column is None:
            continue
        tokens = _tokens(doc, candidate)
        one_hot[tokens] = 0.0
        one_hot[tokens, column] = 1.0
        counts[tokens] = 1.0
    return cast(Floats2d, one_hot), cast(Floats2d, counts)


def with_roles(
    doc: Doc,
    candidates: Sequence[Candidate],
    probabilities: Floats2d,
    roles: Sequence[str],
    threshold: float,
    essay_threshold: float = 0.5,
    lexicon: Lexicon = ENGLISH,
) -> list[Candidate]:
    """Set the role of each name. In doubt it is "participant", which keeps recall.

    doc (Doc): The document.
    candidates (Sequence[Candidate]): Its candidates.
    probabilities (Floats2d): One row per token, one column per role.
    roles (Sequence[str]): The roles, in the order of the columns.
    threshold (float): The least probability of a role other than participant.
    essay_threshold (float): In an essay, the least probability that a person is not private.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[Candidate]): The candidates in the same order. In a dialogue, terms and public
        figures are decided per mention; between the other roles, the mean over all mentions of
        the name decides. In an essay, the mentions of a person decide together.
    """
    text = doc_text(doc)
    if doc_shape(doc) == "essay":
        return _with_essay_roles(
            doc, text, candidates, probabilities, roles, essay_threshold, lexicon
        )
    mentions: list[tuple[str, numpy.ndarray] | None] = []
    by_name: dict[str, list[numpy.ndarray]] = defaultdict(list)
    for candidate in candidates:
        if candidate.label != NAME:
            mentions.append(None)
            continue
        name = fold(candidate.cut(text))
        mean = numpy.asarray(probabilities[_tokens(doc, candidate)]).mean(axis=0)
        mentions.append((name, mean))
        by_name[name].append(mean)
    shared = {
        name: _role(numpy.mean(means, axis=0), roles, threshold) for name, means in by_name.items()
    }
    found = []
    for candidate, mention in zip(candidates, mentions, strict=True):
        if mention is not None:
            name, mean = mention
            role = _role(mean, roles, threshold)
            if role not in _OF_A_MENTION:
                role = PARTICIPANT if shared[name] in _OF_A_MENTION else shared[name]
            candidate = replace(candidate, role=role)
        found.append(candidate)
    return found


def _with_essay_roles(
    doc: Doc,
    text: str,
    candidates: Sequence[Candidate],
    probabilities: Floats2d,
    roles: Sequence[str],
    threshold: float,
    lexicon: Lexicon,
) -> list[Candidate]:
    names = [candidate for candidate in candidates if candidate.label == NAME]
    means = [numpy.asarray(probabilities[_tokens(doc, name)]).mean(axis=0) for name in names]
    written = [name.cut(text) for name in names]
    found = iter(essay_roles(written, means, roles, threshold, lexicon))
    return [replace(c, role=next(found)) if c.label == NAME else c for c in candidates]


def _role(probabilities: numpy.ndarray, roles: Sequence[str], threshold: float) -> str:
    best = int(probabilities.argmax())
    return roles[best] if probabilities[best] >= threshold else PARTICIPANT


def _tokens(doc: Doc, candidate: Candidate) -> slice:
    span = doc.char_span(candidate.start, candidate.end, alignment_mode="expand")
    if span is None:
        raise ValueError("a candidate lies outside its Doc's text")
    return slice(span.start, span.end)
