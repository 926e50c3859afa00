"""Distil all-MiniLM-L6-v2 into the table of the light embedder of `math_segmenter`.

    python scripts/distil_embeddings.py --encoder assets/encoder

Model2Vec's recipe (Tulkens and van Dongen 2024): the encoder reads every wordpiece alone; of the
vectors the principal components are kept, and each is weighted by a/(a + p), with p from Zipf's law
over the vocabulary's order, so that frequent pieces count less. Rows are 8-bit integers with a
scale each. (The model2vec package itself cannot be installed beside spacy-transformers.)
"""

import json
from pathlib import Path
from typing import Annotated, Any

import numpy
import typer
from numpy.typing import NDArray

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.compat import require
from spacy_piivot.corpus import replacing
from spacy_piivot.errors import InputError

DATA = Path(__file__).parent.parent / "spacy_piivot" / "data" / "static_embeddings"
RARITY = 1e-4
BATCH = 512

Matrix = NDArray[numpy.float32]


def main(
    encoder: Annotated[Path, typer.Option(help="The folder of all-MiniLM-L6-v2.")] = Path(
        "assets/encoder"
    ),
    out: Annotated[Path, typer.Option(help="The folder to write.")] = DATA,
    width: Annotated[int, typer.Option(min=8, help="Principal components that are kept.")] = 64,
) -> None:
    """Write `vectors.npz` and `tokenizer.json`."""
    with guarded():
        if not (encoder / "config.json").is_file():
            raise InputError(f"{encoder}: is no encoder: run the project's 'encoder' first.")
        transformers = require("transformers", "transformers")
        tokenizer = transformers.AutoTokenizer.from_pretrained(encoder, local_files_only=True)
        model = transformers.AutoModel.from_pretrained(encoder, local_files_only=True).eval()
        pieces = tokenizer.convert_ids_to_tokens(range(len(tokenizer)))
        used = [n for n, piece in enumerate(pieces) if not piece.startswith("[")]
        vectors = embed_alone(model, tokenizer, used)
        kept = principal_components(vectors, width) * rarity(len(used))[:, None]
        table = numpy.zeros((len(pieces), width), numpy.float32)
        table[used] = kept
        out.mkdir(parents=True, exist_ok=True)
        rows, scales = quantized(table)
        with replacing(out / "vectors.npz") as stream:
            numpy.savez_compressed(stream, vectors=rows, scales=scales)
        with replacing(out / "tokenizer.json") as stream:
            stream.write(plain_tokenizer(tokenizer.backend_tokenizer.to_str()).encode())
        size = (out / "vectors.npz").stat().st_size
        say(f"{len(used)} wordpieces, {width} components, {size} bytes")


def embed_alone(model: Any, tokenizer: Any, ids: list[int]) -> Matrix:
    """The mean of the encoder's vectors over each wordpiece between its two special tokens."""
    torch = require("torch", "transformers")
    first, last = tokenizer.cls_token_id, tokenizer.sep_token_id
    rows = []
    with torch.inference_mode():
        for start in range(0, len(ids), BATCH):
            batch = torch.tensor([[first, piece, last] for piece in ids[start : start + BATCH]])
            rows.append(model(input_ids=batch).last_hidden_state.mean(1).numpy())
    return numpy.concatenate(rows)


def principal_components(vectors: Matrix, width: int) -> Matrix:
    """The vectors in the coordinates of their largest variance, centred."""
    centred = vectors - vectors.mean(0)
    _, _, axes = numpy.linalg.svd(centred, full_matrices=False)
    return (centred @ axes[:width].T).astype(numpy.float32)


def rarity(pieces: int) -> Matrix:
    """Weights of wordpieces in the order of a vocabulary, which begins with the frequent ones."""
    shares = 1 / numpy.arange(1, pieces + 1)
    return (RARITY / (RARITY + shares / shares.sum())).astype(numpy.float32)


def quantized(table: Matrix) -> tuple[NDArray[numpy.int8], Matrix]:
    """Rows of 8-bit integers, and what each is to be multiplied with."""
    scales = (numpy.abs(table).max(1) / 127).astype(numpy.float32)
    rows = numpy.rint(table / numpy.where(scales > 0, scales, 1)[:, None])
    return rows.astype(numpy.int8), scales


def plain_tokenizer(definition: str) -> str:
    """A tokenizer without padding, truncation and special tokens."""
    values = json.loads(definition)
    values.update(padding=None, truncation=None, post_processor=None)
    return json.dumps(values, ensure_ascii=False)


if __name__ == "__main__":
    typer.run(main)
