"""The schematic of the three criteria shows the values that the criteria have."""

import numpy as np
import pytest
from tests.oracles import naive_kernel_sums, naive_kernels, naive_operators

from kernelscale.datasets import make_gaussian_mixture
from kernelscale.paper.schematic.measure import SEED, STEPS
from kernelscale.paper.shared.criteria_over_scales import CRITERIA


@pytest.fixture(scope="module")
def tables(quick_run):
    return quick_run("schematic").tables


@pytest.fixture(scope="module")
def mixture():
    return make_gaussian_mixture(16, 3, class_sd=0.3, random_state=SEED)


def panel(tables, table, name):
    return [row for row in tables[table] if row["panel"] == name]


def value_at(tables, criterion):
    """The largest value of a criterion's curve."""
    rows = [row for row in tables["curves"] if row["curve"] == criterion]
    return max(row["value"] for row in rows if row["value"] is not None)


def test_each_criterion_is_largest_at_its_scale(tables, quick_run):
    assert [row["criterion"] for row in tables["summary"]] == list(CRITERIA)
    [found] = quick_run("schematic").judged["findings"]
    assert found["holds"] == "holds"


def test_steps_within_classes_add_up_to_rho_p(tables, mixture):
    shares = {}
    for name in STEPS:
        rows = panel(tables, "transitions", name)
        P = np.array([[row[f"to_{k}"] for k in range(48)] for row in rows])
        assert (np.diag(P) == 0).all()
        own = mixture.target[:, None] == mixture.target
        shares[name] = P[own].sum() / 48
        epsilon = rows[0]["scale"]
        expected = naive_kernel_sums.within_class_probability(mixture.data, mixture.target, epsilon)
        assert shares[name] == pytest.approx(float(expected), rel=1e-9)
    assert max(shares, key=shares.__getitem__) == "chosen"
    assert shares["chosen"] == pytest.approx(value_at(tables, "rho_P"), rel=0.02)


def test_the_gap_is_between_the_third_and_the_fourth_eigenvalue(tables, mixture):
    gaps = {}
    for name in STEPS:
        rows = panel(tables, "eigenvalues", name)
        values = [row["value"] for row in rows]
        assert values == sorted(values, reverse=True)
        gaps[name] = values[2] - values[3]
        K = naive_kernels.kernel_matrix(mixture.data, rows[0]["scale"])
        assert gaps[name] == pytest.approx(naive_operators.generalised_eigengap(K, 3), abs=1e-9)
    assert max(gaps, key=gaps.__getitem__) == "chosen"


def test_points_are_shown_at_all_scales_and_at_three(tables, mixture):
    np.testing.assert_allclose([row["x"] for row in tables["data"]], mixture.data[:, 0])
    scales = {row["scale"] for row in tables["embeddings"]}
    assert scales == {row["scale"] for row in tables["curves"]}
    assert len(tables["embeddings"]) == 48 * len(scales)
    assert [len(panel(tables, "spreads", name)) for name in STEPS] == [48] * 3
