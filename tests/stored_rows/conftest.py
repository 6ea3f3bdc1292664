"""Points to store, the table of these points, and a small limit of memory."""

import numpy as np
import pandas as pd
import pytest
from tests.stored_rows.stored_points import GROUP, N_ROWS

from kernelscale.data_checks import inspected_points
from kernelscale.engine import source
from kernelscale.stored_rows import StoredRows


@pytest.fixture
def without_a_client():
    """Compute Dask collections in this process, without the clients of other tests."""
    dask = pytest.importorskip("dask")
    with dask.config.set(scheduler="threads"):
        yield


@pytest.fixture(scope="module", name="X")
def points():
    X = np.random.default_rng(0).normal(size=(N_ROWS, 3)) * [1.0, 2.0, 0.5]
    X[7] = X[800]
    return X


@pytest.fixture(scope="module")
def frame(X):
    return pd.DataFrame(X, columns=["a", "b", "c"])


@pytest.fixture
def parquet(frame, tmp_path):
    path = tmp_path / "points.parquet"
    frame.to_parquet(path, row_group_size=GROUP)
    return path


@pytest.fixture
def too_large(monkeypatch):
    """Make an array of all stored rows too large for memory."""

    def check(self, n_rows):
        if n_rows == len(self):
            raise MemoryError("not all rows")

    monkeypatch.setattr(StoredRows, "check_fits", check)
    monkeypatch.setattr(StoredRows, "fits", False)
    # the checks read a limited number of rows at a time
    monkeypatch.setattr(inspected_points, "MOST_ENTRIES", 2400)
    monkeypatch.setattr(source, "_NUMBERS_AT_ONCE", 2**11)
