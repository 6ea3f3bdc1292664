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
    claim="DANCo gives the dimension of the noisy data, which Algorithms 2 and 3 need.",
    expected=(
        "The claim holds only with little noise: DANCo gives about 2 for noise of standard "
        "deviation 0 and 1, over 5 for noise of 5, and about 10 for noise of 20. Other methods "
        "of nearest neighbours give similar values; multiscale gives 2 at all four noise levels."
    ),
    data="made: datasets.make_noisy_swiss_roll, 2000 rows, 10 + 10 features",
    minutes=1.0,
    measure=run,
    claims=CLAIMS,
    find=find,
    drawings={"estimates": draw_estimates},
)
