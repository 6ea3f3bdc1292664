"""Pictures and figures of docs/coordinates.md.

``python -m benchmarks.coordinates_page docs/pictures`` draws them, and prints the table of the
steps t. That needs turning objects of the folder that KERNELSCALE_DATA names, and takes a minute.
"""
