"""Large families of similar cases, of which `.ci/run` tests only some.

`pytest` and `.ci/compatibility` test all cases. `.ci/run` leaves out those marked `release`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

__all__ = ["EVERY", "mark_most"]

EVERY = {
    "auto_bandwidth/test_checks.py::test_scikit_learn_estimator_checks": 5,
    "bandwidth/test_auto.py::test_default_kernel_is_connected_and_not_degenerate": 3,
    "bandwidth/test_auto.py::test_one_outlier_raises_the_scale_at_most_a_hundredfold": 5,
    "bandwidth/test_auto.py::test_outlier_does_not_change_the_scale_for_classes": 4,
    "bandwidth/test_comparison_columns.py::test_columns_agree_with_naive_definitions": 3,
    "bandwidth/test_comparison_of_awkward_data.py::test_awkward_data": 4,
    "bandwidth/test_comparison_of_awkward_data.py::test_awkward_data_with_labels": 4,
    "bandwidth/test_comparison_of_awkward_data.py::test_few_points_with_labels": 2,
    "bandwidth/test_density.py::test_densities_agree_with_the_formula_even_if_tiny": 5,
    "bandwidth/test_duplicates.py::test_data_without_duplicates_keep_their_scale": 5,
    "bandwidth/test_duplicates.py::test_near_duplicates_do_not_determine_the_scale": 5,
    "bandwidth/test_leave_one_out.py::"
    "test_criterion_is_the_share_explained_by_regressions_fitted_without_the_row": 2,
    "bandwidth/test_leave_one_out.py::test_errors_agree_with_regressions_fitted_without_the_row": 2,
    "bandwidth/test_leave_one_out.py::test_no_scale_of_a_fine_grid_is_better": 3,
    "bandwidth/test_maximum.py::test_scale_on_a_flat_curve_agrees_with_exact_eigenpairs": 3,
    "bandwidth/test_mfeat.py::test_accuracy_of_the_nearest_neighbour": 5,
    "bandwidth/test_mfeat.py::test_class_separation": 3,
    "bandwidth/test_mfeat.py::test_generalised_eigengap": 3,
    "bandwidth/test_mfeat.py::test_within_class_probability": 2,
    "bandwidth/test_n_sample.py::test_rows_drawn_do_not_depend_on_threads": 3,
    "bandwidth/test_n_sample.py::test_subsample_agrees_with_all_rows_within_errors": 2,
    "bandwidth/test_narrow_peaks.py::test_largest_gap_is_as_large_as_on_a_fine_grid": 3,
    "bandwidth/test_plateaus.py::test_largest_slope": 4,
    "bandwidth/test_plateaus.py::test_range_of_candidate_scales": 2,
    "bandwidth/test_promises.py::test_a_name_and_an_object_give_the_same_rule": 3,
    "bandwidth/test_promises.py::test_same_answer_for_any_number_of_threads": 5,
    "bandwidth/test_promises.py::test_scale_does_not_change_under_rotation": 4,
    "bandwidth/test_promises.py::test_scale_does_not_depend_on_the_order_of_features": 4,
    "bandwidth/test_promises.py::test_scale_does_not_depend_on_the_order_of_rows": 4,
    "bandwidth/test_promises.py::test_scale_does_not_depend_on_the_origin": 4,
    "bandwidth/test_promises.py::test_scale_follows_the_unit_of_the_data": 4,
    "bandwidth/test_promises.py::test_scale_is_positive_and_finite": 4,
    "bandwidth/test_review.py::test_interval_contains_the_scale": 5,
    "bandwidth/test_rules.py::test_max_min": 4,
    "bandwidth/test_rules.py::test_nearest_neighbors": 4,
    "cli/dimension/test_estimates.py::test_no_figure_is_cut_short_at_any_width": 3,
    "cli/embed/test_refused_embeddings.py::test_usage_errors_exit_with_2": 3,
    "cli/shared/test_output_files.py::test_input_files_are_not_overwritten": 3,
    "cli/shared/test_output_files.py::test_two_outputs_must_be_two_files": 3,
    "diffusion/test_diffusion_map.py::test_diffusion_distance_identity": 2,
    "diffusion/test_diffusion_map.py::test_scikit_learn_estimator_checks": 5,
    "diffusion/test_kept_mass.py::test_eigenvalues_are_within_the_bound": 2,
    "diffusion/test_local_scales_on_graphs.py::"
    "test_eigenvalues_of_the_circle_and_of_the_gaussian": 2,
    "diffusion/test_local_scales_on_graphs.py::test_the_map_agrees_with_a_truncated_kernel": 3,
    "diffusion/test_model_file.py::test_new_rows_get_the_same_coordinates": 7,
    "diffusion/test_neighbor_graph.py::test_scikit_learn_estimator_checks": 6,
    "diffusion/test_neighbor_graph.py::test_the_map_agrees_with_a_truncated_kernel": 2,
    "diffusion/test_neighbor_graph_parameters.py::"
    "test_the_fit_needs_at_most_the_memory_it_requires": 2,
    "diffusion/test_sparse_points.py::test_scikit_learn_estimator_checks": 4,
    "diffusion/test_streamed.py::test_the_map_equals_the_map_with_the_kernel_matrix": 2,
    "engine/test_compiled.py::test_curve_in_float32_has_the_promised_accuracy": 5,
    "engine/test_compiled.py::test_neighbors_found_in_float32_are_exact": 5,
    "engine/test_compiled.py::test_row_sums_in_float32_keep_six_digits": 5,
    "engine/test_compiled.py::test_tiles_of_many_blocks_give_the_same_results": 5,
    "engine/test_curve.py::test_curve_is_that_of_the_double_loop": 4,
    "engine/test_curve.py::test_default_scales_cover_the_useful_range_finely": 4,
    "engine/test_curve.py::test_dimension_is_twice_the_logarithmic_slope": 4,
    "engine/test_curve.py::test_histogram_counts_every_ordered_pair": 4,
    "engine/test_executors.py::test_same_bits_with_every_executor": 7,
    "engine/test_kernel_product.py::test_product_is_that_of_the_stored_kernel": 4,
    "engine/test_layouts.py::test_a_rule_is_the_same_for_every_layout_of_distances": 3,
    "engine/test_layouts.py::test_a_statistic_is_the_same_for_every_layout": 5,
    "engine/test_magnitudes.py::test_one_absurd_value_among_data_of_any_size": 5,
    "engine/test_magnitudes.py::test_sums_at_scales_far_outside_the_range": 3,
    "engine/test_memory.py::test_a_map_of_many_components_keeps_the_limit": 3,
    "engine/test_memory.py::test_real_peak_is_within_the_projection": 3,
    "engine/test_memory.py::test_rules_keep_the_limit": 7,
    "engine/test_memory.py::test_rules_with_labels_keep_the_limit": 3,
    "engine/test_nearest_others.py::test_all_other_points_can_be_neighbors": 2,
    "engine/test_nearest_others.py::test_neighbors_are_those_of_the_double_loop": 5,
    "engine/test_nearest_others.py::test_ties_go_to_the_smaller_index_in_any_order_of_tiles": 3,
    "engine/test_progress.py::test_a_listener_that_raises_stops_the_work": 5,
    "engine/test_row_sampler.py::test_the_sample_has_the_requested_size": 5,
    "engine/test_sampled.py::test_real_peak_is_within_the_projection": 3,
    "engine/test_sampled.py::test_same_bits_with_every_executor": 5,
    "engine/test_sampled.py::test_sums_of_some_rows_are_those_of_the_double_loop": 4,
    "engine/test_sums.py::test_class_extremes_are_those_of_the_double_loop": 4,
    "engine/test_sums.py::test_class_row_sums_are_those_of_the_double_loop": 4,
    "engine/test_sums.py::test_kernel_sums_are_those_of_the_double_loop": 4,
    "engine/test_sums.py::test_row_sums_are_those_of_the_double_loop": 4,
    "engine/test_sums.py::test_sum_grows_with_the_scale": 4,
    "engine/test_ties.py::test_curve_of_tied_distances": 7,
    "engine/test_ties.py::test_neighbors_of_tied_distances_are_those_of_a_stable_sort": 7,
    "engine/test_ties.py::test_single_sums_of_tied_distances": 7,
    "engine/test_tiles.py::test_same_bits_for_many_small_tiles": 5,
    "engine/test_tiles.py::test_smaller_tiles_give_equal_results_up_to_rounding": 3,
    "gpu/test_bins.py::test_all_pairs_of_a_square_in_one_bin_with_the_largest_remainder": 3,
    "gpu/test_computations.py::test_rules_choose_the_same_scales": 5,
    "gpu/test_hard.py::test_neighbors_are_exact": 5,
    "gpu/test_hard.py::test_sums_in_single_precision": 5,
    "gpu/test_hard.py::test_the_curve_has_the_promised_accuracy": 5,
    "gpu/test_same_bits.py::test_a_second_run_gives_the_same_bits": 3,
    "gpu/test_same_bits.py::test_same_bits_for_any_devices_and_order": 3,
    "gpu/test_statistics.py::test_nearest_others": 5,
    "gpu/test_statistics.py::test_other_rows_with_the_points": 6,
    "gpu/test_statistics.py::test_products": 5,
    "gpu/test_statistics.py::test_row_sums": 5,
    "gpu/test_statistics.py::test_several_statistics_together": 6,
    "gpu/test_statistics.py::test_some_rows": 6,
    "gpu/test_statistics.py::test_sums_over_pairs": 6,
    "gpu/test_statistics.py::test_the_curve_from_the_histogram": 6,
    "intrinsic_dimension/test_ball_ladders.py::"
    "test_new_balls_get_their_dimension_at_every_scale": 3,
    "intrinsic_dimension/test_cross_check.py::test_correct_estimate_is_usually_trusted": 3,
    "intrinsic_dimension/test_cross_check.py::test_noise_that_raises_the_estimate_is_reported": 3,
    "intrinsic_dimension/test_danco.py::test_solid_ball_has_its_dimension": 3,
    "intrinsic_dimension/test_danco_uncertainty.py::"
    "test_uncertainty_agrees_with_the_scatter_over_new_samples": 2,
    "intrinsic_dimension/test_estimators.py::test_awkward_data_give_an_estimate_or_an_error": 7,
    "intrinsic_dimension/test_estimators.py::test_constant_and_repeated_features_change_nothing": 3,
    "intrinsic_dimension/test_estimators.py::test_duplicate_rows_are_dropped_with_a_warning": 3,
    "intrinsic_dimension/test_estimators.py::"
    "test_equidistant_points_have_as_many_dimensions_as_possible": 2,
    "intrinsic_dimension/test_estimators.py::test_factor_changes_nothing": 5,
    "intrinsic_dimension/test_estimators.py::test_lattice_is_flagged_if_ties_matter": 2,
    "intrinsic_dimension/test_estimators.py::test_little_memory_changes_nothing": 4,
    "intrinsic_dimension/test_estimators.py::test_no_estimate_exceeds_the_rank": 2,
    "intrinsic_dimension/test_estimators.py::test_number_of_threads_does_not_change_a_bit": 3,
    "intrinsic_dimension/test_estimators.py::test_order_of_rows_and_of_features_changes_nothing": 4,
    "intrinsic_dimension/test_estimators.py::test_rotation_and_a_shift_change_nothing": 3,
    "intrinsic_dimension/test_estimators.py::test_scikit_learn_checks": 3,
    "intrinsic_dimension/test_estimators.py::test_scikit_learn_checks_with_few_neighbors": 9,
    "intrinsic_dimension/test_implied.py::"
    "test_balls_drawn_at_random_have_the_implied_dimension_of_the_formula": 3,
    "intrinsic_dimension/test_implied.py::"
    "test_largest_implied_dimension_agrees_with_adaptive_quadrature": 3,
    "intrinsic_dimension/test_local_pca.py::test_estimate_agrees_with_scikit_dimension": 3,
    "intrinsic_dimension/test_multiscale.py::test_noisy_roll_of_the_paper_has_two_dimensions": 3,
    "intrinsic_dimension/test_near_duplicates.py::test_data_without_duplicates_are_unchanged": 4,
    "intrinsic_dimension/test_near_duplicates.py::test_rows_measured_several_times_count_once": 7,
    "intrinsic_dimension/test_near_duplicates.py::test_wrong_estimates_give_a_warning": 11,
    "markov/test_branch_and_bound.py::test_bounds_hold_at_all_smaller_scales_for_any_vectors": 2,
    "markov/test_continuation.py::test_a_gap_as_large_as_the_best_is_not_ruled_out": 2,
    "markov/test_continuation.py::test_difficult_points_need_no_lapack": 3,
    "markov/test_dense.py::test_properties_of_eigenpairs_hold": 3,
    "markov/test_krylov_eigenpairs.py::test_properties_of_eigenpairs_hold_at_any_scale": 5,
    "markov/test_krylov_eigenpairs.py::test_the_embedding_equals_that_of_lapack": 5,
    "markov/test_out_of_sample.py::"
    "test_new_rows_follow_the_formula_and_training_rows_keep_their_coordinates": 5,
    "markov/test_sparse.py::test_many_pairs_equal_those_of_lapack": 3,
    "markov/test_sparse.py::test_pairs_equal_those_of_lapack": 3,
    "markov/test_sparse.py::test_weakly_linked_components_have_the_basis_of_lapack": 5,
    "metrics/test_choices_and_maps.py::"
    "test_maps_are_those_of_the_distances_and_embed_their_own_rows": 5,
    "metrics/test_choices_and_maps.py::test_rules_about_features_refuse_a_metric": 3,
    "metrics/test_choices_and_maps.py::"
    "test_rules_choose_the_same_from_a_metric_and_its_distances": 3,
    "metrics/test_values.py::test_many_directions_in_single_precision": 3,
    "neighbor_graphs/test_cell_search.py::test_a_search_equals_a_naive_search_in_the_same_cells": 3,
    "paper/reproduction/test_page_of_several_runs.py::"
    "test_the_page_shows_all_experiments_in_the_folder": 3,
    "paper/reproduction/test_pictures.py::test_pictures_with_an_invalid_record_are_drawn_again": 3,
    "paper/reproduction/test_several_runs.py::"
    "test_a_folder_has_the_files_that_the_last_run_alone_would_write": 3,
    "paper/reproduction/test_several_runs.py::test_damaged_files_of_the_cache_are_replaced": 3,
    "paper/test_accuracy_figures.py::"
    "test_spirals_have_a_panel_for_each_noise_and_gap_and_a_line_for_each_scale": 3,
    "paper/test_accuracy_figures.py::test_the_heading_does_not_run_over_the_legend": 3,
    "paper/test_circles.py::test_the_interval_of_a_trial_contains_its_miss": 2,
    "paper/test_experiments.py::test_a_second_run_gives_the_same_numbers": 5,
    "reports/test_dimension_figure.py::test_every_method_has_a_picture_with_named_axes": 3,
    "reports/test_embedding_figure.py::test_a_file_is_written": 2,
    "reports/test_notebook_cell.py::test_the_method_plot_writes_a_figure": 2,
    "reports/test_plot.py::test_file_has_the_format_of_its_extension": 2,
    "scaling/test_greedy_search.py::"
    "test_cells_are_those_of_the_naive_search_on_all_kinds_of_data": 4,
    "scaling/test_greedy_search.py::test_choices_agree_with_naive_sums": 4,
    "scaling/test_greedy_search.py::test_greedy_search_chooses_the_cells_of_the_naive_search": 2,
    "scaling/test_greedy_search.py::test_histogram_errors_are_below_the_tolerance": 4,
    "scaling/test_joint_search.py::test_only_features_of_noise_are_removed": 2,
    "scaling/test_manifold_scaler.py::test_estimated_dimension_ignores_noise_and_units": 2,
    "scaling/test_manifold_scaler.py::test_memory_limit_is_kept_or_refused": 2,
    "scaling/test_manifold_scaler.py::test_scikit_learn_estimator_checks": 4,
    "scaling/test_supervised_scaler.py::test_scikit_learn_estimator_checks": 3,
    "scaling/test_weight_choice.py::test_features_of_noise_give_no_reason_to_keep_their_units": 2,
    "seismic/reading/test_epochs.py::"
    "test_the_response_at_the_window_is_used_and_the_margin_ends_at_its_change": 3,
    "seismic/reading/test_odd_formats.py::test_a_file_that_is_not_read_gives_the_reason": 2,
    "seismic/reading/test_odd_formats.py::"
    "test_every_other_file_is_read_like_by_obspy_or_gives_the_reason": 3,
    "seismic/reading/test_response.py::test_hourly_files_give_the_same_result_as_one_file": 2,
    "seismic/reading/test_unusable_files.py::test_a_bad_file_is_named_or_skipped": 3,
    "seismic/test_rates.py::test_a_wave_keeps_its_position_over_hours": 2,
    "seismic/test_rates.py::test_the_last_digits_of_a_clock_do_not_change_the_rate": 3,
    "stored_rows/test_on_dask.py::test_workers_read_the_blocks_they_need": 2,
    "stored_rows/test_results_from_blocks.py::test_labels_need_no_array_of_all_rows": 2,
    "stored_rows/test_results_from_blocks.py::test_rules_choose_as_for_the_array": 2,
    "test_arithmetic.py::test_reference_arithmetic_never_calls_compiled_code": 2,
    "test_kernels.py::test_training_rows_have_their_own_scale": 3,
    "test_metrics.py::test_every_rule_accepts_a_users_metric": 5,
    "test_precomputed.py::test_rules_agree_on_points_and_distances": 3,
    "test_resources.py::test_each_of_the_five_options_is_used": 2,
    "test_variable_gaussian.py::test_fitted_points_have_their_own_scale": 3,
    "theory/test_perturbation_bound.py::test_the_bound_holds_for_difficult_data": 2,
    "validation/test_any_numbers.py::test_extreme_points_give_a_scale_or_an_error_sentence": 3,
    "validation/test_any_numbers.py::"
    "test_rows_nearly_equal_in_float64_give_a_useful_scale_or_an_error": 3,
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
