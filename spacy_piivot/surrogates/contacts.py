"""Surrogates for e-mail addresses, handles and web addresses: they follow their owner's name."""

import re
from collections.abc import Callable, Iterable

from ..names import fold
from .casing import match_case
from .choice import Draws, Ledger
from .lists import FREE_MAIL, PATH_WORDS, PUBLIC_HOSTS
from .names import NameSurrogates, made_up_name
from .numbers import redraw_digits, redraw_shape
from .places import draw_stem, state_codes
from .pools import without_accents

_RUN = re.compile(r"[^\W_]+")
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")
_AT = re.compile(r"\s*[(\[{<]\s*at\s*[)\]}>]\s*|\s+at\s+|\s*@\s*", re.IGNORECASE)
_URL = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*://)?(?P<user>[^/@\s]*@)?(?P<host>[^/?#:\s]+)", re.I
)
_CONNECTORS = frozenset("dot underscore dash hyphen period minus slash colon".split())
_SECOND_LEVEL = frozenset("co ac edu gov org com net sch k12".split())
_SCHOOL_ENDINGS = (
    "schools", "school", "academy", "university", "univ", "college", "elementary", "middle",
    "prep", "isd", "usd", "hs",
)  # fmt: skip
_LEAST_INSIDE = 4
_LEAST_AT_EDGE = 3


class ContactSurrogates:
    """The surrogates of addresses and handles in one dialogue.

    ledger (Ledger): The dialogue's draws.
    names (NameSurrogates): Its names: where an address holds one, the surrogate stands there.
    urls (Iterable[str]): Its web addresses. A public site that is mentioned by its bare
        address is replaced in every address.
    """

    def __init__(self, ledger: Ledger, names: NameSurrogates, urls: Iterable[str] = ()) -> None:
        self._ledger = ledger
        self._names = names
        self._longest = max(map(len, names.by_part), default=0)
        self._bare_hosts = {host for url in urls if (host := _bare_host(url))}

    def email(self, text: str) -> str | None:
        """The surrogate of an e-mail address, plain or spelled out ("sam dot w at gmail dot com").

        text (str): As found.
        RETURNS (str): The local part follows its owner's surrogate name, digits are redrawn; a
            free-mail domain stays, any other becomes a made-up one of the same form. None if
            there is nothing to redraw.
        """
        at = list(_AT.finditer(text))
        if not at:
            return self.handle(text)
        local, domain = text[: at[-1].start()], text[at[-1].end() :]
        local_runs, domain_runs = _runs(local), _runs(domain)
        canonical = f"{'.'.join(local_runs)}@{'.'.join(domain_runs)}"

        def propose(draws: Draws, attempt: int) -> str:
            runs = [self._follow(run, draws) for run in local_runs] or [""]
            runs[-1] += str(10 + draws.below(90)) if attempt or not local_runs else ""
            return f"{'.'.join(runs)}@{'.'.join(self._domain(domain_runs))}"

        new = self._ledger.settle(canonical, "EMAIL_ADDRESS", propose, _whole)
        new_local, _, new_domain = new.partition("@")
        return (
            _pour(local, new_local.split("."))
            + text[at[-1].start() : at[-1].end()]
            + _pour(domain, new_domain.split("."))
        )

    def handle(self, text: str) -> str | None:
        """The surrogate of a user name or handle.

        text (str): As found: "@cassie_2012", "Cassie#1234".
        RETURNS (Optional[str]): The same shape: it follows its owner's surrogate name where it
            holds the name; digits are redrawn. None if there is nothing to redraw.
        """
        runs = _runs(text)
        if not runs:
            return None

        def propose(draws: Draws, attempt: int) -> str:
            new = [self._follow(run, draws) for run in runs]
            new[-1] += str(10 + draws.below(90)) if attempt else ""
            return ".".join(new)

        # Handles have their own name space: "@cassie" may follow Cassie's surrogate exactly.
        new = self._ledger.settle(
            ".".join(runs), "USERNAME", propose, lambda drawn: [f"@{drawn}", f"@{fold(drawn)}"]
        )
        return _pour(text, new.split("."))

    def url(self, text: str) -> str | None:
        """The surrogate of a web address.

        text (str): As found.
        RETURNS (Optional[str]): Scheme and form stay, and so does a site that many people
            share ("docs.google.com"); names follow their surrogates, the rest is redrawn. None
            if it cannot be read as an address.
        """
        found = _URL.match(text)
        if not found or not _RUN.search(text):
            return None
        host = found["host"].lower()
        head = found["scheme"] or ""

        def propose(draws: Draws, attempt: int) -> str:
            user = self._rewrite(found["user"] or "", draws)
            path = self._rewrite(text[found.end() :], draws)
            extra = f"/{10 + draws.below(90)}" if attempt and path == text[found.end() :] else ""
            return head + user + self._host(host, found["host"], draws) + path + extra

        return self._ledger.settle(text, "URL", propose, _whole)

    def _host(self, host: str, written: str, draws: Draws) -> str:
        name = host.removeprefix("www.")
        public = next((p for p in _parents(name) if p in PUBLIC_HOSTS), "")
        if not public:
            return _pour(written, self._domain(_runs(host)))
        kept = public
        if public in self._bare_hosts:
            kept = self._ledger.settle(
                public, "HOST", self._other_host, lambda drawn: [f"site {drawn}"]
            )
        before = written[: len(host) - len(public)]
        sub = "".join(
            piece
            if fold(piece) in PATH_WORDS or not piece.isalnum()
            else self._follow(piece, draws)
            for piece in re.split(r"(\W)", before)
            if piece
        )
        return sub + (written[len(before) :] if kept == public else kept)

    def _other_host(self, draws: Draws, attempt: int) -> str | None:
        host = draws.pick(PUBLIC_HOSTS)
        return None if self._ledger.is_original(host) else host

    def _domain(self, runs: list[str]) -> list[str]:
        """A made-up domain with the same top level and the same words for what it is."""
        host = ".".join(runs)
        if (host in FREE_MAIL or f"{host}.com" in FREE_MAIL) and host not in self._bare_hosts:
            return runs
        tail = 1
        if len(runs) > 2 and len(runs[-1]) == 2 and runs[-2] in _SECOND_LEVEL:
            tail = 2
        new = []
        for run in runs[:-tail] if len(runs) > 1 else runs:
            if run in PATH_WORDS or run in _SCHOOL_ENDINGS or run in _SECOND_LEVEL:
                new.append(run)
                continue
            if len(run) == 2 and runs[-1] == "us":  # the state in "k12.tx.us"
                new.append(self._ledger.draws(run, "DOMAIN:state").pick(state_codes(run)))
                continue
            ending = next((e for e in _SCHOOL_ENDINGS if run.endswith(e)), "")
            new.append(draw_stem(self._ledger, run, "DOMAIN").lower() + ending)
        return new + (runs[-tail:] if len(runs) > 1 else [])

    def _rewrite(self, text: str, draws: Draws) -> str:
        """Path, query and user part of an address: words for what a page is stay."""

        def redraw(found: re.Match[str]) -> str:
            run = found.group()
            if fold(run) in PATH_WORDS:
                return run
            if run.islower() or run.istitle() or self._segments(fold(run)) or not run.isalnum():
                return match_case(run, self._follow(fold(run), draws))
            return self._fresh(lambda: redraw_shape(run, draws))

        return _RUN.sub(redraw, text)

    def _follow(self, run: str, draws: Draws) -> str:
        """Rewrite a folded run of letters and digits: names by their surrogates, the rest drawn."""
        return "".join(
            redraw_digits(piece, draws) if piece.isdecimal() else self._follow_letters(piece, draws)
            for piece in _LETTERS_OR_DIGITS.findall(run)
        )

    def _follow_letters(self, run: str, draws: Draws) -> str:
        segments = self._segments(run)
        pieces = []
        position = 0
        for number, (start, end) in enumerate([*segments, (len(run), len(run))]):
            if start > position:
                beside = segments[min(number, len(segments) - 1)] if segments else (0, 0)
                pieces.append(self._rest(run[position:start], run[slice(*beside)], draws))
            if end > start:
                surrogate = without_accents(self._names.by_part[run[start:end]]).lower()
                plain = surrogate.isascii() or not run.isascii()
                pieces.append(surrogate if plain else self._made_up(end - start, draws))
            position = end
        return "".join(pieces)

    def _rest(self, letters: str, neighbour: str, draws: Draws) -> str:
        """Letters beside a name: an initial of the same person, or anything."""
        if len(letters) == 1:
            initial = self._names.initials.get(neighbour, {}).get(letters)
            if initial:
                return initial
        if len(letters) < 3:
            return self._fresh(lambda: redraw_shape(letters, draws))
        return self._made_up(len(letters), draws)

    def _made_up(self, letters: int, draws: Draws) -> str:
        return self._fresh(lambda: made_up_name(draws, letters))

    def _fresh(self, make: Callable[[], str]) -> str:
        """What is made, again until it is nobody's name and no word of the dialogue."""
        made = make()
        for _ in range(32):
            if self._ledger.is_free([fold(made)]):
                break
            made = make()
        return made

    def _segments(self, run: str) -> list[tuple[int, int]]:
        """Where the names of the dialogue's persons stand in a run of letters."""
        if run in self._names.by_part and len(run) > 1:
            return [(0, len(run))]
        found = []
        position = 0
        while position < len(run):
            for length in range(min(self._longest, len(run) - position), _LEAST_AT_EDGE - 1, -1):
                end = position + length
                at_edge = position == 0 or end == len(run)
                if length < (_LEAST_AT_EDGE if at_edge else _LEAST_INSIDE):
                    break
                if run[position:end] in self._names.by_part:
                    found.append((position, end))
                    position = end - 1
                    break
            position += 1
        return found


def _runs(text: str) -> list[str]:
    return [run for run in map(fold, _RUN.findall(text)) if run not in _CONNECTORS]


def _pour(text: str, runs: list[str]) -> str:
    """Put new runs where the old ones stand; connectors and separators stay."""
    remaining = iter(runs)

    def put(found: re.Match[str]) -> str:
        if fold(found.group()) in _CONNECTORS:
            return found.group()
        return match_case(found.group(), next(remaining, ""))

    return _RUN.sub(put, text) + "".join(remaining)


def _whole(drawn: str) -> list[str]:
    return [fold(drawn)]


def _parents(host: str) -> list[str]:
    labels = host.split(".")
    return [".".join(labels[i:]) for i in range(len(labels) - 1)]


def _bare_host(url: str) -> str:
    """The site of an address that names nothing but a shared site."""
    found = _URL.match(url)
    if not found or url[found.end() :].strip("/"):
        return ""
    host = found["host"].lower().removeprefix("www.")
    return host if host in PUBLIC_HOSTS or host in FREE_MAIL else ""
