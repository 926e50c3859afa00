"""`known_names`: finds a dialogue's known names, and further mentions of the names found in it."""

from collections.abc import Iterable, Sequence

from spacy.language import Language
from spacy.tokens import Doc

from ..core.dialogue import message_roles
from ..core.draft import CandidateDraft
from ..core.spans import PII, ROSTER_SCORE, ROSTER_SOURCE, Candidate
from ..evaluation.core.scorer import Scorer, score_weights
from ..kinds.names import is_ordinary_word, is_people, name_parts
from ..kinds.names.find.assignments import decide_strings
from ..kinds.names.find.beside_places import beside_places
from ..kinds.names.find.corrections import (
    completed,
    folded_parts,
    split_names,
    stands_after_title,
    trimmed,
)
from ..kinds.names.find.cues import cued_names
from ..kinds.names.find.features import DialogueFeatures
from ..kinds.names.find.initials import known_initials
from ..kinds.names.find.mentions import KnownName, NameFinder, known_names
from ..kinds.names.find.nicknames_beside import with_nicknames
from ..kinds.names.find.placeholders import is_placeholder
from ..kinds.names.find.positions import NAME, Cover, Messages
from ..kinds.names.find.rejection import SECOND_LOOK, VARIABLE, reason_against
from ..kinds.names.find.roles import assign_roles
from ..kinds.names.find.second_look import SecondLook
from ..kinds.names.find.terms import is_term
from ..kinds.names.find.token_scores import TokenScores, take_token_scores
from ..kinds.places import Gazetteer
from ..kinds.places.school_mentions import find_short_forms
from ..lang import Lexicon
from .document_component import DocumentComponent
from .pipeline_watch import watch_pipeline
from .saving import save_without_texts
from .second_look_steps import look_again

PROPAGATED_FACTOR = 0.9
CUE_SCORE = 0.7
SCHOOL = "SCHOOL"
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

    spans_key (str): The group of `doc.spans` to add the names to.
    names (list[str]): Names to find in every Doc, in addition to each dialogue's roster and
        speakers. They are saved with the pipeline: put private names on the roster instead.
    cues (bool): Whether to find names by cues ("my name is …", "call me …", "Ms. …", "hi …!",
        "…, can you") if no earlier component found them.
    propagate (bool): Whether to find further mentions of names that earlier components found,
        and finally to decide about all mentions of a string together.
    propagate_threshold (float): The lowest score of a name whose mentions are searched for, if it
        is or contains an ordinary word. Other names are always searched for: a name that is
        replaced once must not be left elsewhere.
    min_misspelt_length (int): The fewest letters that a part of a name must have for a word one
        edit away to count as its misspelling.
    ordinary_word_threshold (float): The lowest score at which an earlier component's name is kept
        although it is an ordinary word that is not capitalised itself ("the third bid"); below
        it, the name is moved to the rejected candidates. 0 keeps them all.
    second_look (SecondLook | None): Judges again the names of a tagger that left its scores on
        the Doc (`spacy_piivot.SecondLook.v1`); None trusts the tagger.
    lexicon (Lexicon): The words of the language (`spacy_piivot.Lexicon.v1`).
    scorer (Scorer | None): The scoring method.
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
    """Finds the names of the roster and the speakers, and every further mention of a found name.

    Names known for the dialogue get score 1 (misspelt ones less) and the role of a participant;
    mentions of a name that an earlier component found get nine tenths of its score.

    Before that, the earlier components' false names are moved to the rejected candidates, so
    that they are not searched for elsewhere: variables ("x", "B2") and words that are hardly ever
    names ("amoeba", "bid"). A doubtful name is kept: if its word is part of a known name, is
    capitalised inside a sentence, follows a title, a greeting or "my name is", is also a name
    ("mark"), is on no word list, or if the component that found it is certain. Each mention is
    judged separately: if one is kept, the others stay rejected.

    Finally, every name without a role gets the role that its use shows, if any.
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
        draft = CandidateDraft(doc, self.name, self.spans_key)
        text = draft.text
        messages = Messages(doc, text, self.lexicon)
        known = known_names(doc, self.lexicon, self.names)
        given = [name.text for name in known]
        if self.propagate:
            self._add_schools(draft)
        self._trim(draft, given)
        scores = take_token_scores(doc)
        self._reject(draft, messages, given, scores)
        cued = self._cued_names(draft, messages) if self.cues else []
        if scores is None or self.second_look is None:
            added = [Candidate(*place, NAME, CUE_SCORE, self.name) for place in cued]
        else:
            dialogue = DialogueFeatures(text, messages, scores)
            parts = folded_parts(given, self.lexicon)
            added = look_again(draft, dialogue, self.second_look, cued, parts, self.name)
        draft.add(
            one for one in added if not is_placeholder(text, one.start, one.end, self.lexicon)
        )
        self._complete(draft, messages, given)
        self._split(draft, given)
        draft.found = with_nicknames(text, draft.found, self.name, self.lexicon)
        self._separate_places(draft)
        names = [*known, *(self._names_to_propagate(draft) if self.propagate else ())]
        self._add_mentions(draft, messages, names)
        self._add_initials(draft, messages, names)
        draft.found = assign_roles(doc, draft.found, given, self.lexicon)
        if self.propagate:
            decide_strings(draft, messages, scores, given, source=self.name)
        draft.write()

    def _add_schools(self, draft: CandidateDraft) -> None:
        """Add the abbreviations of schools, also where something else was found."""
        schools = {one.cut(draft.text) for one in draft.found if one.label == SCHOOL}
        places = set(find_short_forms(draft.text, schools, self.lexicon))
        draft.found = [
            one
            for one in draft.found
            if (one.start, one.end) not in places
            or one.label == SCHOOL
            or ROSTER_SOURCE in one.sources
        ]
        draft.add(Candidate(*place, SCHOOL, CUE_SCORE, self.name) for place in sorted(places))

    def _trim(self, draft: CandidateDraft, given: Sequence[str]) -> None:
        """Cut greetings and plural endings off the earlier components' names."""
        draft.found = trimmed(draft.text, draft.found, given, self.lexicon)

    def _complete(self, draft: CandidateDraft, messages: Messages, given: Sequence[str]) -> None:
        """Extend found surnames by a preceding first name that is also a word."""
        draft.found = completed(draft.text, messages, draft.found, given)

    def _split(self, draft: CandidateDraft, given: Sequence[str]) -> None:
        """Split adjacent names of two people."""
        draft.found = split_names(draft.text, draft.found, given, self.lexicon)

    def _reject(
        self,
        draft: CandidateDraft,
        messages: Messages,
        given: Sequence[str],
        scores: TokenScores | None,
    ) -> None:
        """Move the earlier components' false names to the rejected candidates."""
        parts = folded_parts(given, self.lexicon)
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

        draft.reject(reason)

    def _cued_names(self, draft: CandidateDraft, messages: Messages) -> list[tuple[int, int]]:
        """Find names by their cues where nothing was found."""
        taken = Cover([*draft.found, *draft.rejected])
        cued = {
            (start + first, start + last)
            for (start, message), role in zip(messages, message_roles(draft.doc), strict=True)
            for first, last in cued_names(message, by_tutor=role == "TUTOR")
            if not is_placeholder(message.text, first, last, self.lexicon)
        }
        return [place for place in sorted(cued) if not taken.touches(*place)]

    def _separate_places(self, draft: CandidateDraft) -> None:
        """Separate names from the places next to them."""
        places = self.lexicon.part(Gazetteer)
        separated = beside_places(
            draft.text,
            draft.found,
            lambda word: bool(places.kind(word)),
            places.is_only_place,
            self.name,
            self.lexicon,
        )
        count = len(draft.found)
        draft.found = separated[:count]
        draft.add(separated[count:])

    def _add_mentions(
        self, draft: CandidateDraft, messages: Messages, names: Iterable[KnownName]
    ) -> None:
        """Add every mention of the known and found names."""
        finder = NameFinder(
            names, min_misspelt_length=self.min_misspelt_length, lexicon=self.lexicon
        )
        if not finder:
            return
        cover = Cover(draft.found)
        draft.add(
            Candidate(start + m.start, start + m.end, NAME, m.score, self.name, m.role)
            for start, message in messages
            for m in finder.find(message.text)
            if not cover.hides(start, m)
            and (m.score >= ROSTER_SCORE or not is_term(message, m.start, m.end))
        )

    def _add_initials(
        self, draft: CandidateDraft, messages: Messages, names: Iterable[KnownName]
    ) -> None:
        """Add the initials of known people."""
        initials: dict[str, KnownName] = {}
        for name in names:
            part = next(iter(name_parts(name.text, self.lexicon)), "")
            if part and initials.setdefault(part[0].upper(), name).score < name.score:
                initials[part[0].upper()] = name
        if not initials:
            return
        ruled_out = [one for one in draft.rejected if one.reason not in (VARIABLE, SECOND_LOOK)]
        taken = Cover([*draft.found, *ruled_out])
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
        # Single letters were rejected before it was known whose initials they are.
        named = Cover(new)
        draft.rejected = [one for one in draft.rejected if not named.touches(one.start, one.end)]
        draft.add(new)

    def _names_to_propagate(self, draft: CandidateDraft) -> list[KnownName]:
        """The found names whose further mentions are searched for.

        A name inside a mathematical term does not pass on its role: a student may also be called
        Pascal.
        """
        names: dict[tuple[str, bool], KnownName] = {}
        for candidate in draft.found:
            if candidate.label != NAME:
                continue
            name = candidate.cut(draft.text)
            words = name_parts(name, self.lexicon)
            ordinary = [is_ordinary_word(word, self.lexicon) for word in words[:MOST_PARTS]]
            if (
                not 0 < len(words) <= MOST_PARTS
                or (candidate.score < self.propagate_threshold and any(ordinary))
                or (len(words) == 1 and name.islower() and ordinary[0])
                or is_people(name, self.lexicon)
            ):
                continue
            titled = stands_after_title(draft.text, candidate.start, self.lexicon)
            role = "" if candidate.role == "math_term" else candidate.role
            score = PROPAGATED_FACTOR * candidate.score
            other = names.get((name, titled))
            if other is None or other.score < score:
                names[name, titled] = KnownName(name, score, role, titled)
        return list(names.values())
