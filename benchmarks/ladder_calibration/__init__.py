"""Computes the table that calibrates the ladder of GRIDE: the ladder's values on solid balls.

``python -m benchmarks.ladder_calibration`` takes about ten minutes on one core and writes
``src/kernelscale/intrinsic_dimension/calibration/data/ladder_of_balls.npz``.
"""
