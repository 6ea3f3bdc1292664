"""So that `python -m kernelscale` does what `kernelscale` does."""

from .cli import app

app(prog_name="kernelscale")
