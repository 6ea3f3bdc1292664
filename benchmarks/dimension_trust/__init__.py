"""How often wrong and correct estimates of the dimension are marked as unreliable.

``python -m benchmarks.dimension_trust --cases choosing`` draws sets of known dimension, with and
without noise, runs the default method and counts. Constants were chosen on these sets and
confirmed once on those of ``--cases confirming``. The counts are in docs/dimension.md.
"""
