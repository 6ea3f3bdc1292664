"""Time of passes on a local Dask cluster and on threads."""
