"""The command line, `kernelscale`.

`application` lists the commands that `registration` finds, and turns every foreseen error into one
sentence and an exit code. A command is a folder or a file here, or a module of another package
such as `seismic`; `shared` is the code that several commands use.
"""

from .application import app

__all__ = ["app"]
