"""Ways to scale the components of the rotated digit, by the draws in which they are measured."""

from __future__ import annotations

from ..shared.scaling_ways import (
    ALGORITHM_2,
    ALGORITHMS,
    ALGORITHMS_2_AND_3,
    AT_PEAK,
    BY_DANCO,
    LARGEST,
    MORE_DIMS,
    PAPERS_OTHERS,
    RAW_WEIGHTS,
    THEN_EPS_0,
    WAYS_OF_CIRCLES,
)

__all__ = [
    "AT_FEW_LEVELS",
    "FAST",
    "OWN",
    "PLAIN",
    "READINGS",
    "READINGS_OF_BREAKS",
    "STANDARDISED",
    "STANDARDS",
]

PLAIN = RAW_WEIGHTS
"""The plain reading of Algorithm 2: weights of raw principal components, as the paper prints."""
READINGS = (PLAIN, *ALGORITHMS, LARGEST, MORE_DIMS, BY_DANCO)
"""Readings of Algorithm 2 on the digit: the first is the plain one, the others are favourable."""
STANDARDISED = (ALGORITHM_2, THEN_EPS_0)
"""Readings that share the search with weights of standardised principal components."""
READINGS_OF_BREAKS = (PLAIN, *STANDARDISED, AT_PEAK)
"""Readings that are measured at many levels of noise. Each search for weights takes long."""
AT_FEW_LEVELS = (ALGORITHMS_2_AND_3, LARGEST, MORE_DIMS, BY_DANCO)
STANDARDS = ("standard_as_printed", "standard")
"""Eq. StdN as it is printed, as multiplication by standard deviations, and as division by them."""
FAST = tuple(way for way in WAYS_OF_CIRCLES if way in {*PAPERS_OTHERS, *STANDARDS})
"""The ways with which the paper compares its own."""
OWN = tuple(way for way in WAYS_OF_CIRCLES if way not in {*FAST, *READINGS})
"""Ways that no claim is about."""
