"""Diffusion maps of a kernel cut to the largest values of each row."""

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
from ..all_pairs.fit import fit_all_pairs
from ..all_pairs.options import PairOptions
from ..fitted import Fitted
from ..long_fits import warn_of_minutes
from ..map_warnings import MapWarning
from ..resolution import Resolved
from .extension import KeptMassExtension
from .heaviest import Heaviest, heaviest_values, kept_values

__all__ = ["check_one_scale", "fit_kept_mass"]

ROWS_DRAWN = 128
MOST = 0.15  # share of all values above which the whole kernel is quicker (measured)
_BYTES_A_VALUE = 90  # at the peak: both directions, the walk, its products (measured)
_KEPT_BY_THE_OTHER = 1.25  # times as many values in all, as the other row of a pair keeps some


def fit_kept_mass(
    cloud: PointCloud, resolved: Resolved, share: float, options: PairOptions
) -> Fitted:
    """Fit a map to the largest kernel values of each row, which hold a share of its sum.

    Where rows drawn show that these are nearly all, the whole kernel is taken, and a warning says
    so.

    Parameters
    ----------
    cloud : PointCloud
        The rows, as the bandwidth was chosen for them.
    resolved : Resolved
        The kernel.
    share : float
        Of each row's sum, below 1.
    options : PairOptions
        Checked parameters of the map.
    """
    check_one_scale(resolved.bandwidth)
    kernel, walked = resolved.kernel, resolved.cloud.bare(progress=cloud.resources.progress)
    if not _is_worth_it(walked, resolved, share):
        options._replace(kept_mass=None).check_memory(resolved.cloud)
        return replace(fit_all_pairs(cloud, resolved, options), omitted_mass=0.0)
    resolved.cloud.forget_distances()  # a rule may have asked for all of them
    kept = kept_values(walked, kernel, share)
    ones = np.ones(walked.n_samples, dtype=np.int64)
    n_pairs, alpha = options.n_components, options.alpha
    spectrum = graph_spectrum(kept.kernel, kernel, ones, n_pairs, alpha, report=cloud.report)
    extension = KeptMassExtension(
        kernel,
        walked.features,
        spectrum.weights,
        spectrum.pairs.values[1:],
        np.ascontiguousarray(spectrum.pairs.vectors[:, 1:]),
        t=options.t,
        share=share,
        faintest=kept.faintest,
        row_sums=spectrum.row_sums,
    )
    return Fitted(
        resolved.bandwidth,
        kernel,
        resolved.scale,
        spectrum.pairs,
        spectrum.component_of,
        extension,
        omitted_mass=_omitted_mass(walked, resolved, kept, alpha),
    )


def check_one_scale(chosen: Rule | Bandwidth) -> None:
    """Refuse a kernel that has a scale a row, if possible before the work."""
    if isinstance(chosen, Rule):
        name, local = chosen.name, chosen.scales_rows
    else:
        name, local = chosen.rule, chosen.kernel.scales_of_rows() is not None
    if local:
        raise ValueError(
            f"kept_mass keeps the largest values of a kernel of one scale, but the bandwidth of "
            f"{name!r} has a scale a row; pass another one, or neighbors=k, whose edges have a "
            f"scale a row by default."
        )


def _is_worth_it(cloud: PointCloud, resolved: Resolved, share: float) -> bool:
    """Whether rows drawn keep few of their values; refused where these would not fit."""
    n_samples = cloud.n_samples
    random = np.random.default_rng(0)
    rows = np.sort(random.choice(n_samples, min(ROWS_DRAWN, n_samples), replace=False))
    started = time.perf_counter()
    drawn = heaviest_values(cloud, resolved.kernel, share, rows)
    kept = np.concatenate([np.diff(each.kernel.indptr) for each in drawn])
    minutes = (time.perf_counter() - started) / 60 * n_samples / len(rows)
    if kept.mean() > MOST * n_samples:
        landmarks = "landmarks=5000 takes seconds and gives nearly the same coordinates, "
        warn_caller(
            f"kept_mass={share} saves nothing, as of {len(rows)} rows drawn the median row needs "
            f"{int(np.median(kept))} of {n_samples} kernel values for it, so the whole kernel is "
            f"taken; a smaller bandwidth needs fewer, {landmarks if n_samples > 5000 else ''}"
            f"neighbors=30 takes seconds and gives another map.",
            MapWarning,
        )
        return False
    needed = int(_KEPT_BY_THE_OTHER * kept.mean() * n_samples * _BYTES_A_VALUE)
    if needed > cloud.memory_limit:
        raise MemoryError(
            f"kept_mass={share} keeps about {int(kept.mean())} kernel values of each of "
            f"{n_samples} rows, for which {readable(needed)} are needed, but memory_limit is "
            f"{readable(cloud.memory_limit)}; raise it, or take a smaller share or bandwidth, or "
            f"landmarks."
        )
    warn_of_minutes(f"Looking for the largest kernel values of {n_samples} rows", minutes)
    return True


def _omitted_mass(cloud: PointCloud, resolved: Resolved, kept: Heaviest, alpha: float) -> float:
    """The largest share of a row that is left out, with and without the density."""
    omitted = 1 - kept.kernel.sum(axis=1) / kept.row_sums
    if alpha:
        q = kept.row_sums**-alpha
        whole = resolved.kernel.product(cloud, q[:, None])[:, 0]
        omitted = np.maximum(omitted, 1 - (kept.kernel @ q) / whole)
    return max(float(omitted.max()), 0.0)
