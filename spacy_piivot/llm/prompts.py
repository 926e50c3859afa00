"""Loads and renders prompts: versioned jinja files with a system block and a user block.

They are in the folder `prompts` of a language. A version never changes. Your own file has the
same two blocks and the same variables.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError
from jinja2.sandbox import SandboxedEnvironment

from ..errors import InputError
from ..lang import ENGLISH, Lexicon
from .requests import ChatMessage
from .sentences import detector_types, marked_kinds, surrogate_sentences

BLOCKS = ("system", "user")
DETECTOR_PROMPTS = ("basic", "math-aware", "segment-aware", "special-identifiers")
FOLDER, VERSION = "prompts", "v1"
TEXT_START, TEXT_END = "<<<TEXT", "TEXT>>>"


def prompt_language(name: str, path: str | None, lexicon: Lexicon) -> Lexicon:
    """The words of the language that a prompt is written in.

    name (str): One of the shipped prompts, without version.
    path (str | None): A jinja file to use instead.
    lexicon (Lexicon): The words of the texts' language.
    RETURNS (Lexicon): The same, if its folder has the prompt or a file is given; else English,
        since an English prompt also works for texts in other languages.
    """
    return lexicon if path is not None or lexicon.text(_file(name)) else ENGLISH


def render(
    name: str, path: str | None, lexicon: Lexicon, /, **variables: Any
) -> Sequence[ChatMessage]:
    """Render a prompt.

    name (str): One of the shipped prompts, without version.
    path (str | None): A jinja file to use instead.
    lexicon (Lexicon): The words of its language, from `prompt_language`.
    variables (Any): The variables of the prompt.
    RETURNS (Sequence[ChatMessage]): The system message and the user message.
    RAISES (InputError): If the file cannot be read or rendered.
    """
    template = load_prompt(name, path, lexicon)
    values = {
        "types": detector_types(lexicon),
        "marks": marked_kinds(lexicon),
        "surrogate_sentences": partial(surrogate_sentences, lexicon=lexicon),
        **variables,
        "start": TEXT_START,
        "end": TEXT_END,
    }
    problem = ""
    messages = []
    try:
        for role in BLOCKS:
            context = template.new_context(values)
            messages.append(ChatMessage(role, "".join(template.blocks[role](context)).strip()))
    except Exception as error:  # your own template can raise anything
        problem = type(error).__name__
    if problem:
        raise InputError(f"The prompt {name!r} cannot be rendered ({problem}).")
    return messages


@lru_cache
def load_prompt(name: str, path: str | None, lexicon: Lexicon) -> Template:
    """Read a prompt's file.

    name (str): One of the shipped prompts, without version.
    path (str | None): A jinja file to use instead.
    lexicon (Lexicon): The words of its language, from `prompt_language`.
    RETURNS (Template): The template.
    RAISES (InputError): If the file cannot be read, or lacks a block.
    """
    problem = ""
    try:
        source = lexicon.text(_file(name)) if path is None else Path(path).read_text("utf8")
        environment = SandboxedEnvironment(
            undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        environment.filters["fenced"] = fence
        template = environment.from_string(source)
    except (OSError, ValueError, TemplateError) as error:
        problem = type(error).__name__
    if problem:
        raise InputError(f"The prompt {path or name!r} cannot be read ({problem}).")
    if missing := sorted(set(BLOCKS) - set(template.blocks)):
        raise InputError(f"The prompt {path or name!r} lacks the block {missing[0]!r}.")
    return template


def _file(name: str) -> str:
    return f"{FOLDER}/{name}.{VERSION}.jinja"


def fence(text: str) -> str:
    """Break a text's copies of the fence, so that it cannot end the data part of a prompt.

    text (str): A message.
    RETURNS (str): The text, as long as before.
    """
    for mark in (TEXT_START, TEXT_END):
        text = text.replace(mark, mark.replace("TEXT", "text"))
    return text


def read_examples(path: str) -> list[Mapping[str, str]]:
    """Read few-shot examples.

    path (str): JSONL, each line with "text" (numbered lines, as prompts show them) and "answer".
    RETURNS (list[Mapping[str, str]]): The examples.
    RAISES (InputError): If the file cannot be read, or a line is not an example.
    """
    import srsly

    problem = ""
    examples: list[Mapping[str, str]] = []
    try:
        examples = list(srsly.read_jsonl(path))
    except (OSError, ValueError) as error:
        problem = type(error).__name__
    if problem:
        raise InputError(f"{path}: the examples cannot be read ({problem}).")
    for number, example in enumerate(examples, 1):
        match example:
            case {"text": str(), "answer": str()}:
                continue
        raise InputError(f"{path}: line {number} has no 'text' and 'answer'.")
    return examples
