"""Data sets: the synthetic data of the paper, bundled measurements, and tables in files."""

from .errors import DataWarning
from .mfeat import load_mfeat
from .stored_tables import open_table
from .synthetic import make_gaussian_mixture, make_noisy_swiss_roll, make_spiral_classes
from .table_files import read_table

__all__ = [
    "DataWarning",
    "load_mfeat",
    "make_gaussian_mixture",
    "make_noisy_swiss_roll",
    "make_spiral_classes",
    "open_table",
    "read_table",
]
