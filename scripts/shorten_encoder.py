"""Write the encoder of a trained pipeline without its top layers, for `--paths.encoder`.

    python scripts/shorten_encoder.py training/first/model-best --layers 5 --out training/encoder

Trained further, an encoder with a layer less tags about as well, and faster (Sajjad et al. 2023,
"On the effect of dropping layers of pre-trained transformer models").
"""

import shutil
from pathlib import Path
from typing import Annotated, Any

import typer
from trained_tagger import load_tagger, trained_encoder

from spacy_piivot.cli.running import guarded
from spacy_piivot.corpus import replacing_folder
from spacy_piivot.errors import InputError


def main(
    trained: Annotated[Path, typer.Argument(help="Folder that spacy train wrote.")],
    layers: Annotated[int, typer.Option(min=1, help="How many layers stay, from below.")],
    out: Annotated[Path, typer.Option(help="The folder to write; replaced.")],
) -> None:
    """Write the weights that stay, and the tokeniser."""
    with guarded():
        encoder = trained_encoder(load_tagger(trained)[1])
        model = shortened(encoder.transformer, layers)
        out.parent.mkdir(parents=True, exist_ok=True)
        with replacing_folder(out) as part:
            model.save_pretrained(part, safe_serialization=True)
            encoder.tokenizer.save_pretrained(part)
            if out.is_dir():
                shutil.rmtree(out)
    typer.echo(f"{layers} layers in {out}")


def shortened(transformer: Any, layers: int) -> Any:
    """Take the top layers off, in place.

    transformer (PreTrainedModel): One whose layers are a list `encoder.layer`, as in BERT,
        RoBERTa, DeBERTa, ELECTRA and MPNet.
    layers (int): How many stay.
    RETURNS (PreTrainedModel): The same model.
    RAISES (InputError): If it has no such list, or fewer layers.
    """
    stack = getattr(getattr(transformer, "encoder", None), "layer", None)
    if stack is None:
        raise InputError("The encoder has no list of layers that could be shortened.")
    if layers > len(stack):
        raise InputError(f"The encoder has {len(stack)} layers: --layers {layers} is too many.")
    transformer.encoder.layer = stack[:layers]
    transformer.config.num_hidden_layers = layers
    return transformer


if __name__ == "__main__":
    typer.run(main)
