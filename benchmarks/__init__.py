"""Measurements from which the defaults were chosen, and measurements of time and memory.

Each folder runs as ``python -m benchmarks.NAME``. docs/measured.md has the tables.
"""
