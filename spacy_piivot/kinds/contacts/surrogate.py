"""Makes surrogates for addresses and handles that follow their owner's surrogate name."""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from ...core.folding import fold
from ...draws.casing import humps, match_case_by_segment
from ...draws.choice import Draws, Ledger
from ..impersonal import Web
from ..names import is_only_a_word
from ..names.surrogate import NameSurrogates
from .domains import Domains
from .escapes import read_escapes, write_escapes
from .grammar import EmailGrammar, find_runs, runs
from .random_ids import RandomIds, is_random, redraw_id
from .runs import SEAM, Runs, plain, run_units, segments
from .spoken import SpokenSigns

_RUN = re.compile(r"[^\W_]+")
_RUN_OR_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}|[^\W_]+")
_URL = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*://)?(?P<user>[^/@\s]*@)?(?P<host>[^/?#:\s]+)", re.I
)
_MAILTO = re.compile(r"\s*mailto:", re.IGNORECASE)
_QUERY_START = re.compile(r"[?#&;]")
_SHORT_KEY = re.compile(r"[A-Za-z]\d")
_KEY_END = re.compile(r"[\w.\[\]-]*=")
# A name of a person's page in a path.
_PAGE = re.compile(r"(?<=/)@?[A-Za-z][\w.-]{1,40}(?=[/?#]|$)")
# A date in a path.
_DATE = re.compile(
    r"(?<![^\W_])(?:19|20)\d\d([-/_])(?:0[1-9]|1[0-2])(?:\1(?:0[1-9]|[12]\d|3[01]))?(?![^\W_])"
)

_LOGIN = re.compile(r"[A-Za-z]+(?:[._-]?[A-Za-z]+)*[._-]?\d{0,4}[A-Za-z]?")


class ContactSurrogates:
    """The surrogates of addresses and handles in one dialogue.

    ledger (Ledger): The dialogue's draws.
    names (NameSurrogates): Its names: a name in an address is replaced by its surrogate. The rest
        of a handle gets the same surrogate everywhere: alone, before an @, in a path.
    years (Mapping[str, str]): The surrogates of years that its dates have.
    """

    def __init__(
        self,
        ledger: Ledger,
        names: NameSurrogates,
        years: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._ledger = ledger
        self._lexicon = lexicon = ledger.lexicon
        self._emails = lexicon.part(EmailGrammar)
        self._web = lexicon.part(Web)
        self._entries = lexicon.words("address_words.entries")
        self._mailboxes = lexicon.word_set("address_words.mailboxes")
        self._ids = lexicon.part(RandomIds)
        self._domains = Domains(ledger)
        # The name of a file, and not a host.
        ending = lexicon.any_of("address_words.file_endings")
        name = r"[^/\s:?@]*"
        self._file_name = re.compile(rf"{name}_{name}\.[a-z]{{2,4}}\d?|{name}\.{ending}", re.I)
        self._spoken = lexicon.part(SpokenSigns)
        self._runs = Runs(ledger, names, years)

    def email(self, text: str) -> str | None:
        """The surrogate of an e-mail address, plain or spelled out ("sam dot w at gmail dot com").

        text (str): As found.
        RETURNS (str | None): The local part follows its owner's surrogate name, digits are redrawn;
            a free-mail domain is kept, and the local part gets a rare ending; any other domain
            becomes a made-up one of the same form, except "example.org". None if there is
            nothing to redraw.
        """
        if mail := _MAILTO.match(text):
            new = self.email(text[mail.end() :])
            return new and mail.group() + new
        at = list(self._emails.at.finditer(text))
        if not at or not text[: at[-1].start()].strip():
            return self.handle(text)
        local, domain = text[: at[-1].start()], text[at[-1].end() :]
        local_runs, domain_runs = (runs(half, self._lexicon) for half in (local, domain))
        canonical = f"{'.'.join(local_runs)}@{'.'.join(domain_runs)}"
        is_anybodys = self._domains.is_free_mail(domain_runs)
        is_nobodys = "".join(local_runs) in self._mailboxes

        def propose(draws: Draws, attempt: int) -> str:
            new_domain = self._domains.domain(domain_runs)
            if is_nobodys and new_domain != domain_runs:
                drawn = local_runs
            elif is_anybodys:
                drawn = self._runs.handle(local_runs, attempt)
            else:
                drawn = self._runs.rewrite_all(local_runs) or [""]
                drawn[-1] += SEAM + str(10 + draws.below(90)) if attempt or not local_runs else ""
            return f"{'.'.join(drawn)}@{'.'.join(new_domain)}"

        new = self._ledger.choose(canonical, "EMAIL_ADDRESS", propose, _whole_unit)
        new_local, _, new_domain = new.partition("@")
        return (
            self._fill_in(local, new_local.split("."))
            + text[at[-1].start() : at[-1].end()]
            + self._fill_in(domain, new_domain.split("."))
        )

    def handle(self, text: str) -> str | None:
        """The surrogate of a user name or handle.

        text (str): As found: "@cassie_2012", "Cassie#1234".
        RETURNS (str | None): A handle of the same shape: a name in it follows its owner's
            surrogate, habits such as "its" and "xo" are kept, a year becomes one nearby, other
            digits are redrawn, and it gets a rare ending. None if there is nothing to redraw.
        """
        own = runs(text, self._lexicon)
        if not own:
            return None
        if is_random(text.lstrip("@")) and not any(map(self._runs.has_name, own)):
            return self._id(text)

        def propose(draws: Draws, attempt: int) -> str:
            return ".".join(self._runs.handle(own, attempt))

        # Handles have their own name space: "@cassie" may follow Cassie's surrogate exactly.
        new = self._ledger.choose(".".join(own), "USERNAME", propose, _handle_units)
        return self._fill_in(text, new.split("."))

    def url(self, text: str) -> str | None:
        """The surrogate of a web address.

        text (str): As found.
        RETURNS (str | None): Scheme, form, a site that many people share ("docs.google.com"), the
            keys of a query and escapes ("%20") are kept; names follow their surrogates, the rest
            is redrawn. None if it cannot be read as an address.
        """
        if mail := _MAILTO.match(text):
            address, mark, query = text[mail.end() :].partition("?")
            new = self.email(read_escapes(address))
            return new and mail.group() + new + self._rewrite_part(mark + query)
        if spoken := self._spoken.read(text):
            new = self.url(spoken.written)
            return new and spoken.speak(new)
        if self._file_name.fullmatch(text.strip()):
            return self._file(text)
        found = _URL.match(text)
        if not found or not _RUN.search(text):
            return None

        def propose(draws: Draws, attempt: int) -> str:
            extra = str(10 + draws.below(90)) if attempt else ""
            return extra + SEAM + self._address(found, extra)

        path = _RUN.sub(self._canonical, read_escapes(text[found.end() :]))
        new = self._ledger.choose(fold(found.group()) + path, "URL", propose, _address_units)
        return self._address(found, new.partition(SEAM)[0])

    def _file(self, name: str) -> str:
        """Another name of a file: "essay_Lee_final.pdf" is no host."""

        def propose(draws: Draws, attempt: int) -> str:
            extra = str(10 + draws.below(90)) if attempt else ""
            stem, dot, ending = name.rpartition(".")
            return self._rewrite_part(stem, extra) + dot + ending

        return self._ledger.choose(fold(name), "URL:file", propose, _whole_unit)

    def is_login(self, text: str) -> bool:
        """Whether a code is a login that is made of names or words: "jsmith09"."""
        return bool(_LOGIN.fullmatch(text)) and self._runs.is_readable(text)

    def is_file(self, text: str) -> bool:
        """Whether a code is the name of a file with a name of the dialogue."""
        return bool(self._file_name.fullmatch(text.strip())) and self._runs.has_name(text)

    def _address(self, found: re.Match[str], extra: str) -> str:
        """The address with its parts replaced, and with extra digits if any."""
        path = self._rewrite_part(found.string[found.end() :], extra, found["host"].lower())
        user = self._rewrite_part(found["user"] or "")
        return (found["scheme"] or "") + user + self._host(found["host"]) + path

    def _canonical(self, run: re.Match[str]) -> str:
        return run.group() if self._is_code(run.group()) else fold(run.group())

    def _host(self, host: str) -> str:
        public = self._web.public_host(host)
        if not public:
            return self._fill_in(host, self._domains.domain(runs(host, self._lexicon)))
        before, after = host[: -len(public)], host[-len(public) :]
        sub = "".join(
            label
            if fold(label) in self._web.page_words or not runs(label, self._lexicon)
            else self.handle(fold(label)) or label
            for label in re.split(r"(\.)", before)
        )
        return sub + after

    def _rewrite_part(self, text: str, extra: str = "", host: str = "") -> str:
        """Rewrite the path, query or user part of an address; page words and plain keys are kept.

        Extra digits follow the last redrawn run; if there is none, they become a path.
        """
        readable = read_escapes(text)
        pieces = []
        position = 0
        last = 0
        for start, end, new in self._replacements(readable, host):
            pieces += [readable[position:start], new]
            last = len(pieces) if new != readable[start:end] else last
            position = end
        pieces.append(readable[position:])
        if extra:
            pieces.insert(last or len(pieces), extra if last else f"/{extra}")
        new = "".join(pieces)
        return write_escapes(new) if text.isascii() else new

    def _replacements(self, path: str, host: str) -> Iterator[tuple[int, int, str]]:
        """The runs of a path and what replaces them; random ids, dates and handles as a whole."""
        wholes: dict[int, tuple[int, Callable[[str], str | None]]] = {}
        if self._web.has_pages_of_persons(host):
            for found in _PAGE.finditer(path):
                if self._is_handle(found.group()):
                    wholes[found.start()] = (found.end(), self.handle)
        wholes |= {found.start(): (found.end(), self._date) for found in _DATE.finditer(path)}
        wholes |= {start: (end, self._id) for start, end in self._ids.spans(path, host)}
        position = 0
        for found in _RUN_OR_ESCAPE.finditer(path):
            start = found.start()
            sign = start - (path[start - 1 : start] == "@")
            if start < position:
                continue
            if whole := wholes.get(start) or wholes.get(sign):
                begin = start if start in wholes else sign
                position, make = whole
                yield begin, position, make(path[begin:position]) or path[begin:position]
            else:
                position = found.end()
                yield start, position, self._rewrite_part_run(path, found)

    def _is_handle(self, segment: str) -> bool:
        """Whether a part of a path may be the handle of a page's owner, and not a file."""
        own = runs(segment, self._lexicon)
        return bool(own) and not any(run in self._web.page_words for run in own)

    def _id(self, id: str) -> str:
        """Another random id, without a name of the dialogue."""

        def propose(draws: Draws, attempt: int) -> str | None:
            new = redraw_id(id, draws)
            return None if self._runs.has_name(new) else new

        return self._ledger.choose(id, "URL:code", propose, run_units)

    def _date(self, date: str) -> str:
        """Another date in a path: "/2011/04"."""
        draws = self._ledger.draws(date, "URL:date")
        year, mark, rest = date[:4], date[4], date[5:].split(date[4])
        days = [f"{1 + draws.below(most):02}" for most in (12, 28)[: len(rest)]]
        return mark.join([self._runs.years.year(year) or year, *days])

    def _rewrite_part_run(self, address: str, found: re.Match[str]) -> str:
        run = found.group()
        if fold(run) in self._web.page_words or run[0] == "%":
            return run
        if self._is_plain_key(address, found) and not self._runs.has_name(run):
            return run
        if self._is_code(run):
            return self._id(run)
        return match_case_by_segment(run, segments(self._runs.rewrite(fold(run))))

    def _is_code(self, run: str) -> bool:
        """Whether case and digits are mixed as never in a name ("dQw4w9WgXcQ"), so case matters."""
        letters = [hump for hump in humps(run) if not hump.isdecimal()]
        mixed = len(letters) > 1 and any(len(hump) == 1 for hump in letters)
        return mixed and not run.islower() and not self._runs.segments(fold(run))

    def _is_plain_key(self, address: str, run: re.Match[str]) -> bool:
        """Whether a run is part of a key and certainly not a handle: "p2", "entry.7"."""
        start, end = run.span()
        before, *others = _QUERY_START.split(address[:start])[::-1]
        begins = (before + run.group())[0].isalpha()
        if not (others and begins and "=" not in before and _KEY_END.match(address, end)):
            return False
        field = run.group().isdecimal() and before.removesuffix(".") in self._entries
        if field or _SHORT_KEY.fullmatch(run.group()):
            return True
        return is_only_a_word(run.group(), self._lexicon)

    def _fill_in(self, text: str, runs: list[str]) -> str:
        """Replace the runs of a text; connectors and separators are kept."""
        remaining = iter(runs)
        pieces = []
        position = 0
        for found in find_runs(text, self._lexicon):
            drawn = next(remaining, "")
            new = match_case_by_segment(found.group(), segments(drawn))
            if plain(drawn) == fold(found.group()):
                new = found.group()
            pieces += [text[position : found.start()], new]
            position = found.end()
        return plain("".join([*pieces, text[position:], *remaining]))


def _whole_unit(drawn: str) -> list[str]:
    return [fold(plain(drawn))]


def _address_units(drawn: str) -> list[str]:
    return [fold(drawn.partition(SEAM)[2])]


def _handle_units(drawn: str) -> list[str]:
    return [f"@{plain(drawn)}", f"@{fold(plain(drawn))}"]
