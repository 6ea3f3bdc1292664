"""`python -m kernelscale` runs the command line."""

from .cli import app

if __name__ == "__main__":
    app(prog_name="kernelscale")
