"""Warnings become part of a result or are shown to the user, with any number of threads."""

import ast
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import kernelscale
from kernelscale import DiffusionMap, compare, select_bandwidth
from kernelscale._warnings import collected, filtered, warn_caller
from kernelscale.bandwidth.rule import Rule, RuleWarning

N_THREADS = 8


@pytest.fixture
def unchanged():
    """Check that a test leaves the warning filters of the process unchanged."""
    filters, shown = list(warnings.filters), warnings.showwarning
    yield
    assert warnings.filters == filters
    assert warnings.showwarning is shown


def in_threads(function):
    """Results of function(0), function(1), ..., called in threads that start together."""
    barrier = threading.Barrier(N_THREADS)

    def one(number):
        barrier.wait()
        return function(number)

    with ThreadPoolExecutor(N_THREADS) as pool:
        return list(pool.map(one, range(N_THREADS)))


def points_with_a_constant(feature):
    X = np.random.default_rng(feature).normal(size=(60, N_THREADS))
    X[:, feature] = 1.0
    return X


def test_concurrent_comparisons_have_their_own_notes(unchanged, recwarn):
    rules = ["median", "standardized", "max_min"]
    for _ in range(3):
        found = in_threads(lambda k: compare(points_with_a_constant(k), rules=rules, n_threads=1))
        for feature, comparison in enumerate(found):
            reading = comparison["standardized"].reading
            assert reading.count("are constant and get scale 0") == 1
            assert f"Feature(s) {feature} are constant" in reading
    assert len(recwarn) == 0
    with pytest.warns(RuleWarning, match=r"Feature\(s\) 3 are constant"):
        select_bandwidth(points_with_a_constant(3), rule="standardized")


def test_other_warnings_are_shown_during_a_comparison(unchanged):
    class Talking(Rule):
        name = "talking"

        def _choose(self, cloud):
            warn_caller("a remark", RuleWarning)
            warn_caller("a remark", RuleWarning)
            warn_caller("to the user", UserWarning)
            return RULE.choose(cloud)

    RULE = kernelscale.bandwidth.Median()
    with pytest.warns(UserWarning, match="to the user") as shown:
        found = compare(points_with_a_constant(0)[:, 1:], rules=[Talking()])
    assert [str(warning.message) for warning in shown] == ["to the user"]
    # the warning names this file, which called `compare`
    assert Path(shown[0].filename) == Path(__file__)
    assert found["talking"].reading.count("a remark") == 1


def test_the_innermost_collector_gets_the_warning():
    with collected(Warning) as outer, collected(RuleWarning) as inner:
        warn_caller("of a rule", RuleWarning)
        warn_caller("of another kind", UserWarning)
    assert (outer, inner) == (["of another kind"], ["of a rule"])
    with pytest.raises(RuntimeError), collected(Warning):
        raise RuntimeError
    with pytest.warns(RuleWarning, match="outside"):
        warn_caller("outside", RuleWarning)


def test_filters_of_other_packages_are_restored(unchanged):
    def once(number):
        with filtered("error", DeprecationWarning):
            for _ in range(20):
                threading.Event().wait(1e-4)
                with pytest.raises(DeprecationWarning):
                    warnings.warn("old", DeprecationWarning, stacklevel=1)

    in_threads(once)


def test_filters_of_the_user_are_kept(unchanged):
    text, interval = "of thread {} and number {}", sys.getswitchinterval()
    numbers = range(400)

    def once(thread):
        for number in numbers:
            if thread % 2:
                warnings.filterwarnings("ignore", text.format(thread, number), UserWarning)
                continue
            with filtered("ignore", UserWarning, "of another package"):
                pass

    with warnings.catch_warnings():
        sys.setswitchinterval(1e-6)
        try:
            in_threads(once)
        finally:
            sys.setswitchinterval(interval)
        kept = {entry[1].pattern for entry in warnings.filters if entry[1] is not None}
    users = {text.format(k, number) for k in range(1, N_THREADS, 2) for number in numbers}
    assert users <= kept
    assert not any("of another package" in pattern for pattern in kept)


def test_a_nested_equal_filter_is_kept():
    with filtered("error", UserWarning, "old"):
        with filtered("error", UserWarning, "old"):
            pass
        with pytest.raises(UserWarning):
            warnings.warn("old", UserWarning, stacklevel=1)


def test_missing_labels_are_not_classes_in_any_thread(unchanged, recwarn):
    def fitted(number):
        X = points_with_a_constant(number)
        y = np.where(np.arange(len(X)) % 9, np.arange(len(X)) / 7, np.nan)
        return DiffusionMap(1, "median", n_threads=1).fit(X, y).eigenvalues_

    assert len(in_threads(fitted)) == N_THREADS
    assert len(recwarn) == 0


def test_the_library_never_changes_filters_directly():
    # The command line and the experiments are exempt, because they run in a process with one
    # thread.
    alone = {"_warnings.py", "cli", "paper"}
    root = Path(kernelscale.__file__).parent
    found = set()
    for path in root.rglob("*.py"):
        calls = (n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Attribute))
        if any(each.attr in ("catch_warnings", "simplefilter", "filterwarnings") for each in calls):
            found.add(path.relative_to(root).as_posix())
    assert "_warnings.py" in found
    assert [name for name in found if name not in alone and name.split("/")[0] not in alone] == []
