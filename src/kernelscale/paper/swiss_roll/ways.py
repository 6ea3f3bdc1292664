"""Ways to scale the features of the roll, by the table in which they are measured."""

from __future__ import annotations

from ..shared.scaling_way import ScalingWay
from ..shared.scaling_ways import (
    ALGORITHM_2,
    ALGORITHMS,
    ALGORITHMS_2_AND_3,
    AT_PEAK,
    BY_DANCO,
    MORE_DIMS,
    ORACLE,
    OURS,
    PAPERS_OTHERS,
    RAW_WEIGHTS,
    WAYS,
    WAYS_OF_ROLL,
)

__all__ = [
    "CLEAN",
    "OF_ALL_REPEATS",
    "OF_COUNTS",
    "OF_FIRST_REPEATS",
    "OF_MAP",
    "OF_PAPERS_SIZE",
    "OF_STRONG_NOISE",
    "ORACLES_WAY",
    "OTHERS",
    "READINGS",
    "READINGS_OF_COUNTS",
    "SHOWN",
    "TITLES",
    "WITHOUT_ALGORITHMS",
]

READINGS = (*ALGORITHMS, MORE_DIMS, BY_DANCO, RAW_WEIGHTS)
"""Readings of Algorithm 2 on the roll: the first is the plain one, the others are favourable."""
READINGS_OF_COUNTS = (ALGORITHM_2, AT_PEAK)
"""Readings of Algorithm 2 that are tried with other numbers of noise features."""
OTHERS = (*PAPERS_OTHERS, "standard_as_printed")
"""The ways that the paper compares with its own. Eq. StdN is tried twice: as division by standard
deviations, and, as it is printed, as multiplication by them."""
TITLES = {name: way.title for name, way in WAYS_OF_ROLL.items()}
TITLES[ORACLE] = "informative alone, MaxMin"
CLEAN = ScalingWay("the roll itself, eps_0", None, "log_sum")
ORACLES_WAY = ScalingWay(TITLES[ORACLE], None, "max_min")


def _named(*names: str) -> dict[str, ScalingWay]:
    return {name: WAYS_OF_ROLL[name] for name in names}


OF_MAP = {name: way for name, way in WAYS.items() if name != ALGORITHMS_2_AND_3}
WITHOUT_ALGORITHMS = {name: way for name, way in WAYS.items() if name not in ALGORITHMS}
OF_ALL_REPEATS = _named(*OTHERS, ALGORITHM_2)
"""The paper's ways, with Algorithm 2 in its plain reading."""
OF_FIRST_REPEATS = _named(*OTHERS, *READINGS)
OF_PAPERS_SIZE = {name: way for name, way in OF_FIRST_REPEATS.items() if name != RAW_WEIGHTS}
OF_STRONG_NOISE = {
    name: way for name, way in OF_PAPERS_SIZE.items() if name not in (ALGORITHMS_2_AND_3, BY_DANCO)
}
"""Without the readings of Algorithm 2 that need a search of their own at each noise level."""
OF_COUNTS = _named(*OTHERS, *READINGS_OF_COUNTS)
SHOWN = _named(*PAPERS_OTHERS, ALGORITHM_2, ALGORITHMS_2_AND_3, OURS)
