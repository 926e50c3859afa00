"""Web addresses, spoken or disguised e-mail addresses, and handles.

A web address counts with a scheme, with "www.", or with a path after a known public suffix. A
bare domain counts only where it is written as one: lower case as a whole, and under a suffix
that is not also an English word. So a missing space after a full stop ("the menu.Keep going",
"is.it") makes no address.
"""

import re
from collections.abc import Iterator

from ..names.forms import is_ordinary_word
from .context import has_context, words
from .presidio import analyze, tld_extractor
from .recognizer import Finding, Recognizer

_URL = re.compile(
    r"(?<![\w@./-])(?:(?P<scheme>https?://)[^\s<>\"]{3,2000}"
    r"|(?P<host>[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,18})(?![\w@-])(?:\.(?!\w))?"
    r"(?P<path>(?::\d{2,5})?/[^\s<>\"]{0,2000}|\?[^\s<>\"]{1,2000})?)",
)
_TRAILING = ".,;:!?'\"*"
# What was said next, without a space: "quiz.io/join,your name is". A query may have commas.
_NEXT_CLAUSE = re.compile(r",[^\W\d_].*")
_PAIRS = {")": "(", "]": "[", "}": "{"}
# Suffixes that are also words of a conversation: "do it.so we", "yes.no", "look.at".
_WORD_SUFFIXES = frozenset(
    "so is it no me my am be in to do at us as by he we la id im hm mm ok an one all new now how "
    "you day date here show work works world run help plus live fun cool red blue green black "
    "white pink gold like love care car cars cat dog food fit game games guide kids land life mom "
    "dad men money name next page place play read rest right room safe sale save say school see "
    "shop silver site space study style talk team tips today top town toys train training tube "
    "watch win word yes zero zone gay market box best bet bid bike book call cam case cash center "
    "chat check city class click club code codes data day degree dev direct drive eat energy "
    "family fan fans farm fast fish final free global got group hair hot house how law map math "
    "med meet min move open party pay pet phone photo photos pics post quest science search "
    "services shoes social spot store support test tools trade university video vote walter "
    "weather wiki wine".split()
)
_USUAL_SUFFIXES = frozenset(("com", "org", "net", "edu", "gov"))
_SCORE = 0.5

_EMAIL_PART = r"[A-Za-z0-9_+\-]{1,40}"
_DOT = r"(?:\s?\(dot\)\s?|\s?\[dot\]\s?|\s(?:dot|ponto|punto)\s|\.)"
_AT = r"(?:\s?[(\[](?:at|@)[)\]]\s?|\s(?:at|arroba)\s|\s?@\s)"
_LOCAL_JOIN = r"(?:\s?\(dot\)\s?|\s(?:dot|underscore|dash|hyphen|plus|ponto|punto)\s|\.)"
_SPOKEN_EMAIL = re.compile(
    rf"(?<![\w.@-])(?P<local>{_EMAIL_PART}(?:{_LOCAL_JOIN}{_EMAIL_PART}){{0,6}}(?:\s\d{{1,4}})?)"
    rf"(?P<at>{_AT})"
    rf"(?P<domain>{_EMAIL_PART}(?:\s{_EMAIL_PART}){{0,2}}?"
    rf"(?:{_DOT}[A-Za-z0-9\-]{{2,20}}){{1,4}})(?![\w@])",
    re.IGNORECASE,
)
_PROVIDER_EMAIL = re.compile(
    rf"(?<![\w.@-])(?P<local>{_EMAIL_PART}(?:{_LOCAL_JOIN}{_EMAIL_PART}){{0,6}})(?:{_AT})"
    r"(?:gmail|icloud|hotmail|outlook|yahoo|aol|protonmail|proton|googlemail)(?![\w@])",
    re.IGNORECASE,
)
_EMAIL_WORD = words(r"e-?mails? mail address")
_SPOKEN_DOT = re.compile(r"[\s(\[](?:dot|ponto|punto)[\s)\]]", re.IGNORECASE)

_PLATFORM = (
    r"insta|instagram|ig|snap|snapchat|tiktok|tik tok|discord|twitter|telegram|facebook|fb|youtube"
    r"|twitch|roblox|steam|xbox|psn|lichess|chess\.com|duolingo|reddit|minecraft|scratch|threads"
    r"|vsco"
)
_HANDLE = r"@?[A-Za-z0-9_](?:[\w.\-]{0,38}\w)?(?:#\d{4})?"
_AT_HANDLE = re.compile(
    r"(?<![\w@.])@(?!\d{1,2}(?:[ap]m)?(?!\w))(?=[\w.]{0,40}[A-Za-z])[A-Za-z0-9_](?:[\w.]{0,38}\w)(?![\w@])"
)
_TAGGED = re.compile(r"(?<![\w@#.])[A-Za-z0-9_](?:[\w.]{0,30}[\w])?#\d{4}(?!\w)")
_LINK = (
    r"(?:\s?(?:is|its|it's|it is|'s|was|me|name|handle|user|username|:|=|at|on there is|i'm"
    r"|im|literally|called|shes|she's|hes|he's)){1,4}"
)
_NAMED = re.compile(
    rf"(?<!\w)(?:{_PLATFORM}|handle|username|screen ?name|gamertag)s?(?!\w)"
    rf"(?P<there>\s(?:there|on there))?{_LINK}\s*(?P<handle>{_HANDLE})(?![\w@])",
    re.IGNORECASE,
)
# "my insta is mayarose", "her snap mariag2010"
_OWN_PLATFORM = re.compile(
    rf"(?<!\w)(?:my|her|his|our|ur|your|their|me on)\s(?:\w{{1,8}}\s)?"
    rf"(?:{_PLATFORM}|handle|username|screen ?name|gamertag)s?(?!\w)"
    rf"(?P<link>{_LINK}\s*|\s)(?P<handle>{_HANDLE})(?![\w@])",
    re.IGNORECASE,
)
_MESSAGE_ME = re.compile(
    r"(?<!\w)(?:(?:add|friend|follow|find)\s(?:me|him|her)|[dp]m(?:\s(?:me|him|her))?)\s(?:at\s|as\s"
    rf"|:\s?)?(?P<handle>{_HANDLE})(?![\w@])",
    re.IGNORECASE,
)
_ON_PLATFORM = re.compile(
    rf"(?<![\w@.])(?P<handle>{_HANDLE})\s(?:on|in)\s(?:{_PLATFORM})(?!\w)", re.IGNORECASE
)
_PLATFORM_CUES = frozenset(
    "insta instagram ig snap snapchat tiktok tik discord twitter telegram facebook fb youtube "
    "twitch roblox steam xbox psn lichess chess duolingo reddit minecraft scratch threads vsco "
    "handle handles username usernames user screen screenname gamertag dm pm add "
    "follow friend find".split()
)
# A name with a low line in it, longer than an indexed variable.
_JOINED = re.compile(
    r"(?<![\w@.\\/{#-])(?=[a-z0-9]{0,30}[a-z]{3})[a-z0-9]{3,30}(?:_[a-z0-9]{2,30}){1,3}(?![\w@}/"
    r"(=^]|\.\w)",
    re.IGNORECASE,
)
# Everybody, or a part that somebody plays, is addressed with a sign too.
_NOBODY = frozenset(
    "all channel class coach dad everyone everybody group here home me mod mods mom school student "
    "students teacher teachers team tutor tutors work you".split()
)
_HANDLE_SCORE = 0.7
_NAMED_SCORE = 0.8
_JOINED_SCORE = 0.5


def find_urls(text: str, previous: str) -> Iterator[Finding]:
    """Web addresses, without the punctuation that follows them."""
    for match in _URL.finditer(text):
        address = match.group()
        if "?" not in address:
            address = _NEXT_CLAUSE.sub("", address)
        address = _without_trailing(address)
        if not match.group("scheme"):
            path = match.group("path") or ""
            if not _is_written_as_address(match.group("host"), len(path) > 1):
                continue
        score = max((found[2] for found in analyze("UrlRecognizer", address[:300])), default=_SCORE)
        yield Finding(match.start(), match.start() + len(address), "URL", score)


def _without_trailing(address: str) -> str:
    while address:
        last = address[-1]
        unpaired = last in _PAIRS and address.count(last) > address.count(_PAIRS[last])
        if last not in _TRAILING and not unpaired:
            break
        address = address[:-1]
    return address


def _is_written_as_address(host: str, has_path: bool) -> bool:
    if host[:4].lower() == "www." and host.count(".") >= 2:
        return True
    extracted = tld_extractor()(host)
    if not extracted.domain or not extracted.suffix:
        return False
    name, suffix = extracted.domain, extracted.suffix
    if suffix != suffix.lower():
        return False
    if suffix in _WORD_SUFFIXES:
        return has_path and len(name) > 1
    # The first letter of a sentence is a capital.
    usual = suffix in _USUAL_SUFFIXES or "." in suffix
    lower = host[1:].islower() if usual else host.islower()
    return has_path or (len(name) > 1 and lower)


def find_spoken_emails(text: str, previous: str) -> Iterator[Finding]:
    """E-mail addresses that are spelt out or disguised: "sam dot lee at mail dot com"."""
    found_until = 0
    for match in _SPOKEN_EMAIL.finditer(text):
        disguised = not match.group("at").strip().isalpha()
        dotted = bool(_SPOKEN_DOT.search(match.group("domain")))
        if not (disguised or dotted):
            continue
        suffix = re.split(_DOT, match.group("domain"), flags=re.IGNORECASE)[-1]
        if not tld_extractor()(f"a.{suffix.lower()}").suffix:
            continue
        found_until = match.end()
        yield Finding(*match.span(), "EMAIL_ADDRESS", _email_score(text, match.start(), previous))
    for match in _PROVIDER_EMAIL.finditer(text, found_until):
        if re.search(r"[\d_.]", match.group("local")) or has_context(
            _EMAIL_WORD, text, match.start(), previous
        ):
            yield Finding(*match.span(), "EMAIL_ADDRESS", _SCORE)


def _email_score(text: str, start: int, previous: str) -> float:
    return 0.85 if has_context(_EMAIL_WORD, text, start, previous) else 0.7


def find_handles(text: str, previous: str) -> Iterator[Finding]:
    """Handles: "@name", "name#1234", and what a platform's name or "username" introduces."""
    for pattern in (_AT_HANDLE, _TAGGED):
        for match in pattern.finditer(text):
            if match.group()[1:].lower() not in _NOBODY:
                yield Finding(*match.span(), "USERNAME", _HANDLE_SCORE)
    for match in _OWN_PLATFORM.finditer(text):
        handle = match.group("handle")
        named = match.group("link").strip() and _could_be_handle(handle)
        if named or _looks_like_handle(handle):
            yield Finding(*match.span("handle"), "USERNAME", _NAMED_SCORE)
    for pattern in (_NAMED, _ON_PLATFORM, _MESSAGE_ME):
        for match in pattern.finditer(text):
            handle = match.group("handle")
            if _looks_like_handle(handle):
                yield Finding(*match.span("handle"), "USERNAME", _NAMED_SCORE)
    for match in _JOINED.finditer(text):
        yield Finding(*match.span(), "USERNAME", _JOINED_SCORE)


def _looks_like_handle(handle: str) -> bool:
    """Whether a word cannot be an ordinary one: it holds a digit, a joint or an inner capital."""
    inner = handle[1:]
    return len(handle) > 3 and (
        handle.startswith("@")
        or bool(re.search(r"[_#.]|[a-z][A-Z]", inner))
        or bool(re.search(r"\d", handle) and re.search(r"[A-Za-z]", handle))
    )


def _could_be_handle(handle: str) -> bool:
    """Whether a lower-case word after "my insta is" is too long and rare for an ordinary one."""
    word = handle.lstrip("@").lower()
    if len(word) < 6 or not word.isalpha():
        return False
    stems = (word, *(word.removesuffix(ending) for ending in ("s", "ing", "ly", "er")))
    return not word.endswith("ed") and not any(map(is_ordinary_word, stems))


WEB: tuple[Recognizer, ...] = (
    Recognizer("url", ("URL",), frozenset(".:"), find_urls),
    Recognizer(
        "spoken_email",
        ("EMAIL_ADDRESS",),
        frozenset({"@", "at", "arroba"}),
        find_spoken_emails,
    ),
    Recognizer("handle", ("USERNAME",), _PLATFORM_CUES | {"@", "#", "_"}, find_handles),
)
