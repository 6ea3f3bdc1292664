"""Fixtures for the tests of Dask clusters: clients, and an executor on a cluster."""

import pytest

from kernelscale.engine import DaskExecutor


@pytest.fixture(autouse=True)
def every_arithmetic():
    """Override the fixture that sets each arithmetic; a setting here does not reach workers."""


@pytest.fixture(scope="module")
def client():
    """A client with two workers, which are threads of this process."""
    from tests.engine.dask_cluster.clusters import cluster_of, distributed

    with cluster_of(2) as cluster, distributed.Client(cluster, set_as_default=False) as client:
        yield client


@pytest.fixture(scope="module")
def executor(client):
    """An executor on the cluster that sends a few tiles in each message."""
    return DaskExecutor(client, tile_seconds=0.02)


@pytest.fixture
def processes():
    """A client with two workers in separate processes."""
    from tests.engine.dask_cluster.clusters import cluster_of, distributed

    with cluster_of(2, processes=True) as cluster, distributed.Client(cluster) as client:
        yield client
