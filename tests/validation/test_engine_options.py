"""Invalid options of the engine and of statistics raise a one-sentence error before any work."""

import numpy as np
import pytest
from tests.validation.small_data import NEIGHBORS, X, Y, assert_one_sentence

from kernelscale import (
    Gaussian,
    Scaled,
    bandwidth,
    compare,
    engine,
    from_convention,
    scale_curve,
    select_bandwidth,
    to_convention,
)
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import DistanceHistogram, KernelSums, NearestOthers, RowSums

BAD_OPTIONS = {
    "no_threads": (
        {"n_threads": 0},
        ValueError,
        "n_threads must be an integer of at least 1, but 0",
    ),
    "negative_threads": ({"n_threads": -1}, ValueError, "n_threads must be an integer of at least"),
    "fraction_of_threads": ({"n_threads": 1.5}, ValueError, "n_threads must be .* 1.5 was given"),
    "threads_as_text": ({"n_threads": "2"}, ValueError, "n_threads must be .* '2' was given"),
    "memory_nonsense": (
        {"memory_limit": "lots"},
        ValueError,
        "memory_limit must be a number of bytes, a string such as '512 MiB', or 'auto', but 'lots' "
        "was given",
    ),
    "memory_unit": ({"memory_limit": "3 parsecs"}, ValueError, "memory_limit .*'3 parsecs' was gi"),
    "memory_zero": ({"memory_limit": 0}, ValueError, "memory_limit must be .* but 0 was given"),
    "memory_negative": ({"memory_limit": -5}, ValueError, "memory_limit must be .* but -5 was gi"),
    "memory_nan": ({"memory_limit": float("nan")}, ValueError, "memory_limit must be .*nan was g"),
    "memory_none": ({"memory_limit": None}, ValueError, "memory_limit must be .* None was given"),
    "memory_true": ({"memory_limit": True}, ValueError, "memory_limit must be .* True was given"),
    "memory_infinite": ({"memory_limit": np.inf}, ValueError, "memory_limit must be .* inf was g"),
}


TOO_SMALL = (
    MemoryError,
    r"over 12 rows needs .* but memory_limit is .*; raise it to at least the memory needed",
)


WITH_OPTIONS = {
    "median": lambda options: select_bandwidth(X, rule="median", **options),
    "standard_deviation": lambda options: select_bandwidth(X, rule="standard_deviation", **options),
    "compare": lambda options: compare(X, **options),
    "curve": lambda options: scale_curve(X, **options),
    "reduce": lambda options: reduce(X, NEIGHBORS, **options),
}


@pytest.mark.parametrize("call", WITH_OPTIONS)
@pytest.mark.parametrize("bad", BAD_OPTIONS)
def test_bad_options_are_refused(call, bad):
    options, kind, sentence = BAD_OPTIONS[bad]
    with pytest.raises(kind, match=sentence) as error:
        WITH_OPTIONS[call](options)
    assert_one_sentence(error)


@pytest.mark.parametrize("call", [compare, scale_curve, bandwidth.RULES["median"]()])
def test_unknown_options_of_calls_are_refused(call):
    with pytest.raises(TypeError, match="There is no option 'foo'; the options are groups, metric"):
        call(X, foo=1)


SCALES = np.ones(1)


BAD_STATISTICS = {
    "none": (None, TypeError, "statistic must be one of kernelscale.engine.statistics"),
    "rule": (bandwidth.MaxMin(), TypeError, "such as KernelSums"),
    "all_neighbors": (NearestOthers(12), ValueError, "n_neighbors must be .* from 1 to 11"),
    "half_a_neighbor": (NearestOthers(1.5), ValueError, "n_neighbors must be an integer"),
    "one_group": (
        NearestOthers(1, np.zeros(12, int)),
        ValueError,
        "groups must contain at least two groups",
    ),
    "few_groups": (
        NearestOthers(1, Y[:5]),
        ValueError,
        r"groups must be 12 integers of at least 0",
    ),
    "many_codes": (
        engine.statistics.ClassRowSums(SCALES, np.arange(99)),
        ValueError,
        "codes must be 12 integ",
    ),
    "text_codes": (
        engine.statistics.ClassExtremes(np.array(["a"] * 12)),
        ValueError,
        "array of <U1",
    ),
    "negative": (
        engine.statistics.ClassExtremes(Y - 1),
        ValueError,
        "codes must be 12 integers of at least 0",
    ),
    "inside": (
        engine.statistics.Together([KernelSums(SCALES), NearestOthers(12)]),
        ValueError,
        "n_neighbors must be .* from 1 to 11, but 12 was given",
    ),
}


@pytest.mark.parametrize("bad", BAD_STATISTICS)
def test_bad_statistics_are_refused(bad):
    statistic, kind, sentence = BAD_STATISTICS[bad]
    events = []
    with pytest.raises(kind, match=sentence):
        reduce(X, statistic, progress=events.append)
    assert events == []


ENORMOUS = 10**400


@pytest.mark.parametrize(
    "call",
    [
        lambda: bandwidth.MaxMin(ENORMOUS),
        lambda: select_bandwidth(X, rule=ENORMOUS),
        lambda: compare(X, memory_limit=ENORMOUS),
        lambda: compare(X, [ENORMOUS] * 6 + [1.5] * 6),
        lambda: from_convention(1e200, "megaman"),
        lambda: from_convention(1e-200, "scikit-learn length_scale"),
        lambda: to_convention(1e-310, "scikit-learn gamma"),
        lambda: DistanceHistogram(1e-300),
        lambda: Scaled(Gaussian(1.0), np.array([1.0, np.nan])),
        lambda: Scaled(Gaussian(1.0), np.array([1.0, -1.0])),
        lambda: compare(X, np.ma.masked_equal(Y, 1)),
    ],
)
def test_huge_numbers_raise_a_one_sentence_error(call):
    with pytest.raises(ValueError, match=r"\.$") as error:
        call()
    assert_one_sentence(error)


def test_wrong_kinds_of_progress_and_rules_are_refused():
    with pytest.raises(
        TypeError, match="progress must be callable, or True for bars on stderr, but 3 was given"
    ):
        compare(X, progress=3)
    with pytest.raises(TypeError, match="rules must be a rule or a list of rules, but <object"):
        compare(X, rules=object())


@pytest.mark.parametrize("limit", [1, 100, "1 kB", "1 KiB"])
def test_too_little_memory_is_refused(limit):
    for call in (
        lambda: reduce(X, NEIGHBORS, memory_limit=limit),
        lambda: scale_curve(X, memory_limit=limit),
        lambda: select_bandwidth(X, rule="median", memory_limit=limit),
        lambda: compare(X, memory_limit=limit),
    ):
        with pytest.raises(TOO_SMALL[0], match=TOO_SMALL[1]):
            call()


@pytest.mark.parametrize(
    "limit",
    [
        "64 MiB",
        "64MiB",
        " 64 mib ",
        "67.108864 MB",
        "67108864",
        "67108864 b",
        "0.001 TB",
        "1e9",
        2**26,
        2.0**26,
    ],
)
def test_memory_limits_have_many_forms(limit):
    asked = RowSums(np.ones(10))
    kept = reduce(X, asked, memory_limit=limit)
    np.testing.assert_array_equal(kept, reduce(X, asked))


def test_unknown_engine_options_are_refused():
    with pytest.raises(ValueError, match="executor must be one of .*threads.*, but 'loky'"):
        compare(X, executor="loky")
    with pytest.raises(ValueError, match="executor must be one of .*threads.*, but 'loky'"):
        scale_curve(X, executor="loky")
    with pytest.raises(ValueError, match="arithmetic must be one of .*reference.*, but 'tpu'"):
        compare(X, arithmetic="tpu")
    with pytest.raises((ValueError, TypeError), match="threads"):
        compare(X, threads=2)
