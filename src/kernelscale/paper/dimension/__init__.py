"""The dimension of the noisy Swiss roll and of the rotated digit, by every estimator."""

from __future__ import annotations

from ..harness.experiment import Experiment
from .claims import CLAIMS
from .figures import draw_estimates
from .findings import find
from .measure import run

__all__ = ["DIMENSION"]

DIMENSION = Experiment(
    name="dimension",
    source="Algorithms 2 and 3, eqs. EQSwissYML and EQSwissXML",
    claim="DANCo gives the dimension of the noisy data, which Algorithms 2 and 3 need.",
    expected=(
        "Only on the roll, and only with little noise. On the roll, whose dimension is 2, DANCo "
        "gives about 2 if the noise has standard deviation 0 or 1, more than 5 if it is 5, and "
        "about 10 if it is 20. "
        "Other methods that use nearest neighbours give similar values; multiscale gives 2 at all "
        "four noise levels. On the rotated digit, whose dimension is 1, DANCo gives 2 without "
        "noise and about 9 with noise."
    ),
    data=(
        "made: datasets.make_noisy_swiss_roll, 2000 rows, 10 + 10 features; bundled: one digit 6 "
        "of MNIST, 320 angles"
    ),
    minutes=1.0,
    measure=run,
    claims=CLAIMS,
    find=find,
    drawings={"estimates": draw_estimates},
)
