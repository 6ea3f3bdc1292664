"""Pictures that pyplot does not know, as those of `reports.plot`, in the gallery."""

from matplotlib.figure import Figure
from sphinx_gallery.scrapers import figure_rst


def last_figure(block, block_vars, gallery_conf):
    """The figure that the last line of a block gives, if it is one."""
    figure = block_vars["example_globals"].get("___")
    if not isinstance(figure, Figure):
        return ""
    path = next(block_vars["image_path_iterator"])
    figure.savefig(path, dpi=100)
    return figure_rst([path], gallery_conf["src_dir"])
