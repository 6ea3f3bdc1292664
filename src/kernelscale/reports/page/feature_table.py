"""The weight of each feature after scaling, as a table with bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...scaling.manifold_scaler import ManifoldScaler
from .axes import shown
from .markup import Markup, element
from .sortable_table import sortable_table

__all__ = ["FeatureScales", "feature_section"]

MOST_FEATURES = 300  # largest number of features in the table
BAR = 160

COLUMNS = {
    "feature": "feature",
    "spread": "spread",
    "scale": "scale",
    "weight": "weight",
    "share": "share of the mean squared distance",
}


class FeatureScales(NamedTuple):
    """A fitted `scaler`, the `names` of its features, and their standard deviations `spread`."""

    scaler: ManifoldScaler
    names: Sequence[str]
    spread: np.ndarray

    def rows(self) -> list[dict[str, object]]:
        """One row for each feature, the largest share first."""
        weights = self.spread * self.scaler.scale_
        shares = weights**2 / ((weights**2).sum() or 1.0)
        columns = (self.names, self.spread, self.scaler.scale_, weights, shares)
        rows = zip(*(np.asarray(column).tolist() for column in columns), strict=True)
        return sorted((dict(zip(COLUMNS, row, strict=True)) for row in rows), key=_by_share)


def feature_section(features: FeatureScales) -> Markup:
    """The section with the table."""
    rows, scaler = features.rows(), features.scaler
    kept = sum(bool(row["weight"]) for row in rows)
    text = (
        f"ManifoldScaler keeps {kept} of {len(rows)} features for {scaler.n_dims_} dimension(s). "
        '"spread" is the standard deviation of a feature. "scale" is its factor; 0 drops the '
        'feature. "weight" is spread times scale, in units of the kernel\'s length scale. '
        f"{scaler.reason_}"
    )
    more = len(rows) - MOST_FEATURES
    return element(
        "section",
        element("h2", "Weights of features after scaling"),
        element("p", text),
        sortable_table(
            rows[:MOST_FEATURES],
            "Features, the largest share first.",
            columns=COLUMNS,
            cells={"share": _bar},
        ),
        element("p", f"{more} more features have no larger shares.", class_="quiet")
        if more > 0
        else None,
    )


def _by_share(row: dict[str, object]) -> float:
    share = row["share"]
    assert isinstance(share, float)
    return -share


def _bar(share: float) -> Markup:
    bar = element("rect", width=round(BAR * share, 1), height=10)
    view = {"viewBox": f"0 0 {BAR} 10", "width": BAR, "height": 10, "aria_hidden": "true"}
    text = element("span", f"{shown(100 * share)} %")
    return element("span", element("svg", bar, **view), text, class_="bar")
