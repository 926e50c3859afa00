"""Build the whole pipeline around a trained tagger.

    python -m training.export.assemble output/transformer/model-best \\
        --out output/en_piivot_transformer
    python -m training.export.assemble output/transformer/model-best \\
        --out output/en_piivot_light --onnx

With `--onnx`, a transformer becomes an ONNX encoder with 8-bit integers, and the pipeline needs no
torch: this is the light pipeline that the package ships.
"""

from pathlib import Path
from typing import Annotated, Any

import spacy
import typer
from spacy.language import Language
from thinc.api import Model

from spacy_piivot.architectures.onnx_encoder import set_onnx_encoder
from spacy_piivot.cli.running import guarded
from spacy_piivot.components.potential_pii_ner import PotentialPIINER
from training.export.pipeline_folder import replacing_pipeline
from training.export.to_onnx import export_encoder
from training.export.trained_tagger import COMPONENT, load_tagger, trained_encoder

TAGGER = "spacy_piivot.OnnxTagger.v1"
WINDOWS = ("previous", "following", "context_tokens", "separator", "separate_lines")


def main(
    trained: Annotated[Path, typer.Argument(help="Folder that spacy train wrote")],
    out: Annotated[Path, typer.Option(help="Folder for the pipeline; one there is replaced")],
    onnx: Annotated[bool, typer.Option("--onnx", help="Export the encoder to ONNX")] = False,
    block_tokens: Annotated[
        int | None, typer.Option(min=0, help="Size of the blocks; by default as in training")
    ] = None,
) -> None:
    """Put the other components around a trained tagger, and save the pipeline."""
    with guarded(), replacing_pipeline(out, trained) as folder:
        config, component = load_tagger(trained)
        if block_tokens is not None:
            windows = component.model.get_ref("tok2vec")
            sizes = {"block_tokens": block_tokens}
            if block_tokens:
                sizes["longest_block"] = block_tokens
            windows.attrs.update(sizes)
            config["model"]["tok2vec"] |= sizes
        if onnx:
            config["model"] = {
                **onnx_config(component.model),
                "lexicon": config["model"].get("lexicon"),
            }
        whole = assemble(config)
        tagger: Any = whole.get_pipe(COMPONENT)
        if onnx:
            tagger.cfg = dict(component.cfg)
            fill(tagger.model, component)
        else:
            tagger.from_bytes(component.to_bytes(exclude=["vocab"]), exclude=["vocab"])
        whole.to_disk(folder)


def assemble(config: dict[str, Any]) -> Language:
    """Make a pipeline with all components, and a tagger without weights.

    config (dict[str, Any]): The tagger's config.
    RETURNS (Language): A fresh pipeline, because the vocabulary of training contains names.
    """
    reader = {"@readers": "spacy_piivot.DialogueCorpus.v1", "canonical": True}
    settings = {
        "nlp": {"tokenizer": {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}},
        "corpora": {split: reader | {"path": f"${{paths.{split}}}"} for split in ("train", "dev")},
    }
    nlp = spacy.blank("en", config=settings)
    nlp.add_pipe("document_sections")
    nlp.add_pipe("pii_patterns")
    nlp.add_pipe(COMPONENT, config=config)
    nlp.add_pipe("known_names")
    nlp.add_pipe("essay_sources")
    nlp.add_pipe("math_segmenter")
    nlp.add_pipe("hips_surrogator")
    return nlp


def onnx_config(model: Model) -> dict[str, Any]:
    """The config of an `OnnxTagger.v1` that does the same as a trained `TokenClassifier.v2`.

    model (Model): The trained model, over `MessageWindows.v1`.
    RETURNS (dict[str, Any]): The block of the config.
    """
    windows, softmax = model.get_ref("tok2vec"), model.get_ref("softmax")
    return {
        "@architectures": TAGGER,
        **{key: windows.attrs[key] for key in WINDOWS},
        "block_tokens": windows.attrs["block_tokens"],
        "longest_block": windows.attrs["longest_block"],
        "hidden": softmax.get_dim("nI"),
        "roles": softmax.attrs["roles"],
    }


def fill(model: Model, trained: PotentialPIINER) -> None:
    """Give an `OnnxTagger.v1` the trained weights.

    model (Model): The empty tagger.
    trained (PotentialPIINER): A component with a transformer.
    RAISES (InputError): If its model has no transformer.
    """
    encoder = trained_encoder(trained)
    onnx, tokenizer = export_encoder(encoder.transformer, encoder.tokenizer)
    set_onnx_encoder(model.get_ref("encoder"), onnx, tokenizer)
    model.get_ref("head").from_bytes(trained.model.get_ref("head").to_bytes())


if __name__ == "__main__":
    typer.run(main)
