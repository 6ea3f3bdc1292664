"""Results with their evidence: frozen objects that can be read without the code that made them."""

from .bandwidth import Bandwidth
from .comparison import Comparison, ComparisonRow
from .curve import ScaleCurve
from .dimension import Dimension
from .evidence import Evidence, as_frame, plain

__all__ = [
    "Bandwidth",
    "Comparison",
    "ComparisonRow",
    "Dimension",
    "Evidence",
    "ScaleCurve",
    "as_frame",
    "plain",
]
