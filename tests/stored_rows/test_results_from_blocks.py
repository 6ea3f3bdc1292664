"""Rows that are read in blocks give the same results as the array of all rows."""

import numpy as np
import pytest
from tests.stored_rows.stored_points import N_ROWS, SOURCES, in_blocks

from kernelscale import DiffusionMap, compare, estimate_dimension, scale_curve, select_bandwidth
from kernelscale.bandwidth import RULES
from kernelscale.engine.passes import reduce, run_pass
from kernelscale.engine.resources import Resources
from kernelscale.engine.statistics import KernelSums, NearestOthers, RowSums
from kernelscale.stored_rows import opened

pytestmark = pytest.mark.usefixtures("without_a_client")


OF_ALL_ROWS = {"max_min", "self_tuning", "variable_bandwidth", "nearest_neighbors", "jacobian"}
OF_LABELS = {"geometric", "spectral", "probabilistic", "leave_one_out"}


@pytest.mark.parametrize("stored_as", SOURCES)
@pytest.mark.parametrize("executor", ["serial", "threads"])
def test_a_statistic_has_the_bits_of_the_array(stored_as, executor, frame, X, tmp_path):
    scales = KernelSums(np.array([0.1, 3.0]))
    found = reduce(stored_as(frame, tmp_path), scales, executor=executor)
    np.testing.assert_array_equal(found.S, reduce(X, scales).S)


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e200])
def test_bad_values_give_the_errors_of_an_array(X, bad):
    X = X.copy()
    X[[493, 1080], 2] = bad
    with pytest.raises(ValueError, match="X") as of_array:
        scale_curve(X)
    with pytest.raises(ValueError, match="X") as of_blocks:
        scale_curve(in_blocks(X)[0])
    assert str(of_blocks.value) == str(of_array.value)


def test_rows_that_are_all_the_same_are_refused():
    with pytest.raises(ValueError, match="All 900 rows of X are the same point"):
        scale_curve(in_blocks(np.ones((900, 2)))[0])


@pytest.mark.parametrize("n_sample", [None, 320])
def test_rules_choose_as_for_the_array(parquet, X, n_sample):
    for name in sorted(set(RULES) - OF_LABELS):
        expected = select_bandwidth(X, rule=name, n_sample=n_sample)
        found = select_bandwidth(parquet, rule=name, n_sample=n_sample)
        if expected.epsilon is not None:
            assert found.epsilon == pytest.approx(expected.epsilon, rel=1e-6), name
        assert found.reason == expected.reason


def test_most_rules_need_no_array_of_all_rows(X, too_large):
    for name in sorted(set(RULES) - OF_LABELS - {"likelihood"}):
        stored = in_blocks(X)[0]
        if name in OF_ALL_ROWS:
            with pytest.raises(MemoryError, match="not all rows"):
                select_bandwidth(stored, rule=name, n_sample=320)
        else:
            expected = select_bandwidth(X, rule=name, n_sample=320)
            found = select_bandwidth(stored, rule=name, n_sample=320)
            assert found.epsilon == pytest.approx(expected.epsilon, rel=1e-6), name


@pytest.mark.parametrize("name", ["auto", "leave_one_out", "probabilistic"])
def test_labels_need_no_array_of_all_rows(X, too_large, name):
    y = (X[:, 0] > 0).astype(int)
    found, expected = (
        select_bandwidth(data, y, rule=name, n_sample=320) for data in (in_blocks(X)[0], X)
    )
    assert found.epsilon == pytest.approx(expected.epsilon, rel=1e-6)


def test_compare_says_which_rules_need_all_rows(X, too_large):
    comparison = compare(in_blocks(X)[0], n_sample=320)
    refused = {row.rule for row in comparison.rows if row.reading == "not all rows"}
    assert refused == OF_ALL_ROWS | {"likelihood"}
    assert comparison["median"].n_connected_components is None
    assert comparison["median"].effective_neighbors == pytest.approx(
        compare(X, rules="median", n_sample=320)["median"].effective_neighbors
    )


def test_the_curve_from_rows_drawn_is_that_of_the_array(parquet, X):
    found, expected = (scale_curve(data, n_sample=320) for data in (parquet, X))
    np.testing.assert_allclose(found.epsilon, expected.epsilon, rtol=1e-9)
    np.testing.assert_allclose(found.S, expected.S, rtol=1e-7)
    np.testing.assert_allclose(found.S_error, expected.S_error, rtol=1e-5)


def test_a_pass_over_rows_drawn_reads_each_block_once(X):
    stored, reads = in_blocks(X, side=600)
    stored = opened(stored)
    values = stored.holding(np.arange(0, N_ROWS, 2))
    del reads[:]
    resources = Resources(executor="serial", arithmetic="reference")
    drawn = np.arange(0, N_ROWS, 2)
    found = run_pass(values, RowSums([1.0]), resources, rows=drawn)
    np.testing.assert_allclose(found, reduce(X, RowSums([1.0]), rows=drawn), rtol=1e-12)
    assert reads.count(1) <= 2


@pytest.mark.parametrize("arithmetic", ["reference", "auto"])
def test_neighbors_are_those_of_the_array(X, arithmetic):
    found, expected = (
        reduce(data, NearestOthers(4), arithmetic=arithmetic) for data in (in_blocks(X)[0], X)
    )
    np.testing.assert_array_equal(found.indices, expected.indices)
    np.testing.assert_array_equal(found.squared_distances, expected.squared_distances)


@pytest.mark.filterwarnings("ignore:1 of 1200 rows are exact duplicates")
def test_maps_and_dimensions_of_rows_that_fit_are_those_of_the_array(parquet, X):
    found, expected = (DiffusionMap(2, neighbors=8).fit(data) for data in (parquet, X))
    np.testing.assert_array_equal(found.embedding_, expected.embedding_)
    np.testing.assert_array_equal(found.transform(X[:5]), expected.transform(X[:5]))
    dimensions = [estimate_dimension(data, "two_nn").continuous for data in (parquet, X)]
    assert dimensions[0] == dimensions[1]


def test_a_map_of_too_many_rows_is_refused_first(X, too_large):
    stored, reads = in_blocks(X)
    with pytest.raises(MemoryError, match="not all rows"):
        DiffusionMap(2).fit(stored)
    assert len(reads) == len(stored.edges) - 1  # only the checks have read the blocks


def test_checks_report_progress(X):
    events = []
    scale_curve(in_blocks(X)[0], n_sample=64, progress=events.append)
    checks = [event for event in events if event.stage == "checking"]
    assert [event.done for event in checks] == [1, 2, 3, 4, 5, 6, 7]
    assert {event.total for event in checks} == {7}


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_metrics_prepare_rows_block_by_block(parquet, X, metric):
    found, expected = (scale_curve(data, n_sample=320, metric=metric).S for data in (parquet, X))
    np.testing.assert_allclose(found, expected, rtol=1e-7)
