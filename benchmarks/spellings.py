"""Unusual spellings of names, telephone numbers and e-mail addresses."""

from collections.abc import Callable, Sequence

# The text between these marks is the name in the spelling.
OPEN, CLOSE = "\ue000", "\ue001"

Spelling = Callable[[str], str]


_SMALL = dict(zip("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", strict=True))
_CYRILLIC = dict(zip("aceiopxyABCEHKMOPTX", "асеіорхуАВСЕНКМОРТХ", strict=True))
_LEET = {"a": "4", "e": "3", "i": "1", "o": "0", "s": "5"}


def marked(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


def around(before: str, after: str) -> Spelling:
    """The name with something around it."""
    return lambda name: f"{before}{marked(name)}{after}"


def between(mark: str) -> Spelling:
    """The name with something between its letters."""
    return lambda name: marked(mark.join(name))


def inside(mark: str) -> Spelling:
    """The name with something in its middle."""
    return lambda name: marked(name[: len(name) // 2] + mark + name[len(name) // 2 :])


def each(change: Callable[[str], str]) -> Spelling:
    """The name with each character changed."""
    return lambda name: marked("".join(map(change, name)))


def wide(character: str) -> str:
    return chr(ord(character) + 0xFEE0) if "!" <= character <= "~" else character


def script(character: str) -> str:
    """A letter of mathematical bold script."""
    if "A" <= character <= "Z":
        return chr(0x1D4D0 + ord(character) - ord("A"))
    if "a" <= character <= "z":
        return chr(0x1D4EA + ord(character) - ord("a"))
    return character


def circled(character: str) -> str:
    if character.isdigit():
        return "⓪①②③④⑤⑥⑦⑧⑨"[int(character)]
    if "A" <= character <= "Z":
        return chr(0x24B6 + ord(character) - ord("A"))
    return chr(0x24D0 + ord(character) - ord("a")) if "a" <= character <= "z" else character


def squared(character: str) -> str:
    return chr(0x1F170 + ord(character.upper()) - ord("A"))


def accented(character: str) -> str:
    return character + "\u0336\u0301\u0316\u0353" if character.isalpha() else character


def lookalike(name: str) -> str:
    letters = [letter for letter in name if letter in _CYRILLIC]
    first = letters[0] if letters else ""
    return marked(name.replace(first, _CYRILLIC[first]) if first else name)


def leet(name: str) -> str:
    """The name with its first vowels (or s) as digits."""
    changed = name
    for letter, digit in _LEET.items():
        if letter in name[1:]:
            changed = changed[0] + changed[1:].replace(letter, digit)
            break
    return marked(changed)


def entities(name: str) -> str:
    return marked(
        "".join(f"&#{ord(letter)};" if i % 2 else letter for i, letter in enumerate(name))
    )


def escapes(name: str) -> str:
    return marked("".join(f"\\u{ord(c):04x}" if i % 2 else c for i, c in enumerate(name)))


def percent(name: str) -> str:
    return f"{marked(name)}%20is%20here"


def name_kinds(emoji: Sequence[str]) -> dict[str, list[Spelling]]:
    """The spellings of a name, by their names in the report."""
    return {
        "plain, for comparison": [around("", "")],
        "an emoji after it": [around("", one) for one in emoji],
        "an emoji before it": [around(one, "") for one in emoji],
        "an emoji and a word after it": [around("", f"{one}great") for one in emoji],
        "emoji on both sides": [around(one, one) for one in emoji],
        "an emoji inside": [inside(one) for one in emoji],
        "an emoji after each letter": [between(one) for one in emoji],
        r"`\text{Kofi}`": [around(r"\text{", "}")],
        "`x_{Kofi}`": [around("x_{", "}")],
        r"`$\text{Kofi has } 5x$`": [around(r"$\text{", " has } 5x$")],
        r"`\textbf{Kofi}`, `\mathrm{Kofi}`": [around(r"\textbf{", "}"), around(r"$\mathrm{", "}$")],
        r"`\frac{\text{Kofi}}{4}`": [around(r"\frac{\text{", "}}{4}")],
        '`print("Kofi")`': [around('print("', '")')],
        "`name='Kofi'`": [around("name='", "'")],
        "`score['Kofi']`": [around("score['", "'] = 5")],
        '`"student": "Kofi"`': [around('"student": "', '"')],
        '`{"name":"Kofi","score":5}`': [around('{"name":"', '","score":5}')],
        "`~Kofi~`": [around("~", "~")],
        "`~~Kofi~~`": [around("~~", "~~")],
        "`**Kofi**`": [around("**", "**")],
        "`_Kofi_`, `__Kofi__`": [around("_", "_"), around("__", "__")],
        "`` `Kofi` ``": [around("`", "`")],
        "`[Kofi](https://…)`": [around("[", "](https://example.org/a)")],
        "`|Kofi|12|`": [around("|", "|12|")],
        "`-Kofi` (a list)": [around("\n-", "\n-"), around("\n*", "\n")],
        "`1.Kofi`, `2)Kofi`": [around("\n1.", "\n"), around("\n2)", "\n")],
        "`<b>Kofi</b>`": [around("<b>", "</b>"), around('<span class="n">', "</span>")],
        "`Ko<b>fi</b>`": [lambda name: marked(f"{name[:2]}<b>{name[2:-1]}</b>{name[-1:]}")],
        "`<td>Kofi</td><td>5</td>`": [around("<td>", "</td><td>5</td>")],
        "HTML entities": [entities],
        r"`\u004b` escapes": [escapes],
        "`Kofi%20is%20here`": [percent],
        "zero-width space inside": [inside("\u200b")],
        "joiners and soft hyphens": [inside("\u200d"), inside("\u00ad"), between("\u2060")],
        "bidirectional marks": [lambda name: marked(f"\u202e{name}\u202c"), inside("\u200f")],
        "full-width letters": [each(wide)],
        "mathematical script": [each(script)],
        "circled letters": [each(circled)],
        "white letters on squares": [each(squared)],
        "small capitals": [each(lambda c: _SMALL.get(c.lower(), c))],
        "a Cyrillic lookalike": [lookalike],
        "piled accents": [each(accented)],
        "struck through": [each(lambda c: c + "\u0336")],
        "#Kofi, @Kofi": [around("#", ""), around("@", "")],
        "in brackets of all kinds": [around("[", "]"), around("{", "}"), around("«", "»")],
        "k-o-f-i": [lambda name: marked("-".join(name.lower()))],
        "K o f i": [between(" "), between(".")],
        "leetspeak (K0fi)": [leet],
        "Kofiiii": [lambda name: marked(name + name[-1] * 3)],
    }


def phone_kinds(emoji: Sequence[str]) -> dict[str, list[Spelling]]:
    """The spellings of a telephone number."""
    return {
        "plain, for comparison": [around("", "")],
        "emoji between the groups": [swap("-", one) for one in emoji],
        "emoji between the digits": [between_digits(one) for one in emoji],
        "keycaps": [each(lambda c: f"{c}\ufe0f\u20e3" if c.isdigit() else c)],
        "keycaps, nothing between": [
            lambda n: marked("".join(f"{c}\ufe0f\u20e3" for c in digits(n)))
        ],
        "Arabic digits": [each(lambda c: chr(0x660 + int(c)) if c.isdigit() else c)],
        "Devanagari digits": [each(lambda c: chr(0x966 + int(c)) if c.isdigit() else c)],
        "full-width digits": [each(wide)],
        "circled digits": [each(circled)],
        "mathematical digits": [each(lambda c: chr(0x1D7CE + int(c)) if c.isdigit() else c)],
        "zero-width space between": [between("\u200b")],
        "`**555-123-4567**`": [around("**", "**")],
        "HTML entities": [entities],
        r"`\text{555-123-4567}`": [around(r"\text{", "}")],
    }


def email_kinds(emoji: Sequence[str]) -> dict[str, list[Spelling]]:
    """The spellings of an e-mail address."""
    return {
        "plain, for comparison": [around("", "")],
        "full-width characters": [each(wide)],
        "an emoji after it": [around("", one) for one in emoji],
        "an emoji before it": [around(one, "") for one in emoji],
        "an emoji inside": [inside(one) for one in emoji],
        "zero-width space inside": [inside("\u200b"), between("\u200b")],
        "mathematical script": [each(script)],
        "`kofi&#64;gmail.com`": [swap("@", "&#64;")],
        "HTML entities": [entities],
        "`<b>kofi@gmail.com</b>`": [around("<b>", "</b>")],
        "`**kofi@gmail.com**`": [around("**", "**")],
        "`[mail](mailto:kofi@gmail.com)`": [around("[mail](mailto:", ")")],
        r"`\texttt{kofi@gmail.com}`": [around(r"\texttt{", "}")],
        '`email="kofi@gmail.com"`': [around('email="', '"')],
        "a Cyrillic lookalike": [lookalike],
    }


def swap(old: str, new: str) -> Spelling:
    return lambda value: marked(value.replace(old, new))


def between_digits(mark: str) -> Spelling:
    """The digits of a number with something between them."""
    return lambda value: marked(mark.join(digits(value)))


def digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))
