"""Judges whether bytes are a text in cp1252, in which Western European Windows writes."""

import re
from collections.abc import Iterable

ENCODING = "cp1252"
_SMALL = "ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿšœž"
_CAPITAL = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸŠŒŽ"
_LETTER = rf"A-Za-z{_SMALL}{_CAPITAL}"
# What bytes of other encodings become, and no text has: "cafŽ" and "ni–o" (Macintosh), "ni¤o"
# (DOS), "Pawe³" (Central European), "äà" (Cyrillic), "¼Æ¾Ç" (Chinese).
_UNLIKELY = re.compile(
    # A capital inside a word, or a word of other letters than ASCII.
    rf"[a-z{_SMALL}][{_CAPITAL}]|[A-Z][{_CAPITAL}][a-z{_SMALL}]"
    rf"|(?<![{_LETTER}])[{_SMALL}{_CAPITAL}]{{2,}}(?![{_LETTER}])|[{_SMALL}{_CAPITAL}]{{3}}"
    # Signs that end no word and stand in none.
    rf"|[{_LETTER}][‚„¿¡¤¦¨¬¯¶¸ƒˆ˜‡†§©‹¼½¾]|[¤¦¬¯¶¸ƒˆ˜‡†©®™¼½¾”›][{_CAPITAL}{_SMALL}]"
    rf"|[{_LETTER}][–—•£¥¢€«»±®™”›][{_LETTER}]|[{_LETTER}]{{3}}[¹²³×÷°±]|[¼½¾][{_LETTER}]{{2}}"
)
# Letters that no language has together: in Central European Windows they are others.
_NOT_TOGETHER = (("ø", "èìùž"), ("õ", "öü"), ("û", "öü"), ("þ", "ãº"), ("ã", "ºþ"), ("ð", "çè"))


def reads_as_western(lines: Iterable[bytes]) -> bool:
    """Whether lines read as text in a Western European language.

    lines (Iterable[bytes]): Lines with other bytes than ASCII.
    RETURNS (bool): Whether nothing in them speaks against cp1252. It may still be another encoding
        with the same letters, such as ISO 8859-15.
    """
    seen: set[str] = set()
    for line in lines:
        text = line.decode(ENCODING, "replace")
        if "\ufffd" in text or _UNLIKELY.search(text):
            return False
        seen.update(text.lower())
    return not any(one in seen and seen & set(others) for one, others in _NOT_TOGETHER)
