"""The dimension of the noisy Swiss roll, by every estimator."""

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
    claim="DANCo, applied to the noisy data, gives the dimension that the scaling is aimed at.",
    expected=(
        "Only with little noise: DANCo says about 2 for noise of standard deviation 0 and 1, above "
        "5 for 5 and about 10 for 20, and other methods that look at nearest neighbours the same; "
        "multiscale says 2 for 0, 1 and 5 in at least 18 of 20 samples."
    ),
    data="made: datasets.make_noisy_swiss_roll, 2000 rows, 10 + 10 features",
    minutes=1.0,
    measure=run,
    claims=CLAIMS,
    find=find,
    drawings={"estimates": draw_estimates},
)
