import pytest

from kernelscale.paper.harness.tables import Interval
from kernelscale.paper.shared.misses import above, below, share_interval


@pytest.mark.parametrize("found", [Interval(0.4, 0.3, 0.6), Interval(0.8, 0.7, 0.9)])
@pytest.mark.parametrize("miss", [above, below])
def test_a_miss_is_at_most_0_where_the_limit_is_met_and_lies_in_its_interval(miss, found):
    missed = miss(0.5, found)
    assert (missed.mean <= 0) == ((found.mean <= 0.5) if miss is above else (found.mean >= 0.5))
    assert missed.low < missed.mean < missed.high
    assert missed.high - missed.low == pytest.approx(found.high - found.low)


@pytest.mark.parametrize(("n_true", "n"), [(0, 5), (3, 7), (9, 9)])
def test_a_share_lies_in_its_interval(n_true, n):
    share = share_interval(n_true, n)
    assert 0 <= share.low <= share.mean <= share.high <= 1
    assert share.high - share.low > 0.1
