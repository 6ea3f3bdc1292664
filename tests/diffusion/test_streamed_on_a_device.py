"""Diffusion maps whose kernel is computed tile by tile, with vectors on a device."""

from dataclasses import dataclass

import numpy as np
import pytest
from tests.device_arrays import cupy, noted_transfers  # noqa: F401 (a fixture)

from kernelscale import Bandwidth, DiffusionMap, Kernel
from kernelscale.engine.arithmetic.reference import Reference
from kernelscale.engine.requests import ProductOf, on_a_device
from kernelscale.markov.out_of_sample import device_products
from kernelscale.metrics.pairwise import CityBlock

SMALL = "20 MiB"  # less memory than six matrices of 900 rows and columns need


class Processor:
    """A device that the processor emulates."""

    name = "emulated"

    def __init__(self, library, free=2**30):
        self._library, self._free = library, free

    def put(self, array):
        return self._library.asarray(array)

    def free_bytes(self):
        return self._free


class OnDevice(Reference):
    """NumPy's arithmetic; but products of the kernel with vectors on a device are made there."""

    def __init__(self, *devices):
        self.devices, self.n_products, self.sources = devices, 0, set()

    def answers(self, tile, requests, hints):
        request, [device] = requests[0], self.devices
        if not isinstance(request, ProductOf) or not on_a_device(request.vectors):
            return super().answers(tile, requests, hints)
        self.n_products += 1
        self.sources.add(tile.source)
        K = device.put(self.kernel(tile.distances, request.scale))
        V = request.vectors
        return [(K @ V[tile.columns], K.T @ V[tile.rows] if tile.mirrored else None)]


def arc(n_samples=900):
    random = np.random.default_rng(3)
    angle = random.uniform(0, 4, n_samples)
    return np.c_[np.cos(angle), np.sin(angle)] + 0.02 * random.normal(size=(n_samples, 2))


def fitted(arithmetic, **options):
    return DiffusionMap(3, 0.05, memory_limit=SMALL, arithmetic=arithmetic, **options).fit(arc())


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_vectors_are_copied_to_the_host_once(alpha, cupy):  # noqa: F811
    arithmetic = OnDevice(Processor(cupy))
    with noted_transfers() as noted:
        found = fitted(arithmetic, alpha=alpha)
    assert arithmetic.n_products > 20
    assert len(arithmetic.sources) == 1  # the points are copied to the device once
    of_rows = [shape for shape in noted if 900 in shape]
    # the host gets the last block of vectors and the square roots of the stationary distribution
    assert of_rows == [(900, 8), (900,)]
    expected = fitted("reference", alpha=alpha)
    np.testing.assert_allclose(found.eigenvalues_, expected.eigenvalues_, atol=1e-10)
    np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-7)


@dataclass(frozen=True)
class Exponential(Kernel):
    """A user-defined kernel."""

    positive_definite = True

    def exponents(self, r):
        return -np.sqrt(r)


@dataclass(frozen=True)
class Streets(CityBlock):
    """A user-defined metric, declared to give a positive definite Gaussian."""

    gaussian_is_definite = True


@pytest.mark.parametrize(
    "options",
    [
        {"bandwidth": Bandwidth("own", None, Exponential(), "For a test.")},
        {"bandwidth": 0.05, "metric": Streets(), "neighbors": None},
    ],
    ids=["kernel", "metric"],
)
def test_the_processor_computes_products_of_other_kernels_and_metrics(options, cupy):  # noqa: F811
    on_device = OnDevice(Processor(cupy))
    found, expected = (
        DiffusionMap(memory_limit=SMALL, arithmetic=arithmetic, **options).fit(arc())
        for arithmetic in (on_device, Reference())
    )
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)
    assert on_device.n_products == 0


@pytest.mark.filterwarnings("ignore:.*have kernel mass below:kernelscale.diffusion.MapWarning")
@pytest.mark.parametrize("options", [{}, {"alpha": 1.0}, {"t": 0}, {"landmarks": 700}])
def test_new_rows_are_embedded_by_products_on_the_device(options, cupy):  # noqa: F811
    arithmetic = OnDevice(Processor(cupy))
    there, here = fitted(arithmetic, **options), fitted("reference", **options)
    # one row beside the arc, and two so far away that all their kernel values underflow to 0
    far = [[0.5, 0.5], [9.0, 9.0], [1e3, 0.0]]
    rows = np.r_[arc(40) + 0.01, arc()[:3], far]
    before = arithmetic.n_products
    found, expected = there.embed(rows), here.embed(rows)
    assert arithmetic.n_products == before + 1
    np.testing.assert_allclose(found.coordinates, expected.coordinates, atol=1e-7)
    np.testing.assert_allclose(found.kernel_mass, expected.kernel_mass, rtol=1e-10, atol=1e-300)


def test_few_new_rows_are_embedded_on_the_processor(cupy):  # noqa: F811
    arithmetic = OnDevice(Processor(cupy))
    there, here = fitted(arithmetic), fitted("reference")
    before, rows = arithmetic.n_products, arc(device_products.FEWEST_ROWS) + 0.01
    np.testing.assert_allclose(there.transform(rows[1:]), here.transform(rows[1:]), atol=1e-7)
    assert arithmetic.n_products == before
    there.transform(rows)
    assert arithmetic.n_products == before + 1


def test_new_rows_are_embedded_in_blocks(cupy, monkeypatch):  # noqa: F811
    arithmetic, events = OnDevice(Processor(cupy)), []
    there = fitted(arithmetic, progress=events.append)
    rows, at_once = arc(100) + 0.01, there.transform(arc(100) + 0.01)
    monkeypatch.setattr(device_products, "ROWS_AT_ONCE", 30)
    events.clear()
    np.testing.assert_allclose(there.transform(rows), at_once, atol=1e-12)
    assert [event.done for event in events] == [0, 30, 60, 90, 100]


def test_vectors_that_do_not_fit_the_device_are_refused_before_the_work(cupy):  # noqa: F811
    events, arithmetic = [], OnDevice(Processor(cupy, free=2**20))
    sentence = r"900 rows need .* on the device \(emulated\), but 1.* MiB are free; pass"
    with pytest.raises(MemoryError, match=sentence):
        DiffusionMap(
            neighbors=None, memory_limit=SMALL, arithmetic=arithmetic, progress=events.append
        ).fit(arc())
    assert events == []


def test_the_memory_of_waiting_products_is_counted(cupy):  # noqa: F811
    vectors, points, tiles = 8 * 900 * 24 * 8, 12 * 900 * 2, 3 * 16 * 512 * 8
    needed = vectors + points + tiles
    fitted(OnDevice(Processor(cupy, free=needed)), n_threads=2)
    with pytest.raises(MemoryError, match="900 rows need .* on the device"):
        fitted(OnDevice(Processor(cupy, free=needed - 1)), n_threads=2)
