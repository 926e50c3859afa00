"""Distil all-MiniLM-L6-v2 into the table of the light embedder of `math_segmenter`.

    python scripts/distil_embeddings.py --encoder assets/encoder --data assets/train

A message's vector is the mean of its wordpieces' rows. The rows begin as what the encoder says of
each wordpiece alone (Model2Vec, Tulkens and van Dongen 2024); then they are fitted, by ridge
regression towards that beginning, to the encoder's vectors of messages of the public corpora, both
in the principal components of the latter. One message in ten is held back: how well cosine
similarities agree there is printed. Rows are 8-bit integers with a scale each.
"""

import json
import random
from pathlib import Path
from typing import Annotated, Any

import numpy
import typer
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import LinearOperator, cg

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.compat import require
from spacy_piivot.corpus import replacing
from spacy_piivot.errors import InputError
from spacy_piivot.mathematics.embedders import MiniLMEmbedder

DATA = Path(__file__).parent.parent / "spacy_piivot" / "data" / "static_embeddings"
CORPORA = ("amber", "bridge", "cima", "gsm8k", "mathdial", "ncte", "svamp")
BATCH = 512
PAIRS = 200_000

Matrix = NDArray[numpy.float32]


def main(
    encoder: Annotated[Path, typer.Option(help="The folder of all-MiniLM-L6-v2.")] = Path(
        "assets/encoder"
    ),
    data: Annotated[Path, typer.Option(help="The folder with the training files.")] = Path(
        "assets/train"
    ),
    out: Annotated[Path, typer.Option(help="The folder to write.")] = DATA,
    width: Annotated[int, typer.Option(min=8, help="Principal components that are kept.")] = 96,
    messages: Annotated[int, typer.Option(min=100, help="Messages to fit the rows to.")] = 24_000,
    ridge: Annotated[
        float, typer.Option(min=0.0, help="How strongly rows keep to the start.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(help="What messages are drawn by.")] = 20,
) -> None:
    """Write `vectors.npz` and `tokenizer.json`."""
    with guarded():
        texts = read_messages(data, messages, random.Random(seed))
        embedder = MiniLMEmbedder(str(encoder))
        tokenizer = embedder.tokenizer
        ids = tokenizer(texts, add_special_tokens=False, verbose=False)["input_ids"]
        held_back = len(texts) // 10
        teacher = embedder(texts)
        basis = principal_axes(teacher[held_back:], width)
        pieces = tokenizer.convert_ids_to_tokens(range(len(tokenizer)))
        alone = numpy.zeros((len(pieces), width), numpy.float32)
        used = [number for number, piece in enumerate(pieces) if not piece.startswith("[")]
        alone[used] = embed_alone(embedder, used) @ basis
        counts = piece_shares(ids, len(pieces))
        table = fit(counts[held_back:], teacher[held_back:] @ basis, alone, ridge)
        table[[number for number in range(len(pieces)) if number not in set(used)]] = 0
        for name, vectors in (("alone", alone), ("fitted", table)):
            agreement = agree(unit(counts[:held_back] @ vectors), teacher[:held_back], seed)
            say(f"{name}: cosine similarities correlate by {agreement:.3f}")
        out.mkdir(parents=True, exist_ok=True)
        rows, scales = quantized(table)
        with replacing(out / "vectors.npz") as stream:
            numpy.savez_compressed(stream, vectors=rows, scales=scales)
        with replacing(out / "tokenizer.json") as stream:
            stream.write(plain_tokenizer(tokenizer.backend_tokenizer.to_str()).encode())
        size = (out / "vectors.npz").stat().st_size
        say(f"{len(used)} wordpieces, {width} components, {size} bytes")


def read_messages(data: Path, limit: int, rng: random.Random) -> list[str]:
    """Messages of the public corpora, each once, shuffled.

    data (Path): The folder with the training files.
    limit (int): How many at most.
    rng (random.Random): What they are drawn by.
    RETURNS (List[str]): The messages.
    RAISES (InputError): If a file is missing.
    """
    found: dict[str, None] = {}
    for corpus in CORPORA:
        path = data / f"{corpus}.jsonl"
        if not path.is_file():
            raise InputError(f"{path}: no such file; run the project's 'convert' first.")
        for line in path.read_text("utf8").splitlines():
            found.update(dict.fromkeys(m["text"] for m in json.loads(line)["messages"]))
    texts = sorted(text for text in found if any(map(str.isalnum, text)))
    rng.shuffle(texts)
    return texts[:limit]


def embed_alone(embedder: MiniLMEmbedder, ids: list[int]) -> Matrix:
    """The encoder's vector of each wordpiece between its two special tokens."""
    torch = require("torch", "transformers")
    first, last = embedder.tokenizer.cls_token_id, embedder.tokenizer.sep_token_id
    rows = []
    with torch.inference_mode():
        for start in range(0, len(ids), BATCH):
            batch = torch.tensor([[first, piece, last] for piece in ids[start : start + BATCH]])
            rows.append(embedder.model(input_ids=batch).last_hidden_state.mean(1).numpy())
    return unit(numpy.concatenate(rows))


def principal_axes(vectors: Matrix, width: int) -> Matrix:
    """The axes along which vectors are longest; not centred, so that angles stay."""
    _, _, axes = numpy.linalg.svd(vectors, full_matrices=False)
    return axes[:width].T.astype(numpy.float32)


def piece_shares(ids: list[list[int]], pieces: int) -> Any:
    """The share of each wordpiece in each message, as a sparse matrix."""
    rows = numpy.repeat(numpy.arange(len(ids)), [len(own) for own in ids])
    shares = numpy.repeat([1 / max(len(own), 1) for own in ids], [len(own) for own in ids])
    columns = numpy.concatenate([numpy.asarray(own, dtype=numpy.int64) for own in ids])
    return csr_matrix((shares, (rows, columns)), shape=(len(ids), pieces), dtype=numpy.float32)


def fit(shares: Any, goals: Matrix, start: Matrix, ridge: float) -> Matrix:
    """Ridge regression towards a beginning: rows that give the goals as means."""

    def normal(vector: Matrix) -> Matrix:
        return numpy.asarray(shares.T @ (shares @ vector) + ridge * vector)

    operator = LinearOperator((start.shape[0],) * 2, matvec=normal, dtype=numpy.float32)
    missing = shares.T @ (goals - shares @ start)
    moved = [cg(operator, column, rtol=1e-3, maxiter=200)[0] for column in missing.T]
    return (start + numpy.stack(moved, axis=1)).astype(numpy.float32)


def agree(vectors: Matrix, teacher: Matrix, seed: int) -> float:
    """How the cosine similarities of random pairs correlate with the teacher's."""
    rng = numpy.random.default_rng(seed)
    one, other = rng.integers(0, len(vectors), (2, PAIRS))
    own = (vectors[one] * vectors[other]).sum(1)
    real = (teacher[one] * teacher[other]).sum(1)
    return float(numpy.corrcoef(own[one != other], real[one != other])[0, 1])


def unit(vectors: Matrix) -> Matrix:
    """Vectors of length 1; zeros stay."""
    lengths = numpy.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / numpy.where(lengths > 0, lengths, 1)).astype(numpy.float32)


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
