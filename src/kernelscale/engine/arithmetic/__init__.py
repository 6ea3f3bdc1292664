"""How one tile is computed.

`reference` is NumPy and always there; `compiled` does the same in C++ where the package was built
with a compiler. Both are modules of the same functions.
"""
