"""What `kernelscale reproduce` does: runs experiments, keeps what is finished, writes the page."""
