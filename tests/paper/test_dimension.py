import pytest

from kernelscale.intrinsic_dimension import METHODS
from kernelscale.paper.dimension.claims import CLAIMS
from kernelscale.paper.dimension.findings import DIGIT_TRUTH, TRUTH, _right, means
from kernelscale.paper.dimension.measure import DIGIT_SDS, NOISE_SDS
from kernelscale.paper.harness.claim_tables import judged


def samples(answers, method="danco"):
    """Rows of two samples at each noise level; `answers` has the estimates."""
    return [
        {
            "method": method,
            "noise_sd": noise_sd,
            "seed": seed,
            "n_samples": 9,
            "dimension": round(answer),
            "continuous": answer,
        }
        for noise_sd, pair in zip(NOISE_SDS, answers, strict=True)
        for seed, answer in enumerate(pair)
    ]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([(2.1, 1.9)] * 4, "holds"),
        ([(2.1, 1.9), (2, 2), (2, 5), (9, 9)], "holds where noise sd is 0 or 1"),
        ([(3, 2)] * 4, "does not hold"),
    ],
)
def test_a_method_is_right_where_nine_of_ten_estimates_are_two(answers, expected):
    assert _right(samples(answers), "danco")["holds"] == expected


def test_the_numbers_of_a_finding_are_those_at_the_worst_noise_level():
    found = _right(samples([(2, 2), (2, 2), (4, 5), (0.9, 1.1)]), "danco")
    assert found["value"] == 4.5
    assert found["low"] < 4.5 < found["high"]
    assert found["measured"].startswith("right in 2, 2, 0, 0 of 2 samples each; at noise sd 5 ")
    assert found["repeats"] == 2


@pytest.mark.parametrize(
    ("error", "of_neighbors", "of_pca", "expected"),
    [
        (1, 2, 2, "holds"),
        (2, 1, 3, "holds in part"),  # smaller than the error of local PCA only
        (3, 1, 2, "does not hold"),
    ],
)
def test_the_most_robust_method_has_the_smallest_error(error, of_neighbors, of_pca, expected):
    errors = {"danco": error, "levina_bickel": of_neighbors, "pca": of_pca}
    tables = {
        name: [
            row for way, e in errors.items() for row in samples([(truth + e, truth + e)] * 4, way)
        ]
        for name, truth in (("estimates", TRUTH), ("digits", DIGIT_TRUTH))
    }
    [row] = judged(CLAIMS, tables)["verdicts"]
    assert row["verdict"] == expected


def test_the_error_that_counts_is_that_of_the_integer():
    """2.4 and 2.1 are both rounded to 2, which is a tie; 2.6 is rounded to 3."""
    for other, expected in ((2.1, ("not testable here", None)), (2.6, ("holds", -1))):
        rows = samples([(2.4, 2.4)] * 4)
        rows += [
            row for way in ("levina_bickel", "pca") for row in samples([(other,) * 2] * 4, way)
        ]
        digits = [row | {"dimension": 1} for row in rows]
        [row] = judged(CLAIMS, {"estimates": rows, "digits": digits})["verdicts"]
        assert (row["verdict"], row["margin"]) == expected


def test_means_are_those_of_the_samples():
    rows = [row for row in means(_all_methods()) if row["method"] == "danco"]
    assert [row["dimension"] for row in rows] == [2.5, 2, 4.5, 1]
    assert [row["right"] for row in rows] == [0.5, 1, 0, 0]


def _all_methods():
    answers = [(2, 3), (2, 2), (4, 5), (1, 1)]
    return [row for method in METHODS for row in samples(answers, method)]


def test_danco_is_misled_by_noise_and_multiscale_is_not(quick_run):
    danco, multiscale = quick_run("dimension").judged["findings"]
    assert danco["holds"] == "holds where noise sd is 0 or 1"
    assert danco["low"] > 5
    assert multiscale["low"] < 2 < multiscale["high"]


@pytest.fixture(scope="module")
def dimension(quick_run):
    return quick_run("dimension").tables


def test_every_method_is_measured_on_every_roll(dimension):
    estimates = dimension["estimates"]
    asked = {(row["noise_sd"], row["seed"], row["method"]) for row in estimates}
    assert len(asked) == len(estimates) == 4 * 2 * len(METHODS)
    assert {row["method"] for row in estimates} == set(METHODS)


def test_every_method_is_tried_on_the_digit(dimension):
    tried = {(row["noise_sd"], row["seed"], row["method"]) for row in dimension["digits"]}
    assert len(tried) == len(dimension["digits"]) == len(DIGIT_SDS) * 2 * len(METHODS)


def test_the_summary_counts_correct_estimates(dimension):
    assert [row["method"] for row in dimension["summary"]] == list(METHODS)
    for row in dimension["summary"]:
        cell = [
            estimate
            for estimate in dimension["estimates"]
            if (estimate["method"], estimate["noise_sd"]) == (row["method"], 5.0)
        ]
        assert row["seeds"] == len(cell)
        assert row["right_sd_5"] == sum(estimate["dimension"] == 2 for estimate in cell)
        mean = sum(estimate["continuous"] for estimate in cell) / len(cell)
        assert row["mean_sd_5"] == pytest.approx(mean)


def test_noise_increases_estimates_from_nearest_neighbours(dimension):
    [row] = [row for row in dimension["summary"] if row["method"] == "two_nn"]
    assert row["mean_sd_0"] < row["mean_sd_1"] < row["mean_sd_5"] < row["mean_sd_20"]
    assert row["mean_sd_0"] == pytest.approx(2, abs=0.3)


def test_multiscale_is_right_in_spite_of_noise(dimension):
    [row] = [row for row in dimension["summary"] if row["method"] == "multiscale"]
    assert [row[f"right_sd_{sd}"] for sd in (0, 1, 5)] == [row["seeds"]] * 3
