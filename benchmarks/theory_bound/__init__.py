"""Does the bound of Theorem 3.2 hold, and how often is it informative?

The theorem bounds the distance between the leading eigenspaces of an ideal matrix and of a
perturbed matrix, A-tilde (see `kernelscale.theory.bounds`). The cases are random classes,
overlapping or separate, at scales from far too small to far too large. In each case the distance is
compared with four forms of the bound:

- printed: the bound in the paper;
- tight: the tight bound of `perturbation_bound`;
- two forms that are unproven or wrong: the norm in the tight bound, divided by the eigengap of
  A-tilde, or by the eigengap of the diffusion operator P.

`real_sets` computes the bound for real classes, at the scale at which the eigengap of P is largest.
`worst_case` searches for the largest ratio of the distance to the bound.

    python -m benchmarks.theory_bound [--cases 20000] [--searches 60] [--quick]
"""
