"""Experiments, claims and findings, repeats on all processors, and finished parts."""
