"""Which neighbours, and which scale, for a diffusion map without labels?

A map is chosen from the rows alone, and judged by what its coordinates tell of something it has not
seen: the parameters of a manifold, the angle of an object, or classes. Five neighbours in the first
2, d + 1 (of classes 4) and 10 coordinates predict it for rows left out; so do they in as many
independent ones. The oracle of a set is the best map of a grid of neighbours and scales, chosen on
draws of odd number; what a way loses is the oracle's score on draws of even number minus its own.
"""
