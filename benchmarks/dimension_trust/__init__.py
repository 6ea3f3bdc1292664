"""How often a wrong dimension is said not to be trusted, and how often a right one is.

``python -m benchmarks.dimension_trust --cases choosing`` draws sets of known dimension, clean and
under noise, asks the default method and counts. Constants were chosen on these; ``confirming`` was
looked at once, after that. The counts stand in docs/dimension.md.
"""
