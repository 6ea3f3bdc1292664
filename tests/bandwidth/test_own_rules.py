"""User-defined rules: if a rule fails, its row in the comparison states the error."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from kernelscale import Bandwidth, Gaussian, Kernel, SelfTuned, compare, select_bandwidth
from kernelscale.bandwidth import MaxMin, Rule

X = np.random.default_rng(0).normal(size=(30, 2))
Y = np.arange(30) % 2


@dataclass(frozen=True)
class Cauchy(Kernel):
    """A kernel that is not in the package."""

    width: float = 1.0

    def exponents(self, r):
        return -np.log1p(r / self.width)


@dataclass(frozen=True)
class Odd(Cauchy):
    """A kernel whose values come from a given function, which can return invalid values."""

    odd: object = field(default=None, repr=False)

    def from_squared_distances(self, r):
        return self.odd(r)


@dataclass(frozen=True)
class OddExponents(Odd):
    """A kernel whose exponents come from a given function, which can return invalid values."""

    def exponents(self, r):
        return self.odd(r)

    from_squared_distances = Kernel.from_squared_distances


class OwnError(Exception):
    pass


def raising(error):
    def choose(cloud):
        raise error

    return choose


def answer(epsilon=1.0, kernel=None, **more):
    return lambda cloud: Bandwidth("own", epsilon, kernel or Gaussian(1.0), "Why.", **more)


def of_kernel(values):
    return answer(None, Odd(odd=values))


def of_exponents(values):
    return answer(None, OddExponents(odd=values))


FAILURES = {
    "a ValueError": (raising(ValueError("Not today.")), "^Not today.$"),
    "an empty ValueError": (raising(ValueError()), "The rule 'own' failed with ValueError"),
    "an error class of the user": (raising(OwnError("lost")), "'own' failed with OwnError: lost"),
    "an assertion": (raising(AssertionError()), "The rule 'own' failed with AssertionError"),
    "a KeyError": (raising(KeyError("k")), "The rule 'own' failed with KeyError: 'k'"),
    "a RecursionError": (raising(RecursionError("deep")), "failed with RecursionError"),
    "StopIteration": (raising(StopIteration()), "The rule 'own' failed with StopIteration"),
    "None": (lambda cloud: None, "'own' returned None, but a rule returns a Bandw"),
    "a number": (lambda cloud: 3.0, "'own' returned 3.0, but a rule returns a Bandwidth"),
    "NaN": (answer(np.nan), "epsilon must be .*nan"),
    "infinity": (answer(np.inf), "epsilon must be .*inf"),
    "zero": (answer(0.0), "epsilon must be"),
    "text as the scale": (answer("wide"), "epsilon must be .*'wide'"),
    "text as the kernel": (
        answer(1.0, "wide"),
        "'own' failed with TypeError: kernel must be a Kernel, .* but 'wide' was given",
    ),
    "a function as the kernel": (
        answer(1.0, np.exp),
        "kernel must be a Kernel, .* but <ufunc 'exp'> was given",
    ),
    "NaN values": (of_kernel(lambda r: r * np.nan), "The kernel Odd.* finite value of at least 0"),
    "negative values": (of_kernel(lambda r: -r), "The kernel Odd.* finite value of at least 0"),
    "another shape": (of_kernel(lambda r: r[:1]), "The kernel Odd.* finite value of at least 0"),
    "an error in the kernel": (
        of_kernel(raising(OwnError("lost"))),
        "The kernel Odd.* failed with OwnError: lost",
    ),
    "NaN exponents": (of_exponents(lambda r: r * np.nan), "The kernel Odd.* finite value"),
    "infinite exponents": (of_exponents(lambda r: r + np.inf), "The kernel Odd.* finite value"),
    "exponents of another shape": (of_exponents(lambda r: -r[:1]), "The kernel Odd.* finite value"),
    "an error in exponents": (
        of_exponents(raising(OwnError("lost"))),
        "The kernel Odd.* failed with OwnError: lost",
    ),
    "local scales of other rows": (
        answer(None, SelfTuned(X[:9], np.ones(9), 1)),
        "holds the local scales of 9 other rows; pass the rule 'self_tuning'",
    ),
}


def own(choose):
    return type("Own", (Rule,), {"name": "own", "_choose": lambda self, cloud: choose(cloud)})()


@pytest.mark.parametrize(
    ("failure", "labels"),
    [*((failure, None) for failure in FAILURES), ("None", Y), ("NaN values", Y)],
    ids=[*FAILURES, "None, with labels", "NaN values, with labels"],
)
def test_failing_rule_has_a_row_with_its_error(failure, labels):
    choose, sentence = FAILURES[failure]
    found = compare(X, labels, rules=[own(choose), "median"])
    row = found["own"]
    assert row.bandwidth is None
    assert row.epsilon is row.eigengap is row.n_components is None
    with pytest.raises(ValueError, match=sentence):
        raise ValueError(row.reading)
    assert found["median"].epsilon > 0
    assert found.recommended.rule == "auto"


@pytest.mark.parametrize("failure", ["None", "a number", "NaN", "zero"])
def test_invalid_result_of_a_rule_is_refused(failure):
    choose, sentence = FAILURES[failure]
    with pytest.raises(ValueError, match=sentence):
        select_bandwidth(X, rule=own(choose))


def test_invalid_kernel_is_refused():
    with pytest.raises(TypeError, match="kernel must be a Kernel, .* but 'wide' was given"):
        select_bandwidth(X, rule=own(FAILURES["text as the kernel"][0]))


@pytest.mark.parametrize("labels", [None, Y], ids=["without labels", "with labels"])
def test_kernel_of_a_user_is_measured(labels):
    row = compare(X, labels, rules=[own(answer(None, Cauchy(0.5)))])["own"]
    assert row.epsilon is row.position is row.implied_dimension is None
    K = Cauchy(0.5)(X)
    values = np.sort(np.linalg.eigvals(K / K.sum(axis=1, keepdims=True)).real)[::-1]
    first = 0 if labels is None else 1
    assert row.eigengap == pytest.approx(values[first] - values[first + 1], abs=1e-9)
    assert row.n_components == 1
    P = K - np.eye(30)
    P /= P.sum(axis=1, keepdims=True)
    seen = np.exp(-np.sum(P * np.log(np.where(P > 0, P, 1)), axis=1))
    assert row.effective_neighbors == pytest.approx(np.median(seen), rel=1e-9)


def test_kernel_that_returns_its_input_does_not_change_other_rows():
    alone = compare(X, rules=["median"])["median"]
    both = compare(X, rules=[own(of_kernel(lambda r: r)), "median"])
    assert both["own"].bandwidth is not None
    assert both["median"].effective_neighbors == alone.effective_neighbors


def test_rule_without_a_name_is_refused():
    class Nameless(Rule):
        def _choose(self, cloud):
            return MaxMin().choose(cloud)

    for call in (
        lambda: compare(X, rules=[Nameless()]),
        lambda: select_bandwidth(X, None, Nameless()),
    ):
        with pytest.raises(ValueError, match="A rule needs a name, but .*Nameless.* has none"):
            call()


def test_errors_of_built_in_rules_are_raised(monkeypatch):
    monkeypatch.setattr(MaxMin, "_choose", lambda self, cloud: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        compare(X, rules=["max_min"])


def test_rule_auto_of_a_user_can_have_a_kernel_without_a_scale():
    class Mine(Rule):
        name = "auto"

        def _choose(self, cloud):
            return Bandwidth("auto", None, Cauchy(), "Mine.")

    found = compare(X, rules=[Mine()])
    assert found.recommendation == "Recommended: the kernel of 'auto'. Mine."


@dataclass(frozen=True)
class Unchecked(Rule):
    """A rule whose `__post_init__` omits the checks of `Rule`."""

    name = "unchecked"

    def __post_init__(self):
        pass

    def _choose(self, cloud):
        return Bandwidth(self.name, 1.0, Gaussian(1.0), "By hand.")


def test_option_duplicates_is_checked_for_user_rules():
    with pytest.raises(ValueError, match="duplicates must be one of auto, once, each, but 'twice'"):
        Unchecked(duplicates="twice")(X)
    assert Unchecked(duplicates="once")(X).epsilon == 1.0
