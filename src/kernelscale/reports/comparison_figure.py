"""Figure of a comparison: the scale of each rule, and the criteria of rules that need labels.

The scales are marked on the curve of the kernel's sum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.isotonic import isotonic_regression

from ..bandwidth.registry import RULES
from ..bandwidth.rules.log_sum import LogSum
from ..results import Bandwidth, Comparison
from .curve_figure import (
    BLACK,
    EPSILON,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    SKY,
    YELLOW,
    draw_curve_panel,
    prepare,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_comparison", "spread", "without_epsilon"]

_STYLES = ((GREEN, "-"), (PURPLE, "--"), (SKY, "-."), (ORANGE, ":"))
_CLOSEST_LABELS = 0.034  # smallest gap between slanted labels, as a share of the panel's width
_LEADER = 0.12  # length of the line to a label, as a share of the panel's height


class _Mark(NamedTuple):
    rule: str
    epsilon: float


def draw_comparison(figure: Figure, comparison: Comparison) -> None:
    """Draw the curve, and criteria below it, if any; each panel marks the recommended scale."""
    criteria = _criteria(comparison)
    figure.set_size_inches(9.0, 7.5 if criteria else 5.5)
    ratios = [1.35, 1.0] if criteria else [1.0]
    panels = figure.subplots(len(ratios), sharex=True, height_ratios=ratios, squeeze=False)[:, 0]
    draw_curve_panel(panels[0], comparison.curve)
    handles = _shade_plateau(panels[0], comparison)
    handles += _draw_criteria(panels[-1], criteria)
    marks = _marks(comparison)
    for axes in panels:
        prepare(axes, *_range(comparison, marks))
    handles = _draw_recommended(panels, comparison.recommended) + handles
    _label_marks(panels[0], marks, comparison.recommended.rule)
    panels[-1].set_xlabel(EPSILON)
    figure.suptitle(_title(comparison), x=0.01, ha="left", fontsize="medium")
    columns = 2 if criteria else len(handles)
    look: dict[str, Any] = {"ncols": columns, "handlelength": 3, "frameon": False}
    figure.legend(handles=handles, loc="outside lower center", **look)


def _title(comparison: Comparison) -> str:
    classes = f", {comparison.n_classes} classes" if comparison.n_classes else ""
    size = f"{comparison.n_samples} points, {comparison.n_features} features{classes}"
    others = without_epsilon(comparison)
    return f"{size}; without a single epsilon: {', '.join(others)}" if others else size


def without_epsilon(comparison: Comparison) -> list[str]:
    """Rules whose kernels have no single epsilon."""
    answered = [row for row in comparison.rows if row.bandwidth is not None]
    return [row.rule for row in answered if row.epsilon is None]


def _marks(comparison: Comparison) -> list[_Mark]:
    """Rules with one scale in the units of the data, the smallest scale first."""
    found = [
        _Mark(row.rule, row.epsilon)
        for row in comparison.rows
        if row.epsilon is not None
        and row.bandwidth is not None
        and row.bandwidth.kernel.gaussian_scale is not None
    ]
    return sorted(found, key=lambda mark: mark.epsilon)


def _criteria(comparison: Comparison) -> list[Bandwidth]:
    """Bandwidths of the rules that need labels and search over scales."""
    answers = {row.rule: row.bandwidth for row in comparison.rows}
    # In the order of the registry, so that the colours of the rules do not depend on their scales.
    found = [answers.get(name) for name, rule in RULES.items() if rule.needs_labels]
    return [each for each in found if each is not None and _is_criterion(each)]


def _is_criterion(bandwidth: Bandwidth) -> bool:
    return len(bandwidth.scales) > 0 and bandwidth.scales_are_epsilons


def _range(comparison: Comparison, marks: list[_Mark]) -> tuple[float, float]:
    """The useful range of scales, extended to the scales of all rules."""
    scales = [mark.epsilon for mark in marks]
    low, high = comparison.curve.epsilon[[0, -1]]
    return min([low, *(scale / 1.5 for scale in scales)]), max(
        [high, *(scale * 1.5 for scale in scales)]
    )


def _shade_plateau(axes: Axes, comparison: Comparison) -> list[Any]:
    """Shade the range in which log S increases linearly, found by the rule `log_sum`."""
    answers = [row.bandwidth for row in comparison.rows if row.rule == LogSum.name]
    if not answers or answers[0] is None:
        return []
    plateau = answers[0].evidence["plateau"]
    label = f"plateau, dimension {plateau['dimension']:.2f}"
    return [_shade(axes, plateau["low"], plateau["high"], YELLOW, 0.35, label)]


def _shade(axes: Axes, low: float, high: float, color: str, alpha: float, label: str) -> Any:
    return axes.axvspan(low, high, color=color, alpha=alpha, lw=0, label=label)


def _draw_criteria(axes: Axes, criteria: list[Bandwidth]) -> list[Any]:
    """Draw each criterion divided by its value at the chosen scale, which is marked."""
    handles = []
    ring: dict[str, Any] = {"marker": "o", "ms": 8, "mfc": "white", "mew": 2, "zorder": 5}
    for bandwidth, (color, dashes) in zip(criteria, _STYLES, strict=False):
        epsilon = bandwidth.epsilon or np.nan
        chosen = np.abs(np.log(bandwidth.scales / epsilon)).argmin()
        shares = bandwidth.criterion / (bandwidth.criterion[chosen] or 1.0)
        label = f"{bandwidth.criterion_name} ({bandwidth.rule})"
        handles += axes.plot(bandwidth.scales, shares, color=color, ls=dashes, lw=2.5, label=label)
        axes.plot(epsilon, shares[chosen], mec=color, **ring)
    if criteria:
        axes.set_ylim(0, 1.15)
        axes.set_ylabel("criterion (1 at the chosen scale)")
        axes.spines["right"].set_visible(False)
    return handles


def _draw_recommended(panels: Any, recommended: Bandwidth) -> list[Any]:
    if recommended.epsilon is None:
        return []
    handles = []
    label = f"recommended, epsilon = {recommended.epsilon:.4g}"
    for axes in panels:
        handles = [axes.axvline(recommended.epsilon, color=BLACK, lw=3, alpha=0.85, label=label)]
        if recommended.as_good is not None:
            handles.append(_shade(axes, *recommended.as_good, SKY, 0.2, "as good"))
        if recommended.interval is not None:
            handles.append(
                _shade(
                    axes, *recommended.interval, BLACK, 0.12, "interval of the recommended scale"
                )
            )
    return handles


def _label_marks(axes: Axes, marks: list[_Mark], recommended: str) -> None:
    """Write slanted names above the panel, moved apart and joined to their scales by lines."""
    low, high = np.log(axes.get_xlim())
    places = (np.log([mark.epsilon for mark in marks]) - low) / (high - low)
    for mark, place, label_place in zip(marks, places, spread(places), strict=True):
        strong = mark.rule == recommended
        color = BLACK if strong else GREY
        if not strong:
            axes.axvline(mark.epsilon, color=GREY, lw=0.8, alpha=0.7)
        axes.plot(
            [place, label_place],
            [1, 1 + _LEADER],
            color=color,
            lw=2 if strong else 0.8,
            transform=axes.transAxes,
            clip_on=False,
        )
        axes.text(
            label_place,
            1.01 + _LEADER,
            mark.rule,
            transform=axes.transAxes,
            rotation=45,
            rotation_mode="anchor",
            color=BLACK,
            weight="bold" if strong else "normal",
            fontsize="small",
        )


def spread(places: np.ndarray, gap: float = _CLOSEST_LABELS) -> np.ndarray:
    """Positions that ascend in [0, 1], at least `gap` apart, as near as possible to `places`.

    The positions minus ``k gap`` have to ascend, and to be as near as possible to the places minus
    ``k gap``. This is isotonic regression.

    Examples
    --------
    Two labels at the same place move apart symmetrically; a third label, far away, does not move.

    >>> import numpy as np
    >>> spread(np.array([0.2, 0.2, 0.9]), gap=0.1).round(2)
    array([0.15, 0.25, 0.9 ])
    """
    steps = gap * np.arange(len(places))
    return isotonic_regression(places - steps, y_min=0.0, y_max=1 - gap * len(places)) + steps
