"""The sentences of `LeaveOneOut`'s reason, each where it applies."""

from __future__ import annotations

from collections.abc import Iterator

from ...data import PointCloud
from ..maximum import Maximum
from .regression import Regression

__all__ = ["reason_of"]

FEW_ROWS = 50
FEW_OF_A_CLASS = 3  # rows; where classes have no more, labels may be numbers to predict
DOMINANT = 0.9  # share of the squared distances


def reason_of(regression: Regression, found: Maximum, scale: float, n_samples: int) -> str:
    """The reason for a scale.

    Parameters
    ----------
    regression : Regression
        That of the rows left out.
    found : Maximum
        The best scale.
    scale : float
        The one taken, which may be another within the tolerance.
    n_samples : int
        Number of rows that these were drawn from.
    """
    drawn = regression.family.cloud
    return " ".join(
        [
            _best(regression, found),
            *_about_tolerance(found.scale, scale),
            *_about_rows(drawn.n_samples, n_samples),
            *_about_edge(found),
            *_about_chance(regression, found.scale),
            *_about_classes(drawn),
            *_about_features(drawn),
        ]
    )


def _best(regression: Regression, found: Maximum) -> str:
    share = round(regression.share_explained(found.scale), 2) + 0.0  # and not -0 %
    return (
        f"Kernel ridge regression with ridge {regression.ridge:.3g} predicts rows left out best "
        f"here, of the {len(found.scales)} scales tried: it explains {share:.0%} of the variance "
        f"{regression.targets.words}."
    )


def _about_tolerance(best: float, scale: float) -> Iterator[str]:
    if scale != best:
        yield (
            f"The best scale is {best:.4g}; of those that are not clearly worse this is the "
            f"nearest to half the mean squared deviation, gamma='scale' of centred features."
        )


def _about_rows(n_drawn: int, n_samples: int) -> Iterator[str]:
    if n_drawn < n_samples:
        yield f"This rests on {n_drawn} of the {n_samples} rows, drawn at random."
    elif n_drawn < FEW_ROWS:
        yield f"With only {n_drawn} rows this is a rough choice."


def _about_edge(found: Maximum) -> Iterator[str]:
    if not found.interior:
        yield "The optimum lies at the edge of the range searched."


def _about_chance(regression: Regression, scale: float) -> Iterator[str]:
    if regression.is_chance(scale):
        yield (
            "That is not clearly better than chance, as the mean of all rows is nearly as good a "
            "prediction, so do not trust it."
        )


def _about_classes(cloud: PointCloud) -> Iterator[str]:
    """Whether there are so many classes that they may be numbers without fractions."""
    if cloud.n_classes * FEW_OF_A_CLASS >= cloud.n_samples:
        yield (
            f"There are {cloud.n_classes} classes in {cloud.n_samples} rows: if the labels are "
            f"numbers to predict, pass targets='numbers'."
        )


def _about_features(cloud: PointCloud) -> Iterator[str]:
    """Whether one weighted feature decides the distances; else the notes on the data say it."""
    if not cloud.weighed or cloud.n_features < 2:
        return
    variances = cloud.points.var(axis=0)
    share, feature = variances.max() / variances.sum(), int(variances.argmax())
    if share >= DOMINANT:
        yield (
            f"Feature {feature} makes up {share:.1%} of all squared distances, so the others "
            f"count little."
        )
