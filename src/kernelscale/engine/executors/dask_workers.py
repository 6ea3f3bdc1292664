"""The workers of a Dask cluster, and a check that all of them compute the same bits."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from ..._version import __version__
from ..installed import installed
from .protocol import Worker

__all__ = ["Workers"]

SECONDS_BETWEEN_COUNTS = 1.0


class _Found(NamedTuple):
    """A worker, with the version and arithmetic on which the bits of its results depend."""

    worker: Worker
    version: str
    arithmetic: str


def _described(dask_worker: Any) -> _Found:
    limit = dask_worker.memory_manager.memory_limit
    return _Found(Worker(dask_worker.state.nthreads, limit or None), *installed())


class Workers:
    """The workers of a client's cluster.

    Attributes
    ----------
    client : distributed.Client
        The client.
    address : str
        Address of its scheduler.
    each : list of Worker
        The workers that the cluster had at the start.
    installed : list
        Version and arithmetic of all workers, as `installed` returns them.
    n_threads : int
        Number of threads of all workers at the last count.

    Raises
    ------
    RuntimeError
        If there are no workers, a worker lacks this package, or workers differ in the version of
        the package or in their arithmetic: sums would then depend on which worker computed them.
    """

    def __init__(self, client: Any) -> None:
        self.client, self.address = client, client.scheduler.address
        # A worker that does not answer is skipped; the scheduler will soon report it as lost.
        answers = client.run(_described, on_error="return").items()
        found = {address: each for address, each in answers if not isinstance(each, OSError)}
        if not found:
            raise RuntimeError(
                f"The Dask cluster at {self.address} has no workers; start one with: "
                f"dask worker {self.address}"
            )
        for address, worker in found.items():
            _check(address, worker, next(iter(found.values())))
        _, *self.installed = next(iter(found.values()))
        self.each: list[Worker] = [described.worker for described in found.values()]
        self.n_threads = sum(worker.threads for worker in self.each)
        self._counted = time.monotonic()

    def count(self) -> None:
        """Count the threads again, unless they were counted less than a second ago."""
        if time.monotonic() - self._counted > SECONDS_BETWEEN_COUNTS:
            self.n_threads = max(1, sum(self.client.nthreads().values()))
            self._counted = time.monotonic()


def _check(address: str, worker: Any, first: Any) -> None:
    if isinstance(worker, BaseException):
        raise RuntimeError(
            f"The worker at {address} cannot run kernelscale {__version__}: {worker}; install on "
            f'all workers: pip install "kernelscale[dask]=={__version__}"'
        ) from worker
    here = installed()
    if worker.version != here[0]:
        raise RuntimeError(
            f"The worker at {address} has kernelscale {worker.version}, but this process has "
            f"{here[0]}; install the same version on all workers: "
            f'pip install "kernelscale[dask]=={here[0]}"'
        )
    if worker.arithmetic.split()[0] != here[1].split()[0]:
        raise RuntimeError(
            f"The worker at {address} has the {worker.arithmetic} arithmetic, but this process has "
            f"{here[1]}; install the package in the same way in both places, with a C++ compiler "
            f"or without."
        )
    if worker.arithmetic != first.arithmetic:
        raise RuntimeError(
            f"The worker at {address} has the {worker.arithmetic} arithmetic and another worker "
            f"has {first.arithmetic}, whose sums differ in the last digits; set "
            f"KERNELSCALE_INSTRUCTION_SET to one that all have, such as 'baseline', before workers "
            f"start."
        )
