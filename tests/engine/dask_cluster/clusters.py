"""Helpers for the tests of Dask clusters: local clusters, points, statistics, and `Once`."""

import pytest
from tests.engine.every_statistic import points_and_codes

from kernelscale import engine
from kernelscale.engine.statistics import RowSums

dask = pytest.importorskip("dask", reason="dask is not installed")

distributed = pytest.importorskip("distributed", reason="distributed is not installed")

X, CODES = points_and_codes(1700)

SAMPLED = {
    "groups": engine.statistics.GroupedHistogram(5.0, n_groups=7),
    "row sums": RowSums([0.7, 9.0]),
}


def cluster_of(n_workers, **options):
    defaults = {"threads_per_worker": 1, "processes": False, "dashboard_address": ":0"}
    return distributed.LocalCluster(n_workers=n_workers, **{**defaults, **options})


class Once:
    """A listener for progress that calls a function once, in the middle of a pass."""

    def __init__(self, act):
        self.act, self.events = act, []

    def __call__(self, event):
        self.events.append(event)
        if len(self.events) == 3:
            self.act()
