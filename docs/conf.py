"""Sphinx: `pip install ".[docs]"`, then `sphinx-build -W -b html docs site`.

This command checks the links to other sites, without running the examples:
`sphinx-build -b linkcheck -D plot_gallery=0 docs links`.
"""

import os
import sys
import warnings
from pathlib import Path

import kernelscale

# Warnings of examples are errors: a page would show the warning, with the path of the build folder.
warnings.filterwarnings("error", module="__main__")
sys.path.insert(0, str(Path(__file__).parent))  # to import extensions/
os.environ["COLUMNS"] = "90"  # width of the help pages

project = "kernelscale"
author = copyright = "kernelscale developers"
version = release = kernelscale.__version__

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
    "sphinx_gallery.gen_gallery",
    "extensions.figures",
    "extensions.help_pages",
    "extensions.mathml",
    "extensions.pictures",
]
exclude_patterns = ["_build", "**/*.ipynb", "**/*.md5", "sg_execution_times.rst"]
templates_path = ["_templates"]
default_role = "py:obj"
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4  # for links such as choosing.md#by-task
myst_dmath_double_inline = True
# In docstrings |lambda| is an absolute value, but reStructuredText takes it for a substitution.
rst_epilog = r".. |lambda| replace:: \|lambda\|"

html_math_renderer = "mathml"
html_theme = "furo"
html_title = f"kernelscale {version}"
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["wide.css"]

autosummary_generate = True
autodoc_typehints = "none"  # docstrings describe types and shapes
numpydoc_show_class_members = False  # the template lists members

sphinx_gallery_conf = {
    "examples_dirs": ["../examples/tutorials", "../examples/gallery"],
    "gallery_dirs": ["tutorials", "gallery"],
    "filename_pattern": r"\.py$",  # runs all examples
    "within_subsection_order": "FileNameSortKey",
    "abort_on_example_error": True,
    "image_scrapers": ("matplotlib", "extensions.figures.last_figure"),
    "capture_repr": ("_repr_html_",),
    "show_memory": False,
    "show_signature": False,
    "download_all_examples": False,
    "write_computation_times": False,
    "min_reported_time": 10_000,
    "copyfile_regex": r".*\.csv",
    "matplotlib_animations": False,
    "remove_config_comments": True,
    "backreferences_dir": "generated/used_in",
    "doc_module": ("kernelscale",),
}

# Links to the project itself: tests/test_docs.py compares them with the files of the checkout.
linkcheck_ignore = [r"https://github\.com/kernelscale/", r"https://kernelscale\.readthedocs\.io"]
