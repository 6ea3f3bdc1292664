"""Comparison of the package with other packages on the same jobs, in one table.

`python -m benchmarks.peers` measures the time and the errors of every method for a job; the methods
take turns. Each job has a module in which every method is a small function; that of this package is
first. benchmarks/README.md describes the installation of the other packages.
"""
