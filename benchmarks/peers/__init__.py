"""Comparison of the package with other packages on the same jobs, in one table.

`python -m benchmarks.peers` measures time and error of every method for a job; the methods
alternate. Each job has a module in which every method is a small function, ours first.
benchmarks/README.md describes the installation of the other packages.
"""
