"""Fixtures for all tests: difficult data sets, executors, quick runs, and the command line."""

from __future__ import annotations

import gc
import os
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from tests.quick_runs import QuickRuns
from tests.thinned import mark_most
from typer.testing import CliRunner

from kernelscale.cli import app

# In CI each property is tested on the same examples in every run, so that unrelated changes cannot
# make a test fail; elsewhere each run tests new examples.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


# The thousands of collected tests are excluded from garbage collection, which saves time.
gc.disable()


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


EXAMPLES_WITH = {
    "kernelscale.anndata": "anndata",
    "kernelscale.seismic.reading.events.read_each_station": "obspy",
}


@pytest.hookimpl(tryfirst=True)  # before the cases for `-m` are selected
def pytest_collection_modifyitems(items):
    """Skip examples that need a package that is not installed, and mark cases of large families."""
    mark_most(items)
    for start, package in EXAMPLES_WITH.items():
        if find_spec(package) is None:
            for item in items:
                if item.name.startswith(start):
                    item.add_marker(pytest.mark.skip(reason=f"{package} is not installed"))


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory):
    """A folder of this test run, shared by all processes."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if os.environ.get("PYTEST_XDIST_WORKER") else folder


@pytest.fixture(scope="session", autouse=True)
def cache_of_the_tests(shared_folder):
    """Cache simulations in a folder of the tests instead of the user's cache folder."""
    os.environ["KERNELSCALE_CACHE"] = str(shared_folder / "cache")


@pytest.fixture(scope="session")
def quick_run(shared_folder):
    """A function that returns the quick run of a named experiment; each run is computed once."""
    return QuickRuns(shared_folder)


def _random(seed=0):
    return np.random.default_rng(seed)


def _cloud(n_samples=24, n_features=3, seed=0):
    return _random(seed).normal(size=(n_samples, n_features))


def _read_only():
    X = _cloud()
    X.flags.writeable = False
    return X


def _mixed_scales():
    return _cloud(24, 5) * np.array([1e-6, 1e-3, 1.0, 1e3, 1e6])


def _outlier_and_close_pair():
    X = _cloud()
    X[0] = 1e6
    X[2] = X[1] + np.array([1e-7, 0.0, 0.0])
    return X


def _two_clusters():
    X = 1e-3 * _cloud()
    X[12:] += 1e3
    return X


def _three_clusters_in_a_row():
    X = 1e-2 * _cloud(24, 2)
    X[8:16] += 1
    X[16:] += 100
    return X


def _lattice():
    return np.array([[i, j] for i in range(6) for j in range(4)], dtype=float)


def _all_but_one():
    X = np.zeros((12, 2))
    X[-1] = [3.0, 4.0]
    return X


ADVERSARIAL = {
    "plain": _cloud,
    "offset_1e6": lambda: _cloud() + 1e6,
    "offset_1e9": lambda: _cloud() + 1e9,
    "outlier_and_close_pair": _outlier_and_close_pair,
    "exact_duplicates": lambda: np.repeat(_cloud(12), 2, axis=0),
    "one_row_three_times": lambda: np.vstack([_cloud(20), [[1.0, 2.0, 3.0]] * 3]),
    "all_but_one_the_same": _all_but_one,
    "constant_feature": lambda: np.column_stack([_cloud(24, 2), np.full(24, 7.3)]),
    "two_rows": lambda: np.array([[0.0, 1.0], [2.0, 5.0]]),
    "three_rows": lambda: np.array([[0.0], [1.0], [4.0]]),
    "one_feature": lambda: _cloud(24, 1),
    "more_features_than_rows": lambda: _cloud(8, 40),
    "float32": lambda: _cloud().astype(np.float32),
    "float16": lambda: _cloud().astype(np.float16),
    "fortran_order": lambda: np.asfortranarray(_cloud()),
    "read_only": _read_only,
    "integers": lambda: _random(1).integers(-9, 9, size=(24, 3)),
    "unsigned_bytes": lambda: _random(1).integers(0, 255, size=(24, 3), dtype=np.uint8),
    "booleans": lambda: _random(3).random((24, 6)) < 0.5,
    "big_endian": lambda: _cloud().astype(">f8"),
    "tiny": lambda: _cloud() * 1e-12,
    "huge": lambda: _cloud() * 1e12,
    "two_tight_far_clusters": _two_clusters,
    "three_clusters_in_a_row": _three_clusters_in_a_row,
    "lattice_with_ties": _lattice,
    "mixed_feature_scales": _mixed_scales,
    "strided": lambda: _cloud(48, 6)[::2, ::2],
    "reversed": lambda: _cloud()[::-1, ::-1],
    "transposed": lambda: _cloud(3, 24).T,
    "nested_lists": lambda: _cloud(10, 2).tolist(),
    "heavy_tails": lambda: _random(4).standard_cauchy((24, 2)),
    "geometric_progression": lambda: (4.0 ** np.arange(16.0))[:, None],
}


@pytest.fixture(params=[*ADVERSARIAL, "memory_mapped"])
def adversarial(request, tmp_path):
    """Each difficult data set in turn; the id of the test contains the name of the data set."""
    if request.param != "memory_mapped":
        return ADVERSARIAL[request.param]()
    path = tmp_path / "points.npy"
    np.save(path, _cloud())
    return np.load(path, mmap_mode="r")


@dataclass(frozen=True)
class Executor:
    """An executor; `options` are the keyword arguments that make `reduce` use it."""

    executor: str
    n_threads: int
    options: dict = field(init=False)

    def __post_init__(self):
        options = {"executor": self.executor, "n_threads": self.n_threads}
        object.__setattr__(self, "options", options)


EXECUTORS = [
    Executor("serial", 1),
    Executor("threads", 1),
    Executor("threads", 2),
    Executor("threads", 3),
]


@pytest.fixture(params=EXECUTORS, ids=lambda e: f"{e.executor}-{e.n_threads}")
def executor(request):
    """Keyword arguments for one of the executors."""
    return request.param.options


@pytest.fixture(scope="session")
def data_folder():
    """The folder of real data sets; tests that use it are skipped if no folder is named."""
    folder = os.environ.get("KERNELSCALE_DATA")
    if not folder:
        pytest.skip("KERNELSCALE_DATA does not name a folder of data sets")
    return Path(folder)


@pytest.fixture
def invoke(monkeypatch):
    """A function that runs the command line in this process and does not wrap long lines."""
    for name in ("FORCE_COLOR", "NO_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments, code=0):
        result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "1000"})
        assert result.exit_code == code, result.output
        return result

    return run


@pytest.fixture
def refuse(invoke):
    """A function that runs a failing command and returns its error sentence."""

    def run(*arguments, code):
        [line, *others] = invoke(*arguments, code=code).stderr.splitlines()
        assert all(other.startswith("Try: kernelscale ") for other in others)
        return line.removeprefix("Error: ")

    return run


@pytest.fixture
def check_refused(refuse):
    """A function that checks that a command fails with a given error and changes no file.

    The error is given by the exit code and a part of the message.
    """

    def check(line, code, sentence, folder):
        before = _contents(folder)
        assert sentence in refuse(*line.split(), code=code)
        assert _contents(folder) == before

    return check


def _contents(folder):
    return {path: path.is_dir() or path.read_bytes() for path in folder.rglob("*")}


@pytest.fixture
def random():
    return np.random.default_rng(20)


@pytest.fixture
def three_classes():
    """Three overlapping classes of unequal sizes in the plane, as (X, y)."""
    random = np.random.default_rng(5)
    centres = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
    y = np.repeat([0, 1, 2], [14, 10, 6])
    return centres[y] + random.normal(size=(30, 2)), y
