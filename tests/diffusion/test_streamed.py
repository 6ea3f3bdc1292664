"""Diffusion maps of so many points that the kernel matrix does not fit into memory."""

import tracemalloc
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from kernelscale import DiffusionMap, Gaussian
from kernelscale.data import PointCloud
from kernelscale.diffusion import LongFitWarning, long_fits
from kernelscale.diffusion.all_pairs import all_pairs_fit, streamed
from kernelscale.markov.components import components_of_kernel
from kernelscale.markov.krylov import krylov_solver
from kernelscale.markov.krylov.krylov_solver import steps_of_a_factor
from kernelscale.neighbor_graphs.edges import WEAKEST_EDGE

SMALL = "20 MiB"  # less memory than six matrices of 900 rows and columns need


def arc(n_samples=900):
    random = np.random.default_rng(3)
    angle = random.uniform(0, 4, n_samples)
    return np.c_[np.cos(angle), np.sin(angle)] + 0.02 * random.normal(size=(n_samples, 2))


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("scale", [None, [1.0, 0.5]])
def test_the_map_equals_the_map_with_the_kernel_matrix(alpha, scale):
    X, new = arc(), arc(40) + 0.01
    options = {"n_components": 3, "bandwidth": 0.05, "alpha": alpha, "scale": scale}
    expected = DiffusionMap(**options).fit(X)
    found = DiffusionMap(memory_limit=SMALL, **options).fit(X)
    np.testing.assert_allclose(found.eigenvalues_, expected.eigenvalues_, atol=1e-10)
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-7)
    np.testing.assert_allclose(found.stationary_, expected.stationary_, rtol=1e-10)
    np.testing.assert_allclose(found.transform(new), expected.transform(new), atol=1e-7)
    np.testing.assert_array_equal(found.component_sizes_, expected.component_sizes_)


def test_the_kernel_matrix_is_never_stored():
    X = arc(3000)
    tracemalloc.start()
    DiffusionMap(2, 0.05, memory_limit="30 MiB", n_threads=2).fit(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30 * 2**20 < 8 * len(X) ** 2


@pytest.mark.parametrize("n_threads", [1, 4])
def test_vectors_and_tiles_together_fit_the_memory_limit(n_threads):
    X, limit = arc(1500), 11 * 2**20
    fit = DiffusionMap(20, 0.05, memory_limit=limit, n_threads=n_threads).fit
    fit(X)  # a first call, so that lazy imports are not counted
    tracemalloc.start()
    fit(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < limit


def test_the_same_bits_for_any_number_of_threads():
    maps = [
        DiffusionMap(2, 0.05, memory_limit=SMALL, n_threads=n_threads).fit(arc())
        for n_threads in (1, 2, 3)
    ]
    for other in maps[1:]:
        np.testing.assert_array_equal(other.embedding_, maps[0].embedding_)


def test_components_are_counted_and_separated():
    X = np.r_[arc(500), arc(300) + 50, arc(100) - 50]
    with pytest.warns(UserWarning, match="has 3 components of 500, 300, 100 rows"):
        found = DiffusionMap(2, 0.05, memory_limit=SMALL).fit(X)
    with pytest.warns(UserWarning, match="has 3 components"):
        expected = DiffusionMap(2, 0.05).fit(X)
    np.testing.assert_allclose(found.eigenvalues_, 1.0)
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-6)


def rings(n_each, radii):
    angle = np.linspace(0, 2 * np.pi, n_each, endpoint=False)
    return np.concatenate([r * np.c_[np.cos(angle), np.sin(angle)] for r in radii])


def blobs():
    """A chain of groups of 20 rows.

    The search for components starts from fewer than 20 neighbours, so its first edges stay within
    groups.
    """
    random = np.random.default_rng(0)
    return np.concatenate([0.01 * random.normal(size=(20, 2)) + [k, 0] for k in range(12)])


@pytest.mark.parametrize(
    ("X", "n_components"),
    [
        (arc(300), 1),
        (blobs(), 1),
        (blobs() * [9, 1], 12),
        (rings(60, [1, 4, 9]), 3),
        (np.arange(50.0)[:, None] * 100, 50),  # all rows are isolated
        (np.repeat(np.arange(3.0) * 50, 15)[:, None], 3),  # all rows have duplicates
        (np.r_[arc(200), [[99.0, 0], [99.1, 0], [-99, 0]]], 3),
    ],
    ids=["one", "chain", "blobs", "rings", "isolated", "duplicates", "outliers"],
)
def test_components_agree_with_the_whole_kernel(X, n_components):
    order = np.random.default_rng(1).permutation(len(X))
    kernel = Gaussian(0.05 if n_components < 12 else 0.5)
    found = streamed.StreamedKernel(PointCloud(X[order]), kernel).component_of
    np.testing.assert_array_equal(found, components_of_kernel(kernel(X[order]), WEAKEST_EDGE))
    assert found.max() + 1 == n_components


def test_a_warning_is_given_if_the_iteration_has_not_converged(monkeypatch):
    monkeypatch.setattr(streamed, "MOST_STEPS", 1)
    with pytest.warns(ConvergenceWarning, match="not converged after 1 steps.*raise memory_limit"):
        DiffusionMap(2, 0.01, memory_limit=SMALL).fit(arc())


def test_a_long_fit_gives_a_warning_before_it_starts(monkeypatch):
    events = []
    estimator = DiffusionMap(2, 0.05, memory_limit=SMALL, progress=events.append)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        estimator.fit(arc())
    monkeypatch.setattr(long_fits, "LONG", 0.0)
    events.clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(LongFitWarning, match="900 rows does not fit.* may take .* minutes"):
            estimator.fit(arc())
    assert "steps of the iteration" not in {event.stage for event in events}


@pytest.mark.parametrize("bandwidth", ["self_tuning", 0.05])
def test_a_long_run_of_lapack_gives_a_warning(bandwidth, monkeypatch):
    estimator = DiffusionMap(2, bandwidth, eigen_solver="dense")
    monkeypatch.setattr(long_fits, "LONG", 0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        estimator.fit(arc())  # there are too few rows to estimate the time
    monkeypatch.setattr(long_fits, "TIMED_ROWS", 300)
    monkeypatch.setattr(long_fits, "LAPACK_ROWS", 200)
    with pytest.warns(LongFitWarning, match="eigenpairs of 900 rows by LAPACK may take .* minutes"):
        estimator.fit(arc())


def test_the_time_of_lapack_is_extrapolated_with_the_cube_of_rows(monkeypatch):
    K = DiffusionMap(2, "self_tuning").fit(arc()).kernel_(arc())
    ticks = iter([0.0, 0.3])  # 900 rows take 27 times as long as 300 rows
    monkeypatch.setattr(long_fits.time, "perf_counter", lambda: next(ticks))
    for name, value in {"TIMED_ROWS": 300, "LAPACK_ROWS": 300, "LONG": 0.0}.items():
        monkeypatch.setattr(long_fits, name, value)
    estimates = []
    monkeypatch.setattr(
        long_fits, "warn_of_minutes", lambda what, minutes: estimates.append(minutes)
    )
    long_fits.warn_if_long_in_lapack(K, 2, definite=False)
    assert estimates == [pytest.approx(0.3 * 27 / 60)]


def test_progress_is_reported_in_every_stage():
    events = []
    DiffusionMap(2, 0.05, memory_limit=SMALL, progress=events.append).fit(arc())
    stages = dict.fromkeys(event.stage for event in events)
    assert list(stages) == [
        *("diffusion map", "distances", "components of the graph", "steps of the iteration")
    ]
    for stage in ("components of the graph", "steps of the iteration"):
        shares = [event.done / event.total for event in events if event.stage == stage]
        assert shares == sorted(shares)
        assert shares[-1] == 1
        assert len(shares) > 3


@pytest.mark.parametrize("option", [{"eigen_solver": "dense"}, {"keep_distances": True}])
def test_parameters_that_need_the_matrix_are_refused(option):
    with pytest.raises(MemoryError, match="Eigenpairs of 900 rows need .* but memory_limit is"):
        DiffusionMap(2, 0.05, memory_limit=SMALL, **option).fit(arc())


def test_a_self_tuned_kernel_without_room_for_the_matrix_is_refused():
    with pytest.raises(MemoryError, match="Eigenpairs of 900 rows need"):
        DiffusionMap(2, "self_tuning", memory_limit=SMALL).fit(arc())


def test_vectors_that_do_not_fit_are_refused_before_the_work():
    events = []
    with pytest.raises(MemoryError, match="900 rows need .* even without the kernel matrix"):
        DiffusionMap(neighbors=None, memory_limit="1 MiB", progress=events.append).fit(arc())
    assert events == []


def test_a_long_iteration_in_memory_gives_a_warning(monkeypatch):
    estimator = DiffusionMap(2, 0.05, eigen_solver="krylov")
    monkeypatch.setattr(long_fits, "LONG", 0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        estimator.fit(arc())  # there are too few rows to estimate the time
    monkeypatch.setattr(long_fits, "TIMED_ROWS", 300)
    with pytest.warns(LongFitWarning, match="of 900 rows by iteration may take .* landmarks=5000"):
        estimator.fit(arc())


def test_the_time_of_an_iteration_is_extrapolated_with_the_square_of_rows(monkeypatch):
    ticks = iter([0.0, 0.5, 1.0, 1.3])  # 900 rows take 9 times as long as 300 rows
    monkeypatch.setattr(long_fits.time, "perf_counter", lambda: next(ticks))
    monkeypatch.setattr(long_fits, "TIMED_ROWS", 300)
    estimates = []
    monkeypatch.setattr(
        long_fits, "warn_of_minutes", lambda what, minutes: estimates.append(minutes)
    )
    long_fits.warn_if_long_in_memory(np.ones((900, 900)), 2)
    assert estimates == [pytest.approx(3 * steps_of_a_factor(900) * 0.3 * 9 / 60)]


def test_a_fit_in_memory_reports_distances_and_kernel(monkeypatch):
    monkeypatch.setattr(all_pairs_fit, "PAIRS_AT_ONCE", 900 * 400)
    events = []
    fitted = DiffusionMap(2, 0.05, progress=events.append).fit(arc())
    done = {
        stage: [e.done for e in events if e.stage == stage] for stage in ("distances", "kernel")
    }
    assert done["kernel"] == [0, 400, 800, 900]
    assert done["distances"] == list(range(1, len(done["distances"]) + 1))
    assert all(e.done == e.total for e in events[-1:])
    monkeypatch.undo()
    np.testing.assert_array_equal(DiffusionMap(2, 0.05).fit(arc()).embedding_, fitted.embedding_)


@pytest.mark.parametrize(
    ("options", "module", "stage"),
    [
        ({"bandwidth": 0.05, "eigen_solver": "dense"}, all_pairs_fit, "eigenpairs"),
        ({"bandwidth": 0.05, "n_components": 150}, krylov_solver, "steps of the iteration"),
    ],
)
def test_progress_shows_an_unfinished_stage_while_lapack_runs(options, module, stage, monkeypatch):
    """An event before the call of LAPACK lets a terminal show the stage during the call."""
    events, lapack = [], module.leading_eigenpairs

    def watched(*args, **kwargs):
        assert events[-1].stage == stage
        assert events[-1].done < events[-1].total
        return lapack(*args, **kwargs)

    monkeypatch.setattr(module, "leading_eigenpairs", watched)
    DiffusionMap(**{"eigen_solver": "krylov", **options}, progress=events.append).fit(arc())
    last = {event.stage: event for event in events}[stage]
    assert last.done == last.total


def test_a_long_search_for_links_gives_a_warning(monkeypatch):
    pairs = np.repeat(np.arange(40.0), 2)[:, None] * 10 + np.tile([0.0, 1.0], 40)[:, None]
    linked = DiffusionMap(2, neighbors=1, link_components=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        linked.fit(pairs)
    monkeypatch.setattr(long_fits, "LONG", 0.0)
    with pytest.warns(LongFitWarning, match="Linking 40 components of 80 rows may take 1 minutes"):
        linked.fit(pairs)


def test_the_time_of_links_is_extrapolated_from_distances_of_some_rows(monkeypatch):
    ticks = iter([0.0, 80.0, 80.0, 144.0])  # two runs over 64 rows take 80 and 64 seconds
    monkeypatch.setattr(long_fits.time, "perf_counter", lambda: next(ticks))
    pairs = np.repeat(np.arange(40.0), 2)[:, None] * 10 + np.tile([0.0, 1.0], 40)[:, None]
    # The quicker run takes a second for each row, so all 80 rows take 80 seconds. A pass of the
    # engine takes a quarter of that, and 40 components need 6 passes.
    with pytest.warns(LongFitWarning, match="may take 2 minutes"):
        DiffusionMap(2, neighbors=1, link_components=True).fit(pairs)
