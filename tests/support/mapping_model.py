"""Models that make surrogates, for the stand-in server."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from stand_in_server import said


class Item(NamedTuple):
    number: int
    label: str
    text: str
    flaw: str


_ITEM = re.compile(r"^(\d+)\. ([A-Z_]+): (.*?)(?: \(you said: .*\))?(?: \[(.*)\])?$", re.MULTILINE)


def items(body: dict[str, Any]) -> list[Item]:
    """The items in a request to a model."""
    listed = said(body).rpartition("\nThe items")[2]
    return [Item(int(n), label, text, flaw) for n, label, text, flaw in _ITEM.findall(listed)]


def conversation(body: dict[str, Any]) -> str:
    """The part of the dialogue in a request."""
    return said(body).partition("<<<TEXT\n")[2].partition("\nTEXT>>>")[0]


def settled(body: dict[str, Any]) -> list[list[str]]:
    """The mappings that a request shows as settled."""
    shown = said(body).partition("Settled already")[2].partition("The items")[0]
    return [line.split(" => ") for line in shown.splitlines() if " => " in line]


def write_mapping(answers: Mapping[int, str]) -> str:
    entries = [{"number": number, "surrogate": text} for number, text in answers.items()]
    return json.dumps({"surrogates": entries})


def inventor(mapping: Mapping[str, str]) -> Callable[[dict[str, Any]], str]:
    """A model that knows surrogates for some texts and omits the others."""

    def model(body: dict[str, Any]) -> str:
        known = {item.number: mapping[item.text] for item in items(body) if item.text in mapping}
        return write_mapping(known)

    return model
