"""Labels for a diffusion map: rules that use labels, and invalid labels."""

import numpy as np
import pytest

from kernelscale import DiffusionMap


def cloud(n_samples=60, n_features=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


def classes(n_samples=90, n_classes=3, gap=4.0, seed=0):
    y = np.arange(n_samples) % n_classes
    return cloud(n_samples, 4, seed) + gap * y[:, None], y


@pytest.mark.parametrize(
    ("y", "rule"),
    [
        (np.arange(90) % 3, "smallest scale at which each of the"),
        (np.array(["a", "b", "c"])[np.arange(90) % 3], "smallest scale at which each of the"),
        (None, "smallest scale at which each of the"),
        (np.linspace(0, 1, 90), "smallest scale at which each of the"),
        (np.arange(90), "smallest scale at which each of the"),
    ],
    ids=["numbers", "text", "none", "continuous", "counts"],
)
def test_the_default_rule_of_all_pairs_ignores_labels(y, rule):
    X, _ = classes()
    assert rule in DiffusionMap(neighbors=None).fit(X, y).bandwidth_.reason


def test_labels_of_another_length_are_refused():
    X, y = classes()
    for rule in ("auto", "spectral"):
        with pytest.raises(ValueError, match=r"inconsistent numbers of samples|labels for 90 rows"):
            DiffusionMap(bandwidth=rule).fit(X, y[:-1])
    with pytest.raises(ValueError, match="needs a label for each row"):
        DiffusionMap(bandwidth="geometric").fit(X)


BAD_LABELS = {
    "missing": ([None] * 45 + ["a"] * 45, "y has 45 missing label"),
    "missing_numbers": (np.r_[[np.nan] * 45, np.ones(45)], "y has 45 missing label"),
    "mixed": ([1] * 45 + ["b"] * 45, "y mixes labels of types int, str; use one type"),
    "mixed_array": (np.array([1] * 45 + ["b"] * 45, object), "y mixes labels of types int, str"),
    "a_number": (3, "y must have one label for each row, but its shape is"),
    "short": ([1, 2, 1], "y has 3 labels for 90 rows; one label for each row is needed"),
}


@pytest.mark.parametrize("y", BAD_LABELS)
@pytest.mark.parametrize("rule", ["leave_one_out", "spectral"])
def test_invalid_labels_are_refused(y, rule):
    labels, sentence = BAD_LABELS[y]
    with pytest.raises(ValueError, match=sentence):
        DiffusionMap(bandwidth=rule).fit(np.random.default_rng(0).normal(size=(90, 2)), labels)


@pytest.mark.parametrize("y", BAD_LABELS)
def test_a_rule_without_labels_only_checks_their_number(y):
    labels, sentence = BAD_LABELS[y]
    fitted = DiffusionMap(bandwidth="median")
    points = np.random.default_rng(0).normal(size=(90, 2))
    if "one label for each row" in sentence:
        with pytest.raises(ValueError, match=sentence):
            fitted.fit(points, labels)
    else:
        fitted.fit(points, labels)


@pytest.mark.parametrize("rule", ["auto", "median", "spectral"])
def test_bytes_are_valid_classes(rule):
    points = np.random.default_rng(0).normal(size=(40, 2)) + 3 * (np.arange(40) < 20)[:, None]
    of_bytes, of_text = (
        DiffusionMap(bandwidth=rule).fit(points, [first] * 20 + [second] * 20)
        for first, second in ((b"a", b"b"), ("a", "b"))
    )
    np.testing.assert_array_equal(of_bytes.embedding_, of_text.embedding_)


def test_condensed_distances_take_a_label_for_each_row():
    points = np.random.default_rng(0).normal(size=(30, 2))
    r = np.sqrt(((points[:, None] - points) ** 2).sum(axis=2))[np.triu_indices(30, 1)]
    DiffusionMap(bandwidth="spectral", metric="precomputed").fit(r, [0, 1] * 15)
    DiffusionMap(metric="precomputed").fit(r, [0, 1] * 15)


def test_with_bandwidth_can_use_labels():
    X, y = classes()
    by_number = DiffusionMap(3, 5.0).fit(X, y)
    expected = DiffusionMap(3, "spectral").fit(X, y)
    np.testing.assert_array_equal(
        by_number.with_bandwidth("spectral").embedding_, expected.embedding_
    )
    unlabelled = DiffusionMap(3, 5.0).fit(X)
    np.testing.assert_array_equal(
        unlabelled.with_bandwidth("spectral", y).embedding_, expected.embedding_
    )
    with pytest.raises(ValueError, match="needs a label for each row"):
        unlabelled.with_bandwidth("spectral")


@pytest.mark.parametrize("y", [np.zeros(60), ["a"] * 60, [None] * 60, np.full(60, np.nan)])
def test_a_number_as_bandwidth_ignores_labels(y):
    expected = DiffusionMap(2, 3.0).fit(cloud())
    np.testing.assert_array_equal(
        DiffusionMap(2, 3.0).fit(cloud(), y).embedding_, expected.embedding_
    )


def test_missing_labels_are_refused_by_rules_that_need_them():
    X, y = classes()
    y = y.astype(float)
    y[4] = np.nan
    for rule in ("leave_one_out", "spectral"):
        with pytest.raises(ValueError, match=r"y has 1 missing label\(s\), the first in row 4"):
            DiffusionMap(bandwidth=rule).fit(X, y)
