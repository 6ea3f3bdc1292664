"""Show in the gallery the figures that are made without pyplot, as those of `reports.plot` are."""

from pathlib import Path

from matplotlib.figure import Figure
from sphinx.util import logging
from sphinx_gallery.scrapers import figure_rst


def last_figure(block, block_vars, gallery_conf):
    """Save the figure that a block ends with, if any; return the RST that shows it."""
    figure = block_vars["example_globals"].get("___")
    if not isinstance(figure, Figure):
        return ""
    path = next(block_vars["image_path_iterator"])
    figure.savefig(path, dpi=100)
    return figure_rst([path], gallery_conf["src_dir"])


def check_that_each_draws(app, env):
    """Warn if an example draws no picture."""
    for folder in app.config.sphinx_gallery_conf["gallery_dirs"]:
        for script in Path(app.srcdir, folder).glob("*.py"):
            if not any(script.parent.glob(f"images/sphx_glr_{script.stem}_*")):
                logging.getLogger(__name__).warning("%s/%s draws nothing", folder, script.name)


def setup(app):
    app.connect("env-updated", check_that_each_draws)
    return {"parallel_read_safe": True}
