"""A table and the scales of its features, found with or without labels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...results import Bandwidth
from ...scaling.manifold_scaler import ManifoldScaler
from ...scaling.supervised_scaler import SupervisedScaler
from ..shared.data_table import Table
from ..shared.printing import four_digits

__all__ = ["ManifoldTable", "ScaledTable", "SupervisedTable"]


@dataclass(frozen=True, eq=False)
class ScaledTable(ABC):
    """A table and the scales of its features.

    Attributes
    ----------
    table : Table
        The features before scaling.
    scaler : ManifoldScaler or SupervisedScaler
        The scaler, fitted to the features.
    """

    table: Table
    scaler: Any

    @property
    def spread(self) -> np.ndarray:
        """Standard deviation of each feature."""
        return self.table.X.std(axis=0)

    @property
    def weights(self) -> np.ndarray:
        """Standard deviation of each feature after scaling."""
        weights: np.ndarray = self.spread * self.scaler.scale_
        return weights

    @property
    def shares(self) -> np.ndarray:
        """Share of the mean squared distance that each feature contributes; shares sum to 1."""
        squares = self.weights**2
        return squares / squares.sum()

    @property
    def by_weight(self) -> np.ndarray:
        """Indices of the features by descending weight; equal weights keep the table's order."""
        return np.argsort(-self.weights.round(12), kind="stable")

    @property
    def kept(self) -> str:
        """The number of features with a scale above 0, in words."""
        kept, n_features = np.count_nonzero(self.weights), len(self.weights)
        if kept == n_features:
            return f"all {n_features} features"
        return f"{kept} of {n_features} features, the other {n_features - kept} have scale 0"

    @property
    def epsilon(self) -> tuple[str, str]:
        """The fact about epsilon, for `print_list`."""
        epsilon = four_digits(self.scaler.bandwidth_.epsilon)
        return "epsilon", f"{epsilon}; the scales are divided by its square root"

    def to_dict(self) -> dict[str, Any]:
        """The result as a dict for JSON, with the features in the order of the table."""
        columns = (
            *(self.table.feature_names, self.spread, self.scaler.scale_),
            *(self.weights, self.shares),
        )
        names = ("feature", "spread", "scale", "weight", "share")
        rows = zip(*(np.asarray(column).tolist() for column in columns), strict=True)
        return {
            "data": self.table.to_dict(),
            **self.found(),
            "bandwidth": self.scaler.bandwidth_.to_dict(),
            "features": [dict(zip(names, row, strict=True)) for row in rows],
            "python": self.python_lines(),
        }

    @abstractmethod
    def found(self) -> dict[str, Any]:
        """Facts about the fit, as a dict for JSON."""

    @abstractmethod
    def facts(self) -> list[tuple[str, str]]:
        """Facts about the fit, for `print_list`."""

    @abstractmethod
    def title(self) -> str:
        """The title of a picture of the weights."""

    @abstractmethod
    def python_lines(self) -> list[str]:
        """Lines of Python that give the same scales."""


@dataclass(frozen=True, eq=False)
class ManifoldTable(ScaledTable):
    """Scales of the features, found without labels.

    They bring d_eps, the dimension that the kernel implies, to its target for the dimension of the
    manifold.

    Attributes
    ----------
    n_dims_given : bool
        Whether the dimension was given; otherwise it was estimated.
    before : float
        The largest d_eps of the standardised features, over all useful scales of the kernel.
    after : float
        The largest d_eps of the scaled features, over all useful scales of the kernel.
    """

    scaler: ManifoldScaler
    n_dims_given: bool
    before: float
    after: float

    def found(self) -> dict[str, Any]:
        """The target and the values of d_eps, as a dict for JSON."""
        scaler = self.scaler
        return {
            "method": scaler.method,
            "n_dims": scaler.n_dims_,
            "n_dims_given": self.n_dims_given,
            "target": scaler.target_,
            "d_eps": {
                "before": self.before,
                "after": self.after,
                "at_epsilon_1": scaler.implied_dimension_,
            },
            "reason": scaler.reason_,
        }

    def facts(self) -> list[tuple[str, str]]:
        """The method, the target and the values of d_eps, for `print_list`."""
        scaler, bandwidth = self.scaler, self.scaler.bandwidth_
        ball = scaler.target == "calibrated"
        meaning = "the d_eps of a ball of n_dims dimensions" if ball else "the dimension itself"
        used = four_digits(scaler.implied_dimension_)
        return [
            ("method", scaler.method),
            ("n_dims", self._dimensions),
            ("kept", self.kept),
            ("scales", scaler.reason_),
            ("target", f"{four_digits(scaler.target_)}, {meaning}"),
            ("d_eps before", f"at most {four_digits(self.before)}, with standardised features"),
            ("d_eps after", f"at most {four_digits(self.after)}, with scaled features"),
            ("d_eps used", f"{used}, with scaled features at gamma = 1/2"),
            self.epsilon,
            ("reason", f"By {bandwidth.rule}. {bandwidth.reason}"),
        ]

    def title(self) -> str:
        """The title: the method, the features kept, and d_eps before and after scaling."""
        return (
            f"{self.scaler.method} method keeps {self.kept}\n"
            f"largest d_eps {self.before:.3g} before, {self.after:.3g} after, "
            f"target {self.scaler.target_:.3g} ({self._dimensions})"
        )

    def python_lines(self) -> list[str]:
        """Lines of Python that give the same scales for `X`."""
        scaler = self.scaler
        options = [f"n_dims={scaler.n_dims_}"]
        if scaler.method != "joint":
            options.append(f'method="{scaler.method}"')
        if scaler.target != "calibrated":
            options.append(f'target="{scaler.target}"')
        return _lines("ManifoldScaler", ", ".join(options), "X")

    @property
    def _dimensions(self) -> str:
        n_dims = self.scaler.n_dims_
        counted = "1 dimension" if n_dims == 1 else f"{n_dims} dimensions"
        return f"{counted}, {'as given' if self.n_dims_given else 'estimated by multiscale'}"


@dataclass(frozen=True, eq=False)
class SupervisedTable(ScaledTable):
    """Scales that best predict the labels of rows left out."""

    scaler: SupervisedScaler

    def found(self) -> dict[str, Any]:
        """The regularisation and the gain over equal scales, as a dict for JSON."""
        scaler = self.scaler
        return {
            "method": "supervised",
            "ridge": self._bandwidth.evidence.get("ridge"),
            "prior": scaler.prior_ if self._unequal else None,
            "gain": scaler.gain_,
            "reason": scaler.reason_,
        }

    def facts(self) -> list[tuple[str, str]]:
        """The method and the gain over equal scales, for `print_list`."""
        return [
            ("method", f"supervised, {self._factors}"),
            ("kept", self.kept),
            self.epsilon,
            ("reason", self._bandwidth.reason),
        ]

    def title(self) -> str:
        """The title: the gain over equal scales."""
        return f"scales from labels: {self._factors}"

    def python_lines(self) -> list[str]:
        """Lines of Python that give the same scales for `X` and `y`."""
        scaler, options = self.scaler, []
        if scaler.C is not None:
            options.append(f"C={scaler.C!r}")
        if scaler.targets != "auto":
            options.append(f'targets="{scaler.targets}"')
        grouped = self.table.groups is not None
        return _lines("SupervisedScaler", ", ".join(options), "X, y", with_groups=grouped)

    @property
    def _bandwidth(self) -> Bandwidth:
        bandwidth: Bandwidth = self.scaler.bandwidth_
        return bandwidth

    @property
    def _unequal(self) -> bool:
        return bool(np.isfinite(self.scaler.prior_))

    @property
    def _factors(self) -> str:
        if not self._unequal:
            return "equal scales for all features"
        return f"explains {self.scaler.gain_:.1%} more of the variance than equal scales"


def _lines(scaler: str, options: str, fitted: str, *, with_groups: bool = False) -> list[str]:
    groups = ", groups=groups" if with_groups else ""
    return [
        f"from kernelscale import {scaler}",
        f"scaler = {scaler}({options}).fit({fitted}{groups})",
        "Z = scaler.transform(X)  # for a kernel of gamma = 1/2",
    ]
