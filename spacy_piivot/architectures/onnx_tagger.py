"""Builds the light pipeline's tagger: an encoder in onnxruntime, the rest in thinc, no torch."""

from spacy.tokens import Doc
from thinc.api import Model
from thinc.types import Floats2d

from ..lang import Lexicon
from .message_windows import build_message_windows
from .onnx_encoder import build_onnx_encoder
from .token_classifier import build_token_and_role_classifier


def build_onnx_tagger(
    previous: int,
    following: int,
    block_tokens: int,
    context_tokens: int,
    longest_block: int,
    separator: str,
    hidden: int,
    roles: int,
    nO: int | None = None,
    lexicon: Lexicon | None = None,
    separate_lines: bool = False,
) -> Model[list[Doc], list[Floats2d]]:
    """Registered as `spacy_piivot.OnnxTagger.v1`.

    A `TokenClassifier.v2` over the `MessageWindows.v1` of an `OnnxEncoder.v1`: what
    `training/export/assemble.py --onnx` makes from a trained transformer. It cannot be trained.

    previous (int): Messages of context before a block.
    following (int): Messages of context after a block.
    block_tokens (int): As many whole messages as fit into this many tokens make a block.
    context_tokens (int): The most tokens of context on either side.
    longest_block (int): A message with more tokens is cut into pieces with context.
    separator (str): The word between two messages in the encoder's input.
    hidden (int): The width of the hidden layer.
    roles (int): The number of roles.
    nO (int | None): The number of tags and roles; known from the weights if None.
    lexicon (Lexicon | None): The words it was trained with; English if None.
    separate_lines (bool): Whether it sees where the lines of a message end.
    RETURNS (Model[list[Doc], list[Floats2d]]): One row per token: tag probabilities, then role
        probabilities.
    """
    encoder = build_onnx_encoder()
    windows = build_message_windows(
        encoder,
        previous,
        following,
        block_tokens,
        context_tokens,
        longest_block,
        separator,
        separate_lines,
    )
    model = build_token_and_role_classifier(windows, hidden, roles, nO, lexicon)
    model.set_ref("encoder", encoder)
    return model
