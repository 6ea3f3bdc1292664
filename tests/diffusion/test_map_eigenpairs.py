"""Eigenpairs of a map are computed by iteration or by LAPACK, within the memory limit."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from kernelscale import DiffusionMap
from kernelscale.diffusion.all_pairs.all_pairs_fit import KRYLOV_ROWS


def cloud(n_samples=60, n_features=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


def classes(n_samples=90, n_classes=3, gap=4.0, seed=0):
    y = np.arange(n_samples) % n_classes
    return cloud(n_samples, 4, seed) + gap * y[:, None], y


def test_too_little_memory_is_refused_before_the_work():
    events = []
    with pytest.raises(MemoryError, match="Eigenpairs of 2000 rows need .* but memory_limit is"):
        DiffusionMap(
            bandwidth=1.0, eigen_solver="dense", memory_limit="50 MiB", progress=events.append
        ).fit(cloud(2000))
    assert events == []


@pytest.mark.parametrize("alpha", [0.0, 1.0])
@pytest.mark.parametrize("bandwidth", [0.3, 1.0, 30.0, "self_tuning"])
def test_iteration_agrees_with_lapack(bandwidth, alpha):
    X, _ = classes(400, gap=0.5)
    dense, krylov = (
        DiffusionMap(5, bandwidth, alpha=alpha, eigen_solver=solver).fit(X)
        for solver in ("dense", "krylov")
    )
    # the last digits differ, which shows that the iteration was used
    assert not np.array_equal(krylov.embedding_, dense.embedding_)
    np.testing.assert_allclose(krylov.eigenvalues_, dense.eigenvalues_, atol=1e-12)
    np.testing.assert_allclose(krylov.embedding_, dense.embedding_, atol=1e-8)
    np.testing.assert_allclose(krylov.transform(X), krylov.embedding_, atol=1e-8)


def test_auto_iterates_if_there_are_many_rows():
    X = cloud(KRYLOV_ROWS)
    for n_samples, solver in [(len(X), "krylov"), (len(X) - 1, "dense")]:
        auto, named = (
            DiffusionMap(3, 1.0, eigen_solver=solver).fit(X[:n_samples])
            for solver in ("auto", solver)
        )
        np.testing.assert_array_equal(auto.embedding_, named.embedding_)


@pytest.mark.filterwarnings("ignore:The graph has:kernelscale.diffusion.MapWarning")
def test_lapack_is_used_for_several_components():
    X, _ = classes(200)
    dense, krylov = (
        DiffusionMap(3, 0.001, eigen_solver=solver).fit(X) for solver in ("dense", "krylov")
    )
    np.testing.assert_array_equal(krylov.embedding_, dense.embedding_)


def test_too_little_memory_is_refused_before_the_rule_chooses():
    events = []
    X, y = classes(3000)
    with pytest.raises(MemoryError, match="Eigenpairs of 3000 rows need 412 MiB but memory_limit"):
        DiffusionMap(eigen_solver="dense", memory_limit="100 MiB", progress=events.append).fit(X, y)
    assert events == []


MEASURE = """
    import itertools
    from pathlib import Path
    import numpy as np
    from kernelscale import DiffusionMap
    from kernelscale.data.pair_distances import _DENSE_COPIES

    def largest():  # peak memory of the process in bytes since the last reset
        status = Path("/proc/self/status").read_text()
        return 1024 * int(status.split("VmHWM:")[1].split()[0])

    X = np.random.default_rng(0).normal(size=(560, 5))
    kernels = [
        {},
        {"bandwidth": "self_tuning", "keep_distances": True},
        {"bandwidth": "variable_bandwidth"},
    ]
    for options, n_components in itertools.product(kernels, (2, 559)):
        options = {"bandwidth": 10.0, "alpha": 1.0, **options}
        DiffusionMap(2, **options).fit(X[:100])
        Path("/proc/self/clear_refs").write_text("5")
        before = largest()
        DiffusionMap(n_components, **options).fit(X)
        n_kept = options.get("keep_distances", False)
        required = 8 * 560 * ((_DENSE_COPIES + n_kept) * 560 + 3 * (n_components + 1))
        print((largest() - before) / required)
"""


@pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(),
    reason="only Linux reports the peak memory of a process",
)
def test_the_fit_needs_at_most_the_memory_it_requires():
    # With these settings the allocator returns large arrays to the system at once, so the memory of
    # the process is the memory in use.
    allocator = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"}
    output = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(MEASURE)],
        env={**os.environ, **allocator},
        capture_output=True,
        check=True,
    ).stdout
    shares = np.array(output.split(), dtype=float)
    assert shares.shape == (6,)
    assert (shares < 1.1).all()  # the margin of 10 % is for the interpreter and LAPACK's buffers


@pytest.mark.parametrize("bandwidth", [0.5, "variable_bandwidth"])
def test_the_iteration_on_a_matrix_reports_progress(bandwidth):
    events = []
    X = np.random.default_rng(0).normal(size=(300, 2))
    options = {"eigen_solver": "krylov", "keep_distances": True, "progress": events.append}
    fitted = DiffusionMap(3, bandwidth, **options).fit(X)
    of_fit = list(events)
    events.clear()
    again = fitted.with_bandwidth(bandwidth)
    for reported in (of_fit, events):
        steps = [event for event in reported if event.stage == "steps of the iteration"]
        shares = [event.done / event.total for event in steps]
        assert len(shares) > 3
        assert shares == sorted(shares)
        assert shares[-1] == 1
    np.testing.assert_array_equal(again.embedding_, fitted.embedding_)
