"""A directive for figures: ```{picture} rules.median calls median() of figures/rules.py.

The picture is saved in generated/pictures when Sphinx reads the page.
"""

import sys
from importlib import import_module
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective


class Picture(SphinxDirective):
    """A figure, given by the module and the function that draw it."""

    required_arguments = 1
    option_spec = {"alt": directives.unchanged_required}  # noqa: RUF012

    def run(self):
        module, function = self.arguments[0].split(".")
        drawings = import_module(module)
        self.env.note_dependency(drawings.__file__)
        path = Path(self.env.srcdir, "generated", "pictures", f"{module}-{function}.png")
        path.parent.mkdir(parents=True, exist_ok=True)
        getattr(drawings, function)().savefig(path, dpi=110)
        uri = f"/generated/pictures/{path.name}"
        return [nodes.image(uri=uri, alt=self.options["alt"])]


def setup(app):
    sys.path.insert(0, str(Path(app.srcdir, "figures")))
    app.add_directive("picture", Picture)
    return {"parallel_read_safe": True}
