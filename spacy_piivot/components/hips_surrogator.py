"""`hips_surrogator`: hiding in plain sight. Replaces what was found by surrogates."""

import hashlib
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import zip_longest
from multiprocessing import context
from types import MappingProxyType
from typing import Any, get_args

from spacy.language import Language
from spacy.tokens import Doc

from ..detecting import FROM_ENTS, SURROGATOR
from ..dialogue import doc_group, doc_id, doc_roster, doc_speakers, message_bounds
from ..errors import PIIvotError
from ..labels import BY_NAME, CANONICAL, ENTITY_LABELS, INDIRECT, ROLES, Strategy
from ..lang import Lexicon
from ..names import POSSESSIVE, fold
from ..pipeline_watch import (
    HOW_TO_DETECT,
    HOW_TO_READ_ENTITIES,
    warn_once,
    was_told,
    watch_pipeline,
)
from ..plain import doc_view
from ..saving import save_without_texts
from ..spans import (
    EDITED_KEY,
    NOT_SEARCHED,
    OK,
    PII,
    REJECTED,
    Candidate,
    get_candidates,
    searched_by,
    set_failed,
)
from ..speakers import speaker_name
from ..surrogates import (
    REDRAWING,
    REPLACEABLE,
    Mention,
    PersonWords,
    assign,
    environment_key,
    gender_of_pronoun,
    mask,
    points_at_nobody,
    random_key,
    read_key_file,
)
from ..surrogates.choice import Given, code, words
from ..surrogates.key import check_key
from ..texts import doc_text
from .connection_config import CONNECTION_CONFIG, UNSAVED
from .document_component import DocumentComponent

SCOPES = ("document", "group", "corpus")
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
MAKING = frozenset({"consistent", *REDRAWING})

_WORD_BEFORE = re.compile(r"([^\W\d_]+(?:['’][^\W\d_]+)?)(?P<stop>\.[^\S\n]*|[^\S\n]+)$")
_LONGEST_TITLE = 16
_LONGEST_EVIDENCE = 100
_NONE: Given = MappingProxyType({})

LOCAL, LLM = GENERATORS = ("local", "llm")

DEFAULT_CONFIG: dict[str, Any] = {
    "spans_key": PII,
    "scope": "document",
    "strategies": {},
    "markov_p": 0.5,
    "fictional_phones": False,
    "keep_roles": ["math_term"],
    "key_file": None,
    "allow": [],
    "lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en"},
    "generator": LOCAL,
    # Texts are not kept, so there is no cache.
    **{key: value for key, value in CONNECTION_CONFIG.items() if key != "cache_dir"},
    "tries": 3,
    "chunk_tokens": 6000,
    "prompt_path": None,
}


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
    default_config=DEFAULT_CONFIG,
)
def make_hips_surrogator(
    nlp: Language,
    name: str,
    spans_key: str,
    scope: str,
    strategies: dict[str, str],
    markov_p: float,
    fictional_phones: bool,
    keep_roles: list[str],
    key_file: str | None,
    allow: list[str],
    lexicon: Lexicon,
    generator: str,
    base_url: str | None,
    model: str,
    api_key_env: str | None,
    remote_ok: bool,
    max_concurrency: int,
    timeout: float,
    max_retries: int,
    budget: dict[str, float | None],
    prices: dict[str, dict[str, float]],
    tries: int,
    chunk_tokens: int,
    prompt_path: str | None,
) -> "HipsSurrogator":
    """Construct a component that replaces the spans of a group by surrogates.

    spans_key (str): The span group to replace.
    scope (str): Within which one original has one surrogate, as far as no surrogate is an
        original of its document or another one's surrogate there: "document", "group" (the
        dialogues of one `Dialogue.group`, such as a class) or "corpus" (all with this key).
    strategies (dict[str, str]): What to do with a label, where it is not the default of
        `spacy_piivot.labels.LABELS`: "consistent" ("replace" is the same), "markov" (a new
        surrogate with probability `markov_p` at each further mention), "random" (a new one at
        each mention), "mask", "keep", or "shuffle" (another dialogue's value; the command
        `deidentify` alone can do it, otherwise it is "mask").
    markov_p (float): With which probability "markov" draws anew. Osborne et al. (2022).
    fictional_phones (bool): Whether telephone numbers are taken from the ranges that are reserved
        for fiction, in countries that have one: nobody can be called, but a reader sees it.
    keep_roles (list[str]): Names with one of these roles are kept.
    key_file (Optional[str]): A file with the secret key. Without one the key is taken from the
        environment variable SPACY_PIIVOT_KEY, and without that a random one is drawn.
    allow (list[str]): Terms that are never replaced, matched whole and in any case.
    lexicon (Lexicon): The words of the language (`spacy_piivot.Lexicon.v1`).
    generator (str): Who makes surrogates: "local", or "llm": a language model reads the dialogue
        and proposes names, places, schools and telephone numbers. What it proposes is checked, and
        what does not hold is drawn, as is all that it cannot know. The scope is "document" then.
        What follows is for "llm" alone: otherwise nothing is asked.
    base_url (Optional[str]): The address of an OpenAI-compatible server; None for that of the
        environment variable SPACY_PIIVOT_LLM_BASE_URL. Not saved, and not taken from a saved
        pipeline.
    model (str): The model's name there.
    api_key_env (Optional[str]): The environment variable that holds the key; None for no key.
    remote_ok (bool): Whether the server may be another machine: the texts leave this one then.
        Not saved, and not taken from a saved pipeline.
    max_concurrency (int): How many requests may be under way.
    timeout (float): Seconds that one attempt may take.
    max_retries (int): How often one that failed is repeated.
    budget (Dict[str, Optional[float]]): The most that a process may spend, by "requests",
        "tokens" and "cost" (dollars). What is not asked because of it is drawn.
    prices (Dict[str, Dict[str, float]]): By model, dollars per million tokens of "input" and
        "output".
    tries (int): How often the model is asked for what is missing or does not hold.
    chunk_tokens (int): How many tokens of a dialogue are shown together, in whole messages.
    prompt_path (Optional[str]): A jinja file to use in place of the shipped prompt.
    """
    save_without_texts(nlp)
    watch_pipeline(nlp)
    settings: dict[str, Any] = {
        "name": name,
        "spans_key": spans_key,
        "scope": scope,
        "strategies": strategies,
        "markov_p": markov_p,
        "fictional_phones": fictional_phones,
        "keep_roles": keep_roles,
        "key_file": key_file,
        "allow": allow,
        "lexicon": lexicon,
    }
    if generator not in GENERATORS:
        raise BadSurrogatorConfig("generator", generator, GENERATORS)
    if generator == LOCAL:
        return HipsSurrogator(**settings)
    from ..llm.mapping import Mapper
    from ..llm.session import Connection
    from .llm_surrogator import LLMSurrogator

    connection = Connection(
        base_url=base_url,
        remote_ok=remote_ok,
        api_key_env=api_key_env,
        max_concurrency=max_concurrency,
        timeout=timeout,
        max_retries=max_retries,
        budget=budget,
        prices=prices,
    )
    return LLMSurrogator(
        connection=connection,
        mapper=Mapper(model=model, tries=tries, prompt_path=prompt_path),
        chunk_tokens=chunk_tokens,
        **settings,
    )


class BadSurrogatorConfig(PIIvotError):
    def __init__(self, setting: str, value: str, allowed: Iterable[str]) -> None:
        super().__init__(
            f"hips_surrogator: {setting} does not take {value!r}. Use one of: "
            f"{', '.join(sorted(allowed))}."
        )


class NoGroup(PIIvotError):
    def __init__(self) -> None:
        super().__init__(
            "hips_surrogator has the scope 'group', but the dialogue names no group. Give every "
            "dialogue its 'group', or use another scope."
        )


@dataclass(frozen=True, slots=True)
class Planned:
    """A candidate that is to be edited, with what it covers and how."""

    candidate: Candidate
    mention: Mention
    strategy: str


def making(planned: Iterable[Planned]) -> list[Mention]:
    """What of a plan gets surrogates, in its order."""
    return [one.mention for one in planned if one.strategy in MAKING]


class HipsSurrogator(DocumentComponent):
    """Writes the de-identified text beside the document, as edits.

    The key is in no pickle but the one that starts a worker process, and in nothing that is
    saved.
    """

    factory = SURROGATOR
    scopes: Sequence[str] = SCOPES
    unsaved = UNSAVED

    def __init__(
        self,
        *,
        name: str,
        spans_key: str,
        scope: str,
        strategies: Mapping[str, str],
        markov_p: float,
        fictional_phones: bool,
        keep_roles: Sequence[str],
        key_file: str | None,
        allow: Iterable[str],
        lexicon: Lexicon,
    ) -> None:
        super().__init__(name)
        for role in keep_roles:
            if role not in ROLES:
                raise BadSurrogatorConfig("keep_roles", role, ROLES)
        self.spans_key = spans_key
        self.scope = scope
        self.strategies = strategies
        self.markov_p = markov_p
        self.fictional_phones = fictional_phones
        self.keep_roles = frozenset(keep_roles)
        self.key_file = key_file
        self.allow = allow
        self.lexicon = lexicon
        self.shuffled: Mapping[tuple[str, str, str], str] = {}
        self._given_key: bytes | None = None
        # Drawn now: a worker that is forked later must have the same.
        self._random_key = random_key()

    @property
    def key(self) -> bytes:
        """The secret key in use: set, else from the key file, the environment, or random."""
        if self._given_key is None:
            self._given_key = read_key_file(self.key_file) if self.key_file else environment_key()
        return self._given_key or self._random_key

    @key.setter
    def key(self, key: bytes) -> None:
        self.set_key(key)

    def set_key(self, key: bytes) -> None:
        """Use a key that the caller read.

        key (bytes): The key; white space round it is dropped.
        RAISES (BadKey): If it is too short.
        """
        self._given_key = check_key(key, "the caller")

    @property
    def scope(self) -> str:
        """What shares surrogates: one of `scopes`."""
        return self._scope

    @scope.setter
    def scope(self, scope: str) -> None:
        if scope not in self.scopes:
            raise BadSurrogatorConfig("scope", scope, self.scopes)
        self._scope = scope

    @property
    def strategies(self) -> Mapping[str, str]:
        """What is done with each label; set from those that differ from the default."""
        return self._strategies

    @strategies.setter
    def strategies(self, strategies: Mapping[str, str]) -> None:
        for label, strategy in strategies.items():
            if label not in BY_NAME:
                raise BadSurrogatorConfig("strategies", label, CANONICAL)
            if strategy not in (possible := possible_strategies(label)):
                raise BadSurrogatorConfig(f"strategies.{label}", strategy, possible)
        chosen = {**{label.name: label.strategy for label in BY_NAME.values()}, **strategies}
        self._strategies = {
            label: "consistent" if strategy == "replace" else strategy
            for label, strategy in chosen.items()
        }

    @property
    def markov_p(self) -> float:
        """With which probability "markov" draws anew."""
        return self._markov_p

    @markov_p.setter
    def markov_p(self, markov_p: float) -> None:
        if not 0 <= markov_p <= 1:
            raise BadSurrogatorConfig("markov_p", str(markov_p), ("a number from 0 to 1",))
        self._markov_p = markov_p

    @property
    def allow(self) -> frozenset[str]:
        """The terms that are never replaced, folded; set from terms in any form."""
        return self._allow

    @allow.setter
    def allow(self, terms: Iterable[str]) -> None:
        self._allow = frozenset(_term(term) for term in terms)

    @property
    def key_is_given(self) -> bool:
        """Whether the key comes from the caller, a file or the environment, not by chance."""
        return self.key is not self._random_key

    def annotate(self, doc: Doc) -> None:
        if not self.is_searched(doc):
            return
        text = doc_text(doc)
        self.replace(doc, text, self.plan(doc, text))

    def is_searched(self, doc: Doc) -> bool:
        """Whether anybody has looked for PII in a Doc; if not, its status says so.

        doc (Doc): The document.
        RETURNS (bool): Whether somebody has. Entities that nobody took up are warned about.
        """
        searched = searched_by(doc, self.spans_key)
        if not searched:
            set_failed(doc, NOT_SEARCHED)
            warn_once(
                self,
                NOT_SEARCHED,
                f"{self.name!r} got a Doc in which nobody has looked for PII: it has the status "
                f"{NOT_SEARCHED!r} and no de-identified text. {HOW_TO_DETECT}",
            )
            return False
        if (
            FROM_ENTS not in searched
            and not was_told(self, "entities")
            and self._leaves_entities(doc)
        ):
            warn_once(
                self,
                "entities",
                f"{self.name!r} got a Doc with entities in doc.ents that nobody took up: "
                f"{HOW_TO_READ_ENTITIES}",
            )
        return True

    def _leaves_entities(self, doc: Doc) -> bool:
        """Whether an entity that may be PII is not among the candidates, nor ruled out."""
        entities = [ent for ent in doc.ents if ENTITY_LABELS.get(ent.label_, ent.label_)]
        if not entities:
            return False
        known = [c for key in (self.spans_key, REJECTED) for c in get_candidates(doc, key)]
        return not all(
            any(c.start < ent.end_char and ent.start_char < c.end for c in known)
            for ent in entities
        )

    def named(self, doc: Doc) -> dict[str, Any]:
        """Who is in a dialogue, which terms stay, and its words: for `assign` and `Proposals`."""
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
        given: Given = _NONE,
        avoid: Set[str] = frozenset(),
    ) -> None:
        """Write the edits of a Doc, in place of those that it may have.

        doc (Doc): The document.
        text (str): `doc.text`.
        planned (Sequence[Planned]): What is edited.
        given (Mapping[tuple[str, str], str]): Surrogates that are not drawn.
        avoid (Set[str]): Folded words and codes that no surrogate may contain or be.
        """
        speakers = doc_speakers(doc)
        people = bool(planned) or any(map(speaker_name, set(speakers)))
        named = self.named(doc)
        surrogates = assign(
            making(planned),
            key=self.key,
            scope=self._scope_id(doc, text),
            text=doc_view(doc).text if people else "",
            **(named if people else {**named, "roster": ()}),
            strategies=self.strategies,
            markov_p=self.markov_p,
            shared=self.scope != "document",
            fictional_phones=self.fictional_phones,
            given={
                entity: made for entity, made in given.items() if not surrogate_units(made) & avoid
            },
            avoid=avoid,
        )
        made = iter(surrogates.in_order)
        id = document_id(doc, text)
        pieces: list[str] = []
        edits: list[dict[str, Any]] = []
        position = length = 0
        for one in planned:
            found = one.candidate
            if one.strategy in MAKING:
                surrogate = next(made)
            else:
                shuffled = self.shuffled.get(shuffle_key(id, one.mention), "")
                usable = shuffled and not surrogate_units(shuffled) & avoid
                surrogate = shuffled if usable else mask(found.label)
            new_start = length + found.start - position
            pieces += [text[position : found.start], surrogate]
            position, length = found.end, new_start + len(surrogate)
            edits.append(
                {
                    "start": found.start,
                    "end": found.end,
                    "new_start": new_start,
                    "new_end": length,
                    "label": found.label,
                    "score": found.score,
                    "source": found.source,
                    "role": found.role,
                    "surrogate": surrogate,
                }
            )
        doc._.piivot_speakers = [
            speaker if self._is_allowed(speaker) else surrogates.speaker(speaker)
            for speaker in speakers
        ]
        doc._.piivot_edits = edits
        doc._.piivot_text = "".join([*pieces, text[position:]])
        doc._.piivot_status = OK
        if self.spans_key == PII:
            doc.user_data.pop(EDITED_KEY, None)
        else:
            doc.user_data[EDITED_KEY] = self.spans_key

    def given(self, doc: Doc) -> Given:
        """The surrogates of a replaced Doc that were not drawn: what `replace` took."""
        return _NONE

    def plan(self, doc: Doc, text: str) -> list[Planned]:
        """What of a Doc is edited.

        doc (Doc): A Doc with candidates.
        text (str): `doc.text`.
        RETURNS (list[Planned]): In text order, without overlaps.
        """
        view = doc_view(doc)

        def strategy_of(candidate: Candidate) -> str:
            start, end = view.plain(candidate.start, candidate.end)
            if start >= end:
                return self.strategy(candidate, text)
            return self.strategy(replace(candidate, start=start, end=end), view.text)

        chosen = [
            candidate
            for candidate in get_candidates(doc, self.spans_key)
            if strategy_of(candidate) != "keep"
        ]
        planned = []
        disjoint = _disjoint(_within_messages(doc, chosen))
        for candidate, following in zip_longest(disjoint, disjoint[1:]):
            original = view.read(candidate.start, candidate.end) or candidate.cut(text)
            strategy = strategy_of(candidate)
            if strategy not in MAKING and fold(original) == fold(mask(candidate.label)):
                continue
            mention = Mention(original, candidate.label)
            if candidate.label == "NAME":
                first, last = view.plain(candidate.start, candidate.end)
                end = len(view.text)
                if following is not None:
                    end, _ = view.plain(following.start, following.end)
                after = view.text[last : min(end, last + _LONGEST_EVIDENCE)]
                mention = replace(
                    mention,
                    title=_title_before(view.text, first, self.lexicon.part(PersonWords)),
                    pronoun=gender_of_pronoun(after, self.lexicon),
                )
            planned.append(Planned(candidate, mention, strategy))
        return planned

    def to_shuffle(self, doc: Doc) -> list[tuple[str, str, str]]:
        """What of a Doc is to be shuffled: keys of `shuffled` with the values as they stand.

        doc (Doc): A Doc with candidates.
        RETURNS (list[tuple[str, str, str]]): The document's id, the label and the value.
        """
        text = doc_text(doc)
        id = document_id(doc, text)
        return [
            (id, one.mention.label, one.mention.text)
            for one in self.plan(doc, text)
            if one.strategy == "shuffle"
        ]

    def strategy(self, candidate: Candidate, text: str) -> str:
        """What is done with a candidate.

        candidate (Candidate): A candidate of the group.
        text (str): `doc.text`.
        RETURNS (str): "consistent", "markov", "random", "shuffle", "mask" or "keep"; "mask" for a
            label that is not a canonical one, "keep" for what points at nobody
            (`points_at_nobody`) where its label gets surrogates.
        """
        if candidate.label == "NAME" and candidate.role in self.keep_roles:
            return "keep"
        strategy = self.strategies.get(candidate.label, "mask")
        original = text[candidate.start : candidate.end]
        if strategy != "keep" and self._is_allowed(original):
            return "keep"
        if strategy in MAKING and points_at_nobody(original, candidate.label, self.lexicon):
            return "keep"
        return strategy

    def _scope_id(self, doc: Doc, text: str) -> str:
        if self.scope == "corpus":
            return "corpus"
        if self.scope == "group":
            group = doc_group(doc)
            if group is None:
                raise NoGroup()
            return f"group:{group}"
        return document_id(doc, text)

    def _is_allowed(self, text: str) -> bool:
        return bool(self.allow) and _term(text) in self.allow

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[type, dict[str, Any]]]:
        state = dict(self.__dict__, name=self.name)
        if context.get_spawning_popen() is None:
            state["_given_key"] = state["_random_key"] = None
            state["shuffled"] = {}
        else:
            state["_given_key"] = self.key if self.key_is_given else None
        return _restore, (type(self), state)


def _restore(cls: type[HipsSurrogator], state: dict[str, Any]) -> HipsSurrogator:
    component = cls.__new__(cls)
    component.name = state.pop("name")
    component.__dict__.update(state)
    if component._random_key is None:
        component._random_key = random_key()
    return component


def possible_strategies(label: str) -> list[str]:
    """The strategies that a canonical label can have."""
    return [
        strategy
        for strategy in STRATEGIES
        if (strategy != "shuffle" or label in INDIRECT)
        and (strategy not in (*MAKING, "replace") or label in REPLACEABLE)
    ]


def surrogate_units(surrogate: str) -> set[str]:
    """The folded words of a surrogate, and the code that they make up."""
    return {*words(surrogate), code(surrogate)} - {""}


def shuffle_key(id: str, mention: Mention) -> tuple[str, str, str]:
    """What a document's shuffled value is looked up by, whatever its casing."""
    return (id, mention.label, fold(mention.text))


def document_id(doc: Doc, text: str) -> str:
    """The dialogue's id, or a digest of the text where it has none."""
    id = doc_id(doc)
    if id:
        return f"id:{id}"
    return f"text:{hashlib.sha256(text.encode('utf8', 'surrogatepass')).hexdigest()}"


def _term(text: str) -> str:
    return POSSESSIVE.sub("", fold(" ".join(text.split())))


def _title_before(text: str, start: int, words: PersonWords) -> str:
    """The title or word for kin right before a name, folded; "" for none."""
    found = _WORD_BEFORE.search(text[max(0, start - _LONGEST_TITLE) : start])
    if not found:
        return ""
    word = fold(found[1])
    of_kin = word in words.kin and found["stop"][0] != "."
    return word if word in words.titles or of_kin else ""


def _within_messages(doc: Doc, candidates: list[Candidate]) -> list[Candidate]:
    """Cut candidates where a message ends: an edit belongs to one message."""
    bounds = message_bounds(doc)
    starts = [start for start, _ in bounds]
    cut = []
    for candidate in candidates:
        number = max(bisect_right(starts, candidate.start) - 1, 0)
        for start, end in bounds[number:]:
            if start >= candidate.end:
                break
            first, last = max(start, candidate.start), min(end, candidate.end)
            if first < last:
                cut.append(replace(candidate, start=first, end=last))
    return cut


def _disjoint(candidates: list[Candidate]) -> list[Candidate]:
    """Join candidates that overlap, as in a user's own group: the longest gives the label."""
    joined: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: (c.start, -c.end, c.label)):
        if joined and candidate.start < joined[-1].end:
            last = joined[-1]
            longest = max((last, candidate), key=lambda c: c.end - c.start)
            joined[-1] = replace(longest, start=last.start, end=max(last.end, candidate.end))
        else:
            joined.append(candidate)
    return joined
