"""Computes the calibration table of DANCo that is part of the package."""
