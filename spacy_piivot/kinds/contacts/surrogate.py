"""Makes surrogates for addresses and handles that follow their owner's surrogate name."""

import re
from collections.abc import Callable
from functools import partial

from ...core.folding import fold
from ...draws.casing import humps, match_case_by_segment
from ...draws.choice import Draws, Ledger
from ...draws.redrawing import redraw_digits, redraw_shape
from ..impersonal import Web
from ..names import is_only_a_word
from ..names.genders import PersonWords
from ..names.pools import without_accents
from ..names.surrogate import NameSurrogates, made_up_name
from ..places import Gazetteer
from ..places.made_up import MadeUpPlaces
from .escapes import read_escapes, write_escapes
from .grammar import EmailGrammar, find_runs, runs
from .owners import name_segments

_RUN = re.compile(r"[^\W_]+")
_RUN_OR_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}|[^\W_]+")
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")
_URL = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*://)?(?P<user>[^/@\s]*@)?(?P<host>[^/?#:\s]+)", re.I
)
_MAILTO = re.compile(r"\s*mailto:", re.IGNORECASE)
_QUERY_START = re.compile(r"[?#&;]")
_SHORT_KEY = re.compile(r"[A-Za-z]\d")
_KEY_END = re.compile(r"[\w.\[\]-]*=")
_SECOND_LEVEL = frozenset("co ac edu gov org com net sch k12".split())
# Separates the segments of a drawn surrogate until it is written.
_SEAM = "\x1f"
_SHORTEST_NAME = 3
_LAST_OF_LENGTH = 16


class ContactSurrogates:
    """The surrogates of addresses and handles in one dialogue.

    ledger (Ledger): The dialogue's draws.
    names (NameSurrogates): Its names: a name in an address is replaced by its surrogate. The rest
        of a handle gets the same surrogate everywhere: alone, before an @, in a path.
    """

    def __init__(self, ledger: Ledger, names: NameSurrogates) -> None:
        self._ledger = ledger
        self._lexicon = lexicon = ledger.lexicon
        self._emails = lexicon.part(EmailGrammar)
        self._web = lexicon.part(Web)
        self._titles = lexicon.part(PersonWords).titles
        self._entries = lexicon.words("address_words.entries")
        self._school_endings = lexicon.words("address_words.school_endings")
        self._names = names
        self._longest = max(map(len, names.by_part), default=0)

    def email(self, text: str) -> str | None:
        """The surrogate of an e-mail address, plain or spelled out ("sam dot w at gmail dot com").

        text (str): As found.
        RETURNS (str | None): The local part follows its owner's surrogate name, digits are redrawn;
            a free-mail domain is kept, any other becomes a made-up one of the same form. None if
            there is nothing to redraw.
        """
        if mail := _MAILTO.match(text):
            new = self.email(text[mail.end() :])
            return new and mail.group() + new
        at = list(self._emails.at.finditer(text))
        if not at:
            return self.handle(text)
        local, domain = text[: at[-1].start()], text[at[-1].end() :]
        local_runs, domain_runs = (runs(half, self._lexicon) for half in (local, domain))
        canonical = f"{'.'.join(local_runs)}@{'.'.join(domain_runs)}"

        def propose(draws: Draws, attempt: int) -> str:
            drawn = self._rewrite_runs(local_runs) or [""]
            drawn[-1] += _SEAM + str(10 + draws.below(90)) if attempt or not local_runs else ""
            return f"{'.'.join(drawn)}@{'.'.join(self._domain(domain_runs))}"

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
            surrogate, digits are redrawn. None if there is nothing to redraw.
        """
        own = runs(text, self._lexicon)
        if not own:
            return None

        def propose(draws: Draws, attempt: int) -> str:
            new = self._rewrite_runs(own)
            new[-1] += _SEAM + str(10 + draws.below(90)) if attempt else ""
            return ".".join(new)

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
        found = _URL.match(text)
        if not found or not _RUN.search(text):
            return None

        def propose(draws: Draws, attempt: int) -> str:
            extra = str(10 + draws.below(90)) if attempt else ""
            return extra + _SEAM + self._address(found, extra)

        path = _RUN.sub(self._canonical, read_escapes(text[found.end() :]))
        new = self._ledger.choose(fold(found.group()) + path, "URL", propose, _address_units)
        return self._address(found, new.partition(_SEAM)[0])

    def _address(self, found: re.Match[str], extra: str) -> str:
        """The address with its parts replaced, and with extra digits if any."""
        path = self._rewrite_part(found.string[found.end() :], extra)
        user = self._rewrite_part(found["user"] or "")
        return (found["scheme"] or "") + user + self._host(found["host"]) + path

    def _canonical(self, run: re.Match[str]) -> str:
        return run.group() if self._is_code(run.group()) else fold(run.group())

    def _host(self, host: str) -> str:
        public = self._web.public_host(host)
        if not public:
            return self._fill_in(host, self._domain(runs(host, self._lexicon)))
        before, after = host[: -len(public)], host[-len(public) :]
        sub = "".join(
            piece
            if fold(piece) in self._web.page_words or not piece.isalnum()
            else _without_seams(self._rewrite_run(fold(piece)))
            for piece in re.split(r"(\W)", before)
            if piece
        )
        return sub + after

    def _domain(self, runs: list[str]) -> list[str]:
        """A made-up domain with the same top level and the same words for its kind."""
        host = ".".join(runs)
        free_mail = self._web.free_mail
        if host in free_mail | self._emails.providers or f"{host}.com" in free_mail:
            return runs
        tail = 1
        states = [code.lower() for code in self._lexicon.part(Gazetteer).abbreviations("US")]
        if len(runs) > 2 and len(runs[-1]) == 2 and runs[-2] in _SECOND_LEVEL:
            tail = 2
        new = []
        for run in runs[:-tail] if len(runs) > 1 else runs:
            kept = (self._web.page_words, self._school_endings, _SECOND_LEVEL)
            if any(run in words for words in kept):
                new.append(run)
                continue
            if len(run) == 2 and runs[-1] == "us":  # the state in "k12.tx.us"
                others = [state for state in states if state != run]
                new.append(self._ledger.draws(run, "DOMAIN:state").pick(others))
                continue
            ending = next((e for e in self._school_endings if run.endswith(e)), "")
            new.append(self._ledger.choose(run, "DOMAIN", partial(self._domain_label, ending)))
        return new + (runs[-tail:] if len(runs) > 1 else [])

    def _rewrite_part(self, text: str, extra: str = "") -> str:
        """Rewrite the path, query or user part of an address; page words and plain keys are kept.

        Extra digits follow the last redrawn run; if there is none, they become a path.
        """
        readable = read_escapes(text)
        pieces = []
        position = 0
        last = 0
        for found in _RUN_OR_ESCAPE.finditer(readable):
            new = self._rewrite_part_run(readable, found)
            pieces += [readable[position : found.start()], new]
            last = len(pieces) if new != found.group() else last
            position = found.end()
        pieces.append(readable[position:])
        if extra:
            pieces.insert(last or len(pieces), extra if last else f"/{extra}")
        new = "".join(pieces)
        return write_escapes(new) if text.isascii() else new

    def _rewrite_part_run(self, address: str, found: re.Match[str]) -> str:
        run = found.group()
        if fold(run) in self._web.page_words or run[0] == "%":
            return run
        if self._is_plain_key(address, found) and not self._has_name(run):
            return run
        if self._is_code(run):
            return self._ledger.choose(
                run, "URL:code", lambda draws, attempt: redraw_shape(run, draws), _run_units
            )
        return match_case_by_segment(run, self._rewrite_run(fold(run)).split(_SEAM))

    def _is_code(self, run: str) -> bool:
        """Whether case and digits are mixed as never in a name ("dQw4w9WgXcQ"), so case matters."""
        letters = [hump for hump in humps(run) if not hump.isdecimal()]
        mixed = len(letters) > 1 and any(len(hump) == 1 for hump in letters)
        return mixed and not run.islower() and not self._segments(fold(run))

    def _rewrite_runs(self, runs: list[str]) -> list[str]:
        """Rewrite the runs of a handle; titles are kept, initials follow the name next to them."""
        new = []
        for number, run in enumerate(runs):
            if len(runs) > 1 and run in self._titles:
                new.append(run)
                continue
            neighbours = (runs[number + 1 : number + 2], runs[max(number - 1, 0) : number])
            found = [self._owner_part(run, other) for others in neighbours for other in others]
            new.append(next(filter(None, found), "") or self._rewrite_run(run))
        return new

    def _owner_part(self, letters: str, neighbour: str) -> str:
        """The surrogate of an initial or a short form next to a name of the same person; or ""."""
        if initial := self._initial(letters, neighbour):
            return initial
        known = letters in self._names
        return self._in_letters_of(
            "" if known else self._names.short_form(letters, neighbour), letters
        )

    def _initial(self, letter: str, neighbour: str) -> str:
        return self._names.initials.get(neighbour, {}).get(letter, "") if len(letter) == 1 else ""

    def _rewrite_run(self, run: str) -> str:
        """Rewrite a folded run of letters and digits: names by their surrogates, the rest drawn.

        The segments are separated by a seam.
        """
        if surrogate := self._name(run):
            return surrogate

        def propose(draws: Draws, attempt: int) -> str | None:
            new = _SEAM.join(
                redraw_digits(piece, draws)
                if piece.isdecimal()
                else self._rewrite_letters(piece, draws)
                for piece in _LETTERS_OR_DIGITS.findall(run)
            )
            new += str(draws.below(10)) if attempt > _LAST_OF_LENGTH else ""
            return new if _without_seams(new) != run else None

        return self._ledger.choose(run, "CONTACT", propose, _run_units)

    def _name(self, run: str) -> str:
        """The surrogate of a run that is a name of the dialogue, in the run's letters; or ""."""
        found = self._names.part(run) if len(run) >= _SHORTEST_NAME or run in self._names else None
        return self._in_letters_of(found, run)

    def _in_letters_of(self, surrogate: str | None, run: str) -> str:
        """A surrogate without accents, in lower case; "" if a run is ASCII and it is not."""
        plain = without_accents(surrogate or "").lower()
        return plain if plain.isascii() or not run.isascii() else ""

    def _rewrite_letters(self, run: str, draws: Draws) -> str:
        segments = self._segments(run)
        if not segments and (surrogate := self._name(run)):
            return surrogate
        pieces = []
        position = 0
        for number, (start, end) in enumerate([*segments, (len(run), len(run))]):
            if start > position:
                neighbour = segments[min(number, len(segments) - 1)] if segments else (0, 0)
                pieces.append(
                    self._rewrite_rest(run[position:start], run[slice(*neighbour)], draws)
                )
            if end > start:
                surrogate = without_accents(self._names.by_part[run[start:end]]).lower()
                plain = surrogate.isascii() or not run.isascii()
                pieces.append(surrogate if plain else self._made_up(draws))
            position = end
        return _SEAM.join(pieces)

    def _rewrite_rest(self, letters: str, neighbour: str, draws: Draws) -> str:
        """Rewrite letters next to a name: an initial, a short form or a title, or any others."""
        if neighbour and (found := self._owner_part(letters, neighbour)):
            return found
        if letters in self._titles and neighbour:
            return letters
        if len(letters) < 3:
            return self._make_free(lambda: redraw_shape(letters, draws), letters)
        return self._made_up(draws)

    def _made_up(self, draws: Draws) -> str:
        return self._make_free(lambda: made_up_name(draws, self._lexicon))

    def _make_free(self, make: Callable[[], str], original: str = "") -> str:
        """Make a string that is not a name or word of the dialogue; try again if it is."""
        made = make()
        for _ in range(32):
            if made != original and self._ledger.is_free([fold(made)]):
                break
            made = make()
        return made

    def _has_name(self, run: str) -> bool:
        """Whether a run is or contains a name of the dialogue."""
        pieces = _LETTERS_OR_DIGITS.findall(fold(run))
        return any(self._name(piece) or self._segments(piece) for piece in pieces)

    def _segments(self, run: str) -> list[tuple[int, int]]:
        """Start and end of the dialogue's names in a run of letters."""
        return name_segments(run, self._names.by_part, self._longest)

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
            new = match_case_by_segment(found.group(), next(remaining, "").split(_SEAM))
            pieces += [text[position : found.start()], new]
            position = found.end()
        return _without_seams("".join([*pieces, text[position:], *remaining]))

    def _domain_label(self, ending: str, draws: Draws, attempt: int) -> str | None:
        made_up = self._lexicon.part(MadeUpPlaces).draw(draws)
        return made_up and made_up.lower() + ending


def _without_seams(drawn: str) -> str:
    return drawn.replace(_SEAM, "")


def _whole_unit(drawn: str) -> list[str]:
    return [fold(_without_seams(drawn))]


def _address_units(drawn: str) -> list[str]:
    return [fold(drawn.partition(_SEAM)[2])]


def _handle_units(drawn: str) -> list[str]:
    return [f"@{_without_seams(drawn)}", f"@{fold(_without_seams(drawn))}"]


def _run_units(drawn: str) -> list[str]:
    # Runs have their own name space: the end of a handle may be somebody's name.
    return [f"run {fold(_without_seams(drawn))}"]
