"""Rules that choose the scale of a user's kernel, and comparisons of such rules."""

import json
import re
from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np
import pytest
from scipy.spatial.distance import cdist
from tests.own_kernels.user_kernels import (
    LENGTH,
    NEW,
    ByLaplacian,
    Laplacian,
    X,
    Y,
    eigenvalues,
    naive,
)

from kernelscale import Bandwidth, compare, select_bandwidth
from kernelscale.bandwidth import Rule, Spectral
from kernelscale.reports import plot, write_page


def test_a_users_rule_can_return_the_kernel():
    found = select_bandwidth(X, rule=ByLaplacian())
    assert found.kernel == Laplacian(LENGTH)
    np.testing.assert_allclose(found.kernel(X), naive(X, LENGTH), rtol=1e-12)
    np.testing.assert_allclose(found.kernel(X, NEW), np.exp(-cdist(X, NEW) / LENGTH), rtol=1e-12)
    np.testing.assert_allclose(found.kernel.typical_scale, LENGTH**2 / 4, rtol=1e-9)


def test_a_kernel_chosen_from_distances_is_called_with_distances():
    D = cdist(X, X)
    found = select_bandwidth(D, rule=ByLaplacian(), metric="precomputed")
    np.testing.assert_allclose(found.kernel(D), naive(X, found.kernel.length), rtol=1e-12)


@pytest.mark.parametrize("labels", [None, Y], ids=["without labels", "with labels"])
def test_compare_measures_the_kernel_and_omits_undefined_figures(labels):
    found = compare(X, labels, rules=[ByLaplacian(), "median"])
    row = found["by_laplacian"]
    assert row.epsilon is row.gamma is row.position is row.implied_dimension is None
    assert row.reading.endswith("; position and d_eps are defined for a single Gaussian scale only")
    assert "defined for a single Gaussian scale only" not in found["median"].reading
    values = eigenvalues(naive(X, LENGTH))
    first = 1 if labels is None else 3
    assert row.eigengap == pytest.approx(float(values[first - 1] - values[first]), abs=1e-9)
    # rules without an epsilon come after rules with an epsilon
    assert [row.rule for row in found.rows][-1] == "by_laplacian"
    assert re.search(r"by_laplacian +-  a typical row reaches", repr(found))
    assert json.loads(json.dumps(found.to_dict()))["rows"][-1]["implied_dimension"] is None


@dataclass(frozen=True)
class Searched(Rule):
    """A user's rule that returns scales and a criterion, for a kernel that is not Gaussian."""

    name = "searched"

    def _choose(self, cloud):
        return Bandwidth(self.name, None, Laplacian(1.0), "So.", [0.5, 1, 2], [1, 3, 2], "mine")


OWN_RULES = [ByLaplacian(), Searched(), Spectral(kernel=Laplacian), "median"]


def test_figures_and_the_page_omit_undefined_curves(tmp_path):
    pytest.importorskip("matplotlib")
    found = compare(X, Y, rules=OWN_RULES)
    figure = plot(found)
    curve, criteria = figure.axes[0], [axes.get_ylabel() for axes in figure.axes]
    marked = {text.get_text() for text in curve.texts}
    assert "median" in marked
    assert not marked & {"by_laplacian", "searched", "spectral"}
    assert "criterion (1 at its own scale)" not in criteria
    rules = r"(by_laplacian|searched|spectral)(, \w+){2}"
    assert re.search(f"without a single epsilon: {rules}", figure._suptitle.get_text())
    plt.close(figure)
    write_page(found, tmp_path / "page.html", X=X, y=Y)
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "defined for a single Gaussian scale only" in page
    assert re.search(f"without a single epsilon have no line: {rules}", page)
    assert "(rule spectral)" not in page


@pytest.mark.parametrize("rule", OWN_RULES[:3], ids=["formula", "searched", "family"])
def test_the_figure_of_a_search_shows_the_scale_of_the_kernel(rule):
    figure = plot(rule(X, Y))
    [axes] = figure.axes
    assert axes.get_xlabel() in {"distance of two points", "scale of the kernel"}
    plt.close(figure)
