"""Personal names as text: parts, possessives, titles, misspellings, words that are also names."""

import re
import unicodedata

from ..lang import ENGLISH, Lexicon
from .words import NAME_WORD, Titles

_REPEATED = re.compile(r"(.)\1+")
_NAME_PART = re.compile(NAME_WORD.pattern + r"\.?")

# Letters that have no decomposition into a plain letter and a mark, and kinds of apostrophe.
_PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
    | dict.fromkeys("’‘`ʻʼ", "'")
)


class NameForms:
    """How names are written in a language, and which of its words are none.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.possessive = lexicon.pattern("names.possessive")
        self.particles = lexicon.word_set("names.particles")
        self.plurals = lexicon.words("names.plurals")
        self.only_words = lexicon.word_set("ordinary_words")
        self.words_too = lexicon.word_set("names_that_are_words")
        self.peoples = frozenset(
            row["word"] for row in lexicon.rows("nationalities") if row["capital"]
        )

    def without_plural(self, word: str) -> str:
        """A folded word without the ending of a plural; itself if it has none."""
        return word.removesuffix(next(filter(word.endswith, self.plurals), ""))


def possessive(lexicon: Lexicon = ENGLISH) -> re.Pattern[str]:
    """The possessive ending of a name, in either apostrophe."""
    return lexicon.part(NameForms).possessive


def fold(text: str) -> str:
    """The form under which two spellings of one name are the same: case and accents dropped.

    text (str): A name or a part of one.
    RETURNS (str): Casefolded, without diacritics, apostrophes straightened.
    """
    if text.isascii():
        return text.casefold().replace("`", "'")
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in plain if not unicodedata.combining(c)).translate(_PLAIN)


def squeeze(word: str) -> str:
    """A word with each run of a letter as one: "cassieee" and "casie" have the same."""
    return _REPEATED.sub(r"\1", word)


def repeats(word: str, name: str) -> bool:
    """Whether a word is a name with letters repeated: each run at least as long.

    word (str): A folded word with the same letters as the name, if those repeated count once.
    name (str): The folded name.
    RETURNS (bool): True for "cassieee" and "cassie", False for "casie".
    """
    runs, own = ([len(m[0]) for m in re.finditer(r"(.)\1*", text)] for text in (word, name))
    return all(run >= least for run, least in zip(runs, own, strict=True))


def name_extent(text: str, lexicon: Lexicon = ENGLISH) -> tuple[int, int]:
    """Where the name proper stands in a found string.

    Drops surrounding punctuation and white space, leading titles ("Ms. Koski"), a possessive
    ending and whatever is glued to it ("Maria2x+3", "Anna!I"): the clean-up of
    Zent et al. (2025), 2.1.1, character-exact.

    text (str): What a tagger found.
    lexicon (Lexicon): The words of the language.
    RETURNS (tuple[int, int]): Start and end in `text`; (0, 0) if no letter is left.
    """
    titles = lexicon.part(Titles).titles
    parts = [
        match
        for match in _NAME_PART.finditer(text)
        if fold(match.group().rstrip(".")) not in titles
    ]
    if not parts:
        return (0, 0)
    start, end = parts[0].start(), parts[0].end()
    for part in parts[1:]:
        if not re.fullmatch(r"[\s.]*|\s*[,]?\s+", text[end : part.start()]):
            break
        end = part.end()
    found = text[start:end]
    if not re.search(r"(?:^|[\s.])[^\W\d_]\.$", found):  # "J.T." keeps its full stop
        found = possessive(lexicon).sub("", found.rstrip(".")).rstrip(".'’‘`-")
    return (start, start + len(found))


def name_parts(name: str, lexicon: Lexicon = ENGLISH) -> list[str]:
    """The parts of a name, in order, without titles and full stops.

    name (str): A name: "Mrs. Maria van der Berg".
    lexicon (Lexicon): The words of the language.
    RETURNS (list[str]): Its parts: ["Maria", "van", "der", "Berg"].
    """
    titles = lexicon.part(Titles).titles
    parts = [match.group().rstrip(".") for match in _NAME_PART.finditer(name)]
    return [part for part in parts if fold(part) not in titles]


def has_title(name: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a title stands in a name ("Ms. Koski")."""
    titles = lexicon.part(Titles).titles
    return any(fold(match.group()) in titles for match in NAME_WORD.finditer(name))


def is_particle(part: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a part of a name does not identify by itself ("van", "de", an initial)."""
    return fold(part) in lexicon.part(NameForms).particles or len(part) == 1


def is_ordinary_word(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a word stands in ordinary text too, whatever its case ("Mark", "Will", "table").

    word (str): One word.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): True if it is an ordinary word of it, a name as well ("Hope") or not.
    """
    forms = lexicon.part(NameForms)
    folded = fold(word)
    return folded in forms.only_words or folded in forms.words_too


def is_only_a_word(word: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a word is an ordinary one that practically nobody is called ("adjacent", "bid").

    word (str): One word.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): False for names that are also words ("Mark"), and for words that no
        list holds.
    """
    return fold(word) in lexicon.part(NameForms).only_words


def is_people(name: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether what was taken for a name is a people, a religion or a language ("Greek")."""
    return fold(name) in lexicon.part(NameForms).peoples


def is_one_edit(one: str, other: str) -> bool:
    """Whether one insertion, deletion, substitution or swap of neighbours makes one the other.

    one (str): A folded word.
    other (str): Another; equal words are not one edit apart.
    RETURNS (bool): Whether their Damerau distance (optimal string alignment) is 1.
    """
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    if len(one) > len(other):
        one, other = other, one
    i = 0
    while i < len(one) and one[i] == other[i]:
        i += 1
    if len(one) < len(other):
        return one[i:] == other[i + 1 :]
    if one[i + 1 :] == other[i + 1 :]:
        return True
    return one[i : i + 2] == other[i : i + 2][::-1] and one[i + 2 :] == other[i + 2 :]
