"""Fitted rows and new rows have the same coordinates on a device as on the processor."""

import numpy as np
import pytest

from kernelscale import DiffusionMap
from kernelscale._validation import on_host
from kernelscale.markov.out_of_sample.device_products import products_beside

N = 700


def arc(n_samples, seed=3):
    random = np.random.default_rng(seed)
    angle = random.uniform(0, 4, n_samples)
    return np.c_[np.cos(angle), np.sin(angle), 0.05 * random.normal(size=n_samples)]


# there are fewer or more new rows than fitted points
@pytest.mark.parametrize("n_new", [1, 90, N + 300])
def test_products_with_other_rows(n_new, gpu):
    X, rows = arc(N), arc(n_new, seed=4)
    kernel = DiffusionMap(1, 0.2).fit(X[:50]).kernel_
    vectors = np.random.default_rng(5).normal(size=(N, 5))
    found = np.concatenate(list(products_beside(rows, X, kernel, vectors, gpu)))
    np.testing.assert_allclose(found, kernel(rows, X) @ vectors, atol=1e-11)


@pytest.mark.filterwarnings("ignore::kernelscale.diffusion.LongFitWarning")
def test_a_streamed_map_embeds_new_rows(gpu):
    # this memory is too small for the kernel matrix
    few = {"alpha": 1.0, "memory_limit": "14 MiB", "n_threads": 1}
    maps = (DiffusionMap(2, 0.1, arithmetic=each, **few).fit(arc(N)) for each in (gpu, "auto"))
    found, expected = maps
    there, here = (on_host(each.embedding_) for each in (found, expected))
    np.testing.assert_allclose(there, here, atol=1e-7)
    rows = arc(40, seed=4)
    np.testing.assert_allclose(found.transform(rows), expected.transform(rows), atol=1e-7)
