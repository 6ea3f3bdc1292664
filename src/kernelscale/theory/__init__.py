"""Classes as perturbed ideal ones (paper's Sec. 3.3): their distances, widths, and Theorem 3.2.

If the kernel were 0 between classes it would be block-diagonal, and the leading eigenvectors would
be the indicators of the classes. Theorem 3.2 bounds the distance of the eigenvectors from these.
Both sides of it are computed here, which shows whether the bound is of use for given data.
"""
