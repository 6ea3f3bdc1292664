"""Pictures and the last table of docs/coordinates.md.

``python -m benchmarks.coordinates_page docs/pictures`` draws the pictures and prints the table of
the numbers of steps t. The table needs the rotating objects of the folder that KERNELSCALE_DATA
names, and takes a minute.
"""
