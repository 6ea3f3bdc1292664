"""The bounds of the paper's Theorem 3.2 hold; most of them are too large to state anything."""

import numpy as np
import pytest
from benchmarks.theory_bound.verdicts import is_violated

from kernelscale import perturbation_bound
from kernelscale.paper.theory_bound.cases import random_case


@pytest.fixture(scope="module")
def random_bounds():
    """Bounds in four hundred random cases, with tiny scales, duplicates and classes of one row."""
    return [perturbation_bound(*random_case(seed)) for seed in range(400)]


def test_bounds_are_never_violated(random_bounds):
    assert not any(is_violated(b, b.printed_bound) for b in random_bounds)
    assert not any(is_violated(b, b.tight_bound) for b in random_bounds)


def test_most_bounds_are_vacuous_and_the_tight_one_less_often(random_bounds):
    printed = np.mean([b.printed_is_vacuous for b in random_bounds])
    tight = np.mean([b.tight_is_vacuous for b in random_bounds])
    assert 0.75 < printed < 0.9
    assert 0.5 < tight < printed - 0.1


def test_cases_include_difficult_ones(random_bounds):
    assert sum(b.eigengap - b.separation > 1e-3 for b in random_bounds) > 20
    assert sum(np.isnan(b.distance) for b in random_bounds) > 40
    assert sum(b.n_class_components > b.n_classes for b in random_bounds) > 40
    assert sum(b.distance < 1e-6 for b in random_bounds) > 4


def test_printed_bound_exceeds_a_bound_without_separation(random_bounds):
    # Two inequalities hold: distance <= sqrt(2) scaled_norm / eigengap, and
    # N_C scaled_norm / eigengap <= printed_bound.
    for b in random_bounds:
        if np.isfinite(b.printed_bound):
            scaled = b.scaled_norm / b.eigengap
            assert b.n_classes * scaled <= b.printed_bound * (1 + 1e-12)
            assert b.distance <= np.sqrt(2) * scaled + 1e-13 / b.eigengap


def test_no_distance_exceeds_the_largest_possible(random_bounds):
    for b in random_bounds:
        assert np.isnan(b.distance) or 0 <= b.distance <= b.largest_distance * (1 + 1e-12)


def test_operator_eigengap_does_not_give_a_bound():
    # The three equal points are nearer to the point of the other class than to the fourth point of
    # their own class.
    X = [[0.0], [0.0], [0.0], [4.0], [-3.0]]
    bound = perturbation_bound(X, [0, 0, 0, 0, 1], 1.0)
    assert bound.distance > 2 * bound.scaled_norm / bound.operator_eigengap
    assert bound.distance < bound.tight_bound


def test_two_close_pairs_of_different_classes_reach_the_bound_by_the_printed_gap():
    # Here lambda_2 = 1 + w and lambda_3 = 1 - w, so the printed gap is 2 w and the separation is w.
    # The scaled norm is 2 w times the distance. The tight bound is therefore twice the distance.
    X = [[0.0, 0.0], [9.0, 0.0], [0.0, 1.0], [9.0, 1.0]]
    bound = perturbation_bound(X, [0, 0, 1, 1], 1.0)
    w = np.exp(-0.5)
    assert bound.separation == pytest.approx(w, rel=1e-12)
    assert bound.eigengap == pytest.approx(2 * w, rel=1e-12)
    assert bound.scaled_norm / bound.eigengap == pytest.approx(bound.distance, rel=1e-9)
    assert bound.tight_bound == pytest.approx(2, rel=1e-9)


def test_the_bound_holds_for_difficult_data(adversarial):
    n_samples = len(adversarial)
    y = np.arange(n_samples) % 2 if n_samples > 2 else None
    if y is None:
        with pytest.raises(ValueError, match="at least one class needs two rows"):
            perturbation_bound(adversarial, [0, 1], 1.0)
        return
    spread = 2 * np.asarray(adversarial, dtype=float).var(axis=0).sum()
    for share in (1e-6, 1e-3, 0.1, 1.0, 1e3):
        bound = perturbation_bound(adversarial, y, share * spread)
        assert not is_violated(bound, bound.printed_bound)
        assert not is_violated(bound, bound.tight_bound)


def test_the_reason_names_vacuous_bounds(random_bounds):
    for b in random_bounds:
        said = b.reason.count("vacuous")
        assert said == b.printed_is_vacuous + b.tight_is_vacuous
        assert b.printed_is_vacuous == (b.printed_bound > np.sqrt(b.n_classes))
        assert b.tight_is_vacuous == (b.tight_bound > np.sqrt(b.n_classes))
