"""The parameters of a map of all pairs, and whether its kernel matrix fits in memory."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._validation import check_count, check_name, check_share, check_switch
from ...data import PointCloud
from .streamed import check_streamed

__all__ = ["EIGEN_SOLVERS", "PairOptions"]

EIGEN_SOLVERS = ("auto", "dense", "krylov")


class PairOptions(NamedTuple):
    """The parameters of a `DiffusionMap` that concern all pairs, under the same names."""

    n_components: int
    alpha: float
    t: int
    eigen_solver: str
    keep_distances: bool
    kept_mass: float | None

    @classmethod
    def of(cls, fitted: Any) -> PairOptions:
        """The parameters of a map, checked.

        Raises
        ------
        ValueError
            If a parameter is not valid.
        """
        options = cls(*(getattr(fitted, name) for name in cls._fields))
        check_count(options.n_components, "n_components")
        check_share(options.alpha, "alpha")
        check_count(options.t, "t", smallest=0)
        check_name(options.eigen_solver, EIGEN_SOLVERS, "eigen_solver")
        check_switch(options.keep_distances, "keep_distances")
        share = options.kept_mass
        if share is not None and not 0 < check_share(share, "kept_mass") < 1:
            raise ValueError(
                f"kept_mass must be above 0 and below 1, but {share} was given; to keep all of the "
                f"mass leave it at None."
            )
        return options

    def streams(self, cloud: PointCloud) -> bool:
        """Whether the map has to do without its kernel matrix, which would not fit in memory."""
        definite = cloud.metric.gaussian_is_definite
        if self.eigen_solver == "dense" or self.keep_distances or not definite:
            return False
        return cloud.n_samples > cloud.largest_dense()

    def check_memory(self, cloud: PointCloud) -> None:
        """Refuse rows whose map would not fit the memory limit, if that is known before the fit."""
        if self.kept_mass is not None:
            return  # the memory needed depends on the kernel
        if self.streams(cloud):
            check_streamed(cloud, self.n_components)
        else:
            cloud.check_dense(n_kept=int(self.keep_distances))
