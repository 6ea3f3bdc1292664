"""Kernels as small frozen objects, and the parameters of other packages for the same kernels.

Other code uses the methods of `Kernel`, and seldom distinguishes one kernel from another.
"""
