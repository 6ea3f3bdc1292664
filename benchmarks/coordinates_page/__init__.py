"""Pictures and the last table of docs/coordinates.md.

``python -m benchmarks.coordinates_page docs/pictures`` draws the pictures and prints the table,
which has a row for each number of steps t. The table needs the photographs of rotating objects in
the folder that KERNELSCALE_DATA names, and takes a minute.
"""
