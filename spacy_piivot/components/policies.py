"""The policies that `hips_surrogator` applies, with the settings that change them."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from spacy.tokens import Doc

from ..core.folding import word_set
from ..core.labels import MATH_TERM, NOT_PRIVATE, PARTICIPANT
from ..core.policy import AUTO, BY_SHAPE, HOLD, KEEP, MAKING, SHUFFLE, WIDE, Policy, load_policy
from ..core.shape import doc_shape
from ..core.spans import INPUT_SOURCE, REPAIR_SOURCE, Candidate
from ..core.texts import doc_text
from ..kinds.names.books import Books
from ..kinds.names.figures import Figures
from ..kinds.names.parsing import identifying_parts
from ..kinds.places.landmarks import Landmarks
from ..kinds.places.place_words import PlaceWords
from ..lang import Lexicon
from ..plain import doc_view
from ..sections import sections_of
from ..sections.words import AUTHOR_BLOCK, PAGE_HEADER
from ..surrogates import is_non_identifying
from .surrogator_settings import check_roles, check_strategies

# Where an essay names its author.
_OWN_SECTIONS = frozenset({AUTHOR_BLOCK, PAGE_HEADER})


class Policies:
    """Chooses the policy of each document, and changes it as the settings say.

    policy (str | Path): The name of a shipped policy, the path of a file, or "auto": by the shape
        of each document (`core.policy.BY_SHAPE`).
    strategies (Mapping[str, str]): Strategies by label that differ from the policy's.
    keep_roles (Iterable[str] | None): The only roles of names to keep; None for the policy's.
    """

    def __init__(
        self,
        policy: str | Path,
        strategies: Mapping[str, str] | None = None,
        keep_roles: Iterable[str] | None = None,
    ) -> None:
        self.policy = str(policy)
        self.strategies = check_strategies(strategies or {})
        self.keep_roles = None if keep_roles is None else check_roles(keep_roles)
        chosen = dict.fromkeys(BY_SHAPE, self.policy)
        self._by_shape: Mapping[str, Policy] = {
            shape: load_policy(name).changed(self.strategies, self.keep_roles)
            for shape, name in (BY_SHAPE if self.by_shape else chosen).items()
        }

    @property
    def by_shape(self) -> bool:
        """Whether each document's shape decides."""
        return self.policy == AUTO

    def of(self, doc: Doc) -> Policy:
        """The policy of a document."""
        return self._by_shape[doc_shape(doc) if self.by_shape else next(iter(BY_SHAPE))]

    @property
    def shuffles(self) -> bool:
        """Whether any of them shuffles values."""
        return any(policy.has(SHUFFLE) for policy in self._by_shape.values())

    @property
    def holds(self) -> bool:
        """Whether any of them leaves findings to a person."""
        return any(policy.has(HOLD) for policy in self._by_shape.values())

    def to_dict(self) -> dict[str, Any]:
        """All that they decide, as JSON values."""
        return {
            "policy": self.policy,
            **{shape: policy.to_dict() for shape, policy in self._by_shape.items()},
        }


def words_of_people(people: Iterable[str], candidates: Iterable[Candidate], text: str) -> set[str]:
    """The folded words of the names of a document's people.

    people (Iterable[str]): The names of its speakers and roster.
    candidates (Iterable[Candidate]): What was found in it.
    text (str): `doc.text`.
    RETURNS (set[str]): The words of all names but those of authors, public figures and terms.
    """
    names = [one for one in candidates if one.label == "NAME" and one.role not in NOT_PRIVATE]
    return word_set(" ".join([*people, *(one.cut(text) for one in names)]))


def figures_of(
    doc: Doc, people: Iterable[str], candidates: Sequence[Candidate], lexicon: Lexicon
) -> Figures:
    """The public figures and characters of a document.

    doc (Doc): The document.
    people (Iterable[str]): The names of its speakers and roster; those of the author block, of page
        headers and of signatures are added, and those that the input's spans say are participants'.
    candidates (Sequence[Candidate]): What was found in it.
    lexicon (Lexicon): The words of the language.
    RETURNS (Figures): The figures, by places in the plain text.
    """
    view, text = doc_view(doc, lexicon), doc_text(doc)
    names = [one for one in candidates if one.label == "NAME"]
    sections = sections_of(doc, lexicon)
    titles = lexicon.part(Books).titles_in(view.text) if sections else []
    own = []
    for one in names:
        start, end = view.plain(one.start, one.end)
        in_title = any(first <= start and end <= last for first, last in titles)
        is_own = sections and sections.at(one.start) in _OWN_SECTIONS and not in_title
        if is_own or (one.source == INPUT_SOURCE and one.role == PARTICIPANT):
            own.append(one.cut(text))
    terms = word_set(" ".join(one.cut(text) for one in names if one.role == MATH_TERM))
    full = [frozenset(identifying_parts(one.cut(text), lexicon)) for one in names]
    return Figures(
        view.text,
        word_set(" ".join([*people, *own])),
        [word_set(" ".join(parts)) for parts in full if len(parts) > 1],
        terms,
        lexicon,
        in_class=not sections,
    )


def choose_strategy(
    policy: Policy,
    is_allowed: Callable[[str], bool],
    lexicon: Lexicon,
    people: Set[str],
    figures: Figures,
    candidate: Candidate,
    text: str,
) -> str:
    """Choose the strategy for a candidate.

    policy (Policy): The document's policy.
    is_allowed (Callable[[str], bool]): Whether a text is never replaced.
    lexicon (Lexicon): The words of the language.
    people (Set[str]): The folded words of the names of the document's people: a pupil may be
        called Ireland.
    figures (Figures): Its public figures and characters of books.
    candidate (Candidate): The candidate.
    text (str): Its document's text.
    RETURNS (str): The policy's strategy; "keep" for a text that is allowed, and for one that would
        get a surrogate although it identifies no one (`is_non_identifying`, `Landmarks`), or is a
        figure's that the policy keeps.
    """
    original = text[candidate.start : candidate.end]
    is_place = candidate.label == "LOCATION"
    words = lexicon.part(PlaceWords)
    is_nobodys = is_place and people.isdisjoint(word_set(original))
    wide = is_nobodys and words.is_wide_at(candidate.start, candidate.end, text)
    strategy = policy.strategy(candidate.label, WIDE if wide else candidate.role)
    if strategy != KEEP and is_allowed(original):
        return KEEP
    # What the last check adds is somebody's, wherever it stands.
    if strategy in MAKING and candidate.label == "NAME" and candidate.source != REPAIR_SOURCE:
        kind = figures.kind(candidate.start, candidate.end)
        if kind and policy.strategy(candidate.label, kind) == KEEP:
            return KEEP
    if strategy in MAKING and is_nobodys and lexicon.part(Landmarks).stays(original, text):
        return KEEP
    if strategy in MAKING and is_non_identifying(original, candidate.label, lexicon):
        return KEEP
    return strategy
