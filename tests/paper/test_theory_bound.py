"""The distance and the bound of Theorem 3.2 over cases and scales, and verdicts on them."""

import numpy as np
import pytest
from tests.oracles import naive_bounds, naive_kernels, naive_operators

from kernelscale.data import PointCloud
from kernelscale.paper.harness.claim import judged
from kernelscale.paper.shared.spreads import mixture_cloud
from kernelscale.paper.theory_bound.cases import ideal_case, random_case
from kernelscale.paper.theory_bound.claims import CLAIMS
from kernelscale.paper.theory_bound.findings import find, summary
from kernelscale.paper.theory_bound.measure import QUICK
from kernelscale.paper.theory_bound.stated import stated_sides


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
        "as_assumed": True,
        "gap_over_width": 20.0,
        "W": 0.1,
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
    tables = {"cases": cases, "scales": rows, "ideal": ideal}
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
    tables = judged(CLAIMS, {"cases": cases, "scales": scales(), "ideal": []})
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


def trials_of(rows):
    tables = {"cases": [case()], "scales": rows, "ideal": []}
    found = judged(CLAIMS, tables)["trials"]
    return {r["where"]: r["outcome"] for r in found if r["claim"] == "best_separation"}


def three_scales(low, at, high, W=(0.1, 0.1, 0.1), **others):
    """Rows of twenty draws at three scales; Ge is largest at the middle scale."""
    return [
        case(distance, **others, seed=seed, scale=scale, is_eps_Ge=Ge == 0.5, Ge=Ge, W=norm)
        for seed in range(20)
        for scale, distance, Ge, norm in zip(
            (0.5, 1.0, 2.0), (low, at, high), (0.3, 0.5, 0.4), W, strict=True
        )
    ]


SLIGHT, ALL = "where W-hat changes only slightly, ratio", "all scales, ratio"
EXCESS = "all scales, excess"


@pytest.mark.parametrize(
    ("distances", "W", "true"),
    [
        ((0.09, 0.1, 0.4), (0.1, 0.1, 0.1), (SLIGHT, ALL, EXCESS)),
        ((0.04, 0.1, 0.4), (0.1, 0.1, 0.1), ()),  # 2.5 times the smallest
        ((0.09, 0.1, 0.1), (0.1, 0.1, 0.1), ()),  # above the mean over the scales
        ((1e-5, 0.01, 0.4), (0.1, 0.1, 0.1), (EXCESS,)),
        ((1e-5, 0.01, 0.019), (1e-5, 0.1, 0.11), (SLIGHT,)),  # above the mean of all scales
        ((1e-5, 0.01, 0.4), (1e-5, 0.1, 0.11), (SLIGHT, EXCESS)),
    ],
)
def test_the_corollary_is_tried_where_its_assumption_holds_and_over_all_scales(distances, W, true):
    found = trials_of(three_scales(*distances, W, class_sd=0.1))
    assert {where.removeprefix("class sd 0.1, ") for where in found} == {SLIGHT, ALL, EXCESS}
    assert {w.removeprefix("class sd 0.1, ") for w in found if found[w] == "true"} == set(true)


def test_the_corollary_is_not_tried_where_w_hat_changes_fast():
    found = trials_of(three_scales(0.09, 0.1, 0.4, (1e-5, 0.1, 9.0), class_sd=0.1))
    assert {where.removeprefix("class sd 0.1, ") for where in found} == {ALL, EXCESS}


def test_the_corollary_is_judged_where_w_hat_changes_only_slightly():
    """Assumption 1 is not met over all scales: they are another reading."""
    rows = three_scales(1e-5, 0.01, 0.4, (1e-5, 0.1, 0.11), class_sd=0.1)
    assert set(trials_of(rows).values()) == {"true", "false"}
    assert verdict("best_separation", [case()], rows)["verdict"] == "holds"
    fast = three_scales(1e-5, 0.01, 0.4, (1e-5, 0.1, 9.0), class_sd=0.1)
    assert verdict("best_separation", [case()], fast)["verdict"] == "holds in part"


def test_the_corollary_is_judged_between_the_width_of_a_class_and_the_gap():
    rows = three_scales(0.09, 0.1, 0.4, class_sd=0.1)
    # A larger scale beyond D_Gap has a larger eigengap.
    beyond = [{**r, "scale": 9.0, "Ge": 0.9, "as_assumed": False} for r in rows[::3]]
    assert verdict("best_separation", [case()], [*rows, *beyond])["verdict"] == "holds"


def test_the_corollary_is_not_testable_without_the_scales_that_it_assumes():
    rows = [{**row, "as_assumed": False} for row in scales()]
    assert verdict("best_separation", [case()], rows)["verdict"] == "not testable here"


def test_draws_that_do_not_meet_the_corollarys_assumptions_are_counted_and_not_tried():
    rows = three_scales(0.09, 0.1, 0.4, class_sd=0.1)
    for row in rows:
        row["gap_over_width"] = 20.0 if row["seed"] < 15 else 9.0
        if row["seed"] < 3 and row["scale"] == 0.5:
            row["Ge"] = 0.9  # Ge is largest at the first scale
        if row["seed"] == 3 and row["scale"] != 1.0:
            row["W"] = 9.0
    found = verdict("best_separation", [case()], rows)
    assert (
        "in 5 of 20 draws, Ge is largest at the first scale in 3 others, and W-hat changes "
        "slightly at no two scales in 1. class sd 0.1, where W-hat" in found["measured"]
    )
    assert "in 11 of 11 draws" in found["measured"]


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
