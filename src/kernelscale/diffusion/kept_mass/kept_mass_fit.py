"""Diffusion maps of a kernel truncated to the largest values of each row."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from ..._warnings import warn_caller
from ...bandwidth.rule import Rule
from ...data import PointCloud
from ...engine.plan import readable
from ...neighbor_graphs import graph_spectrum
from ...results import Bandwidth
from ..all_pairs.all_pairs_fit import fit_all_pairs
from ..all_pairs.pair_options import PairOptions
from ..fitted_map import Fitted
from ..kernel_choice import KernelChoice
from ..long_fits import warn_of_minutes
from ..map_warnings import MapWarning
from .kept_mass_extension import KeptMassExtension
from .largest_values import LargestValues, blocks_of_largest_values, kept_values

__all__ = ["check_one_scale", "fit_kept_mass"]

ROWS_DRAWN = 128
MOST = 0.15  # largest share of values that is kept; above it the whole kernel is quicker (measured)
_BYTES_A_VALUE = 90  # upper bound, which includes the operator and its products (measured)
# A value that one row of a pair keeps is stored for both rows, which increases the number of values
# by this factor.
_BOTH_DIRECTIONS = 1.25


def fit_kept_mass(
    cloud: PointCloud, choice: KernelChoice, share: float, options: PairOptions
) -> Fitted:
    """Fit a map to the largest kernel values of each row, which hold a share of its sum.

    If a subsample of the rows shows that the truncated kernel would not be quicker, the whole
    kernel is used, with a warning.

    Parameters
    ----------
    cloud : PointCloud
        The rows for which the bandwidth was chosen.
    choice : KernelChoice
        The kernel.
    share : float
        Share of each row's sum that is kept, below 1.
    options : PairOptions
        Checked parameters of the map.
    """
    check_one_scale(choice.bandwidth)
    kernel, scaled = choice.kernel, choice.cloud.bare(progress=cloud.resources.progress)
    if not _is_worth_it(scaled, choice, share):
        options._replace(kept_mass=None).check_memory(choice.cloud)
        return replace(fit_all_pairs(cloud, choice, options), omitted_mass=0.0)
    choice.cloud.forget_distances()  # a rule may have computed all distances
    kept = kept_values(scaled, kernel, share)
    ones = np.ones(scaled.n_samples, dtype=np.int64)
    n_pairs, alpha = options.n_components, options.alpha
    spectrum = graph_spectrum(kept.kernel, kernel, ones, n_pairs, alpha, report=cloud.report)
    extension = KeptMassExtension(
        kernel,
        scaled.features,
        spectrum.weights,
        spectrum.pairs.values[1:],
        np.ascontiguousarray(spectrum.pairs.vectors[:, 1:]),
        t=options.t,
        share=share,
        smallest_kept=kept.smallest_kept,
        row_sums=spectrum.row_sums,
    )
    return Fitted(
        choice.bandwidth,
        kernel,
        choice.scale,
        spectrum.pairs,
        spectrum.component_of,
        extension,
        omitted_mass=_omitted_mass(scaled, choice, kept, alpha),
    )


def check_one_scale(chosen: Rule | Bandwidth) -> None:
    """Refuse a kernel with a scale for each row, or a rule that would choose such a kernel."""
    if isinstance(chosen, Rule):
        name, local = chosen.name, chosen.scales_rows
    else:
        name, local = chosen.rule, chosen.kernel.scales_of_rows() is not None
    if local:
        raise ValueError(
            f"kept_mass needs a kernel of one scale, but the bandwidth of {name!r} has a scale for "
            f"each row; pass a bandwidth of one scale, or neighbors=k, whose edges have a scale "
            f"for each row by default."
        )


def _is_worth_it(cloud: PointCloud, choice: KernelChoice, share: float) -> bool:
    """Whether the rows of a subsample keep few values, so that the truncated kernel is quicker.

    Raises a MemoryError if the values that all rows keep would not fit the memory limit.
    """
    n_samples = cloud.n_samples
    random = np.random.default_rng(0)
    rows = np.sort(random.choice(n_samples, min(ROWS_DRAWN, n_samples), replace=False))
    started = time.perf_counter()
    drawn = blocks_of_largest_values(cloud, choice.kernel, share, rows)
    kept = np.concatenate([np.diff(each.kernel.indptr) for each in drawn])
    minutes = (time.perf_counter() - started) / 60 * n_samples / len(rows)
    if kept.mean() > MOST * n_samples:
        landmarks = "landmarks=5000 takes seconds and gives nearly the same coordinates, "
        warn_caller(
            f"kept_mass={share} saves nothing, as half of {len(rows)} random rows keep at least "
            f"{int(np.median(kept))} of {n_samples} kernel values, so the whole kernel is used; "
            f"a smaller bandwidth keeps fewer, {landmarks if n_samples > 5000 else ''}"
            f"neighbors=30 takes seconds and gives the map of another kernel.",
            MapWarning,
        )
        return False
    needed = int(_BOTH_DIRECTIONS * kept.mean() * n_samples * _BYTES_A_VALUE)
    if needed > cloud.memory_limit:
        raise MemoryError(
            f"kept_mass={share} keeps about {int(kept.mean())} kernel values of each of "
            f"{n_samples} rows, which need {readable(needed)}, but memory_limit is "
            f"{readable(cloud.memory_limit)}; raise it, or take a smaller share or bandwidth, or "
            f"landmarks."
        )
    warn_of_minutes(f"The search for the largest kernel values of {n_samples} rows", minutes)
    return True


def _omitted_mass(
    cloud: PointCloud, choice: KernelChoice, kept: LargestValues, alpha: float
) -> float:
    """The largest omitted share of a row's sum, for the kernel before or after alpha is applied."""
    omitted = 1 - kept.kernel.sum(axis=1) / kept.row_sums
    if alpha:
        q = kept.row_sums**-alpha
        whole = choice.kernel.product(cloud, q[:, None])[:, 0]
        omitted = np.maximum(omitted, 1 - (kept.kernel @ q) / whole)
    return max(float(omitted.max()), 0.0)
