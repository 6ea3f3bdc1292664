"""The table that compares this package with others: its rows, times and errors."""

import numpy as np
import pytest
from benchmarks.peers import (
    curve,
    data,
    diffusion_map,
    eigenpairs,
    machine,
    measurements,
    one_scale,
    reference,
    row_sums,
    table,
)
from benchmarks.peers.__main__ import JOBS, main
from benchmarks.peers.measurements import Job, Method, measure
from benchmarks.peers.tiles import SIDE, Tiles, squared_distances
from tests.oracles import naive_distances, naive_kernels

from kernelscale import engine


@pytest.fixture(scope="module")
def results():
    """Results of every job of the benchmark, with one timed run of each method."""
    jobs = [job for make in JOBS.values() for job in make(True)]
    return [result for job in jobs for result in measure(job, n_runs=1)]


def test_every_method_has_times_or_a_reason(results):
    for result in results:
        if result.reason:
            assert result.method.needs
            assert result.reason.endswith(".") or "failed" in result.reason
        else:
            assert result.runs, result.method.name
            assert result.seconds > 0
            assert result.nanoseconds_per_pair > 0


def test_every_available_arithmetic_is_measured_and_comes_first(results):
    for name in ("curve, 64 scales", "class-row sums, 48 scales", "sums, one scale"):
        methods = [result.method.name for result in results if result.job.name == name]
        assert methods[0].startswith("kernelscale")
        for each in engine.arithmetic.registry.ARITHMETICS:
            assert any(method.startswith(f"kernelscale, {each}") for method in methods)


def test_our_errors_are_within_the_documented_limits(results):
    promised = {
        "S": 1e-7,
        "d_eps": 1e-6,
        "D_ii": 1e-6,
        "rho_P": 1e-6,
        "eigenvalues": 1e-6,
        "Ge": 1e-6,
    }
    ours = [result for result in results if result.method.name.startswith("kernelscale")]
    assert {name for result in ours for name in result.errors} == promised.keys()
    for result in ours:
        for name, error in result.errors.items():
            assert error <= promised[name], (result.job.name, result.job.data, name)


def test_peers_compute_the_same_quantities(results):
    for result in results:
        if result.method.needs and result.reason.endswith("is not installed."):
            continue
        assert not result.reason
        if "another kernel" in result.method.remark:
            assert result.errors["eigenvalues"] > 1e-3
        elif "bins" in result.method.name:
            assert result.errors["S"] < 0.02
        elif result.errors:
            assert result.errors.get("S", 0) < 1e-5, result.method.name
            assert result.errors.get("eigenvalues", 0) < 1e-10 or result.method.dtype != "float64"


def test_our_largest_eigengap_is_that_of_lapack():
    X, _ = data.gaussians(410)
    scales = eigenpairs.SCALES[::2]
    gaps = eigenpairs.gaps(eigenpairs.lapack(X, scales))
    gap, scale = eigenpairs.widest_gap(X, scales)
    assert scale == scales[gaps.argmax()]
    assert gap == pytest.approx(gaps.max(), abs=1e-6)


def test_a_missing_peer_has_a_row_with_the_reason():
    def fails():
        raise RuntimeError("no such instruction\nand more")

    absent = Method("absent", list, needs="no_such_package.part")
    broken = Method("broken", fails, needs="math")
    results = measure(Job("job", "data", 10, 1, [Method("ours", list), absent, broken]), n_runs=1)
    lines = table.rows(results).splitlines()
    assert lines[1].endswith("| no_such_package is not installed. |")
    assert lines[2].endswith("| math failed: RuntimeError, no such instruction |")
    assert {line.count("|") for line in [*table.header().splitlines(), *lines]} == {15}


def test_an_error_of_our_method_is_raised():
    def fails():
        raise RuntimeError("ours is broken")

    with pytest.raises(RuntimeError, match="ours is broken"):
        measure(Job("job", "data", 10, 1, [Method("ours", fails)]))


def test_methods_alternate_after_a_first_call_of_each(monkeypatch):
    calls = []
    methods = [Method(name, lambda name=name: calls.append(name)) for name in "ab"]
    results = measure(Job("job", "data", 10, 1, methods), n_runs=3)
    assert "".join(calls) == "ab" + "ab" * 3
    assert [len(result.runs) for result in results] == [3, 3]
    monkeypatch.setattr(measurements, "ENOUGH_SECONDS", -1.0)
    assert len(measure(Job("job", "data", 10, 1, methods), n_runs=9)[0].runs) == 3


def test_the_time_for_a_share_of_the_job_is_extrapolated_with_a_remark():
    ours, theirs = Method("ours", list), Method("theirs", list, share=0.25)
    job = Job("job", "data", 11, 1, [ours, theirs])
    results = [measurements.Result(job, method, runs=[3.0, 1.0, 2.0]) for method in (ours, theirs)]
    assert [result.seconds for result in results] == [2.0, 8.0]
    assert results[1].nanoseconds_per_pair == pytest.approx(8e9 / 55)
    assert list(measurements.ratios(results)) == [1.0, 4.0]
    assert "extrapolated from 0.25 of the job" in table.rows(results).splitlines()[1]


def test_times_of_several_threads_are_clock_times():
    one, two = Method("one", list), Method("two", list, n_threads=2)
    assert Job("job", "data", 10, 1, [one]).clock is measurements.time.process_time
    assert Job("job", "data", 10, 1, [one, two]).clock is measurements.time.perf_counter


def test_references_agree_with_the_naive_double_loops():
    X = np.random.default_rng(0).normal(size=(30, 3))
    codes, scales = np.arange(30) % 3, np.array([0.1, 2.0])
    sums, rows = reference.sums_over_pairs(X, scales), reference.class_row_sums(X, codes, scales)
    K = [naive_kernels.kernel_matrix(X, scale) for scale in scales]
    np.testing.assert_allclose(sums.S, [k.sum() for k in K], rtol=1e-12)
    same = codes[:, None] == codes
    for i, k in enumerate(K):
        np.testing.assert_allclose(1 + rows.all[:, i], k.sum(axis=1), rtol=1e-12)
        np.testing.assert_allclose(1 + rows.within[:, i], (k * same).sum(axis=1), rtol=1e-12)


def test_tiles_cover_half_of_the_pairs_and_shares_add_up():
    tiles = Tiles(2 * SIDE + 100)
    seen = np.zeros((2 * SIDE + 100,) * 2, dtype=bool)
    for rows, columns in tiles:
        assert not seen[rows, columns].any()
        seen[rows, columns] = True
    assert (seen | seen.T).all()
    assert tiles.share == 1
    n_entries = sum((i.stop - i.start) * (j.stop - j.start) for i, j in Tiles(2 * SIDE + 100, 2))
    assert Tiles(2 * SIDE + 100, 2).share == pytest.approx(n_entries / seen.sum())


def test_distances_by_products_are_distances():
    X = data.noisy_roll(40)
    r = squared_distances(X, slice(0, 20), slice(10, 40))
    np.testing.assert_allclose(r, naive_distances.squared_distances(X)[:20, 10:], atol=1e-12)


@pytest.mark.parametrize("n_features", data.POINTS)
def test_points_are_centred_have_unit_radius_and_are_reproducible(n_features):
    X = data.POINTS[n_features](50)
    assert X.shape == (50, n_features)
    np.testing.assert_allclose(X.mean(axis=0), 0, atol=1e-12)
    assert (X**2).sum(axis=1).mean() == pytest.approx(1)
    np.testing.assert_array_equal(X, data.POINTS[n_features](50))


def test_machine_is_described():
    text = machine.description()
    for name in (
        "Processor",
        "Instruction set",
        "Programs running at the start",
        "BLAS",
        "Versions",
    ):
        assert f"- {name}: " in text
    assert f"numpy {np.__version__}" in text


def test_command_prints_and_writes_one_table(tmp_path, capsys):
    path = tmp_path / "peers.md"
    main(["--small", "--runs", "1", "--only", "one_scale", "-o", str(path)])
    text = path.read_text(encoding="utf-8")
    assert capsys.readouterr().out.strip() == text.strip()
    lines = [line for line in text.splitlines() if line.startswith("|")]
    n_rows = sum(len(job.methods) for job in one_scale.jobs(True))
    assert len(lines) == 2 + n_rows
    assert len({line.count("|") for line in lines}) == 1


def test_classes_of_the_row_sums_are_equal_slices():
    X = data.roll(100)
    codes = row_sums.slices(X)
    assert np.bincount(codes).tolist() == [10] * 10
    assert X[codes == 0, 0].max() <= X[codes == 1, 0].min()


def test_bins_begin_near_zero_and_end_beyond_every_distance():
    X = data.roll(200)
    edges = curve.edges(X)
    assert edges[0] == pytest.approx(1e-3)
    assert naive_distances.squared_distances(X).max() < edges[-1] ** 2


def test_sums_from_bins_are_sums_over_their_pairs_and_the_diagonal():
    counts, lengths, scales = np.array([2, 4]), np.array([1.0, 3.0]), np.array([0.5, 7.0])
    sums = curve.sums_from_bins(counts, lengths, 3, scales)
    near, far = np.exp(-1 / (2 * scales)), np.exp(-9 / (2 * scales))
    np.testing.assert_allclose(sums.S, 3 + 2 * near + 4 * far)
    np.testing.assert_allclose(sums.T, 2 * near + 9 * 4 * far)


def test_all_diffusion_maps_omit_the_trivial_pair():
    X, _ = data.gaussians(120)
    np.testing.assert_allclose(diffusion_map.dense(X), diffusion_map.arpack(X), atol=1e-10)
    np.testing.assert_allclose(diffusion_map.dense(X), diffusion_map.ours(X), atol=1e-8)
