"""Computes the table that calibrates the ladder of GRIDE, from GRIDE's estimates on solid balls.

Rung n of the ladder is the estimate from the ratio of distances to neighbours 2^(n-1) and 2^n.

``python -m benchmarks.ladder_calibration`` takes about ten minutes on one core and writes
``src/kernelscale/intrinsic_dimension/calibration/data/ladder_of_balls.npz``.
"""
