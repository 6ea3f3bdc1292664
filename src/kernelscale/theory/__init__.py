"""The paper's Theorem 3.2, and the quantities that its Sec. 3.3 defines for classes.

If the kernel were 0 between classes, it would be block-diagonal, and the leading eigenvectors would
be the indicators of the classes. Theorem 3.2 bounds the distance between the eigenvectors and these
indicators. Both the distance and the bound are computed here, which shows whether the bound is
useful for given data.
"""
