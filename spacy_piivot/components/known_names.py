"""`known_names`: the names known for a dialogue, and further mentions of names found in it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import cast

import numpy
from spacy.language import Language
from spacy.tokens import Doc
from thinc.types import Floats2d

from ..architectures.tags import decode
from ..dialogue import doc_roster, doc_speakers, message_roles
from ..evaluation.core.scorer import Scorer, score_weights
from ..lang import Lexicon
from ..lang.titles import Titles
from ..names import fold, has_title, is_ordinary_word, is_people, name_parts
from ..names.adjacent import adjacent_names
from ..names.beside_places import beside_places
from ..names.cues import said_names
from ..names.features import Possible, Room
from ..names.full_names import full_name_start
from ..names.initials import known_initials
from ..names.mentions import KnownName, NameFinder
from ..names.placeholders import is_placeholder
from ..names.places import NAME, Cover, Messages
from ..names.rejection import SECOND_LOOK, VARIABLE, reason_against
from ..names.roles import assign_roles
from ..names.second_look import SecondLook
from ..names.settling import settle
from ..names.terms import is_term
from ..names.token_scores import TokenScores, take_token_scores
from ..names.trimming import trimmed_extent
from ..pipeline_watch import watch_pipeline
from ..places import Gazetteer
from ..saving import save_without_texts
from ..spans import (
    PII,
    REJECTED,
    ROSTER_SCORE,
    ROSTER_SOURCE,
    Candidate,
    add_candidates,
    get_candidates,
    mark_searched,
    move_candidates,
    set_candidates,
)
from ..speakers import speaker_name
from ..texts import doc_text
from .document_component import DocumentComponent

PROPAGATED_FACTOR = 0.9
CUE_SCORE = 0.7
# The second look's probability.
LEAST_FOR_WORDS = 0.5
MOST_PARTS = 5


@Language.factory(
    "known_names",
    assigns=["doc.spans"],
    default_config={
        "spans_key": "pii",
        "names": [],
        "cues": True,
        "propagate": True,
        "propagate_threshold": 0.6,
        "min_misspelt_length": 6,
        "ordinary_word_threshold": 0.95,
        "second_look": {"@misc": "spacy_piivot.SecondLook.v1"},
        "lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en"},
        "scorer": {"@scorers": "spacy_piivot.PIIScorer.v1", "spans_key": "pii"},
    },
    default_score_weights=score_weights(PII),
)
def make_known_names(
    nlp: Language,
    name: str,
    spans_key: str,
    names: list[str],
    cues: bool,
    propagate: bool,
    propagate_threshold: float,
    min_misspelt_length: int,
    ordinary_word_threshold: float,
    second_look: SecondLook | None,
    lexicon: Lexicon,
    scorer: Scorer | None,
) -> "KnownNames":
    """Construct a KnownNames component.

    spans_key (str): The group of `doc.spans` that takes the names.
    names (list[str]): Names to find in every Doc, besides each dialogue's own roster and
        speakers. They are saved with the pipeline: leave private ones to the roster.
    cues (bool): Whether to find names that are said to be names ("my name is …", "call me …",
        "Ms. …", "hi …!", "…, can you"), though no earlier component found them.
    propagate (bool): Whether to find further mentions of names that earlier components found,
        and in the end to settle all mentions of a string together (`names.settling`).
    propagate_threshold (float): The lowest score of a name whose mentions are looked for, if it
        is an ordinary word or holds one. A name of other words is looked for in any case: what
        is replaced once shall not be left elsewhere.
    min_misspelt_length (int): The fewest letters a part of a name has to have for a word one
        edit away to count as its misspelling.
    ordinary_word_threshold (float): The score from which on an earlier component's name stays
        though it is an ordinary word without a capital of its own ("the third bid"); below
        it goes to the rejected candidates. 0 keeps them all.
    second_look (Optional[SecondLook]): What looks again at the names of a tagger that left its
        scores on the Doc (`spacy_piivot.SecondLook.v1`); None believes the tagger.
    lexicon (Lexicon): The words of the language (`spacy_piivot.Lexicon.v1`).
    scorer (Optional[Scorer]): The scoring method.
    """
    save_without_texts(nlp)
    watch_pipeline(nlp)
    return KnownNames(
        name=name,
        spans_key=spans_key,
        names=names,
        cues=cues,
        propagate=propagate,
        propagate_threshold=propagate_threshold,
        min_misspelt_length=min_misspelt_length,
        ordinary_word_threshold=ordinary_word_threshold,
        second_look=second_look,
        lexicon=lexicon,
        scorer=scorer,
    )


class KnownNames(DocumentComponent):
    """Finds the roster's and the speakers' names, and every further mention of a found name.

    Names known for the dialogue get score 1 and the role of a participant (a misspelt one
    less); mentions of a name that an earlier component found get nine tenths of its score.

    Before that, the earlier components' names that are none move to the rejected candidates,
    so that they are not looked for elsewhere: variables ("x", "B2") and words that practically
    nobody is called ("amoeba", "bid"). In doubt a name stays: if its word is part of a known
    name, is capitalised inside a sentence, follows a title, a greeting or "my name is", is a
    name besides being a word ("mark"), stands on no word list, or if the component that found
    it is sure. Each mention is judged by itself: where one stays, the others stay rejected.

    In the end every name without a role gets the one its use shows, where it shows one.
    """

    factory = "known_names"
    reads_plain = True

    def __init__(
        self,
        *,
        name: str,
        spans_key: str,
        names: Sequence[str],
        cues: bool,
        propagate: bool,
        propagate_threshold: float,
        min_misspelt_length: int,
        ordinary_word_threshold: float,
        second_look: SecondLook | None,
        lexicon: Lexicon,
        scorer: Scorer | None,
    ) -> None:
        super().__init__(name)
        self.spans_key = spans_key
        self.names = list(names)
        self.cues = cues
        self.propagate = propagate
        self.propagate_threshold = propagate_threshold
        self.min_misspelt_length = min_misspelt_length
        self.ordinary_word_threshold = ordinary_word_threshold
        self.second_look = second_look
        self.lexicon = lexicon
        self.scorer = scorer

    def annotate(self, doc: Doc) -> None:
        mark_searched(doc, self.name, self.spans_key)
        text = doc_text(doc)
        known = self._known(doc)
        messages = Messages(doc, text, self.lexicon)
        self._trim(doc, text, known)
        scores = take_token_scores(doc)
        self._reject(doc, messages, known, scores)
        said = self._said(doc, messages) if self.cues else []
        if scores is None or self.second_look is None:
            self._add(doc, [Candidate(*place, NAME, CUE_SCORE, self.name) for place in said])
        else:
            self._look_again(doc, Room(text, messages, scores), said, known)
        self._complete(doc, text, messages, known)
        self._part(doc, text, known)
        self._tell_from_places(doc, text)
        found = get_candidates(doc, self.spans_key)
        names = [*known, *(self._found(text, found) if self.propagate else ())]
        finder = NameFinder(
            names, min_misspelt_length=self.min_misspelt_length, lexicon=self.lexicon
        )
        if finder:
            cover = Cover(found)
            add_candidates(
                doc,
                [
                    Candidate(start + m.start, start + m.end, NAME, m.score, self.name, m.role)
                    for start, message in messages
                    for m in finder.find(message.text)
                    if not cover.hides(start, m)
                    and (m.score >= ROSTER_SCORE or not is_term(message, m.start, m.end))
                ],
                self.spans_key,
            )
        self._add_initials(doc, messages, names)
        candidates = get_candidates(doc, self.spans_key)
        roles = assign_roles(doc, candidates, [name.text for name in known], self.lexicon)
        if roles != candidates:
            set_candidates(doc, roles, self.spans_key)
        if self.propagate:
            given = [name.text for name in known]
            settle(doc, messages, scores, given, source=self.name, spans_key=self.spans_key)

    def _trim(self, doc: Doc, text: str, known: Iterable[KnownName]) -> None:
        """Cut greetings and plural endings off what earlier components took for names."""
        candidates = get_candidates(doc, self.spans_key)
        parts = self._folded_parts(name.text for name in known)
        found = parts | self._folded_parts(c.cut(text) for c in candidates if c.label == NAME)
        trimmed = []
        for candidate in candidates:
            if candidate.label == NAME and not candidate.from_roster:
                start, end = trimmed_extent(
                    text,
                    candidate.start,
                    candidate.end,
                    known=parts,
                    found=found,
                    lexicon=self.lexicon,
                )
                candidate = replace(candidate, start=start, end=end)
            trimmed.append(candidate)
        if trimmed != candidates:
            set_candidates(doc, trimmed, self.spans_key)

    def _reject(
        self,
        doc: Doc,
        messages: Messages,
        known: Iterable[KnownName],
        scores: TokenScores | None,
    ) -> None:
        """Move what earlier components took for names, and is none, to the rejected."""
        parts = self._folded_parts(name.text for name in known)
        looked_at = {scores.source} if scores is not None and self.second_look else None

        def reason(candidate: Candidate) -> str:
            if candidate.label != NAME or ROSTER_SOURCE in candidate.sources:
                return ""
            start, message = messages.at(candidate.start)
            return reason_against(
                message,
                candidate.start - start,
                candidate.end - start,
                known=parts,
                sure=candidate.score >= self.ordinary_word_threshold
                or candidate.sources == looked_at,
            )

        move_candidates(doc, reason, self.spans_key)

    def _said(self, doc: Doc, messages: Messages) -> list[tuple[int, int]]:
        """The names that are said to be names where nothing was found."""
        taken = Cover([*get_candidates(doc, self.spans_key), *get_candidates(doc, REJECTED)])
        said = {
            (start + first, start + last)
            for (start, message), role in zip(messages, message_roles(doc), strict=True)
            for first, last in said_names(message, by_tutor=role == "TUTOR")
            if not is_placeholder(message.text, first, last, self.lexicon)
        }
        return [place for place in sorted(said) if not taken.touches(*place)]

    def _add(self, doc: Doc, new: Iterable[Candidate]) -> None:
        text = doc_text(doc)
        named = [one for one in new if not is_placeholder(text, one.start, one.end, self.lexicon)]
        add_candidates(doc, named, self.spans_key)

    def _add_initials(self, doc: Doc, messages: Messages, names: Iterable[KnownName]) -> None:
        """Add the initials that stand for people who are known."""
        initials: dict[str, KnownName] = {}
        for name in names:
            part = next(iter(name_parts(name.text, self.lexicon)), "")
            if part and initials.setdefault(part[0].upper(), name).score < name.score:
                initials[part[0].upper()] = name
        if not initials:
            return
        rejected = get_candidates(doc, REJECTED)
        ruled_out = [one for one in rejected if one.reason not in (VARIABLE, SECOND_LOOK)]
        taken = Cover([*get_candidates(doc, self.spans_key), *ruled_out])
        new = [
            Candidate(
                start + first,
                start + last,
                NAME,
                PROPAGATED_FACTOR * min(initials[letter].score, CUE_SCORE),
                self.name,
                initials[letter].role,
            )
            for start, message in messages
            for first, last, letter in known_initials(message, initials)
            if not taken.touches(start + first, start + last)
        ]
        if new:
            # A letter by itself was taken for no name before it was known whose it is.
            named = Cover(new)
            left = [one for one in rejected if not named.touches(one.start, one.end)]
            set_candidates(doc, left, REJECTED)
            add_candidates(doc, new, self.spans_key)

    def _look_again(
        self,
        doc: Doc,
        room: Room,
        said: Sequence[tuple[int, int]],
        known: Iterable[KnownName],
    ) -> None:
        """Judge the tagger's names, the faint ones too, and those that only a cue gave."""
        assert self.second_look is not None
        parts = self._folded_parts(name.text for name in known)
        text, source = room.text, room.scores.source

        def is_open(start: int, end: int) -> bool:
            return parts.isdisjoint(self._fold_parts(text[start:end]))

        found = {
            (c.start, c.end): c
            for c in get_candidates(doc, self.spans_key)
            if c.label == NAME and c.sources == {source} and is_open(c.start, c.end)
        }
        new = {place: Possible(*place, said=True) for place in said if is_open(*place)}
        for place in self._faint(doc, room, said):
            if is_open(*place):
                new[place] = Possible(*place)
        possible = sorted(
            [*(Possible(*place) for place in found), *new.values()], key=lambda p: p.start
        )
        verdicts = {
            (p.start, p.end): probability
            for p, probability in zip(possible, self.second_look(room, possible), strict=True)
        }
        least, sure = self.second_look.least, self.second_look.sure
        refused = {place for place in found if verdicts[place] < least}

        def reason(candidate: Candidate) -> str:
            place = (candidate.start, candidate.end)
            return SECOND_LOOK if place in refused and found[place] == candidate else ""

        move_candidates(doc, reason, self.spans_key)
        self._add(
            doc,
            [
                Candidate(*place, NAME, round(verdicts[place], 4), self.name if p.said else source)
                for place, p in new.items()
                if verdicts[place]
                >= (sure if p.said else self._least_for(text[slice(*place)], sure))
            ],
        )

    def _least_for(self, found: str, sure: float) -> float:
        """How likely a faint name has to be one: an ordinary word more likely than not."""
        is_word = found.islower() and all(
            is_ordinary_word(part, self.lexicon) for part in name_parts(found, self.lexicon)
        )
        return max(sure, LEAST_FOR_WORDS) if is_word else sure

    def _faint(
        self, doc: Doc, room: Room, said: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[int, int]]:
        """What the tagger took for a name with less probability than it takes."""
        assert self.second_look is not None
        names = room.scores.names
        columns = cast(Floats2d, numpy.stack([1 - names, names], axis=1))
        candidates = [*get_candidates(doc, self.spans_key), *get_candidates(doc, REJECTED)]
        taken = Cover([*candidates, *(Candidate(*place, NAME, 0.0, "") for place in said)])
        for start, end, _, _ in decode(
            doc, columns, [NAME], "io", [self.second_look.faint], "none", self.lexicon
        ):
            if taken.touches(start, end):
                continue
            offset, message = room.messages.at(start)
            place = (start - offset, end - offset)
            if not reason_against(message, *place, known=frozenset(), sure=True):
                yield start, end

    def _complete(
        self, doc: Doc, text: str, messages: Messages, known: Iterable[KnownName]
    ) -> None:
        """Let found surnames take in the first name before them that is a word."""
        candidates = get_candidates(doc, self.spans_key)
        names = [name.text for name in known]
        names += [c.cut(text) for c in candidates if c.label == NAME]
        given = {fold(parts[0]) for name in names if (parts := name_parts(name, self.lexicon))}
        completed: list[Candidate] = []
        for candidate in candidates:
            if candidate.label == NAME and not candidate.from_roster:
                offset, message = messages.at(candidate.start)
                start = offset + full_name_start(
                    message, candidate.start - offset, candidate.end - offset, given
                )
                if not completed or completed[-1].end <= start:
                    candidate = replace(candidate, start=start)
            completed.append(candidate)
        if completed != candidates:
            set_candidates(doc, completed, self.spans_key)

    def _part(self, doc: Doc, text: str, known: Iterable[KnownName]) -> None:
        """Part names that stand side by side and are two people's."""
        candidates = get_candidates(doc, self.spans_key)
        full = [self._fold_parts(name.text) for name in known]
        alone = {parts[0] for parts in full if parts}
        pairs: Counter[tuple[str, str]] = Counter()
        for candidate in candidates:
            if candidate.label != NAME:
                continue
            parts = self._fold_parts(candidate.cut(text))
            if len(parts) == 1 and not self._is_titled(text, candidate):
                alone.add(parts[0])
            pairs.update(pairwise(parts))
        together = {pair for pair, count in pairs.items() if count > 1}
        together.update(pair for parts in full for pair in pairwise(parts))
        parted = [
            replace(candidate, start=candidate.start + part.start, end=candidate.start + part.stop)
            for candidate in candidates
            for part in (
                adjacent_names(candidate.cut(text), alone, together, self.lexicon)
                if candidate.label == NAME and not candidate.from_roster
                else [slice(0, candidate.end - candidate.start)]
            )
        ]
        if len(parted) != len(candidates):
            set_candidates(doc, parted, self.spans_key)

    def _tell_from_places(self, doc: Doc, text: str) -> None:
        """Tell names from the places that they stand beside."""
        candidates = get_candidates(doc, self.spans_key)
        places = self.lexicon.part(Gazetteer)
        told = beside_places(
            text,
            candidates,
            lambda word: bool(places.kind(word)),
            places.is_only_place,
            self.name,
            self.lexicon,
        )
        if told[: len(candidates)] != candidates:
            set_candidates(doc, told[: len(candidates)], self.spans_key)
        if added := told[len(candidates) :]:
            add_candidates(doc, added, self.spans_key)

    def _known(self, doc: Doc) -> list[KnownName]:
        """The names known before anything is read, each once."""
        given = dict.fromkeys([*doc_roster(doc), *doc_speakers(doc), *self.names])
        return [
            KnownName(named, ROSTER_SCORE, "participant", titled=has_title(name, self.lexicon))
            for name in given
            if (named := speaker_name(name, self.lexicon))
        ]

    def _found(self, text: str, candidates: Iterable[Candidate]) -> list[KnownName]:
        """The names that earlier components found whose further mentions are looked for.

        A name inside a term of mathematics does not hand on its role: a pupil may be called
        Pascal too.
        """
        names: dict[tuple[str, bool], KnownName] = {}
        for candidate in candidates:
            if candidate.label != NAME:
                continue
            name = candidate.cut(text)
            words = name_parts(name, self.lexicon)
            ordinary = [is_ordinary_word(word, self.lexicon) for word in words[:MOST_PARTS]]
            if (
                not 0 < len(words) <= MOST_PARTS
                or (candidate.score < self.propagate_threshold and any(ordinary))
                or (len(words) == 1 and name.islower() and ordinary[0])
                or is_people(name, self.lexicon)
            ):
                continue
            titled = self._is_titled(text, candidate)
            role = "" if candidate.role == "math_term" else candidate.role
            score = PROPAGATED_FACTOR * candidate.score
            other = names.get((name, titled))
            if other is None or other.score < score:
                names[name, titled] = KnownName(name, score, role, titled)
        return list(names.values())

    def _fold_parts(self, name: str) -> list[str]:
        return [fold(part) for part in name_parts(name, self.lexicon)]

    def _folded_parts(self, names: Iterable[str]) -> set[str]:
        return {part for name in names for part in self._fold_parts(name)}

    def _is_titled(self, text: str, candidate: Candidate) -> bool:
        before = text[max(0, candidate.start - 12) : candidate.start]
        return bool(self.lexicon.part(Titles).before.search(before))
