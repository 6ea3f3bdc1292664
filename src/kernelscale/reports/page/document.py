"""The HTML document around the sections of a page: one file that loads no other files."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from typing import Any

from ..._version import __version__
from .markup import Markup, element

__all__ = ["document"]


def document(title: str, *sections: Any) -> str:
    """The HTML of a page.

    The page's security policy allows no external resources and only the script of this package. So
    text from the data would be harmless even if it were not escaped.

    Parameters
    ----------
    title : str
        Title of the window.
    *sections
        Sections of the page.
    """
    style, script = _text("page.css"), _text("page.js")
    policy = (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{_digest(script)}'"
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="generator", content=f"kernelscale {__version__}"),
        element("title", title),
        element("style", style),
    )
    foot = element("footer", f"Written by kernelscale {__version__}.")
    body = element("body", element("main", *sections), foot, element("script", script))
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _text(name: str) -> Markup:
    return Markup((files(__package__) / name).read_text(encoding="utf-8"))


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
