"""Feature factors are accepted only if they clearly improve the predictions for test rows."""

import numpy as np
import pytest

from kernelscale.scaling.supervised_choice import CLEARLY, WORTH, HeldOutErrors, chosen_factors
from kernelscale.scaling.supervised_loss import RowsLeftOut

STRENGTHS = (1.0, 0.1, 0.01)
N_ROWS = 400
NONE_WRONG = np.zeros(N_ROWS)
ALL_WRONG = np.ones(N_ROWS)


def rows(of_classes=False):
    return RowsLeftOut(
        np.zeros((N_ROWS, 2)), np.zeros((N_ROWS, 1)), 0.1, 1.0, of_classes=of_classes
    )


def choose(random, gains, noise=0.0, of_classes=False, wrong=NONE_WRONG):
    """The factors that are chosen among candidates.

    `gains` has for each candidate the error with equal factors minus the error of the candidate.
    """
    equal = HeldOutErrors(random.uniform(1, 2, size=N_ROWS), ALL_WRONG)
    scatter = noise * random.normal(size=(len(gains), N_ROWS))
    missed = equal.squares - np.array(gains)[:, None] + scatter - scatter.mean(axis=1)[:, None]
    seen = [HeldOutErrors(squares, wrong) for squares in missed]
    tried = [np.array([number + 1.0, -3.0]) for number in range(len(gains))]
    return chosen_factors(rows(of_classes), equal, seen, tried, STRENGTHS)


def test_best_strength_is_taken_if_all_differ_clearly(random):
    found = choose(random, [0.1, 0.5, 0.3], noise=0.01)
    assert found.strength == 0.1
    np.testing.assert_allclose(found.log_factors, [2.5, -2.5])
    assert found.equal - found.chosen == pytest.approx(found.gain)
    assert "the strength of the prior is 0.1" in found.reason("of the targets")


def test_strongest_of_similar_strengths_is_taken(random):
    assert choose(random, [0.5, 0.5, 0.5 + 1e-3], noise=1.0).strength == 1.0


def test_strengths_that_were_not_tried_are_not_chosen(random):
    found = choose(random, [0.1, 0.5], noise=0.01)
    assert found.strength == 0.1
    np.testing.assert_array_equal(found.path["prior"], STRENGTHS[:2])


def test_gain_that_may_be_chance_leaves_factors_equal(random):
    noise = 1.0
    sure = choose(random, [2 * CLEARLY * noise / N_ROWS**0.5], noise)
    unsure = choose(random, [0.3 * CLEARLY * noise / N_ROWS**0.5], noise)
    assert sure.gain > sure.needed
    assert sure.strength == 1.0
    assert unsure.gain < unsure.needed
    assert unsure.strength == np.inf
    assert unsure.chosen == unsure.equal
    assert not unsure.log_factors.any()
    assert "is needed" in unsure.reason("of the targets")


def test_reason_has_no_negative_share(random):
    found = choose(random, [-0.5, -0.1])
    assert found.strength == np.inf
    assert found.reason("of the targets").startswith("Equal factors are kept: no other factors")


def test_classes_need_a_larger_gain_than_numbers(random):
    gain = [0.5 * WORTH]
    assert choose(random, gain).strength == 1.0
    assert choose(random, gain, of_classes=True).strength == np.inf
    assert choose(random, [2 * WORTH], of_classes=True).strength == 1.0


def test_factors_without_better_accuracy_are_not_taken(random):
    found = choose(random, [0.5], of_classes=True, wrong=ALL_WRONG)
    assert found.gain > found.needed
    assert found.strength == np.inf
    assert "but do not predict the classes of more rows correctly" in found.reason("of 2 classes")
