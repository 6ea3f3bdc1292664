"""The table of statistics of balls agrees with new balls; simulations are stored on disk."""

import stat
import subprocess
import sys
from importlib.resources import files

import numpy as np
import pytest

from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import NearestOthers
from kernelscale.intrinsic_dimension.calibration import ball_signatures as module
from kernelscale.intrinsic_dimension.calibration.ball_signatures import signatures_of_balls
from kernelscale.intrinsic_dimension.calibration.signature import signature
from kernelscale.intrinsic_dimension.calibration.simulation_cache import cache_folder, load, save
from kernelscale.intrinsic_dimension.calibration.solid_balls import ball_signature, solid_ball

SHAPE = len(module.SIMULATED_DIMENSIONS), 3


@pytest.fixture
def table():
    with np.load(
        str(files("kernelscale.intrinsic_dimension.calibration") / "data/solid_balls.npz")
    ) as kept:
        return {name: kept[name] for name in kept.files}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder for the cache; no simulations are kept in memory either."""
    monkeypatch.setenv("KERNELSCALE_CACHE", str(tmp_path))
    monkeypatch.setattr(module, "_kept", {})
    return tmp_path


def new_balls(n_dims, n_samples, n_draws=10, k=10):
    """Means and standard errors of statistics of new balls, which are not in the table."""
    random = np.random.default_rng([1, n_dims, n_samples])
    found = []
    for _ in range(n_draws):
        points = solid_ball(n_samples, n_dims, random)
        found.append(signature(points, reduce(points, NearestOthers(k + 1))))
    return np.mean(found, axis=0), np.std(found, axis=0, ddof=1) / np.sqrt(n_draws)


def statistics(n_dims, n_samples, k=10):
    return np.array(signatures_of_balls(k, n_samples).statistics(np.array([float(n_dims)])))[:, 0]


# Balls


def test_ball_is_filled_evenly():
    radii = np.linalg.norm(solid_ball(20_000, 6, np.random.default_rng(0)), axis=1)
    for share in (0.1, 0.5, 0.9):
        assert np.mean(radii**6 < share) == pytest.approx(share, abs=0.01)


def test_ball_is_deterministic():
    first, other, again = (ball_signature(5, 4, 60, draw) for draw in (0, 1, 0))
    assert first == again
    assert first != other


# The table


def test_table_covers_the_documented_range(table):
    assert table["n_neighbors"] == 10
    assert set(table["n_samples"]) >= {50, 100, 200, 500, 1000, 2000, 5000, 10000}
    assert list(table["n_dims"][:2]) == [1, 2]
    assert table["n_dims"][-1] > 100
    assert len(table["n_dims"]) == 24
    assert table["n_draws"].min() >= 20


@pytest.mark.parametrize("place", [(5, 3), (8, 7), (7, 14)], ids=["N100", "N1000", "N500"])
def test_nodes_of_the_table_agree_with_new_balls(table, place):
    n_samples, n_dims = table["n_samples"][place[0]], table["n_dims"][place[1]]
    found, error = new_balls(n_dims, n_samples)
    expected = table["means"][place]
    error = np.hypot(error, table["sds"][place] / np.sqrt(table["n_draws"][place]))
    assert np.all(np.abs(found - expected) < 4 * error)
    np.testing.assert_allclose(statistics(n_dims, n_samples), expected, rtol=1e-12)


@pytest.mark.parametrize(("n_dims", "n_samples"), [(7, 1400), (18, 700), (30, 300), (9, 14)])
def test_table_is_accurate_between_its_nodes(n_dims, n_samples):
    found, error = new_balls(n_dims, n_samples)
    assert np.all(np.abs(statistics(n_dims, n_samples) - found) < 4 * error + 0.003 * found)


def test_statistics_of_dimension_one_are_those_of_its_node(table):
    balls = signatures_of_balls(10, 1000)
    line, plane = balls.statistics(np.array([1.0, 2.0])).angle
    row = list(table["n_samples"]).index(1000)
    np.testing.assert_allclose([line, plane], table["means"][row, :2, 1])
    assert balls.most_likely(np.array([1.5])) == pytest.approx(1.5, abs=0.05)


def test_statistics_are_monotonic():
    d = np.linspace(2, 100, 300)
    for n in (20, 50, 333, 1000, 4000, 10000, 50000):
        there = signatures_of_balls(10, n).statistics(d)
        assert np.all(np.diff(there.most_likely) > 0)
        assert np.all(np.diff(there.concentration) > 0)
    tall = [signatures_of_balls(10, n).most_likely(20.0) for n in (12, 50, 300, 2000, 9000, 10**5)]
    assert np.all(np.diff(tall) > 0)
    assert signatures_of_balls(10, 10**7).most_likely(20.0) == tall[-1]


# Other numbers of neighbours


def test_another_number_of_neighbours_is_simulated_once(folder, monkeypatch):
    events = []
    first = signatures_of_balls(4, 60, events.append)
    assert [(event.stage, event.done) for event in events[-2:]] == [
        ("calibration", 12),
        ("calibration", 13),
    ]
    assert [file.name for file in folder.iterdir()] == ["balls-v1-k4-n64.npz"]
    monkeypatch.setattr(module, "_kept", {})
    monkeypatch.setattr(module, "ball_signature", None)
    np.testing.assert_array_equal(signatures_of_balls(4, 60).means, first.means)
    np.testing.assert_array_equal(signatures_of_balls(4, 66).means, first.means)


def test_simulation_agrees_with_new_balls(folder):
    found, error = new_balls(8, 128, k=6, n_draws=40)
    assert np.all(np.abs(statistics(8, 128, k=6) - found) < 4 * error * np.sqrt(1 + 40 / 5))


def test_simulations_have_enough_and_not_too_many_points():
    assert module._on_grid(7, fewest=7) == 7
    assert module._on_grid(10**6, fewest=7) == 10_000
    for n in (50, 99, 1000, 3333):
        assert abs(np.log(module._on_grid(n, 7) / n)) < 0.09


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 half a file", b"not a file of arrays"])
def test_damaged_file_is_replaced(folder, damage):
    good = signatures_of_balls(4, 32).means
    file = next(folder.iterdir())
    file.write_bytes(damage)
    module._kept.clear()
    np.testing.assert_array_equal(signatures_of_balls(4, 32).means, good)
    np.testing.assert_array_equal(load(4, 32, SHAPE), good)


def test_truncated_file_is_ignored(folder):
    save(4, 32, np.ones(SHAPE))
    file = next(folder.iterdir())
    file.write_bytes(file.read_bytes()[:-40])
    assert load(4, 32, SHAPE) is None


@pytest.mark.parametrize(
    "means",
    [
        np.ones((2, 3)),
        np.full(SHAPE, np.nan),
        np.zeros(SHAPE),
        np.full(SHAPE, "one"),
        np.ones(SHAPE, dtype=int),
    ],
)
def test_file_with_other_contents_is_ignored(folder, means):
    save(4, 32, means)
    assert load(4, 32, SHAPE) is None


def test_file_with_a_bare_array_is_ignored(folder):
    save(4, 32, np.ones(SHAPE))
    with next(folder.iterdir()).open("wb") as file:
        np.save(file, np.ones(SHAPE))
    assert load(4, 32, SHAPE) is None


def test_folder_that_cannot_be_written_to_causes_no_error(folder, monkeypatch):
    blocked = folder / "file"
    blocked.write_text("in the way of a folder")
    monkeypatch.setenv("KERNELSCALE_CACHE", str(blocked / "below"))
    first = signatures_of_balls(4, 32)
    monkeypatch.setattr(module, "ball_signature", None)
    # the simulations are kept in memory
    np.testing.assert_array_equal(signatures_of_balls(4, 32).means, first.means)


def test_read_only_folder_causes_no_error(folder):
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert np.isfinite(signatures_of_balls(4, 32).means).all()
    finally:
        folder.chmod(stat.S_IRWXU)


def test_concurrent_processes_are_safe(folder):
    script = (
        "from kernelscale.intrinsic_dimension.calibration.ball_signatures import "
        "signatures_of_balls; print('ready', flush=True);"
        "print(repr(signatures_of_balls(4, 16).means.tolist()))"
    )
    other = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert other.stdout.readline() == "ready\n"
    here = signatures_of_balls(4, 16).means
    there = other.communicate(timeout=120)[0]
    np.testing.assert_array_equal(here, eval(there))
    np.testing.assert_array_equal(load(4, 16, SHAPE), here)
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/kernelscale"),
        ("linux", {"HOME": "/h"}, "/h/.cache/kernelscale"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Caches/kernelscale"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/kernelscale"),
        ("linux", {"KERNELSCALE_CACHE": "/mine"}, "/mine"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows paths differ")
def test_cache_folder_depends_on_the_platform(monkeypatch, platform, variables, expected):
    for name in ("KERNELSCALE_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_folder().as_posix() == expected
