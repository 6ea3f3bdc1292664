import numpy as np
import pytest
from scipy.spatial.distance import cdist

from kernelscale.data import PointCloud
from kernelscale.paper.handwritten_digits.arbitrary import (
    _chosen_at_random,
    _most_isolated,
    arbitrary_choices,
)
from kernelscale.paper.handwritten_digits.measure import (
    FULL,
    N_COMPONENTS,
    QUICK,
    RAW,
    _clouds,
    _folds,
)
from kernelscale.paper.handwritten_digits.verdicts import judge
from kernelscale.paper.handwritten_digits.version import Digits, Version
from kernelscale.paper.shared.accuracy_at_scale import AtScale, nearest_is_right
from kernelscale.paper.shared.six_scales import GE, RHO_P, RHO_PSI, TITLES


@pytest.fixture(scope="module")
def quick(quick_run):
    return quick_run("handwritten_digits").tables


def test_both_versions_are_seen_over_the_whole_range(quick):
    for data, cloud in _clouds(QUICK).items():
        rows = [row for row in quick["accuracy"] if row["data"] == data]
        low, high = cloud.scale_range
        assert rows[0]["scale"] == pytest.approx(low)
        assert rows[-1]["scale"] >= high
        scales = [row["scale"] for row in rows]
        assert scales == sorted(scales)
        chosen = {row["scale"] for row in quick["summary"] if row["data"] == data}
        assert chosen <= set(scales)


def test_no_scale_counts_that_has_more_eigenvalues_near_one_than_coordinates(quick):
    known = [row["eigenvalues_nearly_one"] <= N_COMPONENTS + 1 for row in quick["accuracy"]]
    counts = [row["counts"] for row in quick["accuracy"]]
    assert not any(count and not fine for count, fine in zip(counts, known, strict=True))
    assert 0 < sum(counts) < sum(known) < len(known)


def test_every_other_scale_is_one_where_coordinates_show_all_digits_or_may_be_rounded(quick):
    """By a naive count of the rows that carry a coordinate, and by rounding."""
    for data, cloud in _clouds(QUICK).items():
        folds = _folds(cloud.codes)
        for row in (row for row in quick["accuracy"] if row["data"] == data):
            pairs = cloud.eigenpairs(row["scale"], N_COMPONENTS + 1)
            coordinates = pairs.embedding(N_COMPONENTS)
            carried = [
                1 / sum((p * v**2) ** 2 for p, v in zip(pairs.stationary, vector, strict=True))
                for vector in pairs.vectors.T[1 : N_COMPONENTS + 1]
            ]
            step = np.ptp(coordinates, axis=0) / 10_000
            right = [
                nearest_is_right(each, cloud.codes, folds).mean()
                for each in (coordinates, step * np.rint(coordinates / step))
            ]
            survives = abs(right[0] - right[1]) <= 0.02 * right[0]
            known = row["eigenvalues_nearly_one"] <= N_COMPONENTS + 1
            assert row["counts"] == (known and (min(carried) >= 5 or survives))


def test_the_peak_is_that_of_what_counts(quick):
    for row in quick["summary"]:
        of_data = [entry for entry in quick["accuracy"] if entry["data"] == row["data"]]
        peak = max(entry["accuracy"] for entry in of_data if entry["counts"])
        assert row["peak"] == pytest.approx(peak)
        assert row["missed"] == pytest.approx(peak - row["accuracy"])


def test_a_repeated_eigenvalue_says_nothing(quick):
    [row] = quick["arbitrary"]
    assert row["eigenvalues_nearly_one"] > 10
    assert row["most_isolated"] < 0.2 < row["lowest"] < row["highest"]


@pytest.mark.slow
def test_of_all_raw_digits_more_than_ten_eigenvalues_are_one():
    raw = _clouds(FULL)[RAW]
    row = arbitrary_choices(RAW, raw, N_COMPONENTS, _folds(raw.codes))
    assert row["eigenvalues_nearly_one"] == 131
    assert row["highest"] == pytest.approx(0.92, abs=0.005)
    assert row["lowest"] == pytest.approx(0.905, abs=0.005)
    assert row["most_isolated"] == pytest.approx(0.1, abs=0.01)


def test_random_choices_are_of_the_space_and_not_of_its_basis(random):
    """The same to rounding behind any rotation, and orthonormal as eigenvectors are."""
    stationary = random.dirichlet(np.ones(60))
    basis = np.linalg.qr(random.normal(size=(60, 9)))[0] / np.sqrt(stationary)[:, None]
    turned = basis @ np.linalg.qr(random.normal(size=(9, 9)))[0]
    found, other = (
        _chosen_at_random(each, stationary, 4, np.random.default_rng(5)) for each in (basis, turned)
    )
    np.testing.assert_allclose(found.T @ (stationary[:, None] * found), np.eye(4), atol=1e-12)
    np.testing.assert_allclose(cdist(found, found), cdist(other, other), atol=1e-9)


def test_the_most_isolated_rows_are_those_far_from_all_others(random):
    points = random.normal(size=(50, 2))
    points[[7, 19, 30, 41]] += 1000 * np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])
    found = _most_isolated(PointCloud(points), 1.0, 4)
    assert {int(column.argmax()) for column in found.T} == {7, 19, 30, 41}
    np.testing.assert_array_equal(found.sum(axis=0), 1)


def test_curves_say_of_how_many_eigenvalues_they_count(quick):
    names = {row["curve"] for row in quick["curves"]}
    assert "eigenvalues above 1 - 1e-8, of the first 11, raw features" in names


# Known answers


def version(rights, counts=None, separations=None, **chosen):
    """Five scales; at each so many of the ten digits of each of four folds are right."""
    n = len(rights)
    seen = [
        AtScale(np.tile(np.arange(10) < right, 4), 1, fine, separation, 0.1)
        for right, fine, separation in zip(
            rights, counts or [True] * n, separations or [1.0] * n, strict=True
        )
    ]
    scales = [2.0**k for k in range(n)]
    return Version(
        name=RAW,
        n_samples=40,
        median=2.0,
        chosen=dict.fromkeys(TITLES, scales[-1]) | chosen,
        scales=scales,
        seen=seen,
        probability=np.zeros(n),
        folds=np.repeat(np.arange(4), 10),
        raw=1.0,
        n_eigenvalues=11,
    )


ARBITRARY = {
    "data": RAW,
    "log2_of_median": -10,
    "coordinates": 4,
    "eigenvalues_nearly_one": 131,
    "choices": 50,
    "lowest": 0.9,
    "highest": 0.95,
    "most_isolated": 0.1,
}


def verdict(found, name):
    rows = judge(Digits([found], ARBITRARY))
    return next(row for row in rows if name in row["claim"])


@pytest.mark.parametrize(
    ("rights", "counts", "expected"),
    [
        ([5, 6, 9, 8, 7], None, "holds"),
        ([10, 6, 9, 8, 7], [False, True, True, True, True], "holds"),
        ([10, 6, 9, 8, 7], None, "holds where scales below 2^0.0 medians are left out"),
        ([10, 10, 9, 8, 7], None, "does not hold"),  # no peak, not even a local one
        ([5, 6, 9, 8, 10], None, "does not hold"),
        ([10, 6, 8, 8, 8], None, "does not hold"),  # a plateau
        ([10, 6, 8, 8, 7], None, "holds where scales below 2^0.0 medians are left out"),
        ([5, 6, 10, 8, 7], [True, True, False, True, True], "does not hold"),  # nothing is known
    ],
)
def test_a_peak_may_be_local(rights, counts, expected):
    found = version(rights, counts, **{RHO_PSI: 4.0})
    of_rule = verdict(found, "rho_Psi inside")
    assert (of_rule["verdict"], of_rule["whose"]) == (expected, "ours")


def test_the_papers_scale_is_that_of_the_largest_value_even_at_an_end():
    found = version([5, 6, 9, 8, 7], separations=[None, 1.0, 2.0, 1.5, 3.0], **{RHO_PSI: 4.0})
    argmax, inside = verdict(found, "largest rho_Psi"), verdict(found, "rho_Psi inside")
    assert (argmax["verdict"], argmax["whose"]) == ("does not hold", "paper")
    assert "0.700 at 2^3.0 medians, the end of the range, rho_Psi is 3.000" in argmax["statistic"]
    assert (inside["verdict"], inside["whose"]) == ("holds", "ours")
    assert "2.000 there and 3.000 at its largest, at 2^3.0 medians" in inside["statistic"]
    found = version([5, 6, 9, 8, 7], separations=[1.0, 2.0, 4.0, 1.5, 3.0], **{RHO_PSI: 4.0})
    assert verdict(found, "largest rho_Psi")["verdict"] == "holds"


@pytest.mark.parametrize(
    ("rights", "expected"),
    [([10, 6, 6, 6, 6], "does not hold"), ([6, 6, 6, 6, 6], "holds"), ([5, 6, 7, 8, 9], "holds")],
)
def test_the_end_of_the_range_may_be_the_peak_of_all_but_is_no_local_one(rights, expected):
    found = version(rights, separations=[1.0, 1.1, 1.2, 1.3, 1.4])
    assert verdict(found, "largest rho_Psi")["verdict"] == expected


def test_what_is_missed_is_the_difference_to_the_peak():
    found = verdict(version([10, 6, 9, 8, 7], **{GE: 4.0, RHO_P: 8.0}), "largest rho_P ")
    assert (found["value"], found["low"], found["high"]) == pytest.approx((0.2, 0.2, 0.2))
    assert found["repeats"] == 4
    assert (
        "0.800 at 2^2.0 medians; the highest that counts is 1.000 at 2^-1.0 medians"
        in found["statistic"]
    )


def test_the_arbitrary_accuracy_is_called_so():
    *_, found = judge(Digits([version([5, 6, 9, 8, 7])], ARBITRARY))
    assert found["verdict"] == "does not hold"
    assert found["statistic"].startswith("131 eigenvalues are above 1 - 1e-8")
    assert "0.900 to 0.950, a spread of 0.050" in found["statistic"]
    assert "gives 0.100, 0.85 below" in found["statistic"]
    assert found["value"] == pytest.approx(0.85)
    assert found["whose"] == "ours"
