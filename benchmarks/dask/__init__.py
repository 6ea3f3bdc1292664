"""What passes on a Dask cluster of this machine take, beside threads."""
