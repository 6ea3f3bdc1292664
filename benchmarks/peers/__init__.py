"""The package beside others at the same jobs: one run, in turn, one table.

`python -m benchmarks.peers` measures time and error of every way of doing a job. Each job has a
module, in which every way is a small function; ours comes first. See benchmarks/README.md for how
to install the others.
"""
