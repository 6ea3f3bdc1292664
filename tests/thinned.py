"""Large families of similar cases, of which `.ci/run` tests only some.

`pytest` and `.ci/compatibility` test all cases. `.ci/run` leaves out those marked `release`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

__all__ = ["EVERY", "mark_most"]

EVERY = {
    "bandwidth/test_duplicates.py::test_data_without_duplicates_keep_their_scale": 3,
    "bandwidth/test_duplicates.py::test_near_duplicates_do_not_determine_the_scale": 5,
    "bandwidth/test_promises.py::test_scale_follows_the_unit_of_the_data": 3,
    "diffusion/test_model_file.py::test_new_rows_get_the_same_coordinates": 5,
    "engine/test_compiled.py::test_curve_in_float32_has_the_promised_accuracy": 5,
    "engine/test_compiled.py::test_row_sums_in_float32_keep_six_digits": 5,
    "engine/test_compiled.py::test_tiles_of_many_blocks_give_the_same_results": 5,
    "engine/test_executors.py::test_same_bits_with_every_executor": 5,
    "engine/test_magnitudes.py::test_one_absurd_value_among_data_of_any_size": 5,
    "engine/test_memory.py::test_rules_keep_the_limit": 3,
    "engine/test_progress.py::test_a_listener_that_raises_stops_the_work": 5,
    "engine/test_sampled.py::test_same_bits_with_every_executor": 5,
    "engine/test_ties.py::test_curve_of_tied_distances": 5,
    "engine/test_ties.py::test_neighbors_of_tied_distances_are_those_of_a_stable_sort": 5,
    "engine/test_ties.py::test_single_sums_of_tied_distances": 5,
    "engine/test_tiles.py::test_same_bits_for_many_small_tiles": 3,
    "gpu/test_computations.py::test_rules_choose_the_same_scales": 5,
    "gpu/test_hard.py::test_neighbors_are_exact": 5,
    "gpu/test_hard.py::test_sums_in_single_precision": 5,
    "gpu/test_hard.py::test_the_curve_has_the_promised_accuracy": 5,
    "gpu/test_statistics.py::test_nearest_others": 5,
    "gpu/test_statistics.py::test_other_rows_with_the_points": 6,
    "gpu/test_statistics.py::test_products": 5,
    "gpu/test_statistics.py::test_row_sums": 5,
    "gpu/test_statistics.py::test_several_statistics_together": 6,
    "gpu/test_statistics.py::test_some_rows": 6,
    "gpu/test_statistics.py::test_sums_over_pairs": 6,
    "gpu/test_statistics.py::test_the_curve_from_the_histogram": 6,
    "intrinsic_dimension/test_estimators.py::test_awkward_data_give_an_estimate_or_an_error": 5,
    "intrinsic_dimension/test_estimators.py::test_scikit_learn_checks_with_few_neighbors": 5,
    "intrinsic_dimension/test_implied.py::"
    "test_largest_implied_dimension_agrees_with_adaptive_quadrature": 3,
    "intrinsic_dimension/test_local_pca.py::test_estimate_agrees_with_scikit_dimension": 3,
    "intrinsic_dimension/test_near_duplicates.py::test_rows_measured_several_times_count_once": 5,
    "intrinsic_dimension/test_near_duplicates.py::test_wrong_estimates_give_a_warning": 5,
    "markov/test_krylov_eigenpairs.py::test_the_embedding_equals_that_of_lapack": 3,
    "markov/test_sparse.py::test_pairs_equal_those_of_lapack": 3,
    "markov/test_sparse.py::test_weakly_linked_components_have_the_basis_of_lapack": 3,
    "metrics/test_choices_and_maps.py::"
    "test_maps_are_those_of_the_distances_and_embed_their_own_rows": 3,
    "paper/reproduction/test_several_runs.py::test_damaged_files_of_the_cache_are_replaced": 3,
    "paper/test_accuracy_figures.py::test_the_heading_does_not_run_over_the_legend": 3,
    "paper/test_accuracy_figures.py::"
    "test_spirals_have_a_panel_for_each_noise_and_gap_and_a_line_for_each_scale": 3,
    "paper/test_experiments.py::test_a_second_run_gives_the_same_numbers": 5,
    "seismic/test_rates.py::test_the_last_digits_of_a_clock_do_not_change_the_rate": 3,
    "stored_rows/test_results_from_blocks.py::test_rules_choose_as_for_the_array": 2,
    "test_precomputed.py::test_rules_agree_on_points_and_distances": 3,
}
"""By the name of a test: `.ci/run` tests the first case and each n-th after it."""


def mark_most(items: Iterable[pytest.Item]) -> None:
    """Mark the cases of these families that `.ci/run` leaves out."""
    counts: Counter[str] = Counter()
    for item in items:
        name = item.nodeid.split("[")[0].removeprefix("tests/")
        if counts[name] % EVERY.get(name, 1):
            item.add_marker(pytest.mark.release)
        counts[name] += 1
