import pytest

from kernelscale.paper.harness.tables import Interval
from kernelscale.paper.shared.misses import above, below


@pytest.mark.parametrize("found", [Interval(0.4, 0.3, 0.6), Interval(0.8, 0.7, 0.9)])
@pytest.mark.parametrize("miss", [above, below])
def test_a_miss_is_at_most_0_where_the_limit_is_met_and_lies_in_its_interval(miss, found):
    missed = miss(0.5, found)
    assert (missed.mean <= 0) == ((found.mean <= 0.5) if miss is above else (found.mean >= 0.5))
    assert missed.low < missed.mean < missed.high
    assert missed.high - missed.low == pytest.approx(found.high - found.low)
