"""A directive that shows what a command of the package says to --help: ```{help} embed."""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from typer.testing import CliRunner

from kernelscale.cli import app


class Help(SphinxDirective):
    """The help of one command; of the program itself without an argument."""

    optional_arguments = 1

    def run(self):
        said = CliRunner().invoke(app, [*self.arguments, "--help"])
        if said.exit_code:
            raise self.error(f"kernelscale {' '.join(self.arguments)} --help: {said.output}")
        return [nodes.literal_block(said.output, said.output, language="text")]


def setup(app):
    app.add_directive("help", Help)
    return {"parallel_read_safe": True}
