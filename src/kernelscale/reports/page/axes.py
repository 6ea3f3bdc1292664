"""Positions of values on an axis, and its ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Axis", "shown", "tick_text"]

ENOUGH = 5  # number of steps that gives two ticks: a step, rounded up, is at most 2/5 of the axis
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


class Axis(NamedTuple):
    """An axis that maps values from `low` to `high` to positions from `start` to `end`.

    Examples
    --------
    The middle of a logarithmic axis is the geometric mean.

    >>> axis = Axis(1.0, 100.0, start=0.0, end=500.0, logarithmic=True)
    >>> axis.place(10.0)
    250.0
    >>> axis.ticks(5)
    [1.0, 10.0, 100.0]
    """

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    @classmethod
    def around(
        cls, values: Sequence[float], start: float, end: float, *, logarithmic: bool = False
    ) -> Axis:
        """The axis from the smallest to the largest value; a wider axis if all values are equal."""
        low, high = min(values), max(values)
        if low == high:
            low, high = (low / 2, high * 2) if logarithmic else (low - 0.5, high + 0.5)
        return cls(low, high, start, end, logarithmic)

    def place(self, value: float) -> float:
        """The position of a value, rounded to a hundredth."""
        low, high = self.low, self.high
        if self.logarithmic:
            value, low, high = math.log(value), math.log(low), math.log(high)
        return round(self.start + (value - low) / (high - low) * (self.end - self.start), 2)

    def ticks(self, most: int) -> list[float]:
        """Round values on the axis: about `most` of them, and at least two."""
        return self._decades(most) if self.logarithmic else self._steps(most)

    def _decades(self, most: int) -> list[float]:
        first = math.ceil(math.log10(self.low) - 1e-9)
        last = math.floor(math.log10(self.high) + 1e-9)
        decades = range(first, last + 1, max(1, math.ceil((last - first + 1) / most)))
        ticks = [10.0**decade for decade in decades]
        if len(ticks) >= 2:
            return ticks
        lowest = math.floor(math.log10(self.low))
        between = [digit * 10.0**decade for decade in (lowest, lowest + 1) for digit in (1, 2, 5)]
        found = [tick for tick in between if self.low <= tick <= self.high]
        return found if len(found) >= 2 else self._steps(3)

    def _steps(self, most: int) -> list[float]:
        """Multiples of a round step, which is made smaller if there would be only one tick."""
        ticks = self._multiples(most)
        return ticks if len(ticks) >= 2 else self._multiples(ENOUGH)

    def _multiples(self, most: int) -> list[float]:
        rough = (self.high - self.low) / most
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(step * power for step in _STEPS if step * power >= rough * (1 - 1e-9))
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        digits = 2 - math.floor(math.log10(step))
        return [round(number * step, digits) + 0.0 for number in range(first, last + 1)]


def shown(value: object) -> str:
    """A value as text: a float with four digits, None as a dash.

    Examples
    --------
    >>> [shown(value) for value in (0.123456, 1234567.0, 12, None, True, "text")]
    ['0.1235', '1.235e+06', '12', '–', 'yes', 'text']
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def tick_text(value: float) -> str:
    """The value of a tick as text, with all of its digits.

    Examples
    --------
    >>> [tick_text(value) for value in (0.25, 2500000.0, 0.99985)]
    ['0.25', '2.5e+06', '0.99985']
    """
    text = shown(value)
    return text if float(text) == value else f"{value:.10g}"
