"""Does the bound of Theorem 3.2 hold, and how often is it informative?

The cases of `kernelscale.paper.theory_bound.cases` are random classes, overlapping or separate, at
scales from far too small to far too large. In each case the distance between the eigenspaces is
compared with four forms of the bound: the bound printed in the paper, the tight bound of
`perturbation_bound`, and two forms that are unproven or wrong, in which the norm of the tight bound
is divided by the eigengap of A-tilde or by the eigengap of P. `real_sets` computes the bound at the
scale of the largest Ge, and `worst_case` searches for the largest ratio of distance to bound.

    python -m benchmarks.theory_bound [--cases 20000] [--searches 60] [--quick]
"""
