"""The distance and the bound of Theorem 3.2 over cases and scales, and verdicts on them."""

import numpy as np
import pytest
from tests.oracles import naive_bounds, naive_distances, naive_kernels, naive_operators

from kernelscale.bandwidth.eigen.class_criteria import class_separation
from kernelscale.data import PointCloud
from kernelscale.paper.harness.claim_tables import judged
from kernelscale.paper.shared.spreads import mixture_cloud
from kernelscale.paper.theory_bound.cases import ideal_case, random_case
from kernelscale.paper.theory_bound.claims import CLAIMS
from kernelscale.paper.theory_bound.corollary import BEST_SEPARATION
from kernelscale.paper.theory_bound.corollary_trials import MEASURES
from kernelscale.paper.theory_bound.findings import find, summary
from kernelscale.paper.theory_bound.measure import QUICK
from kernelscale.paper.theory_bound.separation import separation_over_scales
from kernelscale.paper.theory_bound.stated import stated_sides
from kernelscale.paper.theory_bound.theorem import THEOREM_BOUND


@pytest.fixture(scope="module")
def tables(quick_run):
    return quick_run("theory_bound").tables


def test_each_row_has_the_bounds_of_the_random_case_with_its_number(tables):
    assert [row["case"] for row in tables["cases"]] == list(range(QUICK.n_cases))
    for row in tables["cases"][::10]:
        case = random_case(row["case"])
        assert row["n_samples"] == len(case.labels)
        expected = naive_bounds.perturbation_bound(*case)
        if row["tight"] is not None and row["distance"] is not None:
            assert row["tight"] == pytest.approx(float(expected["tight_bound"]), rel=1e-6)
            assert row["printed"] == pytest.approx(float(expected["printed_bound"]), rel=1e-6)


def test_every_draw_has_one_row_at_the_largest_eigengap(tables):
    draws = {(row["class_sd"], row["seed"]) for row in tables["scales"]}
    assert len(draws) == 4 * QUICK.n_draws
    for class_sd, seed in draws:
        rows = [r for r in tables["scales"] if (r["class_sd"], r["seed"]) == (class_sd, seed)]
        [at] = [row for row in rows if row["is_eps_Ge"]]
        assert at["Ge"] >= max(row["Ge"] for row in rows) * (1 - 1e-4)
        K = naive_kernels.kernel_matrix(mixture_cloud(20, class_sd, seed).points, at["scale"])
        assert at["Ge"] == pytest.approx(naive_operators.generalised_eigengap(K, 2), abs=1e-6)


def test_a_proven_bound_is_violated_nowhere(tables):
    assert all(row["violated"] == 0 for row in tables["summary"])


# Verdicts


def case(distance=0.1, tight=0.2, printed=30.0, n_classes=2, **others):
    return {
        "n_classes": n_classes,
        "distance": distance,
        "tight": tight,
        "printed": printed,
        "in_doubt": 1e-12,
        "stated_distance": distance,
        "stated": printed,
        "signed": printed,
        "stated_in_doubt": 1e-12,
        **{f"{form}_violated": False for form in ("tight", "printed", "stated", "signed")},
        **others,
    }


def scales(class_sd=0.1, n_draws=20, **at_least):
    """Two rows for each draw, at the scale eps_Ge of the largest eigengap and at eps_Ge / 10.

    `at_least` sets values at eps_Ge / 10, where the distance is to be smallest.
    """
    place = {"class_sd": class_sd}
    return [
        row
        for seed in range(n_draws)
        for row in (
            case(**place, seed=seed, scale=0.1, is_eps_Ge=False, Ge=0.3, **at_least),
            case(0.1, 0.2, 1.0, **place, seed=seed, scale=1.0, is_eps_Ge=True, Ge=0.5),
        )
    ]


def found_in(words, cases, rows):
    [row] = [row for row in find({"cases": cases, "scales": rows}) if words in row["finding"]]
    return row


def verdict(name, cases, rows, ideal=()):
    tables = {"cases": cases, "scales": rows, "ideal": ideal, "draws": [], "separation": []}
    found = judged(CLAIMS, tables)["verdicts"]
    return next(row for row in found if row["claim"] == name)


def test_one_violation_refutes_a_bound():
    row = found_in("tight bound of the proof holds", [case()] * 30, scales())
    assert (row["holds"], row["value"]) == ("holds", 1.0)
    cases = [case(), case(distance=0.3, tight_violated=True)]
    row = found_in("tight bound of the proof holds", cases, scales())
    assert row["holds"] == "does not hold"
    assert row["measured"] == "violated 1 times"
    assert verdict("theorem_bound", [case()] * 30, scales())["verdict"] == "holds"
    cases = [case(), case(distance=30.3, stated_violated=True)]
    assert verdict("theorem_bound", cases, scales())["verdict"] == "holds in part"


def test_distances_in_doubt_by_rounding_are_not_compared_with_the_bound():
    cases = [
        case(distance=1e-9, printed=1e-12, in_doubt=1e-9, stated_in_doubt=1e-9),
        case(distance=15.0),
    ]
    tables = judged([THEOREM_BOUND], {"cases": cases, "scales": scales()})
    measured = {row["where"]: row["measured"] for row in tables["trials"]}
    for form in ("eigenvectors of P", "eigenvectors of the proof's A"):
        assert "at most 0.5 times the bound" in measured[f"random classes, {form}"]


@pytest.mark.parametrize("n_classes", [2, 3, 7])
def test_the_ideal_case_is_exact(n_classes):
    row = ideal_case(n_classes)
    assert row["next_eigenvalue"] < 1 - 1e-3
    assert verdict("ideal_case", [case()], scales(), [row])["verdict"] == "holds"
    other = {**row, "eigenvalues_one": n_classes + 1}
    assert verdict("ideal_case", [case()], scales(), [other])["verdict"] != "holds"


def test_a_bound_is_vacuous_above_the_root_of_the_number_of_classes():
    useful = [case(printed=1.9, n_classes=4)] * 70
    vacuous = [case(printed=2.1, n_classes=4), case(printed=None, n_classes=4)] * 15
    row = found_in(
        "The printed bound is not vacuous (at most sqrt(N_C))", useful + vacuous, scales()
    )
    assert row["value"] == pytest.approx(0.7)
    assert row["measured"].startswith("in 70 of 100 cases")
    assert row["low"] > 0.5
    assert row["holds"] == "holds"
    row = found_in("The printed bound is not vacuous (at most sqrt(N_C))", vacuous, scales())
    assert row["holds"] == "does not hold"


@pytest.mark.parametrize(
    ("distance", "verdict"), [(0.06, "holds"), (0.04, "does not hold"), (1e-20, "does not hold")]
)
def test_the_largest_eigengap_is_best_if_no_scale_halves_the_distance(distance, verdict):
    rows = scales(distance=distance)
    row = found_in("The distance of the eigenspaces is nearly smallest at eps_Ge", [case()], rows)
    assert row["holds"] == verdict
    assert row["value"] == (verdict == "holds")
    assert "at a smaller scale in 20" in row["measured"]


def test_each_standard_deviation_of_classes_is_judged_separately():
    rows = [*scales(0.1), *scales(0.5, distance=0.01)]
    row = found_in("The distance of the eigenspaces is nearly smallest at eps_Ge", [case()], rows)
    assert row["holds"] == "holds where class sd is 0.1"


# The corollary

SLIGHT, ALL = "where W-hat changes only slightly", "all scales"
RATIOS = [f"{words}, {scales}" for scales in (SLIGHT, ALL) for words in MEASURES.values()]
RATIOS.append("D_Class / D_Gap of Psi without the constant, all scales")
EXCESSES = [
    f"{MEASURES[measure]}, all scales, excess" for measure in ("width_over_gap", "distance")
]
ACCURACY = "accuracy, all scales"


def separation(low, at, high, W=(0.1, 0.1, 0.1), n_draws=20, error=(0.0, 0.0, 0.0)):
    """Rows of draws at three scales; Ge is largest at the middle scale; all measures are equal."""
    return [
        {
            "class_sd": 0.1,
            "seed": seed,
            "scale": scale,
            "Ge": Ge,
            "W": norm,
            **dict.fromkeys([*MEASURES, "without_constant"], measure),
            "error": wrong,
        }
        for seed in range(n_draws)
        for scale, measure, Ge, norm, wrong in zip(
            (0.5, 1.0, 1.5), (low, at, high), (0.3, 0.5, 0.4), W, error, strict=True
        )
    ]


def corollary(rows, n_draws=20):
    draws = [{"class_sd": 0.1, "seed": seed} for seed in range(n_draws)]
    return judged([BEST_SEPARATION], {"draws": draws, "separation": rows})


def outcomes(rows):
    return {
        r["where"].removeprefix("class sd 0.1, "): r["outcome"] for r in corollary(rows)["trials"]
    }


@pytest.mark.parametrize(
    ("values", "W", "true"),
    [
        ((0.095, 0.1, 0.4), (0.1, 0.1, 0.1), [*RATIOS, *EXCESSES]),
        ((0.04, 0.1, 0.4), (0.1, 0.1, 0.1), []),  # 2.5 times the smallest
        ((0.09, 0.1, 0.1), (0.1, 0.1, 0.1), []),  # above the mean over the scales
        ((1e-5, 0.01, 0.4), (0.1, 0.1, 0.1), EXCESSES),
        ((1e-5, 0.01, 0.019), (1e-5, 0.1, 0.11), RATIOS[:3]),  # above the mean of all scales
        ((1e-5, 0.01, 0.4), (1e-5, 0.1, 0.11), [*RATIOS[:3], *EXCESSES]),
    ],
)
def test_the_corollary_is_tried_where_its_assumption_holds_and_over_all_scales(values, W, true):
    found = outcomes(separation(*values, W))
    assert set(found) == {*RATIOS, *EXCESSES, ACCURACY}
    assert {where for where in found if found[where] == "true"} == {*true, ACCURACY}


@pytest.mark.parametrize(
    ("error", "outcome"), [((0.1, 0.12, 0.2), "true"), ((0.1, 0.13, 0.2), "false")]
)
def test_the_accuracy_at_the_largest_eigengap_is_near_the_highest(error, outcome):
    rows = separation(0.09, 0.1, 0.4, error=error)
    assert outcomes(rows)[ACCURACY] == outcome
    [row] = [row for row in corollary(rows)["trials"] if ACCURACY in row["where"]]
    assert f"{1 - error[1]:.3g} at eps_Ge and at most 0.9," in row["measured"]


def test_the_corollary_is_not_tried_where_w_hat_changes_fast():
    assert set(outcomes(separation(0.09, 0.1, 0.4, (1e-5, 0.1, 9.0)))) == {
        *RATIOS[3:],
        *EXCESSES,
        ACCURACY,
    }


def four_scales(high):
    """Measures of 0.1, 0.1, `high` and 0.5 at the scales 0.5, 1, 2 and 4."""
    rows = separation(0.1, 0.1, high)
    other = [{**row, "scale": 2.0} for row in rows[2::3]]
    last = [{**row, "scale": 4.0, **dict.fromkeys(MEASURES, 0.5)} for row in other]
    rows = [row for row in rows if row["scale"] < 1.5]
    return sorted([*rows, *other, *last], key=lambda row: (row["seed"], row["scale"]))


@pytest.mark.parametrize(("high", "n_other", "outcome"), [(0.19, 20, "false"), (0.5, 0, "true")])
def test_the_largest_eigengap_is_compared_with_twice_its_scale(high, n_other, outcome):
    found = corollary(four_scales(high))
    [trial] = [trial for trial in found["trials"] if "beside 2 eps_Ge" in trial["where"]]
    assert f"in 20 of 20 draws at eps_Ge and in {n_other} at 2 eps_Ge" in trial["measured"]
    assert trial["outcome"] == outcome
    assert trial["favourable"]
    assert trial["measured"] in found["verdicts"][0]["measured"]


@pytest.mark.parametrize(
    ("values", "W", "verdict", "premise"),
    [
        ((0.095, 0.1, 0.4), (0.1, 0.1, 0.1), "holds", "20 of 20 draws meet assumption 1"),
        (
            (1e-5, 0.01, 0.4),
            (1e-5, 0.1, 0.11),
            "holds in part",
            "No mixture tried (20 draws) meets assumption 1",
        ),
    ],
)
def test_the_plain_reading_of_the_corollary_has_all_scales(values, W, verdict, premise):
    [row] = corollary(separation(*values, W))["verdicts"]
    assert row["verdict"] == verdict
    assert row["measured"].startswith(premise)


def test_the_corollary_is_not_testable_without_classes_far_apart():
    [row] = corollary([])["verdicts"]
    assert row["verdict"] == "not testable here"


def test_draws_that_do_not_meet_the_corollarys_assumptions_are_counted_and_not_tried():
    rows = separation(0.09, 0.1, 0.4, n_draws=15)
    for row in rows:
        if row["seed"] < 3 and row["scale"] == 0.5:
            row["Ge"] = 0.9  # Ge is largest at the first scale
        if row["seed"] == 3 and row["scale"] != 1.0:
            row["W"] = 9.0
    found = corollary(rows)
    [verdict] = found["verdicts"]
    assert (
        "in 5 of 20 draws, Ge is largest at the first scale in 3 others, W-hat changes "
        "slightly at no two scales in 1. class sd 0.1, D_Class" in verdict["measured"]
    )
    assert "nearly every scale passes in these 3 trials" in verdict["measured"]
    [slightly] = [t for t in found["trials"] if t["where"].endswith(f"{RATIOS[0]}")]
    assert "in 11 of 11 draws" in slightly["measured"]


def test_classes_that_are_not_far_apart_have_no_rows(tables):
    far = {(row["class_sd"], row["seed"]) for row in tables["separation"]}
    assert len(tables["draws"]) == sum(QUICK.n_separated) > len(far) > 0
    for draw in tables["draws"]:
        cloud = mixture_cloud(20, draw["class_sd"], draw["seed"])
        between, within = naive_distances.class_extremes(cloud.points, cloud.codes)
        assert ((draw["class_sd"], draw["seed"]) in far) == (between >= 10 * within)


def test_separation_is_that_of_the_naive_eigenvectors():
    """Known answer: D_Class / D_Gap of eigenvectors of unit length, without the eigenvalues."""
    cloud = mixture_cloud(20, 0.1, seed=2)
    rows = separation_over_scales(cloud, ratio=2.0)
    assert len(rows) > 5
    for row in rows:
        K = naive_kernels.kernel_matrix(cloud.points, row["scale"])
        values, vectors = np.linalg.eig(K / K.sum(axis=1, keepdims=True))
        leading = vectors[:, np.argsort(-values.real)[:2]].real
        between, within = naive_distances.class_extremes(leading, cloud.codes)
        assert row["width_over_gap"] == pytest.approx(float(within / between), rel=1e-4, abs=1e-12)
        other = cloud.codes[:, None] != cloud.codes
        assert row["W"] == pytest.approx(np.linalg.norm(K[other]), rel=1e-6)
        distances = ((leading[:, None] - leading) ** 2).sum(axis=2) + np.diag([np.inf] * 40)
        wrong = cloud.codes[distances.argmin(axis=1)] != cloud.codes
        assert row["error"] == pytest.approx(wrong.mean())


def test_the_spread_and_the_coordinates_without_the_constant():
    cloud = mixture_cloud(20, 0.1, seed=2)
    row = separation_over_scales(cloud, ratio=2.0)[-1]
    pairs = cloud.eigenpairs(row["scale"], 2)
    between, within = naive_distances.class_extremes(pairs.embedding(2), cloud.codes)
    assert row["without_constant"] == pytest.approx(float(within / between))
    assert row["spread"] == pytest.approx(1 / class_separation(pairs, cloud.codes, 1).ratio)


# The theorem


def test_the_theorem_is_tried_as_it_is_stated():
    """Known answer: the right eigenvectors by a naive eigendecomposition of P."""
    points, labels, _ = random_case(3)
    cloud = PointCloud(points, labels)
    K = naive_kernels.kernel_matrix(points, 4.0)
    values, vectors = np.linalg.eig(K / K.sum(axis=1, keepdims=True))
    order = np.argsort(-values.real)
    n = len(set(labels))
    ideal, _ = np.linalg.qr((labels[:, None] == np.unique(labels)).astype(float))
    true, _ = np.linalg.qr(vectors[:, order[:n]].real)
    cosines = np.linalg.svd(ideal.T @ true, compute_uv=False)
    between = np.where(labels[:, None] == labels, 0.0, K)
    found = stated_sides(cloud, 4.0, float(np.linalg.norm(between)))
    assert found.distance == pytest.approx(np.sqrt((1 - cosines**2).sum()), rel=1e-6)
    gap = values.real[order[n - 1]] - values.real[order[n]]
    degrees = (K - between).sum(axis=1)
    assert found.bound == pytest.approx(np.linalg.norm(between) * (1 / degrees).sum() / gap)
    W = between - np.diag(between.sum(axis=1))
    assert found.signed == pytest.approx(np.linalg.norm(W) * (1 / K.sum(axis=1)).sum() / gap)


def test_the_verdict_states_how_often_the_bound_is_infinite_or_informative():
    cases = [case(printed=1.0)] * 3 + [case(printed=None)] * 2 + [case()] * 5
    found = verdict("theorem_bound", cases, scales())
    assert "infinite in 20%, and informative" in found["measured"]
    assert "sqrt(N_C), in 30%. random classes" in found["measured"]


def test_the_summary_has_counts_and_medians():
    found = summary([case(), case(tight=None, distance=None)], scales())
    [row] = [r for r in found if (r["data"], r["form"]) == ("random classes", "tight")]
    assert (row["cases"], row["not_vacuous"], row["infinite"]) == (2, 0.5, 0.5)
    assert (row["median_distance"], row["median_bound"]) == (0.1, 0.2)
    [row] = [r for r in found if (r["data"][-9:], r["form"]) == ("at eps_Ge", "printed")]
    assert (row["cases"], row["median_bound"]) == (20, 1.0)
