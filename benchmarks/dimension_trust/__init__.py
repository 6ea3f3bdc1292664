"""How often a wrong estimate of the dimension is marked as unreliable, and a correct one.

``python -m benchmarks.dimension_trust --cases choosing`` draws sets of known dimension, clean and
under noise, runs the default method and counts. Constants were chosen on these; ``confirming`` was
used once, after that. The counts are in docs/dimension.md.
"""
