"""What the defaults were chosen by, and what the package costs.

Run each with ``python -m benchmarks.NAME``; docs/measured.md has the tables.
"""
