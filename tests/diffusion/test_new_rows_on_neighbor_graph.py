"""New rows in maps of neighbour graphs, compared with loops over rows."""

import tracemalloc
import warnings

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from tests.diffusion.truncated_kernels import WEIGHTS, cloud, grid_with_duplicates, truncated

from kernelscale import DiffusionMap, diffusion
from kernelscale.neighbor_graphs import graph_extension


@pytest.mark.parametrize("t", [0, 1, 3])
@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_training_rows_get_their_own_coordinates(weights, alpha, t):
    options, _ = WEIGHTS[weights]
    X = grid_with_duplicates(200)
    found = DiffusionMap(4, neighbors=6, alpha=alpha, t=t, **options).fit(X)
    embedded = found.embed(X)
    np.testing.assert_allclose(embedded.coordinates, found.embedding_, atol=1e-8)
    K = truncated(X, 6, WEIGHTS[weights][1])
    np.testing.assert_allclose(embedded.kernel_mass, K.sum(axis=1), rtol=1e-10)


def test_progress_of_each_stage_of_a_fit_ends_at_its_total():
    events = []
    DiffusionMap(2, neighbors=6, progress=events.append).fit(cloud(600))
    last = {event.stage: (event.done, event.total) for event in events}
    assert {"distances", "edges", "steps of the iteration", "diffusion map"} <= last.keys()
    assert all(done == total for done, total in last.values())


def test_new_rows_are_embedded_with_the_current_parameters():
    X, new, of_fit, of_now = cloud(200), cloud(20, seed=7), [], []
    found = DiffusionMap(2, neighbors=6, progress=of_fit.append).fit(X)
    expected, n_events = found.transform(new), len(of_fit)
    found.set_params(progress=of_now.append, n_threads=1)
    np.testing.assert_array_equal(found.transform(new), expected)
    assert of_now
    assert len(of_fit) == n_events


def test_edges_of_new_rows_are_held_in_blocks(monkeypatch):
    X, new = cloud(300), cloud(250, seed=7)
    found = DiffusionMap(2, neighbors=290, edge_weights="unit").fit(X)
    expected = found.transform(new)
    monkeypatch.setattr(graph_extension, "EDGES_AT_ONCE", 290 * 10)
    found.transform(new[:1])
    tracemalloc.start()
    np.testing.assert_array_equal(found.transform(new), expected)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # storing the edges of all new rows at once would take about 100 bytes for each edge
    assert peak < 250 * 290 * 8 * 4


def test_with_coordinates_embeds_new_rows_as_the_whole_map_does():
    X, new = grid_with_duplicates(200), cloud(20)
    found = DiffusionMap(4, neighbors=6).fit(X)
    part = found.with_coordinates([2, 0])
    np.testing.assert_array_equal(part.transform(X), part.embedding_)
    np.testing.assert_allclose(part.transform(new), found.transform(new)[:, [2, 0]], rtol=1e-12)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_new_rows_are_joined_to_their_neighbours_and_to_rows_they_are_neighbours_of(weights, alpha):
    options, value = WEIGHTS[weights]
    X, new = cloud(150) ** 3 / 9, cloud(20, seed=7) ** 3 / 9  # points of very unequal density
    X[:4] = X[50]
    found = DiffusionMap(4, neighbors=6, alpha=alpha, **options).fit(X)
    q = truncated(X, 6, value).sum(axis=1)
    distinct = np.unique(X, axis=0)
    reach = np.sort(cdist(X, distinct), axis=1)[:, 6]
    expected, mass, n_reverse = [], [], 0
    for x in new:
        d = np.sqrt(((X - x) ** 2).sum(axis=1))
        own = np.sort(np.sqrt(((distinct - x) ** 2).sum(axis=1)))[5]
        k = np.zeros(len(X))
        for j in range(len(X)):
            if d[j] <= own or d[j] <= reach[j]:
                n_reverse += d[j] > own
                k[j] = value(d[j] ** 2, own, reach[j])
        mass.append(k.sum())
        steps = k * q**-alpha
        expected.append(steps @ found.eigenvectors_ / steps.sum())
    assert n_reverse > 20  # both kinds of edges occur in this test
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*have kernel mass below", diffusion.MapWarning)
        embedded = found.embed(new)
    np.testing.assert_allclose(embedded.coordinates, expected, atol=1e-10)
    np.testing.assert_allclose(embedded.kernel_mass, mass, rtol=1e-8)


def test_far_rows_get_the_coordinates_of_the_nearest_row():
    X = cloud()
    found = DiffusionMap(2, 1.0, neighbors=5, edge_weights="bandwidth").fit(X)
    far = np.array([[1e3, 0.0, 0.0], [0.0, -1e5, 0.0]])
    with pytest.warns(diffusion.MapWarning, match=r"2 of 2 row\(s\)"):
        embedded = found.transform(far)
    nearest = cdist(far, X).argmin(axis=1)
    np.testing.assert_allclose(embedded, found.eigenvectors_[nearest] * found.eigenvalues_)
