"""The ladder of GRIDE on solid balls: makes the table that calibrates it.

``python -m benchmarks.ladder_calibration`` takes some ten minutes on one core and writes
``src/kernelscale/intrinsic_dimension/calibration/data/ladder_of_balls.npz``.
"""
