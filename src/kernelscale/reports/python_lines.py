"""The lines of Python that use a chosen scale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..results import Bandwidth

__all__ = ["python_lines"]

_SVC = "from sklearn.svm import SVC"
_RIDGE = "from sklearn.kernel_ridge import KernelRidge"
_SCALER = "from sklearn.preprocessing import StandardScaler"
_PIPELINE = "from sklearn.pipeline import make_pipeline"
_CLUSTERING = "from sklearn.cluster import SpectralClustering"


def python_lines(
    bandwidth: Bandwidth,
    options: Mapping[str, Any],
    *,
    with_labels: bool,
    standardized: bool,
) -> list[str]:
    """Lines to paste: imports, then what uses the scale on the user's own `X` (and `y`).

    Parameters
    ----------
    bandwidth : Bandwidth
        The chosen scale.
    options : mapping
        Options of the rule, for a kernel that has to be made from the data again.
    with_labels : bool
        Whether the task is classification or, if the rule predicted numbers, regression.
    standardized : bool
        Whether features were standardised before the rule saw them.
    """
    # The rule "standardized" divides by standard deviations too, and distances see no means.
    scaled = standardized or bandwidth.rule == "standardized"
    if bandwidth.epsilon is None:
        lines = _with_kernel_of_points(bandwidth.rule, options, with_labels, scaled)
    elif with_labels:
        lines = _machine(bandwidth, scaled)
    else:
        lines = _kernels(bandwidth, scaled)
    return sorted(lines, key=lambda line: not line.startswith(("import ", "from ")))


def _machine(bandwidth: Bandwidth, scaled: bool) -> list[str]:
    """What is fitted to labels, as regular as the rule took it to be, if that had a say."""
    gamma, ridge = f'kernel="rbf", gamma={bandwidth.gamma:.4g}', bandwidth.evidence.get("ridge")
    line, machine = _SVC, f"SVC({gamma})" if ridge is None else f"SVC({gamma}, C={1 / ridge:.4g})"
    if bandwidth.evidence.get("targets") == "numbers":
        line, machine = _RIDGE, f"KernelRidge({gamma}, alpha={ridge:.4g})"
    if not scaled:
        return [line, f"{machine}.fit(X, y)"]
    return [_PIPELINE, _SCALER, line, f"make_pipeline(StandardScaler(), {machine}).fit(X, y)"]


def _kernels(bandwidth: Bandwidth, scaled: bool) -> list[str]:
    return [
        *_scaled_points(scaled),
        "import kernelscale",
        f"kernelscale.Gaussian({bandwidth.epsilon:.4g})(X)  # the kernel matrix",
        _CLUSTERING,
        f"SpectralClustering(gamma={bandwidth.gamma:.4g}).fit(X)",
        "from sklearn.gaussian_process.kernels import RBF",
        f"RBF(length_scale={bandwidth.length_scale:.4g})",
    ]


def _with_kernel_of_points(
    rule: str, options: Mapping[str, Any], with_labels: bool, scaled: bool
) -> list[str]:
    """A kernel without an epsilon, of one scale a row say, is chosen again from the rows."""
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    lines = [
        *_scaled_points(scaled),
        "import kernelscale",
        f'kernel = kernelscale.select_bandwidth(X, rule="{rule}"{given}).kernel',
    ]
    if with_labels:
        return [*lines, _SVC, "SVC(kernel=kernel).fit(X, y)"]
    return [*lines, _CLUSTERING, 'SpectralClustering(affinity="precomputed").fit(kernel(X))']


def _scaled_points(scaled: bool) -> list[str]:
    return [_SCALER, "X = StandardScaler().fit_transform(X)"] if scaled else []
