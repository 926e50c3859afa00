import numpy
import pytest

from training.export import distil as distil_embeddings
from training.export.static_table import (
    calibrate,
    cosines,
    fit_rows,
    piece_shares,
    principal_axes,
    quantized,
    unit,
)

PIECES, WIDTH = 40, 4
SEEN = 30
RNG = numpy.random.default_rng(7)
ROWS = RNG.normal(size=(PIECES, WIDTH)).astype(numpy.float32)
MESSAGES = [RNG.integers(0, SEEN, RNG.integers(1, 9)).tolist() for _ in range(300)]
SHARES = piece_shares([*MESSAGES, []], PIECES)
PAIRS = RNG.integers(0, 300, (2, 2000))


def test_a_message_is_the_mean_of_its_pieces() -> None:
    means = SHARES @ ROWS
    assert means.shape == (301, WIDTH)
    numpy.testing.assert_allclose(means[5], ROWS[MESSAGES[5]].mean(0), rtol=1e-5)
    assert not means[300].any()


def test_rows_are_fitted_and_unseen_ones_follow_the_common_map() -> None:
    alone = ROWS @ RNG.normal(size=(WIDTH, 6)).astype(numpy.float32)
    goals = SHARES @ (ROWS + (numpy.arange(PIECES) == 3)[:, None])
    table = fit_rows(SHARES, goals, alone, 0.001)
    numpy.testing.assert_allclose(SHARES @ table, goals, atol=0.05)
    numpy.testing.assert_allclose(table[SEEN:], ROWS[SEEN:], atol=0.3)


def test_what_all_rows_share_is_taken_off_as_far_as_pairs_ask_for_it() -> None:
    real = cosines(unit(SHARES @ ROWS), PAIRS)

    def agreement(table) -> float:
        return float(numpy.mean((cosines(unit(SHARES @ table), PAIRS) > 0.3) == (real > 0.3)))

    shifted = ROWS + 2
    assert agreement(shifted) < 0.6
    assert agreement(calibrate(shifted, SHARES, PAIRS, real, 0.3)) > 0.8
    numpy.testing.assert_array_equal(calibrate(ROWS, SHARES, PAIRS, real, 0.3), ROWS)


def test_axes_are_those_of_most_length() -> None:
    vectors = ROWS * numpy.array([1, 5, 0.1, 1], numpy.float32)
    axes = principal_axes(vectors, 1)
    assert abs(axes[1, 0]) > 0.9


def test_whole_numbers_and_scales_come_close() -> None:
    table = numpy.vstack([ROWS, numpy.zeros((1, WIDTH), numpy.float32)])
    rows, scales = quantized(table)
    assert rows.dtype == numpy.int8
    assert numpy.abs(rows).max() == 7
    back = rows * scales.astype(numpy.float32)[:, None]
    assert (numpy.abs(back - table) <= 0.51 * scales.astype(numpy.float32)[:, None]).all()


def test_pairs_are_of_one_dialogue_and_near() -> None:
    pairs = distil_embeddings.near_pairs([list(range(50)), [90, 91, 90]])
    found = set(zip(*pairs.tolist(), strict=True))
    assert {(90, 91), (91, 90)} <= found
    assert (90, 90) not in found
    assert max(other - one for one, other in found) == distil_embeddings.REACH
    assert len(found) == sum(min(20, 49 - at) for at in range(50)) + 2


def test_batches_hold_everything_once() -> None:
    ids = [[0] * length for length in (1, 2, 3, 700, 800, 2000)]
    found = list(distil_embeddings.batches(list(range(6)), ids))
    assert sorted(number for batch in found for number in batch) == list(range(6))
    assert found[0] == [0, 1, 2, 3]


def test_a_missing_corpus_is_named(tmp_path) -> None:
    with pytest.raises(distil_embeddings.InputError, match=r"amber\.jsonl: no such file"):
        distil_embeddings.read_corpus(tmp_path, None)
