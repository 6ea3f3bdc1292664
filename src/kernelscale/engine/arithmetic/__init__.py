"""How one tile is computed: in NumPy, in C++, or on a graphics processor.

`Reference` uses NumPy and always works. `Compiled` uses C++ if the package was built with a
compiler, and `Gpu` uses graphics processors. Each class implements `Arithmetic`.
"""
