"""A directive that shows the --help of a command: ```{help} embed."""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from typer.testing import CliRunner

from kernelscale.cli import app


class Help(SphinxDirective):
    """The help of one command, or of the program if no argument is given."""

    optional_arguments = 1

    def run(self):
        result = CliRunner().invoke(app, [*self.arguments, "--help"])
        if result.exit_code:
            raise self.error(f"kernelscale {' '.join(self.arguments)} --help: {result.output}")
        return [nodes.literal_block(result.output, result.output, language="text")]


def setup(app):
    app.add_directive("help", Help)
    return {"parallel_read_safe": True}
