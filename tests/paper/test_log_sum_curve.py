"""The experiment on log S, the logarithm of the kernel's sum, on data of known dimension."""

import numpy as np
import pytest
from scipy.stats import kstest
from tests.oracles import naive_kernel_sums

from kernelscale.data import PointCloud
from kernelscale.paper.harness.claim_tables import judged
from kernelscale.paper.log_sum_curve.claims import CLAIMS
from kernelscale.paper.log_sum_curve.findings import DIMENSIONS, find, summary
from kernelscale.paper.log_sum_curve.measure import QUICK, measure_curve
from kernelscale.paper.log_sum_curve.points import MANIFOLDS, SETS

N_SAMPLES = QUICK.n_samples


@pytest.fixture(scope="module")
def tables(quick_run):
    return quick_run("log_sum_curve").tables


def test_every_set_has_a_dimension():
    assert list(SETS) == list(DIMENSIONS)
    for make in SETS.values():
        points = make(30, 1)
        assert len(points) == 30
        np.testing.assert_array_equal(points, make(30, 1))
        assert not np.array_equal(points, make(30, 2))


def test_an_even_line_is_one_dimensional_over_its_widest_range():
    row = measure_curve(PointCloud(np.arange(400.0)[:, None]))
    assert row["dimension"] == pytest.approx(1, abs=0.05)
    assert row["decades"] == pytest.approx(row["widest_decades"], abs=0.1)
    assert row["eps_0"] == pytest.approx(row["widest_low"], rel=0.2)
    assert row["n_plateaus"] == 1
    assert row["above_log_n"] == pytest.approx(0, abs=1e-9)
    assert row["below_2_log_n"] == pytest.approx(0, abs=1e-6)


def test_a_maximum_of_the_slope_can_hide_a_wider_range():
    """On a circle the slope is 1/2 over decades of scales, and larger near the circle's size."""
    angle = 2 * np.pi * np.arange(600) / 600
    row = measure_curve(PointCloud(np.column_stack([np.cos(angle), np.sin(angle)])))
    assert row["widest_decades"] > 2 * row["decades"]
    assert row["widest_low"] < row["eps_0"] / 10


def test_white_noise_has_no_linear_range_and_a_line_has():
    """The finding can fail: if the slope only rises and falls, log S has no linear range."""
    noise = PointCloud(SETS["white noise"](200, 0))
    line = PointCloud(np.arange(200.0)[:, None])
    found = [measure_curve(cloud)["widest_decades"] for cloud in (noise, line)]
    assert found[0] < 0.5 < 1 < found[1]


def test_two_clusters_have_a_second_maximum_between_them(random):
    """The slope has a second maximum at the scale of the clusters' distance.

    It is less than half as high as the first maximum, so it does not count as a plateau.
    """
    points = random.normal(size=(120, 6))
    points[60:, 0] += 100
    row = measure_curve(PointCloud(points))
    assert row["n_plateaus"] == 1
    assert 0.1 < row["second_maximum"] < 0.5
    one = measure_curve(PointCloud(np.arange(200.0)[:, None]))
    assert one["second_maximum"] < 0.1


def test_curves_are_those_of_the_kernels_sum(tables):
    for name, make in SETS.items():
        rows = [row for row in tables["curves"] if row["panel"] == name]
        some = [row for row in rows if row["quantity"] == "log S"][::40]
        X = make(N_SAMPLES, 0)
        r = naive_kernel_sums.squared_distances(X)
        for row in some:
            expected = np.log(float(naive_kernel_sums.kernel_sum(X, row["scale"], r)))
            assert row["value"] == pytest.approx(expected, rel=1e-5)
        ends = [row["value"] for row in rows if row["quantity"] == "log S"]
        assert ends[0] == pytest.approx(np.log(N_SAMPLES), abs=1e-3)
        assert ends[-1] == pytest.approx(2 * np.log(N_SAMPLES), abs=1e-3)


# Verdicts


def draws(**changes):
    """Two draws of each of two data sets; without `changes` to the second, every claim holds."""
    good = {
        "n_samples": 10,
        "above_log_n": 0.0,
        "below_2_log_n": 1e-7,
        "eps_0": 1.0,
        "eps_0_over_max_min": 0.5,
        "decades": 1.0,
        "widest_decades": 1.1,
        "widest_low": 1.0,
        "dimension": 1.9,
        "slope_of_range": 0.95,
        "true_dimension": 2,
        "n_plateaus": 1,
        "second_maximum": 0.3,
    }
    return [
        {"data": name, "seed": seed, **good, **(changes if name == "square" else {})}
        for name in ("circle", "square")
        for seed in (0, 1)
    ]


def verdicts(rows, manifolds=()):
    found = judged(CLAIMS, {"draws": rows, "manifolds": list(manifolds)})["verdicts"]
    return {row["claim"]: row["verdict"] for row in found}


def test_every_claim_holds_on_draws_that_satisfy_it():
    assert verdicts(draws()) == {"asymptotes": "holds", "slope": "holds"}
    assert {row["holds"] for row in find({"draws": draws()})} == {"holds"}


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        ("asymptotes", {"above_log_n": 0.1}),
        ("asymptotes", {"below_2_log_n": 0.1}),
        ("slope", {"slope_of_range": 0.6}),
    ],
)
def test_a_claim_that_fails_for_one_set_holds_in_part(claim, change):
    assert verdicts(draws(**change))[claim] == "holds in part"


def test_the_largest_slope_is_another_reading():
    found = judged(CLAIMS, {"draws": draws(dimension=2.8), "manifolds": []})
    of_slope = [row for row in found["trials"] if row["claim"] == "slope"]
    assert [row["outcome"] for row in of_slope] == ["true", "true", "true", "false"]
    assert [row["favourable"] for row in of_slope] == [False, False, True, True]
    assert of_slope[-1]["measured"].endswith("is 0.8 (0.8 to 0.8), 40% of the dimension")
    [slope] = [row for row in found["verdicts"] if row["claim"] == "slope"]
    assert slope["verdict"] == "holds"
    assert slope["measured"].startswith("Twice the mean slope differs from the dimension by 5% to")
    assert (
        "not loose for d = 1, on 2 of 2 manifolds. The smallest margin is 0.4, on the circle"
        in (slope["measured"])
    )
    assert (
        "With the largest slope, another reading, the claim is true on 1 of 2."
        in (slope["measured"])
    )


def test_the_roll_of_section_4_is_another_reading():
    """Its angle is uniform, so its points are not uniformly distributed by area."""
    roll = [row | {"data": "Swiss roll"} for row in draws(slope_of_range=9.0) if row["seed"] == 0]
    found = judged(CLAIMS, {"draws": [*draws(), *roll, *roll], "manifolds": []})["trials"]
    [trial] = [row for row in found if "theta uniform" in row["where"]]
    assert trial["favourable"]
    assert trial["where"] == "Swiss roll of Section 4.1.1, dimension 2, theta uniform"


def test_the_claim_on_the_slope_ignores_sets_that_are_not_manifolds():
    rows = [row | {"data": "white noise"} for row in draws(slope_of_range=9.0) if row["seed"] == 0]
    assert verdicts([*draws(), *rows])["slope"] == "holds"


@pytest.mark.parametrize(("slope", "expected"), [(1.3, "holds"), (1.8, "holds in part")])
def test_the_slope_is_tried_in_three_dimensions(slope, expected):
    slopes = {"slope_of_range": slope, "dimension": 2 * slope}
    row = {"data": "3-sphere", "true_dimension": 3, **slopes}
    assert verdicts(draws(), [row, row])["slope"] == expected


def test_points_of_manifolds_are_on_them():
    roll, sphere, torus = (each.make(40, 1) for each in MANIFOLDS.values())
    theta = np.hypot(roll[:, 0], roll[:, 2]) / 6
    np.testing.assert_allclose(6 * theta * np.cos(theta), roll[:, 0], atol=1e-9)
    np.testing.assert_allclose((sphere**2).sum(axis=1), 1)
    np.testing.assert_allclose(torus[:, :3] ** 2 + torus[:, 3:] ** 2, 1)


def test_the_roll_is_uniform_by_area():
    """The length of the spiral up to theta, which a finely divided curve gives, is uniform."""
    roll = MANIFOLDS["Swiss roll, uniform by area"].make(2000, 0)
    theta = np.linspace(1.5 * np.pi, 4.5 * np.pi, 100_001)
    steps = np.hypot(np.diff(theta * np.cos(theta)), np.diff(theta * np.sin(theta)))
    length = np.append(0, np.cumsum(steps)) / steps.sum()
    share = np.interp(np.hypot(roll[:, 0], roll[:, 2]) / 6, theta, length)
    for values in (share, roll[:, 1] / 100):
        assert kstest(values, "uniform").pvalue > 0.01


def test_the_slope_of_the_linear_range_of_an_even_line_is_a_half(tables):
    row = measure_curve(PointCloud(np.arange(400.0)[:, None]))
    assert row["slope_of_range"] == pytest.approx(0.5, abs=0.03)
    assert {row["data"] for row in tables["manifolds"]} == set(MANIFOLDS)


@pytest.mark.parametrize(
    ("words", "change", "value"),
    [
        ("has a linear range", {"widest_decades": 0.9, "decades": 0.9}, 0.9),
        ("widest linear range", {"widest_decades": 2.0}, 0.5),
        ("one linear range", {"n_plateaus": 2}, 2.0),
    ],
)
def test_a_finding_that_fails_for_one_set_holds_for_the_other(words, change, value):
    [row] = [row for row in find({"draws": draws(**change)}) if words in row["finding"]]
    assert row["holds"] == "holds where the data are: circle"
    assert row["value"] == pytest.approx(value)


def test_the_summary_has_means_over_draws():
    rows = draws()
    rows[0]["eps_0"] = 4.0
    first, second = summary(rows)
    assert (first["eps_0"], first["eps_0_largest_over_smallest"]) == (pytest.approx(2.0), 4.0)
    assert (second["eps_0"], second["several_plateaus"]) == (1.0, 0)
