"""A slider for the scale, which moves the points, and a cursor along the curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .axes import shown
from .curve_panels import CurvePanels
from .embedding_frames import Frames
from .markup import Markup, data_block, element, joined

__all__ = ["Explorer"]


@dataclass(frozen=True, eq=False)
class Explorer:
    """A slider with points, curves or both.

    Attributes
    ----------
    scales : sequence of float
        Scales of the slider, ascending.
    start : int
        Index of the scale that is shown first; without a script no other scale is shown.
    name : str
        Name of the slider for screen readers.
    frames : Frames or None
        The points.
    curves : CurvePanels or None
        The curves.
    jumps : sequence of (str, float)
        Names and scales of buttons that move the slider.
    """

    scales: Sequence[float]
    start: int
    name: str
    frames: Frames | None = None
    curves: CurvePanels | None = None
    jumps: Sequence[tuple[str, float]] = ()

    def markup(self) -> Markup:
        """The HTML as it is shown without a script, and the data for the script."""
        parts = [self._controls()]
        data: dict[str, Any] = {"scales": [f"{shown(float(scale))}" for scale in self.scales]}
        if self.frames is not None:
            places = self.frames.places()
            parts += self.frames.pictures(self.start)
            data["frames"] = places.reshape(len(places), -1).tolist()
        if self.curves is not None:
            chart = element("div", self._curves(), class_="chart")
            shade = self.curves.shade
            caption = None if shade is None else element("figcaption", f"Grey: {shade.reason}")
            parts.append(element("figure", chart, caption, class_="over" if self._mapped else None))
            data["cursor"] = [self.curves.axis.place(scale) for scale in self.scales]
            data["readings"] = [self.curves.readings(scale) for scale in self.scales]
        both = self._mapped or (self.frames is not None and self.curves is not None)
        return element(
            "div",
            *parts,
            data_block(data),
            class_=f"explorer{' both' * both}{' mapped' * self._mapped}",
        )

    @property
    def _mapped(self) -> bool:
        return self.frames is not None and self.frames.sources is not None

    def _curves(self) -> Markup:
        assert self.curves is not None
        return self.curves.drawn(self.scales[self.start])

    def _controls(self) -> Markup:
        """The slider and the buttons; without a script, only the scale that is shown first."""
        eps = shown(float(self.scales[self.start]))
        slider = element(
            "input",
            type="range",
            min=0,
            max=len(self.scales) - 1,
            value=self.start,
            step=1,
            aria_label=f"epsilon: {self.name}",
            aria_valuetext=f"epsilon {eps}",
            autocomplete="off",
        )
        jumps = [
            element("button", name, type="button", data_frame=self._nearest(scale))
            for name, scale in self.jumps
            if self.scales[0] * (1 - 1e-9) <= scale <= self.scales[-1] * (1 + 1e-9)
        ]
        to = element("p", "Go to the scale of ", *_apart(jumps), class_="jumps") if jumps else None
        return element(
            "div",
            element("p", "epsilon = ", element("output", eps), class_="epsilon"),
            element("div", slider, to, class_="scripted", hidden=True),
            class_="controls",
        )

    def _nearest(self, scale: float) -> int:
        return int(np.abs(np.log(np.asarray(self.scales, dtype=float)) - math.log(scale)).argmin())


def _apart(buttons: Sequence[Markup]) -> list[Markup]:
    return [joined([button, " "]) for button in buttons]
