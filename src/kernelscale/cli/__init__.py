"""The command line, `kernelscale`.

`application` lists the commands that `registration` finds, and turns every foreseen failure into
one sentence and an exit code. A command is a folder or a file here, or lies in a wing; what
commands share is in `shared`.
"""

from .application import app

__all__ = ["app"]
