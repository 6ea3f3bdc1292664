"""The sentences of the reason that `LeaveOneOut` gives."""

from __future__ import annotations

from collections.abc import Iterator

from ...data import PointCloud
from ..maximum import Maximum
from .regression import Regression

__all__ = ["reason_of"]

FEW_ROWS = 50
FEW_OF_A_CLASS = 3  # if a class has at most 3 rows on average, labels may be numbers to predict
DOMINANT = 0.9  # a feature dominates if it makes up at least this share of the squared distances


def reason_of(regression: Regression, found: Maximum, scale: float, n_samples: int) -> str:
    """The reason for a scale.

    Parameters
    ----------
    regression : Regression
        The regression.
    found : Maximum
        The best scale.
    scale : float
        The scale chosen; with a tolerance it may differ from the best scale.
    n_samples : int
        Number of rows from which the rows of the regression were drawn.
    """
    drawn = regression.family.cloud
    return " ".join(
        [
            _best(regression, found),
            *_on_tolerance(found.scale, scale),
            *_on_rows(drawn.n_samples, n_samples),
            *_on_end(found),
            *_on_chance(regression, found.scale),
            *_on_classes(drawn),
            *_on_features(drawn),
        ]
    )


def _best(regression: Regression, found: Maximum) -> str:
    share = round(regression.share_explained(found.scale), 2) + 0.0  # avoids "-0 %"
    return (
        f"At the best of the {len(found.scales)} scales tried ({found.scale:.4g}), kernel ridge "
        f"regression with ridge {regression.ridge:.3g} predicts the rows left out and explains "
        f"{share:.0%} of the variance {regression.targets.words}."
    )


def _on_tolerance(best: float, scale: float) -> Iterator[str]:
    if scale != best:
        yield (
            f"Of the scales that are not clearly worse than the best, {scale:.4g} is nearest to "
            f"half the mean squared deviation, the scale that gamma='scale' gives for centred "
            f"features."
        )


def _on_rows(n_drawn: int, n_samples: int) -> Iterator[str]:
    if n_drawn < n_samples:
        yield f"The scale was chosen on {n_drawn} of the {n_samples} rows, drawn at random."
    elif n_drawn < FEW_ROWS:
        yield f"The choice is rough, as there are only {n_drawn} rows."


def _on_end(found: Maximum) -> Iterator[str]:
    if not found.interior:
        yield "The optimum lies at an end of the range searched."


def _on_chance(regression: Regression, scale: float) -> Iterator[str]:
    if regression.is_chance(scale):
        yield (
            "Do not trust the scale: the prediction is not clearly better than the mean of all "
            "rows."
        )


def _on_classes(cloud: PointCloud) -> Iterator[str]:
    """A sentence if there are so many classes that the labels may be whole numbers to predict."""
    if cloud.n_classes * FEW_OF_A_CLASS >= cloud.n_samples:
        yield (
            f"There are {cloud.n_classes} classes in {cloud.n_samples} rows; if the labels are "
            f"numbers to predict, pass targets='numbers'."
        )


def _on_features(cloud: PointCloud) -> Iterator[str]:
    """A sentence if a feature dominates after weighting; without weights a note reports it."""
    if not cloud.weighed or cloud.n_features < 2:
        return
    variances = cloud.points.var(axis=0)
    share, feature = variances.max() / variances.sum(), int(variances.argmax())
    if share >= DOMINANT:
        yield (
            f"Feature {feature} makes up {share:.1%} of all squared distances, so the other "
            f"features have little effect."
        )
