"""Products computed in blocks of rows have the same bits as one product of all rows."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from kernelscale.engine.resources import Resources
from kernelscale.markov.sparse import row_products
from kernelscale.markov.sparse.row_products import RowProducts, multiply_by


@pytest.mark.parametrize("executor", ["serial", "threads"])
@pytest.mark.parametrize("shape", [(50,), (50, 3)])
def test_a_product_by_blocks_equals_the_product(executor, shape, monkeypatch):
    monkeypatch.setattr(row_products, "ROWS_AT_ONCE", 16)
    random = np.random.default_rng(0)
    M = csr_array(random.uniform(size=(50, 50)) * (random.uniform(size=(50, 50)) < 0.1))
    V = random.normal(size=shape)
    found = RowProducts(Resources(executor=executor))(M, V)
    np.testing.assert_array_equal(found, M @ V)


def test_workers_with_shared_memory_compute_one_product():
    M, V = csr_array(np.eye(2)), np.ones(2)
    assert not isinstance(multiply_by(Resources()), RowProducts)
    np.testing.assert_array_equal(multiply_by(Resources())(M, V), V)
