"""So that `python -m kernelscale` does what `kernelscale` does."""

from .cli import app

if __name__ == "__main__":
    app(prog_name="kernelscale")
