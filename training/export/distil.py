"""Distil all-MiniLM-L6-v2 into the table of the light embedder of `math_segmenter`.

    python -m training.export.distil --encoder assets/encoder --data assets/train

A message's vector is the sum of its wordpieces' rows, which are fitted to the encoder's vectors of
messages in the public corpora (see `training.export.static_table`). One dialogue in ten is held
out. For these, the command prints how the cosine similarities of pairs of messages in one dialogue
correlate with the encoder's, and how many messages are mathematics according to each.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import numpy
import typer
from numpy.typing import NDArray
from scipy.stats import spearmanr

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.core.dialogue import MATH, Dialogue, Message
from spacy_piivot.core.optional import require
from spacy_piivot.corpus import replacing
from spacy_piivot.errors import InputError
from spacy_piivot.mathematics.embedders import MiniLMEmbedder
from spacy_piivot.mathematics.segments import SIMILARITY_THRESHOLD
from spacy_piivot.runs.segment import segment_dialogues, segmenting_pipeline
from training.export.static_table import (
    Matrix,
    calibrate,
    cosines,
    fit_rows,
    piece_shares,
    principal_axes,
    quantized,
    unit,
)

DATA = Path(__file__).parents[2] / "spacy_piivot" / "data" / "static_embeddings"
# Dialogues only: word problems would use up components that do not distinguish these messages.
CORPORA = (
    "amber", "bridge", "cima", "mathdial", "ncte", "synthetic_chat", "synthetic_classroom",
)  # fmt: skip
# The most wordpieces of a message, special ones included; longer messages are excluded.
LONGEST = 66
BATCH = 1024
HELD_BACK = 10
# How far apart the messages of a pair may be, and how many pairs are compared.
REACH, PAIRS = 20, 100_000


@dataclass(frozen=True)
class Corpus:
    """Dialogues as lists of indices into the texts.

    texts (list[str]): The messages, each once.
    fitted (list[list[int]]): The dialogues that rows are fitted to.
    held_out (list[list[int]]): The held-out dialogues.
    """

    texts: list[str]
    fitted: list[list[int]]
    held_out: list[list[int]]


def main(
    encoder: Annotated[Path, typer.Option(help="The folder of all-MiniLM-L6-v2.")] = Path(
        "assets/encoder"
    ),
    data: Annotated[Path, typer.Option(help="The folder with the training files.")] = Path(
        "assets/train"
    ),
    out: Annotated[Path, typer.Option(help="The folder to write.")] = DATA,
    width: Annotated[int, typer.Option(min=8, help="Principal components that are kept.")] = 128,
    ridge: Annotated[
        float, typer.Option(min=0.0, help="Ridge penalty on each row's own change.")
    ] = 0.3,
) -> None:
    """Write `vectors.npz` and `tokenizer.json`."""
    with guarded():
        embedder = MiniLMEmbedder(str(encoder))
        tokenizer = embedder.tokenizer
        corpus = read_corpus(data, tokenizer)
        ids = [encoding.ids for encoding in tokenizer.encode_batch(corpus.texts)]
        teacher = encode(embedder.model, ids)
        pieces = tokenizer.get_vocab_size()
        words = [number for number in range(pieces) if not is_special(tokenizer, number)]
        first, last = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
        alone = numpy.zeros((pieces, teacher.shape[1]), numpy.float32)
        alone[words] = encode(embedder.model, [[first, word, last] for word in words])

        shares = piece_shares([own[1:-1] for own in ids], pieces)
        fitted = sorted({number for dialogue in corpus.fitted for number in dialogue})
        goals = teacher[fitted] @ principal_axes(teacher[fitted], width)
        table = fit_rows(shares[fitted], goals, alone, ridge)
        pairs = near_pairs(corpus.fitted)
        table = calibrate(table, shares, pairs, cosines(teacher, pairs), SIMILARITY_THRESHOLD)
        table[numpy.setdiff1d(numpy.arange(pieces), words)] = 0
        rows, scales = quantized(table)

        out.mkdir(parents=True, exist_ok=True)
        with replacing(out / "vectors.npz") as stream:
            numpy.savez_compressed(stream, rows=rows, scales=scales)
        with replacing(out / "tokenizer.json") as stream:
            stream.write(plain_tokenizer(tokenizer.to_str()).encode())
        size = (out / "vectors.npz").stat().st_size
        say(f"{len(fitted):,} messages, {len(words):,} wordpieces, {size:,} bytes")
        report(corpus, unit(shares @ (rows * scales.astype(numpy.float32)[:, None])), teacher)


def read_corpus(data: Path, tokenizer: Any) -> Corpus:
    """The dialogues of the public corpora, without their longest messages.

    data (Path): The folder with the training files.
    tokenizer (Tokenizer): The encoder's tokenizer.
    RETURNS (Corpus): The dialogues.
    RAISES (InputError): If a file is missing.
    """
    numbers: dict[str, int] = {}
    corpus = Corpus([], [], [])
    for name in CORPORA:
        path = data / f"{name}.jsonl"
        if not path.is_file():
            raise InputError(f"{path}: no such file; run the project's 'convert' and 'gold' first.")
        for record in map(json.loads, path.read_text("utf8").splitlines()):
            texts = [message["text"] for message in record["messages"]]
            encodings = tokenizer.encode_batch(texts)
            short = [
                numbers.setdefault(text, len(numbers))
                for text, encoding in zip(texts, encodings, strict=True)
                if 2 < len(encoding) <= LONGEST
            ]
            digest = int(sha256(record["id"].encode()).hexdigest(), 16)
            (corpus.fitted if digest % HELD_BACK else corpus.held_out).append(short)
    corpus.texts.extend(numbers)
    return corpus


def is_special(tokenizer: Any, number: int) -> bool:
    """Whether a wordpiece never occurs in a text, such as "[CLS]" and "[unused7]"."""
    piece = tokenizer.id_to_token(number)
    return len(piece) > 1 and piece.startswith("[")


def encode(model: Any, ids: Sequence[Sequence[int]]) -> Matrix:
    """The encoder's unit vectors, computed in bfloat16 in batches of messages of similar length.

    model (BertModel): The encoder.
    ids (Sequence[Sequence[int]]): Wordpieces, special ones included.
    RETURNS (ndarray): One row per sequence.
    """
    torch = require("torch", "transformers")
    vectors = numpy.zeros((len(ids), model.config.hidden_size), numpy.float32)
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
        for batch in batches(sorted(range(len(ids)), key=lambda number: len(ids[number])), ids):
            longest = len(ids[batch[-1]])
            padded = torch.tensor([[*ids[n], *[0] * (longest - len(ids[n]))] for n in batch])
            mask = torch.tensor([[n < len(ids[one]) for n in range(longest)] for one in batch])
            states = model(input_ids=padded, attention_mask=mask.long()).last_hidden_state.float()
            vectors[batch] = (states * mask[:, :, None]).sum(1).numpy()
    return unit(vectors)


def batches(numbers: list[int], ids: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Indices of sequences, in batches with about the same number of wordpieces."""
    batch: list[int] = []
    for number in numbers:
        batch.append(number)
        if len(batch) * len(ids[number]) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def near_pairs(dialogues: Iterable[list[int]]) -> NDArray[numpy.int64]:
    """Pairs of messages near each other in a dialogue, shape (2, pairs)."""
    pairs = numpy.array(
        [
            (one, other)
            for dialogue in dialogues
            for at, one in enumerate(dialogue)
            for other in dialogue[at + 1 : at + 1 + REACH]
            if one != other
        ]
    )
    chosen = numpy.random.default_rng(0).permutation(len(pairs))[:PAIRS]
    return pairs[chosen].T


def report(corpus: Corpus, vectors: Matrix, teacher: Matrix) -> None:
    """Print how the table and the encoder agree on the held-out dialogues."""
    pairs = near_pairs(corpus.held_out)
    own, real = cosines(vectors, pairs), cosines(teacher, pairs)
    same = numpy.mean((own > SIMILARITY_THRESHOLD) == (real > SIMILARITY_THRESHOLD))
    say(
        f"{pairs.shape[1]:,} held-out pairs: Pearson {numpy.corrcoef(own, real)[0, 1]:.3f}, "
        f"Spearman {spearmanr(own, real)[0]:.3f}; on the same side of {SIMILARITY_THRESHOLD}: "
        f"{same:.3f}"
    )
    ours, theirs = (mathematical(corpus, embedded) for embedded in (vectors, teacher))
    say(
        f"{len(ours):,} held-out messages: in mathematics {theirs.mean():.3f} by the encoder, "
        f"{ours.mean():.3f} by the table; the same for {(ours == theirs).mean():.3f}"
    )


def mathematical(corpus: Corpus, vectors: Matrix) -> NDArray[numpy.bool_]:
    """Which messages of the held-out dialogues are mathematics."""
    known = dict(zip(corpus.texts, vectors, strict=True))
    dialogues = [
        Dialogue(str(number), [Message("", corpus.texts[one]) for one in dialogue])
        for number, dialogue in enumerate(corpus.held_out)
    ]
    nlp = segmenting_pipeline()
    segmenter: Any = nlp.get_pipe("math_segmenter")
    segmenter.embedder = lambda texts: numpy.stack([known[text] for text in texts])
    found = segment_dialogues(dialogues, nlp)
    return numpy.array([segment == MATH for one in found for segment in one.segments])


def plain_tokenizer(definition: str) -> str:
    """The definition of a tokenizer, without padding, truncation and special tokens."""
    values = json.loads(definition)
    values.update(padding=None, truncation=None, post_processor=None)
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    typer.run(main)
