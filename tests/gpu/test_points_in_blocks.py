"""Points read from a file or sent in blocks: only the points of a tile are copied to the device."""

import dataclasses

import numpy as np
import pytest

from kernelscale import engine
from kernelscale.engine.arithmetic.gpu import Gpu
from kernelscale.engine.arithmetic.gpu import arithmetic as tiles
from kernelscale.engine.on_tile import OnRun, OnTile
from kernelscale.engine.passes import reduce
from kernelscale.engine.row_blocks import RowBlocks
from kernelscale.engine.source import Source
from kernelscale.engine.statistics import (
    DistanceHistogram,
    KernelProduct,
    KernelSums,
    NearestOthers,
    RowSums,
)

N, SIDE = 520, 256


@pytest.fixture
def points(random):
    return random.normal(size=(N, 3))


def _statistics(points):
    codes = np.arange(N) % 3
    return [
        DistanceHistogram(6.0),
        KernelSums([1.0, 3.0]),
        RowSums([1.0, 2.0], "single"),
        engine.statistics.ClassRowSums([1.0], codes),
        NearestOthers(3, codes),
        KernelProduct(1.0, points[:, :2] ** 2, "single"),
    ]


def _numbers(found):
    if dataclasses.is_dataclass(found):
        found = found.counts, found.means, found.relative_variances
    return np.concatenate([np.ravel(each) for each in found])


def test_a_worker_has_only_the_blocks_of_its_tiles(points, stand_in, gpu_of):
    gpu, rows, columns = gpu_of(stand_in()), slice(0, SIDE), slice(SIDE, 2 * SIDE)
    for statistic in _statistics(points):
        hints = [statistic.hint(statistic.start(N), rows, columns) for _ in range(2)]
        whole = OnTile(statistic, Source.of(points), gpu, None)
        run = OnRun.of(whole, SIDE)
        here = RowBlocks(run.points.edges, [*run.points.blocks[:2], None], 3)
        source = dataclasses.replace(run.on_tile.source, values=here)
        some = dataclasses.replace(run.on_tile, source=source)
        found, expected = (
            each((rows, columns, hint)) for each, hint in zip((some, whole), hints, strict=True)
        )
        assert repr(found) == repr(expected)


def test_a_cluster_gives_the_results_of_this_process(points, stand_in, gpu_of, monkeypatch):
    distributed = pytest.importorskip("distributed")
    device = stand_in()
    gpu = gpu_of(device)
    monkeypatch.setattr(tiles, "cupy_devices", lambda: (device,))
    there = Gpu(gpu.processor, fewest_pairs=0)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        executor = engine.DaskExecutor(client, tile_seconds=0.02)
        for statistic in _statistics(points):
            found = reduce(points, statistic, executor=executor, arithmetic=there)
            expected = reduce(points, statistic, arithmetic=gpu)
            np.testing.assert_array_equal(_numbers(found), _numbers(expected))
        rows = np.random.default_rng(0).permutation(N)[:300]
        found, expected = (
            reduce(points, KernelSums([1.0]), rows=rows, **options)
            for options in ({"executor": executor, "arithmetic": there}, {"arithmetic": gpu})
        )
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("rows", [None, [500, 3, 77, 12, 250]])
def test_rows_of_a_file_give_the_results_of_an_array(points, rows, stand_in, gpu_of, tmp_path):
    pandas = pytest.importorskip("pandas")
    path = tmp_path / "points.parquet"
    pandas.DataFrame(points, columns=list("abc")).to_parquet(path, row_group_size=100)
    gpu = gpu_of(stand_in())
    for statistic in _statistics(points):
        if rows is not None and not statistic.of_some_rows:
            continue
        found, expected = (reduce(X, statistic, rows=rows, arithmetic=gpu) for X in (path, points))
        np.testing.assert_array_equal(_numbers(found), _numbers(expected))
