"""A small run of the benchmark on a Dask cluster."""

import pytest

pytest.importorskip("distributed", reason="distributed is not installed")

from benchmarks.dask.__main__ import main


@pytest.mark.release
def test_the_table_has_times_on_threads_and_cluster_and_their_ratios(capsys):
    few = ["--rows", "1500", "--features", "3", "--workers", "1", "--runs", "1"]
    main([*few, "--only", "DistanceHistogram"])
    *_, row = capsys.readouterr().out.splitlines()
    name, threads, cluster, speed, *_ = row.strip("| ").split(" | ")
    assert name == "DistanceHistogram"
    assert float(threads) >= 0
    assert float(cluster) > 0
    assert float(speed) > 0
