"""Lines of Python code that use a chosen scale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..bandwidth.auto import DENSITY, MACHINE, MAP
from ..bandwidth.registry import RULES
from ..metrics.metric import Metric
from ..results import Bandwidth

__all__ = ["python_lines"]

_SVC = "from sklearn.svm import SVC"
_RIDGE = "from sklearn.kernel_ridge import KernelRidge"
_SCALER = "from sklearn.preprocessing import StandardScaler"
_PIPELINE = "from sklearn.pipeline import make_pipeline"
_CLUSTERING = "from sklearn.cluster import SpectralClustering"
_KERNELSCALE = "import kernelscale"
_AUTO = "from kernelscale import AutoBandwidth"
_OF_THE_MACHINE = ("C", "ridge", "targets")  # options of the rule that follow from the estimator
_OF_DENSITIES = ("likelihood", "scott", "silverman")


def python_lines(
    bandwidth: Bandwidth,
    options: Mapping[str, Any],
    *,
    with_labels: bool,
    standardized: bool,
    numbers: bool = False,
    strength: float | None = None,
    with_groups: bool = False,
    metric: str | Metric = "euclidean",
) -> list[str]:
    """Lines to paste: imports, then code that uses the scale on the user's `X` (and `y`).

    With labels, the lines usually contain two estimators: the first chooses the scale in each fit,
    as cross-validation needs; the second has the given scale. Without labels, the lines depend on
    the purpose for which the rule chose the scale.

    Parameters
    ----------
    bandwidth : Bandwidth
        The chosen scale.
    options : mapping
        Options with which the rule chose the scale.
    with_labels : bool
        Whether there are labels to predict.
    standardized : bool
        Whether features were standardised before the rule chose a scale.
    numbers : bool
        Whether the labels are numbers and not classes; the evidence of the rule may also show this.
    strength : float, optional
        C of the estimator, or the inverse of a regression's ridge; by default the value that the
        rule used, if any.
    with_groups : bool
        Whether `groups` were passed to the rule.
    metric : str or Metric
        The metric. A metric other than "euclidean" needs a kernel matrix; with "precomputed" the
        user's distances are called `D`.
    """
    if strength is None and "ridge" in bandwidth.evidence:
        strength = 1 / bandwidth.evidence["ridge"]
    # The scale of the rule "standardized" is for features divided by their standard deviations. A
    # StandardScaler also subtracts means, which does not change distances.
    scaled = standardized or bandwidth.rule == "standardized"
    if metric != "euclidean":
        numbers = numbers or bandwidth.evidence.get("targets") == "numbers"
        kernel = _kernel_of(bandwidth, options, metric)
        lines = [*_scaled_points(scaled), "import kernelscale", f"K = {kernel}"]
        lines += _of_kernel_matrix(with_labels, numbers, strength)
    elif bandwidth.epsilon is None:
        lines = _with_kernel_of_points(bandwidth.rule, options, with_labels, scaled, numbers)
    elif with_labels:
        numbers = numbers or bandwidth.evidence.get("targets") == "numbers"
        lines = _machines(bandwidth, options, scaled, numbers, strength, with_groups)
    else:
        lines = [*_scaled_points(scaled), *_WITHOUT_LABELS[_purpose(bandwidth, options)](bandwidth)]
    return sorted(lines, key=lambda line: not line.startswith(("import ", "from ")))


def _machines(
    bandwidth: Bandwidth,
    options: Mapping[str, Any],
    scaled: bool,
    numbers: bool,
    strength: float | None,
    with_groups: bool,
) -> list[str]:
    """Lines with an estimator that is fitted to labels."""
    gamma = f'kernel="rbf", gamma={bandwidth.gamma:.4g}'
    line, name, kernel = _SVC, "SVC", ""
    regular = [] if strength is None else [f"C={strength:.12g}"]
    if numbers:
        line, name, kernel = _RIDGE, "KernelRidge", 'kernel="rbf"'
        regular = [] if strength is None else [f"alpha={1 / strength:.12g}"]
    lines = [line, *([_PIPELINE, _SCALER] if scaled else [])]
    # `AutoBandwidth` needs a rule that chooses one scale. It is left out if the scale was given as
    # a number, or if each feature has a scale.
    if bandwidth.rule in RULES and bandwidth.kernel.gaussian_scale is not None:
        choosing = _in_pipeline(_call(name, kernel, *regular), scaled)
        imports, rule = _rule(bandwidth, options)
        groups = ", groups=groups" if with_groups else ""
        fitted = f"{_call('AutoBandwidth', choosing, rule)}.fit(X, y{groups})"
        lines += [_AUTO, *imports, fitted]
    return [*lines, f"{_in_pipeline(_call(name, gamma, *regular), scaled)}.fit(X, y)"]


def _rule(bandwidth: Bandwidth, options: Mapping[str, Any]) -> tuple[list[str], str]:
    """The import of the rule, and the rule as an argument; both are empty for the default rule."""
    own = {name: value for name, value in options.items() if name not in _OF_THE_MACHINE}
    if own:
        rule = RULES[bandwidth.rule].__name__
        given = _call(rule, *(f"{name}={value!r}" for name, value in own.items()))
        return [f"from kernelscale.bandwidth import {rule}"], given
    return [], "" if bandwidth.rule == "auto" else f'"{bandwidth.rule}"'


def _call(name: str, *arguments: str) -> str:
    return f"{name}({', '.join(filter(None, arguments))})"


def _in_pipeline(machine: str, scaled: bool) -> str:
    return f"make_pipeline(StandardScaler(), {machine})" if scaled else machine


def _purpose(bandwidth: Bandwidth, options: Mapping[str, Any]) -> str:
    """The purpose for which the rule chose a scale without labels; "auto" if it has no purpose."""
    if bandwidth.rule in _OF_DENSITIES:
        return DENSITY
    purpose: str = options.get("purpose", "auto")
    return MAP if purpose == "auto" and bandwidth.rule == "auto" else purpose


def _kernels(bandwidth: Bandwidth) -> list[str]:
    return [
        _KERNELSCALE,
        f"kernelscale.Gaussian({bandwidth.epsilon:.4g})(X)  # the kernel matrix",
        *_clustering(bandwidth),
        *_process(bandwidth),
    ]


def _map(bandwidth: Bandwidth) -> list[str]:
    return [
        _KERNELSCALE,
        f"kernelscale.DiffusionMap(bandwidth={bandwidth.epsilon:.4g}).fit_transform(X)",
        *_clustering(bandwidth),
    ]


def _machine_without_labels(bandwidth: Bandwidth) -> list[str]:
    return [
        "from sklearn.decomposition import KernelPCA",
        f'KernelPCA(kernel="rbf", gamma={bandwidth.gamma:.4g}).fit(X)',
        "from sklearn.svm import OneClassSVM",
        f"OneClassSVM(gamma={bandwidth.gamma:.4g}).fit(X)",
        *_process(bandwidth),
    ]


def _density(bandwidth: Bandwidth) -> list[str]:
    return [
        "from sklearn.neighbors import KernelDensity",
        f"KernelDensity(bandwidth={bandwidth.length_scale:.4g}).fit(X)",
    ]


def _clustering(bandwidth: Bandwidth) -> list[str]:
    return [_CLUSTERING, f"SpectralClustering(gamma={bandwidth.gamma:.4g}).fit(X)"]


def _process(bandwidth: Bandwidth) -> list[str]:
    return [
        "from sklearn.gaussian_process.kernels import RBF",
        f"RBF(length_scale={bandwidth.length_scale:.4g})",
    ]


_WITHOUT_LABELS = {
    "auto": _kernels,
    MAP: _map,
    MACHINE: _machine_without_labels,
    DENSITY: _density,
}


def _kernel_of(bandwidth: Bandwidth, options: Mapping[str, Any], metric: str | Metric) -> str:
    """The expression for the kernel matrix with a metric that is not Euclidean."""
    data, option = ("D" if metric == "precomputed" else "X"), f"metric={_typed(metric)}"
    if bandwidth.epsilon is not None:
        return f"kernelscale.Gaussian({bandwidth.epsilon:.4g}, {option})({data})"
    given = [f"{name}={value!r}" for name, value in options.items()]
    chosen = _call("kernelscale.select_bandwidth", data, f'rule="{bandwidth.rule}"', option, *given)
    return f"{chosen}.kernel({data})"


def _typed(metric: str | Metric) -> str:
    """A metric as Python code."""
    return f'"{metric}"' if isinstance(metric, str) else f"kernelscale.metrics.{metric!r}"


def _of_kernel_matrix(with_labels: bool, numbers: bool, strength: float | None) -> list[str]:
    """Lines with an estimator that takes a kernel matrix `K`."""
    if not with_labels:
        return [_CLUSTERING, 'SpectralClustering(affinity="precomputed").fit(K)']
    kernel = 'kernel="precomputed"'
    if numbers:
        regular = [] if strength is None else [f"alpha={1 / strength:.12g}"]
        return [_RIDGE, f"{_call('KernelRidge', kernel, *regular)}.fit(K, y)"]
    regular = [] if strength is None else [f"C={strength:.12g}"]
    return [_SVC, f"{_call('SVC', kernel, *regular)}.fit(K, y)"]


def _with_kernel_of_points(
    rule: str, options: Mapping[str, Any], with_labels: bool, scaled: bool, numbers: bool
) -> list[str]:
    """Lines for a kernel without an epsilon, such as a kernel with a scale for each row."""
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    lines = [
        *_scaled_points(scaled),
        _KERNELSCALE,
        f'kernel = kernelscale.select_bandwidth(X, rule="{rule}"{given}).kernel',
    ]
    if with_labels and numbers:
        return [*lines, _RIDGE, 'KernelRidge(kernel="precomputed").fit(kernel(X), y)']
    if with_labels:
        return [*lines, _SVC, "SVC(kernel=kernel).fit(X, y)"]
    return [*lines, _CLUSTERING, 'SpectralClustering(affinity="precomputed").fit(kernel(X))']


def _scaled_points(scaled: bool) -> list[str]:
    return [_SCALER, "X = StandardScaler().fit_transform(X)"] if scaled else []
