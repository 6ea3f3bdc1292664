"""A small table of flowers, as text and as arrays."""

import numpy as np

FLOWERS = "length,width,species\n5.1,3.5,setosa\n6.3,3.3,iris\n4.9,3.0,setosa\n"
MATRIX = np.array([[5.1, 3.5], [6.3, 3.3], [4.9, 3.0]])
SPECIES = ["setosa", "iris", "setosa"]
