"""`hips_surrogator`: replaces PII with realistic surrogates (hiding in plain sight)."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import partial
from multiprocessing import context
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..core.dialogue import doc_roster, doc_speakers
from ..core.folding import fold
from ..core.policy import AUTO, HOLD, KEEP, MAKING, SHUFFLE, WIDE
from ..core.spans import PII, Candidate, get_candidates
from ..core.speakers import may_be_initials, speaker_name
from ..core.texts import doc_text
from ..draws.choice import Given
from ..kinds.names import possessive
from ..lang import Lexicon
from ..llm.endpoint import CONNECTION, UNSAVED
from ..plain import doc_view
from ..surrogates import assign, mask
from .concurrent_component import Apply, Begun, ConcurrentComponent, restore_component, write_status
from .edits import surrogate_units, write_edits
from .generators import (
    GENERATORS,
    KEYED,
    NOTHING,
    Made,
    SurrogateGenerator,
    Wanted,
    set_given,
)
from .letter_edits import with_letters
from .note_candidates import settle_notes
from .pipeline_roles import SURROGATOR
from .pipeline_watch import watch_pipeline
from .planning import Planned, needs_surrogate, plan_edits
from .policies import Policies, choose_strategy, figures_of, words_of_people
from .saved_config import check_name, saved_block
from .saving import save_without_texts
from .scopes import DOCUMENT, document_id, scope_id, shuffle_key
from .search_status import is_searched
from .secret_key import SecretKey
from .set_surrogates import Chosen, chosen_texts, get_set_surrogates, without_avoided
from .surrogator_settings import BadSurrogatorConfig, check_one_of, check_probability


@Language.factory(
    "hips_surrogator",
    assigns=[
        "doc._.piivot_text",
        "doc._.piivot_edits",
        "doc._.piivot_speakers",
        "doc._.piivot_status",
        "doc._.piivot_llm",
    ],
    requires=["doc.spans"],
    default_config={
        "spans_key": PII,
        "scope": DOCUMENT,
        "policy": AUTO,
        "strategies": {},
        "markov_p": 0.5,
        "fictional_phones": False,
        "keep_roles": None,
        "key_file": None,
        "allow": [],
        "lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en"},
        "generator": {"@misc": KEYED},
    },
)
def make_hips_surrogator(
    nlp: Language,
    name: str,
    spans_key: str,
    scope: str,
    policy: str,
    strategies: dict[str, str],
    markov_p: float,
    fictional_phones: bool,
    keep_roles: list[str] | None,
    key_file: str | None,
    allow: list[str],
    lexicon: Lexicon,
    generator: SurrogateGenerator,
) -> "HipsSurrogator":
    """Construct a component that replaces the spans of a group with surrogates.

    spans_key (str): The span group to replace.
    scope (str): Where an original keeps the same surrogate, unless that is an original of the
        document or already another original's surrogate there: "document", "group" (the dialogues
        of one `Dialogue.group`, such as a class) or "corpus" (all with this key).
    policy (str): What happens to each label, and to names and URLs by their role: "tutoring",
        "essay", "crapii", the path of a TOML file, or "auto": "essay" for one long message, else
        "tutoring".
    strategies (dict[str, str]): Strategies by label that differ from the policy's: "consistent"
        ("replace" is the same), "markov" (a new surrogate with probability `markov_p` at each
        further mention), "random" (a new one at each mention), "mask", "keep", "hold" (the command
        `deidentify` leaves the document to a person, otherwise it is "mask"), or "shuffle"
        (another dialogue's value; only the command can do this, otherwise it is "mask").
    markov_p (float): The probability that "markov" draws a new surrogate. Osborne et al. (2022).
    fictional_phones (bool): Whether to take telephone numbers from ranges reserved for fiction, in
        countries that have one: nobody can be called, but readers can tell that they are replaced.
    keep_roles (list[str] | None): The only roles of names to keep; None for the policy's.
    key_file (str | None): A file with the secret key. Without it the key is read from the
        environment variable SPACY_PIIVOT_KEY; if that is not set, a random key is drawn.
    allow (list[str]): Terms that are never replaced, matched as a whole, ignoring case.
    lexicon (Lexicon): The words of the language (`spacy_piivot.Lexicon.v1`).
    generator (SurrogateGenerator): What makes surrogates: `spacy_piivot.KeyedSurrogates.v1` draws
        them all with the key; with `spacy_piivot.LLMSurrogates.v1` a language model reads the
        dialogue and proposes them.
    """
    save_without_texts(nlp)
    watch_pipeline(nlp)
    return HipsSurrogator(
        name=name,
        spans_key=spans_key,
        scope=scope,
        policy=policy,
        strategies=strategies,
        markov_p=markov_p,
        fictional_phones=fictional_phones,
        keep_roles=keep_roles,
        key_file=key_file,
        allow=allow,
        lexicon=lexicon,
        generator=generator,
    )


class HipsSurrogator(ConcurrentComponent):
    """Writes the de-identified text as edits, leaving the document itself unchanged.

    The key is never saved; of all pickles, only the one that starts a worker process contains it.
    """

    factory = SURROGATOR
    unsaved = UNSAVED

    def __init__(
        self,
        *,
        name: str,
        spans_key: str,
        scope: str,
        policy: str,
        strategies: Mapping[str, str],
        markov_p: float,
        fictional_phones: bool,
        keep_roles: Sequence[str] | None,
        key_file: str | None,
        allow: Iterable[str],
        lexicon: Lexicon,
        generator: SurrogateGenerator,
    ) -> None:
        if not isinstance(generator, SurrogateGenerator):
            raise BadSurrogatorConfig("generator", type(generator).__name__, GENERATORS)
        if generator.asks:
            check_name(name)
        super().__init__(name)
        self.generator = generator
        self.secret = SecretKey(key_file)
        self.spans_key = spans_key
        self.scope = scope
        self.policies = Policies(policy, strategies, keep_roles)
        self.markov_p = markov_p
        self.fictional_phones = fictional_phones
        self.lexicon = lexicon
        self.allow = allow
        self.shuffled: Mapping[tuple[str, str, str], str] = {}

    @property
    def asks(self) -> bool:
        """Whether its generator queries an endpoint."""
        return self.generator.asks

    @property
    def key(self) -> bytes:
        """The secret key in use: set, else from the key file or the environment, else random."""
        return self.secret.value

    @key.setter
    def key(self, key: bytes) -> None:
        self.set_key(key)

    def set_key(self, key: bytes) -> None:
        """Use the caller's key.

        key (bytes): The key; surrounding white space is dropped.
        RAISES (BadKey): If it is too short.
        """
        self.secret.set(key)

    @property
    def scope(self) -> str:
        """Which documents share surrogates: one of the scopes that the generator supports."""
        return self._scope

    @scope.setter
    def scope(self, scope: str) -> None:
        self._scope = check_one_of("scope", scope, self.generator.scopes)

    @property
    def policy(self) -> str:
        """The name or the path of the policy, or "auto"."""
        return self.policies.policy

    @policy.setter
    def policy(self, policy: str | Path) -> None:
        self.policies = Policies(policy, self.strategies, self.policies.keep_roles)

    @property
    def strategies(self) -> Mapping[str, str]:
        """The strategies by label that differ from the policy's."""
        return self.policies.strategies

    @strategies.setter
    def strategies(self, strategies: Mapping[str, str]) -> None:
        self.policies = Policies(self.policy, strategies, self.policies.keep_roles)

    @property
    def markov_p(self) -> float:
        """The probability that "markov" draws a new surrogate."""
        return self._markov_p

    @markov_p.setter
    def markov_p(self, markov_p: float) -> None:
        self._markov_p = check_probability(markov_p)

    @property
    def allow(self) -> frozenset[str]:
        """The folded terms that are never replaced; set them in any form."""
        return self._allow

    @allow.setter
    def allow(self, terms: Iterable[str]) -> None:
        self._allow = frozenset(_term(term, self.lexicon) for term in terms)

    @property
    def key_is_given(self) -> bool:
        """Whether the key comes from the caller, a file or the environment, and is not random."""
        return self.secret.is_given

    def begin(self, doc: Doc) -> Begun:
        if not is_searched(self, doc, self.spans_key):
            return _write_nothing
        settle_notes(doc, self.spans_key, self.lexicon)
        text = doc_text(doc)
        planned = self.plan(doc, text)

        def write(made: Made) -> Apply:
            return lambda doc: self._write(doc, text, planned, made)

        wanted = Wanted(
            needs_surrogate(planned), **self.named(doc), fictional_phones=self.fictional_phones
        )
        return self.generator.begin(doc, wanted, write)

    def _write(self, doc: Doc, text: str, planned: Sequence[Planned], made: Made) -> None:
        # Adds nothing that the text and edits do not contain; a repair needs no new query.
        set_given(doc, made.given)
        self.replace(doc, text, planned, made.given)
        if made.status:
            write_status(doc, self.name, made.status)

    def named(self, doc: Doc) -> dict[str, Any]:
        """A dialogue's people, kept terms and lexicon, as arguments of `assign` and `Wanted`."""
        speakers = set(doc_speakers(doc))
        return {
            "speakers": [speaker for speaker in speakers if not self._is_allowed(speaker)],
            "roster": doc_roster(doc),
            "allow": self.allow,
            "lexicon": self.lexicon,
        }

    def replace(
        self,
        doc: Doc,
        text: str,
        planned: Sequence[Planned],
        given: Given = NOTHING,
        avoid: Set[str] = frozenset(),
    ) -> None:
        """Write the edits of a Doc, replacing any that it already has.

        doc (Doc): The document.
        text (str): `doc.text`.
        planned (Sequence[Planned]): The planned edits.
        given (Mapping[tuple[str, str], str]): Surrogates that are not drawn.
        avoid (Set[str]): Folded words and codes that no surrogate may contain or be.
        """
        planned = without_avoided(planned, avoid)
        chosen = chosen_texts(planned)
        speakers = doc_speakers(doc)
        people = bool(planned) or any(
            speaker_name(one, self.lexicon) or may_be_initials(one) for one in set(speakers)
        )
        named = self.named(doc)
        view = doc_view(doc, self.lexicon)
        surrogates = assign(
            needs_surrogate(planned),
            key=self.key,
            scope=scope_id(doc, text, self.scope),
            text=view.text if people else "",
            **(named if people else {**named, "roster": ()}),
            strategies=self.policies.of(doc).labels,
            markov_p=self.markov_p,
            shared=self.scope != DOCUMENT,
            fictional_phones=self.fictional_phones,
            keeps_wide=self.policies.of(doc).strategy("LOCATION", WIDE) == KEEP,
            given={
                entity: made for entity, made in given.items() if not surrogate_units(made) & avoid
            },
            chosen=chosen,
            avoid=avoid,
        )
        made = iter(surrogates.in_order)
        id = document_id(doc, text)
        replaced = []
        for one in planned:
            drawn = next(made) if one.strategy in MAKING else self._stand_in(id, one, avoid, chosen)
            replaced.append((one, one.surrogate or drawn))
        released = [
            speaker if self._is_allowed(speaker) else surrogates.speaker(speaker)
            for speaker in speakers
        ]
        edits = with_letters(replaced, surrogates.letters, view, text, self.name)
        write_edits(doc, text, edits, released, self.spans_key)

    def _stand_in(self, id: str, planned: Planned, avoid: Set[str], chosen: Chosen) -> str:
        """Another document's value if the candidate is shuffled, else a mask."""
        shuffled = self.shuffled.get(shuffle_key(id, planned.mention), "")
        usable = shuffled and not surrogate_units(shuffled) & avoid
        usable = usable and fold(shuffled) not in map(fold, chosen.values())
        return shuffled if usable else mask(planned.candidate.label)

    def plan(self, doc: Doc, text: str) -> list[Planned]:
        """Plan the edits of a Doc.

        doc (Doc): A Doc with candidates.
        text (str): `doc.text`.
        RETURNS (list[Planned]): The edits in text order, without overlaps.
        """
        known = {*doc_speakers(doc), *doc_roster(doc)}
        people = [speaker_name(one, self.lexicon) or one for one in known]
        candidates = get_candidates(doc, self.spans_key)
        words = words_of_people(people, candidates, text)
        figures = figures_of(doc, people, candidates, self.lexicon)
        policy = self.policies.of(doc)
        strategy = partial(choose_strategy, policy, self._is_allowed, self.lexicon, words, figures)
        chosen = get_set_surrogates(doc)
        return plan_edits(doc, text, self.spans_key, strategy, self.lexicon, people, chosen)

    def held(self, doc: Doc) -> list[Candidate]:
        """The findings in a Doc that its policy leaves to a person."""
        if not self.policies.holds:
            return []
        plan = self.plan(doc, doc_text(doc))
        return [one.candidate for one in plan if one.strategy == HOLD]

    def to_shuffle(self, doc: Doc) -> list[tuple[str, str, str]]:
        """The values of a Doc to shuffle: keys of `shuffled`, with the values unfolded.

        doc (Doc): A Doc with candidates.
        RETURNS (list[tuple[str, str, str]]): The document's id, the label and the value.
        """
        text = doc_text(doc)
        id = document_id(doc, text)
        return [
            (id, one.mention.label, one.mention.text)
            for one in self.plan(doc, text)
            if one.strategy == SHUFFLE
        ]

    def _is_allowed(self, text: str) -> bool:
        return bool(self.allow) and _term(text, self.lexicon) in self.allow

    def to_disk(self, path: Path, *, exclude: Iterable[str] = ()) -> None:
        """Save nothing: the config is saved by spaCy, without the settings of the endpoint."""

    def from_disk(self, path: Path, *, exclude: Iterable[str] = ()) -> "HipsSurrogator":
        """Forget an endpoint that a saved config names; keep one given while loading.

        path (Path): The component's path in the pipeline's folder.
        RETURNS (HipsSurrogator): The component.
        """
        blocks = [("generator", GENERATORS), ("connection", [CONNECTION])]
        self.generator.forget_endpoint(saved_block(Path(path), blocks))
        return self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[type, dict[str, Any]]]:
        state = dict(self.__dict__, name=self.name)
        if context.get_spawning_popen() is None:
            state["shuffled"] = {}
        return restore_component, (type(self), state)


def _term(text: str, lexicon: Lexicon) -> str:
    return possessive(lexicon).sub("", fold(" ".join(text.split())))


def _write_nothing(doc: Doc) -> None:
    """Do nothing: a Doc that was not searched already has its status."""
