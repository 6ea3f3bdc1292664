"""Does Theorem 3.2's bound hold, and how often does it say anything?

The cases of `kernelscale.paper.theory_bound.cases` are random classes, overlapping or apart, at
scales from far too small to far too large. For each the distance of the eigenspaces is set against
the printed bound, the tight one, and two forms that lack a proof or are wrong: the tight norm over
A-tilde's eigengap and over P's.
`real_sets` has the bound at the scale of the largest Ge, and `worst_case` searches for the largest
ratio of distance to bound.

    python -m benchmarks.theory_bound [--cases 20000] [--searches 60] [--quick]
"""
