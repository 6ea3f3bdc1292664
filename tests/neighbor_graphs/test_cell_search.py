"""A search in cells finds the nearest points among all points of these cells.

A cell is the set of points that have the same nearest centre.
"""

import numpy as np
import pytest

from kernelscale.engine.arithmetic.registry import ARITHMETICS
from kernelscale.engine.passes import reduce
from kernelscale.engine.resources import Resources
from kernelscale.engine.statistics import NearestOthers
from kernelscale.neighbor_graphs.cells import Cells, centres_of, search_bytes
from kernelscale.neighbor_graphs.probes import RECALL, probes_needed


@pytest.fixture(params=sorted(ARITHMETICS))
def resources(request):
    return Resources(arithmetic=request.param)


def naive(r, names, n_neighbors):
    """Distances and indices (`names`) of the nearest points; ties go to the smaller index."""
    best = np.lexsort((names, r))[:n_neighbors]
    return r[best], names[best]


def assert_nearest_in_cells(cells, rows, found, n_probes, selves):
    """Compare the found neighbours with the nearest points in the `n_probes` nearest cells.

    If these cells have too few points, the points in all cells count. `selves` has the index of
    each row among all points, because a row does not count as its own neighbour; it is -1 for a new
    row.
    """
    centres = cells.centres.points.values
    cell_of = np.repeat(np.arange(len(cells)), cells.sizes)
    n_neighbors = found.indices.shape[1]
    for x, own, r, indices in zip(rows, selves, *found, strict=True):
        nearest = np.argsort(((centres - x) ** 2).sum(axis=1), kind="stable")[:n_probes]
        seen = np.isin(cell_of, nearest) & (cells.names != own)
        if np.count_nonzero(seen) < n_neighbors:
            seen = cells.names != own
        distances = ((cells.points.values[seen] - x) ** 2).sum(axis=1)
        expected = naive(distances, cells.names[seen], n_neighbors)
        np.testing.assert_allclose(r, expected[0], rtol=1e-13)
        np.testing.assert_array_equal(indices, expected[1])


@pytest.mark.parametrize(("n_samples", "n_features"), [(300, 3), (1500, 6), (1200, 120)])
@pytest.mark.parametrize("n_probes", [1, 3])
def test_a_search_equals_a_naive_search_in_the_same_cells(
    random, resources, n_samples, n_features, n_probes
):
    X = random.normal(size=(n_samples, n_features))
    cells = Cells.around(X[:17], X, resources)
    rows = random.choice(n_samples, 150, replace=False)
    found = cells.others(rows, 9, resources, n_probes)
    assert_nearest_in_cells(cells, X[rows], found, n_probes, rows)
    new = random.normal(size=(70, n_features))
    found = cells.query(new, 9, resources, n_probes)
    assert_nearest_in_cells(cells, new, found, n_probes, np.full(70, -1))


@pytest.mark.parametrize("n_samples", [200, 1500])
def test_ties_and_duplicates_are_found_in_the_order_of_rows(random, resources, n_samples):
    X = random.integers(0, 5, size=(n_samples, 3)).astype(float)
    X[40:90] = X[0]  # a row has more duplicates than neighbours
    cells = Cells.around(np.unique(X, axis=0)[::9] + 0.25, X, resources)
    found = cells.others(None, 20, resources)
    for i in range(0, n_samples, 7):
        others = np.delete(np.arange(n_samples), i)
        expected = naive(((X[others] - X[i]) ** 2).sum(axis=1), others, 20)
        np.testing.assert_array_equal(found.squared_distances[i], expected[0])
        np.testing.assert_array_equal(found.indices[i], expected[1])


def test_a_search_of_all_cells_equals_the_pass_over_all_pairs(random, resources):
    X = random.normal(size=(1300, 4)) * [1, 1e3, 1e-3, 1] + 1e4
    cells = Cells.around(centres_of(X, 30, np.random.RandomState(0), resources), X, resources)
    expected = reduce(X, NearestOthers(12), arithmetic=resources.arithmetic)
    found = cells.others(None, 12, resources)
    np.testing.assert_array_equal(found.indices, expected.indices)
    np.testing.assert_array_equal(found.squared_distances, expected.squared_distances)


def test_cells_are_a_partition_by_the_nearest_centre(random, resources):
    X = random.normal(size=(500, 2))
    centres = np.concatenate(
        [X[:9], [[1e6, 1e6]]]
    )  # the last centre is not the nearest centre of any point
    cells = Cells.around(centres, X, resources)
    np.testing.assert_array_equal(np.sort(cells.names), np.arange(500))
    np.testing.assert_array_equal(cells.points.values, X[cells.names])
    np.testing.assert_array_equal(cells.centres.points.values, X[:9])
    nearest = ((X[cells.names, None] - X[None, :9]) ** 2).sum(axis=-1).argmin(axis=1)
    np.testing.assert_array_equal(nearest, np.repeat(np.arange(9), cells.sizes))


def test_the_nearest_rows_of_far_new_rows_are_found(random, resources):
    X = random.normal(size=(1200, 3))
    new = np.array([[1e9, 0, 0], [0, -1e150, 0], [1e-300, 0, 0]])
    cells = Cells.around(X[:20], X, resources)
    found = cells.query(new, 2, resources)
    for x, r, indices in zip(new, *found, strict=True):
        expected = naive(((X - x) ** 2).sum(axis=1), np.arange(1200), 2)
        np.testing.assert_allclose(r, expected[0], rtol=1e-13)
        np.testing.assert_array_equal(indices, expected[1])


def test_centres_are_means_of_the_rows_nearest_to_them(random):
    groups = np.repeat([0.0, 50.0, 100.0], 40)
    X = groups[:, None] + random.normal(size=(120, 2))
    centres = centres_of(X, 3, np.random.RandomState(4), Resources())
    assert all(np.abs(X.mean(axis=0) - c).max() < 100 for c in centres)
    cells = Cells.around(centres, X, Resources())
    split = np.split(cells.points.values, cells.edges[1:-1])
    assert sum(((part - part.mean(axis=0)) ** 2).sum() for part in split) < X.var() * X.size / 3


def test_the_number_of_probes_is_the_smallest_that_reaches_the_recall(random):
    X = random.normal(size=(900, 6))
    cells = Cells.around(X[:30], X, Resources())
    exact = cells.others(None, 8, Resources()).indices

    def recall(n_probes, rows):
        found = cells.others(rows, 8, Resources(), n_probes).indices
        return np.mean([np.isin(*pair).mean() for pair in zip(exact[rows], found, strict=True)])

    needed = probes_needed(cells, 8, np.random.RandomState(0), Resources())
    drawn = np.random.RandomState(0).choice(900, 512, replace=False)
    choosing, measuring = drawn[::2], drawn[1::2]
    assert recall(needed.number, choosing) >= RECALL > recall(needed.number - 1, choosing)
    assert needed.recall == pytest.approx(recall(needed.number, measuring))
    # The estimated recall agrees with the recall of all rows within a few standard errors.
    assert recall(needed.number, np.arange(900)) == pytest.approx(needed.recall, abs=0.01)


def test_the_share_is_that_of_the_pairs_computed(random):
    X = random.normal(size=(900, 6))
    cells = Cells.around(X[:30], X, Resources())
    needed = probes_needed(cells, 8, np.random.RandomState(0), Resources())
    order = ((X[:, None] - cells.centres.points.values) ** 2).sum(axis=-1).argsort(axis=1)
    n_searched = cells.sizes[order[:, : needed.number]].sum(axis=1)
    assert needed.share == pytest.approx(n_searched.mean() / 900, rel=0.05)


def test_search_bytes_increase_with_rows_and_threads():
    small = search_bytes((10_000, 5), 10, Resources(n_threads=1))
    assert search_bytes((20_000, 5), 10, Resources(n_threads=1)) > small + 10_000 * 8 * (5 + 20)
    assert search_bytes((10_000, 5), 10, Resources(n_threads=2)) > small
