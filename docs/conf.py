"""Sphinx: `pip install ".[docs]"`, then `sphinx-build -W docs docs/_build/html`."""

import re
from pathlib import Path

import kernelscale

project = "kernelscale"
author = "kernelscale developers"
version = release = kernelscale.__version__

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]
templates_path = ["_templates"]
myst_heading_anchors = 3  # for links such as choosing.md#big-data
# In the docstrings |lambda| is an absolute value and not a name to replace.
rst_epilog = r".. |lambda| replace:: \|lambda\|"

html_theme = "furo"
html_title = f"kernelscale {version}"

autosummary_generate = True
autodoc_typehints = "none"  # the docstrings have them, with shapes
numpydoc_show_class_members = False  # the template lists them


def readme_first(app, name, source):
    """Put the README on the first page; its links are relative to the folder above."""
    if name == "index":
        readme = Path(app.srcdir).parent.joinpath("README.md").read_text(encoding="utf-8")
        readme = re.sub(r"\]\((?!docs/|[a-z]+:|#)", "](../", readme).replace("](docs/", "](")
        source[0] = f"{readme}\n{source[0]}"


def setup(app):
    app.connect("source-read", readme_first)
