"""`kernelscale reproduce`: runs experiments, keeps finished parts, and writes the page."""
