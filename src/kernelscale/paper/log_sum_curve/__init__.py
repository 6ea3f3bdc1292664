"""log S, the logarithm of the sum of the kernel over all pairs, at each scale (section 3.1)."""

from __future__ import annotations

from ..harness.experiment import Experiment, Sliders
from .claims import CLAIMS
from .figures import draw_curves
from .findings import find
from .measure import run

__all__ = ["LOG_SUM_CURVE"]

LOG_SUM_CURVE = Experiment(
    name="log_sum_curve",
    source="Section 3.1, Algorithm 1 and eq. sum_w_log",
    claim=(
        "log S goes from log N at small scales to 2 log N at large scales. Between them it is "
        "linear, with a slope of half the dimension; eps_0 is where the linear range begins."
    ),
    expected=(
        "The asymptotes are exact. Between them log S is a line over a decade of scales only for "
        "the circle and the square. Its slope is half the dimension only if there are few "
        "dimensions and little noise. On the circle the slope has a maximum at scales at which "
        "the circle is curved within the reach of the kernel; this maximum hides the wider "
        "linear range."
    ),
    data=(
        "made: a circle, a square, Swiss rolls, a Gaussian mixture, white noise; 1000 rows, 20 "
        "draws each"
    ),
    minutes=0.5,
    measure=run,
    claims=CLAIMS,
    find=find,
    drawings={"curves": draw_curves},
    sliders=Sliders(curves="curves"),
)
