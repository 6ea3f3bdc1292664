"""Memory limits: a limit that is too small is refused before the pass, and passes keep limits."""

import json
import os
import re
import subprocess
import sys
import textwrap
import tracemalloc
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from kernelscale import DiffusionMap, engine, select_bandwidth
from kernelscale.bandwidth import RULES
from kernelscale.engine import statistics
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelSums,
    NearestOthers,
    RowSums,
)

# Bytes allowed for the interpreter, threadpoolctl and the list of tiles, for any data.
INTERPRETER = 2**19


def test_a_limit_too_small_is_refused_before_the_run():
    events = []
    statistic = NearestOthers(50)
    with pytest.raises(
        MemoryError, match=r"over 4000 rows needs \d+ MiB but memory_limit is 1 MiB; raise it"
    ):
        reduce(np.ones((4000, 2)), statistic, memory_limit="1 MiB", progress=events.append)
    assert events == []


def test_the_error_names_a_sufficient_limit():
    statistic = RowSums(np.geomspace(0.1, 1, 40))
    X = np.random.default_rng(0).normal(size=(900, 2))
    with pytest.raises(MemoryError) as refused:
        reduce(X, statistic, memory_limit=1000)
    needed = str(refused.value).split(" needs ")[1].split(" but ")[0]
    number, unit = needed.split()
    # The number in the message is rounded, so the limit is one unit higher.
    assert reduce(X, statistic, memory_limit=f"{int(number) + 1} {unit}").shape == (900, 40)


def test_the_error_is_short_for_any_statistic():
    statistic = engine.statistics.Together(
        [engine.statistics.ClassRowSums(np.arange(1, 999.0), np.arange(999))] * 20
    )
    with pytest.raises(MemoryError) as refused:
        reduce(np.ones((999, 2)), statistic, memory_limit=1000)
    assert len(str(refused.value)) < 400
    assert "\n" not in str(refused.value)


def test_memory_for_examining_points_is_counted():
    statistic = KernelSums([1.0])
    n_features, limit = 4000, 40 * 2**20  # this limit would be enough for tiles of 64 rows
    with pytest.raises(MemoryError, match="needs 5. MiB but memory_limit is 40 MiB"):
        engine.plan.make_plan(2000, n_features, statistic, limit, 1)
    assert engine.plan.make_plan(1000, n_features, statistic, limit, 1).projected_memory <= limit


def test_projection_is_within_the_limit():
    scales = np.geomspace(0.1, 1, 9)
    for statistic in (KernelSums(scales), RowSums(scales), NearestOthers(16)):
        for limit in (3 * 10**6, 10**7, 10**8):
            for n_threads in (1, 2, 64):
                plan = engine.plan.make_plan(3000, 5, statistic, limit, n_threads)
                assert plan.projected_memory <= limit
                assert 1 <= plan.n_workers <= n_threads


def statistics_by_name(X, codes):
    scales, unit = np.geomspace(0.1, 10, 8), 2.0 * X.shape[1]
    histogram_of = DistanceHistogram(unit)
    histogram = reduce(X, histogram_of)
    n_filled = len(histogram.means)
    low, high = histogram.means[[n_filled // 3, n_filled // 2]]
    between = (histogram.means >= 0.99 * low) & (histogram.means <= 1.01 * high)
    n_between = int(histogram.counts[between].sum()) // 2
    sums, rows = KernelSums(scales), RowSums(scales)
    return {
        "kernel sums": sums,
        "row sums": rows,
        "class row sums": statistics.ClassRowSums(scales, codes),
        "class extremes": statistics.ClassExtremes(codes),
        "1 neighbour": NearestOthers(1),
        "100 neighbours": NearestOthers(100),
        "neighbours in other groups": NearestOthers(5, groups=codes),
        "class row sums at many scales": statistics.ClassRowSums(np.geomspace(0.1, 10, 48), codes),
        "histogram": DistanceHistogram(unit),
        "weighted histograms": statistics.WeightedHistograms(
            X[:, 0].copy(), np.array([0.5]), np.array([unit])
        ),
        "distances between": statistics.DistancesBetween(low, high, n_between),
        "counts between": statistics.CountsBetween(low, high),
        "rule's pass": statistics.Together([histogram_of, NearestOthers(16)]),
        "together": statistics.Together([sums, rows, NearestOthers(16)]),
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n_samples", "n_features", "fortran"),
    [
        (600, 200, True),
        pytest.param(1050, 4, False, marks=pytest.mark.release),
        pytest.param(1050, 120, False, marks=pytest.mark.release),
    ],
)
def test_real_peak_is_within_the_projection(n_samples, n_features, fortran, every_arithmetic):
    X = np.random.default_rng(0).normal(size=(n_samples, n_features))
    X[:2] = [[0.0], [1e-150]]  # a histogram with a tiny distance needs memory for nearly all bins
    X = np.asfortranarray(X) if fortran else X
    # Data that are stored by columns are copied once, by rows. The copy counts as data, which the
    # projection does not include.
    allowed = INTERPRETER + X.nbytes * fortran
    for name, statistic in statistics_by_name(X, np.arange(n_samples) % 7).items():
        # The second term is the memory for the rows that are examined before the pass.
        floor = statistic.result_bytes(n_samples) + 15_000 * n_features
        for limit, n_threads in ((floor + 10_000_000, 2), (2**30, 1), (2**30, 3)):
            plan = engine.plan.make_plan(n_samples, n_features, statistic, limit, n_threads)
            peak = peak_of(partial(reduce, X, statistic, memory_limit=limit, n_threads=n_threads))
            assert peak <= plan.projected_memory + allowed, (name, n_threads)
            if n_threads == 1:
                # The assertion above would hold for any projection that is far too large.
                assert plan.projected_memory <= 3 * (peak + INTERPRETER), name


PROCESS = """
    import json, sys
    from pathlib import Path
    import numpy as np
    from kernelscale import engine
    from kernelscale.engine.passes import reduce
    from kernelscale.engine.statistics import *
    from kernelscale.engine.arithmetic import registry

    n_samples, n_features, registry.FASTEST, side = json.loads(sys.argv[1])
    if side is not None:
        registry.arithmetic_named("auto").largest_side = lambda *arguments: side
    X = np.random.default_rng(0).normal(size=(n_samples, n_features))
    codes = np.arange(n_samples) % 7
    scales = n_features * np.geomspace(0.03, 3, 8)
    by_name = {
        "kernel sums": KernelSums(scales),
        "row sums": RowSums(scales),
        "class row sums": engine.statistics.ClassRowSums(scales, codes),
        "quick class row sums": engine.statistics.ClassRowSums(scales, codes, precision="single"),
        "50 neighbours": NearestOthers(50),
        "rule's pass": engine.statistics.Together([DistanceHistogram(2.0 * n_features),
                                        NearestOthers(16)]),
        "products": KernelProduct(1.0, X[:, :3], "double"),
    }

    def largest():  # peak memory of the process in bytes since the last reset
        status = Path("/proc/self/status").read_text()
        return 1024 * int(status.split("VmHWM:")[1].split()[0])

    reduce(X[:600], by_name["kernel sums"], n_threads=2)  # this imports everything
    for name, statistic in by_name.items():
        Path("/proc/self/clear_refs").write_text("5")
        before = largest()
        reduce(X, statistic, memory_limit="128 MiB", n_threads=2)
        plan = engine.plan.make_plan(n_samples, n_features, statistic, 2**27, 2)
        assert side is None or statistic is by_name["products"] or plan.side == side
        print(json.dumps([name, plan.projected_memory, largest() - before]))
"""


def over_the_projection(*options):
    """The computations of PROCESS that use more memory than projected."""
    # With these settings the allocator returns large arrays to the system at once, so the memory of
    # the process is the memory in use.
    allocator = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"}
    output = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PROCESS), json.dumps(options)],
        env={**os.environ, **allocator},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    measured = [json.loads(line) for line in output]
    assert len(measured) == 7
    stacks = 2**21  # bytes allowed for the stacks of threads and the memory of the interpreter
    return [line for line in measured if line[-1] > line[-2] + stacks]


needs_peak_memory = pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(),
    reason="only Linux reports the peak memory of a process",
)


@needs_peak_memory
def test_memory_allocated_by_cplusplus_is_counted(every_arithmetic):
    # this number of rows gives tiles of the largest side
    n_samples = 6200 if every_arithmetic == "compiled" else 1100
    assert over_the_projection(n_samples, 3, every_arithmetic, None) == []


@pytest.mark.release
@needs_peak_memory
@pytest.mark.parametrize(("side", "n_features"), [(2048, 3), (4096, 120)])
def test_memory_of_tiles_of_several_blocks_is_counted(side, n_features, every_arithmetic):
    if every_arithmetic != "compiled":
        pytest.skip("only the compiled arithmetic has tiles of several blocks")
    # Normally only data of many rows have such large tiles. Here few rows give one tile off the
    # diagonal, with partial blocks.
    assert over_the_projection(side + 1100, n_features, every_arithmetic, side) == []


RESIDENT = """
    import resource
    import numpy as np
    from kernelscale import engine
    from kernelscale.engine.passes import reduce
    from kernelscale.engine.statistics import *

    X = np.random.default_rng(0).normal(size=(4000, 4))
    statistic = engine.statistics.Together([DistanceHistogram(8.0), NearestOthers(16)])
    reduce(X[:600], statistic, n_threads=2)  # this imports everything and starts every pool
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reduce(X, statistic, n_threads=2)
    print(1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before))
    print(engine.plan.make_plan(4000, 4, statistic, 2**30, 2).projected_memory)
"""


@pytest.mark.release
@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes on Linux only")
def test_resident_memory_grows_at_most_by_the_projection():
    output = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(RESIDENT)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    grown, projected = map(int, output)
    # allowance for stacks of threads and memory kept by the allocator
    assert grown <= projected + 2**23


def peak_of(function):
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        function()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


RULES_WITHOUT_LABELS = [name for name, rule in RULES.items() if not rule.needs_labels]


@pytest.mark.parametrize("rule", RULES_WITHOUT_LABELS)
def test_rules_keep_the_limit(rule):
    X = np.random.default_rng(0).normal(size=(1200, 3))
    limit = 16 * 2**20
    select_bandwidth(X[:50], rule=rule)
    assert (
        peak_of(lambda: select_bandwidth(X, rule=rule, memory_limit=limit)) <= limit + INTERPRETER
    )


@pytest.mark.parametrize("rule", ["spectral", "geometric", "probabilistic", "leave_one_out"])
def test_rules_with_labels_keep_the_limit(rule):
    y = np.repeat([0, 1, 2], 200)
    X = np.random.default_rng(0).normal(size=(600, 3)) + 3.0 * y[:, None]
    limit = 8 * 5 * 600**2  # this is the smallest limit that allows a decomposition of all rows
    # At the smallest scales all rows are isolated, eigenvalue 1 repeats, and another solver is
    # used.
    scales = [1e-9, 1e-8, 1e-7, 1.0]
    select_bandwidth(X[::20], y[::20], rule=rule, scales=scales)
    peak = peak_of(lambda: select_bandwidth(X, y, rule=rule, scales=scales, memory_limit=limit))
    assert peak <= limit + INTERPRETER


def test_too_little_memory_for_a_decomposition_selects_subsamples():
    y = np.arange(1000) % 3
    X = np.random.default_rng(0).normal(size=(1000, 3)) + 3.0 * y[:, None]
    chosen = select_bandwidth(X, y, rule="spectral", memory_limit="12 MiB")
    assert re.search(r"subsamples of \d+ of the 1000 rows", chosen.reason)
    low, high = chosen.interval
    assert low <= chosen.epsilon <= high


def test_distances_in_both_precisions_are_counted(every_arithmetic):
    # The sums need float64 distances, the neighbours need float32; both are in memory together.
    n_samples = 6200 if every_arithmetic == "compiled" else 1100
    X = np.random.default_rng(0).normal(size=(n_samples, 2))
    both = engine.statistics.Together([KernelSums([1.0]), NearestOthers(1)])
    peak = peak_of(lambda: reduce(X, both, executor="serial"))
    assert (
        peak <= engine.plan.make_plan(n_samples, 2, both, 2**30, 1).projected_memory + INTERPRETER
    )


@pytest.mark.filterwarnings("ignore:.*rounding noise:kernelscale.diffusion.MapWarning")
@pytest.mark.parametrize("rule", ["median", "self_tuning"])
@pytest.mark.parametrize("keep_distances", [False, True])
@pytest.mark.parametrize("n_components", [1, 399])
def test_a_map_of_many_components_keeps_the_limit(n_components, keep_distances, rule):
    X = np.random.default_rng(0).normal(size=(400, 2))
    bandwidth = select_bandwidth(X, rule=rule)
    diffusion_map = DiffusionMap(n_components, bandwidth, eigen_solver="dense", n_threads=1)
    diffusion_map.set_params(keep_distances=keep_distances)
    with pytest.raises(MemoryError) as refused:
        diffusion_map.set_params(memory_limit=1000).fit(X)
    needed = float(str(refused.value).split(" need ")[1].split(" MiB")[0])
    diffusion_map.set_params(memory_limit=int(needed * 2**20))
    assert peak_of(lambda: diffusion_map.fit(X)) <= needed * 2**20 + INTERPRETER
