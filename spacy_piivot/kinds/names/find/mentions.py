"""Finds the mentions of known names in a message."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce

from spacy.tokens import Doc

from ....core.dialogue import doc_roster, doc_speakers
from ....core.folding import fold
from ....core.labels import PARTICIPANT
from ....core.speakers import speaker_name
from ....lang import ENGLISH, Lexicon
from ..forms import is_particle
from ..index import IndexedPart, PartIndex
from ..parsing import has_title
from .evidence import Evidence, MessageWords, is_variable, stands_as_name

MISSPELT_FACTOR = 0.9
MOST_ADDRESS = 200

# Scripts that put no spaces between words, or glue particles to names.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]"
)
_IDEOGRAPHS = re.compile("[\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3]+")
_INITIALS = re.compile(r"(?:[^\W\d_]\.\s?){2,}")
# E-mail and web addresses, handles and user names: found by the patterns.
_ADDRESS = re.compile(
    r"[\w.+%-]+@[\w-]+\.\w[\w.-]*|(?<!\w)@\w[\w.-]*|\w+://\S+|\bwww\.\S+|\w*[^\W_]_[^\W_]\w*",
    re.IGNORECASE,
)
# The name of a file is no handle: "essay_Lee_final.pdf".
_FILE = re.compile(r"[\w-]*_[\w-]*(?=\.[A-Za-z]{2,4}\d?(?!\w))")
_OPERATOR = re.compile(r"\s*[=+*×^(]")
_BLANK = re.compile(r"[^\S\r\n]+")
_AFTER_INITIAL = re.compile(r"\.?[^\S\r\n]+")


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name to look for.

    text (str): The name: "Cassie", "Maria van der Berg", "Smith, John".
    score (float): The score of its mentions; misspelt ones get nine tenths of it.
    role (str): The role of its mentions.
    titled (bool): Whether it is used with a title ("Ms. Hill"): a surname, if it is one word.
    """

    text: str
    score: float = 1.0
    role: str = ""
    titled: bool = False


@dataclass(frozen=True, slots=True)
class KnownMention:
    """An occurrence of a known name in a message, with the name's score and role."""

    start: int
    end: int
    score: float
    role: str


@dataclass(frozen=True, slots=True)
class _Hit:
    number: int
    start: int
    end: int
    part: IndexedPart
    misspelt: bool


def known_names(doc: Doc, lexicon: Lexicon = ENGLISH, more: Iterable[str] = ()) -> list[KnownName]:
    """Collect the names that are known for a dialogue before it is searched, each once.

    doc (Doc): The document, with its roster and speakers.
    lexicon (Lexicon): The words of the language.
    more (Iterable[str]): Other known names.
    RETURNS (list[KnownName]): The participants' names, without titles and roles.
    """
    return [
        KnownName(name, role=PARTICIPANT, titled=has_title(given, lexicon))
        for given in dict.fromkeys([*doc_roster(doc), *doc_speakers(doc), *more])
        if (name := speaker_name(given, lexicon))
    ]


class NameFinder:
    """Finds the names known for one dialogue.

    names (Iterable[KnownName]): The names. E-mail addresses among them are ignored.
    min_misspelt_length (int): How many letters a part of a name must have for a word one edit
        away to count as its misspelling.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(
        self,
        names: Iterable[KnownName],
        *,
        min_misspelt_length: int,
        lexicon: Lexicon = ENGLISH,
    ) -> None:
        self._lexicon = lexicon
        self._names = [name for name in names if "@" not in name.text]
        self._parts = PartIndex(min_misspelt_length=min_misspelt_length, lexicon=lexicon)
        self._parts_of: list[list[str]] = []
        self._literals: dict[str, int] = {}
        for number, name in enumerate(self._names):
            literals = _literal_forms(name.text)
            for form in literals:
                self._literals.setdefault(form, number)
            self._parts_of.append(
                [] if literals else self._parts.add(name.text, number, titled=name.titled)
            )
        self._literal = re.compile(
            "|".join(map(re.escape, sorted(self._literals, key=len, reverse=True)))
        )

    def __bool__(self) -> bool:
        return bool(self._parts or self._literals)

    def find(self, text: str) -> list[KnownMention]:
        """Find the mentions in one message.

        text (str): The message.
        RETURNS (list[KnownMention]): The mentions in text order, without overlaps.
        """
        mentions = []
        if self._literals:
            mentions = [
                self._mention({self._literals[match.group()]}, *match.span())
                for match in self._literal.finditer(text)
            ]
        message = MessageWords(text, self._lexicon)
        hits = [
            _Hit(number, start + piece.start, start + piece.end, piece.part, piece.misspelt)
            for number, (start, end) in enumerate(message.words)
            for piece in self._parts.resolve(text[start:end])
        ]
        for run in self._runs(message, [hit for hit in hits if not _in_address(text, hit)]):
            mentions += self._accept(message, run)
        mentions += (
            self._mention(part.names, start, end)
            for start, end, part in self._parts.find_spaced(text)
        )
        return _without_overlaps(mentions)

    def _runs(self, message: MessageWords, hits: Iterable[_Hit]) -> list[list[_Hit]]:
        """Group neighbouring hits that belong to one name."""
        runs: list[list[_Hit]] = []
        for hit in hits:
            if runs and self._continues(message, runs[-1], hit):
                runs[-1].append(hit)
            elif len(runs) > 1 and self._continues(message, runs[-2], hit):
                runs[-1:] = []  # a particle that is a part of another name
                runs[-1].append(hit)
            else:
                runs.append([hit])
        return runs

    def _continues(self, message: MessageWords, run: list[_Hit], hit: _Hit) -> bool:
        last = run[-1].number
        return (
            last < hit.number <= last + 4
            and bool(_shared(run) & hit.part.names)
            and all(hit.part is not other.part for other in run)
            and message.words[last][1] == run[-1].end
            and message.words[hit.number][0] == hit.start
            and all(
                is_particle(message.word(between), self._lexicon)
                for between in range(last + 1, hit.number)
            )
            and all(
                (_AFTER_INITIAL if len(message.word(number - 1)) == 1 else _BLANK).fullmatch(
                    message.gap(number)
                )
                for number in range(last + 1, hit.number + 1)
            )
        )

    def _accept(self, message: MessageWords, run: list[_Hit]) -> Iterator[KnownMention]:
        if len(run) > 1 and (_is_full_name(message, run) or self._begins_name(run)):
            yield self._extended(message, run)
            return
        for hit in run:
            place = (message, hit.number, hit.start, hit.end)
            if hit.part.ordinary:
                if stands_as_name(*place, doubtful=hit.part.doubtful):
                    yield self._extended(message, [hit])
            elif not is_variable(*place):
                yield self._extended(message, [hit])

    def _begins_name(self, run: list[_Hit]) -> bool:
        """Whether a first name that is an auxiliary is followed by its surname ("will smith")."""
        first, *others = run
        return all(not hit.part.ordinary for hit in others) and any(
            self._parts_of[name][:1] == [first.part.folded] for name in _shared(run)
        )

    def _extended(self, message: MessageWords, run: list[_Hit]) -> KnownMention:
        """Extend a mention by the particles before it and the initial after it."""
        names = _shared(run)
        first, last = run[0], run[-1]
        start, end = first.start, last.end
        if message.words[first.number][0] == start:
            start = min((self._before(message, first, name) for name in names), default=start)
        if message.words[last.number][1] == end:
            end = max((self._after(message, last, name) for name in names), default=end)
        held = set().union(*(hit.part.names for hit in run))
        return self._mention(held, start, end, all(hit.misspelt for hit in run))

    def _before(self, message: MessageWords, hit: _Hit, name: int) -> int:
        start, number, parts = hit.start, hit.number, self._parts_of[name]
        position = parts.index(hit.part.folded) if hit.part.folded in parts else 0
        while (
            position > 0
            and number > 0
            and is_particle(parts[position - 1], self._lexicon)
            and parts[position - 1] == message.word(number - 1)
            and _BLANK.fullmatch(message.gap(number))
        ):
            position, number = position - 1, number - 1
            start = message.words[number][0]
        return start

    def _after(self, message: MessageWords, hit: _Hit, name: int) -> int:
        parts, number = self._parts_of[name], hit.number + 1
        if hit.part.folded not in parts or number >= len(message.words):
            return hit.end
        start, end = message.words[number]
        initial = message.text[start:end]
        following = parts[parts.index(hit.part.folded) + 1 :]
        fits = (
            len(initial) == 1
            and initial.isupper()
            and any(part.startswith(fold(initial)) for part in following)
            and _BLANK.fullmatch(message.gap(number))
            and not _OPERATOR.match(message.text, end)
        )
        return end if fits else hit.end

    def _mention(
        self, names: set[int], start: int, end: int, misspelt: bool = False
    ) -> KnownMention:
        best = min(names, key=lambda number: (-self._names[number].score, number))
        score = self._names[best].score * (MISSPELT_FACTOR if misspelt else 1.0)
        return KnownMention(start, end, score, self._names[best].role)


def _without_overlaps(mentions: Iterable[KnownMention]) -> list[KnownMention]:
    kept: list[KnownMention] = []
    for mention in sorted(mentions, key=lambda mention: (mention.start, -mention.end)):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept


def _shared(run: list[_Hit]) -> set[int]:
    return reduce(set.intersection, (hit.part.names for hit in run))


def _is_full_name(message: MessageWords, run: list[_Hit]) -> bool:
    """Whether neighbouring parts, some of them ordinary words, are used as one name."""
    auxiliaries = message.lexicon.part(Evidence).auxiliaries
    capital = {hit.start: message.text[hit.start].isupper() for hit in run}
    if all(capital.values()):
        return True
    if all(hit.part.ordinary for hit in run):
        return False
    return all(
        not hit.part.ordinary
        or capital[hit.start]
        or (not any(capital.values()) and hit.part.folded not in auxiliaries)
        for hit in run
    )


def _in_address(text: str, hit: _Hit) -> bool:
    """Whether a hit is inside an e-mail address, a web address or a handle.

    Not one that is exactly a name in the name of a file.
    """
    start, end = hit.start, hit.end
    while start > 0 and not text[start - 1].isspace() and hit.start - start < MOST_ADDRESS:
        start -= 1
    while end < len(text) and not text[end].isspace() and end - hit.end < MOST_ADDRESS:
        end += 1
    file = _FILE.match(text, start)
    if file and hit.end <= file.end() and not hit.misspelt and not hit.part.ordinary:
        return False
    return any(
        match.start() < hit.end and hit.start < match.end()
        for match in _ADDRESS.finditer(text, start, end)
    )


def _literal_forms(name: str) -> list[str]:
    """The forms of a name that is searched as a string; none for a name made of words.

    Names in scripts without spaces are also found by their given name, initials as they are.
    """
    if _INITIALS.fullmatch(name.strip()):
        return [name.strip()]
    if not _UNSPACED.search(name):
        return []
    parts = [part for part in re.split(r"[\s,，·・]+", name) if part]
    forms = {name.strip(), "".join(parts), *parts}
    for part in parts:
        if len(parts) == 1 and len(part) in (3, 4) and _IDEOGRAPHS.fullmatch(part):
            forms.add(part[-2:])
    return sorted(
        {
            unicodedata.normalize(form, text)
            for text in forms
            if len(text) > 1 and _UNSPACED.search(text)
            for form in ("NFC", "NFD")
        }
    )
