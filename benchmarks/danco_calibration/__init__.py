"""Computes the calibration table of DANCo, an estimator of the dimension, for the package."""
