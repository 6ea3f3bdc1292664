"""How one tile is computed: in NumPy, in C++, or on a graphics processor.

`Reference` uses NumPy and always works. `Compiled` computes the same in C++ if the package was
built with a compiler, and `Gpu` on a graphics processor. Each class implements `Arithmetic`.
"""
