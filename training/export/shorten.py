"""Write the encoder of a trained pipeline without its top layers, for `--paths.encoder`.

    python -m training.export.shorten output/first/model-best --drop 1 --out output/encoder

With further training, an encoder with one layer fewer tags about as well, and faster (Sajjad et al.
2023, "On the effect of dropping layers of pre-trained transformer models").
"""

from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_piivot.cli.running import guarded
from spacy_piivot.corpus import replacing_folder
from spacy_piivot.errors import InputError
from training.export.fetch_encoder import check_is_encoder_folder
from training.export.trained_tagger import load_tagger, trained_encoder


def main(
    trained: Annotated[Path, typer.Argument(help="Folder that spacy train wrote.")],
    out: Annotated[Path, typer.Option(help="The folder to write; an encoder there is replaced.")],
    drop: Annotated[int, typer.Option(min=0, help="How many layers to remove, from the top.")] = 1,
) -> None:
    """Write the remaining weights and the tokeniser."""
    with guarded():
        check_is_encoder_folder(out)
        encoder = trained_encoder(load_tagger(trained)[1])
        model = shortened(encoder.transformer, drop)
        out.parent.mkdir(parents=True, exist_ok=True)
        with replacing_folder(out, older=True) as part:
            model.save_pretrained(part, safe_serialization=True)
            encoder.tokenizer.save_pretrained(part)
    typer.echo(f"{model.config.num_hidden_layers} layers in {out}")


def shortened(transformer: Any, drop: int) -> Any:
    """Remove the top layers, in place.

    transformer (PreTrainedModel): A model whose layers are a list `encoder.layer`, as in BERT,
        RoBERTa, DeBERTa, ELECTRA and MPNet.
    drop (int): How many; 0 leaves any encoder unchanged.
    RETURNS (PreTrainedModel): The same model.
    RAISES (InputError): If it has no such list, or no layer would be left.
    """
    if not drop:
        return transformer
    stack = getattr(getattr(transformer, "encoder", None), "layer", None)
    if stack is None:
        raise InputError("The encoder has no list of layers to shorten: give --drop 0.")
    if drop >= len(stack):
        raise InputError(f"The encoder has {len(stack)} layers: --drop {drop} would leave none.")
    transformer.encoder.layer = stack[:-drop]
    transformer.config.num_hidden_layers = len(stack) - drop
    return transformer


if __name__ == "__main__":
    typer.run(main)
