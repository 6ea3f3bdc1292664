"""Theorem 3.2 and the quantities of the paper's Sec. 3.3 for classes.

If the kernel were 0 between classes it would be block-diagonal, and the leading eigenvectors would
be the indicators of the classes. Theorem 3.2 bounds the distance between the eigenvectors and these
indicators. Both sides are computed here, which shows whether the bound is useful for given data.
"""
