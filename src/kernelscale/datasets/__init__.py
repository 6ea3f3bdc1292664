"""Data sets: the paper's synthetic ones, a real one, and tables in files."""

from .errors import DataWarning
from .files import read_table
from .mfeat import load_mfeat
from .stored import open_table
from .synthetic import make_gaussian_mixture, make_noisy_swiss_roll, make_spiral_classes

__all__ = [
    "DataWarning",
    "load_mfeat",
    "make_gaussian_mixture",
    "make_noisy_swiss_roll",
    "make_spiral_classes",
    "open_table",
    "read_table",
]
