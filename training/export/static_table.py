"""Fits a row to each wordpiece so that the sum over a message points like the encoder's vector.

Least squares in three steps. One matrix maps the encoder's vectors of single wordpieces to the
goals of messages. Each row then moves from there as far as the messages that contain it require
(ridge regression). Last, a share of the mean is subtracted, so that cosine similarities have the
encoder's scale.
"""

from typing import Any

import numpy
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import LinearOperator, cg

Matrix = NDArray[numpy.float32]
# Small numbers compress well and do not reduce agreement.
LEVELS = 7
_SHARES = numpy.linspace(0, 1, 21)


def principal_axes(vectors: Matrix, width: int) -> Matrix:
    """The axes along which vectors are longest, without centring, so that angles are kept.

    vectors (ndarray): Shape (vectors, n).
    width (int): How many axes.
    RETURNS (ndarray): Shape (n, width).
    """
    _, _, axes = numpy.linalg.svd(vectors, full_matrices=False)
    return axes[:width].T.astype(numpy.float32)


def piece_shares(ids: list[list[int]], pieces: int) -> Any:
    """The share of each wordpiece in each message.

    ids (list[list[int]]): The wordpieces of the messages.
    pieces (int): The number of wordpieces.
    RETURNS (csr_matrix): Shape (messages, pieces).
    """
    lengths = [len(own) for own in ids]
    rows = numpy.repeat(numpy.arange(len(ids)), lengths)
    shares = numpy.repeat([1 / max(length, 1) for length in lengths], lengths)
    columns = numpy.fromiter((piece for own in ids for piece in own), numpy.int64, sum(lengths))
    return csr_matrix((shares, (rows, columns)), shape=(len(ids), pieces), dtype=numpy.float32)


def fit_rows(shares: Any, goals: Matrix, alone: Matrix, ridge: float) -> Matrix:
    """Fit rows whose means are close to the goals of the messages.

    shares (csr_matrix): Shape (messages, pieces).
    goals (ndarray): The goal vectors, shape (messages, width).
    alone (ndarray): The encoder's vectors of single wordpieces, shape (pieces, n).
    ridge (float): How strongly rows are kept near the common map of `alone`.
    RETURNS (ndarray): Shape (pieces, width).
    """
    means = shares @ alone
    gram = means.T @ means + ridge * numpy.eye(means.shape[1], dtype=numpy.float32)
    start = alone @ numpy.linalg.solve(gram, means.T @ goals)

    def normal(vector: Matrix) -> Matrix:
        return numpy.asarray(shares.T @ (shares @ vector) + ridge * vector)

    operator = LinearOperator((len(start), len(start)), matvec=normal, dtype=numpy.float32)
    missing = shares.T @ (goals - shares @ start)
    moved = [cg(operator, column, rtol=1e-3, maxiter=200)[0] for column in missing.T]
    return (start + numpy.stack(moved, axis=1)).astype(numpy.float32)


def calibrate(
    table: Matrix, shares: Any, pairs: NDArray[numpy.int64], real: Matrix, threshold: float
) -> Matrix:
    """Subtract a share of the mean, so that the same pairs are similar as for the encoder.

    table (ndarray): Rows, shape (pieces, width).
    shares (csr_matrix): Shape (messages, pieces).
    pairs (ndarray): Indices of messages, shape (2, pairs).
    real (ndarray): Their cosine similarities according to the encoder.
    threshold (float): Pairs above it are similar.
    RETURNS (ndarray): The rows, shape (pieces, width).
    """
    vectors = shares @ table
    mean = vectors.mean(0)

    def agreement(share: float) -> float:
        own = cosines(unit(vectors - share * mean), pairs)
        return float(numpy.mean((own > threshold) == (real > threshold)))

    return (table - max(_SHARES, key=agreement) * mean).astype(numpy.float32)


def cosines(vectors: Matrix, pairs: NDArray[numpy.int64]) -> Matrix:
    """Cosine similarities of pairs.

    vectors (ndarray): Unit vectors, shape (vectors, width).
    pairs (ndarray): Their indices, shape (2, pairs).
    RETURNS (ndarray): One per pair.
    """
    return numpy.einsum("ij,ij->i", vectors[pairs[0]], vectors[pairs[1]])


def unit(vectors: Matrix) -> Matrix:
    """Scale vectors to length 1; zeros stay.

    vectors (ndarray): Shape (vectors, width).
    RETURNS (ndarray): The same shape.
    """
    lengths = numpy.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / numpy.where(lengths > 0, lengths, 1)).astype(numpy.float32)


def quantized(table: Matrix) -> tuple[NDArray[numpy.int8], NDArray[numpy.float16]]:
    """Round rows to small integers, each with a scale.

    table (ndarray): Shape (pieces, width).
    RETURNS (tuple[ndarray, ndarray]): Integers from -7 to 7 of the same shape, and one scale per
        row.
    """
    scales = (numpy.abs(table).max(1) / LEVELS).astype(numpy.float16)
    divisors = numpy.where(scales > 0, scales, 1).astype(numpy.float32)
    rows = numpy.rint(table / divisors[:, None]).clip(-LEVELS, LEVELS)
    return rows.astype(numpy.int8), scales
