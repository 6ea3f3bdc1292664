"""Results of stored rows and neighbour graphs: a Dask cluster gives the same bits as threads."""

import numpy as np
import pandas as pd
import pytest

distributed = pytest.importorskip("distributed")

from kernelscale import DiffusionMap, scale_curve  # noqa: E402
from kernelscale.engine.passes import reduce  # noqa: E402
from kernelscale.engine.statistics import KernelSums  # noqa: E402
from kernelscale.markov.sparse import row_products  # noqa: E402

SUMS = KernelSums(np.array([0.1, 3.0]))
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore:Port ")


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def frame():
    return pd.DataFrame(np.random.default_rng(0).normal(size=(1250, 3)), columns=list("abc"))


def parquet_of(frame, tmp_path):
    path = tmp_path / "points.parquet"
    frame.to_parquet(path, row_group_size=200)
    return path


def zarr_of(frame, tmp_path):
    zarr = pytest.importorskip("zarr", minversion="3.0")
    zarr.create_array(str(tmp_path / "a.zarr"), data=frame.to_numpy(), chunks=(200, 3))
    return tmp_path / "a.zarr"


def dask_array_of(frame, tmp_path):
    return pytest.importorskip("dask.array").from_array(frame.to_numpy(), chunks=(200, 2))


def dask_frame_of(frame, tmp_path):
    return pytest.importorskip("dask.dataframe").from_pandas(frame, npartitions=6)


def kept_array_of(frame, tmp_path):
    return dask_array_of(frame, tmp_path).persist()


def kept_frame_of(frame, tmp_path):
    return dask_frame_of(frame, tmp_path).persist()


SOURCES = [parquet_of, zarr_of, dask_array_of, dask_frame_of, kept_array_of, kept_frame_of]


@pytest.mark.parametrize("stored_as", SOURCES)
def test_workers_read_the_blocks_they_need(client, stored_as, frame, tmp_path):
    found = reduce(stored_as(frame, tmp_path), SUMS, executor="dask")
    np.testing.assert_array_equal(found.S, reduce(frame, SUMS).S)


@pytest.mark.parametrize(
    "stored_as", [parquet_of, pytest.param(kept_array_of, marks=pytest.mark.release)]
)
def test_the_curve_from_rows_drawn_has_the_bits_of_threads(client, stored_as, frame, tmp_path):
    stored = stored_as(frame, tmp_path)
    found, expected = (
        scale_curve(stored, n_sample=128, executor=executor) for executor in ("dask", "threads")
    )
    np.testing.assert_array_equal(found.S, expected.S)
    np.testing.assert_array_equal(found.S_error, expected.S_error)


@pytest.mark.parametrize("approximate", [pytest.param(False, marks=pytest.mark.release), True])
def test_maps_of_neighbor_graphs_have_the_bits_of_threads(client, approximate, monkeypatch):
    monkeypatch.setattr(row_products, "ROWS_AT_ONCE", 300)
    square = np.random.default_rng(1).uniform(size=(700, 2))
    found, expected = (
        DiffusionMap(2, neighbors=12, approximate_neighbors=approximate, executor=executor).fit(
            square
        )
        for executor in ("dask", "threads")
    )
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)
    np.testing.assert_array_equal(found.eigenvalues_, expected.eigenvalues_)
