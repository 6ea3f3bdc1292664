"""Measurements from which the package's defaults were chosen, and measurements of time and memory.

Each folder except `ratios` runs as ``python -m benchmarks.NAME``. docs/measured.md has the tables.
"""
