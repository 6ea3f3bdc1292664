"""What an answer says where it was estimated from rows drawn at random."""

from __future__ import annotations

from typing import Any

from ..data import PointCloud

__all__ = ["about_sample", "sampled_evidence"]


def sampled_evidence(n_rows: int, **errors: float) -> dict[str, Any]:
    """Evidence of an estimate: how many rows were drawn, and standard errors by name."""
    return {"n_sample": n_rows, "standard_errors": errors}


def about_sample(cloud: PointCloud, n_rows: int, error: str) -> str:
    """The sentence that ends a reason: how many rows it rests on, and how sure it is."""
    return (
        f" Estimated from {n_rows} of the {cloud.n_samples} rows, each with all others; "
        f"standard error {error}."
    )
