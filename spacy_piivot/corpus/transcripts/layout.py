"""Where in a text the turns of a transcript stand. Everything else of the text is its layout."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.dialogue import Dialogue, Message
from ..pieces import Piece, Replacement, one_edit, released_pieces
from ..records import Record


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece of a message, and its place in the text.

    piece (Piece): The piece.
    start (int): Where it starts.
    end (int): Where it ends.
    removable (bool): Whether a break can be left out without damage to the layout.
    """

    piece: Piece
    start: int
    end: int
    removable: bool = False


@dataclass(slots=True)
class Turn:
    """A message of a transcript.

    speaker (str): Its speaker; "" for none.
    labels (list[tuple[int, int]]): Where the speaker stands: start and end, several if a turn
        goes on in further cues.
    pieces (list[Placed]): Its text.
    """

    speaker: str = ""
    labels: list[tuple[int, int]] = field(default_factory=list)
    pieces: list[Placed] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(placed.piece.text for placed in self.pieces)


def _as_it_is(text: str) -> str:
    return text


@dataclass(slots=True)
class Layout:
    """A text and the turns in it.

    text (str): The text.
    kind (str): What it is, for the user: "a chat of Zoom".
    turns (list[Turn]): Its turns, in order.
    dropped (list[tuple[int, int]]): What is not released: start and end.
    reasons (list[str]): What that is, for the user.
    encode (Callable[[str], str]): Writes new characters as the format does.
    """

    text: str
    kind: str
    turns: list[Turn] = field(default_factory=list)
    dropped: list[tuple[int, int]] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    encode: Callable[[str], str] = _as_it_is

    def drop(self, start: int, end: int, reason: str) -> None:
        """Leave something out of the release, and say so."""
        if start < end:
            self.dropped.append((start, end))
            if reason not in self.reasons:
                self.reasons.append(reason)

    def text_turn(self, start: int, end: int, speaker: str = "") -> Turn:
        """Add a turn that is one unbroken text."""
        turn = Turn(speaker, pieces=[Placed(Piece(self.text[start:end]), start, end)])
        self.turns.append(turn)
        return turn

    def part(self, characters: re.Pattern[str]) -> None:
        """Make pieces of some characters, so that they are not encoded again with a text.

        characters (re.Pattern[str]): Matches them, in a group.
        """
        for turn in self.turns:
            parts = (self._parts(placed, characters) for placed in turn.pieces)
            turn.pieces = [part for placed in parts for part in placed]

    def _parts(self, placed: Placed, characters: re.Pattern[str]) -> Iterator[Placed]:
        text = placed.piece.text
        if placed.piece.breaks or self.text[placed.start : placed.end] != text:
            yield placed
            return
        start = placed.start
        for part in filter(None, characters.split(text)):
            yield Placed(Piece(part), start, start + len(part))
            start += len(part)

    def record(self, id: str) -> Record:
        """The transcript as a dialogue."""
        messages = [Message(turn.speaker, turn.text) for turn in self.turns]
        pieces = [[placed.piece for placed in turn.pieces] for turn in self.turns]
        source = {
            "id": id,
            "messages": [{"speaker": one.speaker, "text": one.text} for one in messages],
        }
        return Record(Dialogue(id, messages), None, source, pieces=pieces)

    def replacements(self, messages: Sequence[Mapping[str, Any]]) -> list[Replacement]:
        """What a release changes in the text.

        messages (Sequence[Mapping[str, Any]]): The released messages.
        RETURNS (list[Replacement]): The changes, sorted; none overlap.
        """
        changes = [Replacement(start, end, "") for start, end in self.dropped]
        for turn, message in zip(self.turns, messages, strict=True):
            if message["speaker"] != turn.speaker:
                new = self.encode(message["speaker"])
                changes += [Replacement(start, end, new) for start, end in turn.labels]
            changes += self._text_changes(turn, message)
        return sorted(changes)

    def _text_changes(self, turn: Turn, message: Mapping[str, Any]) -> Iterator[Replacement]:
        texts = message.get("pieces")
        if texts is None:
            own = [placed.piece for placed in turn.pieces]
            texts = released_pieces(own, one_edit(turn.text, message["text"]))
        for placed, text in zip(turn.pieces, texts, strict=True):
            if text is None:
                if placed.removable:
                    yield Replacement(placed.start, placed.end, "")
            elif text != placed.piece.text and not placed.piece.breaks:
                yield Replacement(placed.start, placed.end, self.encode(text))


def replaced(text: str, changes: Sequence[Replacement]) -> str:
    """A text with some changes.

    text (str): The text.
    changes (Sequence[Replacement]): The changes, sorted; none overlap.
    RETURNS (str): The changed text.
    """
    parts: list[str] = []
    position = 0
    for start, end, new in changes:
        parts += [text[position:start], new]
        position = end
    return "".join([*parts, text[position:]])
