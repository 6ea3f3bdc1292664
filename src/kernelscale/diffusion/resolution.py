"""From what was passed as bandwidth to a kernel of the rows at hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .._validation import check_length
from .._validation.labels import as_labels
from ..bandwidth import Auto, Rule, resolve_rule
from ..kernels import Gaussian, Scaled, SelfTuned
from ..metrics import metric_named
from ..point_cloud import PointCloud
from ..results import Bandwidth

__all__ = ["Resolved", "check_bandwidth", "labels_for", "resolve"]


class Resolved(NamedTuple):
    """A bandwidth, its kernel, and the cloud the kernel's distances are those of.

    `scale` multiplied the features of `cloud`, or is None where there was no need.
    """

    bandwidth: Bandwidth
    kernel: Gaussian | SelfTuned
    cloud: PointCloud
    scale: np.ndarray | None

    @property
    def definite(self) -> bool:
        """Whether the kernel is sure to be positive definite."""
        return isinstance(self.kernel, Gaussian)


def check_bandwidth(bandwidth: Any) -> Rule | Bandwidth:
    """The rule that was named, or the bandwidth itself."""
    return bandwidth if isinstance(bandwidth, Bandwidth) else resolve_rule(bandwidth)


def labels_for(rule: Rule | Bandwidth, y: Any, n_samples: int) -> Any:
    """`y` where it is, or looks like, classes; else None.

    A rule that needs labels takes whatever is given. Others take `y` for classes only where it
    looks like them: the same map may stand before a regressor.
    """
    if y is None or (isinstance(rule, Rule) and rule.needs_labels):
        return y
    check_length(y, n_samples)
    return y if _look_like_classes(y, 1 if isinstance(rule, Auto) else 2) else None


def _look_like_classes(y: Any, fewest: int) -> bool:
    wanted = fewest == 1  # labels that are missing, mixed or endless: who needs them will say so
    try:
        labels = as_labels(y)
        n_classes = len(np.unique(labels))
    except (ValueError, TypeError):
        return wanted
    if labels.ndim != 1:
        return labels.ndim == 0  # no row has a label, which is an error
    if labels.dtype.kind in "fc":
        if labels.dtype.kind == "c" or not np.isfinite(labels).all():
            return wanted
        if (labels != np.floor(labels)).any():
            return False
    return fewest <= n_classes <= len(labels) // 2


def resolve(rule: Rule | Bandwidth, cloud: PointCloud) -> Resolved:
    """Let a rule choose for the cloud, and tell its kernel from its feature scaling."""
    bandwidth = rule if isinstance(rule, Bandwidth) else rule.choose(cloud)
    kernel: Any = bandwidth.kernel
    _check_metric(kernel, cloud)
    scale = None
    if isinstance(kernel, Scaled):
        scale, kernel = kernel.scale, kernel.kernel
        if len(scale) != cloud.n_features:
            raise ValueError(
                f"The bandwidth scales {len(scale)} features, but the rows have "
                f"{cloud.n_features}; choose it for these rows."
            )
        cloud = cloud.rescaled(scale)
    if isinstance(kernel, SelfTuned):
        _check_same_rows(kernel, cloud)
    elif not isinstance(kernel, Gaussian):
        raise ValueError(f"The bandwidth has the kernel {kernel!r}, which no diffusion map takes.")
    return Resolved(bandwidth, kernel, cloud, scale)


def _check_metric(kernel: Any, cloud: PointCloud) -> None:
    metric = metric_named(getattr(kernel, "metric", cloud.metric))
    if metric != cloud.metric:
        raise ValueError(
            f"The bandwidth was chosen with metric='{metric.name}', but the map has "
            f"metric='{cloud.metric.name}'; choose it for these data or, if they are the same "
            f"points, pass bandwidth.epsilon."
        )


def _check_same_rows(kernel: SelfTuned, cloud: PointCloud) -> None:
    n_scales = len(kernel.local_scales)
    same = n_scales == cloud.n_samples
    if same and kernel.points is not None and cloud.features is not None:
        same = np.array_equal(kernel.points, cloud.features)
    elif same:
        counted, scales = cloud, kernel.local_scales
        if kernel.counted is not None:
            rows = np.flatnonzero(kernel.counted)
            counted, scales = cloud.restricted(rows), scales[rows]
        nearest = counted.nearest(kernel.n_neighbors).squared_distances[:, -1]
        same = np.allclose(np.sqrt(nearest), scales)
    if not same:
        raise ValueError(
            f"The self-tuned bandwidth holds the local scales of {n_scales} other rows; pass the "
            f"rule 'self_tuning' to choose them for these."
        )
