"""Removes markup around and inside words: HTML, LaTeX, Markdown, code."""

import html
import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from ..kinds.names.forms import is_ordinary_word
from ..lang import Lexicon
from .draft import Draft, Edit

_LETTER = r"[^\W\d_]"
_MOST_NESTED = 6
# A word between commas is read as a separate one.
_PAUSE = " , "

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}(?![0-9a-fA-F])")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}){2,}|(?<=[A-Za-z])%[2-7][0-9A-Fa-f](?=[A-Za-z])")

_BLOCKS = frozenset(
    "p br hr div li ul ol dl dt dd tr td th table tbody thead h1 h2 h3 h4 h5 h6 pre blockquote "
    "section article header footer option select title body html head".split()
)
_INLINE = frozenset(
    "a abbr b big cite code del em font i ins kbd label mark q s samp script small span strike "
    "strong style sub sup tt u var".split()
)
_CELLS = frozenset("td th".split())
_VOID = frozenset("br hr".split())
_TAG = re.compile(
    r"<(?P<slash>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,9})(?P<attributes>\s[^<>]{0,1000})?/?>"
)
_ATTRIBUTE = re.compile(
    r"(?P<name>[\w:@.-]{1,40})\s{0,3}=\s{0,3}"
    r"(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s\"'<>=`]+))"
    r"|(?P<alone>[^\s\"'<>=`/]{2,40})"
)
_OTHER_TAGS = frozenset(
    "address area aside audio base button canvas caption center col colgroup data datalist details "
    "dialog embed fieldset figcaption figure form iframe img input label legend link main map meta "
    "nav object optgroup output param picture source summary svg textarea tfoot time track video "
    "wbr".split()
)
# Attributes for how a tag looks or works.
_LOOKS = frozenset(
    "align allowfullscreen async autofocus autoplay bgcolor border cellpadding cellspacing checked "
    "class color colspan controls defer dir disabled download face height hidden id lang loading "
    "loop multiple muted novalidate open readonly rel required reversed rowspan selected size "
    "style tabindex target type valign width".split()
)
_COMMENT = re.compile(r"<!--|-->")

_WORDS = re.compile(rf"(?<![\\A-Za-z]){_LETTER}{{2,}}")
_COMMAND = re.compile(
    r"\\(?!begin\b|end\b)(?P<name>[A-Za-z]{2,20})\*?\s{0,3}(?:\[[^\[\]{}]{0,40}\])?"
    r"\{(?P<content>[^{}]{0,400})\}"
)
_FONT = re.compile(
    r"(?:text(?:bf|it|sl|sc|sf|tt|rm|up|md|normal|color)|math(?:bf|it|rm|sf|tt|cal|bb|frak)"
    r"|emph|underline|uline|sout|bm|boldsymbol|colorbox)"
)
_ARGUMENT = re.compile(r"(?<=[\s}])\{(?P<content>[^{}]{0,400})\}")
_LOWERED = re.compile(r"(?<=[^\W_])(?P<sign>[_^])\{(?P<content>[^{}]{0,80})\}")
_LOWERED_WORD = re.compile(r"(?<![^\W_])[A-Za-z](?P<sign>_)(?=[A-Z][a-z]{2,}(?![^\W_]))")
_LATEX_SPACE = re.compile(
    r"\\(?:[;,:!]|\\(?!\d)|q?quad\b|newline\b|par\b|item\b|hfill\b|noindent\b)|\\ "
    r"|(?:\\begin|\\end)\{[A-Za-z*]{1,20}\}"
)
_FORMULA_EDGE = re.compile(
    rf"\\[()\[\]]|\$(?=[ ]{{0,3}}{_LETTER}{{2}})|(?<={_LETTER}{{2}})\$(?!\d)"
)
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "r": "\u030a",
    "k": "\u0328",
}  # fmt: skip
_ACCENT = re.compile(
    r"(?P<outer>\{)?(?:"
    r"\\(?P<mark>['`^\"~=.])(?:\{(?:\\(?=[ij]\}))?(?P<braced>[A-Za-z])\}"
    r"|\\(?P<dotless>[ij])(?![A-Za-z])|(?P<bare>[A-Za-z]))"
    r"|\\(?P<letter_mark>[uvHcrk])(?:\{(?P<letter>[A-Za-z])\}|[ ](?P<spaced>[A-Za-z]))"
    r")(?(outer)\})"
)
# An apostrophe after a backslash, as in strings of a program.
_SHORTENED = re.compile(r"\\(?='(?:s|t|m|d|ll|re|ve)(?![^\W_]))")
_ESCAPED_QUOTE = re.compile(r"\\(?=[\"'])")
_NEW_LINE = re.compile(r"\\[nrt](?=[A-Z\s\"']|$)")

_KEY = re.compile(r"\w[\"']\s?:\s?[\"'\d\[{]|\{\s?[\"']\w")
# With the name that is called or indexed: "print(", "score[".
_QUOTED = re.compile(
    r"(?P<open>(?:(?<![\w.])[A-Za-z_][\w.]{0,40}[(\[]{1,3}|[(\[{,:]{1,3}|=\s?)(?P<quote>[\"']))"
    r"(?=[^\"\n]{0,80}[^\W\d_])(?:(?!(?P=quote)(?![^\W\d_]))[^\"\n]){1,200}"
    r"(?P<close>(?P=quote)[)\]}]{0,3})"
)
_FIELD = re.compile(
    r"(?P<value>[\"']\s?:\s?[\"'])|(?P<key>[\"'](?=\s?:)|(?<=[{,\[])\s?[\"'](?=\w))"
    r"|(?P<end>\"|(?<!\w)'|'(?!\w))"
)
_LINE_COMMENT = re.compile(rf"(?<!:)//(?={_LETTER}{{2}})")

_EMPHASIS = re.compile(
    rf"(?<![^\W_*~`])(?P<mark>\*{{1,3}}|_{{1,3}}|~{{1,2}}|`{{1,3}})"
    rf"(?=[\"'(]?(?:{_LETTER}|\+?\d[\d ().-]{{6}}))"
    rf"(?P<content>[^*~`\n]{{0,80}}?[^\s*~`_])(?P=mark)(?![^\W_])"
)
_INNER_EMPHASIS = re.compile(
    rf"(?P<word>{_LETTER}{{0,30}}(?P<mark>\*{{1,3}}){_LETTER}{{1,30}}(?P=mark){_LETTER}{{0,30}})"
)
_TILDE = re.compile(rf"~{{1,3}}(?={_LETTER}{{2}})|(?<={_LETTER}{{2}})~{{1,3}}")
_BACKTICKS = re.compile(rf"(?<!\w)`{{1,3}}(?={_LETTER})|(?<=\w)`{{1,3}}(?!\w)")
_LINK = re.compile(
    rf"!?\[(?=[^\[\]\n]{{0,80}}{_LETTER}{{2}})(?P<text>[^\[\]\n]{{1,80}})(?P<middle>\]\(|\]\[)"
)
_BULLET = re.compile(
    rf"^\s{{0,12}}(?:[-+*•‣>#]{{1,6}}|\d{{1,2}}[.)]|[A-Za-z]\))(?={_LETTER}{{2}})", re.MULTILINE
)
# The dash before a signature: "thanks! -Kofi".
_SIGNED = re.compile(
    rf"(?<=\s)[-\u2013\u2014]{{1,2}}(?=(?:[^\W\d_a-z]{_LETTER}+ ?){{1,3}}[.!]?[^\S\n]*$)",
    re.MULTILINE,
)
# Words joined as in a program: "hi_Kofi".
_JOINED = re.compile(rf"(?<![\w@./:\\])(?:{_LETTER}{{1,20}}_){{1,6}}{_LETTER}{{2,20}}(?![\w@./(=])")
_CELL = re.compile(rf"\|{{1,3}}(?=\s?{_LETTER}{{3}})|(?<={_LETTER}{{3}})\s?\|{{1,3}}")


class _Value(NamedTuple):
    """The value of an attribute of a tag.

    start (int): First character.
    end (int): Character after the last one.
    is_quoted (bool): Whether it is in quotes.
    """

    start: int
    end: int
    is_quoted: bool


def rewrite_markup(draft: Draft, lexicon: Lexicon) -> None:
    """Remove the markup around and inside words; mathematics keeps its markup.

    draft (Draft): The text, its escapes resolved.
    lexicon (Lexicon): The words of the language.
    """
    if "<" in draft.text:
        draft.rewrite(_tags(draft.text))
    if "\\" in draft.text:
        _rewrite_latex(draft, lexicon)
    elif "{" in draft.text:
        _rewrite_lowered(draft, lexicon)
    draft.rewrite(Edit(m.start("sign"), m.end("sign"), " ") for m in _matches(_LOWERED_WORD, draft))
    draft.rewrite(Edit(*match.span(), " ") for match in _matches(_FORMULA_EDGE, draft))
    draft.rewrite(_quotes(draft.text))
    draft.rewrite(Edit(match.end(), match.end(), " ") for match in _matches(_LINE_COMMENT, draft))
    for _ in range(2):
        draft.rewrite(_emphasis(draft.text))
    draft.rewrite(_inner_emphasis(draft.text))
    draft.rewrite(_links(draft.text))
    draft.rewrite(Edit(match.end(), match.end(), " ") for match in _matches(_BULLET, draft))
    draft.rewrite(Edit(match.end(), match.end(), " ") for match in _matches(_SIGNED, draft))
    draft.rewrite(_split_joined(draft.text, lexicon))
    for pattern, instead in ((_TILDE, " "), (_BACKTICKS, " "), (_CELL, _PAUSE)):
        draft.rewrite(Edit(*match.span(), instead) for match in _matches(pattern, draft))


def rewrite_escapes(draft: Draft) -> None:
    """Replace characters that are written as numbers or names.

    draft (Draft): The text.
    """
    if "&" in draft.text:
        draft.rewrite(
            Edit(*match.span(), html.unescape(match.group()).replace("\xa0", " "))
            for match in _ENTITY.finditer(draft.text)
        )
    if "\\" in draft.text:
        draft.rewrite(Edit(*m.span(), _escaped(m.group())) for m in _ESCAPE.finditer(draft.text))
    if "%" in draft.text:
        draft.rewrite(
            Edit(*match.span(), plain)
            for match in _PERCENT.finditer(draft.text)
            if "\ufffd" not in (plain := unquote(match.group()))
        )


def _matches(pattern: re.Pattern[str], draft: Draft) -> Iterator[re.Match[str]]:
    return pattern.finditer(draft.text)


def _escaped(escape: str) -> str:
    character = chr(int(escape[2:], 16))
    return character if character.isprintable() else escape


def _tags(text: str) -> Iterator[Edit]:
    tags = list(_TAG.finditer(text))
    opened = {tag["name"].lower() for tag in tags if not tag["slash"]}
    closed = {tag["name"].lower() for tag in tags if tag["slash"]}
    for tag in tags:
        name = tag["name"].lower()
        values = list(_values(tag))
        is_known = name in _BLOCKS or name in _INLINE or name in _OTHER_TAGS
        # "a<b>c" is a comparison: a tag that is opened must be closed.
        if not (
            name in _VOID
            or name in opened & closed
            or (name in _INLINE and _begins_word(tag))
            or (is_known and any(value.is_quoted for value in values))
        ):
            continue
        if values and is_known:
            yield from _round_values(tag, values)
            continue
        if name in _BLOCKS:
            yield Edit(*tag.span(), _PAUSE if name in _CELLS else "\n")
        elif name in _INLINE:
            yield _inside_or_between(text, *tag.span())
    for comment in _COMMENT.finditer(text):
        yield Edit(*comment.span(), " ")


def _begins_word(tag: re.Match[str]) -> bool:
    """Whether a tag is before a word and not after one, unlike a comparison."""
    before, after = (
        tag.string[max(0, tag.start() - 1) : tag.start()],
        tag.string[tag.end() : tag.end() + 2],
    )
    return not tag["slash"] and not before.isalnum() and before not in ")]" and after.isalnum()


def _values(tag: re.Match[str]) -> Iterator["_Value"]:
    """The attribute values of a tag that are text for a reader."""
    if not tag["attributes"]:
        return
    for match in _ATTRIBUTE.finditer(tag.string, *tag.span("attributes")):
        group = match.lastgroup or "alone"
        if (match["name"] or match[group]).lower() not in _LOOKS:
            start, end = match.span(group)
            if any(map(str.isalnum, match[group])):
                yield _Value(start, end, group in ("double", "single"))


def _round_values(tag: re.Match[str], values: list["_Value"]) -> Iterator[Edit]:
    """Remove the syntax of a tag and keep the values of its attributes."""
    position = tag.start()
    for start, end, _ in values:
        yield Edit(position, start, _PAUSE)
        position = end
    yield Edit(position, tag.end(), _PAUSE)


def _inside_or_between(text: str, start: int, end: int) -> Edit:
    """Remove markup, or replace it with a space if a capital begins a word after a small letter."""
    apart = start > 0 and text[start - 1].islower() and text[end : end + 1].isupper()
    return Edit(start, end, " " if apart else "")


def _rewrite_latex(draft: Draft, lexicon: Lexicon) -> None:
    draft.rewrite(Edit(*match.span()) for match in _matches(_SHORTENED, draft))
    draft.rewrite(_accented(draft.text))
    draft.rewrite(Edit(*match.span()) for match in _matches(_ESCAPED_QUOTE, draft))
    draft.rewrite(Edit(*match.span(), " ") for match in _matches(_NEW_LINE, draft))
    draft.rewrite(Edit(*match.span(), " ") for match in _matches(_LATEX_SPACE, draft))
    for _ in range(_MOST_NESTED):
        before = draft.text
        draft.rewrite(
            edit
            for match in _matches(_COMMAND, draft)
            if _WORDS.search(match["content"])
            for edit in _unwrapped(match)
        )
        _rewrite_lowered(draft, lexicon)
        if draft.text == before:
            break
    draft.rewrite(
        edit
        for match in _matches(_ARGUMENT, draft)
        if _WORDS.search(match["content"])
        for edit in _unwrapped(match)
    )


def _unwrapped(match: re.Match[str]) -> Iterator[Edit]:
    apart = (True, True)
    if "name" in match.re.groupindex and _FONT.fullmatch(match["name"]):
        apart = (
            _are_apart(match.string, match.start(), match.start("content")),
            _are_apart(match.string, match.end("content"), match.end()),
        )
        # Only a part of a word is set in another font, so its edges do not split the word.
        if not all(apart):
            apart = (
                apart[0] and _has_ink(match.string, match.start() - 1),
                apart[1] and _has_ink(match.string, match.end()),
            )
    yield Edit(match.start(), match.start("content"), " " if apart[0] else "")
    yield Edit(match.end("content"), match.end(), " " if apart[1] else "")


def _has_ink(text: str, place: int) -> bool:
    """Whether a place has a character that is not white space."""
    return 0 <= place < len(text) and not text[place].isspace()


def _are_apart(text: str, start: int, end: int) -> bool:
    """Whether no word continues across a range."""
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    return not (before.isalpha() and after.isalpha()) or (before.islower() and after.isupper())


def _between_commas(match: re.Match[str]) -> Iterator[Edit]:
    yield Edit(match.start(), match.start("content"), _PAUSE)
    yield Edit(match.end("content"), match.end(), _PAUSE)


def _rewrite_lowered(draft: Draft, lexicon: Lexicon) -> None:
    draft.rewrite(
        edit
        for match in _matches(_LOWERED, draft)
        if any(_may_be_name(word, lexicon) for word in _WORDS.findall(match["content"]))
        for edit in _between_commas(match)
    )


def _may_be_name(word: str, lexicon: Lexicon) -> bool:
    """Whether a subscript is not one of the words of mathematics ("max", "total")."""
    return word.istitle() or not is_ordinary_word(word, lexicon)


def _accented(text: str) -> Iterator[Edit]:
    for match in _ACCENT.finditer(text):
        mark = match["mark"] or match["letter_mark"]
        letter = next(
            match[group]
            for group in ("braced", "dotless", "bare", "letter", "spaced")
            if match[group]
        )
        composed = unicodedata.normalize("NFC", letter + _ACCENTS[mark])
        if len(composed) == 1:
            yield Edit(*match.span(), composed)


def _quotes(text: str) -> Iterator[Edit]:
    """Replace quotes that are glued to signs of a program or of JSON."""
    if '"' not in text and "'" not in text:
        return
    if _KEY.search(text):
        stands_for = {"value": f":{_PAUSE}", "key": " ", "end": _PAUSE}
        for match in _FIELD.finditer(text):
            yield Edit(*match.span(), stands_for[match.lastgroup or "end"])
        return
    for match in _QUOTED.finditer(text):
        yield Edit(*match.span("open"), _PAUSE)
        yield Edit(*match.span("close"), _PAUSE)


def _split_joined(text: str, lexicon: Lexicon) -> Iterator[Edit]:
    """Split joined words if some of them may be names and the others are ordinary."""
    for match in _JOINED.finditer(text) if "_" in text else ():
        words = match.group().split("_")
        ordinary = [is_ordinary_word(word.lower(), lexicon) for word in words]
        names = [
            word
            for word, is_one in zip(words, ordinary, strict=True)
            if word.istitle() and not is_one
        ]
        if 0 < len(names) < len(words) and all(
            is_one for word, is_one in zip(words, ordinary, strict=True) if word not in names
        ):
            for place, character in enumerate(match.group(), match.start()):
                if character == "_":
                    yield Edit(place, place + 1, " ")


def _emphasis(text: str) -> Iterator[Edit]:
    for match in _EMPHASIS.finditer(text):
        yield _inside_or_between(text, match.start(), match.start("content"))
        yield _inside_or_between(text, match.end("content"), match.end())


def _inner_emphasis(text: str) -> Iterator[Edit]:
    for match in _INNER_EMPHASIS.finditer(text):
        word = match["word"].replace("*", "")
        if word.istitle() and len(word) > 3:
            mark = re.escape(match["mark"])
            for inner in re.finditer(mark, match.group()):
                yield Edit(match.start() + inner.start(), match.start() + inner.end())


def _links(text: str) -> Iterator[Edit]:
    for match in _LINK.finditer(text):
        yield Edit(match.start(), match.start("text"), _PAUSE)
        yield Edit(match.start("middle"), match.end("middle"), _PAUSE)
