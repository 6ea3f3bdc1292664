"""Functions with which tests read a folder of results."""

import re


def written(folder):
    """Contents of all files in the folder except the cache, by file name."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def page(folder):
    return (folder / "page.html").read_text(encoding="utf-8")


def shown(folder):
    """Names of the experiments that have a section on the page."""
    return re.findall(r'<section id="(\w+)"', page(folder))
