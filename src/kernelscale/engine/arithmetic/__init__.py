"""Computation of one tile (a block of the matrix of pairs): NumPy, C++, or a graphics processor.

`Reference` uses NumPy and always works. `Compiled` uses C++ if the package was built with a
compiler, and `Gpu` uses graphics processors. Each class implements `Arithmetic`.
"""
