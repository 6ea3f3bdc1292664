"""A factor for each feature, from the dimension of the data or from labels."""
