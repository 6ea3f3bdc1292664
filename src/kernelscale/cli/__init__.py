"""The command line: `kernelscale compare`, `select`, `embed`, `dimension`, `reproduce`, `info`.

`application` joins the commands, one module each, and turns every foreseeable failure into one
sentence and an exit code; `answers` prints what the library found.
"""

from .application import app

__all__ = ["app"]
