"""What is typed for a metric becomes one, or a sentence."""

import pytest

from kernelscale.cli.metric_options import (
    METRIC_NAMES,
    check_euclidean,
    check_standardized,
    metric_of,
)
from kernelscale.cli.problems import UsageError
from kernelscale.metrics import METRICS, Periodic


@pytest.mark.parametrize(
    ("periods", "expected"),
    [
        (["360"], Periodic(360)),
        (["360,180,none"], Periodic((360, 180, None))),
        (["360", "none"], Periodic((360, None))),
    ],
)
@pytest.mark.parametrize("name", ["euclidean", "periodic"])
def test_periods_are_typed_for_all_features_or_for_each(name, periods, expected):
    assert metric_of(name, periods) == expected


@pytest.mark.parametrize("name", sorted(set(METRIC_NAMES) - {"periodic"}))
def test_a_name_is_enough_for_the_others(name):
    assert metric_of(name, None) == name
    assert name in METRICS


@pytest.mark.parametrize("metric", ["euclidean", "cosine", "mahalanobis"])
def test_features_are_standardised_first_where_their_numbers_have_a_unit(metric):
    check_standardized(metric, True)
    with pytest.raises(
        UsageError, match="--standardize changes the numbers that --metric periodic"
    ):
        check_standardized(Periodic(360), True)
    check_standardized(Periodic(360), False)


def test_what_is_euclidean_refuses_another_metric():
    check_euclidean("--check", "euclidean")
    with pytest.raises(
        UsageError, match="--check takes .* --metric cosine was given; leave --chec"
    ):
        check_euclidean("--check", "cosine")


@pytest.mark.parametrize(
    ("name", "periods", "told"),
    [
        ("periodic", None, "--metric periodic needs the periods; add --period 360"),
        ("cosine", ["360"], "--period goes with --metric periodic, but cosine was given"),
        ("periodic", ["day"], "--period takes numbers, or none .* 'day' was given"),
        ("periodic", ["-360"], "periods must be positive numbers.* -360.0 was given"),
    ],
)
def test_what_is_typed_wrong_is_a_usage_error(name, periods, told):
    with pytest.raises(UsageError, match=told):
        metric_of(name, periods)
