"""Given distances of all pairs instead of points, functions return the same result or an error."""

import tracemalloc

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

from kernelscale import bandwidth, compare, scale_curve, select_bandwidth
from kernelscale._validation import check_distances
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums, NearestOthers
from kernelscale.metrics import METRICS

LOOK_AT_FEATURES = (
    *("standardized", "scikit_learn_scale", "jacobian"),
    *("scott", "silverman", "likelihood"),
)
FROM_DISTANCES = [name for name in bandwidth.RULES if name not in LOOK_AT_FEATURES]


def labelled(n_samples=90, seed=0):
    random = np.random.default_rng(seed)
    y = np.arange(n_samples) % 3
    return random.normal(size=(n_samples, 4)) + 2 * y[:, None], y


def with_duplicates():
    X, y = labelled(30)
    return np.repeat(X, 2, axis=0), np.repeat(y, 2)


@pytest.mark.parametrize("data", [labelled, with_duplicates])
@pytest.mark.parametrize("form", [squareform, np.asarray], ids=["square", "condensed"])
@pytest.mark.parametrize("rule", FROM_DISTANCES)
def test_rules_agree_on_points_and_distances(rule, form, data):
    X, y = data()
    y = y if bandwidth.RULES[rule].needs_labels else None
    of_points = select_bandwidth(X, y, rule)
    of_distances = select_bandwidth(form(pdist(X)), y, rule, metric="precomputed")
    assert (of_distances.epsilon is None) == (of_points.epsilon is None)
    if of_points.epsilon is not None:
        assert of_distances.epsilon == pytest.approx(of_points.epsilon, rel=1e-9)
    r = pdist(X, "sqeuclidean")
    np.testing.assert_allclose(
        of_distances.kernel.from_squared_distances(squareform(r)), of_points.kernel(X), rtol=1e-9
    )


def test_compare_names_the_rules_that_need_features():
    X, y = labelled()
    found = compare(squareform(pdist(X)), y, metric="precomputed")
    expected = compare(X, y)
    for row in expected.rows:
        other = found[row.rule]
        if row.rule in LOOK_AT_FEATURES:
            assert "needs features, but only distances were given" in other.reading
            continue
        assert other.n_connected_components == row.n_connected_components
        assert other.effective_neighbors == pytest.approx(row.effective_neighbors, rel=1e-6)
        assert other.eigengap == pytest.approx(row.eigengap, abs=1e-9)
    assert found.recommended.epsilon == pytest.approx(expected.recommended.epsilon, rel=1e-9)


def test_large_distances_are_subsampled():
    X, y = labelled(700)
    limit = "14 MiB"
    of_points = select_bandwidth(X, y, "spectral", memory_limit=limit)
    of_distances = select_bandwidth(
        squareform(pdist(X)), y, "spectral", metric="precomputed", memory_limit=limit
    )
    assert of_distances.interval is not None
    assert of_distances.epsilon == pytest.approx(of_points.epsilon, rel=1e-9)


def test_curve_and_sums_of_distances():
    X, _ = labelled()
    D = squareform(pdist(X))
    np.testing.assert_allclose(scale_curve(D, metric="precomputed").S, scale_curve(X).S, rtol=1e-6)
    asked = KernelSums(np.array([0.1, 1.0, 10.0]))
    exact, given = reduce(X, asked), reduce(D, asked, metric="precomputed")
    np.testing.assert_allclose(given.S, exact.S, rtol=1e-12)


def test_distances_need_not_be_euclidean():
    names = ["kitten", "sitting", "mitten", "knitting", "bitten"]
    D = np.array([[sum(a != b for a, b in zip(s, t, strict=False)) for t in names] for s in names])
    assert select_bandwidth(D, rule="max_min", metric="precomputed").epsilon > 0


def square(**changes):
    D = squareform(pdist(np.arange(4.0)[:, None]))
    for place, value in changes.items():
        D[int(place[1]), int(place[2])] = value
    return D


BAD_DISTANCES = {
    "asymmetric": (square(_01=2.0), "2 in row 0, column 1 is not the same as its mirror image"),
    "negative": (square(_01=-1.0, _10=-1.0), "-1 in row 0, column 1 is negative"),
    "diagonal": (square(_22=0.5), "0.5 in row 2, column 2 is not zero on the diagonal"),
    "nan": (square(_01=np.nan), "X contains NaN in row 0, column 1"),
    "infinity": (square(_30=np.inf), "X contains infinity in row 3, column 0"),
    "not_square": (np.zeros((3, 4)), r"n_samples by n_samples .* its shape is \(3, 4\)"),
    "condensed_length": (np.ones(4), r"has 4 condensed distances, but n points have n \(n - 1\)"),
    "empty": (np.zeros((0, 0)), r"of at least 2 points, but its shape is \(0, 0\)"),
    "empty_condensed": (np.zeros(0), "has 0 condensed distances"),
    "one_point": (np.zeros((1, 1)), "of at least 2 points"),
    "number": (3.0, r"its shape is \(\)"),
    "all_zero": (np.zeros((3, 3)), "The largest distance in X is 0, so all points are the same"),
    "underflow": (square() * 1e-200, "The largest distance in X is 3e-200"),
    "overflow": (
        square() * 1e200,
        r"X reaches 3e\+200 in magnitude, too large for sums of squares",
    ),
    "text": (np.array([["a"]]), "X holds .*'a'.* which is not a number"),
}


@pytest.mark.parametrize("bad", BAD_DISTANCES)
def test_bad_distances_are_refused(bad):
    D, sentence = BAD_DISTANCES[bad]
    for call in (compare, scale_curve, bandwidth.RULES["median"]()):
        with pytest.raises(ValueError, match=sentence):
            call(D, metric="precomputed")


def test_an_unknown_metric_is_refused():
    allowed = f"metric must be one of {', '.join(METRICS)}, but"
    with pytest.raises(ValueError, match=f"{allowed} 'nearby' was given"):
        compare(square(), metric="nearby")
    with pytest.raises(ValueError, match=allowed):
        reduce(square(), NearestOthers(1), metric=None)


def test_rounding_in_distances_is_corrected_in_a_copy():
    D = square()
    D[0, 1] += 1e-12
    D[2, 2] = 1e-13
    D[1, 0] -= 1e-12
    before = D.copy()
    mended = check_distances(D)
    np.testing.assert_array_equal(D, before)
    np.testing.assert_array_equal(mended, mended.T)
    assert not np.diag(mended).any()
    exact = square()
    assert np.shares_memory(check_distances(exact), exact)


def test_distances_respect_the_memory_limit():
    X = np.random.default_rng(0).normal(size=(1500, 3))
    condensed = pdist(X)
    D = squareform(condensed)
    asked = KernelSums(np.ones(2))
    tracemalloc.start()
    reduce(D, asked, metric="precomputed", memory_limit="16 MiB", n_threads=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16 * 2**20
    for needs_a_copy in (condensed, D.astype(np.float32), D + 1e-12 * np.triu(D)):
        for call in (reduce, lambda X, statistic, **options: scale_curve(X, **options)):
            with pytest.raises(
                MemoryError, match="X has to be copied into a square .* 17 MiB, but"
            ):
                call(needs_a_copy, asked, metric="precomputed", memory_limit="16 MiB")
