"""How one tile is computed.

`Reference` is NumPy and always there; `Compiled` does the same in C++ where the package was built
with a compiler. Both are an `Arithmetic`.
"""
