"""Names, e-mail addresses and telephone numbers as people also write them: how many stay.

    python benchmarks/evasion.py [--model PATH] [--markdown OUT.md] [--json OUT.json]

Every name stands once, in one message between two without names, so that no roster, speaker or
other mention helps (but for initials, which stand for a name said before). It stays if any letter
or digit of it is in the de-identified text. A second table is the cost: the same spellings of
ordinary words, and mathematics with the same signs, that are replaced though they are nobody's.

`--development` takes the names and sentences that the rules were written on; the figures that we
report are those of the others.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import spacy
import typer
from spacy.language import Language

import spacy_piivot
from spacy_piivot.dialogue import Dialogue, Message, dialogue_to_doc

# What is written between these is the name, in the spelling in question.
OPEN, CLOSE = "\ue000", "\ue001"
GOAL = 12

Spelling = Callable[[str], str]


@dataclass(frozen=True)
class Material:
    """Names, words and sentences.

    names (Sequence[str]): Names that no sentence holds.
    words (Sequence[str]): Ordinary words.
    emoji (Sequence[str]): Emoji.
    sentences (Sequence[str]): What a pupil or tutor types round a name.
    word_sentences (Sequence[str]): What stands round an ordinary word.
    phones (Sequence[str]): Telephone numbers.
    phone_sentences (Sequence[str]): What stands round them.
    emails (Sequence[str]): E-mail addresses.
    email_sentences (Sequence[str]): What stands round them.
    initials (Sequence[str]): What stands round an initial.
    """

    names: Sequence[str]
    words: Sequence[str]
    emoji: Sequence[str]
    sentences: Sequence[str]
    word_sentences: Sequence[str]
    phones: Sequence[str]
    phone_sentences: Sequence[str]
    emails: Sequence[str]
    email_sentences: Sequence[str]
    initials: Sequence[str]


DEVELOPMENT = Material(
    names=(
        "Kofi Maria Jasmine Xochitl Deshawn Priya Oluwaseun Emily Zandile Tyler Fatima Joaquin"
    ).split(),
    words=(
        "slope answer total Great perimeter Table area Half numerator Maybe graph Question"
    ).split(),
    emoji="😊 🎉 ❤️ 🙏🏽 👍 😂 🔥 💯 🥰 ✨".split(),
    sentences=(
        "thx {}",
        "yes {} is right",
        "ok {} your turn",
        "i think {} got 5",
        "Nice work, {} you found the slope",
        "hi {}",
    ),
    word_sentences=("the {} is 5", "i found the {}", "{} what do we do next", "ok now the {}"),
    phones=("555-123-4567", "555-867-5309", "212-555-0147"),
    phone_sentences=("call me at {}", "my number is {}", "text {} after class", "{} is my phone"),
    emails=("kofi.m@gmail.com", "maria22@school.org", "jas.lee@yahoo.com"),
    email_sentences=("my email is {}", "send it to {}", "{}", "you can reach me: {}"),
    initials=(
        *("{} said so", "thanks {}", "ok {} what did you get", "ask {} about it"),
        *("hi {}", "nice job {}"),
    ),
)
HELD_OUT = Material(
    names=(
        "Thandiwe Rashida Leonardo Meiling Brianna Tomasz Amara Diego Hannah Siddharth Yara Marcus"
    ).split(),
    words=(
        "fraction product Height number equation Correct table line Next radius problem Step"
    ).split(),
    emoji="😎 🥳 💕 👏🏿 🙌 🤣 ⭐ 💀 😭 🌈".split(),
    sentences=(
        "thank you {}",
        "no {} had 12",
        "{} can you read the next one",
        "did {} finish already?",
        "good job {} that is correct",
        "me and {} did number 3",
    ),
    word_sentences=(
        "whats the {} here",
        "we need the {} first",
        "{} is what i wrote",
        "so {} then",
    ),
    phones=("312-555-0188", "646-555-2210", "408-555-7731"),
    phone_sentences=("you can text me {}", "my cell is {}", "phone: {}", "{} is my moms number"),
    emails=("t.nkosi@outlook.com", "rashida_k@gmail.com", "leo.p99@icloud.com"),
    email_sentences=("email me at {}", "its {}", "my address is {} ok", "write to {} please"),
    initials=(
        *("{} had it right", "thank you {}", "so {} can you explain", "i agree with {}"),
        *("good morning {}", "way to go {}"),
    ),
)

_SMALL = dict(zip("abcdefghijklmnoprstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", strict=True))
_CYRILLIC = dict(zip("aceiopxyABCEHKMOPTX", "асеіорхуАВСЕНКМОРТХ", strict=True))
_LEET = {"a": "4", "e": "3", "i": "1", "o": "0", "s": "5"}


def marked(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


def around(before: str, after: str) -> Spelling:
    """The name with something round it."""
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
    """The spellings of a name, by what the report calls them."""
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


MATHEMATICS = (
    "x_{2} + x_{1}", r"\frac{4}{12} = \frac{1}{3}", "4*3*2", "2**3 = 8", "a_b + c_d",
    "3 < x < 5", "it costs $5 and $6", "x_{max} - x_{min}", r"\text{area} = 5 \cdot 3",
    r"$\text{rise} / \text{run}$", r"\mathrm{lim}_{x \to 2}", "v_{total} = 12", "a<b and b>c",
    "2*x*y", "f(x)=3x^{2}", "|x-3| = 5", "|-4|", r"\sqrt{16}", "x² + 2πr", "△ABC ≅ △DEF",
    "-x + 3 = 5", "1)4 2)6 3)8", "10😊20😊30", "1️⃣ 2 + 3 2️⃣ 4 + 5", "A. 12 B. 15 C. 18 D. 21",
    "point K. Then draw the line", "K. 5", "angle B. is 40", "choose C!", "x = y; y = z.",
    "٣ + ٤ = ٧", "①②③ are the steps", "𝑥 + 𝑦 = 𝟏𝟎", "ⓧ marks it", "s-l-o-p-e", "spell it: c-a-t",
    "sooooo good", "yesssss", "n0 w4y", "l8r", "gr8 w0rk", "h3ll0 everyone", "b4 the test",
    "100% of 20%20", "a&b, c&amp;d", "&lt;5 &gt;3", "E = mc^{2}", r"\sin(\theta) = 0.5",
    'print("hello")', "for i in range(10):", "print(total)", 'x = "answer"', "def add(a, b):",
    '{"x": 5, "y": 6}', "y=mx+b", "[1, 2, 3]", "(2,3) and (4,5)", "**Step 1**", "_hint_: add",
    "- add 3\n- divide by 2", "<b>Hint</b>: add 3", "~5 or ~10", "x_i + y_i", "l x w x h",
)  # fmt: skip


class Try(NamedTuple):
    """One dialogue: its messages, and where in the second the name stands."""

    messages: list[str]
    start: int
    end: int


class Row(NamedTuple):
    """A line of the report: the kind, how many stayed (or were hit), of how many."""

    group: str
    kind: str
    found: int
    tries: int


def main(
    model: Annotated[
        str | None, typer.Option(help="A pipeline; the shipped one if left out")
    ] = None,
    development: Annotated[
        bool, typer.Option(help="The names and sentences that the rules were written on")
    ] = False,
    markdown: Annotated[Path | None, typer.Option(help="Write the tables here")] = None,
    json_path: Annotated[Path | None, typer.Option("--json", help="Write the figures here")] = None,
) -> None:
    """Print how many stay in the text, and how many ordinary words and formulas are replaced."""
    nlp = spacy.load(model) if model else spacy_piivot.load()
    material = DEVELOPMENT if development else HELD_OUT
    left = list(stayed(nlp, material))
    hit = list(cost(nlp, material))
    report = tables(left, hit)
    typer.echo(report)
    if markdown:
        markdown.write_text(report, "utf8")
    if json_path:
        figures = {"left": [row._asdict() for row in left], "hit": [row._asdict() for row in hit]}
        json_path.write_text(json.dumps(figures, indent=2, ensure_ascii=False), "utf8")


def stayed(nlp: Language, material: Material) -> Iterator[Row]:
    """How much stays in the text, a row a spelling."""
    groups = (
        ("name", name_kinds, material.names, material.sentences),
        ("phone", phone_kinds, material.phones, material.phone_sentences),
        ("e-mail", email_kinds, material.emails, material.email_sentences),
    )
    for group, kinds, values, sentences in groups:
        for kind, spellings in kinds(material.emoji).items():
            tries = list(spelled(values, spellings, sentences))
            count = sum(not covered for covered in edited(nlp, tries, all))
            yield Row(group, kind, count, len(tries))
    spoken = [sentence for sentence in material.initials if sentence.endswith("{}")]
    for kind, mark, sentences in (
        ("`K.` where Kofi is known", ".", material.initials),
        ("`K!` where Kofi is known", "!", spoken),
    ):
        tries = list(initials(material.names, sentences, mark))
        yield Row("initial", kind, sum(not c for c in edited(nlp, tries, all)), len(tries))


def cost(nlp: Language, material: Material) -> Iterator[Row]:
    """How much is replaced that is nobody's, a row a spelling."""
    for kind, spellings in name_kinds(material.emoji).items():
        tries = list(spelled(material.words, spellings, material.word_sentences))
        yield Row("word", kind, sum(edited(nlp, tries, any)), len(tries))
    tries = [lesson(OPEN + text + CLOSE) for text in MATHEMATICS]
    yield Row("mathematics", "formulas, code, chat", sum(edited(nlp, tries, any)), len(tries))


def spelled(
    values: Iterable[str], spellings: Sequence[Spelling], sentences: Sequence[str]
) -> Iterator[Try]:
    """Each value in each sentence, the spellings by turns."""
    number = 0
    for value in values:
        for sentence in sentences:
            spelling = spellings[number % len(spellings)]
            number += 1
            yield lesson(sentence.format(spelling(value)))


def initials(names: Iterable[str], sentences: Sequence[str], mark: str) -> Iterator[Try]:
    """The initial of each name, which an earlier message holds, in each sentence."""
    for name in names:
        for sentence in sentences:
            text = sentence.format(f"{OPEN}{name[0]}{CLOSE}{mark}")
            yield lesson(text, f"{name}, what did you get for number 4?")


def lesson(text: str, first: str = "Let's look at number 4.") -> Try:
    """A dialogue round a message with the marks of a name in it."""
    start = text.index(OPEN)
    end = text.index(CLOSE) - 1
    message = text.replace(OPEN, "").replace(CLOSE, "")
    return Try([first, message, "ok what is 2x+3=11"], start, end)


def edited(
    nlp: Language, tries: Sequence[Try], how: Callable[[Iterable[bool]], bool]
) -> Iterator[bool]:
    """Whether all or any letters and digits of what is marked are replaced, try by try."""
    speakers = "TST"
    docs = nlp.pipe(
        dialogue_to_doc(
            Dialogue(
                f"{number}",
                [Message(who, text) for who, text in zip(speakers, one.messages, strict=True)],
            ),
            nlp,
        )
        for number, one in enumerate(tries)
    )
    for one, doc in zip(tries, docs, strict=True):
        offset = len(one.messages[0]) + 1
        replaced = {at for edit in doc._.piivot_edits for at in range(edit["start"], edit["end"])}
        message = one.messages[1]
        yield how(
            offset + at in replaced
            for at in range(one.start, one.end)
            if unicodedata.category(message[at])[0] in "LN" or message[at].isalnum()
        ) and bool(replaced)


def tables(left: Sequence[Row], hit: Sequence[Row]) -> str:
    """Both tables as Markdown."""
    lines = [
        "| what | spelling | left | of | of 12 |",
        "| --- | --- | --- | --- | --- |",
        *map(line, left),
        "",
        "| what | spelling | hit | of | of 12 |",
        "| --- | --- | --- | --- | --- |",
        *map(line, hit),
    ]
    return "\n".join(lines) + "\n"


def line(row: Row) -> str:
    kind = re.sub(r"\|", r"\\|", row.kind)
    share = row.found / row.tries * GOAL
    return f"| {row.group} | {kind} | {row.found} | {row.tries} | {share:.1f} |"


if __name__ == "__main__":
    typer.run(main)
