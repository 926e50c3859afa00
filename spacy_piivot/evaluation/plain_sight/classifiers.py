"""Classifiers that tell surrogates from originals, cross-validated by dialogue."""

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.optional import require
from .bootstrapped_auc import Scores

FOLDS = 5
_EXTRA = "evaluation"
_MOST_COLUMNS = 50_000
_FURTHEST = 4.0  # deviations

Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Items:
    """Names or messages to tell apart.

    texts (csr_matrix): Their letters and words, counted.
    numbers (ndarray): Shape (items, features): what else is noticed; NaN where unknown.
    positive (ndarray): Whether each is a surrogate, or contains one.
    groups (ndarray): The number of the dialogue each is from.
    """

    texts: Any = field(repr=False)
    numbers: NDArray[np.float64] = field(repr=False)
    positive: NDArray[np.bool_]
    groups: Rows


# Fits on some rows and scores others.
Model = Callable[[Items, Rows, Rows], NDArray[np.float64]]


def counted(texts: Sequence[str], *, letters: bool) -> Any:
    """Count the letters or words of texts, weighted by rareness (tf-idf).

    texts (Sequence[str]): All texts, of training and test data: who reads a release has it whole.
    letters (bool): Whether runs of one to four letters are counted, instead of one or two words.
    RETURNS (csr_matrix): One row per text.
    """
    text = require("sklearn.feature_extraction.text", _EXTRA)
    kind = (
        {"analyzer": "char_wb", "ngram_range": (1, 4)}
        if letters
        else {"ngram_range": (1, 2), "token_pattern": r"\w+"}
    )
    counter = text.TfidfVectorizer(min_df=2, sublinear_tf=True, max_features=_MOST_COLUMNS, **kind)
    try:
        return counter.fit_transform(texts)
    except ValueError:  # nothing occurs twice
        return require("scipy.sparse", _EXTRA).csr_matrix((len(texts), 0))


def beside(*columns: Any) -> Any:
    """Put sparse matrices side by side."""
    return require("scipy.sparse", _EXTRA).hstack(columns, format="csr")


def cross_validated(items: Items, rows: Rows, model: Model, seed: int) -> Iterator[Scores]:
    """Score items by models that were trained on other dialogues.

    items (Items): The items.
    rows (ndarray): Which of them are looked at.
    model (Model): What is trained; one of `MODELS`.
    seed (int): The seed of the folds.
    YIELDS (Scores): The scores of one fold.
    """
    for train, test in folds(items, rows, seed):
        if len(test) and len(np.unique(items.positive[train])) == 2:
            scores = model(items, train, test)
            yield Scores(scores, items.positive[test], items.groups[test])


def folds(items: Items, rows: Rows, seed: int) -> Iterator[tuple[Rows, Rows]]:
    """Divide rows into training and test data, whole dialogues each.

    items (Items): The items.
    rows (ndarray): The rows to divide.
    seed (int): The seed of the division.
    YIELDS (tuple[ndarray, ndarray]): The rows to train on and those to score.
    """
    fold_of = fold_of_groups(int(items.groups.max()) + 1, seed)[items.groups[rows]]
    for number in range(FOLDS):
        yield rows[fold_of != number], rows[fold_of == number]


def fold_of_groups(groups: int, seed: int) -> Rows:
    """Return the fold of each group of dialogues.

    groups (int): How many groups there are.
    seed (int): The seed of the division.
    RETURNS (ndarray): The number of the fold of each.
    """
    return np.random.default_rng(seed).permutation(groups) % FOLDS


def letters_and_words(items: Items, train: Rows, test: Rows) -> NDArray[np.float64]:
    """Score by logistic regression on letters, words around, and what else is noticed."""
    linear = require("sklearn.linear_model", _EXTRA)
    known, asked = (
        beside(items.texts[rows], _scaled(items.numbers, train, rows)) for rows in (train, test)
    )
    model = linear.LogisticRegression(C=1.0, solver="liblinear", max_iter=200)
    model.fit(known, items.positive[train])
    return np.asarray(model.decision_function(asked), dtype=np.float64)


def noticed(items: Items, train: Rows, test: Rows) -> NDArray[np.float64]:
    """Score by boosted trees on what is noticed of names, without letters and words."""
    ensemble = require("sklearn.ensemble", _EXTRA)
    model = ensemble.HistGradientBoostingClassifier(
        max_iter=80, learning_rate=0.08, max_leaf_nodes=8, min_samples_leaf=15,
        l2_regularization=1.0, early_stopping=False, random_state=0,
    )  # fmt: skip
    threads = require("threadpoolctl", _EXTRA)
    # A feature of which nothing is known cannot be divided into bins.
    useful = (~np.isnan(items.numbers[train])).sum(axis=0) > 1
    # These models are so small that several threads mostly wait for each other.
    with threads.threadpool_limits(1):
        model.fit(items.numbers[train][:, useful], items.positive[train])
        scores = model.decision_function(items.numbers[test][:, useful])
    return np.asarray(scores, dtype=np.float64)


MODELS: dict[str, Model] = {"letters, words, lists": letters_and_words, "lists alone": noticed}


def _scaled(numbers: NDArray[np.float64], train: Rows, rows: Rows) -> NDArray[np.float64]:
    """Scale numbers to the training data; a column of its own says where nothing is known."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # columns without any number
        mean = np.nan_to_num(np.nanmean(numbers[train], axis=0))
        spread = np.nan_to_num(np.nanstd(numbers[train], axis=0))
    unknown = np.isnan(numbers[rows])
    scaled = (numbers[rows] - mean) / np.where(spread > 0, spread, 1.0)
    return np.hstack(
        [np.where(unknown, 0.0, np.clip(scaled, -_FURTHEST, _FURTHEST)), unknown.astype(float)]
    )
