"""Kernels as small frozen objects, and the parameters of other packages for the same kernels.

All other code uses the methods of `Kernel` and does not distinguish kernels.
"""
