"""Rules that choose the scale of a kernel; `RULES` holds them by name.

A rule is an object that holds options; called with data, it returns a `Bandwidth`. A parameter for
a rule accepts the name of the rule, the rule object, or a number, which is the scale itself.
"""

from .auto import Auto
from .registry import RULES
from .rule import Rule
from .rules.geometric import Geometric
from .rules.jacobian import Jacobian
from .rules.largest_slope import LargestSlope
from .rules.leave_one_out import LeaveOneOut
from .rules.likelihood import Likelihood
from .rules.log_sum import LogSum
from .rules.max_min import MaxMin
from .rules.median import Median
from .rules.nearest_neighbors import NearestNeighbors
from .rules.probabilistic import Probabilistic
from .rules.scikit_learn_scale import ScikitLearnScale
from .rules.scott import Scott
from .rules.self_tuning import SelfTuning
from .rules.silverman import Silverman
from .rules.spectral import Spectral
from .rules.standard_deviation import StandardDeviation
from .rules.standardized import Standardized
from .rules.variable_bandwidth import VariableBandwidth

__all__ = [
    "RULES",
    "Auto",
    "Geometric",
    "Jacobian",
    "LargestSlope",
    "LeaveOneOut",
    "Likelihood",
    "LogSum",
    "MaxMin",
    "Median",
    "NearestNeighbors",
    "Probabilistic",
    "Rule",
    "ScikitLearnScale",
    "Scott",
    "SelfTuning",
    "Silverman",
    "Spectral",
    "StandardDeviation",
    "Standardized",
    "VariableBandwidth",
]
