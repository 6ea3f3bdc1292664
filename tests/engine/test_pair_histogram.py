import numpy as np
import pytest

from kernelscale.engine.arithmetic.reference import partial_histogram
from kernelscale.engine.pair_histogram import PairHistogram, PartialHistogram

UNIT = 2.0
EMPTY = PartialHistogram(0, np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0), 0)


def merged(parts):
    total = EMPTY
    for part in parts:
        total = total.merged(partial_histogram(np.asarray(part, dtype=float), UNIT))
    return PairHistogram.from_bins(*total.with_bins(), UNIT)


@pytest.mark.parametrize("exponents", [(-1, 1), (-200, 8), (-310, -300)])
def test_merged_histograms_are_that_of_all_distances_in_any_order(random, exponents):
    distances = 10.0 ** random.uniform(*exponents, 60)
    distances[:5] = 0.0
    whole = merged([distances])
    assert whole.n_pairs == 60
    assert whole.n_zero >= 5
    parts = np.array_split(distances, 7)
    for order in (parts, parts[::-1], [[], *parts, []]):
        found = merged(order)
        np.testing.assert_array_equal(found.bins, whole.bins)
        np.testing.assert_array_equal(found.counts, whole.counts)
        np.testing.assert_allclose(found.means, whole.means, rtol=1e-14)
    assert (np.diff(whole.bins) > 0).all()


def test_distances_of_zero_alone_are_in_the_first_bin():
    found = merged([[0.0, 0.0], [0.0]])
    assert (found.bins.tolist(), found.counts.tolist(), found.means.tolist()) == ([0], [3], [0.0])


def test_merging_does_not_change_the_partial_results():
    parts = [partial_histogram(np.array([0.0, value]), UNIT) for value in (1.0, 1.0, 9.0)]
    before = [part.counts.copy() for part in parts]
    total = EMPTY
    for part in parts:
        total = total.merged(part)
    for part, counts in zip(parts, before, strict=True):
        np.testing.assert_array_equal(part.counts, counts)
    assert total.counts.sum() == 3
    assert total.n_zero == 3
