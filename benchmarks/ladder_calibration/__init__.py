"""Computes the calibration table of GRIDE, an estimator of the dimension.

GRIDE has one estimate for each n, from the ratio of the distances to neighbours 2^(n-1) and 2^n.
These estimates are the rungs of its ladder. The table has their means on balls of known dimension.

``python -m benchmarks.ladder_calibration`` takes about ten minutes on one core and writes
``src/kernelscale/intrinsic_dimension/calibration/data/ladder_of_balls.npz``.
"""
