"""The version of the package: the build and `kernelscale.__version__` both read this line."""

__version__ = "0.1.0"
